"""The whole voice of a table: WAV files, players that die or hang, privacy, stop."""

import sys
import threading
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from announce import Announcement
from audio import RATE_HZ, Speaker, TableSetting, Voice, VoiceHealth
from audio.channel import EarChannel, Manner, TableChannel
from audio.players import EarPlayer, TablePlayer
from audio.sound import Pcm, pcm
from audio.speaker_sink import SpeakerSink
from audio.speech import Style
from audio.voice_ports import Loudspeaker, Synthesizer

Make = Callable[..., Announcement]
Until = Callable[[Callable[[], bool]], bool]

SINK = """
import sys
out = open(sys.argv[1], "wb", 0)
while data := sys.stdin.buffer.raw.read(882):
    out.write(data)
"""
HANGS = "import time; time.sleep(600)"
DIES = "import sys; sys.stdin.buffer.raw.read(10)"


def now() -> float:
    return time.monotonic()


def sink(path: Path) -> tuple[str, ...]:
    """A player that plays into a file."""
    return (sys.executable, "-c", SINK, str(path))


def samples(path: Path) -> "array[int]":
    return Pcm(path.read_bytes()).values() if path.exists() else array("h")


def seconds(path: Path) -> float:
    with wave.open(str(path)) as recording:
        assert (recording.getframerate(), recording.getnchannels(), recording.getsampwidth()) == (
            RATE_HZ,
            1,
            2,
        )
        return float(recording.getnframes() / RATE_HZ)


@pytest.fixture
def tone() -> Pcm:
    return pcm(array("h", [9_000] * RATE_HZ))


class Heard:
    """A loudspeaker that keeps still, and a voice that writes down what it is to say."""

    channels, share, changed = 1, 1.0, None
    rate, voices, style = 175, dict[str, str](), Style()

    def __init__(self) -> None:
        self.said: list[str] = []
        self.goes_on = threading.Event()

    def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None:
        self.said.append(text)
        return None

    def wait(self, interrupted: Callable[[], bool]) -> bool:
        return self.goes_on.wait(10)

    def play(self, sound: Pcm) -> None: ...
    def play_over(self, sound: Pcm) -> None: ...
    def stop(self) -> None: ...
    def warm(self) -> None: ...
    def close(self) -> None: ...
    def ready(self) -> bool:
        return True

    def health(self) -> VoiceHealth:
        return VoiceHealth("live")


def test_given_an_answer_in_steps_when_a_session_says_it_then_every_step_is_spoken(
    make: Make, until: Until
) -> None:
    """Each step came a few microseconds after the one before, and took its place: the last alone was said."""
    heard = Heard()
    speaker = Speaker(voice=cast(Synthesizer, heard), table_player=cast(Loudspeaker, heard))
    sink = SpeakerSink(speaker)
    sink.say(make("A claim.", seq=1), 4.0)
    assert until(lambda: heard.said == ["A claim."])
    for number in range(5):
        sink.say(make(f"Step {number}.", purpose="answer"), 5.0)
    heard.goes_on.set()
    assert speaker.wait_idle(10)
    assert heard.said == ["A claim.", *(f"Step {number}." for number in range(5))]
    speaker.close()


def test_given_announcements_when_recorded_then_each_audience_has_its_own_file(
    tmp_path: Path, make: Make
) -> None:
    speaker = Speaker(wav_dir=tmp_path)
    speaker.say(make("Blue disc draws from the deck.", earcon="card", seq=1), now())
    speaker.say(make("A locomotive; you have 2.", to="blue", earcon="card", seq=1), now())
    assert speaker.wait_idle(10)
    speaker.close()
    assert {path.name for path in tmp_path.iterdir()} == {"table.wav", "ear-blue.wav"}
    assert 1.5 < seconds(tmp_path / "table.wav") < 5
    assert 1.0 < seconds(tmp_path / "ear-blue.wav") < 5
    assert (tmp_path / "ear-blue.wav").stat().st_mode & 0o077 == 0
    assert not speaker.busy(now())


def test_given_a_private_announcement_when_spoken_then_not_one_sample_reaches_the_table(
    tmp_path: Path, make: Make
) -> None:
    speaker = Speaker(wav_dir=tmp_path)
    for ear in ("blue", "red"):
        speaker.say(make("You have 5 blue cards.", to=ear, earcon="card", seq=1), now())
    assert speaker.wait_idle(10)
    speaker.close()
    assert seconds(tmp_path / "table.wav") == 0.0


