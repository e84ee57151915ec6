"""The owner's speech-dispatcher: a server of SSIP that tells when a text has ended, hangs, or hangs up."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from announce import Announcement
from audio import Dispatcher, Speaker, Style
from audio.dispatcher import AGAIN_S
from audio.players import TablePlayer
from fingerpost.cli import main
from fingerpost.doctor.machine import engine_checks
from tests.audio.conftest import Make, Until
from tests.criteria.heard import Letters
from tests.waiting import PATIENCE_S, until


class Server:
    """As speech-dispatcher 0.11.4 answers; a text lasts `lasts_s`. `mood`: well, endless, mute or no."""

    def __init__(self, path: Path) -> None:
        self.said: list[str] = []
        self.set: dict[str, str] = {}
        self.calls = self.cancelled = 0
        self.lasts_s, self.mood = 0.02, "well"
        self._ended = threading.Event()
        self._lines: list[socket.socket] = []
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """The server dies."""
        self._listening.close()
        self.hang_up()

    def hang_up(self) -> bool:
        """Every connection is cut; False, as who listens says who has not heard enough."""
        for line in self._lines:
            with contextlib.suppress(OSError):  # the other side was quicker
                line.shutdown(socket.SHUT_RDWR)
        return False

    def _accept(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            self.calls += 1
            self._lines.append(line)
            threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        text: list[str] | None = None
        with (
            contextlib.suppress(ConnectionError),
            line,
            line.makefile("r", encoding="utf-8", newline="\r\n") as lines,
        ):
            for raw in lines:
                command = raw.rstrip("\r\n")
                if text is not None and command == ".":
                    self.said.append("\n".join(text))
                    text = None
                    self._speak(line, len(self.said))
                elif text is not None:
                    text.append(command.removeprefix(".") if command.startswith("..") else command)
                elif self._answer(line, command):
                    text = []

    def _answer(self, line: socket.socket, command: str) -> bool:
        """True: what follows is a text."""
        if self.mood == "mute":
            return False
        match command.split(maxsplit=3):
            case [*_] if self.mood == "no":
                self._send(line, "300 ERR NOT TODAY")
            case ["SPEAK"]:
                self._send(line, "230 OK RECEIVING DATA")
                return True
            case ["CANCEL", "SELF"]:
                self.cancelled += 1
                self._ended.set()
                self._send(line, "210 OK CANCELED")
            case ["SET", "SELF", what, value]:
                self.set[what] = value
                self._send(line, "203 OK SET")
            case ["GET", what]:
                self._send(line, f"251-{ {'RATE': 10, 'VOLUME': 60}[what] }", "251 OK GET RETURNED")
            case _:
                self._send(line, "500 ERR INVALID COMMAND")
        return False

    def _speak(self, line: socket.socket, number: int) -> None:
        self._ended = ended = threading.Event()
        self._send(line, f"225-{number}", "225 OK MESSAGE QUEUED")

        def wait() -> None:
            news = "703 CANCELED" if ended.wait(self.lasts_s) else "702 END"
            if self.mood == "well":
                self._send(line, f"{news[:3]}-{number}", f"{news[:3]}-1", news)

        threading.Thread(target=wait, daemon=True).start()

    def _send(self, line: socket.socket, *answers: str) -> None:
        with contextlib.suppress(OSError):
            line.sendall("".join(f"{answer}\r\n" for answer in answers).encode())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "speechd.sock"


@pytest.fixture
def server(path: Path) -> Iterator[Server]:
    serving = Server(path)
    yield serving
    serving.close()


@pytest.fixture
def dispatcher(path: Path) -> Iterator[Dispatcher]:
    speaking = Dispatcher(language="de", path=path, start=lambda: None)
    yield speaking
    speaking.close()


def never() -> bool:
    return False


def test_given_sentences_when_spoken_then_each_is_said_whole_in_the_owners_voice(
    server: Server, dispatcher: Dispatcher
) -> None:
    assert dispatcher.speak("Scheibe Blau ist\nam Zug.", slower=False, until=never)
    assert dispatcher.speak(".5 Punkte.", slower=False, until=never)
    assert server.said == ["Scheibe Blau ist am Zug.", ".5 Punkte."]
    assert server.set["LANGUAGE"] == "de" and server.set["PRIORITY"] == "MESSAGE"
    assert "RATE" not in server.set and "VOLUME" not in server.set  # as the owner has them


def test_given_another_rate_and_volume_when_spoken_then_they_go_from_the_owners_own(
    server: Server, dispatcher: Dispatcher
) -> None:
    dispatcher.rate, dispatcher.volume = 285, 50
    assert dispatcher.speak("schnell und leise", slower=False, until=never)
    assert (server.set["RATE"], server.set["VOLUME"]) == ("60", "-20")
    dispatcher.rate = 175
    assert dispatcher.speak("langsam", slower=True, until=never)
    assert int(server.set["RATE"]) < -40
    assert dispatcher.speak("wie der Eigentümer", slower=False, until=never)
    assert server.set["RATE"] == "10"


def test_given_a_long_text_when_stopped_fifty_times_then_the_stop_itself_silences_it(
    server: Server, dispatcher: Dispatcher
) -> None:
    server.lasts_s = 600.0
    for number in range(50):
        waits = threading.Event()
        speaking = threading.Thread(
            target=dispatcher.speak, args=(f"Satz {number}",), kwargs={"slower": False, "until": waits.set}
        )  # nobody says that it is enough: `set` answers None
        speaking.start()
        assert waits.wait(PATIENCE_S)
        dispatcher.stop()
        speaking.join(PATIENCE_S)
        assert not speaking.is_alive() and server.cancelled == number + 1
    assert dispatcher.trouble == ""


def test_given_a_text_being_handed_over_when_stopped_then_its_end_sees_the_stop(
    server: Server, dispatcher: Dispatcher
) -> None:
    server.lasts_s = 600.0
    assert dispatcher.speak("Satz", slower=False, until=lambda: True)
    assert server.said == ["Satz"] and until(lambda: server.cancelled == 1)


@pytest.mark.parametrize("mood", ["mute", "no"])
def test_given_a_server_that_hangs_or_refuses_when_speaking_then_the_caller_is_told_and_it_is_left_alone(
    mood: str, server: Server, dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("audio.dispatcher.REPLY_S", 0.1)
    monkeypatch.setattr("audio.dispatcher.AGAIN_S", 600.0)
    server.mood = mood
    for _ in range(2):
        assert not dispatcher.speak("hört mich jemand", slower=False, until=never)
        assert "speechd.sock" in dispatcher.trouble
    assert server.calls == 1 and server.said == []


def test_given_a_server_that_ends_no_text_when_speaking_then_it_is_left_alone_for_long(
    path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the real one does without a sound card: each attempt would cost the time of a sentence."""
    server.mood = "endless"
    dispatcher = Dispatcher(path=path, start=lambda: None, patience_s=0.1)
    assert not dispatcher.speak("a", slower=False, until=never)
    assert "did not end" in dispatcher.trouble
    later = time.monotonic() + AGAIN_S + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert not dispatcher.speak("b", slower=False, until=never)
    assert server.said == ["a"]
    dispatcher.close()


