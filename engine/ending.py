"""How turns begin and end: the first one, the next one, the final round, the score."""

from typing import Literal

from engine.events import Event, FinalRoundStarted, GameEnded, TurnStarted
from engine.evolve import fold
from engine.scoring import final_scores
from engine.state import State
from engine.values import Seat

Why = Literal["final-round", "stuck"]


def first_turn(state: State) -> tuple[Event, ...]:
    """What follows when all is chosen: what an optional rule puts before the first turn, or that turn."""
    for mechanic in state.edition.asked["before_first_turn"]:
        events = mechanic.before_first_turn(state)
        if events:
            return tuple(events)
    return (TurnStarted(seat=state.seats[0], turn=1),)


def end_turn(state: State, seat: Seat, act: list[Event], supply_left: int | None = None) -> tuple[Event, ...]:
    """The events of an act and what follows from its end (US-51 to US-53).

    Args:
        state: before the act. `supply_left`: the seat's trains and ships after it, where they have changed.
    """
    turns_left, seats, end_at = state.turns_left, state.seats, state.settings.end_at
    if turns_left == 0:
        return _end_game(state, act, "final-round")
    if turns_left is None:
        left = state.trains[seat] if supply_left is None else supply_left
        if supply_left is None and left <= end_at:  # trains alone are enough nearly always
            left = state.supply(seat)
        if left <= end_at:
            turns = len(seats) * state.settings.end_turns
            act.append(FinalRoundStarted(seat=seat, trains_left=left, turns=turns))
    act.append(TurnStarted(seat=seats[seats.index(seat) + 1 - len(seats)], turn=state.turn + 1))
    return tuple(act)


def end_stuck(state: State, act: list[Event]) -> tuple[Event, ...]:
    """A whole round of passes ends the game (US-62)."""
    return _end_game(state, act, "stuck")


def _end_game(state: State, act: list[Event], why: Why) -> tuple[Event, ...]:
    if state.cards == "dealt" or state.declared.issuperset(state.seats):
        act += settled(fold(state, act), why)
    return tuple(act)


def settled(state: State, why: Why) -> tuple[Event, ...]:
    """After the last turn: what an optional rule still asks for, or the final score of the state."""
    for mechanic in state.edition.asked["before_score"]:
        events = mechanic.before_score(state, why)
        if events:
            return tuple(events)
    scores, winners = final_scores(state)
    return (GameEnded(why=why, scores=scores, winners=winners, held=dict(state.tickets)),)
