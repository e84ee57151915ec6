"""Criterion 11 in every edition: what was said to all, or in one ear, stands on the pages of who heard it."""

from html import escape

import pytest

from engine import EDITIONS
from table.moment import KEPT, Viewer
from tests.criteria.test_from_the_list import SMALL, Blind
from tests.web.page_table import PageTable
from tests.web.test_secrecy import FRAME
from web.page_view import Place, parts
from web.table_pages import page

VIEWS: tuple[tuple[Viewer, Place], ...] = ((None, "table"), ("blue", "seat"), ("red", "seat"))


@pytest.mark.criterion(11)
@pytest.mark.parametrize("name", EDITIONS)
def test_given_an_edition_when_played_then_every_word_said_stands_on_the_page_of_who_hears_it(
    name: str,
) -> None:
    table = PageTable(name, seats=("blue", "red"), settings=SMALL.get(name, {"trains": 10}))
    table.lose_hub()
    player = Blind(table, seed=4)
    for number in range(120):
        if table.session.over:
            break
        player.turn()
        if number % 20 == 0 or table.session.over:
            check(table)
    assert len([one for one in table.paper.said if one.normal]) > 100


def check(table: PageTable) -> None:
    """All of the newest words are on the pages; those of an ear on its own page."""
    moment = table.moment
    for viewer, place in VIEWS:
        shown = str(page(moment, viewer, place, FRAME, parts(moment, viewer, place)))
        audience = (viewer or "everyone", "everyone")
        said = [one for one in table.paper.said if one.normal and one.audience in audience]
        for one in said[-KEPT:]:
            assert f">{escape(one.normal, quote=False)}</li>" in shown, (viewer, one)
