"""Real speech by espeak-ng in its own process: measured, killed, stopped, missing."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from audio import RATE_HZ, Voice, VoiceHealth
from audio.espeak import EspeakProgram
from audio.speech import Style
from audio.voice_wire import (
    HEAD_BYTES,
    LONGEST_TEXT,
    SpeechOrder,
    WireError,
    frame,
    order_line,
    parse_head,
    parse_order,
)
from tests.audio.loudness import peak
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
Until = Callable[[Callable[[], bool]], bool]
CLAIM = "Red square claims Denver to Omaha: 4 trains, 7 points."


@pytest.fixture
def voice() -> Iterator[Voice]:
    speaking = Voice()
    yield speaking
    speaking.close()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_given_a_claim_when_spoken_then_it_sounds_and_lasts_as_speech_does(voice: Voice) -> None:
    sound = voice.say(CLAIM)
    assert sound is not None
    assert 2.0 < sound.seconds < 6.0
    assert peak(sound) > 10_000
    values = sound.values()
    loud = sum(
        1 for start in range(0, len(values) - 441, 441) if max(map(abs, values[start : start + 441])) > 500
    )
    assert loud * 441 / RATE_HZ > 0.6 * sound.seconds  # most of it is not silence
    assert voice.health() == VoiceHealth("live")


def test_given_a_slow_repeat_when_spoken_then_it_lasts_longer(voice: Voice) -> None:
    normal, slow = voice.say(CLAIM), voice.say(CLAIM, slower=True)
    assert normal is not None and slow is not None
    assert slow.seconds > 1.3 * normal.seconds


def test_given_a_killed_process_when_speaking_again_then_the_text_is_spoken(
    voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.speech.SPEAK_S", 600.0)  # it is not waited for: that it has gone is seen
    first = voice.say(CLAIM)
    assert first is not None and voice.pid is not None
    before = voice.pid
    os.kill(before, signal.SIGKILL)
    again = voice.say(CLAIM.replace("Red", "Blue"))
    assert again is not None
    assert again.seconds == pytest.approx(first.seconds, rel=0.1)
    assert voice.pid != before
    assert voice.health().condition == "live"


def test_given_a_process_that_hangs_when_speaking_then_another_speaks_and_it_is_not_left_behind(
    voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert voice.say(CLAIM) is not None and voice.pid is not None
    before = voice.pid
    os.kill(before, signal.SIGSTOP)
    monkeypatch.setattr("audio.speech.SPEAK_S", 0.2)
    end = voice._end

    def ended() -> None:
        end()
        monkeypatch.setattr("audio.speech.SPEAK_S", 600.0)  # the new one has all the time it needs

    monkeypatch.setattr(voice, "_end", ended)
    assert voice.say(CLAIM.replace("Red", "Blue")) is not None
    assert voice.pid != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_given_no_words_when_spoken_then_nothing_is_started(voice: Voice) -> None:
    assert voice.say("  ") is None
    assert voice.pid is None


def test_given_odd_texts_when_spoken_then_nothing_breaks(voice: Voice) -> None:
    for text in ("\0", "<voice xml:lang='de'>", "[[h@l'oU]]", "é" * 5_000, '"\\n{}"', "\ud7ff\U0001f682"):
        voice.say(text)
    assert voice.say(CLAIM) is not None
    assert voice.health().condition == "live"


def test_given_no_speech_here_when_speaking_then_said_once_and_the_game_goes_on() -> None:
    told: list[VoiceHealth] = []
    without = "import sys; sys.stdout.buffer.write(bytes.fromhex(sys.argv[1])); sys.exit(3)"
    trouble = frame("trouble", 0, b"no espeak-ng").hex()
    voice = Voice(command=(sys.executable, "-c", without, trouble))
    voice.changed = told.append
    assert voice.say(CLAIM) is None
    assert voice.say(CLAIM) is None
    assert [(one.condition, one.cause) for one in told] == [("lost", "no-speech")]
    assert voice.health().detail == "no espeak-ng"


BABBLE = (sys.executable, "-c", "print('nonsense, not frames')")


@pytest.mark.parametrize("command", [("/nonexistent/voice",), BABBLE])
def test_given_a_voice_that_babbles_when_speaking_then_none_and_health(
    command: tuple[str, ...],
) -> None:
    voice = Voice(command=command)
    assert voice.say(CLAIM) is None
    assert voice.health().condition == "lost"
    voice.close()


def test_given_the_game_dies_when_the_process_loses_its_input_then_it_ends(until: Until) -> None:
    """The game is killed, so nobody closes anything in an orderly way."""
    game = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from audio import Voice; v = Voice(); v.say('hello'); print(v.pid, flush=True); input()",
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert game.stdout is not None
    pid = int(game.stdout.readline())
    assert alive(pid)
    game.kill()
    game.wait()
    assert until(lambda: not alive(pid))


def test_given_bad_lines_when_read_then_trouble_is_answered_and_the_next_is_spoken() -> None:
    lines = [b"nonsense", b"[1]", b'{"id": -1}', b'{"id": 1, "text": 5}', b"\xff\xfe", b"[" * 100_000]
    order = order_line(SpeechOrder(id=7, text="yes"))
    done = subprocess.run(
        [sys.executable, "-m", "audio.voice_process"],
        input=b"\n".join(lines) + b"\n",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    kinds = [kind for kind, _, _ in frames(done.stdout)]
    assert kinds == ["hello"] + ["trouble"] * len(lines)
    assert b"Traceback" not in done.stderr
    assert json.loads(order) == {
        "id": 7,
        "text": "yes",
        "rate": 175,
        "pitch": 50,
        "voice": "en",
        "stop": False,
        "names": False,
        "known": False,
    }


def frames(data: bytes) -> Iterator[tuple[str, int, bytes]]:
    while data:
        kind, number, length = parse_head(data[:HEAD_BYTES])
        yield kind, number, data[HEAD_BYTES : HEAD_BYTES + length]
        data = data[HEAD_BYTES + length :]


def test_given_an_order_when_written_and_read_then_the_same() -> None:
    order = SpeechOrder(id=3, text="Montréal\n", rate=250, voice="de")
    assert order_line(order).count(b"\n") == 1
    assert parse_order(order_line(order)) == order
    with pytest.raises(WireError):
        parse_order(json.dumps({"id": 1, "text": "a" * (LONGEST_TEXT + 1)}).encode())
    with pytest.raises(WireError):
        parse_head(frame("end", 1).replace(b"E", b"?", 1))


def test_given_only_the_program_when_speaking_then_its_wav_is_understood(tmp_path: Path) -> None:
    """A stand-in for `espeak-ng --stdout`, with the endless length that it writes to a pipe."""
    program = tmp_path / "espeak-ng"
    program.write_text(
        f"#!{sys.executable}\n"
        "import struct, sys\n"
        "text = sys.stdin.read()\n"
        "data = struct.pack('<h', 9000) * 22050\n"
        "head = struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 0x7ffff024, b'WAVE', b'fmt ', 16, 1, 1,\n"
        "                   22050, 44100, 2, 16, b'data', 0x7ffff000)\n"
        "sys.stdout.buffer.write(head + data)\n"
    )
    program.chmod(0o755)
    (samples,) = EspeakProgram(str(program)).speak(SpeechOrder(id=1, text="hello"), lambda: True)
    assert len(samples) == 2 * RATE_HZ
    assert list(EspeakProgram(str(program)).speak(SpeechOrder(id=1, text="hello"), lambda: False)) == []
    assert list(EspeakProgram("/bin/true").speak(SpeechOrder(id=1, text="hello"), lambda: True)) == [b""]


def test_given_a_phrase_when_said_again_then_from_memory_and_in_each_style_anew(voice: Voice) -> None:
    first = voice.say(CLAIM)
    assert voice.say(CLAIM) is first
    high = voice.say(CLAIM, style=Style("en", 175, 90))
    fast = voice.say(CLAIM, style=Style("en", 350, 50))
    german = voice.say(CLAIM, style=Style("de", 175, 50))
    assert first is not None and high is not None and fast is not None and german is not None
    assert fast.seconds < 0.7 * first.seconds
    assert len({first.samples, high.samples, german.samples}) == 3


def test_given_the_narrow_space_of_french_words_when_spoken_then_it_is_not_read(voice: Voice) -> None:
    plain, narrow, read = (
        voice.say(f"Bleu{space}: quatre wagons{space}; on continue{space}?", style=Style("fr"))
        for space in (" ", "\u202f", " espace ")
    )
    assert plain is not None and narrow is not None and read is not None
    assert narrow.seconds == pytest.approx(plain.seconds, rel=0.01)
    assert narrow.seconds < 0.9 * read.seconds


def test_given_more_phrases_than_memory_when_said_then_the_oldest_go(
    voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.speech._CACHE_BYTES", 400_000)
    first = voice.say(CLAIM)
    for number in range(6):
        voice.say(CLAIM + f" {number} more.")
    again = voice.say(CLAIM)
    assert first is not None and again is not None and again is not first
    assert again.seconds == pytest.approx(first.seconds, rel=0.02)


def test_given_an_unknown_voice_when_speaking_then_its_language_not_the_one_before(voice: Voice) -> None:
    sounds = [voice.say(CLAIM, style=Style(name)) for name in ("de", "fr", "de-nowhere+nobody")]
    german, french, fallback = (sound.seconds for sound in sounds if sound is not None)
    assert fallback == pytest.approx(german, rel=0.02)
    assert fallback != pytest.approx(french, rel=0.02)


PIPER = """
class SynthesisConfig:
    def __init__(self, length_scale): self.length_scale = length_scale
