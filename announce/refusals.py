"""No, in words: what is not done, why, and what can be done now. The words never blame.

A reason that would tell what a hand holds is its seat's only (`announce.hand_reasons`); the table hears one
fixed sentence.
"""

from collections.abc import Callable
from typing import Final, assert_never

from announce.announcement import Announcement
from announce.claim_refusals import claim_reason
from announce.optional_refusals import OPTIONAL_REASONS, optional_reason
from announce.public import PublicState
from announce.talks.draw import no_cards_left
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import (
    AcceptBoard,
    AnswerTunnel,
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
    Reason,
    Refusal,
    ResolveEvent,
    Undo,
)

_IN_THE_EAR = frozenset(
    {
        Reason.KEEP_MORE_TICKETS,
        Reason.TICKET_NOT_OFFERED,
        Reason.TICKET_TWICE,
        Reason.NO_SUCH_TICKET,
        Reason.NO_SUCH_ROW_CARD,
        Reason.LOCOMOTIVE_ONLY_FIRST,
        Reason.NOTHING_TO_CHOOSE,
        Reason.NO_SUCH_CARD,
    }
)
"""About a choice that its seat makes in its ear; the table has heard nothing of it."""


def refused(v: Vocabulary, refusal: Refusal, state: PublicState) -> tuple[Announcement, ...]:
    """A refusal, to everyone or to its seat; of a secret reason only the one fixed sentence."""
    seat = refusal.command.seat
    if refusal.secret:
        return (tell("everyone", _secret(v, refusal), "refuse", urgency="assertive", timbre=seat),)
    audience = seat if refusal.reason in _IN_THE_EAR and seat in state.seats else "everyone"
    return (tell(audience, _REASONS[refusal.reason](v, refusal, state), "refuse", urgency="assertive"),)


def _secret(v: Vocabulary, refusal: Refusal) -> Words:
    p = v.phrases
    return Words(
        p.sentence(
            "not claimed. {seat} hears why. Lift the token, please.", seat=v.seat(refusal.command.seat)
        ),
        p.sentence("not claimed. Lift it."),
    )


def _what(v: Vocabulary, command: Command) -> str:
    p = v.phrases
    match command:
        case ClaimRoute():
            return p.phrase("not claimed")
        case DrawCard():
            return p.phrase("not drawn")
        case DrawTickets():
            return p.phrase("no tickets drawn")
        case KeepTickets():
            return p.phrase("not chosen")
        case EndTurn():
            return p.phrase("not ended")
        case DeclareTickets():
            return p.phrase("not entered")
        case Pass():
            return p.phrase("not passed")
        case Undo():
            return p.phrase("not taken back")
        case AcceptBoard():
            return p.phrase("not changed")
        case ChoosePieces() | ChooseLoans():
            return p.phrase("not chosen")
        case AnswerTunnel():
            return p.phrase("not paid")
        case BuildStation() | BuildHarbor():
            return p.phrase("not built")
        case ExchangePieces():
            return p.phrase("not exchanged")
        case ResolveEvent():
            return p.phrase("not settled")
        case _:
            assert_never(command)


def _now(v: Vocabulary, command: Command) -> str:
    """What everybody can do about it: a token goes, anything else waits."""
    p = v.phrases
    if isinstance(command, ClaimRoute):
        return p.sentence("lift the token.")
    return p.sentence("wait, please.")


def _first(v: Vocabulary, command: Command, why: str) -> str:
    """A reason that says itself what comes first; a token is to be lifted all the same."""
    return f"{why} {_now(v, command)}" if isinstance(command, ClaimRoute) else why


def _facts(v: Vocabulary, command: Command) -> dict[str, str | int]:
    return {"seat": v.seat(command.seat), "what": _what(v, command), "now": _now(v, command)}


