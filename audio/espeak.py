"""SHELL: text → samples by espeak-ng: its library where the wheel or the system brings one, else its program.

Only the voice process imports this; a crash of the library takes no game with it.
"""

import ctypes
import io
import shutil
import subprocess
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Protocol

from audio.sound import resampled
from audio.voice_names import EspeakVoice, is_throat, language_of, listed, offered
from audio.voice_wire import SpeechOrder

_RETRIEVAL_SYNCHRONOUS: Final = 2  # AUDIO_OUTPUT_SYNCHRONOUS of espeak-ng/speak_lib.h
_DONT_EXIT: Final = 0x8000
_UTF8: Final = 1
_RATE: Final = 1
_VOLUME: Final = 2
_PITCH: Final = 3
_SLOWEST, _FASTEST = 80, 450  # words a minute
_PROGRAM_S: Final = 20.0
_OF_THE_SYSTEM: Final = "libespeak-ng.so.1"

_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class _VoiceSpec(ctypes.Structure):
    """espeak_VOICE of espeak-ng/speak_lib.h; `languages`: a byte of rank before each, a zero byte last."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_void_p),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("xx1", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    )


class NoSpeechError(Exception):
    """There is no espeak-ng here; the message says what to install."""


class Engine(Protocol):
    """Something that speaks."""

    def speak(self, order: SpeechOrder, go_on: Callable[[], bool]) -> Iterator[bytes]:
        """Samples at RATE_HZ, piece by piece; ends early when `go_on` says no."""
        ...

    def voices(self, voice: str) -> dict[str, str]:
        """What may be chosen instead of this voice: how it is asked for, and how people call it."""
        ...

    def knows(self, voice: str) -> bool:
        """Whether there is a voice of that name; by a name that it does not know, another one speaks."""
        ...


def engine() -> Engine:
    """The best speech there is.

    Raises:
        NoSpeechError: neither library nor program.
    """
    try:
        return Library(*_library())
    except OSError:
        pass  # none, or one for another machine: the program may still do
    program = shutil.which("espeak-ng") or shutil.which("espeak")
    if program is not None:
        return EspeakProgram(program)
    raise NoSpeechError("no espeak-ng: install the wheel espeakng-loader or the package espeak-ng")


def _library() -> tuple[str, str | None]:
    """The library and its data as the wheel brings them; else the system's, which knows where its data is."""
    try:
        import espeakng_loader
    except ImportError:
        return (_OF_THE_SYSTEM, None)
    library, data = Path(espeakng_loader.get_library_path()), Path(espeakng_loader.get_data_path())
    if not library.is_file() or not data.is_dir():
        return (_OF_THE_SYSTEM, None)
    return str(library), str(data)


class Library:
    """espeak-ng in this process.

    Raises:
        OSError: the library does not load or does not find its data.
    """

    def __init__(self, library: str, data: str | None) -> None:
        self._lib = ctypes.CDLL(library)
        rate = self._lib.espeak_Initialize(
            _RETRIEVAL_SYNCHRONOUS, 100, None if data is None else data.encode(), _DONT_EXIT
        )
        if rate <= 0:
            raise OSError(f"espeak-ng does not find its data ({data or library})")
        self._rate_hz = int(rate)
        self._pieces: list[bytes] = []
        self._go_on: Callable[[], bool] = lambda: True
        self._callback = _Callback(self._receive)  # kept: the library holds only its address
        self._lib.espeak_SetSynthCallback(self._callback)
        self._lib.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_VoiceSpec))
        self._voice = ""

    def _receive(self, samples: "ctypes._Pointer[ctypes.c_short]", count: int, _events: int | None) -> int:
        if count > 0 and samples:
            self._pieces.append(ctypes.string_at(samples, 2 * count))
        return 0 if self._go_on() else 1

    def speak(self, order: SpeechOrder, go_on: Callable[[], bool]) -> Iterator[bytes]:
        """The whole text; the library is a hundred times faster than the ear, so it comes in one piece."""
        if order.voice != self._voice:
            self._choose(order.voice)
        self._lib.espeak_SetParameter(_RATE, max(_SLOWEST, min(_FASTEST, order.rate)), 0)
        self._lib.espeak_SetParameter(_VOLUME, 100, 0)
        self._lib.espeak_SetParameter(_PITCH, order.pitch, 0)
        self._pieces, self._go_on = [], go_on
        raw = order.text.encode("utf-8").replace(b"\0", b" ") + b"\0"
        self._lib.espeak_Synth(raw, ctypes.c_size_t(len(raw)), 0, 0, 0, _UTF8, None, None)
        self._lib.espeak_Synchronize()
        yield resampled(b"".join(self._pieces), self._rate_hz).samples

    def _choose(self, voice: str) -> None:
        """This voice; else its language's own; else English: never the one that spoke before by chance."""
        self._voice = voice
        for name in (voice, language_of(voice), "en"):
            if self._lib.espeak_SetVoiceByName(name.encode().split(b"\0")[0]) == 0:
                return

    def voices(self, voice: str) -> dict[str, str]:
        """As the library lists them."""
        dialects = list(_specified(self._lib.espeak_ListVoices(None)))
        return offered(voice, dialects, self._throats())

    def knows(self, voice: str) -> bool:
        """It takes any throat, also one that there is none of: those are looked up."""
        self._voice = ""  # whoever speaks next chooses anew
        dialect, _, throat = voice.partition("+")
        taken = self._lib.espeak_SetVoiceByName(dialect.encode().split(b"\0")[0]) == 0
        return taken and (not throat or is_throat(throat, self._throats()))

    def _throats(self) -> list[EspeakVoice]:
        kind = ctypes.create_string_buffer(b"variant")
        variants = _VoiceSpec(languages=ctypes.cast(kind, ctypes.c_void_p))
        return list(_specified(self._lib.espeak_ListVoices(ctypes.byref(variants))))


