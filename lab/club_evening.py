"""A club's evening in two minutes: eight simulated tables, a hall page, one round of a tournament.

    make demo-club                 ARGS="--seconds 30 --port 8090 --stay"

Everything but the players is real: a Mosquitto, each table's own MQTT client, `fingerpost club collect` and
`serve` as programs of their own, the tournament by the commands that a club would type. One table loses its
broker on the way and comes back; what it played meanwhile is asked for. Nothing is kept.
"""

import argparse
import contextlib
import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, Protocol
from urllib.error import URLError
from urllib.request import urlopen

from bots.bot import GreedyBot
from command_line.terminal import tell_people
from engine import SEATS, Event, Game, Refusal, State
from mqtt import MqttSink, TableInfo
from mqtt.local_broker import SETTINGS, START_WITHIN_S, HeldPort, answers, mosquitto_program

TABLES: Final = 8
NAMES: Final = [
    "Anna", "Ben", "Carla", "Dana", "Emil", "Fiona", "Gül", "Hana", "Ivo", "Jana", "Kim", "Lea", "Mia", "Noa",
    "Omar", "Pia", "Quinn", "Rosa", "Sami", "Tom", "Uma", "Vera", "Will", "Xenia", "Yara", "Zoe", "Arne",
    "Bela",
    "Cleo", "Dora", "Enno", "Finn",
]  # fmt: skip
SECONDS: Final = 65.0
_LOOK_S: Final = 10.0
_RESULTS_WITHIN_S: Final = 40.0
_SERVED_WITHIN_S: Final = 90.0  # on a loaded machine; usually it takes one or two


class NotHereError(Exception):
    """What the demo needs is not here; one line says what to do."""


@dataclass
class ClubTable:
    """One table with four bots: its whole game beforehand, told act by act."""

    name: str
    seed: int
    acts: list[tuple[list[tuple[int, Event]], State]] = field(default_factory=list)
    told: int = 0
    sink: MqttSink | None = None

    def __post_init__(self) -> None:
        game = Game.new("us-accessible", "usa", SEATS[:4], "untracked", self.seed)
        bots = {seat: GreedyBot(self.seed * 10 + place) for place, seat in enumerate(SEATS[:4])}
        self.acts.append((list(enumerate(game.events, 1)), game.state))
        while game.state.phase != "over":
            seat = game.state.waiting_for()[0]
            done = game.do(bots[seat].choose(game.state, seat))
            assert not isinstance(done, Refusal)
            first = len(game.events) + 1
            game, events = done
            self.acts.append((list(enumerate(events, first)), game.state))

    def connect(self, url: str) -> None:
        """Begin to tell, with what was played before as history."""
        before = [one for events, _ in self.acts[: self.told] for one in events]
        self.sink = MqttSink(
            self.name, url, game=f"{self.name}-round-1", boot=f"{self.name}-{self.told}",
            on_health=lambda health: None, on_command=lambda request: None, history=before,
            about=TableInfo(map="usa", edition="us-accessible", capabilities=("replay",)),
        )  # fmt: skip
        if self.told:
            self.sink.told((), self.acts[self.told - 1][1])
        self.sink.start()

    def leave(self) -> None:
        """Be gone."""
        if self.sink is not None:
            self.sink.close()
        self.sink = None

    def play_to(self, part: float) -> None:
        """Tell so much of the game; while there is no broker it is played all the same."""
        wanted = min(len(self.acts), round(part * len(self.acts)))
        for events, state in self.acts[self.told : wanted]:
            if self.sink is not None:
                self.sink.told(events, state)
        self.told = max(self.told, wanted)