def _ticket_choice(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
    p, facts = v.phrases, _facts(v, refusal.command)
    match refusal.reason:
        case Reason.KEEP_MORE_TICKETS:
            least = refusal.need or state.keep_at_least
            return Words(
                p.sentences(
                    "not chosen: at least {n} ticket must be kept. Choose again.",
                    "not chosen: at least {n} tickets must be kept. Choose again.",
                    least,
                ),
                p.sentence("keep {n} or more. Choose again.", n=least),
            )
        case Reason.TICKET_NOT_OFFERED:
            return Words(
                p.sentence("not chosen: one of them was not dealt to you. Choose from yours."),
                p.sentence("one is not yours. Choose again."),
            )
        case Reason.TICKET_TWICE:
            return Words(
                p.sentence("{what}: one ticket is named twice. Name each once.", **facts),
                p.sentence("one ticket twice. Name each once."),
            )
        case Reason.NO_SUCH_TICKET:
            return Words(
                p.sentence("{what}: there is no such ticket. Choose from the list.", **facts),
                p.sentence("no such ticket. Choose again."),
            )
        case _:
            return Words(
                p.sentence("{what}: you have no tickets to choose from. Draw some on your turn.", **facts),
                p.sentence("you have no tickets to choose from."),
            )


def _ticket_time(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
    p, command, facts = v.phrases, refusal.command, _facts(v, refusal.command)
    match refusal.reason:
        case Reason.NO_TICKETS_LEFT:
            return Words(
                p.sentence("no tickets drawn: their deck is empty. Claim a route or draw cards."),
                p.sentence("no tickets left to draw."),
            )
        case Reason.CHOOSE_TICKETS_FIRST:
            return Words(
                _first(
                    v,
                    command,
                    p.sentence("{what}: {seat} still chooses tickets. Choose them first.", **facts),
                ),
                p.sentence("{seat}: choose tickets first.", **facts),
            )
        case _:
            waiting = tuple(seat for seat in state.seats if seat in state.offered)
            facts["seats"] = v.seats(waiting)
            return Words(
                p.sentence("{what}: the choice of tickets is not over; waiting for {seats}. {now}", **facts),
                p.sentence("waiting for {seats}.", **facts),
            )


def _piles(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
    p, command = v.phrases, refusal.command
    match refusal.reason:
        case Reason.NO_CARDS_LEFT:
            return no_cards_left(v, tickets=len(state.ticket_deck) > 0)
        case Reason.DECK_EMPTY:
            return Words(
                p.sentence("not drawn: the deck is empty. Take a card of the row."),
                p.sentence("deck empty. Take from the row."),
            )
        case Reason.NO_SUCH_ROW_CARD:
            index = command.index if isinstance(command, DrawCard) else None
            if index is None or index < 0:
                return Words(
                    p.sentence("not drawn: no card of the row was named. Choose one, or the deck."),
                    p.sentence("no card was named. Choose one."),
                )
            return Words(
                p.sentence(
                    "not drawn: the row has no number {n} now. Choose another, or the deck.", n=index + 1
                ),
                p.sentence("no number {n}. Choose another.", n=index + 1),
            )
        case _:
            return Words(
                p.sentence("a face-up locomotive only as first card. Take another card, or the deck.")
                if len(state.edition.decks) == 1
                else p.sentence("a face-up wild card only as first card. Take another card, or a deck."),
                p.sentence("first card only. Choose again."),
            )


def _cards(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
    p, command, facts = v.phrases, refusal.command, _facts(v, refusal.command)
    match refusal.reason:
        case Reason.TAKE_SECOND_CARD:
            return Words(
                _first(
                    v,
                    command,
                    p.sentence("{what}: {seat} has drawn one card. Take the second first.", **facts),
                ),
                p.sentence("take the second card first."),
            )
        case Reason.CARDS_NOT_TRACKED:
            return Words(
                p.sentence(
                    "{what}: in this game the cards are in your hands. Use them, then press Yes.", **facts
                ),
                p.sentence("the cards are in your hands."),
            )
        case _:
            return Words(
                p.sentence("{what}: in this game I deal the cards. Yes opens what can be done.", **facts),
                p.sentence("I deal the cards. Press Yes."),
            )


def _turn(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
    p, facts = v.phrases, _facts(v, refusal.command)
    match refusal.reason:
        case Reason.NOT_YOUR_TURN:
            return _not_your_turn(v, refusal, state, facts)
        case Reason.NO_SUCH_SEAT:
            facts["seats"] = v.seats(state.seats)
            return Words(
                p.sentence("{what}: {seat} does not play. The seats are {seats}. {now}", **facts),
                p.sentence("{seat} does not play. {now}", **facts),
            )
        case Reason.GAME_OVER:
            return Words(
                p.sentence("{what}: the game is over. Ask tells the scores.", **facts),
                p.sentence("the game is over."),
            )
        case Reason.CAN_STILL_ACT:
            return Words(
                p.sentence(
                    "not passed: {seat} can still do something. Claim, draw or take tickets.", **facts
                ),
                p.sentence("{seat} can still act.", **facts),
            )
        case Reason.NOTHING_TO_UNDO:
            return Words(
                p.sentence("not taken back: nothing has been done yet. Play goes on."),
                p.sentence("nothing to take back."),
            )
        case _:
            return Words(
                p.sentence("not taken back: cards were shown since. The whole table must agree first."),
                p.sentence("cards were shown since. Ask the table."),
            )


def _not_your_turn(v: Vocabulary, refusal: Refusal, state: PublicState, facts: dict[str, str | int]) -> Words:
    p = v.phrases
    holder = refusal.holder or state.to_move
    if holder is None:
        return Words(p.sentence("not yet, {seat}: nobody is to move now. {now}", **facts))
    facts = {**facts, "holder": v.seat(holder)}
    normal = p.sentence("not yet, {seat}: {holder} is to move. {now}", **facts)
    brief = p.sentence("{holder} to move.", **facts)
    if isinstance(refusal.command, ClaimRoute):
        normal = p.sentence("not yet, {seat}: {holder} is to move. Lift your token.", **facts)
        brief = p.sentence("{holder} to move. Lift it.", **facts)
    if state.cards == "untracked":
        normal = " ".join((normal, p.sentence("did {holder} finish? Yes.", **facts)))
    return Words(normal, brief)


def _optional(v: Vocabulary, refusal: Refusal, state: PublicState) -> Words:
    return optional_reason(v, refusal, _facts(v, refusal.command))


_Why = Callable[[Vocabulary, Refusal, PublicState], Words]
_REASONS: Final[dict[Reason, _Why]] = {
    Reason.NOT_YOUR_TURN: _turn,
    Reason.NO_SUCH_SEAT: _turn,
    Reason.GAME_OVER: _turn,
    Reason.CAN_STILL_ACT: _turn,
    Reason.NOTHING_TO_UNDO: _turn,
    Reason.SHOWN_SINCE: _turn,
    Reason.KEEP_MORE_TICKETS: _ticket_choice,
    Reason.TICKET_NOT_OFFERED: _ticket_choice,
    Reason.TICKET_TWICE: _ticket_choice,
    Reason.NO_SUCH_TICKET: _ticket_choice,
    Reason.NOTHING_TO_CHOOSE: _ticket_choice,
    Reason.NO_TICKETS_LEFT: _ticket_time,
    Reason.CHOOSE_TICKETS_FIRST: _ticket_time,
    Reason.WAIT_FOR_TICKETS: _ticket_time,
    Reason.NO_CARDS_LEFT: _piles,
    Reason.DECK_EMPTY: _piles,
    Reason.NO_SUCH_ROW_CARD: _piles,
    Reason.LOCOMOTIVE_ONLY_FIRST: _piles,
    Reason.TAKE_SECOND_CARD: _cards,
    Reason.CARDS_NOT_TRACKED: _cards,
    Reason.CARDS_ARE_DEALT: _cards,
    Reason.ROUTE_TAKEN: claim_reason,
    Reason.OWN_DOUBLE: claim_reason,
    Reason.DOUBLE_ROUTE_CLOSED: claim_reason,
    Reason.TOO_FEW_TRAINS: claim_reason,
    Reason.NO_SUCH_ROUTE: claim_reason,
    Reason.NO_SUCH_CARD: claim_reason,
    Reason.OFF_THE_BOARD: claim_reason,
    Reason.TOO_FEW_SHIPS: claim_reason,
    **dict.fromkeys(OPTIONAL_REASONS, _optional),
}
"""Every reason that is not secret; a test fails when one is missing."""
