"""One table.toml → one Config; everything that is wrong is one line."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Game, game_map
from fingerpost.config import Config, read_config
from fingerpost.game_opening import open_game
from table.errors import CallError

EXAMPLE = Path(__file__).parents[2] / "deploy" / "table.toml"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_given_the_example_that_ships_when_read_then_it_is_a_config() -> None:
    config = read_config(EXAMPLE)
    assert config.map == "usa"
    assert config.hub_port == "/dev/fingerpost-hub"
    assert config.store_path == Config().store_path
    assert config.set_up


def test_given_what_a_file_says_when_read_then_set_up_knows_what_not_to_ask(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, '[game]\ncards = "dealt"\n[speech]\nrate = 200\nmute = true\n'))
    assert config.given == {"cards", "rate"}
    assert not config.set_up


def test_given_settings_in_the_file_when_a_game_begins_then_it_has_those_of_its_edition(
    tmp_path: Path,
) -> None:
    text = "[game]\nsettings = {company_bonus = 3, trains = 9}\n"
    config = replace(read_config(written(tmp_path, text)), store_path=tmp_path)
    assert config.own_settings() == {"trains": 9}
    legends = replace(config, edition="legends-of-the-west", map="legends-east")
    sitting = open_game(legends, game_map("legends-east"), new=True, name=None)
    sitting.store.close()
    settings = Game.replay(sitting.game.events).state.settings  # they are in the log
    assert (settings.company_bonus, settings.trains) == (3, 9)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[game", "table.toml"),
        ("[dice]\n", "[dice]"),
        ("[game]\ncolour = 1\n", "colour"),
        ("[game]\nseats = ['blue', 'pink']\n", "pink"),
        ("[game]\nseats = ['blue', 'blue']\n", "blue"),
        ("[game]\nseats = ['blue']\n", "1 seats"),
        ("[game]\ncards = 'braille'\n", "braille"),
        ("[game]\nedition = 'chess'\n", "chess"),
        (
            "[game]\nsettings = {trains = -1}\n",
            "[game] settings: the setting trains is -1; give",
        ),
        ("[game]\nsettings = {dice = 1}\n", "[game] settings: the setting dice is not known"),
        ("[speech]\nlanguage = 'tlh'\n", "language tlh is not known; choose from de, en, es, fr"),
        ("[speech]\nlevel = 'terse'\n", "level terse is not known; choose from brief, normal, full"),
        ("[speech]\nrate = 2000\n", "2000"),
        ("[speech]\nrate = true\n", "rate"),
        ("[panel]\ngpio = 'yes'\n", '[panel] gpio is "yes"; give true or false'),
        ("[game]\nmap = true\n", "[game] map is true; give text in quotes"),
        ("[game]\nseats = [false]\n", "seat false; give each of "),
        ("[hub]\nport = [1, true, 'usb']\n", '[hub] port is [1, true, "usb"]; give text in quotes'),
        ("[page]\nport = {a = 'b\\\\n'}\n", '[page] port is { "a" = "b\\\\\\\\n" }; give a whole number'),
        ("[speech]\nrate = 2026-01-31\n", "rate is 2026-01-31; give a whole number"),
        ("[audio]\npitch = true\n", "pitch is true; give a whole number"),
        ("[audio]\nchairs = {blue = false}\n", "chairs: blue is false; give -1 (left) to 1 (right)"),
        ("[ears]\nblue = {sink = true}\n", "is true; give a text"),
        ("[mqtt]\nrights = {anna = true}\n", "[mqtt.rights] anna is true; give text in quotes"),
    ],
)
def test_given_a_wrong_table_when_read_then_one_line_names_it(tmp_path: Path, text: str, names: str) -> None:
    with pytest.raises(CallError) as told:
        read_config(written(tmp_path, text))
    assert names in str(told.value)
    assert "\n" not in str(told.value)


def test_given_nothing_when_read_then_every_key_has_its_default(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, "")) == Config()
