"""SHELL: the table's words on paper: printed to a terminal or into a file as they are said."""

from collections.abc import Callable, Collection
from typing import Protocol

from announce import Announcement, Audience, Ear
from command_line.screen import Screen
from table.ports import QuietSink


class Written(Protocol):
    """Where lines are printed: a file, or a screen."""

    def write(self, text: str, /) -> object:
        """Whole lines."""

    def flush(self) -> object:
        """Let them be seen now."""


class Transcript(QuietSink):
    """Prints every spoken line, as it is said, to a terminal or a file.

    At a real table only public words appear (`ears` False). A simulated table has no secrets from
    the one who watches it, so the demo shows the ears' words too, marked as such. Of several people at
    one screen only these seats' words appear.
    """

    def __init__(
        self,
        out: Written,
        *,
        ears: bool | Collection[Audience],
        named: Callable[[Ear], str] = lambda ear: f"{ear}'s ear",
        elsewhere: Callable[[], Collection[Audience]] = tuple,
    ) -> None:
        """`named`: whose ear it is, in the table's language (`Wording.ear`).

        `elsewhere`: whose words are read elsewhere now, and never printed.
        """
        self._out = out
        self._ears = ears
        self._named, self._elsewhere = named, elsewhere
        self._gone = False
        self.kept = isinstance(out, Screen) and out.kept
        """Whether a journal keeps it: then what a room may hear and nobody may read later stays out of it."""
        if self.kept:
            self._ears = False

    def say(self, announcement: Announcement, at: float) -> None:
        """One line of words; sounds without words are not printed."""
        if not announcement.normal or (announcement.in_the_room and self.kept):
            return
        if announcement.audience == "everyone":
            self._line(announcement.normal)
        elif announcement.audience in self._elsewhere():
            pass
        elif self._ears is True or (self._ears and announcement.audience in self._ears):
            self._line(f"    [{self._named(announcement.audience)}] {announcement.normal}")

    def again(self, announcement: Announcement, at: float) -> None:
        """The line once more."""
        self.say(announcement, at)

    def _line(self, text: str) -> None:
        if self._gone:
            return
        try:
            self._out.write(text + "\n")
            self._out.flush()
        except (OSError, ValueError):  # the reader has gone (`| head`): the game goes on without it
            self._gone = True
