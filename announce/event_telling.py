"""One event on its way to be told: which words, which short sound, and with what it is said together."""

from typing import Final, assert_never

from announce import act_words, card_words, home_words, optional_words
from announce.act_telling import Sentences, Telling, brings, has_room
from announce.announcement import Earcon
from announce.lasting import ROOM_S
from announce.scores import final_scores
from announce.talks.board_right import game_changed, settled_with
from announce.vocabulary import Vocabulary
from announce.words import Words, together
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
    PiecesRevealed,
    RouteClaimed,
    RowRefilled,
    RowTurned,
    Seat,
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


def one_event(telling: Telling, event: Event, seq: int) -> None:
    """Adds what is heard of one event; a kind that stands in no group here does not type-check."""
    match event:
        case GameStarted() | CardsDealt():
            pass  # told as one: dealt by `whole_acts`, untracked by the welcome
        case SourceLost() | SourceFound():
            pass  # told as the health of a device
        case HomeAway(home=home):
            telling.say(home_words.away(telling.v, home), "off", seq)
        case HomeBack(home=home):
            telling.say(home_words.back(telling.v, home), "right", seq)
        case RowTurned() | CardDrawn() | RowRefilled() | DeckShuffled() | CardsArranged():
            _of_cards(telling, event, seq)
        case TicketsDealt() | TicketsKept() | TicketsDeclared():
            _of_tickets(telling, event, seq)
        case TurnStarted() | TurnEnded() | TurnPassed() | FinalRoundStarted() | GameEnded():
            _of_turns(telling, event, seq)
        case RouteClaimed():
            _route_claimed(telling, event, seq)
        case Undone() | GameCorrected():
            _of_corrections(telling, event, seq)
        case _:
            _of_some_editions(telling, event, seq)


def _of_cards(
    telling: Telling, event: RowTurned | CardDrawn | RowRefilled | DeckShuffled | CardsArranged, seq: int
) -> None:
    match event:
        case RowTurned():
            _row_turned(telling, event, seq)
        case CardDrawn():
            _card_drawn(telling, event, seq)
        case RowRefilled():
            _row_refilled(telling, event, seq)
        case DeckShuffled():
            before = telling.before
            left = (
                len(before.deck) if before is not None and seq == before.seq + 1 else 0
            )  # else: drawn first
            telling.say(card_words.shuffled(telling.v, event, left), "deal", seq)
        case CardsArranged():
            telling.say(telling.v.phrases.words("the cards were arranged for a test."), None, seq)
        case _:
            assert_never(event)


def _of_tickets(telling: Telling, event: TicketsDealt | TicketsKept | TicketsDeclared, seq: int) -> None:
    match event:
        case TicketsDealt():
            telling.say(card_words.tickets_drawn(telling.v, event), "ticket", seq, event.seat)
        case TicketsKept():
            _tickets_kept(telling, event, seq)
        case TicketsDeclared():
            telling.say(card_words.tickets_told(telling.v, event), "ticket", seq, event.seat)
        case _:
            assert_never(event)


def _of_turns(
    telling: Telling, event: TurnStarted | TurnEnded | TurnPassed | FinalRoundStarted | GameEnded, seq: int
) -> None:
    match event:
        case TurnStarted():
            telling.mover = (event, seq)
        case TurnEnded():
            _turn_ended(telling, event, seq)
        case TurnPassed():
            _turn_passed(telling, event, seq)
        case FinalRoundStarted():
            _final_round(telling, event, seq)
        case GameEnded():
            _game_ended(telling, event, seq)
        case _:
            assert_never(event)


def _of_corrections(telling: Telling, event: Undone | GameCorrected, seq: int) -> None:
    match event:
        case Undone():
            _undone(telling, event, seq)
        case GameCorrected():
            telling.say(game_changed(telling.v, event, telling.after), "right", seq)
            for words in settled_with(telling.v, event, telling.before or telling.after):
                telling.say(words, None, seq)
        case _:
            assert_never(event)


