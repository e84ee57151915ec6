"""SHELL: the keys of a terminal, or the lines of a pipe, as a panel; without a board, as its pins too."""

import os
import select
import sys
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TextIO, assert_never

from announce import TypedWords
from command_line.screen import Screen
from dialog import ITEM
from engine import GameMap, Seat
from table.answers import Answer, NotDone
from table.keyboard import Keyboard
from table.ports import Speaks
from table.requests import AskQuestion, ClaimAt, EnterDigits, NameTicket, Request
from table.session import Input
from table.typed_lines import (
    Adjusted,
    AskedAbout,
    AskedFor,
    Chosen,
    Digits,
    Ended,
    Placed,
    Pressed,
    TicketNamed,
    Told,
    Typed,
)
from tabletop import BoardLayout, DeviceHealth, Observation, Press, Seen, SiteId

LINE_S: Final = 1.2  # between the lines of a pipe: a token settles, a question is heard (criterion 14)
VOLUME_STEP: Final = 5
RATE_STEP: Final = 10


class Player(Protocol):
    """What the keys need of a session."""

    @property
    def begun(self) -> bool:
        """Whether it takes in anything yet."""

    @property
    def game_map(self) -> GameMap:
        """What can be named."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""

    @property
    def mover(self) -> Seat:
        """Whose token is set where none is named."""

    @property
    def takes_tokens(self) -> bool:
        """Whether a token that is set is answered; else it is told what is asked now."""

    @property
    def standing(self) -> Mapping[SiteId, Seat]:
        """What stands on the board, as far as the game knows."""

    def handle(self, item: Input, at: float) -> None:
        """Take in what was felt, pressed or asked."""

    def leave(self, at: float) -> None:
        """The keys have ended."""


class KeyboardPart:
    """Someone at a keyboard.

    Args:
        pins: whether the keys stand in for the board: `place` and `lift` are then felt as its pins would be.
        read: what came since the last look; None: there will be no more.
        before: lines that a part before this one has read and not done; None: it is the first; it says hello.
        words: what is printed, in the table's language.
    """

    def __init__(
        self,
        player: Player,
        layout: BoardLayout,
        *,
        pins: bool,
        voice: Speaks | None = None,
        read: Callable[[], str | None] | None = None,
        by_keys: bool = False,
        out: TextIO | None = None,
        screen: Screen | None = None,
        before: str | None = None,
        words: TypedWords | None = None,
    ) -> None:
        self._player, self._pins, self._voice = player, pins, voice
        self._words = words or TypedWords()
        self._screen = screen or Screen(sys.stdout if out is None else out)
        self._by_keys = by_keys
        game_map = player.game_map
        self._keyboard = Keyboard(
            [site.id for site in layout.pins()],
            routes=game_map.routes,
            cities=game_map.cities,
            words=self._words,
            named=self._words.names(game_map, layout),
        )
        self._terminal = None if read is not None else _Terminal()
        if self._terminal is not None:
            self._by_keys = self._terminal.keys
        self._read = read or (self._terminal.read if self._terminal is not None else str)
        self._stands: dict[SiteId, Seen] = dict.fromkeys((site.id for site in layout.pins()), "empty")
        self._felt = False
        self._claimed: frozenset[SiteId] = frozenset()  # what stood by the game at the last look
        self._lines, self._ended, self._next_at = before or "", False, 0.0
        self._first = before is None
        self._told: str | None = None

    def poll(self, at: float) -> None:
        """Do what was typed."""
        if not self._felt:
            self._felt = True
            self._begin(at)
        if not self._player.begun:
            self._next_at = at + LINE_S  # a line that was typed ahead answers no question before it is heard
            return
        for typed in self._typed(at):
            self._do(typed, at)
        if self._pins:
            self._stand_by_themselves(at)

    @property
    def typed_ahead(self) -> str:
        """Lines of a pipe that were read and not yet done."""
        return self._lines

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._terminal is not None:
            self._terminal.close()

    def _begin(self, at: float) -> None:
        if self._by_keys and self._first:
            self._say(self._words.hello())
        if self._pins:
            self._player.handle(DeviceHealth(device="hub", condition="live", at=at), at)
            for site, seat in self._player.standing.items():
                self._stands[site] = seat
            self._claimed = frozenset(self._player.standing)
            for site, seen in self._stands.items():
                self._feel(site, seen, at)

    def _stand_by_themselves(self, at: float) -> None:
        """What was claimed without a token has one now: there is no board on which anybody could set it."""
        standing, before = self._player.standing, self._claimed
        self._claimed = frozenset(standing)
        for site in sorted(self._claimed - before):
            if self._stands[site] == "empty":
                self._feel(site, standing[site], at)

    def _typed(self, at: float) -> list[Typed]:
        text = "" if self._ended else self._read()
        if text is None:
            self._ended, text = True, ""
        if self._by_keys:
            typed = self._keyboard.keys(text, at)
            if echo := self._keyboard.take_echo():
                self._screen.typed(echo)
            return [*typed, Ended()] if self._ended else typed
        self._lines += text
        if at < self._next_at:
            return []
        line, newline, rest = self._lines.partition("\n")
        if newline:
            self._lines, self._next_at = rest, at + LINE_S
            return [self._keyboard.line(line)]
        return [Ended()] if self._ended else []

    def _do(self, typed: Typed, at: float) -> None:
        player = self._player
        match typed:
            case Pressed(button=button, seat=seat):
                for action in ("down", "up"):
                    player.handle(Press(button=button, seat=seat, action=action, at=at), at)
            case AskedFor(question=question):
                self._want(AskQuestion(question=question), at)
            case AskedAbout(question=about, subject=subject) if (
                ITEM[about].subject == "seat" and subject not in player.seats
            ):
                self._say(self._words.nobody(subject, ", ".join(player.seats)))
            case AskedAbout(question=about, subject=subject):
                self._want(AskQuestion(question=about, about=subject), at)
            case Chosen(site=site):
                self._want(ClaimAt(site=site), at)
            case Digits(digits=digits):
                self._enter(digits, at)
            case TicketNamed():
                self._name_ticket(typed, at)
            case Placed():
                self._place(typed, at)
            case Adjusted(what=what, steps=steps):
                self._adjust(what, steps)
            case Told(text=text) if text == f":{self._keyboard.typing}":
                self._screen.typed_again(text)
            case Told(text=text):
                self._say(text)
            case Ended():
                player.leave(at)
            case _:
                assert_never(typed)

    def _want(self, want: AskQuestion | ClaimAt, at: float) -> None:
        self._player.handle(Request(want=want, near=True, by_key=True), at)

    def _enter(self, digits: str, at: float) -> None:
        """A code; where none is asked for, a line like any other that is not known."""

        def answered(answer: Answer) -> None:
            if isinstance(answer, NotDone):
                self._say(self._words.unknown(digits))

        want = EnterDigits(digits=digits)
        self._player.handle(Request(want=want, near=True, by_key=True, answer=answered), at)

    def _name_ticket(self, named: TicketNamed, at: float) -> None:
        """A ticket of the list that is open; where none is meant, a line like any other that is not known."""

        def answered(answer: Answer) -> None:
            if isinstance(answer, NotDone):
                words = self._words
                self._say(words.unknown(named.typed) if named.alone else words.no_ticket(named.typed))

        want = NameTicket(typed=named.typed.removeprefix(":"))
        self._player.handle(Request(want=want, near=True, by_key=True, answer=answered), at)

    def _place(self, typed: Placed, at: float) -> None:
        if not self._pins:
            self._say(self._words.own_pins())
            return
        there = self._stands[typed.site]
        stands = there != "empty"
        if typed.lift and not stands:
            self._say(self._words.nothing_stands(self._keyboard.named(typed.site)))
        elif (
            stands and not typed.lift and typed.seat in (None, there)
        ):  # another seat's, named, takes its place
            self._say(self._words.stands_already(self._keyboard.named(typed.site)))
        else:
            seat = typed.seat or self._player.mover
            self._feel(typed.site, "empty" if typed.lift else seat, at)
            if not self._player.takes_tokens:
                self._want(AskQuestion(question="turn"), at)

    def _feel(self, site: SiteId, seen: Seen, at: float) -> None:
        self._stands[site] = seen
        self._player.handle(Observation(site=site, sense="pin", seen=seen, at=at), at)

    def _adjust(self, what: str, steps: int) -> None:
        if self._voice is None:
            self._say(self._words.no_voice())
        elif what == "volume":
            self._voice.volume += VOLUME_STEP * steps
            self._say(self._words.volume(self._voice.volume))
        else:
            self._voice.rate += RATE_STEP * steps
            self._say(self._words.rate(self._voice.rate))

    def _say(self, line: str) -> None:
        self._screen.write(line + "\n")
        self._screen.flush()


class _Terminal:
    """Standard input: keys one by one from a terminal, whole text from a pipe."""

    def __init__(self) -> None:
        self._fd = sys.stdin.fileno()
        self.keys = os.isatty(self._fd)
        self._before: list[object] | None = None
        if self.keys:
            import termios
            import tty

            self._before = list(termios.tcgetattr(self._fd))
            tty.setcbreak(self._fd)

    def read(self) -> str | None:
        """What came since the last look; None: the input has ended."""
        if not select.select([self._fd], [], [], 0)[0]:
            return ""
        data = os.read(self._fd, 4096)
        return data.decode("utf-8", "replace") if data else None

    def close(self) -> None:
        if self._before is not None:
            import termios

            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]
