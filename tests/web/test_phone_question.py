"""A phone that has joined as a seat: the table hears it, and can put it out."""

from dialog import Phone, Table
from engine import Seat
from tests.criteria.panel_table import PanelTable


def joined(table: PanelTable, seat: Seat) -> list[Seat | None]:
    """A phone joins; the seats whose phone has been put out are listed as that happens."""
    out: list[Seat | None] = []
    table.session.put_out_by(out.append)
    for effect in table.session.panel.ask(Phone(seat), table.at):
        table.session.perform(effect, table.at)
    return out


def test_given_a_phone_that_joined_when_no_is_pressed_then_it_is_out_and_the_table_hears_both() -> None:
    table = PanelTable()
    out = joined(table, "green")
    said = "A phone joined as green triangle. If that is wrong, press No. Yes lets it stay."
    assert table.words()[-1] == said
    assert table.press("no") == ["The phone of green triangle is out."]
    assert out == ["green"]
    assert isinstance(table.mode, Table)


def test_given_a_phone_that_joined_when_yes_is_pressed_or_the_game_goes_on_then_it_stays() -> None:
    for pressed in (True, False):
        table = PanelTable()
        out = joined(table, "green")
        table.press("yes") if pressed else table.set_token("blue", "denver-omaha")
        assert not isinstance(table.mode, Phone)
        table.press("no")
        assert out == []


def test_given_an_open_list_when_a_phone_joins_and_is_answered_then_the_list_is_back() -> None:
    table = PanelTable()
    table.press("ask", "forward")
    was = table.mode
    joined(table, "red")
    table.press("no")
    assert table.mode == was
