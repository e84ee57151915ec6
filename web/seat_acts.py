"""PURE: what a seat can do now, as forms; each choice is a whole command, so nothing offered is misread."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from announce import page_acts, page_words
from dialog import last_act, takes_early_tickets, tickets_by_name
from engine import (
    AnswerTunnel,
    Build,
    BuildHarbor,
    BuildStation,
    ChooseLoans,
    ChoosePieces,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    ExchangePieces,
    KeepTickets,
    Pass,
    Seat,
    TicketId,
    Undo,
    can_claim,
    command_to_json,
    legal,
)
from table.moment import GameMoment

Label = page_words.Label


@dataclass(frozen=True, slots=True)
class Choice:
    """A command in words."""

    command: str  # as JSON
    name: str


@dataclass(frozen=True, slots=True)
class Buttons:
    """Few choices, a button each."""

    heading: Label
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Select:
    """Many choices, one list and one button."""

    heading: Label
    what: Label
    choices: tuple[Choice, ...]
    do: Label


@dataclass(frozen=True, slots=True)
class Marks:
    """Tickets to be marked: those offered, at least so many of them; or those a seat holds.

    `marked`: what the seat has entered before.
    """

    heading: Label
    kind: Literal["keep-tickets", "declare-tickets"]
    tickets: tuple[tuple[TicketId, str], ...]
    least: int
    do: Label
    marked: frozenset[TicketId] = frozenset()
    folded: str = ""  # under these words; empty: open


@dataclass(frozen=True, slots=True)
class FurtherChoices:
    """Choices too many for one page: their first step is at an address of its own."""

    heading: Label
    link: Label
    where: str


@dataclass(frozen=True, slots=True)
class Waits:
    """The seat's claim waits for its token, and can be left."""

    heading: Label
    told: str
    do: Label


Offer = Waits | Buttons | Select | Marks | FurtherChoices

BY_PAGE: Final = (
    KeepTickets, DrawCard, DrawTickets, ClaimRoute, BuildStation, BuildHarbor, EndTurn, Pass, Undo,
    AnswerTunnel, ChoosePieces, ExchangePieces, ChooseLoans, DeclareTickets,
)  # fmt: skip
"""What a seat's page may do by itself; all else is done at the panel, by its buttons."""
_OF_NO_HAND: Final = (DrawCard, DrawTickets, EndTurn, Pass, ExchangePieces)
"""What takes nothing out of a hand, and shows nothing of it."""
CLAIM: Final = "/seat/claim"
BUILD: Final = "/seat/build"
"""Where the steps of a claim and of a building begin."""


def offers(table: GameMoment, seat: Seat) -> tuple[Offer, ...]:
    """Everything this seat can do now, most used first; empty: nothing."""
    if table.wish is not None and table.wish[0] == seat:
        told = page_acts.wish_waits(table.wording.vocabulary, table.wish[1])
        return (Waits("wish", told, "leave-wish"),)
    found = (*_marks(table, seat),)
    if found:
        return found
    mine = [command for command in _possible(table) if command.seat == seat]
    return tuple(
        offer for offer in (*_turns(table, seat, mine), *_others(table, mine), *_back(table, seat)) if offer
    )


def _possible(table: GameMoment) -> Iterable[Command]:
    """Every command but claims; of hands that are not known here what takes nothing out of them."""
    if not table.evening.dealt_elsewhere:
        return legal(table.game.state, claims=False)
    state = replace(table.counts, hands={one: {} for one in table.game.state.seats})
    return (one for one in legal(state, claims=False) if isinstance(one, _OF_NO_HAND))


def early(table: GameMoment, seat: Seat) -> Marks | None:
    """With cards in hands: the tickets that this seat may enter before it is asked; None: not now."""
    state, v = table.game.state, table.wording.vocabulary
    if not takes_early_tickets(state):
        return None
    held = table.sealed.get(seat, ())
    folded = page_acts.entered_early(v, len(held))
    marked = frozenset(held or state.tickets[seat])
    tickets = _tickets(table, tickets_by_name(state))
    return Marks("own-tickets", "declare-tickets", tickets, 0, "settle", marked, folded)


def _marks(table: GameMoment, seat: Seat) -> Iterable[Offer]:
    state = table.game.state
    if table.evening.dealt_elsewhere:  # they are told and chosen where they are known
        return
    if seat in state.offered:
        least = state.keep_at_least
        yield Marks("choose-tickets", "keep-tickets", _tickets(table, state.offered[seat]), least, "keep")
    elif state.phase == "declaring" and seat not in state.declared:
        tickets = _tickets(table, tickets_by_name(state))
        marked = frozenset(state.tickets[seat])
        yield Marks("own-tickets", "declare-tickets", tickets, 0, "settle", marked)


