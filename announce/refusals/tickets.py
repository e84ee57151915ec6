"""Tickets: which are drawn, kept or entered, and when."""

from collections.abc import Mapping
from typing import Final

from announce.public import PublicState
from announce.refusals.reply import RefusalWords, RefusedCommand
from announce.words import Message, Words
from engine import DeclareTickets, KeepTickets, Reason, Refusal


def _keep_more(at: RefusedCommand) -> Words:
    p, least = at.p, at.refusal.need or at.state.keep_at_least
    return Words(
        p.sentences(
            "not chosen: at least {n} ticket must be kept. Choose again.",
            "not chosen: at least {n} tickets must be kept. Choose again.",
            least,
        ),
        p.sentence("keep {n} or more. Choose again.", n=least),
    )


def _wait(at: RefusedCommand) -> Words:
    seats = at.v.seats(tuple(seat for seat in at.state.seats if seat in at.state.offered))
    return at.words(
        "{what}: the choice of tickets is not over; waiting for {seats}. {now}",
        "waiting for {seats}.",
        seats=seats,
    )


def _plain_unknown(state: PublicState, refusal: Refusal) -> str:
    command, known = refusal.command, state.game_map.tickets
    named = command.tickets if isinstance(command, KeepTickets | DeclareTickets) else ()
    missing = next((ticket for ticket in named if ticket not in known), None)
    if missing is None:
        return "One of these tickets is not in this edition's deck."
    return f"There is no ticket {ascii(missing)[:60]} on this map."


TICKETS: Final[Mapping[Reason, RefusalWords]] = {
    Reason.KEEP_MORE_TICKETS: RefusalWords(
        public=_keep_more,
        plain=lambda state, no: f"At least {no.need} of the tickets must be kept, not {no.have}.",
        choosing=True,
    ),
    Reason.TICKET_NOT_OFFERED: RefusalWords(
        public=Message(
            "not chosen: one of them was not dealt to you. Choose from yours.",
            "one is not yours. Choose again.",
        ),
        plain="One of these tickets was not among those dealt.",
        choosing=True,
    ),
    Reason.TICKET_TWICE: RefusalWords(
        public=Message(
            "{what}: one ticket is named twice. Name each once.", "one ticket twice. Name each once."
        ),
        plain="One ticket is named twice.",
        choosing=True,
    ),
    Reason.NO_SUCH_TICKET: RefusalWords(
        public=Message(
            "{what}: there is no such ticket. Choose from the list.", "no such ticket. Choose again."
        ),
        plain=_plain_unknown,
        choosing=True,
    ),
    Reason.NOTHING_TO_CHOOSE: RefusalWords(
        public=Message(
            "{what}: you have no tickets to choose from. Draw some on your turn.",
            "you have no tickets to choose from.",
        ),
        plain="There are no tickets to choose from, and tickets kept stay kept.",
        choosing=True,
    ),
    Reason.NO_TICKETS_LEFT: RefusalWords(
        public=Message(
            "no tickets drawn: their deck is empty. Claim a route or draw cards.", "no tickets left to draw."
        ),
        plain="No tickets are left to draw.",
    ),
    Reason.CHOOSE_TICKETS_FIRST: RefusalWords(
        public=lambda at: Words(
            at.first(at.sentence("{what}: {seat} still chooses tickets. Choose them first.")),
            at.sentence("{seat}: choose tickets first."),
        ),
        plain="Choose which tickets to keep first.",
    ),
    Reason.WAIT_FOR_TICKETS: RefusalWords(
        public=_wait, plain="Nobody acts before all seats have chosen their tickets."
    ),
}
