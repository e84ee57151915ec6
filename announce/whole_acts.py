"""What happened, told to everyone: the events of one act become one utterance."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from announce import act_words, home_words, optional_words
from announce.act_telling import Sentences, Telling
from announce.announcement import Announcement, Earcon
from announce.lasting import LONGEST_S, ROOM_S
from announce.public import PublicState
from announce.scores import final_scores
from announce.talks.board_right import game_changed, settled_with
from announce.talks.undo import undone_far
from announce.vocabulary import Vocabulary
from announce.words import Words, tell, together
from engine import (
    CardDrawn,
    CardGained,
    CardsArranged,
    CardsDealt,
    CoinsPaid,
    DeckShuffled,
    Event,
    EventTurned,
    FinalRoundStarted,
    GameCorrected,
    GameEnded,
    GameStarted,
    HarborBuilt,
    HomeAway,
    HomeBack,
    NewspaperTurned,
    OptionalEvent,
    RouteClaimed,
    RouteId,
    RowRefilled,
    RowTurned,
    Seat,
    SeatScore,
    SourceFound,
    SourceLost,
    StationBuilt,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
    TunnelFailed,
    TurnEnded,
    TurnPassed,
    TurnStarted,
    Undone,
)

_NEWS: Final[tuple[Earcon, ...]] = ("flip", "deal")
"""Of its own, before a claim: the cards that a tunnel turns, a new deck."""


def told(
    v: Vocabulary,
    before: PublicState | None,
    events: tuple[Event, ...],
    after: PublicState,
    first_seq: int,
    opened: tuple[SeatScore, ...] = (),
    *,
    by_token: bool = True,
) -> tuple[Announcement, ...]:
    """What everyone hears of one act (or of several that belong together).

    `events` as everybody may see them (`announce.public.shown`); `first_seq` is the number of the first of
    them; `opened`: every seat's tickets, when the act ends the game; `by_token`: a token stands for it.
    """
    brought = [event for event in events if _brought(event)]
    cards = sum(isinstance(event, CardGained) for event in brought)
    slid, built = slid_from(events), rebuilt(events)
    telling = Telling(v, before, after, opened, slid, built, bool(brought), cards, by_token)
    started = any(isinstance(event, GameStarted) for event in events)
    if started and after.cards == "dealt":
        _set_up(telling, first_seq + len(events) - 1)
        events = tuple(event for event in events if isinstance(event, TurnStarted))
        first_seq = after.seq
    far = tuple(event for event in events if isinstance(event, Undone))
    if len(far) > 1 and slid is None and not built:
        _undone_far(telling, far, first_seq + len(far) - 1)
        events, first_seq = events[len(far) :], first_seq + len(far)
    for seq, event in enumerate(events, first_seq):
        _event(telling, event, seq)
    _next_mover(telling)
    public = [
        tell(
            "everyone",
            _in_a_breath(v, one.parts),
            one.earcon,
            urgency=one.urgency,
            timbre=one.timbre,
            seq=one.seq,
        )
        for one in telling.public
    ]
    public += _running_low(telling, events, first_seq)
    undone = [event.to + 1 for event in (*far, *events) if isinstance(event, Undone)]
    if undone and public:
        public[0] = replace(public[0], undoes=min(undone))
    return (*public, *telling.scores)


def _in_a_breath(v: Vocabulary, parts: Sequence[Words]) -> Words:
    """One utterance; where it would be too long, what comes after the act itself is told briefly."""
    said = list(parts)
    for n in range(len(said) - 1, 0, -1):
        if _has_room(v, said):
            break
        said[n] = replace(said[n], normal=said[n].shortest or said[n].normal)
    return together(said)


def _has_room(v: Vocabulary, parts: Sequence[Words]) -> bool:
    return v.phrases.lasts_s(together(parts).normal) <= LONGEST_S


def _running_low(telling: Telling, events: tuple[Event, ...], first_seq: int) -> list[Announcement]:
    """Once a seat, into the silence after a claim: it has little left, the last round is not far."""
    before, after = telling.before, telling.after
    if before is None or after.turns_left is not None or after.phase == "over":
        return []
    least = after.settings.end_at
    return [
        tell("everyone", act_words.little_left(telling.v, after, event.seat), urgency="ambient", seq=seq)
        for seq, event in enumerate(events, first_seq)
        if isinstance(event, RouteClaimed)
        and _left(before, event.seat) > least + act_words.SOON >= _left(after, event.seat) > least
    ]


def _left(state: PublicState, seat: Seat) -> int:
    return state.trains[seat] + state.ships.get(seat, 0)


def slid_from(events: tuple[Event, ...]) -> RouteId | None:
    """The route of a claim that this very act takes back and makes elsewhere."""
    match [event for event in events if isinstance(event, Undone | RouteClaimed)]:
        case [*_, Undone(route=old, seat=seat), RouteClaimed(seat=claimer)] if seat == claimer:
            return old
        case _:
            return None


def rebuilt(events: tuple[Event, ...]) -> bool:
    """Whether the act takes a building back for another one or a route, or a route for a building."""
    done = Undone | StationBuilt | HarborBuilt | RouteClaimed
    match [event for event in events if isinstance(event, done)]:
        case [*_, Undone(seat=seat), StationBuilt(seat=builder) | HarborBuilt(seat=builder)]:
            return seat == builder
        case [*_, Undone(route=None, seat=seat), RouteClaimed(seat=builder)]:
            return seat == builder
        case _:
            return False


def _brought(event: Event) -> bool:
    """True for what a claim brings its seat by itself: a company's dollars, a card for a large city."""
    return isinstance(event, CoinsPaid | CardGained) and event.why in ("company", "large-city")


