"""Menu, Voice: each setting by Forward and Back, told as it is now, and remembered."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from announce import Announcement, Earcon, Level
from audio import EarSetting, Pcm, SinkName, Speaker
from audio.classes import ALWAYS_SAID
from audio.earcons import LOUDNESS
from audio.loudness import loudness
from audio.tuning import NEWS
from dialog import NewsItem, Questions, Tune
from engine import Seat
from fingerpost.devices.voice_settings import settings_of, voice_tuner
from tests.criteria.heard import EarListener, Letters, TableListener
from tests.criteria.panel_table import PanelTable


class Voice:
    rate, volume = 175, 100
    level: Level = "normal"
    own_level: Level = "normal"
    sounds = True
    sound_volume = 100
    silent: frozenset[Earcon] = frozenset()
    voice_name = "en"
    voices: Mapping[str, str] = {"en": "English (Great Britain)", "en+Annie": "Annie", "en+klatt": "Klatt"}
    ear_voices: Mapping[Seat, str] = {}


def tuned(folder: Path) -> tuple[PanelTable, Voice]:
    table, voice = PanelTable(), Voice()
    table.session.tune_by(voice_tuner(voice, settings_of(folder)))
    return table, voice


@pytest.mark.parametrize(
    ("item", "now", "more", "less"),
    [
        ("rate", "175 words a minute.", "190 words a minute.", "175 words a minute."),
        ("volume", "Volume 100.", "Volume 100.", "Volume 95."),
        (
            "voice-name",
            "English (Great Britain): this is how I sound now.",
            "Annie: this is how I sound now.",
            "English (Great Britain): this is how I sound now.",
        ),
        ("level", "Normal.", "Full: with what is left, chores and hints.", "Normal."),
        ("own-level", "Normal.", "Full: with what is left, chores and hints.", "Normal."),
        (
            "sound-volume",
            "Short sounds, volume 100.",
            "Short sounds, volume 110.",
            "Short sounds, volume 100.",
        ),
        ("sounds", "Short sounds on.", "Short sounds off.", "Short sounds on."),
    ],
)
def test_given_the_panel_when_a_setting_is_walked_then_it_is_told_as_it_is_now(
    tmp_path: Path, item: str, now: str, more: str, less: str
) -> None:
    table, _ = tuned(tmp_path)
    table.press("ask")
    assert table.pick("menu", "voice", item)[-1] == now
    assert isinstance(table.mode, Tune)
    assert table.press("forward") == [more]
    assert table.press("back") == [less]
    assert "A setting of the voice" in table.press("ask")[-1]
    table.press("yes")
    assert isinstance(table.mode, Questions) and table.mode.items[table.mode.index] == item


KEPT = "Cards drawn: not said, kept in history."


def test_given_a_kind_of_news_when_switched_at_the_panel_then_it_is_left_to_history_and_remembered(
    tmp_path: Path,
) -> None:
    table, voice = tuned(tmp_path)
    table.press("ask")
    assert table.pick("menu", "voice", "news", "say-cards")[-1] == "Cards drawn: said."
    assert table.press("forward") == [KEPT]
    assert table.press("forward") == ["Cards drawn: said."]
    assert table.press("back") == [KEPT]
    table.press("yes")
    assert isinstance(table.mode, Questions) and table.mode.level == "news"
    table.press("forward")
    assert table.pick("say-claims")[-1] == "Claims and buildings: said."
    assert voice.silent == {"card", "deal", "flush", "flip"}
    again = Voice()
    voice_tuner(again, settings_of(tmp_path))
    assert again.silent == voice.silent


def test_given_every_kind_of_news_when_switched_off_then_what_must_be_said_is_in_none_of_them(
    tmp_path: Path,
) -> None:
    table, voice = tuned(tmp_path)
    table.press("ask")
    table.pick("menu", "voice", "news")
    assert isinstance(table.mode, Questions)
    kinds = [item for item in NEWS if item in table.mode.items]
    assert len(kinds) == len(table.mode.items) == 5  # no dollars in this edition
    for kind in kinds:
        table.pick(kind)
        table.press("forward", "yes")
    assert voice.silent and not voice.silent & ALWAYS_SAID
    assert set(NEWS) == set(get_args(NewsItem))


def test_given_a_speaker_when_a_kind_is_left_to_history_then_it_is_not_said_and_is_in_history() -> None:
    loud = TableListener()
    speaker = Speaker(voice=Letters(), table_player=loud)
    news: dict[str, Earcon] = {"Card.": "card", "Claim.": "claim", "Last.": "last"}
    told = [
        Announcement(audience="everyone", urgency="polite", normal=text, earcon=kind, seq=seq)
        for seq, (text, kind) in enumerate(news.items())
    ]
    try:
        speaker.silent = frozenset({"card", "last"})
        for one in told:
            speaker.say(one, time.monotonic())
        assert speaker.wait_idle(5)
        assert loud.sentences == ["Claim.", "Last."]
        assert [one.announcement.normal for one in speaker.history()] == ["Card.", "Claim.", "Last."]
    finally:
        speaker.close()


def test_given_what_was_set_when_the_table_starts_anew_then_it_is_remembered(tmp_path: Path) -> None:
    table, voice = tuned(tmp_path)
    table.press("ask")
    table.pick("menu", "voice", "level")
    table.press("back", "yes")
    table.pick("rate")
    table.press("back", "back")
    assert (voice.level, voice.rate) == ("brief", 145)
    again = Voice()
    voice_tuner(again, settings_of(tmp_path))
    assert (again.level, again.rate, again.volume, again.sounds) == ("brief", 145, 100, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"rate": 9999, "level": "long", "sounds": 1, "volume": true, "silent": ["x"]}',
        '{"voice_name": 7, "ear_voices": {"nobody": "en", "blue": 1}}',
        '{"voice_name": "\\u0000"}',
    ],
)
def test_given_a_file_that_means_nothing_when_read_then_the_voice_is_as_the_config_says(
    tmp_path: Path, text: str
) -> None:
    settings_of(tmp_path).write_text(text, encoding="utf-8")
    voice = Voice()
    voice_tuner(voice, settings_of(tmp_path))
    assert vars(voice) == {}


def test_given_no_voice_when_a_setting_is_taken_then_that_is_said() -> None:
    table = PanelTable()
    table.press("ask")
    assert table.pick("menu", "voice", "rate")[-1] == "Nothing is spoken here."


def test_given_a_speaker_when_set_then_the_next_words_have_that_length_in_each_ear() -> None:
    ear, loud = EarListener("blue"), TableListener()
    setting = EarSetting(sink=SinkName("pipewire", "headset"))
    speaker = Speaker(
        ears={"blue": setting}, voice=Letters(), table_player=loud, ear_player=lambda setting, seat: ear
    )
    own = Announcement(audience="blue", urgency="polite", normal="N.", brief="B.", full="F.", timbre="blue")
    try:
        speaker.level, speaker.own_level, speaker.sounds = "brief", "full", False
        speaker.say(
            Announcement(audience="everyone", urgency="polite", normal="N.", brief="B."), time.monotonic()
        )
        speaker.say(own, time.monotonic())
        assert speaker.wait_idle(5)
        assert (loud.sentences, ear.sentences) == (["B."], ["F."])
    finally:
        speaker.close()


def test_given_the_short_sounds_when_picked_then_each_is_played_with_its_name(tmp_path: Path) -> None:
    table, _ = tuned(tmp_path)
    table.press("ask")
    table.pick("menu", "voice", "earcons")
    assert table.paper.said[-1].normal == "27 short sounds. More: Forward."
    for sound in get_args(Earcon):
        table.press("forward")
        assert table.paper.said[-1].earcon == sound
        assert table.paper.said[-1].normal
    assert table.paper.said[-1].normal == "Newspaper: a newspaper."
    table.press("no")
    assert isinstance(table.mode, Questions)


def test_given_the_file_when_read_by_a_person_then_it_is_plain(tmp_path: Path) -> None:
    table, _ = tuned(tmp_path)
    table.press("ask")
    table.pick("menu", "voice", "sounds")
    table.press("forward")
    assert json.loads(settings_of(tmp_path).read_text(encoding="utf-8")) == {"sounds": False}


class Measured(TableListener):
    """Keeps how loud each short sound was, in LUFS."""

    def __init__(self) -> None:
        super().__init__()
        self.loud: list[float] = []

    def play_over(self, sound: Pcm) -> None:
        self.loud.append(loudness([value / 32_767 for value in sound.values()]))


@pytest.mark.criterion(90)
@pytest.mark.parametrize(("percent", "louder"), [(100, 0.0), (50, -10.1), (140, 4.9)])
def test_given_short_sounds_by_their_own_volume_when_heard_then_they_alone_are_that_loud(
    percent: int, louder: float
) -> None:
    listener = Measured()
    speaker = Speaker(voice=Letters(), table_player=listener)
    try:
        speaker.sound_volume = percent
        speaker.say(Announcement(audience="everyone", urgency="polite", normal="", earcon="turn"), 0.0)
        assert listener.loud == [pytest.approx(LOUDNESS + louder, abs=0.2)]
        assert listener.share == 1.0  # the words are as loud as before
    finally:
        speaker.close()
