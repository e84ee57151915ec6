"""The words of choosing tickets, in the ear of the seat that does."""

from typing import Final

from announce.lasting import LONGEST_S
from announce.private import way_of
from announce.public import PublicState
from announce.talks.kit import fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Confirm, Tickets, TooFewKept
from engine import State

_NAMED = 2
"""So many tickets are named in one question; more are counted."""


@for_an_ear
def ticket_offered(v: Vocabulary, mode: Tickets, state: State) -> Words:
    """A ticket to keep or not, and how far it is."""
    p, ticket = v.phrases, mode.offered[mode.index]
    facts: dict[str, str | int] = {
        "n": mode.index + 1,
        "count": len(mode.offered),
        "ticket": v.ticket(ticket),
        "points": v.ticket_worth(state, ticket),
        "value": v.ticket_value(ticket),
        "way": way_of(v, state, mode.seat, ticket),
        "least": state.keep_at_least,
    }
    full = p.sentence(
        "{n} of {count}: {ticket}, {points}, {way}. Keep? Yes keeps, No does not; keep {least} or more.",
        **facts,
    )
    loss = v.game_map.tickets[ticket].penalty
    if loss is not None:  # it is not what the ticket would bring
        full = " ".join((full, p.sentence("not done: minus {loss}.", loss=loss)))
    if ticket in mode.kept:  # come back to: what is marked is told
        normal = p.sentence("{n} of {count}: {ticket}, {points}, {way}. Kept so far. Keep?", **facts)
        shorter = p.sentence("{n} of {count}: {ticket}, {points}. Kept so far. Keep?", **facts)
    elif mode.index == 0:
        normal = p.sentence("{n} of {count}: {ticket}, {points}, {way}. Keep? Keep {least} or more.", **facts)
        shorter = p.sentence("{n} of {count}: {ticket}, {points}. Keep? Keep {least} or more.", **facts)
    else:
        normal = p.sentence("{n} of {count}: {ticket}, {points}, {way}. Keep?", **facts)
        shorter = p.sentence("{n} of {count}: {ticket}, {points}. Keep?", **facts)
    brief = p.sentence("{ticket}, {value}. Keep?", **facts)
    alone = p.sentence("{n} of {count}: {ticket}, {points}. Keep?", **facts)  # a tour of many cities
    in_numbers = facts | {"points": facts["value"]}
    return Words(
        p.fitting(
            normal,
            shorter,
            p.fitting(
                alone, p.sentence("{n} of {count}: {ticket}, {points}. Keep?", **in_numbers), room_s=LONGEST_S
            ),
        ),
        brief,
        full,
    )


@for_an_ear
def _chosen(v: Vocabulary, mode: Confirm, state: PublicState) -> Words:
    """What is kept and what goes back."""
    p = v.phrases
    keep = [v.ticket(ticket) for ticket in mode.keep]
    back = [v.ticket(ticket) for ticket in mode.give_back]
    facts: dict[str, str | int] = {
        "keep": v.listing(keep) if len(keep) <= _NAMED else v.tickets(len(keep)),
        "back": v.listing(back) if len(back) <= _NAMED else v.tickets(len(back)),
        "kept": len(keep),
        "given": len(back),
    }
    if not back:
        facts["keep"] = v.listing(keep) if len(keep) <= _NAMED + 1 else v.tickets(len(keep))
        told = p.fitting(
            p.sentence("keep {keep}, give back none. Right?", **facts),
            p.sentence("keep {kept}, give back none. Right?", **facts),
        )
        return Words(told, p.sentence("keep {kept}, give back none?", **facts))
    told = p.fitting(
        p.sentence("keep {keep}, give back {back}. Right?", **facts),
        p.sentence("keep {keep}, give back {given}. Right?", **facts),
        p.sentence("keep {kept}, give back {given}. Right?", **facts),
    )
    return Words(told, p.sentence("keep {kept}, give back {given}?", **facts))


@for_an_ear
def _too_few(v: Vocabulary, prompt: TooFewKept, state: PublicState) -> Words:
    """The choice begins again."""
    p = v.phrases
    return Words(
        p.sentences(
            "at least {n} ticket must be kept. Once more from the first.",
            "at least {n} tickets must be kept. Once more from the first.",
            prompt.keep_at_least,
        ),
        p.sentence("keep {n} or more.", n=prompt.keep_at_least),
    )


_TICKETS_WHERE: Final = fixed("your tickets. Yes keeps this one, No does not.")
_CONFIRM_WHERE: Final = fixed("your choice of tickets. Yes settles it, No begins again.")
TALK: Final = (
    in_an_ear(Tickets, ticket_offered, "ticket", where=_TICKETS_WHERE),
    in_an_ear(Confirm, _chosen, "question", seat=lambda mode: mode.tickets.seat, where=_CONFIRM_WHERE),
    in_an_ear(TooFewKept, _too_few, "refuse"),
)
