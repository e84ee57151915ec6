"""One table.toml → one Config; everything that is wrong is one line."""

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import fields

from audio import EarSetting, SinkName, SinkNameError
from command_line.by_name import the_map
from dialog.setup import StoredGame
from engine import SEATS, Game, game_map
from fingerpost.cli import main
from fingerpost.config import Config, TableFile
from fingerpost.evening.game_opening import open_game
from fingerpost.evening.set_up_choices import board_of, gone_on_with, need_an_edition
from fingerpost.table_file import read_config
from table.errors import CallError

EXAMPLE = Path(__file__).parents[2] / "deploy" / "table.toml"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_given_the_example_that_ships_when_read_then_it_is_a_config() -> None:
    config = read_config(EXAMPLE)
    assert config.game.map == "usa"
    assert config.hub.port == "/dev/fingerpost-hub"
    assert config.store.path == Config().store.path
    assert config.game.set_up


def test_given_what_a_file_says_when_read_then_set_up_knows_what_not_to_ask(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, '[game]\ncards = "dealt"\n[speech]\nrate = 200\nmute = true\n'))
    assert config.given == {"cards", "rate"}
    assert not config.game.set_up


def test_given_settings_in_the_file_when_a_game_begins_then_it_has_those_of_its_edition(
    tmp_path: Path,
) -> None:
    text = "[game]\nsettings = {company_bonus = 3, trains = 9}\n"
    config = read_config(written(tmp_path, text)).but("store", path=tmp_path)
    assert config.game.own_settings() == {"trains": 9}
    legends = config.but("game", edition="legends-of-the-west", map="legends-east")
    sitting = open_game(legends, game_map("legends-east"), new=True, name=None)
    sitting.store.close()
    settings = Game.replay(sitting.game.events).state.settings  # they are in the log
    assert (settings.company_bonus, settings.trains) == (3, 9)


def own_board(tmp_path: Path) -> None:
    shipped = files("tabletop").joinpath("layouts", "europe.json").read_text("utf-8")
    tmp_path.joinpath("board.json").write_text(shipped, encoding="utf-8")
    less = {**json.loads(shipped)}
    less["sites"] = [one for one in less["sites"] if not str(one["id"]).startswith("amsterdam-")]
    tmp_path.joinpath("less.json").write_text(json.dumps(less), encoding="utf-8")


def test_given_a_board_of_ones_own_when_read_then_it_lies_beside_the_file_and_names_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_board(tmp_path)
    path = written(tmp_path, '[game]\nboard = "board.json"\nedition = "europe"\n')
    monkeypatch.chdir("/")
    game = read_config(path).game
    assert (game.map, game.layout) == ("europe", str(tmp_path / "board.json"))
    assert board_of(read_config(path), "europe") == ("europe", game.board)
    assert board_of(read_config(path), "us-accessible") == ("usa", "")  # another board


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('board = "board.json"\nmap = "usa"', "board.json is made for the map europe, not for usa"),
        ('board = "none.json"', "none.json: No such file or directory; check the path"),
        ('board = "table.toml"', "table.toml: not JSON"),
        ('board = "less.json"', "less.json: lacks amsterdam-"),
        ('board = "~nobody-at-all/b.json"', "nobody-at-all has no home here; give another path"),
        (
            'map = "europe"\nedition = "us-accessible"',
            'edition "us-accessible" cannot be played on the map europe',
        ),
        ('board = "board.json"\nedition = "us-10th-anniversary"', "; give europe, or the map usa"),
    ],
)
def test_given_a_board_that_cannot_be_meant_when_read_then_one_line_says_so(
    text: str, complaint: str, tmp_path: Path
) -> None:
    own_board(tmp_path)
    with pytest.raises(CallError, match=r"table\.toml: \[game\] ") as caught:
        read_config(written(tmp_path, f"[game]\n{text}\n"))
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[game", "table.toml"),
        ("[dice]\n", "[dice]"),
        ("game = 3\n", "[game] is 3; give names and values in { }"),
        ("[given]\n", "unknown section [given]"),
        ("[game]\nbots = ['green', 'pink']\n", 'bot "pink"; give some of the table\'s seats'),
        ("[game]\nbots = ['black']\n", 'bot "black"; give some of the table\'s seats blue, red, green'),
        ("[mqtt]\ntable = 'A B'\n", "[mqtt] table 'A B' cannot stand in a topic; give 1 to 32 of a-z, 0-9"),
        ("[mqtt.rights]\nanna = 'king'\n", '[mqtt.rights] anna is "king"; give one of watch, panel, '),
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
        (
            "[ears]\nblue = 'pipewire:a'\nred = {sink = 'pipewire:a'}\n",
            '[ears] blue and [ears] red are both "pipewire:a"; give each its own',
        ),
        (
            "[audio]\ntable = 'pipewire:a'\n[ears]\nshared = 'pipewire:a'\n",
            '[audio] table and [ears] shared are both "pipewire:a"',
        ),
        ("[mqtt]\nrights = {anna = true}\n", "[mqtt.rights] anna is true; give text in quotes"),
    ],
)
def test_given_a_wrong_table_when_read_then_one_line_names_it(tmp_path: Path, text: str, names: str) -> None:
    with pytest.raises(CallError) as told:
        read_config(written(tmp_path, text))
    assert names in str(told.value)
    assert "\n" not in str(told.value)


