"""PURE: what a drawing shows, as a table: for who reads figures rather than lines."""

from collections.abc import Iterable, Sequence

from announce import page_words
from table.moment import GameMoment
from web.markup import Html, large, tag


def figures_table(
    table: GameMoment, name: str, first: str, rows: Iterable[tuple[str, Sequence[int]]]
) -> Html:
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
