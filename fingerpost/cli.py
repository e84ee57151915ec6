"""Arguments → one subcommand. Results go to stdout, words for people to stderr.

Exit status: 0 done, 1 the answer is no, 2 the call or a file is wrong (one line says which, and what to do).
"""

import argparse
import errno
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NoReturn, Protocol, cast

from command_line.streams import OutputError, safe_streams
from fingerpost.commands.all import COMMANDS, add_commands
from storage.version import version

# Our matrices are small: a second thread costs more than it helps, five times as much on a busy core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


class _Run(Protocol):
    def __call__(self, args: argparse.Namespace) -> int: ...


def parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The command line with these subcommands; a subcommand is here only when it works."""
    top = _Parser(prog="fingerpost", description="A tactile train-route board that says everything aloud.")
    top.add_argument("--version", action="version", version=f"fingerpost {version()}")
    sub = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    add_commands(sub, names)
    return top


def _needed(argv: Sequence[str]) -> Iterable[str]:
    """The subcommand that is called; all of them where none is, for help and for what is misspelt."""
    if argv[:1] == ["--version"]:
        return ()
    called = next((word for word in argv if not word.startswith("-")), "")
    return [called] if called in COMMANDS else COMMANDS


_TROUBLES: Final = {
    errno.EACCES: "name another, or check your rights",  # even asking whether such a file is there fails
    errno.ENAMETOOLONG: "name another, or check your rights",
    errno.EMFILE: "allow this process more files at once (ulimit -n)",
    errno.ENFILE: "close other programs",
    errno.ENOMEM: "close other programs",
    errno.EAGAIN: "close other programs",
    errno.ENOSPC: "make room there",
    errno.EROFS: "name a folder that can be written to",
    errno.EFBIG: "give a file of lines",
    errno.EIO: "copy what is there to another disk",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; the entry point of `fingerpost`."""
    with safe_streams():
        return _watched(sys.argv[1:] if argv is None else argv)


def _watched(argv: Sequence[str]) -> int:
    """Run one subcommand; what is wrong with the call, a file or the machine is one line."""
    try:
        code = _called(argv)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has gone (`| head`)
        _print_no_more()
        return 0
    except OutputError as error:
        _print_no_more()
        return _fault(f"{error.filename}: {error.strerror}; nothing more can be printed there")
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _TROUBLES:
            named = f"{error.filename}: " if error.filename is not None else ""
            return _fault(f"{named}{error.strerror}; {_TROUBLES[error.errno]}")
        if isinstance(error, OSError) and (typed := _typed_path(argv, error)) is not None:
            return _fault(f"{typed}: {error.strerror}; check the path, or name another")
        if isinstance(error, ImportError) and (missing := _missing(error)) is not None:
            return _fault(missing)
        from fingerpost import last_resort

        if isinstance(error, last_resort.callers_faults()):
            return _fault(str(error))
        if os.environ.get(last_resort.TRACEBACK):
            raise
        return _fault(last_resort.line(error))


def _typed_path(argv: Sequence[str], error: OSError) -> str | None:
    """The path in the call that could not be used: itself, or what was to be written in it or beside it."""
    if not isinstance(error.filename, str):
        return None
    file = Path(error.filename)
    for word in argv:
        path = Path(word.rpartition("=")[2] if word.startswith("--") else word)
        if file == path or (os.sep in word and path in (file.parent, file.parent / path.name)):
            return str(path)
    return None


def _print_no_more() -> None:
    """What is still held back goes nowhere: Python would try once more as it ends, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _called(argv: Sequence[str]) -> int:
    """Load the subcommand that is called, and run it."""
    top = parser(_needed(argv))
    args, unknown = top.parse_known_args(argv)
    if unknown:
        called = f"{top.prog} {args.command}"
        top.exit(2, f"{called} does not take {' '.join(unknown)}; see {called} --help\n")
    return cast(_Run, args.run)(args)


def _missing(error: ImportError) -> str | None:
    """What to install, if the package that is missing is an optional one."""
    from command_line.extras import line_of

    return line_of(error)


def _fault(text: str) -> int:
    sys.stderr.write(f"fingerpost: {' '.join(text.split())}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