def test_given_a_path_in_a_home_when_read_then_it_is_there_for_every_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/anna")
    text = '[speech]\nwav = "~/w"\n[camera]\ntokens = "~/t.json"\nevidence = "~/e"\n[store]\npath = "~/g"\n'
    config = read_config(written(tmp_path, text))
    assert (config.speech.wav, config.camera.tokens) == ("/home/anna/w", "/home/anna/t.json")
    assert (config.camera.evidence, config.store.path) == ("/home/anna/e", Path("/home/anna/g"))


def test_given_a_relative_path_when_read_from_anywhere_then_it_is_from_where_the_file_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_board(tmp_path)
    monkeypatch.chdir("/")
    text = '[game]\nmap = "own.json"\n[camera]\ndevice = "a/b"\ntokens = "t.json"\n[store]\npath = "g"\n'
    config = read_config(written(tmp_path, text))
    assert config.game.map == str(tmp_path / "own.json")
    assert config.camera.tokens == str(tmp_path / "t.json")
    assert Path(config.camera.device) == tmp_path / "a/b"
    assert config.store.path == tmp_path / "g"


@pytest.mark.parametrize(
    ("board", "own"),
    [
        ("usa", "us-accessible"),
        ("starter", "starter"),
        ("europe", "europe"),
        ("legends-east", "legends-of-the-west"),
        ("great-lakes", "rails-and-sails-great-lakes"),
    ],
)
def test_given_a_map_and_no_edition_when_read_then_it_is_played_by_its_own_rules(
    board: str, own: str, tmp_path: Path
) -> None:
    assert read_config(written(tmp_path, f'[game]\nmap = "{board}"\n')).game.edition == own


@pytest.mark.parametrize(("edition", "own"), [("europe", "europe"), ("legends-of-the-west", "legends-east")])
def test_given_an_edition_and_no_map_when_read_then_it_is_played_on_its_own(
    edition: str, own: str, tmp_path: Path
) -> None:
    assert read_config(written(tmp_path, f'[game]\nedition = "{edition}"\n')).game.map == own


def test_given_a_map_of_ones_own_when_set_up_then_it_is_played_on_its_board(
    tmp_path: Path,
) -> None:
    for kind, folder, key in (("map", "engine/maps", "id"), ("board", "tabletop/layouts", "map")):
        package, _, inside = folder.partition("/")
        told = json.loads(files(package).joinpath(inside, "usa.json").read_text("utf-8"))
        tmp_path.joinpath(f"{kind}.json").write_text(json.dumps({**told, key: "mine"}), encoding="utf-8")
    text = '[game]\nmap = "map.json"\nboard = "board.json"\nset_up = true\n[store]\npath = "games"\n'
    config = read_config(written(tmp_path, text))
    assert board_of(config, "us-accessible") == (config.game.map, config.game.board)
    assert board_of(config, "legends-of-the-west") == (
        "legends-east",
        "",
    )
    sitting = open_game(config, the_map(config.game.map), new=True, name=None)
    sitting.store.append(1, sitting.game.events)
    sitting.store.close()
    again = StoredGame(name="1", edition="us-accessible", seats=SEATS[:3], turn=1, to_move=None, when="today")
    going_on = gone_on_with(config, again, None)
    sitting = open_game(going_on, the_map(going_on.game.map), new=False, name="1")
    sitting.store.close()
    assert sitting.stored


