"""Which voices there are, as the real espeak-ng tells them: each can be chosen, and is another to hear."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from announce import Announcement
from audio import EarSetting, Pcm, SinkName, Speaker, Style, Voice
from audio.espeak import Engine, EspeakProgram, engine
from audio.piper import Piper
from audio.voice_names import EspeakVoice, listed, offered
from audio.voice_wire import SpeechOrder, WireError, parse_voices, voices_body
from tests.audio.loudness import brightness
from tests.criteria.heard import EarListener, Letters, TableListener
from tests.waiting import PATIENCE_S


@pytest.fixture(scope="module")
def speech() -> Engine:
    return engine()


@pytest.fixture
def voice() -> Iterator[Voice]:
    speaking = Voice(voice="de")
    yield speaking
    speaking.close()


def spoken(speech: Engine, voice: str) -> Pcm:
    return Pcm(b"".join(speech.speak(SpeechOrder(id=1, text="Hallo.", voice=voice), lambda: True)))


class Asked:
    """An engine that notes by which voice it is to speak."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def speak(self, order: SpeechOrder, go_on: Callable[[], bool]) -> Iterator[bytes]:
        self.asked.append(order.voice)
        yield b""

    def knows(self, voice: str) -> bool:
        return True

    def voices(self, voice: str) -> dict[str, str]:
        return {}


@pytest.mark.parametrize(
    ("language", "own", "other"),
    [
        ("en", "English (Great Britain)", "en-us"),
        ("de", "German", "de+Annie"),
        ("fr", "French (France)", "fr-ch"),
        ("es", "Spanish (Spain)", "es-419"),
    ],
)
def test_given_a_language_when_its_voices_are_listed_then_its_own_is_first_and_others_sound_otherwise(
    speech: Engine, language: str, own: str, other: str
) -> None:
    found = speech.voices(language)
    assert next(iter(found.items())) == (language, own) and other in found
    assert found[f"{language}+Annie"] == "Annie" and found[f"{language}+f2"] == "Female 2"
    assert len(set(found.values())) == len(found) > 90
    usual = brightness(spoken(speech, language))
    assert brightness(spoken(speech, f"{language}+Annie")) > 1.1 * usual
    assert brightness(spoken(speech, f"{language}+f2")) > 1.2 * usual
    assert brightness(spoken(speech, f"{language}+whisper")) > 1.4 * usual


def test_given_a_dialect_with_a_throat_in_the_config_when_voices_are_listed_then_throats_are_of_that_dialect(
    speech: Engine,
) -> None:
    found = speech.voices("en-us+f3")
    assert next(iter(found)) == "en-us" and {"en-us+Annie", "en-gb"} <= found.keys()
    assert not {"en-shaw", "en-us+fast"} & found.keys()  # nobody would understand them


def test_given_a_voice_process_when_it_has_begun_then_its_voices_are_known_also_after_it_died(
    voice: Voice,
) -> None:
    assert not voice.voices
    voice.warm()
    assert voice.voices["de"] == "German" and voice.pid is not None
    os.kill(voice.pid, signal.SIGKILL)
    voice.warm()
    assert voice.voices["de+Annie"] == "Annie"
    assert voice.say("Guten Abend.") is not None


def test_given_a_speaker_when_a_voice_is_set_then_the_next_words_are_spoken_by_it() -> None:
    voice, loud = Voice(voice="de"), TableListener()
    speaker = Speaker(voice=voice, table_player=loud)
    try:
        before = voice.say("Hallo.")
        speaker.voice_name = "de+f2"
        after = voice.say("Hallo.")
        assert before is not None and after is not None and after.seconds > 1.1 * before.seconds
    finally:
        speaker.close()


