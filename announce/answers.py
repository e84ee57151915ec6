"""What a player can ask and hears: turn, scores, trains, row, longest path, hand, tickets, devices."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from functools import partial
from typing import assert_never

from announce.announcement import Announcement
from announce.device_list import EarKind, devices
from announce.lasting import ROOM_S
from announce.private import STEP, hand
from announce.public import PublicState
from announce.scores import alone, each_total, of_seats, scores_now
from announce.statistics import lasted
from announce.still_missing import missing
from announce.supplies import buildings, money, trains_left
from announce.ticket_ways import along, brings, owned, tickets_done
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear, tell, whispers
from dialog import Question
from engine import (
    BuildHarbor,
    BuildStation,
    ExchangePieces,
    Seat,
    State,
    TicketId,
    can_draw,
    longest_trail,
)
from tabletop import DeviceHealth, SiteId

_CITIES_A_STEP = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What no state knows: how long the table has played, whether all is saved, each seat's ear, a token."""

    minutes: int = 0
    saved: bool = True
    ears: Mapping[Seat, EarKind] = field(default_factory=dict)
    holder: Seat | None = None  # who has the shared earphone, or looked last at the screen that is shared
    screen: bool = False  # it is a screen that is shared
    token: tuple[Seat, SiteId] | None = None  # whose token is waited for, and where
    dealt_elsewhere: bool = False  # by another table: what hands hold is not known here
    uncounted: bool = False  # nor, at this moment, how much hands and decks hold
    by_plan: frozenset[Seat] = frozenset()  # who plays by itself, for the planner's reasons


def answered(
    v: Vocabulary,
    question: Question,
    asker: Seat,
    state: State,
    health: Iterable[DeviceHealth],
    *,
    evening: Evening | None = None,
    ear: bool = False,
) -> tuple[Announcement, ...]:
    """The answer, never silence: at the table, or in the asker's ear when it tells of hand or tickets.

    Each step was asked for, so each is heard at every level.
    `ear`: the asker has taken the panel, so that every answer goes to its ear.
    """
    told = _answers(v, question, asker, state, health, evening or Evening())
    heard = tuple(replace(one, unsaid_in_brief=False) for one in told)
    return tuple(replace(one, audience=asker) for one in heard) if ear else heard


def _answers(
    v: Vocabulary,
    question: Question,
    asker: Seat,
    state: State,
    health: Iterable[DeviceHealth],
    evening: Evening,
) -> tuple[Announcement, ...]:
    match question:
        case "turn":
            return (
                tell(
                    "everyone",
                    _turn(v, state, evening, drawable=_drawable(state, evening)),
                    timbre=state.to_move,
                ),
            )
        case "scores":
            return tuple(tell("everyone", words) for words in scores_now(v, state))
        case "trains":
            return tuple(tell("everyone", words) for words in trains_left(v, state))
        case "row":
            return tuple(tell("everyone", words) for words in _row(v, state, evening))
        case "longest":
            return tuple(tell("everyone", words) for words in _longest(v, state))
        case "hand":
            if state.cards == "untracked":
                return (tell(asker, v.phrases.words("your cards are in your own hands.")),)
            return whispers(asker, hand(v, state.hands.get(asker, {})))
        case "tickets":
            return whispers(asker, _tickets(v, asker, state))
        case "missing":
            return whispers(asker, missing(v, asker, state))
        case "devices":
            return (
                tell("everyone", devices(v, health, evening.ears, evening.holder, screen=evening.screen)),
            )
        case "buildings":
            return tuple(tell("everyone", words) for words in buildings(v, state))
        case "money":
            return tuple(tell("everyone", words) for words in money(v, state))
        case "glance":
            raise ValueError("a glance needs the board's layout: ask `glanced`")
        case _:
            assert_never(question)


def _drawable(state: State, evening: Evening) -> bool:
    """As far as is known here."""
    return state.cards == "untracked" or evening.uncounted or can_draw(state)


def _turn(v: Vocabulary, state: PublicState, evening: Evening, *, drawable: bool) -> Words:
    p = v.phrases
    if state.phase == "over":
        return p.words("the game is over. Ask tells the scores.", "the game is over.")
    if state.to_move is None:
        return _waiting(v, state)
    facts: dict[str, str | int] = {"seat": v.seat(state.to_move), "turn": state.turn}
    brief = p.sentence("{seat} to move.", **facts)
    match state.phase:
        case "turn" if evening.token is not None and evening.token[0] == state.to_move:
            return p.words(
                "{seat} to move, turn {turn}: waits for its token on {site}.",
                "{seat} waits for its token on {site}.",
                site=v.site(evening.token[1]),
                **facts,
            )
        case "second-card":
            return Words(p.sentence("{seat} to move, turn {turn}: one card more.", **facts), brief)
        case "ticket-choice":
            return Words(p.sentence("{seat} to move, turn {turn}: chooses tickets.", **facts), brief)
        case "tunnel":
            facts["route"] = "" if state.tunnel is None else v.route(state.tunnel.route)
            told = p.sentence("{seat} to move, turn {turn}: the tunnel {route} is to be paid.", **facts)
            return Words(told, brief)
    normal = p.sentence(
        "{seat} to move, turn {turn}: {acts}.",
        acts=_acts(v, state, state.to_move, drawable=drawable),
        **facts,
    )
    return Words(normal, brief, " ".join((normal, *_hints(v, state), _so_far(v, evening))))


