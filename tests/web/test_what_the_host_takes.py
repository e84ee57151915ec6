"""The host's page with a game that is really stored, a bundle really made, a voice really set."""

import csv
import io
import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from audio import Pcm, Speaker, Style, Voice
from audio.speaker_sink import SpeakerSink
from dialog import tune_items
from engine import Card, CardsArranged, Game, GameStarted
from fingerpost.devices.voice_settings import settings_of, voice_tuner
from fingerpost.doctor.checks import checks, report
from fingerpost.page.host_files import TableFiles
from fingerpost.table_file import read_config
from storage.store import GameLog
from tests.audio.loudness import brightness
from tests.criteria.heard import TableListener
from tests.waiting import PATIENCE_S, until
from tests.web.a_voice import TunedVoice
from tests.web.gallery import at_its_end, by_bots
from tests.web.page_table import PageTable
from tests.web.test_host_page import become_host
from upkeep.diagnosis import collect, packed

CONFIG = """
[mqtt]
url = "mqtts://marianne:sesame@broker.home"
rights = { "*" = "panel", gustav = "blue" }

[store]
path = "FOLDER/games"
"""
GAMES = ("This game as JSON lines", "This game as a table")
SEED = 8_675_309
HEAR = "Choose it and hear it"
A_DAY = datetime(2026, 5, 1, 20, tzinfo=UTC)


@contextmanager
def stored(folder: Path, game: Game) -> Iterator[PageTable]:
    """A table whose game is written down, and whose host can take along all that there is."""
    folder.mkdir(exist_ok=True)
    config, path = folder / "table.toml", folder / "game-0001.fingerpost"
    config.write_text(CONFIG.replace("FOLDER", str(folder)))
    with GameLog(path, clock=lambda: A_DAY, game_id="one") as store:
        store.append_acts([(1, game.events)])
        table = PageTable(game=game, store=store)
        read = read_config(config)
        table.pages.hosts.files = table.part.files = TableFiles(
            lambda: packed(collect(config, lambda: report(checks(read))))
        )
        table.part.shows_host(path, [])
        yield table


def taken(table: PageTable, *links: str) -> list[bytes]:
    """What these links of the host's page give."""
    host = become_host(table)
    answers = [host.send("GET", host.page.links[link]) for link in links]
    assert [answer.status for answer in answers] == [200] * len(links)
    return [answer.body for answer in answers]


def running() -> Game:
    """Some turns on, with tickets in hands and a seed that is found in no other number."""
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", SEED)
    return by_bots(game, lambda one: one.state.turn > 8 and one.state.phase == "turn")


def secrets(game: Game) -> set[str]:
    """Words that only a leak could bring: the seed, and tickets that are not called as a route is."""
    started = game.events[0]
    assert isinstance(started, GameStarted)
    routes = " ".join(game.state.game_map.routes)
    return {str(SEED), *(one for one in started.ticket_deck if one not in routes)}


def test_given_a_game_that_goes_on_when_the_host_takes_it_along_then_it_is_whole_and_no_seats_secret_is_in_it(
    tmp_path: Path,
) -> None:
    game = running()
    hidden = secrets(game)
    assert len(hidden) > 20 and {ticket for kept in game.state.tickets.values() for ticket in kept} & hidden
    with stored(tmp_path, game) as table:
        lines, rows = (raw.decode() for raw in taken(table, *GAMES))
        written = len(table.session.game.events)
    head, *events = [json.loads(line) for line in lines.splitlines()]
    assert (head["secrets"], head["over"], head["game"]) == ("left out", False, "one")
    assert len(events) == len(list(csv.DictReader(io.StringIO(rows)))) == head["events"] == written
    assert [canary for canary in hidden if canary in lines or canary in rows] == []


def test_given_hands_that_nobody_sees_when_they_are_others_then_what_the_host_takes_is_the_same(
    tmp_path: Path,
) -> None:
    found: list[list[bytes]] = []
    for colour in ("red", "green"):
        game = running().told((CardsArranged(hands={"red": (Card(colour),) * 5}),))
        with stored(tmp_path / colour, game) as table:
            host = become_host(table)
            found.append([*taken(table, *GAMES), host.raw.encode()])
    assert found[0] == found[1]


def test_given_a_game_that_is_over_when_the_host_takes_it_along_then_all_of_it_is_open(
    tmp_path: Path,
) -> None:
    game = at_its_end()
    with stored(tmp_path, game) as table:
        lines, _ = taken(table, *GAMES)
    head, *events = [json.loads(line) for line in lines.splitlines()]
    assert (head["secrets"], head["over"]) == ("open", True)
    assert len(events) == len(game.events) and events[0]["ticket_deck"]