def _specified(found: "ctypes._Pointer[ctypes._Pointer[_VoiceSpec]]") -> Iterator[EspeakVoice]:
    """What the library lists, up to its null pointer. The names are copied: the next list frees them."""
    index = 0
    while found and found[index]:
        one = found[index].contents
        yield EspeakVoice(_text(one.name), _text(one.identifier), _ranks(one.languages))
        index += 1


def _text(raw: bytes | None) -> str:
    return (raw or b"").decode("utf-8", "replace")


def _ranks(at: int | None) -> dict[str, int]:
    found: dict[str, int] = {}
    while at and (rank := ctypes.string_at(at, 1)[0]):
        code = ctypes.string_at(at + 1)
        found[_text(code)] = rank
        at += len(code) + 2
    return found


class EspeakProgram:
    """espeak-ng as a program that writes a WAV file to its output."""

    def __init__(self, path: str) -> None:
        self._path = path

    def speak(self, order: SpeechOrder, go_on: Callable[[], bool]) -> Iterator[bytes]:
        """The whole text, read from the program's output."""
        speed, pitch = str(max(_SLOWEST, min(_FASTEST, order.rate))), str(order.pitch)
        try:
            done = subprocess.run(
                [self._path, "--stdout", "-v", order.voice, "-s", speed, "-p", pitch, "-b", "1", "--stdin"],
                input=order.text.encode("utf-8"),
                capture_output=True,
                timeout=_PROGRAM_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return
        if go_on():
            yield _unpacked(done.stdout)

    def voices(self, voice: str) -> dict[str, str]:
        """As the program lists them."""
        return offered(voice, self._listed("--voices"), self._listed("--voices=variant"))

    def knows(self, voice: str) -> bool:
        """Whether the program takes it, and has its throat; no program that answers: nobody knows better."""
        dialect, _, throat = voice.partition("+")
        try:
            taken = subprocess.run(
                [self._path, "-q", "-v", dialect, "a"], capture_output=True, timeout=_PROGRAM_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return True
        return taken.returncode == 0 and (not throat or is_throat(throat, self._listed("--voices=variant")))

    def _listed(self, wish: str) -> list[EspeakVoice]:
        try:
            done = subprocess.run([self._path, wish], capture_output=True, timeout=_PROGRAM_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return []
        return listed(done.stdout.decode("utf-8", "replace"))


def _unpacked(data: bytes) -> bytes:
    """The samples of a WAV text; espeak-ng writes lengths that are too long when it writes to a pipe."""
    try:
        with wave.open(io.BytesIO(data)) as reader:
            if reader.getsampwidth() != 2 or reader.getnchannels() != 1:
                return b""
            return resampled(reader.readframes(len(data) // 2), reader.getframerate()).samples
    except (wave.Error, EOFError):
        return b""
