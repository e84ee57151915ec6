"""`fingerpost demo` in two homes: another demo follows this one (`--homes`), or it follows (`--follow`)."""

import argparse
import threading
from pathlib import Path
from typing import Final, get_args

from announce import home_words
from command_line.language import the_phrases
from command_line.terminal import tell_people
from dialog import LineCause
from engine import SEATS, Seat
from fingerpost.devices.inbox import Inbox
from integrations.followed_host import FollowedHost
from integrations.wire_settings import FollowSection
from lab.commands.demo_logs import mark, need_free
from mqtt import TableOptions, TopicError, checked_name, rights_from
from storage.places import demo_path
from storage.resume import Sitting
from storage.writer_lock import WriterLock, erase
from table.errors import CallError, StoreError
from table.homes import HostedHomes, Wait
from table.linked import Linked

_EXAMPLE: Final = "give a home and its seats: --homes kiel=red"


def add_homes(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--homes", metavar="HOME=SEATS", help="another home plays these: kiel=red,green")
    parser.add_argument(
        "--wait", choices=get_args(Wait), default="both", help="whose boards a turn waits for (default both)"
    )
    parser.add_argument("--follow", metavar="URL", help="broker of the table whose game is played here, too")
    parser.add_argument("--host-table", metavar="T", default="demo", help="that table's name (default demo)")
    parser.add_argument("--home", metavar="NAME", help="how this home is called there")
    parser.add_argument(
        "--follow-page", metavar="URL", help="that table's sealed page, where it deals the cards"
    )
    parser.add_argument("--follow-ca", metavar="FILE", help="the page's authority (default: of a demo here)")
    parser.add_argument(
        "--follow-code",
        metavar="DIGITS",
        action="append",
        help="what it has said for a seat; a seat each time",
    )


def demo_seal() -> Path:
    """The folder of the authority of a demo's page."""
    return demo_path().with_name("demo-page")


class DemoHomes:
    """What the options say of two homes."""

    def __init__(self, args: argparse.Namespace) -> None:
        """See that they can be meant.

        Raises:
            CallError: they cannot.
        """
        self._args = args
        self._homes = _homes(args.homes) if args.homes else {}
        self._host: FollowedHost | None = None
        if args.homes and args.follow:
            raise CallError("--homes --follow: a table follows, or it is followed; leave one of them out")
        if args.homes and args.cards == "dealt" and not args.page:
            raise CallError("--homes: hands travel by the page alone; give --page PORT, or --cards untracked")
        if args.follow:
            if not args.home:
                raise CallError("--follow: give --home, as the host's --homes has it")
            if args.resume:
                raise CallError("--follow --resume: what is followed is told by the host; leave --resume out")
            seal = demo_seal() / "ca.crt"
            follow = FollowSection(
                host=args.follow,
                table=args.host_table,
                home=args.home,
                page=args.follow_page or "",
                ca=args.follow_ca or (str(seal) if args.follow_page and seal.exists() else ""),
            )
            self._host = FollowedHost(follow, args.follow_code or (), language=args.language, views=True)

    def host_game(self, log: Path | None) -> Sitting | None:
        """The game that is followed, kept in a log of its own; None: this demo has its own game."""
        if self._host is None:
            return None
        path = log or demo_path().with_name(f"demo-{self._args.home}.fingerpost")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = WriterLock(path)
            if log is not None:
                need_free(log)
            erase(lock)
        except OSError as error:
            raise CallError(f"--log {path}: {error.strerror}; choose another file") from None
        except StoreError as error:
            raise CallError(str(error)) from None
        sitting = self._host.sit_down(path.parent, threading.Event(), self._waits, log=lock.path, lock=lock)
        assert sitting is not None
        mark(sitting)
        return sitting

    def _waits(self, why: LineCause | None) -> None:
        """What a table says that waits for another."""
        assert self._host is not None
        for said in home_words.waits_for(the_phrases(self._args.language), self._host.called, why):
            tell_people(said.normal)

    @property
    def sealed_in(self) -> Path | None:
        """Where the page's authority is kept; None: the page stays on this machine, and needs none."""
        return demo_seal() if self._homes else None

    def options(self) -> TableOptions | None:
        """Of the wire to this table's own house."""
        return TableOptions(rights=rights_from({}, self._homes)) if self._homes else None

    def linked(self, sitting: Sitting) -> Linked | None:
        """This table's side."""
        if self._host is not None:
            return self._host.linked(sitting.game)
        past = sitting.game.events[: sitting.stored]
        strangers = [
            seat for its in self._homes.values() for seat in its if seat not in sitting.game.state.seats
        ]
        if strangers:
            raise CallError(f"--homes: {strangers[0]} does not play; name seats of the game")
        return HostedHomes(self._homes, wait=self._args.wait, past=past) if self._homes else None

    def hand_to(self, inbox: Inbox) -> None:
        """What the host says goes there now."""
        if self._host is not None:
            self._host.hand_to(inbox.put)

    def close(self) -> None:
        """Say goodbye to the host."""
        if self._host is not None:
            self._host.close()


def _homes(text: str) -> dict[str, tuple[Seat, ...]]:
    home, _, names = text.partition("=")
    seats = tuple(seat for name in names.split(",") for seat in SEATS if seat == name.strip())
    if not seats or len(seats) != len(names.split(",")):
        raise CallError(f"--homes {text}: {_EXAMPLE}")
    try:
        return {checked_name(home, "--homes: the home"): seats}
    except TopicError as error:
        raise CallError(str(error)) from None