def test_given_a_table_when_the_host_takes_the_bundle_then_it_is_a_tar_without_password_person_or_game(
    tmp_path: Path,
) -> None:
    game = running()
    with stored(tmp_path, game) as table:
        (raw,) = taken(table, "What is needed to find a fault")
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        parts = {name: tar.extractfile(name) for name in tar.getnames()}
        texts = {name.partition("/")[2]: part.read() for name, part in parts.items() if part is not None}
    assert json.loads(texts["doctor.json"])["format"] == "doctor/1"
    assert b"broker.home" in texts["table.toml"]
    own = ("sesame", "marianne", "gustav", *secrets(game))
    assert [word for word in own if word.encode() in raw] == []
    assert not list(tmp_path.glob("**/diagnosis.tar"))  # kept nowhere


def test_given_no_file_to_read_when_the_host_takes_the_game_along_then_the_page_says_so_and_play_goes_on(
    tmp_path: Path,
) -> None:
    with stored(tmp_path, running()) as table:
        host = become_host(table)
        assert table.part.files is not None
        table.part.files.of(tmp_path / "gone.fingerpost", ())
        answer = host.send("GET", "/host/game.jsonl")
        assert answer.status == 404 and "gone" not in answer.text
        assert host.visit("/host") and host.status == 200


# The voice


def voiced(folder: Path, edition: str = "us-accessible") -> tuple[PageTable, TunedVoice]:
    table, voice = PageTable(edition), TunedVoice()
    table.session.tune_by(voice_tuner(voice, settings_of(folder)))
    return table, voice


@pytest.mark.parametrize(
    ("button", "heard", "other", "back"),
    [
        ("Louder", "Volume 95.", "Softer", "Volume 90."),
        ("Slower", "160 words a minute.", "Faster", "175 words a minute."),
        ("Length of words: less", "Brief: the news only.", "Length of words: more", "Normal."),
        ("How loud short sounds are: more", "Short sounds, volume 110.", "How loud short sounds are: less",
         "Short sounds, volume 100."),
        ("Short sounds: switch off", "Short sounds off.", "Short sounds: switch on", "Short sounds on."),
        ("Cards drawn: switch off", "Cards drawn: not said, kept in history.", "Cards drawn: switch on",
         "Cards drawn: said."),
    ],
)  # fmt: skip
def test_given_a_voice_when_the_host_sets_it_then_the_table_hears_it_as_it_is_now_and_the_page_shows_it(
    tmp_path: Path, button: str, heard: str, other: str, back: str
) -> None:
    table, _ = voiced(tmp_path)
    host = become_host(table)
    shown = host.page.text.count(back)
    host.press(button)
    assert table.words()[-1] == heard
    assert host.page.text.count(back) == shown - 1
    host.press(other)
    assert table.words()[-1] == back


def test_given_what_the_host_has_set_when_the_table_starts_anew_then_it_is_remembered(tmp_path: Path) -> None:
    table, voice = voiced(tmp_path)
    host = become_host(table)
    for button in ("Softer", "Length for my own acts: more", "Tickets drawn and kept: switch off"):
        host.press(button)
    host.press(HEAR, voice="en-us")
    host.press(HEAR, voice="en+klatt", whom="red")
    again, german = TunedVoice(), TunedVoice()
    german.voice_name = "de"
    voice_tuner(again, settings_of(tmp_path))
    voice_tuner(german, settings_of(tmp_path))
    for one in (voice, again):
        assert (one.volume, one.own_level, set(one.silent)) == (85, "full", {"ticket"})
        assert (one.voice_name, one.ear_voices) == ("en-us", {"red": "en+klatt"})
    assert (german.volume, german.voice_name, german.ear_voices) == (85, "de", {})  # no English throat there


@pytest.mark.parametrize(("edition", "settings"), [("us-accessible", 12), ("legends-of-the-west", 13)])
def test_given_an_edition_when_the_host_looks_then_all_that_the_panels_menu_sets_is_there_and_no_more(
    tmp_path: Path, edition: str, settings: int
) -> None:
    table, _ = voiced(tmp_path, edition)
    host = become_host(table)
    menu = set(tune_items(table.state))
    wishes = [one.value for form in host.page.forms for one in form.buttons if one.value.startswith("tune:")]
    assert {wish.split(":")[1] for wish in wishes} == menu - {"voice-name"} and len(menu) == settings
    listed = [one.text for form in host.page.forms for one in form.options if one.name == "voice"]
    assert listed == list(TunedVoice.voices.values())