def _acts(v: Vocabulary, state: PublicState, mover: Seat, *, drawable: bool) -> str:
    """What the seat to move can do, as far as everybody knows: `claim, draw, or take tickets`."""
    p, edition, settings = v.phrases, state.edition, state.settings
    acts = [p.name("what can be done", "claim")]
    if drawable:
        acts.append(p.name("what can be done", "draw"))
    if state.cards == "untracked" or len(state.ticket_deck) > 0:
        acts.append(p.name("what can be done", "take tickets"))
    built = [*state.stations.values(), *state.harbors.values()].count(mover)
    if edition.of_command(BuildStation) is not None and built < settings.stations:
        acts.append(p.name("what can be done", "build a station"))
    if edition.of_command(BuildHarbor) is not None and built < settings.harbors:
        acts.append(p.name("what can be done", "build a harbor"))
    if edition.of_command(ExchangePieces) is not None:
        acts.append(p.name("what can be done", "exchange"))
    *others, last = acts
    if not others:
        return last
    if len(others) == 1:
        return p.phrase("{act} or {last}", act=others[0], last=last)
    return p.phrase("{acts}, or {last}", acts=", ".join(others), last=last)


def _waiting(v: Vocabulary, state: PublicState) -> Words:
    """Nobody is to move: who has still to choose, and what."""
    p, seats = v.phrases, v.seats(state.waiting_for())
    match state.phase:
        case "pieces":
            return p.words("waiting for the trains and ships of {seats}.", seats=seats)
        case "loans":
            return p.words("waiting for what the stations of {seats} lend.", seats=seats)
        case _:
            return p.words("waiting for the tickets of {seats}.", seats=seats)


def _so_far(v: Vocabulary, evening: Evening) -> str:
    p, time = v.phrases, lasted(v, evening.minutes)
    if evening.saved:
        return p.sentence("{time}, saved.", time=time)
    return p.sentence("{time}, not saved.", time=time)


def _hints(v: Vocabulary, state: PublicState) -> list[str]:
    p = v.phrases
    if state.cards == "untracked":
        hints = [p.sentence("set a token to claim; Yes ends the turn without a claim.")]
    else:
        hints = [p.sentence("set a token to claim; Yes opens the list.")]
    if state.turns_left is not None:
        hints.append(p.sentence("it is the last round."))
    return hints


def _row(v: Vocabulary, state: PublicState, evening: Evening) -> list[Words]:
    """The row and what is left to draw: at once where it has room."""
    p = v.phrases
    if state.cards == "untracked":
        return [
            p.words(
                "the cards are on the table and in your hands; I do not know them.",
                "the cards are not with me.",
            )
        ]
    if evening.uncounted:
        return [p.words("row: {row}.", "{row}.", row=v.row(state.row))]
    facts = {"deck": _pile(v, state.deck), "discards": _pile(v, state.discards), "row": v.row(state.row)}
    if len(state.edition.decks) > 1:
        ship_deck, ship_discards = _pile(v, state.ship_deck), _pile(v, state.ship_discards)
        facts |= {"ship_deck": ship_deck, "ship_discards": ship_discards}
        decks = p.words(
            "train deck {deck}, discards {discards}; ship deck {ship_deck}, discards {ship_discards}.",
            "train deck {deck}, ship deck {ship_deck}.",
            **facts,
        )
        return [p.words("row: {row}.", "{row}.", **facts), decks]
    row, deck = p.sentence("row: {row}.", **facts), p.sentence("deck {deck}, discards {discards}.", **facts)
    if p.lasts_s(row, deck) <= ROOM_S:
        return [Words(f"{row} {deck}", p.sentence("{row}; deck {deck}.", **facts))]
    return [Words(row, p.sentence("{row}.", **facts)), Words(deck, p.sentence("deck {deck}.", **facts))]


def _pile(v: Vocabulary, cards: Sized) -> str | int:
    return len(cards) or v.phrases.name("a pile", "none")


