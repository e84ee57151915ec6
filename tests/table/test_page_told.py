"""Where the page is: told as a table wakes, where phones can reach it, with https where it is sealed."""

import pytest

from dialog.setup import Facts
from engine import EDITIONS
from tests.table.setting_up_table import Before, ready


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://192.168.1.5:8080", "My page for phones: 192.168.1.5, port 8080."),
        ("https://table.local:8443", "My page for phones, by https: table.local, port 8443."),
    ],
)
def test_given_a_page_that_phones_reach_when_a_table_wakes_then_its_address_is_told(
    address: str, said: str
) -> None:
    before = ready(Before(facts=Facts(editions=tuple(EDITIONS), page=True, address=address)))
    assert said in before.said()


def test_given_a_page_for_this_machine_only_when_a_table_wakes_then_no_address_is_told() -> None:
    before = ready(Before(facts=Facts(editions=tuple(EDITIONS), page=True)))
    assert not any("page" in one for one in before.said())