def _tickets(table: GameMoment, tickets: Iterable[TicketId]) -> tuple[tuple[TicketId, str], ...]:
    v, state = table.wording.vocabulary, table.game.state
    return tuple((one, page_acts.ticket(v, state, one)) for one in tickets)


def _turns(table: GameMoment, seat: Seat, mine: Sequence[Command]) -> Iterable[Offer | None]:
    """What most turns are: cards, tickets, a claim."""
    v, state = table.wording.vocabulary, table.game.state
    yield _buttons("draw", ((one, _draw(table, one)) for one in mine if isinstance(one, DrawCard)))
    label = page_words.label(v.phrases, "take-tickets")
    yield _buttons("take-tickets", ((one, label) for one in mine if isinstance(one, DrawTickets)))
    known = not table.evening.dealt_elsewhere
    if known and state.phase == "turn" and state.to_move == seat and can_claim(state, seat):
        yield FurtherChoices("claim", "claim-route", CLAIM)
    if any(isinstance(one, Build) for one in mine):
        yield FurtherChoices("build", "build", BUILD)
    ends = [one for one in mine if isinstance(one, EndTurn | Pass)]
    if ends and state.phase == "turn":
        key: Label = "end-turn" if isinstance(ends[0], EndTurn) else "pass"
        yield _buttons(key, ((ends[0], page_words.label(v.phrases, key)),))


def _others(table: GameMoment, mine: Sequence[Command]) -> Iterable[Offer | None]:
    """What only some editions ask."""
    v = table.wording.vocabulary
    answers = [one for one in mine if isinstance(one, AnswerTunnel)]
    pays = ((one, v.payment(one.cards or ())) for one in answers if not one.decline)
    yield _select("tunnel", "tunnel-what", pays)
    give_up = page_words.label(v.phrases, "give-up")
    yield _buttons("give-up", ((one, give_up) for one in answers if one.decline))
    mixes = (one for one in mine if isinstance(one, ChoosePieces))
    yield _select(
        "pieces", "pieces-what", ((one, page_acts.mix(v, one.train, one.ship)) for one in mixes), "settle"
    )
    exchanges = (one for one in mine if isinstance(one, ExchangePieces))
    told = ((one, page_acts.exchanged(v, one.give, one.count)) for one in exchanges)
    yield _select("exchange", "exchange-what", told)
    loans = ((one, _loans(table, one)) for one in mine if isinstance(one, ChooseLoans))
    yield _select("loans", "loans", loans, "settle")


def _back(table: GameMoment, seat: Seat) -> Iterable[Offer | None]:
    """The last act, if it was this seat's and nothing was shown since."""
    game = table.game
    wish, last = Undo(seat=seat), last_act(game)
    if last is not None and last.seat == seat and isinstance(game.do(wish), tuple):
        yield _buttons("undo", ((wish, page_words.label(table.wording.vocabulary.phrases, "undo")),))


def _draw(table: GameMoment, wish: DrawCard) -> str:
    v, state = table.wording.vocabulary, table.game.state
    if wish.source == "row":
        place = wish.index or 0
        return page_acts.from_row(v, place + 1, state.row[place], wish.replace)
    counts = table.counts
    left = len(counts.ship_deck if wish.source == "ship-deck" else counts.deck)
    return page_acts.from_deck(v, wish.source, None if table.evening.uncounted else left)


def _loans(table: GameMoment, wish: ChooseLoans) -> str:
    v = table.wording.vocabulary
    nothing = page_words.label(v.phrases, "loans-what")
    lent = (
        page_acts.lent(v, v.city(city), nothing if route is None else v.route(route))
        for city, route in wish.loans.items()
    )
    return v.phrases.apart(lent)


def _buttons(heading: Label, found: Iterable[tuple[Command, str]]) -> Buttons | None:
    choices = tuple(Choice(command_to_json(command), name) for command, name in found)
    return Buttons(heading, choices) if choices else None


def _select(
    heading: Label, what: Label, found: Iterable[tuple[Command, str]], do: Label | None = None
) -> Select | None:
    choices = tuple(Choice(command_to_json(command), name) for command, name in found)
    return Select(heading, what, choices, do or heading) if choices else None
