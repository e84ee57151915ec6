"""The words of the table and its list of acts, and why a press can do nothing."""

from typing import Final, assert_never

from announce.public import PublicState
from announce.refusals.drawing import no_cards_left
from announce.talks.kit import aloud, fixed, in_an_ear, of_many, quiet
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import ActItem, Acts, AnotherChooses, NoCardsLeft, NothingToDo, Table, TokenComing, WaitingFor


@for_an_ear
def _act(v: Vocabulary, mode: Acts, state: PublicState) -> Words:
    p = v.phrases
    names: dict[ActItem, str] = {
        "deck": p.phrase("deck"),
        "train-deck": p.phrase("train deck"),
        "ship-deck": p.phrase("ship deck"),
        "row": p.phrase("row"),
        "tickets": p.phrase("tickets"),
        "station": p.phrase("station from the list"),
        "harbor": p.phrase("harbor from the list"),
        "exchange": p.phrase("exchange"),
        "claim": p.phrase("claim from the list"),
        "event": p.phrase("settle an event"),
        "pass": p.phrase("pass"),
    }
    return of_many(v, names[mode.items[mode.index]], mode.index, len(mode.items))


def _waiting(v: Vocabulary, prompt: WaitingFor, state: PublicState) -> Words:
    p, seats = v.phrases, v.seats(prompt.seats)
    match prompt.what:
        case "tickets":
            return p.words("waiting for the tickets of {seats}.", seats=seats)
        case "pieces":
            return p.words(
                "waiting for the trains and ships of {seats}.", "waiting for {seats}.", seats=seats
            )
        case "loans":
            return p.words(
                "waiting for what the stations of {seats} lend.", "waiting for {seats}.", seats=seats
            )


def _no_cards(v: Vocabulary, prompt: NoCardsLeft, state: PublicState) -> Words:
    return no_cards_left(v, tickets=prompt.tickets)


def _nothing(v: Vocabulary, prompt: NothingToDo, state: PublicState) -> Words:
    """Why a press does nothing here."""
    p = v.phrases
    match prompt.why:
        case "over":
            return p.words("nothing to do: the game is over. Ask tells the scores.")
        case "no-list":
            return p.words("no list is open. Ask opens the questions.")
        case "no-seat":
            return p.words("nobody of that colour plays.")
        case "no-history":
            return p.words("nothing more was said in that direction.")
        case "closed":
            return p.words("too late: what was asked is over. Nothing was done.", "too late: that is over.")
        case "late":
            return p.words("that press came too late. Nothing was done.", "the press came too late.")
        case _:
            assert_never(prompt.why)


def _coming(v: Vocabulary, prompt: TokenComing, state: PublicState) -> Words:
    site = v.site(prompt.site)
    return v.phrases.words("the token on {route} comes first.", "first the token on {route}.", route=site)


def _another(v: Vocabulary, prompt: AnotherChooses, state: PublicState) -> Words:
    """Said to all: who presses here may be either of the two."""
    return v.phrases.words(
        "{seat} has a choice open. Its own button goes on with it.",
        "{seat} has a choice open.",
        seat=v.seat(prompt.seat),
    )


def _table_where(v: Vocabulary, mode: Table, state: PublicState) -> Words:
    p = v.phrases
    brief = p.sentence("no list is open.")
    if state.cards == "untracked":
        normal = p.sentence("no list is open. Set a token to claim; Yes ends the turn, No takes that back.")
    else:
        normal = p.sentence(
            "no list is open. Set a token to claim; Yes opens what can be done."
            " No undoes nothing, the menu does."
        )
    return Words(normal, brief)


_ACTS_WHERE: Final = fixed(
    "what to do this turn. Yes takes the item, No leaves the list.",
    "what to do this turn.",
)
TALK: Final = (
    quiet(Table, _table_where),
    in_an_ear(Acts, _act, where=_ACTS_WHERE),
    aloud(NoCardsLeft, _no_cards, "refuse"),
    aloud(WaitingFor, _waiting, "wait"),
    aloud(NothingToDo, _nothing),
    aloud(AnotherChooses, _another, "refuse"),
    aloud(TokenComing, _coming, "wait"),
)
