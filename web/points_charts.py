"""PURE: points drawn: turn by turn as lines, by what brought them as bars; each with the same as a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from announce import Deed, course_words, page_words
from announce.course_words import Source
from engine import Seat, SeatScore, TurnStarted, seat_scores
from table.board_drawing import as_path, number
from table.moment import GameMoment
from web.holdings import token_of
from web.markup import Html, large, tag, together

_WIDE: Final = 900.0  # of the lines' own picture
_HIGH: Final = 360.0
_LEFT: Final = 60.0
_BELOW: Final = 40.0
_DASHES: Final = ("", "14 6", "4 5", "14 5 3 5", "8 8")
"""Each seat's line has its own, for who does not see its colour."""
_ROWS: Final = 12  # of the table of points, at most
_ROOM_FOR_A_FIGURE: Final = 5.0  # per cent of a bar that one of its signs takes on a phone
_PATTERNS: Final[Mapping[Source, str]] = {
    "routes": "",
    "tickets-done": "M-3 9 9 -3M-3 15 15 -3M3 15 15 3",
    "longest": "M3 3h.01M9 9h.01",
    "stations": "M3 0v12M9 0v12",
    "harbors": "M0 4q3-4 6 0t6 0M0 10q3-4 6 0t6 0",
    "coins": "M3 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "trains": "M3 6h6M6 3v6",
    "tickets-failed": "M-1-1 13 13M13-1-1 13",
    "no-harbors": "M0 3h12M0 9h12",
    "exchange": "M0 9 6 3l6 6",
}
"""What is drawn on a field of 12 pixels, so that no two sources differ by their place alone."""


@dataclass(frozen=True, slots=True)
class _Course:
    """The points of each seat at the end of each turn."""

    turns: tuple[int, ...]
    points: dict[Seat, tuple[int, ...]]