def test_given_a_list_of_voices_when_the_host_takes_one_then_it_says_by_its_name_how_it_sounds(
    tmp_path: Path,
) -> None:
    table, voice = voiced(tmp_path)
    host = become_host(table)
    assert "Which voice speaks: English (Great Britain)" in host.page.text
    host.press(HEAR, voice="en+Annie")
    assert table.words()[-1] == "Annie: this is how I sound now."
    assert voice.voice_name == "en+Annie" and "Which voice speaks: Annie" in host.page.text
    host.press(HEAR, voice="en+klatt", whom="blue")
    told = table.paper.said[-1]
    assert (told.audience, told.normal) == ("blue", "Klatt: this is how I sound now.")
    assert voice.voice_name == "en+Annie" and voice.ear_voices == {"blue": "en+klatt"}
    assert "Blue disc's ear: Klatt" in host.page.text


def test_given_a_voice_in_one_ear_when_the_host_takes_the_tables_for_it_then_it_follows_the_table(
    tmp_path: Path,
) -> None:
    table, voice = voiced(tmp_path)
    host = become_host(table)
    plain = "Blue disc's ear: as at the table"
    assert plain not in host.page.text
    host.press(HEAR, voice="en+klatt", whom="blue")
    host.press(plain)
    told = table.paper.said[-1]
    assert (told.audience, told.normal) == ("blue", "English (Great Britain): this is how I sound now.")
    assert plain not in host.page.text and "Klatt" not in host.page.text.split("A voice by its name")[0]
    again = TunedVoice()
    voice_tuner(again, settings_of(tmp_path))
    assert voice.ear_voices == again.ear_voices == {"blue": ""}
    assert not voice_tuner(again, settings_of(tmp_path)).ear_voices


@pytest.mark.parametrize(
    ("voice", "whom", "why"),
    [
        ("nobody", "", "No voice is called nobody here; choose one of the list."),
        ("n" * 5_000, "", f"No voice is called {'n' * 60}… here; choose one of the list."),
        ("de+Annie", "", "No voice is called de+Annie here; choose one of the list."),
        ("en+Annie", "green", "The game has gone on meanwhile; look again."),
    ],
)
def test_given_a_voice_or_a_seat_that_is_not_here_when_the_host_asks_for_it_then_one_line_says_so(
    tmp_path: Path, voice: str, whom: str, why: str
) -> None:
    table, known = voiced(tmp_path)
    host, heard = become_host(table), len(table.paper.said)
    host.press(HEAR, voice=voice, whom=whom)
    assert why in host.page.text
    assert len(table.paper.said) == heard and (known.voice_name, known.ear_voices) == ("en", {})


@pytest.mark.parametrize(("voice", "whom"), [("", ""), ("en+Annie", "nobody")])
def test_given_half_a_form_when_the_host_sends_it_then_it_is_not_understood(
    tmp_path: Path, voice: str, whom: str
) -> None:
    table, known = voiced(tmp_path)
    host = become_host(table)
    host.press(HEAR, voice=voice, whom=whom)
    assert host.status == 400 and known.voice_name == "en"


class Sounding(TableListener):
    """Keeps the very samples that the table hears."""

    def __init__(self) -> None:
        super().__init__()
        self.sounds: list[bytes] = []

    def play(self, sound: Pcm) -> None:
        self.sounds.append(sound.samples)


def test_given_the_real_espeak_when_the_host_takes_a_voice_by_its_name_then_the_table_hears_that_one(
    tmp_path: Path,
) -> None:
    loud, voice = Sounding(), Voice()
    speaker = Speaker(voice=voice, table_player=loud)
    try:
        table = PageTable(sinks=[SpeakerSink(speaker)])
        table.session.tune_by(voice_tuner(speaker, settings_of(tmp_path)))
        assert until(lambda: bool(speaker.voices))
        host = become_host(table)
        host.press(HEAR, voice="en+whisper")
        assert speaker.wait_idle(PATIENCE_S)
        text = "Whisper: this is how I sound now."
        chosen, usual = (voice.say(text, style=Style(name, voice.rate)) for name in ("en+whisper", "en"))
        assert chosen is not None and usual is not None and brightness(chosen) > 1.2 * brightness(usual)
        assert any(chosen.samples in one for one in loud.sounds)  # the very sound: no other is like it
    finally:
        speaker.close()
    assert json.loads(settings_of(tmp_path).read_text()) == {"voice_name": "en+whisper"}


def test_given_a_table_that_does_not_speak_when_the_host_looks_then_no_button_sets_its_voice() -> None:
    host = become_host(PageTable())
    assert "Nothing is spoken here." in host.page.text
    assert "tune:" not in host.raw