class _Lines(HTMLParser):
    """The lines of the hall: what a browser without a script shows."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._line = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id") or ""
        if tag == "li":
            self._line = name if name.startswith("t-") else ""

    def handle_data(self, data: str) -> None:
        if self._line:
            self.found[self._line] = self.found.get(self._line, "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "li":
            self._line = ""


class ClubEvening:
    """The club: its broker, its programs, its tables."""

    def __init__(self, folder: Path, port: int, seconds: float) -> None:
        self._folder, self._port, self._seconds = folder, port, seconds
        self._config = folder / "club.toml"
        self._shown: dict[str, str] = {}

    def run(self, *, stay: bool) -> int:
        """All of it; 0: every game was collected whole and everybody has a place."""
        with contextlib.ExitStack() as closing:
            held = closing.enter_context(HeldPort())
            closing.enter_context(_broker(self._folder, held))
            url = f"mqtt://127.0.0.1:{held}"
            self._write(url)
            closing.enter_context(_program(self._call("collect")))
            self._until_served(closing.enter_context(_program(self._call("serve"))))
            told(f"The hall: http://127.0.0.1:{self._port}/")
            self._pair()
            tables = [ClubTable(f"t{number}", number) for number in range(1, TABLES + 1)]
            for table in tables:
                table.connect(url)
                closing.callback(table.leave)
            self._play(tables, url)
            decided = self._decide()
            if stay:
                told("It is served until Ctrl-C.")
                with contextlib.suppress(KeyboardInterrupt):
                    signal.pause()
            return decided

    def _write(self, url: str) -> None:
        names = [f"t{number}" for number in range(1, TABLES + 1)]
        labels = "".join(f'{name} = "Table {number}"\n' for number, name in enumerate(names, 1))
        self._config.write_text(
            f'[club]\ndatabase = "{self._folder / "club.sqlite"}"\ntables = {json.dumps(names)}\n'
            f'[mqtt]\nurl = "{url}"\n[serve]\nport = {self._port}\n[labels]\n{labels}',
            encoding="utf-8",
        )

    def _pair(self) -> None:
        form = Path(__file__).parents[1] / "club" / "formats" / "club-evening.json"
        self._club("tournament", "new", "evening", "--file", str(form), "--seed", "demo", words=_new)
        self._club("tournament", "enter", "evening", *NAMES, words=_entered)
        self._club("tournament", "pair", "evening", words=_paired)
        self._club("call", "--round", "evening", words=_called)

    def _play(self, tables: Sequence[ClubTable], url: str) -> None:
        """All games at once; the fifth table is away for a while."""
        began, looked, called = time.monotonic(), 0.0, False
        while (part := (time.monotonic() - began) / self._seconds) < 1.05:
            for table in tables:
                table.play_to(part)
            away = tables[4]
            if 0.3 < part < 0.45 and away.sink is not None:
                told("Table 5 loses its broker, and plays on.")
                away.leave()
            elif part >= 0.45 and away.sink is None:
                told("Table 5 has it again; what is missing is asked for.")
                away.connect(url)
            if part > 0.8 and not called:
                called = True
                self._club("call", "--time", "10", words=_called)
            if time.monotonic() - looked > _LOOK_S:
                looked = time.monotonic()
                self._look()
            time.sleep(0.05)
        for table in tables:  # whatever took long
            table.play_to(1.0)

    def _decide(self) -> int:
        """The results of all games, as soon as they are collected; then where everybody stands."""
        whole = self._results()
        standings = self._club("tournament", "standings", "evening", "--csv")
        self._club("call", "Thank you for playing.", words=_called)
        gaps = self._club("check", words=_checked)
        return int(not whole or gaps is None or standings is None)

    def _results(self) -> bool:
        """Take them as they come; whether that was all of them in time."""
        until, taken, missing = time.monotonic() + _RESULTS_WITHIN_S, 0, list[int]()
        while (found := self._club("tournament", "result", "evening", shown=False)) is not None:
            came = json.loads(found)
            taken, missing = taken + len(came["taken"]), came["missing"]
            if not missing or time.monotonic() > until:
                break
            time.sleep(1)
        self._look()
        if found is None:
            return False
        told("$ fingerpost club tournament result evening")
        told(f"The results of {taken} games are taken.")
        if missing:
            pods = ", ".join(str(pod) for pod in missing)
            told(f"Of these pods none has come within {_RESULTS_WITHIN_S:g} s: {pods}.")
        return not missing

    # What the club types, and sees

    def _call(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "fingerpost", "club", *arguments, "--config", str(self._config)]

    def _club(self, *arguments: str, shown: bool = True, words: "_Words | None" = None) -> str | None:
        """One command of the club's, shown with what it answers; None: the answer is no, and always shown.

        `words`: says in a sentence what it answers with for programs.
        """
        if shown:
            told(_typed(arguments))
        done = subprocess.run(self._call(*arguments), capture_output=True, text=True, check=False)
        well = done.returncode == 0
        if not well and not shown:
            told(_typed(arguments))
        if shown or not well:
            told(words(done.stdout) if well and words else f"{done.stdout}{done.stderr}".rstrip())
        return done.stdout if well else None

    def _until_served(self, serve: subprocess.Popen[bytes]) -> None:
        """Raises NotHereError: `serve` has ended, or takes too long to begin."""
        until = time.monotonic() + _SERVED_WITHIN_S
        while time.monotonic() < until:
            if serve.poll() is not None:
                raise NotHereError(f"the hall cannot be served on port {self._port}; give another --port")
            with (
                contextlib.suppress(URLError, OSError),
                urlopen(f"http://127.0.0.1:{self._port}/", timeout=5),
            ):
                return
            time.sleep(0.1)
        raise NotHereError(
            f"the hall does not answer on port {self._port} within {_SERVED_WITHIN_S:g} s; "
            "this machine has too much to do: try again"
        )

    def _look(self) -> None:
        """What of the hall is another than at the last look, as its page tells it."""
        reader = _Lines()
        with urlopen(f"http://127.0.0.1:{self._port}/", timeout=10) as page:
            reader.feed(page.read().decode())
        fresh = [line for name, line in reader.found.items() if self._shown.get(name) != line]
        if fresh:
            told("\nIn the hall:")
        for line in fresh:
            told(f"  {line}")
        self._shown = reader.found


def _typed(arguments: Sequence[str]) -> str:
    listed = [
        one if one.replace("-", "").isalnum() else json.dumps(one, ensure_ascii=False) for one in arguments
    ]
    return f"$ fingerpost club {' '.join(listed)}"


# What a command answers with for programs, as people read it


class _Words(Protocol):
    def __call__(self, answer: str) -> str: ...


def _new(answer: str) -> str:
    return f"The lots are drawn from the seed {json.loads(answer)['seed']}."


def _entered(answer: str) -> str:
    numbers = json.loads(answer)["numbers"]
    return f"{len(numbers)} people, with the numbers {numbers[0]} to {numbers[-1]}."


def _paired(answer: str) -> str:
    found = json.loads(answer)
    sizes = ", ".join(str(len(pod["seats"])) for pod in found["pods"])
    return f"Round {found['round']} on the map {found['map']}: {len(found['pods'])} pods, of {sizes}."


def _called(answer: str) -> str:
    return str(json.loads(answer)["call"])


def _checked(answer: str) -> str:
    return answer.rstrip() or "No gap, no contradiction, no silent table."


@contextlib.contextmanager
def _broker(folder: Path, port: int) -> Iterator[None]:
    program = mosquitto_program()
    if program is None:
        raise NotHereError("mosquitto is not installed; run: sudo apt-get install mosquitto")
    settings = folder / "mosquitto.conf"
    settings.write_text(SETTINGS.format(port=port), encoding="utf-8")
    folder.chmod(0o755)  # started by root it becomes another user, who has to read this
    with _program([program, "-c", str(settings)]):
        until = time.monotonic() + START_WITHIN_S
        while not answers(port):
            if time.monotonic() > until:
                raise NotHereError(f"mosquitto does not answer within {START_WITHIN_S:g} s")
            time.sleep(0.05)
        yield


@contextlib.contextmanager
def _program(call: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A program beside this one, which ends with it."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(call, stdout=quiet, stderr=quiet, stdin=quiet) as process:
        try:
            yield process
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def told(line: str) -> None:
    """One line of the demo."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it. 2: what it needs is not here."""
    parser = argparse.ArgumentParser(
        prog="demo-club", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the games take (65)")
    parser.add_argument("--port", type=int, default=8081, help="of the hall (8081)")
    parser.add_argument("--stay", action="store_true", help="go on serving when the round is over")
    args = parser.parse_args(arguments)
    if not (5 <= args.seconds <= 3600 and 1 <= args.port <= 65_535):
        tell_people("demo-club: give 5 to 3600 --seconds and a --port of 1 to 65535")
        return 2
    try:
        with tempfile.TemporaryDirectory(prefix="fingerpost-club-") as folder:
            return ClubEvening(Path(folder), args.port, args.seconds).run(stay=args.stay)
    except NotHereError as error:
        tell_people(str(error))
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