def _event(telling: Telling, event: Event, seq: int) -> None:
    match event:
        case GameStarted() | CardsDealt():
            pass  # told as one: dealt by `_set_up`, untracked by the welcome
        case SourceLost() | SourceFound():
            pass  # told as the health of a device
        case HomeAway(home=home):
            telling.say(home_words.away(telling.v, home), "off", seq)
        case HomeBack(home=home):
            telling.say(home_words.back(telling.v, home), "right", seq)
        case RowTurned():
            _row_turned(telling, event, seq)
        case TicketsDealt():
            telling.say(act_words.tickets_drawn(telling.v, event), "ticket", seq, event.seat)
        case TicketsKept():
            _tickets_kept(telling, event, seq)
        case TurnStarted():
            telling.mover = (event, seq)
        case CardDrawn():
            _card_drawn(telling, event, seq)
        case RowRefilled():
            _row_refilled(telling, event, seq)
        case DeckShuffled():
            telling.say(act_words.shuffled(telling.v, event), "deal", seq)
        case RouteClaimed():
            _route_claimed(telling, event, seq)
        case TurnEnded():
            _turn_ended(telling, event, seq)
        case TurnPassed():
            _turn_passed(telling, event, seq)
        case FinalRoundStarted():
            _final_round(telling, event, seq)
        case TicketsDeclared():
            telling.say(act_words.tickets_told(telling.v, event), "ticket", seq, event.seat)
        case GameEnded():
            _game_ended(telling, event, seq)
        case Undone():
            _undone(telling, event, seq)
        case GameCorrected():
            telling.say(game_changed(telling.v, event, telling.after), "right", seq)
            for words in settled_with(telling.v, event, telling.before or telling.after):
                telling.say(words, None, seq)
        case CardsArranged():
            words = telling.v.phrases.words("the cards were arranged for a test.")
            telling.say(words, None, seq)
        case NewspaperTurned():
            telling.drawn = None  # what fills the gap is told after the event
            _optional(telling, event, seq)
        case EventTurned():
            telling.add(optional_words.happened(telling.v, event, telling.after), seq)
        case StationBuilt() | HarborBuilt():
            _built(telling, event, seq)
        case CoinsPaid() | CardGained() if _brought(event):
            _claim_brings(telling, event, seq)
        case CardGained():
            _optional(telling, event, seq, event.seat)
        case TunnelFailed():
            words = optional_words.given_up(telling.v, event, by_token=telling.by_token)
            telling.say(words, optional_words.EARCONS[TunnelFailed], seq)
        case _:
            _optional(telling, event, seq)


