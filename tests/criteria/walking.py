"""Walks everything that the five buttons can reach from a place of the panel, by breadth."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from dialog import Effect, ListUndo, Mode, Panel, past_acts
from engine import Game
from tabletop import BUTTONS


@dataclass(frozen=True, slots=True)
class Reached:
    """What a press led to, and how many presses it took."""

    effect: Effect
    presses: int
    mode: Mode  # where the last press was made


def walk(panel: Panel, game: Game, *, most: int = 3000) -> Iterator[Reached]:
    """Every effect that can be reached without the game going on, nearest first."""
    queue: deque[tuple[Panel, int]] = deque([(panel, 0)])
    seen = {_place(panel)}
    while queue and len(seen) < most:
        here, presses = queue.popleft()
        for button in BUTTONS:
            there = _copy(here)
            effects = there.press(button, game.state, 100.0 + presses)
            for effect in effects:
                yield Reached(effect, presses + 1, here.mode)
                if isinstance(effect, ListUndo):
                    there.list_undo(past_acts(game)[:3])
            if _place(there) not in seen:
                seen.add(_place(there))
                queue.append((there, presses + 1))


def _place(panel: Panel) -> tuple[object, ...]:
    return panel.mode, tuple(panel._under), panel._told_where, panel.focus


def _copy(panel: Panel) -> Panel:
    twin = Panel()
    twin.mode, twin.focus = panel.mode, panel.focus
    twin._under, twin._told_where = list(panel._under), panel._told_where
    return twin
