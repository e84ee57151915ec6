"""Compared, the board is not said to agree where pin and camera contradict each other."""

from reconcile import SensesDiffer
from tabletop import SiteId
from tests.criteria.sensed_table import SensedTable

OMAHA = SiteId("denver-omaha")
SANTA_FE = SiteId("denver-santa-fe")
DULUTH = SiteId("chicago-duluth")


def compared(table: SensedTable) -> str:
    """What comparing says at last."""
    table.press("ask")
    return table.pick("menu", "help", "rebuild")[-1]


def test_given_a_token_that_is_seen_and_not_felt_when_compared_then_the_doubt_is_said_and_not_agreement() -> (
    None
):
    table = SensedTable(claims=(OMAHA, SANTA_FE))
    table.feel(OMAHA, "empty")
    table.wait(5.0)
    said = "1 pin in doubt: Denver to Omaha. I see a token but feel none. Press it down, or lift it."
    assert compared(table) == said
    table.feel(SANTA_FE, "empty")
    table.wait(5.0)
    assert compared(table).startswith("2 pins in doubt. First: Denver to Omaha.")
    for site in (OMAHA, SANTA_FE):
        table.feel(site, "something")
    table.wait(2.0)
    assert compared(table).startswith("The board agrees: 2 tokens.")


def test_given_a_pin_that_feels_what_nobody_sees_when_the_table_says_nobodys_then_it_is_no_doubt() -> None:
    table = SensedTable(claims=(OMAHA,))
    table.feel(DULUTH, "something")
    assert table.session.tracker.doubts(table.state) == (SensesDiffer(site=DULUTH, felt=True, looks="empty"),)
    table.session.tracker.nobodys(DULUTH)
    assert table.session.tracker.doubts(table.state) == ()
    assert compared(table).startswith("The board agrees: 1 token.")


def test_given_a_dead_pin_whose_claim_the_table_has_confirmed_when_compared_then_the_board_agrees() -> None:
    table = SensedTable(claims=(OMAHA,))
    table.session.tracker.trust.note(OMAHA, "pin", right=False)
    table.feel(OMAHA, "empty")
    table.wait(5.0)
    assert compared(table).startswith("The board agrees: 1 token.")
