"""What a table keeps between evenings: the speed, the last game, the games to go on with."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from dialog.setup import Draft, EarWay, StoredGame
from engine import CardMode, Game, Seat, game_map
from storage.folder import latest, new_path, remember, to_go_on
from storage.resume import begin
from storage.store import GameLog
from storage.table_memory import Memory, keep, memory_of, recall
from tests.storage.logs import cut_off, played

NOON = datetime(2026, 1, 24, 12, 0, tzinfo=UTC)


def test_given_what_was_kept_when_recalled_then_it_is_the_same_and_damage_is_left(tmp_path: Path) -> None:
    path = memory_of(tmp_path / "games")
    assert recall(path) == Memory()
    ears: tuple[tuple[Seat, EarWay], ...] = (("red", "own"),)
    last = Draft(edition="europe", cards="dealt", seats=("red", "blue"), starter="blue", ears=ears)
    keep(path, 250, last)
    assert recall(path) == Memory(known=True, rate=250, last=last)
    alone = Draft(edition="europe", cards="dealt", seats=("red", "blue"), bots=(("blue", "strong"),))
    keep(path, 250, alone)
    assert recall(path) == Memory(known=True, rate=250, last=alone)
    path.write_text(path.read_text("utf-8").replace('"strong"', '"godlike"'), "utf-8")
    assert recall(path) == Memory(known=True, rate=250, last=replace(alone, bots=()))
    keep(path, 250, None)
    assert recall(path) == Memory(known=True, rate=250)
    for text in ("{", "[]", '{"format": "other"}', "[" * 100_000):
        path.write_text(text, encoding="utf-8")
        assert recall(path) == Memory()


def test_given_numbers_that_rules_lost_when_kept_then_they_come_back_and_what_cannot_be_is_left(
    tmp_path: Path,
) -> None:
    path, legends = memory_of(tmp_path), "legends-of-the-west"
    keep(path, 200, None, {legends: {"company_bonus": 3}})
    assert recall(path).numbers == {legends: {"company_bonus": 3}}
    kept = path.read_text(encoding="utf-8")
    assert '"company_bonus": 3' in kept
    for wrong in ('"3"', "true", "5000", "null", "[3]"):
        path.write_text(kept.replace('"company_bonus": 3', f'"company_bonus": {wrong}'), encoding="utf-8")
        assert recall(path).numbers == {}
    others: dict[str, dict[str, int]] = {
        "europe": {"stations": 1},
        "chess": {"pawns": 8},
        legends: {"trains": 9},
    }
    keep(path, 200, None, others)
    assert recall(path).numbers == {}
    keep(path, 200, None)
    path.write_text(path.read_text(encoding="utf-8").replace('"rate"', '"numbers": [1], "rate"'))
    assert recall(path) == Memory(known=True, rate=200)


def test_given_a_file_that_cannot_be_read_when_recalled_then_why_is_told_in_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = memory_of(tmp_path)
    path.mkdir()
    assert recall(path) == Memory()
    [line] = caplog.messages
    assert line == f"the table's settings, {path}: Is a directory; they are asked anew"


@pytest.mark.parametrize(
    "change",
    [
        {"edition": "chess"},
        {"edition": ["europe"]},
        {"cards": "both"},
        {"seats": ["blue"]},
        {"seats": 7},
        {"ears": [1], "edition": None},
    ],
)
def test_given_a_last_game_that_means_nothing_when_recalled_then_the_rest_is_kept(
    change: dict[str, object], tmp_path: Path
) -> None:
    import json

    path = memory_of(tmp_path)
    keep(path, 200, Draft(edition="europe", cards="dealt", seats=("red", "blue"), starter="blue"))
    plain = json.loads(path.read_text(encoding="utf-8"))
    plain["last"] |= change
    path.write_text(json.dumps(plain), encoding="utf-8")
    assert recall(path) == Memory(known=True, rate=200)


def test_given_a_card_that_cannot_be_written_when_kept_then_nothing_is_raised(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    keep(memory_of(tmp_path / "file"), 200, None)
    assert recall(memory_of(tmp_path / "file")) == Memory()


# Which games can be gone on with


def test_given_stored_games_when_listed_then_the_one_played_last_first_and_others_newest_first(
    tmp_path: Path,
) -> None:
    now = NOON
    assert to_go_on(tmp_path, None, now) == ()
    played: tuple[tuple[str, str, CardMode], ...] = (
        ("europe", "europe", "dealt"),
        ("us-accessible", "usa", "untracked"),
        ("us-accessible", "usa", "untracked"),
    )
    for name, board, cards in played:
        game = Game.new(name, board, ("blue", "red"), cards, 1)
        sitting = begin(new_path(tmp_path), game, clock=lambda: NOON)
        sitting.store.append(1, sitting.game.events)
        sitting.store.closed()
        sitting.store.close()
    remember(tmp_path / "game-0002.fingerpost")
    games = to_go_on(tmp_path, None, now)
    assert [game.name for game in games] == ["2", "3", "1"]
    assert games[0] == StoredGame(
        name="2", edition="us-accessible", seats=("blue", "red"), turn=1, to_move="blue", when="today"
    )
    assert [(game.name, game.dealt) for game in to_go_on(tmp_path, "europe", now)] == [("1", True)]
    assert to_go_on(tmp_path, None, now + timedelta(days=1))[0].when == "yesterday"
    assert to_go_on(tmp_path, None, now - timedelta(days=900))[0].when == "before"
    assert latest(tmp_path) == tmp_path / "game-0002.fingerpost"


def test_given_a_game_on_a_map_of_ones_own_when_listed_then_it_bears_the_map_s_name(tmp_path: Path) -> None:
    """It was offered as a game of the United States."""
    own = replace(game_map("usa"), id="trees", name="Five Trees")
    game = Game.new("us-accessible", own, ("blue", "red"), "untracked", 1)
    sitting = begin(new_path(tmp_path), game, clock=lambda: NOON)
    sitting.store.append(1, sitting.game.events)
    sitting.store.close()
    [stored] = to_go_on(tmp_path, None, NOON)
    assert stored.own_map == "Five Trees"


def test_given_a_game_whose_power_went_when_listed_then_it_is_said_to_be_cut(tmp_path: Path) -> None:
    sitting = begin(new_path(tmp_path), Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1))
    sitting.store.append(1, sitting.game.events)
    sitting.store.close()
    [game] = to_go_on(tmp_path, None, NOON)
    assert game.cut


def test_given_a_game_that_was_over_when_the_power_went_then_it_is_offered_until_somebody_leaves_it(
    tmp_path: Path,
) -> None:
    """Nobody heard any more who had won: nothing led back to the game."""
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=None, cards="untracked")
    assert to_go_on(tmp_path, None, NOON) == ()
    cut_off(path)
    assert to_go_on(tmp_path, None, NOON) == (
        StoredGame(
            name="1",
            edition="us-accessible",
            seats=("blue", "red"),
            turn=game.state.turn,
            to_move=None,
            when=to_go_on(tmp_path, None, NOON)[0].when,
            cut=True,
            over=True,
        ),
    )
    with GameLog(path) as store:  # it was gone on with, till it was left
        store.closed()
    assert to_go_on(tmp_path, None, NOON) == ()


def test_given_an_older_game_that_was_over_when_another_was_played_last_then_it_is_offered_no_more(
    tmp_path: Path,
) -> None:
    for acts in (None, 5):
        path = new_path(tmp_path)
        played(path, acts=acts, cards="untracked")
        cut_off(path)
        remember(path)
    assert [one.name for one in to_go_on(tmp_path, None, NOON)] == ["2"]


@pytest.mark.parametrize(
    ("played", "now", "when"),
    [
        (datetime(2026, 3, 28, 22, 30, tzinfo=UTC), datetime(2026, 3, 29, 10, 0), "yesterday"),
        (datetime(2026, 3, 28, 23, 30, tzinfo=UTC), datetime(2026, 3, 29, 10, 0), "today"),
        (datetime(2026, 10, 24, 22, 30, tzinfo=UTC), datetime(2026, 10, 25, 10, 0), "today"),
        (datetime(2026, 10, 24, 21, 30, tzinfo=UTC), datetime(2026, 10, 25, 10, 0), "yesterday"),
    ],
)
def test_given_the_day_the_clocks_change_when_listed_then_the_day_is_the_one_it_was_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: datetime, now: datetime, when: str
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    with begin(new_path(tmp_path), game, clock=lambda: played).store as store:
        store.append(1, game.events)
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    try:
        assert [one.when for one in to_go_on(tmp_path, None, now)] == [when]
    finally:
        monkeypatch.undo()
        time.tzset()
