"""The words of choosing tickets and, untracked, of telling them."""

from announce.private import way_of
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import DeclareBegins, DeclareOffered, TicketOffered, TicketsChosen, TooFewKept
from engine import State

_NAMED = 2
"""So many tickets are named in one question; more are counted."""


@for_an_ear
def ticket_offered(v: Vocabulary, prompt: TicketOffered, state: State) -> Words:
    """A ticket to keep or not, and how far it is."""
    p = v.phrases
    facts: dict[str, str | int] = {
        "n": prompt.index + 1,
        "count": prompt.count,
        "ticket": v.ticket(prompt.ticket),
        "points": v.ticket_worth(state, prompt.ticket),
        "value": v.ticket_value(prompt.ticket),
        "way": way_of(v, state, prompt.seat, prompt.ticket),
        "least": prompt.keep_at_least,
    }
    full = p.sentence(
        "{n} of {count}: {ticket}, {points}, {way}. Keep? Yes keeps, No does not; keep {least} or more.",
        **facts,
    )
    loss = v.game_map.tickets[prompt.ticket].penalty
    if loss is not None:  # it is not what the ticket would bring
        full = " ".join((full, p.sentence("not done: minus {loss}.", loss=loss)))
    return Words(
        p.sentence("{n} of {count}: {ticket}, {points}, {way}. Keep?", **facts),
        p.sentence("{ticket}, {value}. Keep?", **facts),
        full,
    )


@for_an_ear
def tickets_chosen(v: Vocabulary, prompt: TicketsChosen) -> Words:
    """What is kept and what goes back."""
    p = v.phrases
    keep = [v.ticket(ticket) for ticket in prompt.keep]
    back = [v.ticket(ticket) for ticket in prompt.give_back]
    facts: dict[str, str | int] = {
        "keep": v.listing(keep) if len(keep) <= _NAMED else v.tickets(len(keep)),
        "back": v.listing(back) if len(back) <= _NAMED else v.tickets(len(back)),
        "kept": len(keep),
        "given": len(back),
    }
    if not back:
        facts["keep"] = v.listing(keep) if len(keep) <= _NAMED + 1 else v.tickets(len(keep))
        return Words(
            p.sentence("keep {keep}, give back none. Right?", **facts),
            p.sentence("keep {kept}, give back none?", **facts),
        )
    return Words(
        p.sentence("keep {keep}, give back {back}. Right?", **facts),
        p.sentence("keep {kept}, give back {given}?", **facts),
    )


@for_an_ear
def too_few_kept(v: Vocabulary, prompt: TooFewKept) -> Words:
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


@for_an_ear
def declare_offered(v: Vocabulary, prompt: DeclareOffered) -> Words:
    """Untracked: is this ticket held?"""
    p = v.phrases
    facts: dict[str, str | int] = {
        "n": prompt.index + 1,
        "count": prompt.count,
        "ticket": v.ticket(prompt.ticket),
        "value": v.ticket_value(prompt.ticket),
        "marked": v.tickets(prompt.marked),
    }
    if prompt.held:
        return Words(
            p.sentence("{ticket}, {value}. {n} of {count}. Yours; Yes takes it away.", **facts),
            p.sentence("{ticket}, {value}: yours.", **facts),
            p.sentence(
                "{ticket}, {value}. {n} of {count}. Yours; Yes takes it away. So far {marked}.", **facts
            ),
        )
    return Words(
        p.sentence("{ticket}, {value}. {n} of {count}. Held?", **facts),
        p.sentence("{ticket}, {value}?", **facts),
        p.sentence(
            "{ticket}, {value}. {n} of {count}. Held? Yes if you hold it, Forward goes on. So far {marked}.",
            **facts,
        ),
    )


def declare_begins(v: Vocabulary, prompt: DeclareBegins) -> Words:
    """Whose tickets are entered now, and how: nobody should say them aloud."""
    p, seat = v.phrases, v.seat(prompt.seat)
    return Words(
        p.sentence(
            "{seat} enters its tickets now, by its own ear: Yes marks one, Forward goes on, No ends.",
            seat=seat,
        ),
        p.sentence("{seat}: your tickets.", seat=seat),
    )
