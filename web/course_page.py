"""PURE: how a game went: its score line by line, the longest path drawn, points turn by turn, its story."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from announce import Deed, ScoreTable, map_words, page_words
from engine import Seat, TurnStarted, longest_trail, position_of, score_position
from table.board_drawing import as_path, number
from table.moment import GameMoment, words
from web.map_page import Look, map_view
from web.markup import Html, large, tag, together

_WIDE: Final = 900.0
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


def scores(table: GameMoment) -> Html | None:
    """The score by its lines, who wins; None: the game is not over."""
    state = table.game.state
    if state.result is None:
        return None
    score = score_position(position_of(state), load_map=lambda _: state.game_map)
    heads, rows = ScoreTable(table.wording.language).cells(score)
    head = tag("tr", (tag("th", large(one), scope="col", role="columnheader") for one in heads), role="row")
    lines = (
        tag(
            "tr",
            tag("th", large(table.wording.vocabulary.introduced(seat)), scope="row", role="rowheader"),
            (
                tag("td", cell, role="cell", data_of=large(told))
                for told, cell in zip(heads[1:], cells, strict=True)
            ),
            role="row",
        )
        for seat, cells in zip(state.seats, rows, strict=True)
    )
    told = words(table.wording.scores(state))
    return together(
        tag("p", told[-1]) if told else None,
        tag(
            "table",
            tag("thead", head, role="rowgroup"),
            tag("tbody", *lines, role="rowgroup"),
            class_="numbers",
            role="table",
            aria_labelledby="scores-heading",
        ),
    )


def trail(table: GameMoment, version: str) -> Html | None:
    """The longest path of all on the board, and in words; None: nobody has a route, or there is no board."""
    v, state = table.wording.vocabulary, table.game.state
    routes = state.game_map.routes
    found = [
        (longest_trail(routes[one] for one in state.routes_of(seat)), -place, seat)
        for place, seat in enumerate(state.seats)
    ]
    (length, path), _, seat = max(found, key=lambda one: (one[0][0], one[1]))
    picture = map_view(table, None, Look(show=f"trail:{seat}"), version, bare=True)
    if not path or picture is None:
        return None
    return together(tag("p", map_words.trail(v, seat, length, path)), picture)


def points(table: GameMoment, deeds: Sequence[Deed]) -> Html | None:
    """The points turn by turn as lines, and the same as a table; None: no turn is over yet."""
    course = _course(table, deeds)
    if len(course.turns) < 2:
        return None
    v = table.wording.vocabulary
    summary = page_words.label(v.phrases, "points-as-table")
    twin = tag("details", tag("summary", summary), _table(table, course), id="points-table")
    return together(_chart(table, course), twin)


def story(table: GameMoment, deeds: Sequence[Deed]) -> Html:
    """The game in a minute."""
    return together(tag("p", sentence) for sentence in words(table.wording.story(deeds)))


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


def _chart(table: GameMoment, course: _Course) -> Html:
    v = table.wording.vocabulary
    most = max(max(points) for points in course.points.values()) or 1
    least = min(0, *(min(points) for points in course.points.values()))
    last = course.turns[-1] or 1

    def at(turn: int, value: int) -> tuple[float, float]:
        x = _LEFT + (_WIDE - _LEFT - 30) * turn / last
        return x, 20 + (_HIGH - _BELOW - 20) * (most - value) / (most - least)

    marks = sorted({least, 0, most, most // 2})
    grid = together(
        tag("path", d=as_path((at(0, value), at(last, value)), fine=10), class_="grid") for value in marks
    )
    scale = together(
        tag(
            "text",
            str(value),
            x=number(_LEFT - 8),
            y=number(at(0, value)[1]),
            text_anchor="end",
            class_="value",
        )
        for value in marks
    )
    below = (
        tag(
            "text",
            str(turn),
            x=number(at(turn, least)[0]),
            y=number(_HIGH - _BELOW + 8),
            text_anchor="middle",
            class_="turn",
        )
        for turn in (0, last // 2, last)
    )
    lines = together(
        tag(
            "path",
            tag("title", v.seat(seat)),
            d=as_path((at(turn, value) for turn, value in zip(course.turns, values, strict=True)), fine=10),
            class_=f"course {seat}",
            stroke_dasharray=_DASHES[place % len(_DASHES)] or None,
        )
        for place, (seat, values) in enumerate(course.points.items())
    )
    key = tag("ul", (_key(table, seat, place) for place, seat in enumerate(course.points)), class_="key")
    title = page_words.label(v.phrases, "points-by-turn")
    chart = tag(
        "svg",
        tag("title", title),
        grid,
        scale,
        *below,
        lines,
        viewBox=f"0 0 {number(_WIDE)} {number(_HIGH)}",
        class_="chart",
        role="img",
    )
    return tag("figure", chart, tag("figcaption", key), class_="map")


def _key(table: GameMoment, seat: Seat, place: int) -> Html:
    line = tag("path", d="M2 8h44", class_=f"course {seat}", stroke_dasharray=_DASHES[place] or None)
    sample = tag("svg", line, viewBox="0 0 48 16", class_="sample", aria_hidden="true")
    return tag("li", sample, " ", table.wording.vocabulary.seat(seat))


def _table(table: GameMoment, course: _Course) -> Html:
    v = table.wording.vocabulary
    step = max(1, -(-len(course.turns) // _ROWS))
    shown = sorted({*range(0, len(course.turns), step), len(course.turns) - 1})
    head = tag(
        "tr",
        tag("th", page_words.label(v.phrases, "turn-number"), scope="col"),
        (tag("th", v.seat(seat), scope="col") for seat in course.points),
    )
    rows = (
        tag(
            "tr",
            tag("th", str(course.turns[place]), scope="row"),
            (tag("td", str(values[place])) for values in course.points.values()),
        )
        for place in shown
    )
    return tag("table", tag("thead", head), tag("tbody", *rows))
