"""The words of choosing tickets and, untracked, of telling them."""

from typing import assert_never

from announce.private import way_of
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import DeclareBegins, DeclareOffered, EarlyTickets, TicketOffered, TicketsChosen, TooFewKept
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


@for_an_ear
def early_tickets(v: Vocabulary, prompt: EarlyTickets) -> Words:
    """Untracked: a seat enters its tickets before all are asked; nobody else may know."""
    p, marked = v.phrases, v.tickets(prompt.count)
    match prompt.stage:
        case "begins":
            return Words(
                p.sentence("yes marks a ticket, Forward goes on, No ends. Nobody else hears of it."),
                p.sentence("mark your tickets."),
            )
        case "ends" if prompt.count:
            return Words(
                p.sentence("{marked} entered, told after the last turn.", marked=marked),
                p.sentence("{marked} entered.", marked=marked),
            )
        case "ends":
            return Words(p.sentence("nothing entered: you are asked after the last turn."))
        case "no-ear":
            return Words(
                p.sentence("not aloud: enter your tickets on your page, or after the last turn."),
                p.sentence("not aloud: on your page, or at the end."),
            )
        case _:
            assert_never(prompt.stage)


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
