"""PURE: points drawn by what brought them, as bars; and the same as a table."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from announce import course_words, page_words
from announce.course_words import Source
from engine import Seat, SeatScore, seat_scores
from table.board_drawing import number
from table.moment import GameMoment
from web.figures_table import figures_table
from web.markup import Html, large, tag, together
from web.seat_holdings import token_of

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
    return together(_bars(table, scores, shown), figures_table(table, "sources-table", first, rows))


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