def test_given_a_server_that_dies_when_speaking_then_the_caller_is_told(
    server: Server, dispatcher: Dispatcher
) -> None:
    server.lasts_s = 600.0
    assert not dispatcher.speak("mitten im Satz", slower=False, until=server.hang_up)
    assert "hung up" in dispatcher.trouble


def test_given_no_server_when_speaking_then_one_is_started(path: Path) -> None:
    started: list[Server] = []
    dispatcher = Dispatcher(path=path, start=lambda: started.append(Server(path)))
    assert dispatcher.speak("hello", slower=False, until=never)
    assert len(started) == 1 and started[0].said == ["hello"]
    dispatcher.close()
    started[0].close()


def test_given_a_table_when_spoken_to_by_it_then_ears_are_not_and_a_lost_one_is_replaced(
    server: Server, dispatcher: Dispatcher, make: Make, until: Until
) -> None:
    """The words of the table go there; private ones have no way to it."""
    spoken: list[str] = []

    class OwnVoice(Letters):
        def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> None:
            spoken.append(text)

    player = TablePlayer(["cat"])
    speaker = Speaker(reader=dispatcher, voice=OwnVoice(), table_player=player)
    told: list[Announcement] = [make("Blue disc to move."), make("MARKED, 3 red.", to="blue")]
    for one in told:
        speaker.say(one, time.monotonic())
    assert until(lambda: server.said == ["Blue disc to move."])
    server.close()
    speaker.say(make("Red square to move."), time.monotonic())
    assert until(lambda: "Red square to move." in spoken)
    assert not any("MARKED" in text for text in server.said)
    speaker.rate = 300
    assert dispatcher.rate == 300
    speaker.close()


def test_given_the_engine_when_looked_at_then_it_answers_or_one_line_says_why(
    dispatcher: Dispatcher, server: Server
) -> None:
    assert dispatcher.answers()
    assert dispatcher.trouble == ""
    server.mood = "no"
    assert not dispatcher.answers()
    assert "was answered with 300 ERR NOT TODAY" in dispatcher.trouble


def test_given_no_engine_when_the_doctor_looks_then_what_to_do_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{path}")
    monkeypatch.setenv("PATH", "")  # nothing there that could be started
    (check,) = engine_checks("speech-dispatcher", used=True)
    assert (check.ok, check.what) == (False, f"speech-dispatcher at {path}: No such file or directory")
    assert "sudo apt install speech-dispatcher" in check.advice
    assert engine_checks("speech-dispatcher", used=False) == engine_checks("espeak-ng", used=True) == []


def test_given_the_engine_when_the_doctor_looks_then_it_is_well_and_say_speaks_through_it(
    path: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{path}")
    (check,) = engine_checks("speech-dispatcher", used=True, voice="English+Ada")
    assert check.ok
    assert server.set["SYNTHESIS_VOICE"] == "English+Ada"
    assert main(["say", "Red square to move.", "--engine", "speech-dispatcher"]) == 0
    assert server.said == ["Red square to move."]
    server.mood = "no"
    assert main(["say", "Hello.", "--engine", "speech-dispatcher"]) == 1
    assert f"speech-dispatcher at {path}: " in capsys.readouterr().err
    assert main(["say", "Hello.", "--engine", "speech-dispatcher", "--wav", "hello.wav"]) == 2
