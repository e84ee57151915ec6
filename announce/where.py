"""Where one is at the panel and what the buttons will do; and why a press can do nothing."""

from typing import assert_never

from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import NothingToDo, Where


def nothing_to_do(v: Vocabulary, prompt: NothingToDo) -> Words:
    """Why a press does nothing here."""
    p = v.phrases
    match prompt.why:
        case "over":
            return Words(p.sentence("nothing to do: the game is over. Ask tells the scores."))
        case "no-list":
            return Words(p.sentence("no list is open. Ask opens the questions."))
        case "no-seat":
            return Words(p.sentence("nobody of that colour plays."))
        case "no-history":
            return Words(p.sentence("nothing more was said in that direction."))
        case "closed":
            return Words(
                p.sentence("too late: what was asked is over. Nothing was done."),
                p.sentence("too late: that is over."),
            )
        case "late":
            return Words(
                p.sentence("that press came too late. Nothing was done."),
                p.sentence("the press came too late."),
            )
        case _:
            assert_never(prompt.why)


def where_words(v: Vocabulary, prompt: Where, state: PublicState, *, numbered: bool) -> Words:
    """What is open and what Yes and No do; `numbered`: which item of how many may be told here."""
    words = _place(v, prompt, state)
    if not numbered or prompt.count < 2:
        return words
    number = v.phrases.sentence("{n} of {count}.", n=prompt.index + 1, count=prompt.count)
    return Words(f"{number} {words.normal}", words.brief)


def _place(v: Vocabulary, prompt: Where, state: PublicState) -> Words:
    """Of lists and walks; what else there is, each function hands on to the next."""
    p = v.phrases
    match prompt.place:
        case "table":
            return _no_list(v, state)
        case "act":
            return Words(
                p.sentence("what to do this turn. Yes takes the item, No leaves the list."),
                p.sentence("what to do this turn."),
            )
        case "questions":
            return Words(
                p.sentence("questions. Yes hears the answer, No leaves the list; Ask once more: the board."),
                p.sentence("questions."),
            )
        case "named":
            return Words(
                p.sentence("what to ask about. Yes hears the answer, No leaves the list."),
                p.sentence("what to ask about."),
            )
        case "exploring":
            return Words(
                p.sentence(
                    "exploring. Touch a site with any token; Yes tells more, Forward walks on, No leaves."
                ),
                p.sentence("exploring. No leaves."),
            )
        case "letter" | "city" | "route":
            return Words(
                p.sentence("first letter, then name. Yes takes the item, No goes back a step."),
                p.sentence("a list of names."),
            )
        case "undo":
            return Words(
                p.sentence("what can be undone, newest first. Yes asks to undo, No leaves."),
                p.sentence("what can be undone, newest first."),
            )
        case _:
            return _card_place(v, prompt)


def _no_list(v: Vocabulary, state: PublicState) -> Words:
    p = v.phrases
    brief = p.sentence("no list is open.")
    if state.cards == "untracked":
        normal = p.sentence("no list is open. Set a token to claim; Yes ends the turn, No takes that back.")
    else:
        normal = p.sentence(
            "no list is open. Set a token to claim; Yes opens what can be done, No takes back."
        )
    return Words(normal, brief)


def _card_place(v: Vocabulary, prompt: Where) -> Words:
    """Cards and tickets."""
    p = v.phrases
    match prompt.place:
        case "tickets":
            return Words(p.sentence("your tickets. Yes keeps this one, No does not."))
        case "confirm":
            return Words(p.sentence("your choice of tickets. Yes settles it, No begins again."))
        case "row":
            return Words(
                p.sentence("cards of the row, then the deck. Yes takes the card, No goes back."),
                p.sentence("cards of the row."),
            )
        case "second-card":
            return Words(
                p.sentence("one card more. Yes takes the deck's, Forward reads the row, No waits."),
                p.sentence("one card more."),
            )
        case "refill":
            return Words(
                p.sentence("which deck fills the gap. Yes takes it, No goes back to the row."),
                p.sentence("which deck fills the gap."),
            )
        case "exchange":
            return Words(
                p.sentence("an exchange. Forward is one more, Yes does it, No leaves."),
                p.sentence("an exchange."),
            )
        case "payment":
            return Words(_payment(v, prompt), p.sentence("ways to pay."))
        case "tunnel":
            return Words(
                p.sentence("what the tunnel costs more. Yes pays, No gives it up."),
                p.sentence("what the tunnel costs more."),
            )
        case _:
            return _piece_place(v, prompt)


