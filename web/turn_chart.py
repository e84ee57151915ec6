"""PURE: points drawn turn by turn, as lines; and the same as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from announce import Deed, page_words
from engine import Seat, TurnStarted
from table.board_drawing import as_path, number
from table.moment import GameMoment
from web.figures_table import figures_table
from web.markup import Html, large, tag, together

_WIDE: Final = 900.0  # of the lines' own picture
_HIGH: Final = 360.0
_LEFT: Final = 60.0
_BELOW: Final = 40.0
_DASHES: Final = ("", "14 6", "4 5", "14 5 3 5", "8 8")
"""Each seat's line has its own, for who does not see its colour."""
_ROWS: Final = 12  # of the table of points, at most


@dataclass(frozen=True, slots=True)
class _Course:
    """The points of each seat at the end of each turn."""

    turns: tuple[int, ...]
    points: dict[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Scale:
    """From a turn and its points to a place in the picture; `turns` are the last one's number."""

    turns: int
    least: int
    most: int

    def at(self, turn: int, points: int) -> tuple[float, float]:
        x = _LEFT + (_WIDE - _LEFT - 30) * turn / self.turns
        return x, 20 + (_HIGH - _BELOW - 20) * (self.most - points) / (self.most - self.least)


def by_turn(table: GameMoment, deeds: Sequence[Deed]) -> Html | None:
    """The points turn by turn as lines, and the same as a table; None: no turn is over yet."""
    course = _course(table, deeds)
    if len(course.turns) < 2:
        return None
    step = max(1, -(-len(course.turns) // _ROWS))
    shown = sorted({*range(0, len(course.turns), step), len(course.turns) - 1})
    rows = ((str(course.turns[one]), [values[one] for values in course.points.values()]) for one in shown)
    first = page_words.label(table.wording.vocabulary.phrases, "turn-number")
    return together(_lines(table, course), figures_table(table, "points-table", first, rows))


def _course(table: GameMoment, deeds: Sequence[Deed]) -> _Course:
    seats = table.game.state.seats
    turns: list[int] = []
    found: dict[Seat, list[int]] = {seat: [] for seat in seats}
    turn = 0
    for events, after in deeds:
        begun = [event.turn for event in events if isinstance(event, TurnStarted)]
        over = after.phase == "over"
        if not begun and not over:
            continue
        worth = after.coins or after.points
        if after.result is not None:
            worth = {line.seat: line.total for line in after.result.scores}
        turns.append(turn)
        for seat in seats:
            found[seat].append(worth[seat])
        turn = begun[-1] if begun else turn + 1
    return _Course(tuple(turns), {seat: tuple(points) for seat, points in found.items()})


def turns_heading(table: GameMoment) -> page_words.Label:
    """What is drawn: points, or dollars where these are played for."""
    return "dollars-by-turn" if table.game.state.coins else "points-by-turn"


def _lines(table: GameMoment, course: _Course) -> Html:
    v = table.wording.vocabulary
    most = max(max(points) for points in course.points.values()) or 1
    least = min(0, *(min(points) for points in course.points.values()))
    scale = _Scale(course.turns[-1] or 1, least, most)
    key = (_line_key(table, seat, place) for place, seat in enumerate(course.points))
    chart = tag(
        "svg",
        tag("title", page_words.label(v.phrases, turns_heading(table))),
        _points_marked(scale),
        _turns_marked(scale),
        (_line(table, course, scale, place, seat) for place, seat in enumerate(course.points)),
        viewBox=f"0 0 {number(_WIDE)} {number(_HIGH)}",
        class_="chart",
        role="img",
    )
    return tag("figure", chart, tag("figcaption", tag("ul", *key, class_="key")), class_="map")


def _points_marked(scale: _Scale) -> Html:
    """Level lines, and at their left ends how many points they stand for."""
    marks = sorted({scale.least, 0, scale.most, scale.most // 2})
    grid = (
        tag("path", d=as_path((scale.at(0, value), scale.at(scale.turns, value)), fine=10), class_="grid")
        for value in marks
    )
    left = number(_LEFT - 8)
    told = (
        tag("text", str(value), x=left, y=number(scale.at(0, value)[1]), text_anchor="end", class_="value")
        for value in marks
    )
    return together(*grid, *told)


def _turns_marked(scale: _Scale) -> Html:
    """The first, the middle and the last turn, below."""
    y = number(_HIGH - _BELOW + 8)
    return together(
        tag("text", str(turn), x=number(scale.at(turn, 0)[0]), y=y, text_anchor="middle", class_="turn")
        for turn in (0, scale.turns // 2, scale.turns)
    )


def _line(table: GameMoment, course: _Course, scale: _Scale, place: int, seat: Seat) -> Html:
    points = zip(course.turns, course.points[seat], strict=True)
    return tag(
        "path",
        tag("title", table.wording.vocabulary.seat(seat)),
        d=as_path((scale.at(turn, value) for turn, value in points), fine=10),
        class_=f"course {seat}",
        stroke_dasharray=_DASHES[place % len(_DASHES)] or None,
    )


def _line_key(table: GameMoment, seat: Seat, place: int) -> Html:
    line = tag("path", d="M2 8h44", class_=f"course {seat}", stroke_dasharray=_DASHES[place] or None)
    sample = tag("svg", line, viewBox="0 0 48 16", class_="sample", aria_hidden="true")
    return tag("li", sample, " ", large(table.wording.vocabulary.seat(seat)))
