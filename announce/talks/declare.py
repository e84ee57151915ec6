"""The words of telling one's tickets, where cards are in hands."""

from typing import Final, assert_never

from msgspec.structs import replace

from announce.public import PublicState
from announce.talks.kit import aloud, fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import CitiesTouched, Declare, DeclareBegins, EarlyTickets, NoneMarked, TicketsMarked
from dialog.declare import FEW
from engine import TicketId


@for_an_ear
def _offered(v: Vocabulary, mode: Declare, state: PublicState) -> Words:
    """Untracked: is this ticket held? Or: tickets of which letter?"""
    p, items = v.phrases, mode.items(v.game_map)
    facts: dict[str, str | int] = {"place": mode.index + 1, "all": len(items)}
    if mode.under is None:
        letter = items[mode.index]
        facts |= {"letter": letter, "marked": v.tickets(len(mode.held))}
        many = len(replace(mode, under=letter).items(v.game_map))
        return Words(
            p.sentences(
                "{letter}: {n} ticket. {place} of {all}.",
                "{letter}: {n} tickets. {place} of {all}.",
                many,
                **facts,
            ),
            p.sentence("{letter}?", **facts),
            p.sentences(
                "{letter}: {n} ticket. {place} of {all}. Yes names it, No ends. So far {marked}.",
                "{letter}: {n} tickets. {place} of {all}. Yes names them, No ends. So far {marked}.",
                many,
                **facts,
            ),
        )
    ticket = TicketId(items[mode.index])
    facts = {
        "n": mode.index + 1,
        "count": len(items),
        "ticket": v.ticket(ticket),
        "value": v.ticket_value(ticket),
        "marked": v.tickets(len(mode.held)),
    }
    if ticket in mode.held:
        brief = p.sentence("{ticket}, {value}: yours.", **facts)
        return Words(
            p.fitting(
                p.sentence("{ticket}, {value}. {n} of {count}. Yours; Yes takes it away.", **facts),
                p.sentence("{ticket}, {value}. Yours; Yes takes it away.", **facts),
                brief,
            ),
            brief,
            p.sentence(
                "{ticket}, {value}. {n} of {count}. Yours; Yes takes it away. So far {marked}.", **facts
            ),
        )
    return Words(
        p.fitting(
            p.sentence("{ticket}, {value}. {n} of {count}. Held?", **facts),
            p.sentence("{ticket}, {value}. Held?", **facts),
        ),
        p.sentence("{ticket}, {value}?", **facts),
        p.sentence(
            "{ticket}, {value}. {n} of {count}. Held? Yes if you hold it, Forward goes on. So far {marked}.",
            **facts,
        ),
    )


@for_an_ear
def _none(v: Vocabulary, mode: NoneMarked, state: PublicState) -> Words:
    """The list would end with nothing in it: is that right?"""
    return v.phrases.words(
        "no ticket is marked. Is that right? No goes back to the list.", "no ticket marked?"
    )


@for_an_ear
def _early(v: Vocabulary, prompt: EarlyTickets, state: PublicState) -> Words:
    """Untracked: a seat enters its tickets before all are asked; nobody else may know."""
    p, marked = v.phrases, v.tickets(prompt.count)
    match prompt.stage:
        case "begins":
            return p.words(
                "first letters, then names: Yes takes one, No ends. Nobody else hears of it.",
                "mark your tickets.",
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
    if len(state.game_map.tickets) > FEW:
        return p.words(
            "{seat} enters its tickets now, in private: first letters, then names; No ends.",
            "{seat}: your tickets.",
            seat=seat,
        )
    return p.words(
        "{seat} enters its tickets now, in private: Yes marks one, Forward goes on, No ends.",
        "{seat}: your tickets.",
        seat=seat,
    )


@for_an_ear
def _marked(v: Vocabulary, prompt: TicketsMarked, state: PublicState) -> Words:
    """What is marked by now, all of it where it has room beside the letter."""
    p, count = v.phrases, len(prompt.tickets)
    if not count:
        return p.words("nothing marked yet.")
    listed = p.apart(v.ticket(ticket) for ticket in prompt.tickets)
    counted = p.sentences("{n} ticket marked.", "{n} tickets marked.", count)
    return Words(p.fitting(p.sentence("marked: {listed}.", listed=listed), counted), counted)


@for_an_ear
def _touched(v: Vocabulary, prompt: CitiesTouched, state: PublicState) -> Words:
    """Which city was touched, of a route which two; the other city of the ticket is wanted now."""
    p, cities = v.phrases, v.listing([v.city(city) for city in prompt.cities])
    if prompt.none:
        return p.words("no ticket joins these. {cities}; touch the other city.", "{cities}.", cities=cities)
    return p.words("{cities}; touch the other city.", "{cities}.", cities=cities)


_WHERE: Final = fixed(
    "tickets of the game. Yes marks one as yours or unmarks it, No finishes.",
    "tickets of the game.",
)
_NONE_WHERE: Final = fixed(
    "tickets of the game. Yes ends the list as it is, No goes back to it.",
    "tickets of the game: Yes ends, No goes back.",
)
TALK: Final = (
    in_an_ear(Declare, _offered, "ticket", where=_WHERE),
    in_an_ear(NoneMarked, _none, "question", where=_NONE_WHERE),
    aloud(DeclareBegins, _begins, "ticket", timbre=lambda prompt: prompt.seat),
    in_an_ear(EarlyTickets, _early, "ticket"),
    in_an_ear(TicketsMarked, _marked),
    in_an_ear(CitiesTouched, _touched),
)