def test_given_a_channel_when_handed_anothers_words_then_it_refuses(make: Make) -> None:
    def quiet(text: str, slower: bool) -> Pcm | None:
        return None

    table = TableChannel(Manner(say=quiet), player=None, recording=None)
    ear = EarChannel("blue", Manner(say=quiet), player=None, recording=None, hold=lambda: False)
    with pytest.raises(ValueError, match="does not go to everyone"):
        table.put(make("You have 5 blue cards.", to="blue"), now())
    for audience in ("everyone", "red"):
        with pytest.raises(ValueError, match="does not go to blue"):
            ear.put(make("Words.", to=audience), now())
    table.close()
    ear.close()


def test_given_mute_when_told_then_no_program_no_file_but_history(tmp_path: Path, make: Make) -> None:
    speaker = Speaker(wav_dir=tmp_path / "never", mute=True)
    speaker.say(make("A claim.", seq=1), now())
    speaker.say(make("", earcon="place"), now())
    assert speaker.wait_idle(5)
    again = speaker.repeat(now())
    assert again is not None and again.normal == "A claim."
    assert [one.announcement.normal for one in speaker.history()] == ["A claim."]
    assert speaker.health() == VoiceHealth("live")
    speaker.close()
    assert not (tmp_path / "never").exists()


