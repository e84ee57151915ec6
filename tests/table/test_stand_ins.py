"""Seats played by bots at a real table: they say what they do, people set their tokens."""

import pytest

from bots.bot import GreedyBot
from engine import CardMode, Seat
from tests.criteria.panel_table import MAPS, PanelTable


def solo(
    name: str = "us-accessible", cards: CardMode = "untracked", bots: tuple[Seat, ...] = ("red",)
) -> PanelTable:
    return PanelTable(name, cards, ("blue", "red"), bots={seat: GreedyBot(5) for seat in bots}, seed=5)


def asked_for(table: PanelTable) -> str | None:
    """The pin on which a bot wants its token, if it has asked for one."""
    wanted = table.session.panel.token_wanted
    return None if wanted is None else str(wanted.site)


def bots_turn(table: PanelTable) -> str:
    """Let the human pass until the bot wants a token."""
    for _ in range(20):
        table.wait(4.0)
        site = asked_for(table)
        if site is not None:
            return site
        if table.state.to_move == "blue":
            table.press("yes")
    raise AssertionError(table.words()[-5:])


def test_given_a_bots_turn_when_it_claims_then_it_asks_for_its_token_and_the_pin_makes_it_so() -> None:
    table = solo()
    site = bots_turn(table)
    assert table.words()[-1].startswith("Set red square's token on ")
    assert site not in table.state.owners
    words = table.set_token("red", site)
    assert words[-1].startswith("Red square claims ")
    assert table.state.owners[site] == "red"  # type: ignore[index]
    assert table.state.to_move == "blue"


def test_given_a_bots_token_when_set_elsewhere_then_it_says_where_it_wants_it() -> None:
    table = solo()
    site = bots_turn(table)
    other = "helena-omaha" if site != "helena-omaha" else "denver-omaha"
    assert "Red square wants" in table.set_token("red", other)[-1].replace("red", "Red", 1)
    assert not table.state.owners
    table.lift(other)
    table.set_token("red", site)
    assert list(table.state.owners) == [site]


def test_given_a_bots_turn_when_yes_is_pressed_then_nobody_acts_in_its_stead() -> None:
    table = solo()
    table.press("yes")
    game = table.session.game
    assert table.press("yes") == ["Red square plays by itself. Wait for its word."]
    assert table.session.game == game


def test_given_a_bots_second_card_when_ask_is_pressed_then_nobody_is_told_to_take_it() -> None:
    table = solo(cards="dealt")
    for _ in range(60):
        if (table.state.phase, table.state.to_move) == ("second-card", "red"):
            break
        site = asked_for(table)
        if site is not None:
            table.set_token("red", site)
        elif table.state.to_move != "red":
            table.press("yes")
        table.wait(0.5)
    assert (table.state.phase, table.state.to_move) == ("second-card", "red")
    assert table.press("ask") == ["Red square plays by itself. Wait for its word."]


@pytest.mark.parametrize("name", ["us-accessible", "rails-and-sails-great-lakes"])
def test_given_cards_dealt_when_bots_play_alone_then_people_only_set_tokens(name: str) -> None:
    table = solo(name, "dealt", ("blue", "red"))
    for _ in range(4000):
        if table.session.over:
            break
        table.wait(0.5)
        site = asked_for(table)
        if site is not None:
            seat = table.state.to_move
            assert seat is not None
            table.set_token(seat, site)
    assert table.session.over
    assert {one.audience for one in table.paper.said} == {"everyone"}  # nobody listens to a bot's ear
    assert MAPS[name] == table.state.game_map.id


def test_given_no_sense_at_all_when_a_bot_claims_then_it_does_not_wait_for_a_token() -> None:
    table = solo()
    table.lose_hub()
    for _ in range(20):
        table.wait(4.0)
        if table.state.owners:
            break
        if table.state.to_move == "blue":
            table.press("yes")
    assert set(table.state.owners.values()) == {"red"}