def test_given_a_map_of_ones_own_that_no_edition_deals_when_set_up_then_one_line_and_no_other_board(
    tmp_path: Path,
) -> None:
    """Set-up offered all editions, each on a board of its own, and nobody said why."""
    told = json.loads(files("engine").joinpath("maps", "usa.json").read_text("utf-8"))
    few = [one for one in told["tickets"] if one["deck"] == "regular"][:3]
    tmp_path.joinpath("map.json").write_text(json.dumps({**told, "id": "mine", "tickets": few}), "utf-8")
    text = '[game]\nmap = "map.json"\nset_up = true\n[store]\npath = "games"\n'
    near = "us-accessible: 3 tickets are too few to deal; us-10th-anniversary: 3 tickets are too few to deal"
    line = f"no edition can be played on it ({near}); give the map more tickets, or make the settings "
    with pytest.raises(CallError, match=re.escape(line)):
        need_an_edition(read_config(written(tmp_path, text)))
    need_an_edition(read_config(written(tmp_path, text.replace("set_up", 'cards = "untracked"\nset_up'))))
    need_an_edition(read_config(written(tmp_path, text.replace("set_up = true", "set_up = false"))))
    fewer = text.replace("[store]", "settings = { start_tickets = 1, start_keep = 1 }\n[store]")
    config = read_config(written(tmp_path, fewer))
    need_an_edition(config)
    assert board_of(config, "us-accessible") == (config.game.map, config.game.board)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ('[game]\nboard = "map.json"\n', ["play", "--keyboard", "--config", "table.toml"]),
        (
            '[game]\nmap = "map.json"\nedition = "us-accessible"\n',
            ["play", "--keyboard", "--config", "table.toml"],
        ),
        ("", ["play", "--keyboard", "--map", "map.json", "--new"]),
        ("", ["board", "check", "map.json"]),
    ],
)
def test_given_a_map_of_ones_own_without_its_board_then_the_line_says_how_that_is_made(
    text: str,
    call: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It asked for a file with "format": "board/1", and not how one comes to it."""
    told = json.loads(files("engine").joinpath("maps", "usa.json").read_text("utf-8"))
    tmp_path.joinpath("map.json").write_text(json.dumps({**told, "id": "mine"}), encoding="utf-8")
    written(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main([*call, "--mute"] if call[0] == "play" else call) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "map.json: is a map, and no board; lay its board out and name that: fingerpost board make " in line


@pytest.mark.parametrize("board", ["./mine", "mine.txt", "sub/mine"])
def test_given_a_config_by_its_bare_name_when_read_then_a_path_in_it_is_still_one(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_board(tmp_path)
    tmp_path.joinpath("sub").mkdir()
    shutil.copy(tmp_path / "board.json", tmp_path / board)
    written(tmp_path, f'[game]\nboard = "{board}"\n')
    monkeypatch.chdir(tmp_path)
    assert read_config(Path("table.toml")).game.map == "europe"


@pytest.mark.parametrize("device", ["0", "ribbon", "auto", "http://10.0.0.7/video", "rtsp://10.0.0.7/a", ""])
def test_given_a_camera_that_is_no_path_when_read_then_it_stays_as_it_is(device: str, tmp_path: Path) -> None:
    config = read_config(written(tmp_path, f'[game]\nmap = "usa"\n[camera]\ndevice = "{device}"\n'))
    assert (config.camera.device, config.game.map) == (device, "usa")


def test_given_nothing_when_read_then_every_key_has_its_default(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, "")) == Config()


def keys_of(section: object) -> tuple[str, ...]:
    """The keys of a section; that of the homes has their names."""
    return getattr(section, "__struct_encode_fields__", ("kiel",))


@pytest.mark.parametrize(
    ("section", "key"),
    [(part.name, key) for part in fields(TableFile) for key in keys_of(part.type)],
)
def test_given_a_date_for_any_key_when_read_then_the_line_names_section_and_key(
    tmp_path: Path, section: str, key: str
) -> None:
    with pytest.raises(CallError) as told:
        read_config(written(tmp_path, f"[{section}]\n{key} = 1979-05-27\n"))
    assert f"[{section}] {key} is 1979-05-27; give " in str(told.value)


def test_given_bots_in_any_order_when_read_then_they_are_in_turn_order(tmp_path: Path) -> None:
    text = "[game]\nseats = ['red', 'blue', 'green']\nbots = ['green', 'red', 'green']\n"
    assert read_config(written(tmp_path, text)).game.bots == ("red", "green")


def test_given_a_sink_that_may_play_elsewhere_when_an_ear_is_made_then_it_is_refused() -> None:
    with pytest.raises(SinkNameError, match="may play elsewhere"):
        EarSetting(sink=SinkName("alsa", "default"))
