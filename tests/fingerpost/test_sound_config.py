"""[audio] and [ears] of table.toml, and the commands that let one hear them."""

import wave
from pathlib import Path
from typing import get_args

import pytest

from announce import Earcon
from audio import EarSetting, SinkName
from fingerpost.cli import main
from fingerpost.config import Config
from fingerpost.table_file import read_config
from table.errors import CallError


def read(tmp_path: Path, text: str) -> Config:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return read_config(path)


def test_given_sinks_in_the_table_when_read_then_each_seat_has_its_own_manner(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        """
        [audio]
        table = "alsa:default"
        chairs = { blue = -1, red = 0.5 }
        silent = ["card"]
        no_earcons = ["tick", "edge"]
        pitch = 60
        voices = "/var/voices"
        [ears]
        blue = "alsa:plughw:CARD=Headset"
        [ears.red]
        sink = "pipewire:usb-red"
        rate = 300
        pitch = 0
        volume = 80
        voice = "en-us"
        level = "full"
        own_level = "brief"
        """,
    )
    audio = config.audio
    assert audio.sink == SinkName("alsa", "default")
    assert audio.chairs == {"blue": -1.0, "red": 0.5}
    assert sorted(audio.silent) == ["card"]
    assert sorted(audio.no_earcons) == ["edge", "tick"]
    assert (audio.pitch, audio.voices) == (60, "/var/voices")
    red = EarSetting(
        sink=SinkName("pipewire", "usb-red"),
        rate=300,
        pitch=0,
        volume=80,
        voice="en-us",
        level="full",
        own_level="brief",
    )
    assert config.ears.own == {"blue": EarSetting(sink=SinkName("alsa", "plughw:CARD=Headset")), "red": red}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[ears]\nblue = 'default'\n", "[ears] blue: 'default' is no sink"),
        ("[ears]\nblue = 'alsa:default'\n", "may play elsewhere"),
        ("[ears]\nblue = 7\n", "[ears] blue is 7"),
        ("[ears]\npink = 'pipewire:x'\n", "[ears] has no key pink"),
        ("[ears]\nblue = { rate = 200 }\n", "[ears] blue: '' is no sink"),
        ("[ears]\nblue = { sink = 'pipewire:x', loud = true }\n", "has no key loud"),
        ("[ears]\nblue = { sink = 'pipewire:x', rate = 20 }\n", "[ears] blue rate is 20; give 80 to 450"),
        ("[ears]\nblue = { sink = 'pipewire:x', volume = true }\n", "volume is true"),
        ("[ears]\nblue = { sink = 'pipewire:x', level = 'terse' }\n", 'level is "terse"; choose from brief'),
        ("[audio]\ntable = 'loud'\n", "[audio] table: 'loud' is no sink"),
        ("[audio]\npitch = 100\n", "[audio] pitch is 100"),
        ("[audio]\nchairs = { pink = 0 }\n", 'chairs names "pink"'),
        ("[audio]\nchairs = { blue = 2 }\n", "blue is 2; give -1 (left) to 1 (right)"),
        ("[audio]\nsilent = ['noise']\n", '"noise" is no short sound'),
    ],
)
def test_given_a_wrong_sound_when_read_then_one_line_names_it(tmp_path: Path, text: str, names: str) -> None:
    with pytest.raises(CallError) as told:
        read(tmp_path, text)
    assert names in str(told.value)
    assert "\n" not in str(told.value)


def test_given_words_when_said_into_a_file_then_it_is_speech(tmp_path: Path) -> None:
    path = tmp_path / "said.wav"
    assert main(["say", "Guten Tag.", "--language", "de", "--rate", "300", "--wav", str(path)]) == 0
    with wave.open(str(path)) as recording:
        assert 0.3 < recording.getnframes() / recording.getframerate() < 3.0


def test_given_short_sounds_when_asked_for_then_listed_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["earcons"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == list(get_args(Earcon))
    assert listed[4].startswith("claim     280 ms  ")
    assert main(["earcons", "--language", "de"]) == 0
    assert "tick      20 ms  eine Taste geht hinunter" in capsys.readouterr().out.replace("  20", " 20")
    assert main(["earcons", "--language", "tlh"]) == 2
    path = tmp_path / "claim.wav"
    assert main(["earcons", "claim", "--seat", "red", "--wav", str(path)]) == 0
    with wave.open(str(path)) as recording:
        assert recording.getnframes() / recording.getframerate() == pytest.approx(0.28, abs=0.001)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (["earcons", "gong"], "no sound gong; choose from tick"),
        (["earcons", "--wav", "x.wav"], "name the sound to write"),
        (["earcons", "claim", "--wav", "/nonexistent/x.wav"], "choose another file"),
        (["say", " "], "no words"),
        (["say", "Hello", "--rate", "20"], "give 80 to 450"),
        (["say", "Hello", "--language", "tlh"], "choose from de, en, es, fr"),
        (["say", "Hello", "--wav", "/nonexistent/x.wav"], "choose another file"),
    ],
)
def test_given_a_wrong_call_when_made_then_one_line_says_what_to_do(
    call: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(call) == 2
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1


def test_given_nothing_to_play_on_when_asked_to_speak_then_no_and_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.speaker.default_command", lambda channels: None)
    for call in (["say", "Hello"], ["earcons", "claim"]):
        assert main(call) == 1
        told = capsys.readouterr().err
        assert (
            "no player with a sound card" in told and "install alsa-utils" in told and told.count("\n") == 1
        )


@pytest.mark.parametrize("where", ["[speech]\nvoice", "[ears.red]\nsink = 'alsa:plughw:CARD=Red'\nvoice"])
def test_given_a_voice_of_a_name_that_no_order_can_carry_when_read_then_one_line_says_so(
    tmp_path: Path, where: str
) -> None:
    """Of such a voice no word was ever spoken, and nothing said why."""
    assert read(tmp_path, f'{where} = "{"x" * 60}"')
    with pytest.raises(CallError, match=r"voice.*60"):
        read(tmp_path, f'{where} = "{"x" * 61}"')


def test_given_a_voice_that_nobody_is_called_by_when_words_are_to_be_heard_then_one_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["say", "hello", "--voice", "nobody", "--wav", str(tmp_path / "a.wav")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "no voice is called so" in told
    assert not (tmp_path / "a.wav").exists()
