"""A question about a token is over when the board has answered it, whichever way its claim came about."""

import pytest

from dialog import Questions, Table, Whose
from tabletop import SiteId
from tests.criteria.sensed_table import SANTA_FE, SensedTable

EL_PASO = SiteId("el-paso-santa-fe")  # a near pin


@pytest.mark.criterion(22)
@pytest.mark.parametrize("list_open", [False, True])
def test_given_a_second_token_asked_about_when_the_claimed_one_is_lifted_then_nothing_is_asked_any_more(
    list_open: bool,
) -> None:
    table = SensedTable(camera=False)
    table.feel(SANTA_FE, "something")
    table.wait(0.8)
    table.feel(EL_PASO, "something")
    if list_open:
        table.press("ask")
    table.wait(2.0)
    assert table.claims() == [("blue", SANTA_FE)]
    assert table.words()[-1].startswith("A token on El Paso to Santa Fe. Red square's?")
    assert isinstance(table.mode, Whose)
    said = table.lift(SANTA_FE)
    assert said[0].startswith("Corrected: blue disc claims El Paso to Santa Fe")
    assert isinstance(table.mode, Questions if list_open else Table)
    assert table.session.tracker.standing_refused() == ()
    assert table.session.tracker.differences(table.state) == ()