class Chunk:
    sample_rate = 22050
    def __init__(self, count): self.audio_int16_bytes = b"\\x10\\x27" * count
class PiperVoice:
    @classmethod
    def load(cls, path):
        if "broken" in path: raise ValueError("no model")
        return cls()
    def synthesize(self, text, syn_config):
        if "crash" in text: raise RuntimeError("onnx")
        yield Chunk(int(1000 * syn_config.length_scale))
"""


def test_given_a_piper_voice_in_the_folder_when_speaking_then_it_speaks_its_language_and_espeak_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in for the package `piper`, as the voice process would import it."""
    (tmp_path / "piper.py").write_text(PIPER)
    for name in ("de_DE-thorsten-low.onnx", "fr_FR-broken-low.onnx"):
        (tmp_path / name).write_bytes(b"")
        (tmp_path / f"{name}.json").write_text("{}")
    (tmp_path / "en_US-half-copied.onnx").write_bytes(b"")  # its .json is missing
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    voice = Voice(voice="de", rate=350, voices=tmp_path)
    spoken = voice.say("Hallo.")
    assert spoken is not None and set(spoken.values()) == {10_000} and len(spoken.values()) == 500
    for text, language in (("Bonjour.", "fr"), ("Hello.", "en"), ("crash.", "de")):
        other = voice.say(text, style=Style(language))
        assert other is not None and len(set(other.values())) > 100
    voice.close()