class Styled(Letters):
    """Notes by which voice each text was to be spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.by: dict[str, str] = {}

    def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None:
        self.by[text] = (style or self.style).voice
        return super().say(text, slower=slower)


def test_given_a_voice_for_one_ear_when_words_come_then_only_there_and_before_that_of_the_config() -> None:
    voice, headset = Styled(), SinkName("pipewire", "headset")
    ears = {seat: EarSetting(sink=headset, voice="de") for seat in ("blue", "red")}
    speaker = Speaker(
        ears=ears,  # type: ignore[arg-type]
        voice=voice,
        table_player=TableListener(),
        ear_player=lambda setting, seat: EarListener(seat),
    )
    try:
        speaker.say(Announcement(audience="blue", urgency="polite", normal="Before."), time.monotonic())
        assert speaker.wait_idle(PATIENCE_S)
        speaker.ear_voices = {"blue": "de+Annie"}
        for whom in ("everyone", "blue", "red"):
            speaker.say(
                Announcement(audience=whom, urgency="polite", normal=f"To {whom}."),
                time.monotonic(),
            )
        assert speaker.wait_idle(PATIENCE_S)
        speaker.ear_voices = {"blue": ""}
        speaker.say(Announcement(audience="blue", urgency="polite", normal="As to all."), time.monotonic())
        assert speaker.wait_idle(PATIENCE_S)
    finally:
        speaker.close()
    assert voice.by == {
        "Before.": "de", "To everyone.": "en", "To blue.": "de+Annie", "To red.": "de", "As to all.": "en",
    }  # fmt: skip


PRINTED = """Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  de              --/M      German             gmw/de
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 5  variant         50/M      Mr_Serious         !v/Mr serious
"""


def test_given_the_table_that_the_program_prints_when_read_then_voices_and_throats_are_as_it_names_them() -> (
    None
):
    found = listed(PRINTED)
    assert found[1] == EspeakVoice("English_(Great_Britain)", "gmw/en", {"en-gb": 2, "en": 2})
    assert offered("en", found[:2], found[2:]) == {
        "en": "English (Great Britain)",
        "en+Mr serious": "Mr Serious",
    }
    assert listed("nonsense\n\n(en 2)") == []


@pytest.mark.parametrize("program", ["/bin/true", "/no/such/program"])
def test_given_a_program_that_tells_nothing_when_asked_then_there_is_no_other_voice(program: str) -> None:
    assert EspeakProgram(program).voices("de") == {}


def test_given_the_program_when_asked_then_it_offers_what_it_can_speak() -> None:
    program = shutil.which("espeak-ng")
    assert program is not None
    assert {"de": "German", "de+Annie": "Annie"}.items() <= EspeakProgram(program).voices("de").items()


@pytest.mark.parametrize("by_program", [False, True])
def test_given_a_name_when_asked_then_the_engine_tells_whether_a_voice_is_called_so(
    by_program: bool, speech: Engine
) -> None:
    asked = EspeakProgram(shutil.which("espeak-ng") or "") if by_program else speech
    known = {name: asked.knows(name) for name in ("de", "en-us", "de+Annie", "de+f2", "nobody", "de+nobody")}
    assert known == {name: "nobody" not in name for name in known}


def test_given_a_voice_process_when_asked_for_a_name_then_it_knows_and_speaks_on_as_before(
    voice: Voice, tmp_path: Path
) -> None:
    before = voice.say("Guten Abend.")
    assert (voice.knows("en+Annie"), voice.knows("nobody")) == (True, False)
    after, hers = voice.say("Guten Abend!"), voice.say("Guten Abend!", style=Style("de+Annie"))
    assert before is not None and after is not None and hers is not None
    assert abs(brightness(after) - brightness(before)) < abs(brightness(hers) - brightness(before)) / 3
    (tmp_path / "de_DE-eva-low.onnx").touch()
    (tmp_path / "de_DE-eva-low.onnx.json").touch()
    with_piper = Voice(voices=tmp_path)
    assert (with_piper.knows("de_DE-eva-low"), with_piper.knows("de_DE-nobody")) == (True, False)
    with_piper.close()
    nothing = Voice(command=("/no/such/program",))
    assert nothing.knows("nobody")  # that nothing speaks at all is told by its health


def test_given_piper_voices_of_the_language_when_listed_then_those_and_else_espeaks(
    tmp_path: Path, speech: Engine
) -> None:
    for name in ("de_DE-thorsten-low", "de_DE-eva_k-x_low", "en_US-amy-low"):
        (tmp_path / f"{name}.onnx").touch()
        (tmp_path / f"{name}.onnx.json").touch()
    (tmp_path / "de_DE-half.onnx").touch()
    piper = Piper(tmp_path, speech)
    assert piper.voices("de") == {
        "de_DE-eva_k-x_low": "Eva k x low",
        "de_DE-thorsten-low": "Thorsten low",
    }
    assert piper.voices("fr") == speech.voices("fr")
    other = Asked()
    for name in ("de_DE-thorsten-low", "de+Annie"):
        spoken(Piper(tmp_path, other), name)
    assert other.asked == ["de", "de+Annie"]  # Piper cannot read these: espeak-ng speaks the language


def test_given_names_on_the_wire_when_read_then_as_they_were_sent_and_nonsense_is_refused() -> None:
    assert parse_voices(voices_body({"en+Mr serious": "Mr Serious"})) == {"en+Mr serious": "Mr Serious"}
    for body in (b"", b"[]", b'{"a": 1}', b"\xff"):
        with pytest.raises(WireError, match="not a list of voices"):
            parse_voices(body)
