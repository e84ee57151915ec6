"""PURE: how a game went: its score line by line, the longest path drawn, its story."""

from collections.abc import Sequence

from announce import Deed, ScoreTable, map_words
from engine import longest_trail, position_of, score_position
from table.moment import GameMoment, words
from web.map_page import Look, map_view
from web.markup import Html, large, tag, together
from web.seat_holdings import named


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
            tag("th", named(table, seat), scope="row", role="rowheader"),
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


def story(table: GameMoment, deeds: Sequence[Deed]) -> Html:
    """The game in a minute."""
    return together(tag("p", sentence) for sentence in words(table.wording.story(deeds)))
