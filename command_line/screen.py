"""SHELL: the lines of a terminal: words wrapped at its width, what is being typed kept whole among them.

Plain lines are for screen readers and braille displays: each utterance one line as it stands, nothing in
columns, nothing wrapped, nothing that is drawn over. Nowhere does anything move a cursor.
"""

import os
import shutil
import sys
import textwrap
from argparse import ArgumentParser
from typing import Final, TextIO

_LEAST: Final = 20  # columns: in fewer than that a line is left to the terminal
PLAIN: Final = "FINGERPOST_PLAIN"  # in the environment: as --plain, for every command


class Screen:
    """What people read, to a terminal or a file.

    Args:
        plain: lines as they stand, also at a terminal.
        width: how wide the terminal is; None: as it says itself, and nothing is wrapped where it is none.
    """

    def __init__(self, out: TextIO, *, plain: bool = False, width: int | None = None) -> None:
        self._out, self.plain, self._width = out, plain, width
        self._wraps = not plain and (width is not None or is_terminal(out))
        self._typed = ""  # of a line that somebody is typing
        self.kept = is_journal(out)

    def write(self, text: str) -> None:
        """Whole lines; a line that is being typed stands below them again."""
        begun = self._typed
        if begun:
            self._out.write("\n")
        lines = text.removesuffix("\n").split("\n")
        self._out.write("".join(f"{line}\n" for told in lines for line in self._lines(told)))
        self._out.write(begun)

    def typed(self, text: str) -> None:
        """What somebody types, as it is typed; a line feed ends it."""
        self._out.write(text)
        self._typed = (self._typed + text).rpartition("\n")[2]
        self.flush()

    def typed_again(self, line: str) -> None:
        """The line that is being typed has become another one: it is begun anew below."""
        self._out.write("\n")
        self._typed = ""
        self.typed(line)

    def flush(self) -> None:
        """Let it be seen now."""
        self._out.flush()

    def _lines(self, line: str) -> list[str]:
        if self.plain:
            return [line.lstrip(" ")]
        if not self._wraps:
            return [line]
        width = self._width or shutil.get_terminal_size().columns
        if width < _LEAST or len(line) <= width:
            return [line]
        indent = " " * (len(line) - len(line.lstrip(" ")))
        return textwrap.wrap(
            line,
            width,
            subsequent_indent=indent + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def is_terminal(stream: TextIO) -> bool:
    """Whether a person reads it."""
    try:
        return stream.isatty()
    except ValueError:  # it is closed
        return False


def is_journal(stream: TextIO) -> bool:
    """Whether the system's journal keeps it: a service manager says so by the file's device and number."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):  # it is closed, or no file
        return False
    return os.environ.get("JOURNAL_STREAM", "") == f"{found.st_dev}:{found.st_ino}"


def add_plain(parser: ArgumentParser) -> None:
    """--plain."""
    told = f"plain lines for screen readers and braille (or {PLAIN}=1 in the environment)"
    parser.add_argument("--plain", action="store_true", help=told)


def wants_plain(*, asked: bool) -> bool:
    """Whether lines are to be plain: for this call, or for all of this person's."""
    return asked or os.environ.get(PLAIN, "") not in ("", "0")


def the_screen(*, asked: bool) -> Screen:
    """Standard output as a screen. `asked`: plain lines were."""
    return Screen(sys.stdout, plain=wants_plain(asked=asked))