def _optional(telling: Telling, event: OptionalEvent, seq: int, timbre: Seat | None = None) -> None:
    words = optional_words.happened(telling.v, event, telling.after)
    telling.say(words, optional_words.EARCONS[type(event)], seq, timbre)


def _set_up(telling: Telling, seq: int) -> None:
    """All that is dealt before the first turn: one utterance, or the row behind it."""
    each = telling.after.hand_size(telling.after.seats[0])
    told, *row = act_words.dealt(telling.v, telling.after, each)
    telling.say(told, "deal", seq)
    for words in row:
        telling.say(words, None, seq)


def _row_turned(telling: Telling, event: RowTurned, seq: int) -> None:
    if telling.public and telling.public[-1].earcon == "flush":
        telling.public.pop()  # the row went again at once: only the one that stays is read
    telling.say(act_words.row_turned(telling.v, event), "flush", seq)


def _tickets_kept(telling: Telling, event: TicketsKept, seq: int) -> None:
    v, p = telling.v, telling.v.phrases
    telling.say(act_words.tickets_kept(v, event), "ticket", seq, event.seat)
    if event.setup:
        if telling.after.offered:
            waiting = v.seats(act_words.waiting_for(telling.after))
            telling.add(p.words("waiting for {seats}.", "", seats=waiting), seq)
        else:
            telling.add(p.words("all have chosen.", ""), seq)


def _card_drawn(telling: Telling, event: CardDrawn, seq: int) -> None:
    v = telling.v
    deck = event.source != "row"
    words = act_words.drawn(v, event, telling.after) if deck else act_words.taken(v, event, event.card, None)
    telling.say(words, "card", seq, event.seat)
    telling.drawn = None if deck else (event, telling.public[-1])


def _row_refilled(telling: Telling, event: RowRefilled, seq: int) -> None:
    if telling.drawn is not None and telling.drawn[0].index == event.index:
        drawn, utterance = telling.drawn
        utterance.parts[-1] = act_words.taken(telling.v, drawn, drawn.card, event)
        telling.drawn = None
    else:
        telling.say(act_words.refilled(telling.v, event), "card", seq)


def _route_claimed(telling: Telling, event: RouteClaimed, seq: int) -> None:
    v = telling.v
    if telling.moved_from is None:
        if telling.rebuilt:
            telling.add(v.phrases.words("corrected."), seq)
        _claimed(telling, event, seq)
    else:
        telling.add(act_words.corrected(v, event, telling.moved_from, short=telling.paying), seq)
    said = telling.public[-1]
    said.earcon, said.timbre, said.seq = "claim", event.seat, seq
    if not telling.paying:
        said.parts.extend(_chores(telling, event))


def _chores(telling: Telling, event: RouteClaimed) -> list[Words]:
    """On a board with one token a route: how many tokens of the seat leave the table with its claim."""
    v = telling.v
    if telling.after.settings.tokens_per_route != "one":
        return []
    laid = 1 if telling.moved_from is None else v.game_map.routes[telling.moved_from].length
    stood = telling.before is not None and telling.before.owners.get(event.route) == event.seat
    box = (1 if stood else event.length) - laid  # it had claimed already: only the other one's come back
    return [act_words.to_the_box(v, box)] if box else []


def _claimed(telling: Telling, event: RouteClaimed, seq: int) -> None:
    """The claim itself, as long as what is told with it leaves room for."""
    v = telling.v
    if telling.public and telling.public[-1].earcon in _NEWS:
        telling.public.append(Sentences([]))
    if event.cards is not None and v.game_map.routes[event.route].kind == "tunnel":
        telling.add(act_words.dug(v, event), seq)
        return
    telling.add(act_words.claimed(v, event, short=telling.paying, room_s=_room_s(telling)), seq)


def _room_s(telling: Telling) -> float:
    """How long a claim may be, beside what was said before it and who is next."""
    after, said = telling.after, telling.public[-1:]
    told = [part.normal for one in said for part in one.parts]
    if after.to_move is not None:
        told.append(act_words.next_to_move(telling.v, after, after.to_move, after.turn).normal)
    elif after.phase == "over":
        told.append(_over(telling.v))
    return ROOM_S - telling.v.phrases.lasts_s(*told)