def by_turn(table: GameMoment, deeds: Sequence[Deed]) -> Html | None:
    """The points turn by turn as lines, and the same as a table; None: no turn is over yet."""
    course = _course(table, deeds)
    if len(course.turns) < 2:
        return None
    step = max(1, -(-len(course.turns) // _ROWS))
    shown = sorted({*range(0, len(course.turns), step), len(course.turns) - 1})
    rows = ((str(course.turns[one]), [values[one] for values in course.points.values()]) for one in shown)
    first = page_words.label(table.wording.vocabulary.phrases, "turn-number")
    return together(_lines(table, course), _twin(table, "points-table", first, rows))


def by_source(table: GameMoment) -> Html | None:
    """What brought each seat its points, as bars, and the same as a table; None: the game is not over.

    Before, all that counts for the table are routes; what tickets bring is each seat's own.
    """
    state, p = table.game.state, table.wording.vocabulary.phrases
    if state.result is None:
        return None
    scores = seat_scores(state)
    parts = {score.seat: _parts(score) for score in scores}
    shown = [key for key in get_args(Source) if any(key in found for found in parts.values())]
    rows = (
        (large(course_words.source(p, key)), [found.get(key, 0) for found in parts.values()]) for key in shown
    )
    first = page_words.label(p, "source")
    return together(_bars(table, scores, shown), _twin(table, "sources-table", first, rows))


def _twin(table: GameMoment, name: str, first: str, rows: Iterable[tuple[str, Sequence[int]]]) -> Html:
    """A drawing's figures as a table: a column for each seat. `first`: the head of the rows' own."""
    v = table.wording.vocabulary
    head = tag(
        "tr",
        tag("th", first, scope="col"),
        (tag("th", large(v.seat(seat)), scope="col") for seat in table.game.state.seats),
    )
    body = (
        tag("tr", tag("th", told, scope="row"), (tag("td", str(value)) for value in values))
        for told, values in rows
    )
    summary = tag("summary", page_words.label(v.phrases, "points-as-table"))
    return tag("details", summary, tag("table", tag("thead", head), tag("tbody", *body)), id=name)


# Turn by turn


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


def _lines(table: GameMoment, course: _Course) -> Html:
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
    key = tag("ul", (_line_key(table, seat, place) for place, seat in enumerate(course.points)), class_="key")
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


def _line_key(table: GameMoment, seat: Seat, place: int) -> Html:
    line = tag("path", d="M2 8h44", class_=f"course {seat}", stroke_dasharray=_DASHES[place] or None)
    sample = tag("svg", line, viewBox="0 0 48 16", class_="sample", aria_hidden="true")
    return tag("li", sample, " ", large(table.wording.vocabulary.seat(seat)))


# By source


def _parts(score: SeatScore) -> dict[Source, int]:
    """What brought or took points, without what did neither."""
    tickets = [ticket.points for ticket in score.ticket_list]
    found: dict[Source, int] = {
        "routes": score.routes,
        "tickets-done": sum(points for points in tickets if points > 0),
        "longest": score.longest_bonus,
        "stations": score.stations,
        "harbors": score.harbors,
        "coins": score.coins,
        "trains": score.trains_bonus,
        "tickets-failed": sum(points for points in tickets if points < 0),
        "no-harbors": score.harbors_missing,
        "exchange": score.exchange,
    }
    return {key: points for key, points in found.items() if points}


def _bars(table: GameMoment, scores: Sequence[SeatScore], shown: Sequence[Source]) -> Html:
    """A bar for each seat: what was brought to the right of nought, what was taken to its left.

    All is in parts of the bar's own width, so that patterns and figures are as large on a phone as on a desk.
    """
    v, parts = table.wording.vocabulary, [(score, _parts(score)) for score in scores]
    most = max(sum(n for n in found.values() if n > 0) for _, found in parts)
    least = min(sum(n for n in found.values() if n < 0) for _, found in parts)
    wide = most - least or 1
    rows = (
        tag(
            "li",
            tag("p", token_of(score.seat), " ", large(course_words.in_all(v, score))),
            tag(
                "svg",
                tag("title", large(course_words.came_from(v, score.seat, found))),
                _segments(score.seat, found, -least, wide),
                tag("line", x1=_part(-least, wide), x2=_part(-least, wide), y2="100%", class_="nought"),
                class_="bar",
                role="img",
            ),
        )
        for score, found in parts
    )
    key = (tag("li", _bar_key(one), " ", large(course_words.source(v.phrases, one))) for one in shown)
    patterns = tag("svg", tag("defs", (_pattern(one) for one in shown)), class_="unseen", aria_hidden="true")
    bars, caption = tag("ul", *rows, class_="bars"), tag("figcaption", tag("ul", *key, class_="key"))
    return tag("figure", patterns, bars, caption, class_="map")


def _segments(seat: Seat, found: Mapping[Source, int], nought: int, wide: int) -> Html:
    """What brought points from nought on, what took them from it back."""
    drawn, up, down = list[Html](), nought, nought
    for source, points in found.items():
        at = up if points > 0 else down + points
        up, down = up + max(points, 0), down + min(points, 0)
        box = {"x": _part(at, wide), "width": _part(abs(points), wide), "height": "100%"}
        drawn.append(tag("rect", class_=f"segment {seat}", **box))
        drawn.append(tag("rect", class_="over", fill=f"url(#source-{source})", **box))
        if 100 * abs(points) / wide >= _ROOM_FOR_A_FIGURE * len(str(points)):
            middle = _part(at + abs(points) / 2, wide)
            drawn.append(tag("text", str(points), x=middle, y="50%", class_=f"figure {seat}"))
    return together(drawn)


def _part(points: float, of: int) -> str:
    return f"{number(100 * points / of)}%"


def _pattern(source: Source) -> Html:
    """A source's lines and dots, in the page's ground on a seat's colour."""
    inside = tag("path", d=_PATTERNS[source], class_="hatch") if _PATTERNS[source] else None
    return tag(
        "pattern", inside, id=f"source-{source}", width="12", height="12", patternUnits="userSpaceOnUse"
    )


def _bar_key(source: Source) -> Html:
    sample = (
        tag("rect", width="100%", height="100%", class_="segment"),
        tag("rect", width="100%", height="100%", class_="over", fill=f"url(#source-{source})"),
    )
    return tag("svg", *sample, class_="sample", aria_hidden="true")
