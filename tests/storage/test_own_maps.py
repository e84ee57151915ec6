"""A game on a map of somebody's own takes its map along: whoever reads it knows what there is to name."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from engine import ClaimRoute, EndTurn, Game, GameMap, Refusal, RouteId, game_map, map_from
from engine.campaign import patched
from engine.map_written import map_dict, own_map
from fingerpost.before_game import saved_game
from fingerpost.cli import main
from fingerpost.config import Config
from fingerpost.evening.game_opening import last_game_news, open_game
from storage.folder import kept_games, to_go_on, unread
from storage.resume import begin, resume
from storage.store import GameLog, read_file
from tests.storage.logs import alone, change

EXTRA = RouteId("extra-route")
ROUTE = {"id": EXTRA, "a": "denver", "b": "miami", "length": 2, "colour": "gray"}


def with_a_route_more() -> GameMap:
    """A map that keeps the id of one that ships, as a campaign's board does."""
    return patched(game_map("usa"), json.dumps({"patch": "usa", "routes": [ROUTE]}))


def renamed() -> GameMap:
    """A map under a name of its own."""
    return map_from({**map_dict(game_map("usa")), "id": "my-usa"})


def left(path: Path, board: GameMap, route: str, *, noted: bool = True) -> Game:
    """A game on this board in which one route was claimed; `noted`: as newer logs have it."""
    game = Game.new("us-accessible", board, ("blue", "red"), cards="untracked", seed=1)
    with begin(path, game).store if noted else GameLog(path) as store:
        store.append(1, game.events)
        for command in (ClaimRoute(seat="blue", route=RouteId(route)), EndTurn(seat="red")):
            answer = game.do(command)
            assert not isinstance(answer, Refusal), answer
            store.append(len(game.events) + 1, answer[1])
            game = answer[0]
        store.closed()
    return game


@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize("beside", [True, False])
def test_given_a_route_that_the_shipped_map_lacks_when_gone_on_with_then_nothing_is_cut(
    noted: bool, beside: bool, tmp_path: Path
) -> None:
    path, board = tmp_path / "game-0001.fingerpost", with_a_route_more()
    game = left(path, board, EXTRA, noted=noted)
    if not beside:
        alone(path)
    sitting = resume(path, game_map=board)
    sitting.store.close()
    assert (sitting.trouble, sitting.game.events, sitting.game.state.owners) == (
        None, game.events, {EXTRA: "blue"},
    )  # fmt: skip
    assert list(tmp_path.glob("*.damaged*")) == []
    log = read_file(path)  # from now on nobody has to know the table
    assert (log.fault, log.events, log.game_map) == (None, game.events, board)


def test_given_its_note_in_the_acts_alone_when_gone_on_with_then_it_is_mended_whole(tmp_path: Path) -> None:
    path, board = tmp_path / "game-0001.fingerpost", with_a_route_more()
    game = left(path, board, EXTRA)
    change(path, "DELETE FROM notes")
    sitting = resume(path)
    sitting.store.close()
    assert (sitting.game.events, sitting.game.state.game_map) == (game.events, board)
    assert read_file(path).game_map == board


@pytest.mark.parametrize(("board", "route"), [(renamed(), "helena-omaha"), (with_a_route_more(), EXTRA)])
def test_given_a_map_of_ones_own_when_the_games_are_asked_for_then_it_is_listed_offered_and_told(
    board: GameMap, route: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    left(path, board, route)
    [kept] = kept_games(tmp_path)
    assert (kept.fault, kept.edition, unread(tmp_path)) == ("", "us-accessible", None)
    [offered] = to_go_on(tmp_path, board.id, datetime(2026, 1, 1))
    assert offered.name == "1"
    for call in (["replay"], ["replay", "--short"], ["replay", "--position"], ["transcript"], ["export"]):
        assert main([*call, str(path)]) == 0
        told = capsys.readouterr()
        assert told.out and not told.err
        assert main([*call, "1", "--folder", str(tmp_path)]) == 0
        assert capsys.readouterr() == told


def test_given_an_old_log_on_a_map_of_ones_own_when_the_table_has_it_then_it_is_offered_and_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, board, file = tmp_path / "games", renamed(), tmp_path / "my-usa.json"
    games.mkdir()
    path = games / "game-0001.fingerpost"
    left(path, board, "helena-omaha", noted=False)
    file.write_text(json.dumps(own_map(board)))
    config = Config().but("store", path=games).but("game", map=str(file))
    assert last_game_news(config) == ()
    assert [game.name for game in to_go_on(games, board.id, datetime(2026, 1, 1), table=board)] == ["1"]
    assert main(["replay", str(path)]) == 2
    assert main(["replay", str(path), "--map", str(file)]) == 0
    assert main(["games", "--folder", str(games), "--map", str(file)]) == 0
    assert "turn 3" in capsys.readouterr().out
    sitting = open_game(config, board, new=False, name=None)
    sitting.store.close()
    assert sitting.store.path == path
    assert main(["replay", str(path)]) == 0  # it has its map with it now


def test_given_a_shipped_map_when_played_on_then_no_map_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.fingerpost"
    left(path, game_map("usa"), "helena-omaha")
    resume(path).store.close()
    assert "map" not in {note.kind for note in read_file(path).notes}


def test_given_a_map_of_ones_own_when_it_is_noted_then_what_is_read_is_the_same(tmp_path: Path) -> None:
    for number, name in enumerate(("usa", "europe", "legends-east")):
        board = map_from({**map_dict(game_map(name)), "id": "mine"})
        with GameLog(tmp_path / str(number), board=board) as store:
            assert map_from(store.last_note("map")) == board


def test_given_a_game_with_a_route_that_the_board_lacks_when_set_up_then_it_is_not_offered(
    tmp_path: Path,
) -> None:
    left(tmp_path / "game-0001.fingerpost", with_a_route_more(), EXTRA)
    config = Config().but("store", path=tmp_path).but("game", map="usa")
    assert [game.name for game in to_go_on(tmp_path, None, datetime(2026, 1, 1))] == ["1"]
    assert not saved_game(config)
    left(tmp_path / "game-0002.fingerpost", game_map("usa"), "helena-omaha")
    assert saved_game(config)
