"""What the acts of `fingerpost club` share: the settings, the database, lines for programs."""

import argparse
import json
import sys
from pathlib import Path

from club import ClubConfig, Database, GoneError, opened, read_club
from command_line.screen import is_terminal
from table.errors import CallError


def add_club(parser: argparse.ArgumentParser) -> None:
    """--config and --database."""
    parser.add_argument("--config", type=Path, help="the club.toml")
    parser.add_argument("--database", metavar="DB", help="a path or postgresql://… (default: of club.toml)")


def the_club(args: argparse.Namespace) -> ClubConfig:
    """The settings, with what the options say in place of the file's."""
    return read_club(args.config, database=args.database, url=getattr(args, "url", None))


def the_database(config: ClubConfig, *, made_before: bool = False) -> Database:
    """The club's database, which has to be there now.

    `made_before`: a file that there is not is not made either: of an empty one all would be well.

    Raises:
        CallError: it is away, or is none.
    """
    where = config.club.database
    if made_before and "://" not in where and not Path(where).expanduser().exists():
        raise CallError(f"database {where}: there is no such file; give the one that the collector writes")
    try:
        return opened(config.club.database)
    except GoneError as error:
        raise CallError(str(error)) from None


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help="the lines for programs at a terminal too")


def for_people(args: argparse.Namespace) -> bool:
    """Whether a person reads the answer, who is told it in words."""
    return is_terminal(sys.stdout) and not args.json


def say(line: dict[str, object]) -> None:
    """A line for programs."""
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.stdout.flush()
