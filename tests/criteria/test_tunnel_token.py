"""A tunnel waits for its answer: its token belongs on its pin, whoever brushes it off meanwhile."""

import pytest

from dialog import Tunnel
from engine import Game, KeepTickets, Seat, arranged
from tests.criteria.panel_table import PanelTable, done

TUNNEL = "venezia-zurich"
SEATS: tuple[Seat, ...] = ("blue", "red")


def in_a_tunnel() -> PanelTable:
    """Blue has set its token and paid two green cards; three more are asked for."""
    game = Game.new("europe", "europe", SEATS, "dealt", 1)
    game = done(game, *(KeepTickets(seat=seat, tickets=game.state.offered[seat]) for seat in SEATS))
    laid: dict[str, object] = {"hands": {"blue": ["green"] * 6}, "deck": ["green"] * 12, "discards": []}
    table = PanelTable("europe", "dealt", SEATS, game=game.told((arranged(game.state, laid),)))
    table.set_token("blue", TUNNEL)
    table.press("yes")
    assert isinstance(table.mode, Tunnel)
    return table


OFF = "The tunnel's token is off Venezia to Zürich. Put it back, or give the tunnel up."


@pytest.mark.criterion(31)
@pytest.mark.criterion(51)
def test_given_a_tunnel_when_its_token_is_brushed_off_and_put_back_then_it_is_right_and_not_refused() -> None:
    """It was told to be clear, and refused when it was put back."""
    table = in_a_tunnel()
    assert table.lift(TUNNEL) == [OFF]
    back = table.set_token("blue", TUNNEL)
    assert back == ["The token stands on Venezia to Zürich; the tunnel is still to be paid."]
    assert isinstance(table.mode, Tunnel)
    told = table.press("yes")
    assert "Blue disc claims the tunnel Venezia to Zürich: 2 trains, 2 points. Red square to move." in told
    assert not any("token" in words for words in told)
    table.wait(5)
    assert not table.session.tracker.differences(table.state)


@pytest.mark.criterion(51)
def test_given_a_tunnel_whose_token_is_off_when_it_is_paid_then_its_token_is_asked_for() -> None:
    """It was claimed over an empty pin, and nobody was told."""
    table = in_a_tunnel()
    table.lift(TUNNEL)
    told = table.press("yes")
    assert told[-1] == "Set blue disc's token on Venezia to Zürich, please."
    assert table.set_token("blue", TUNNEL) == ["Venezia to Zürich is right again."]


@pytest.mark.criterion(51)
def test_given_a_tunnel_whose_token_is_off_when_it_is_given_up_then_nothing_is_to_be_lifted() -> None:
    table = in_a_tunnel()
    table.lift(TUNNEL)
    assert "Blue disc gives up the tunnel; its turn is over. Red square to move." in table.press("no")
    assert not table.session.tracker.standing_refused()


@pytest.mark.criterion(51)
def test_given_a_tunnel_whose_token_is_off_when_anothers_is_set_there_then_it_is_refused() -> None:
    table = in_a_tunnel()
    table.lift(TUNNEL)
    assert "Lift" in table.set_token("red", TUNNEL)[-1]
    assert isinstance(table.mode, Tunnel)
