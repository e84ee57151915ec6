"""Every edition is played to its end at the real panel, and what belongs to a rule is said in its order."""

from pathlib import Path

import pytest

from dialog import ChooseMix, News
from engine import CardMode, ChoosePieces, Game, KeepTickets, PiecesChosen
from fingerpost.cli import main
from tests.criteria.panel_table import MAPS, PanelTable, done


@pytest.mark.parametrize(
    ("name", "cards", "turns"),
    [
        ("rails-and-sails-great-lakes", "dealt", None),
        ("rails-and-sails-world", "untracked", None),
        ("rails-and-sails-world", "dealt", 25),
        ("rails-and-sails-great-lakes", "untracked", 25),
        ("legends-of-the-west", "dealt", None),
        ("legends-of-the-west", "untracked", 25),
    ],
)
def test_given_an_edition_when_bots_play_it_by_hands_and_keys_then_it_comes_to_its_end(
    name: str, cards: CardMode, turns: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["demo", "--edition", name, "--cards", cards, "--speed", "0", "--mute", "--no-camera"]
    more = [] if turns is None else ["--turns", str(turns)]
    assert main([*call, "--log", str(tmp_path / "log"), *more]) == 0
    out = capsys.readouterr().out
    assert ("wins with" in out or "A tie" in out) == (turns is None)
    assert "claims" in out


@pytest.mark.criterion(53)
@pytest.mark.parametrize("name", ["rails-and-sails-world", "rails-and-sails-great-lakes"])
def test_given_mixes_being_chosen_when_the_last_is_in_then_all_are_said_and_none_before(name: str) -> None:
    game = Game.new(name, MAPS[name], ("blue", "red"), "dealt", 3)
    for seat in ("blue", "red"):
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    table = PanelTable(name, "dealt", game=game)
    assert isinstance(table.mode, ChooseMix)
    first = table.mode.least + table.mode.index
    public = len(table.paper.said)
    table.press("forward", "yes")
    told = [one.normal for one in table.paper.said[public:] if one.audience == "everyone" and one.normal]
    assert told == ["Blue disc has chosen trains and ships."]
    ears = [one for one in table.paper.said[public:] if str(first + 1) in one.normal]
    assert {one.audience for one in ears} == {"blue"}
    assert [event.train for _, event in table.paper.events if isinstance(event, PiecesChosen)] == [first + 1]
    words = table.press("back", "yes")
    pieces = table.state.settings.pieces
    mixes = f"blue disc {first + 1} and {pieces - first - 1}; red square {first - 1} and {pieces - first + 1}"
    assert any(mixes in one for one in words)


@pytest.mark.criterion(53)
def test_given_an_exchange_when_asked_then_the_question_names_the_points_lost() -> None:
    name = "rails-and-sails-world"
    game = Game.new(name, MAPS[name], ("blue", "red"), "dealt", 3)
    for seat in ("blue", "red"):
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    game = done(game, *(ChoosePieces(seat=seat, train=20, ship=40) for seat in game.state.seats))
    table = PanelTable(name, "dealt", game=game)
    table.press("yes")
    assert table.pick("exchange")[-1] == "1 ship for 1 train, minus 1 point? Forward: one more. No leaves it."
    words = table.press("forward")
    assert words == ["2 ships for 2 trains, minus 2 points? Forward: one more. No leaves it."]
    table.press("yes")
    assert table.state.points["blue"] == -2
    assert (table.state.trains["blue"], table.state.ships["blue"]) == (22, 38)


@pytest.mark.criterion(54)
def test_given_newspapers_when_drawn_then_the_event_is_read_before_the_card_is_told() -> None:
    name = "legends-of-the-west"
    for seed in range(3, 40):
        game = Game.new(name, MAPS[name], ("blue", "red"), "dealt", seed)
        for seat in ("blue", "red"):
            game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        if "newspaper" in game.state.deck[:1]:
            break
    table = PanelTable(name, "dealt", game=game)
    before = len(table.paper.said)
    table.press("yes", "yes")
    assert isinstance(table.mode, News)
    said = [one for one in table.paper.said[before:] if one.normal]
    assert said[-1].normal == "Turn up the next event card, read it out, then Yes."
    assert not any("card; you have" in one.normal or "draws" in one.normal for one in said)
    words = table.press("yes")
    assert any("draws from the deck" in one for one in words)
    assert any("you have" in one for one in words)


def test_given_a_ship_route_when_claimed_then_it_is_ships_that_are_told() -> None:
    table = PanelTable("rails-and-sails-world", "untracked", ("blue", "red"))
    while isinstance(table.mode, ChooseMix):
        table.press("yes")
    words = table.set_token("blue", "dar-es-salaam-mumbai")
    assert words[-1] == "Blue disc claims Dar Es Salaam to Mumbai: 4 ships, 7 points. Red square to move."
    assert table.set_token("red", "lahore-tehran")[-1].startswith(
        "Red square claims Lahore to Tehran, a pair route: 2 trains"
    )
