"""The cells of the table and its lists of acts and questions, and what all cells are made of."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar, assert_never, cast

from dialog.choices import (
    NoCardsLeft,
    NothingToChoose,
)
from dialog.effects import (
    Answer,
    Do,
    EarBack,
    Edge,
    Effect,
    History,
    ListTickets,
    ListUndo,
    Mend,
    OfTheEvening,
    ReadScores,
    Say,
    TakeBackTurn,
    TuneVoice,
)
from dialog.modes import (
    Acts,
    Cards,
    Exploring,
    ForWhom,
    Mode,
    Named,
    Paused,
    Questions,
    Reading,
    Second,
    StopSure,
    Table,
    Tune,
)
from dialog.offers import (
    CARD_ITEMS,
    PARENT,
    act_items,
    ask_items,
    exchanges,
    letters_of,
    refill,
    settling,
)
from dialog.prompts import (
    REGIONS,
    Question,
    WaitingFor,
)
from dialog.saying import mode_prompt, size, where
from engine import Deck, DrawCard, DrawTickets, EndTurn, Pass, Seat, State

Effects = tuple[Effect, ...]
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Step:
    """What a press leads to. `mode` None: what was open before the question is open again."""

    mode: Mode | None
    effects: Effects = ()


Cell = Callable[[M, State, Seat], Step]


@dataclass(frozen=True, kw_only=True)  # no slots: a generic class that is called notes what it is of
class Row(Generic[M]):
    """What the four buttons that depend on the mode do in one mode."""

    yes: Cell[M]
    no: Cell[M]
    back: Cell[M]
    forward: Cell[M]


def into(mode: Mode, state: State, before: Effects = ()) -> Step:
    """Go to a place and say it."""
    prompt = mode_prompt(mode, state)
    return Step(mode, before if prompt is None else (*before, Say(prompt)))


def back(mode: Any, state: State, asker: Seat) -> Step:
    """One item back in a list that wraps."""
    return _walk(mode, state, -1)


def forward(mode: Any, state: State, asker: Seat) -> Step:
    """One item on in a list that wraps."""
    return _walk(mode, state, +1)


def _walk(mode: Any, state: State, step: int) -> Step:
    """The join has the edge sound."""
    count, target = size(mode, state), mode.index + step
    edge: Effects = () if 0 <= target < count else (Edge(),)
    return into(cast(Mode, replace(mode, index=target % max(count, 1))), state, edge)


def older(mode: Any, state: State, asker: Seat) -> Step:
    """History, one utterance back; what is open stays."""
    return Step(mode, (History(-1),))


def newer(mode: Any, state: State, asker: Seat) -> Step:
    """History, one utterance on."""
    return Step(mode, (History(+1),))


def tell_place(mode: Any, state: State, asker: Seat) -> Step:
    """It cannot be left: where one is."""
    return Step(mode, (Say(where(mode, state)),))


def say_again(mode: Any, state: State, asker: Seat) -> Step:
    """Nothing to walk to: the same again."""
    return into(mode, state)


# The table


def begin(mode: Table, state: State, asker: Seat) -> Step:
    """Yes at the table: end an untracked turn, or open what the phase offers."""
    if state.phase == "over":
        return Step(Reading(0), (ReadScores(0),))
    if state.to_move is None:
        return Step(mode, (Say(waiting(state)),))
    if state.cards == "untracked":
        return Step(mode, (Do(EndTurn(seat=state.to_move)),))
    items = act_items(state)
    if not items:
        return Step(mode, (Say(NothingToChoose(seat=state.to_move)),))
    why: Effects = () if CARD_ITEMS & set(items) else (Say(NoCardsLeft(tickets="tickets" in items)),)
    return into(Acts(items), state, why)


def take_back(mode: Table, state: State, asker: Seat) -> Step:
    """No in silence takes back an end of turn; when the game is over it asks for a new one."""
    if state.phase == "over":
        return into(StopSure(over=True), state)
    return Step(mode, (TakeBackTurn(),))


def waiting(state: State) -> WaitingFor:
    """For whom the table waits while nobody is to move."""
    match state.phase:
        case "pieces":
            return WaitingFor(seats=state.waiting_for(), what="pieces")
        case "loans":
            return WaitingFor(seats=state.waiting_for(), what="loans")
        case _:
            return WaitingFor(seats=state.waiting_for(), what="tickets")


# The list of acts


def leave_acts(mode: Acts, state: State, asker: Seat) -> Step:
    """Back to the table, with the words whose turn it is."""
    return Step(Table(), (Answer("turn", asker),))


def take_act(mode: Acts, state: State, asker: Seat) -> Step:
    """Do it, or open what it needs to know."""
    mover, item = state.to_move or asker, mode.items[mode.index]
    match item:
        case "deck" | "train-deck" | "ship-deck":
            return Step(mode, (Do(DrawCard(seat=mover, source=item)),))
        case "row":
            return into(Cards(), state)
        case "tickets":
            return Step(mode, (Do(DrawTickets(seat=mover)),))
        case "pass":
            return Step(mode, (Do(Pass(seat=mover)),))
        case "claim" | "station" | "harbor":
            letters = letters_of(state, mover, "claim" if item == "claim" else "build")
            return (
                Step(mode, (Say(NothingToChoose(seat=mover)),)) if letters is None else into(letters, state)
            )
        case "exchange":
            return into(exchanges(state), state)
        case "event":
            return into(settling(state), state)
        case _:
            assert_never(item)


# The lists of questions


def leave_questions(mode: Questions, state: State, asker: Seat) -> Step:
    """One level up; from the uppermost back to the table."""
    parent = PARENT.get(mode.level)
    if parent is None:
        return Step(None, (Answer("turn", asker),))
    items = ask_items(state, parent)
    at = next((n for n, item in enumerate(items) if item == mode.level), 0)
    return into(Questions(items, at, parent), state)


def take_question(mode: Questions, state: State, asker: Seat) -> Step:
    """Answer it, and leave the list open; or open the list that it is; or do it."""
    item = mode.items[mode.index]
    match item:
        case "mine" | "supplies" | "board" | "menu" | "help" | "voice" | "news" | "others":
            return into(Questions(ask_items(state, item), 0, item), state)
        case "since" | "story" | "statistics" | "cut" | "earcons":
            return Step(mode, (OfTheEvening(item, asker),))
        case "route" | "pay" | "city":
            letters = letters_of(state, asker, item)
            return into(mode if letters is None else letters, state)
        case "region":
            return into(Named("region", REGIONS), state)
        case (
            "rate" | "volume" | "level" | "own-level" | "sounds"
            | "say-turns" | "say-claims" | "say-cards" | "say-tickets" | "say-money" | "say-mended"
        ):  # fmt: skip
            return Step(Tune(item), (TuneVoice(item, 0, asker),))
        case "explore":
            return into(Exploring(asker), state)
        case "holdings":
            return into(Named("holdings", state.seats), state)
        case "for-whom":
            return into(ForWhom(state.seats), state)
        case "undo":
            return Step(mode, (ListUndo(),))
        case "own-tickets":
            return Step(mode, (ListTickets(asker),))
        case "acts":
            items = act_items(state)
            if not items:
                return Step(mode, (Say(NothingToChoose(seat=asker)),))
            return into(Acts(items), state)
        case "pause":
            return into(Paused(), state)
        case "stop":
            return into(StopSure(), state)
        case "ear-back":
            return Step(None, (EarBack(),))
        case "rebuild":
            return Step(None, (Mend("compare"),))
        case "board-right":
            return Step(mode, (Mend("board-right"),))
        case _:
            question: Question = item
            return Step(mode, (Answer(question, asker),))


# Cards


def take_card(mode: Cards, state: State, asker: Seat) -> Step:
    """This card of the row, or a deck's; with two decks a gap asks from which it is filled."""
    mover, beyond = state.to_move or asker, mode.index - len(state.row)
    if beyond >= 0:
        return Step(mode, (Do(DrawCard(seat=mover, source=state.edition.decks[beyond])),))
    which = refill(state, mode.index)
    if which is not None:
        return into(which, state)
    return Step(mode, (Do(DrawCard(seat=mover, source="row", index=mode.index)),))


def leave_cards(mode: Cards, state: State, asker: Seat) -> Step:
    """Back to what the row was opened from."""
    return into(Second() if state.phase == "second-card" else Acts(act_items(state)), state)


def blind_second(mode: Second, state: State, asker: Seat) -> Step:
    """The second card from the deck, of two decks from that of trains."""
    deck: Deck = state.edition.decks[0]
    return Step(mode, (Do(DrawCard(seat=state.to_move or asker, source=deck)),))


def first_card(mode: Second, state: State, asker: Seat) -> Step:
    """Read the row from its first card."""
    return into(Cards(), state)


def last_deck(mode: Second, state: State, asker: Seat) -> Step:
    """The end of the row: the deck, of two decks that of ships."""
    return into(Cards(len(state.row) + len(state.edition.decks) - 1), state)
