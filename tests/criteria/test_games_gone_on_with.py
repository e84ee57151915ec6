"""A stopped game goes on with the same bots, and nobody opens a bot's hand (criterion 85)."""

import os
import sqlite3
import sys
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path

import pytest

from bots.bot import GreedyBot, RandomBot
from engine import Game, Seat
from fingerpost.call_options import add_arguments, called_again
from storage.resume import resume
from storage.store import GameLog, read_file
from table.stand_ins import KIND, bots_noted
from tests.criteria.panel_table import PanelTable
from tests.piped import piped
from tests.storage.logs import cut_off, played
from tests.storage.test_resume import lose_a_turn
from tests.web.page_table import PageTable


def play(folder: Path, *call: str, typed: str = "") -> list[str]:
    """What the real command prints to somebody who types these lines."""
    called = ("play", "--keyboard", "--mute", *call)
    done = piped(*called, lines=typed, env={**os.environ, "XDG_STATE_HOME": str(folder)})
    return done.stdout.splitlines()


@pytest.mark.criterion(85)
def test_given_a_stopped_game_when_play_is_called_again_then_it_goes_on_by_yes_with_the_same_bots(
    tmp_path: Path,
) -> None:
    first = play(tmp_path, "--cards", "dealt", "--seats", "blue,red", "--bots", "red", typed="t\nstop\n")
    assert first[-1] == "To go on with this game: fingerpost play --keyboard --mute, then Yes."
    again = play(tmp_path, typed="\nred\nh\nk\nred\nk\nstop\n")
    assert again[0].startswith("Welcome back. Today's game: United States, 2 seats"), again[0]
    assert again[0].endswith("Go on with it?")
    assert "Red square plays by itself. Wait for its word." in again
    assert not [line for line in again if line.lstrip().startswith("[red square's ear]")]
    assert [line for line in again if line.lstrip().startswith("[blue disc's ear]")]
    other = play(tmp_path, "--seats", "2", "--bots", "blue", typed="\nblue\nh\nred\nstop\n")
    assert "Red square plays by itself. Wait for its word." in other  # who is named now makes no bot of blue
    assert "Blue disc plays by itself. Wait for its word." not in other
    new = play(tmp_path, "--new", "--seats", "2", typed="stop\n")
    assert new[0].startswith("New game: United States")


@pytest.mark.criterion(43)
def test_given_the_power_cut_as_the_scores_are_read_when_play_is_called_again_then_they_are_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fingerpost/games/game-0001.fingerpost"
    path.parent.mkdir(parents=True)
    game = played(path, acts=None, cards="untracked")
    cut_off(path)
    assert game.state.result is not None
    [winner] = game.state.result.winners
    heard = play(tmp_path, typed="\n" * 12 + "stop\n")
    assert heard[0] == "The power went. Your game is whole: United States, 2 seats, over. Hear the scores?"
    assert heard[1] == "This game is over: United States. Ask tells the scores."
    assert any(line.startswith("Scores, 1 of ") for line in heard)
    wins = {"blue": "Blue disc wins with ", "red": "Red square wins with "}[winner]
    assert any(line.startswith(wins) for line in heard)
    assert play(tmp_path, "--seats", "2", typed="stop\n")[0].startswith("New game: ")  # it was left


def test_given_turns_that_no_card_took_when_play_is_called_again_then_that_is_said_before_they_go_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fingerpost/games/game-0001.fingerpost"
    path.parent.mkdir(parents=True)
    lose_a_turn(path, played(path, acts=8, cards="untracked"))
    heard = play(tmp_path, typed="\nstop\n")
    assert heard[0].startswith(
        "The last turns could not be saved and are lost. What is left: United States, 2 "
    )
    assert heard[0].endswith(" to move. Go on?")
    assert not any("The power went" in line for line in heard)
    assert play(tmp_path, typed="\nstop\n")[0].startswith("Welcome back. ")


def test_given_a_language_when_play_is_called_then_all_is_in_it_and_the_call_to_go_on_keeps_it(
    tmp_path: Path,
) -> None:
    begun = play(tmp_path, "--seats", "2", "--language", "de", typed="t\nstop\n")
    assert begun[0].startswith("Neues Spiel: ")
    assert begun[-1].endswith("fingerpost play --keyboard --language de --mute, dann Ja.")


def test_given_no_path_to_it_when_a_game_is_stopped_then_the_call_to_go_on_is_as_it_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["the clone/.venv/bin/fingerpost", "play"])
    monkeypatch.setenv("PATH", "/nowhere")
    args = ArgumentParser()
    add_arguments(args)
    given = args.parse_args(["--keyboard"])
    given.config = None
    assert called_again(given) == "'the clone/.venv/bin/fingerpost' play --keyboard"
    program = ["--bots", "green,red=python3 my.py --deep", "--bot-ms", "300"]
    given = args.parse_args(["--keyboard", *program])
    given.config = None
    assert called_again(given).endswith(" --keyboard --bots 'green,red=python3 my.py --deep' --bot-ms 300")
    given = args.parse_args(["--keyboard", "--bot-ms", "300", "--bot-memory", "64"])
    given.config = Path("table.toml")  # which may name programs, and has no time for them
    assert called_again(given).endswith(" --config table.toml --bot-ms 300 --bot-memory 64")


@pytest.mark.criterion(85)
def test_given_a_game_with_bots_when_it_is_read_again_then_who_and_of_which_kind_are_known(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.fingerpost"
    bots: dict[Seat, GreedyBot | RandomBot] = {"red": GreedyBot(1), "green": RandomBot(1)}
    game = Game.new("us-accessible", "usa", ("blue", "red", "green"), "dealt", 1)
    with GameLog(path) as store:
        PanelTable(game=game, bots=bots, store=store).session.end(1.0)
    sitting = resume(path)
    sitting.store.close()
    found = bots_noted(sitting.agreed[KIND], sitting.game.state)
    assert found is not None
    assert {seat: type(bot) for seat, bot in found.items()} == {"red": GreedyBot, "green": RandomBot}
    # with the very act that begins the game: no cut can lose the one without the other
    with closing(sqlite3.connect(path)) as log:
        rows = log.execute("SELECT after FROM notes WHERE kind = ?", (KIND,)).fetchall()
    assert rows == [(0,)] or rows[0][0] <= len(read_file(path).events)


def test_given_a_log_older_than_these_notes_when_it_goes_on_then_it_is_as_it_is_called() -> None:
    state = PanelTable(seats=("blue", "red")).state
    assert bots_noted(None, state) is None
    assert bots_noted({}, state) == {}
    odd = bots_noted({"red": "of-tomorrow", "pink": "greedy"}, state)
    assert odd is not None and set(odd) == {"red"}  # nobody opens the hand of a bot that is not known here


@pytest.mark.criterion(85)
def test_given_a_bots_seat_when_a_phone_wants_it_then_it_is_not_offered_and_its_words_are_kept_nowhere() -> (
    None
):
    table = PageTable(cards="dealt", seats=("blue", "red"), bots={"red": GreedyBot(1)})
    guest = table.browser()
    assert "Join as blue disc" in guest.page.text
    assert "Join as red square" not in guest.page.text
    secret = table.pages.pairing.join("red", table.at)  # a phone that joined before the game had a bot there
    assert table.pages.pairing.joined(secret, table.at) is not None
    table.wait(5.0)
    table.press("yes")
    table.show()
    assert table.pages.pairing.joined(secret, table.at) is None
    table.press_seat("red")
    table.press("ask", "forward")
    assert not [one for one in table.paper.said if one.audience == "red"]
    assert "red" not in table.moment.said
