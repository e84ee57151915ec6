"""The words of telling one's tickets, where cards are in hands."""

from typing import Final, assert_never

from announce.public import PublicState
from announce.talks.kit import aloud, fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Declare, DeclareBegins, EarlyTickets


@for_an_ear
def _offered(v: Vocabulary, mode: Declare, state: PublicState) -> Words:
    """Untracked: is this ticket held?"""
    p, ticket = v.phrases, mode.tickets[mode.index]
    facts: dict[str, str | int] = {
        "n": mode.index + 1,
        "count": len(mode.tickets),
        "ticket": v.ticket(ticket),
        "value": v.ticket_value(ticket),
        "marked": v.tickets(len(mode.held)),
    }
    if ticket in mode.held:
        return p.words(
            "{ticket}, {value}. {n} of {count}. Yours; Yes takes it away.",
            "{ticket}, {value}: yours.",
            "{ticket}, {value}. {n} of {count}. Yours; Yes takes it away. So far {marked}.",
            **facts,
        )
    return p.words(
        "{ticket}, {value}. {n} of {count}. Held?",
        "{ticket}, {value}?",
        "{ticket}, {value}. {n} of {count}. Held? Yes if you hold it, Forward goes on. So far {marked}.",
        **facts,
    )


@for_an_ear
def _early(v: Vocabulary, prompt: EarlyTickets, state: PublicState) -> Words:
    """Untracked: a seat enters its tickets before all are asked; nobody else may know."""
    p, marked = v.phrases, v.tickets(prompt.count)
    match prompt.stage:
        case "begins":
            return p.words(
                "yes marks a ticket, Forward goes on, No ends. Nobody else hears of it.", "mark your tickets."
            )
        case "ends" if prompt.count:
            return p.words("{marked} entered, told after the last turn.", "{marked} entered.", marked=marked)
        case "ends":
            return p.words("nothing entered: you are asked after the last turn.")
        case "no-ear":
            return p.words(
                "not aloud: enter your tickets on your page, or after the last turn.",
                "not aloud: on your page, or at the end.",
            )
        case _:
            assert_never(prompt.stage)


def _begins(v: Vocabulary, prompt: DeclareBegins, state: PublicState) -> Words:
    """Whose tickets are entered now, and how: nobody should say them aloud."""
    p, seat = v.phrases, v.seat(prompt.seat)
    return p.words(
        "{seat} enters its tickets now, by its own ear: Yes marks one, Forward goes on, No ends.",
        "{seat}: your tickets.",
        seat=seat,
    )


_WHERE: Final = fixed(
    "tickets of the game. Yes marks one as yours or unmarks it, No finishes.",
    "tickets of the game.",
)
TALK: Final = (
    in_an_ear(Declare, _offered, "ticket", where=_WHERE),
    aloud(DeclareBegins, _begins, "ticket", timbre=lambda prompt: prompt.seat),
    in_an_ear(EarlyTickets, _early, "ticket"),
)