def _payment(v: Vocabulary, prompt: Where) -> str:
    p = v.phrases
    match prompt.building:
        case "station":
            return p.sentence("ways to pay. Yes pays, Forward is the next way, No leaves the station.")
        case "harbor":
            return p.sentence("ways to pay. Yes pays, Forward is the next way, No leaves the harbor.")
        case None:
            return p.sentence("ways to pay. Yes pays, Forward is the next way, No leaves the route.")


def _piece_place(v: Vocabulary, prompt: Where) -> Words:
    p = v.phrases
    match prompt.place:
        case "pieces":
            return Words(
                p.sentence("your trains and ships. Back and Forward change them, Yes settles it, No waits."),
                p.sentence("your trains and ships."),
            )
        case "left-over":
            return _left_over(v, prompt)
        case "whose":
            return Words(
                p.sentence("whose token it is. Yes takes the seat named, No names the next."),
                p.sentence("whose token it is."),
            )
        case "take-back":
            return _take_back(v, prompt)
        case "mending":
            return Words(
                p.sentence(
                    "putting the board right. Yes goes on, No skips a token; "
                    "Menu, Board help can change the game."
                ),
                p.sentence("putting the board right."),
            )
        case "board-right":
            return Words(
                p.sentence(
                    "changing the game to the board. Forward names each change, Yes does it, No leaves."
                ),
                p.sentence("changing the game to the board."),
            )
        case _:
            return _hearing_place(v, prompt)


def _left_over(v: Vocabulary, prompt: Where) -> Words:
    p = v.phrases
    brief = p.sentence("a token that was left.")
    if prompt.building is not None:
        return Words(p.sentence("a token that was left. Yes builds there, No does not; then lift it."), brief)
    return Words(p.sentence("a token that was left. Yes claims there, No does not; then lift it."), brief)


def _take_back(v: Vocabulary, prompt: Where) -> Words:
    p = v.phrases
    match prompt.building:
        case "station":
            return Words(
                p.sentence("taking a station back. Yes does it, No keeps the station."),
                p.sentence("taking a station back."),
            )
        case "harbor":
            return Words(
                p.sentence("taking a harbor back. Yes does it, No keeps the harbor."),
                p.sentence("taking a harbor back."),
            )
        case None:
            return Words(
                p.sentence("taking a claim back. Yes does it, No keeps the claim."),
                p.sentence("taking a claim back."),
            )


def _hearing_place(v: Vocabulary, prompt: Where) -> Words:
    """What is heard in steps, where, and how."""
    p = v.phrases
    match prompt.place:
        case "more":
            return Words(
                p.sentence("an answer in steps. Yes or Forward goes on, No leaves it."),
                p.sentence("an answer in steps."),
            )
        case "reading":
            return Words(
                p.sentence("the final scores, step by step. Yes goes on, No stops."),
                p.sentence("the final scores, step by step."),
            )
        case "pass-ear":
            return Words(
                p.sentence("the shared earphone. Yes by the seat that has it in, No keeps it where it is."),
                p.sentence("the shared earphone."),
            )
        case "for-whom":
            return Words(
                p.sentence("whose ear it is. Yes takes the seat named, No goes back."),
                p.sentence("whose ear it is."),
            )
        case "tune":
            return Words(
                p.sentence("a setting of the voice. Forward is more, Back is less, Yes or No leaves it."),
                p.sentence("a setting of the voice."),
            )
        case _:
            return _table_place(v, prompt)


def _table_place(v: Vocabulary, prompt: Where) -> Words:
    """Questions of the whole table."""
    p = v.phrases
    match prompt.place:
        case "declare":
            return Words(
                p.sentence("tickets of the game. Yes marks one as yours or unmarks it, No finishes."),
                p.sentence("tickets of the game."),
            )
        case "loans":
            return Words(
                p.sentence("what a station lends. Yes takes the route named, No goes back a station."),
                p.sentence("what a station lends."),
            )
        case "settle":
            return Words(
                p.sentence("an event that the table settles. Yes goes on, No begins again."),
                p.sentence("an event that the table settles."),
            )
        case "undo-sure":
            return Words(
                p.sentence("an undo. Yes undoes what was named, No keeps it."), p.sentence("an undo.")
            )
        case "phone":
            return Words(
                p.sentence("a phone that has joined. Yes keeps it, No puts it out."),
                p.sentence("a phone that has joined."),
            )
        case "news":
            return Words(
                p.sentence("an event card is to be read out. Yes when that is done, No waits."),
                p.sentence("an event card is to be read out."),
            )
        case "paused":
            return Words(p.sentence("a pause. Yes goes on with the game, No stays."), p.sentence("a pause."))
        case "stop":
            return Words(p.sentence("save and stop. Yes stops, No goes on."), p.sentence("save and stop."))
        case _:
            return Words(p.sentence("a question. Yes or No answers it."))
