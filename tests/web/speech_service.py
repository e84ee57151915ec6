"""A speech service that makes no sound and writes down what it is given: for a screen reader that is judged.

It answers as speech-dispatcher does, as far as Orca asks, on a socket of its own. Words take the time that a
usual voice takes for them, one after the other; who gave them is told when they have been said, or are cut.
"""

import contextlib
import re
import socketserver
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Final

LETTERS_A_SECOND: Final = 15.0
"""Of a voice at its usual rate."""
_MARKUP: Final = re.compile(r"<[^>]*>")
_LISTS: Final = {
    "OUTPUT_MODULES": "249-nobody",
    "SYNTHESIS_VOICES": "249-nobody\ten\tnone",
    "VOICES": "249-MALE1",
}


@dataclass
class Utterance:
    """What was to be said: when it came, until when a voice would say it, whether it was cut."""

    number: int
    text: str
    at: float
    until: float
    cut: bool = False
    over: bool = False  # and that has been told


class SpeechService:
    """Listens until it is closed.

    Args:
        path: where its socket is to be.
    """

    def __init__(self, path: Path) -> None:
        self._utterances: list[Utterance] = []
        self._lock, self._stop = threading.RLock(), threading.Event()
        self._tell: Callable[[str], None] = lambda line: None
        self._server = socketserver.ThreadingUnixStreamServer(str(path), _client(self))
        self._server.daemon_threads = True
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._server.serve_forever, self._time_passes)
        ]
        for thread in self._threads:
            thread.start()

    def said(self) -> list[Utterance]:
        """All so far."""
        with self._lock:
            return [*self._utterances]

    def close(self) -> None:
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        for thread in self._threads:
            thread.join()

    def answer(self, line: str, send: Callable[[str], None]) -> None:
        """A command but SPEAK. `send` is kept: what happens later is told there, too."""
        command, _, rest = line.partition(" ")
        match command.upper():
            case "LIST":
                send(f"{_LISTS.get(rest.upper(), '249-none')}\r\n249 OK")
            case "GET":
                send("251-0\r\n251 OK")
            case "HISTORY":
                send("245-1\r\n245 OK")
            case "CANCEL" | "STOP":
                send("210 OK")
                self._hush()
            case "CHAR" | "KEY":
                self.say(rest, send)
            case _:
                send("200 OK")

    def say(self, text: str, send: Callable[[str], None]) -> None:
        """This is to be said, after all before it."""
        words = " ".join(unescape(_MARKUP.sub("", text)).split())
        with self._lock:
            self._tell = send
            at, number = time.monotonic(), len(self._utterances) + 1
            begin = max([at, *(one.until for one in self._utterances[-1:] if not one.cut)])
            send(f"225-{number}\r\n225 OK")
            until = begin + len(words) / LETTERS_A_SECOND
            self._utterances.append(Utterance(number, words, at, until))

    def _hush(self) -> None:
        """What has not been said yet is not to be said."""
        with self._lock:
            now = time.monotonic()
            for one in self._utterances:
                if one.until > now and not one.cut:
                    one.cut = True
                    self._over(one, "703", "CANCELED")

    def _time_passes(self) -> None:
        while not self._stop.wait(0.02):
            with self._lock:
                now = time.monotonic()
                for one in self._utterances:
                    if one.until <= now and not one.over:
                        self._over(one, "702", "END")

    def _over(self, one: Utterance, code: str, what: str) -> None:
        one.over = True
        with contextlib.suppress(OSError, ValueError):  # who gave it has gone
            self._tell(f"{code}-{one.number}\r\n{code}-1\r\n{code} {what}")


def _client(service: SpeechService) -> type[socketserver.StreamRequestHandler]:
    class Client(socketserver.StreamRequestHandler):
        """One connection: commands, a line each, and texts that end with a lone dot."""

        def handle(self) -> None:
            text: list[str] | None = None
            for raw in self.rfile:
                line = raw.decode().removesuffix("\n").removesuffix("\r")
                if text is None and line.upper() == "SPEAK":
                    text = []
                    self._send("230 OK")
                elif text is None:
                    service.answer(line, self._send)
                elif line == ".":
                    service.say("\n".join(text), self._send)
                    text = None
                else:
                    text.append(line[1:] if line.startswith("..") else line)

        def _send(self, answer: str) -> None:
            self.wfile.write(f"{answer}\r\n".encode())

    return Client