def _built(telling: Telling, event: StationBuilt | HarborBuilt, seq: int) -> None:
    words = optional_words.happened(telling.v, event, telling.after)
    if telling.rebuilt:
        words = together([telling.v.phrases.words("corrected."), words])
    telling.say(words, optional_words.EARCONS[type(event)], seq, event.seat)


def _claim_brings(telling: Telling, event: CoinsPaid | CardGained, seq: int) -> None:
    """In the claim's own breath; all the cards that it brings are told as one."""
    if isinstance(event, CardGained) and telling.cards_told:
        return
    telling.cards_told = isinstance(event, CardGained)
    words = optional_words.brought(telling.v, event, telling.cards)
    telling.add_to_claim(words, seq)


def _turn_ended(telling: Telling, event: TurnEnded, seq: int) -> None:
    p, seat = telling.v.phrases, telling.v.seat(event.seat)
    telling.say(p.words("{seat}: no claim.", "no claim.", seat=seat), "turn", seq)


def _turn_passed(telling: Telling, event: TurnPassed, seq: int) -> None:
    p, seat = telling.v.phrases, telling.v.seat(event.seat)
    words = p.words("{seat} can do nothing and passes.", "{seat} passes.", seat=seat)
    telling.say(words, "turn", seq)


def _final_round(telling: Telling, event: FinalRoundStarted, seq: int) -> None:
    """A breath of its own, right behind the act that brings it: nothing comes between the two."""
    for said in telling.public:
        said.urgency = "assertive"
    telling.say(act_words.last_round(telling.v, event, telling.after), "last", seq, urgency="assertive")


def _game_ended(telling: Telling, event: GameEnded, seq: int) -> None:
    p = telling.v.phrases
    over = _over(telling.v)
    if event.why == "stuck":
        telling.add(Words(p.sentence("nobody can do anything more: the game is over."), over), seq)
    else:
        telling.add(Words(over), seq)
    telling.scores.extend(final_scores(telling.v, event, telling.after, telling.opened, seq))


def _over(v: Vocabulary) -> str:
    return v.phrases.sentence("the game is over.")


def _undone(telling: Telling, event: Undone, seq: int) -> None:
    after = telling.after
    if telling.moved_from is not None or telling.rebuilt:
        return  # told with the claim that the token has slid to
    telling.say(act_words.undone(telling.v, event, after), "lift", seq, after.to_move)


def _undone_far(telling: Telling, undone: tuple[Undone, ...], seq: int) -> None:
    """Several acts at once, in one utterance."""
    after = telling.after
    telling.say(undone_far(telling.v, undone, after), "lift", seq, after.to_move)


def _next_mover(telling: Telling) -> None:
    """Who is next closes the act: in the claim's own utterance, else in the last one."""
    v, after = telling.v, telling.after
    if telling.mover is None:
        known = telling.before is not None and telling.before.phase in ("declaring", "loans", "over")
        if after.phase == "declaring" and not known:
            p = v.phrases
            words = p.words("the last turn is over. Enter your tickets now.", "enter your tickets.")
            telling.add(words, after.seq)
        return
    event, seq = telling.mover
    words = act_words.next_to_move(v, after, event.seat, event.turn)
    acts = [said for said in telling.public if said.earcon in ("claim", "last")]
    if acts:
        acts[-1].parts.append(Words(words.normal))  # a claim's full words have no room for the turn's
    elif telling.public and _has_room(v, [*telling.public[-1].parts, words]):
        telling.public[-1].parts.append(words)
    else:
        telling.say(words, "turn", seq, event.seat)
    if len(telling.public) == 1 and telling.public[0].earcon == "turn" and len(telling.public[0].parts) == 2:
        ended = telling.public[0]  # a turn without news: at the level brief only who is next
        ended.parts[0] = Words(ended.parts[0].normal, "", ended.parts[0].full)
        ended.timbre = event.seat