def test_given_no_sound_card_and_no_files_when_made_then_said_once(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.speaker.default_command", lambda channels: None)
    told: list[VoiceHealth] = []
    speaker = Speaker(changed=told.append)
    for seq in (1, 2):
        speaker.say(make("A claim.", seq=seq), now())
    assert speaker.wait_idle(5)
    speaker.close()
    assert [(one.condition, one.cause) for one in told] == [("lost", "no-sound")]


def test_given_a_player_when_a_sentence_is_said_then_it_takes_as_long_as_it_sounds(
    tmp_path: Path, make: Make, until: Until
) -> None:
    path = tmp_path / "heard.raw"
    speaker = Speaker(table_player=TablePlayer(sink(path)))
    began = now()
    speaker.say(make("Red square.", earcon="turn", seq=1), began)
    assert speaker.busy(now())
    assert speaker.wait_idle(10)
    lasted = now() - began
    assert until(lambda: any(abs(value) > 3_000 for value in samples(path)))
    speaker.close()
    assert 0.6 < lasted < 4.0


def test_given_a_sentence_being_played_when_stopped_then_silence_within_a_tenth_of_a_second(
    tmp_path: Path, tone: Pcm, until: Until
) -> None:
    path = tmp_path / "heard.raw"
    player = TablePlayer(sink(path))
    for _ in range(5):
        player.play(tone)
    assert until(lambda: any(value == 9_000 for value in samples(path)))
    player.stop()
    stopped = len(samples(path))
    assert until(lambda: len(samples(path)) > stopped + RATE_HZ // 2)
    player.close()
    after = [index for index, value in enumerate(samples(path)) if value == 9_000 and index > stopped]
    assert (after[-1] - stopped if after else 0) / RATE_HZ < 0.1


def test_given_speech_when_a_short_sound_comes_then_it_is_heard_over_it(
    tmp_path: Path, tone: Pcm, until: Until
) -> None:
    path = tmp_path / "heard.raw"
    player = TablePlayer(sink(path))
    player.play(tone)
    assert until(lambda: any(value == 9_000 for value in samples(path)))
    player.play_over(pcm(array("h", [4_000] * 2_000)))
    assert until(lambda: sum(value == 13_000 for value in samples(path)) == 2_000)
    player.close()


@pytest.mark.criterion(9)
@pytest.mark.parametrize(("program", "cause"), [(HANGS, "stuck"), (DIES, "unplugged")])
def test_given_a_player_that_hangs_or_dies_when_speaking_then_nobody_waits_for_it(
    program: str, cause: str, tone: Pcm, make: Make, until: Until
) -> None:
    told: list[VoiceHealth] = []
    player = TablePlayer((sys.executable, "-c", program))
    speaker = Speaker(table_player=player, changed=told.append)
    began = now()
    for seq in range(50):
        speaker.say(make("Red square claims.", seq=seq), now())
    assert now() - began < 0.5
    assert until(lambda: bool(told))
    assert (told[0].condition, told[0].cause) == ("lost", cause)
    assert speaker.health().cause == cause
    speaker.stop(now())
    speaker.close()
    assert now() - began < 12


def test_given_a_missing_player_when_started_then_health_says_so(until: Until) -> None:
    player = TablePlayer(("/nonexistent/player",))
    assert until(lambda: player.health().cause == "no-sound")
    player.close()


def test_given_a_player_that_failed_before_anybody_listened_when_somebody_does_then_it_is_told_once(
    until: Until,
) -> None:
    player = TablePlayer(("/nonexistent/player",))
    assert until(lambda: player.health().cause == "no-sound")
    told: list[VoiceHealth] = []
    player.changed = told.append
    player.close()
    assert [(one.condition, one.cause) for one in told] == [("lost", "no-sound")]


def test_given_a_private_answer_when_the_table_speaks_then_it_is_said_at_once_but_news_waits(
    tmp_path: Path, make: Make, until: Until
) -> None:
    busy = True
    heard: list[str] = []

    def say(text: str, slower: bool) -> Pcm | None:
        heard.append(text)
        return None

    ear = EarChannel("blue", Manner(say=say), player=None, recording=None, hold=lambda: busy)
    ear.put(make("A locomotive; you have 2.", to="blue", seq=1), now())
    ear.put(make("11 cards.", to="blue"), now() + 1)
    assert until(lambda: heard == ["11 cards."])
    busy = False
    assert until(lambda: heard == ["11 cards.", "A locomotive; you have 2."])
    ear.close()


@pytest.fixture
def ear_player(tmp_path: Path) -> Iterator[EarPlayer]:
    player = EarPlayer(sink(tmp_path / "ear.raw"), "blue")
    yield player
    player.close()


def test_given_an_ear_player_when_played_then_its_own_program_hears(
    tmp_path: Path, ear_player: EarPlayer, tone: Pcm, until: Until
) -> None:
    ear_player.play(tone)
    assert ear_player.ear == "blue"
    assert until(lambda: any(value == 9_000 for value in samples(tmp_path / "ear.raw")))


def test_given_a_slow_repeat_when_spoken_then_names_are_spelt(make: Make, tmp_path: Path) -> None:
    speaker = Speaker(wav_dir=tmp_path, spell=lambda text: text + " D, E, N, V, E, R.", voice=Voice())
    speaker.say(make("Denver.", seq=1), now())
    assert speaker.wait_idle(5)
    for _ in range(2):
        speaker.repeat(now())
        assert speaker.wait_idle(5)
    speaker.close()
    assert seconds(tmp_path / "table.wav") > 3.0


def test_given_a_volume_when_turned_while_speaking_then_the_player_hears_it_at_once_and_keeps_its_limits(
    tmp_path: Path, tone: Pcm, until: Until
) -> None:
    path = tmp_path / "heard.raw"
    player = TablePlayer(sink(path))
    speaker = Speaker(table_player=player, voice=Voice(rate=200))
    player.play(tone)
    assert until(lambda: any(value == 9_000 for value in samples(path)))
    speaker.volume = 50
    assert until(lambda: any(2_700 < value < 3_000 for value in samples(path)))  # 10 dB less: half as loud
    speaker.volume = 130
    speaker.rate = 1000
    assert (speaker.volume, speaker.rate) == (100, 450)
    speaker.close()


def test_given_chairs_when_a_seats_sound_comes_then_from_its_side_and_others_from_both(
    tmp_path: Path, make: Make, until: Until
) -> None:
    path = tmp_path / "heard.raw"
    chairs = TableSetting(chairs={"red": -1.0}, no_earcons=frozenset({"tick"}))
    speaker = Speaker(table=chairs, table_player=TablePlayer(sink(path), channels=2))
    speaker.say(make("", earcon="tick"), now())
    speaker.say(replace(make("", earcon="claim"), timbre="red"), now())
    assert until(lambda: any(samples(path)[::2]))
    assert until(lambda: len(samples(path)) > 2 * RATE_HZ and not any(samples(path)[-4_000:]))
    assert not any(samples(path)[1::2])
    speaker.say(make("", earcon="claim"), now())
    assert until(lambda: any(samples(path)[1::2]))
    speaker.close()