def _longest(v: Vocabulary, state: PublicState) -> list[Words]:
    """The longest path; all seats that share it are named, of a single one the cities it passes too."""
    p, routes = v.phrases, state.game_map.routes
    trails = {seat: longest_trail(routes[route] for route in owned(state, seat)) for seat in state.seats}
    best = max(length for length, _ in trails.values())
    if not best:
        return [p.words("longest path: none yet.")]
    holders = [seat for seat, (length, _) in trails.items() if length == best]
    spaces = v.trains(best) if len(state.edition.decks) == 1 else p.count("{n} space", "{n} spaces", best)
    facts: dict[str, str | int] = {"seats": v.seats(holders), "trains": spaces}
    brief = p.sentence("longest: {seats}, {trains}.", **facts)
    others = [(seat, length) for seat, (length, _) in trails.items() if seat not in holders]
    short = p.sentence("longest path: {seats}, {trains}.", **facts)
    rest = of_seats(v, partial(alone, v), each_total(v, others), [""] * len(others)) if others else []
    if not state.settings.longest_bonus:
        rest.append(Words(p.sentence("it brings no points in this game."), ""))
    if len(holders) > 1:
        return p.breaths(Words(short, brief), *rest)
    cities = [v.city(city) for city in along(state.game_map, trails[holders[0]][1])]
    facts |= {"first": cities[0], "last": cities[-1]}
    told = p.sentence("longest path: {seats}, {trains}, from {first} to {last}.", **facts)
    heads = p.breaths(Words(told, brief), *rest)
    steps = heads if len(heads) == 1 else p.breaths(Words(short, brief), *rest)
    for start in range(1, len(cities) - 1, _CITIES_A_STEP):
        part = ", ".join(cities[start : min(start + _CITIES_A_STEP, len(cities) - 1)])
        steps.append(p.words("by way of {cities}.", cities=part))
    return steps


@for_an_ear
def _tickets(v: Vocabulary, asker: Seat, state: State) -> list[Words]:
    """Own tickets, done first; more than three become steps."""
    p = v.phrases
    held = state.tickets.get(asker, ())
    if not held and state.cards == "untracked" and state.phase != "over":
        return [p.words("your tickets are in your own hands.")]
    if not held:
        return [p.words("you have no tickets.", "no tickets.")]
    finished, own = tickets_done(state, asker), owned(state, asker)

    def done_sentence(v: Vocabulary, part: Sequence[TicketId]) -> str:
        values = [str(brings(state, own, ticket)) for ticket in part]
        return v.phrases.sentence("done: {listed}.", listed=_listed(v, part, values))

    waiting = tuple(ticket for ticket in held if ticket not in finished)
    brief = p.sentences(
        "{n} ticket, {done} done.",
        "{n} tickets, {done} done.",
        len(held),
        done=len(finished) or p.phrase("none"),
    )
    if len(held) <= STEP:
        few = _few_tickets(v, finished, waiting, brief, done_sentence)
        if v.phrases.lasts_s(few.normal) <= ROOM_S:
            return [few]
    steps = [
        Words(
            p.sentences(
                "{n} ticket, {done} done.",
                "{n} tickets, {done} done.",
                len(held),
                done=len(finished) or p.phrase("none"),
            )
        )
    ]
    for group, sentence in ((finished, done_sentence), (waiting, _open_sentence)):
        left = group
        while left:
            part = left[: v.phrases.as_many(left, partial(sentence, v), STEP)]
            steps.append(Words(sentence(v, part), v.phrases.apart(map(v.ticket, part)) + "."))
            left = left[len(part) :]
    return steps


def _few_tickets(
    v: Vocabulary,
    finished: tuple[TicketId, ...],
    waiting: tuple[TicketId, ...],
    brief: str,
    done_sentence: Callable[[Vocabulary, Sequence[TicketId]], str],
) -> Words:
    p = v.phrases
    total = p.sentences("{n} ticket.", "{n} tickets.", len(finished) + len(waiting))
    groups: tuple[tuple[tuple[TicketId, ...], Callable[[Vocabulary, Sequence[TicketId]], str]], ...] = (
        (finished, done_sentence),
        (waiting, _open_sentence),
    )
    return Words(" ".join((total, *(sentence(v, group) for group, sentence in groups if group))), brief)


def _open_sentence(v: Vocabulary, tickets: Sequence[TicketId]) -> str:
    return v.phrases.sentence(
        "open: {listed}.", listed=_listed(v, tickets, [v.ticket_value(ticket) for ticket in tickets])
    )


def _listed(v: Vocabulary, tickets: Sequence[TicketId], values: Sequence[str]) -> str:
    p = v.phrases
    return p.apart(
        p.phrase("{ticket}, {value}", ticket=v.ticket(ticket), value=value)
        for ticket, value in zip(tickets, values, strict=True)
    )