def _of_some_editions(telling: Telling, event: OptionalEvent, seq: int) -> None:
    match event:
        case NewspaperTurned():
            telling.drawn = None  # what fills the gap is told after the event
            _optional(telling, event, seq)
        case EventTurned():
            telling.add(optional_words.happened(telling.v, event, telling.after), seq)
        case StationBuilt() | HarborBuilt():
            _built(telling, event, seq)
        case CoinsPaid() | CardGained() if brings(event, telling.claimer):
            _claim_brings(telling, event, seq)
        case CardGained():
            _optional(telling, event, seq, event.seat)
        case PiecesRevealed():
            first, *rest = optional_words.mixes_told(telling.v, event)
            telling.say(first, optional_words.EARCONS[PiecesRevealed], seq)
            for more in rest:
                telling.say(more, None, seq)
        case TunnelFailed():
            words = optional_words.given_up(telling.v, event, by_token=telling.by_token)
            telling.say(words, optional_words.EARCONS[TunnelFailed], seq)
        case _:
            _optional(telling, event, seq)


def _optional(telling: Telling, event: OptionalEvent, seq: int, timbre: Seat | None = None) -> None:
    words = optional_words.happened(telling.v, event, telling.after)
    telling.say(words, optional_words.EARCONS[type(event)], seq, timbre)


def _row_turned(telling: Telling, event: RowTurned, seq: int) -> None:
    if telling.public and telling.public[-1].earcon == "flush":
        telling.public.pop()  # the row went again at once: only the one that stays is read
    why = card_words.row_goes(telling.v, event)
    before = telling.public[-1].parts if telling.public else []
    if why is not None and why not in before:  # the row that stays may be the second at once
        if before and has_room(telling.v, [*before, why]):
            telling.add(why, seq)
        else:
            telling.say(why, None, seq)
    telling.say(card_words.row_turned(telling.v, event), "flush", seq)


def _tickets_kept(telling: Telling, event: TicketsKept, seq: int) -> None:
    v, p = telling.v, telling.v.phrases
    telling.say(card_words.tickets_kept(v, event), "ticket", seq, event.seat)
    if event.setup:
        if telling.after.offered:
            waiting = v.seats(telling.after.waiting_for())
            telling.add(p.words("waiting for {seats}.", "", seats=waiting), seq)
        else:
            telling.add(p.words("all have chosen.", ""), seq)


def _card_drawn(telling: Telling, event: CardDrawn, seq: int) -> None:
    v = telling.v
    deck = event.source != "row"
    words = (
        card_words.drawn(v, event, telling.after) if deck else card_words.taken(v, event, event.card, None)
    )
    telling.say(words, "card", seq, event.seat)
    telling.drawn = None if deck else (event, telling.public[-1])


def _row_refilled(telling: Telling, event: RowRefilled, seq: int) -> None:
    if telling.drawn is not None and telling.drawn[0].index == event.index:
        drawn, utterance = telling.drawn
        utterance.parts[-1] = card_words.taken(telling.v, drawn, drawn.card, event)
        telling.drawn = None
    elif telling.filled is not None and telling.filled is telling.public[-1]:
        telling.filled.parts = [card_words.row_now(telling.v, telling.after)]  # one gap after the other
        telling.filled.seq = seq
    else:
        telling.say(card_words.refilled(telling.v, event), "card", seq)
        telling.filled = telling.public[-1]


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
        told.append(act_words.to_move(telling.v, after.to_move))
    elif after.phase == "over":
        told.append(_over(telling.v))
    return ROOM_S - telling.v.phrases.lasts_s(*told)


def _built(telling: Telling, event: StationBuilt | HarborBuilt, seq: int) -> None:
    words = optional_words.happened(telling.v, event, telling.after)
    if telling.rebuilt:
        words = together([telling.v.phrases.words("corrected."), words])
    telling.say(words, optional_words.EARCONS[type(event)], seq, event.seat)


def _claim_brings(telling: Telling, event: CoinsPaid | CardGained, seq: int) -> None:
    """In the claim's own breath; all the cards that its large city brings are told as one."""
    if isinstance(event, CardGained) and event.why == "large-city":
        if telling.cards_told:
            return
        telling.cards_told = True
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
    given_back(telling, seq, None if event.route is None else after.to_move)


def given_back(telling: Telling, seq: int, told: Seat | None) -> None:
    """What else an undo leaves to be known and done; in a breath of its own where there is no room."""
    if telling.before is None:
        return
    for words in act_words.given_back(telling.v, telling.before, telling.after, told):
        if has_room(telling.v, [*telling.public[-1].parts, words]):
            telling.public[-1].parts.append(words)
        else:
            telling.say(words, "paper", seq)
