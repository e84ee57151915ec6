"""SHELL: the page of a table, opened as the config wants it."""

import argparse
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce import Announcement, Wording
from audio.short_sounds import short_sound
from command_line.extras import need
from command_line.terminal import tell_people
from fingerpost.config import PageSection
from fingerpost.page.host_files import TableFiles
from fingerpost.page.sealing import PageSeal, Renewal
from table.errors import CallError
from table.ports import Sink
from table.session import Session
from web.kept_server import KeptPage
from web.page_part import PagePart

if TYPE_CHECKING:  # the page's packages are an extra
    from web.photo_page import PhotoReader

_MOST_PORT: Final = 65_535
_ELSEWHERE: Final = ("192.0.2.1", 9)  # for documents only (RFC 5737): nothing is ever sent there


def add_page(parser: argparse.ArgumentParser) -> None:
    """--page PORT."""
    parser.add_argument("--page", type=int, metavar="PORT", help="a web page of the table, on this machine")


def the_port(args: argparse.Namespace) -> int | None:
    """What --page says; None: nothing.

    Raises:
        CallError: it is no port.
    """
    port: int | None = args.page
    if port is not None and not 0 <= port <= _MOST_PORT:
        raise CallError(f"--page {port}: no port; give 1 to {_MOST_PORT}, or 0 for no page")
    return port


def page_sink(
    port: int, wording: Wording, past: Sequence[Announcement], aloud: Sequence[Sink]
) -> list[PagePart]:
    """The page before it is opened; none for port 0."""
    return [PagePart(wording, past, aloud)] if port else []


def open_page(
    page: PagePart,
    session: Session,
    port: int,
    *,
    network: bool,
    files: TableFiles | None = None,
    sealed_in: Path | None = None,
) -> None:
    """Serve the page of a game, as `serve_page` does."""
    page.follow(session, serve_page(page, port, network=network, files=files, sealed_in=sealed_in))


def serve_page(
    page: PagePart,
    port: int,
    *,
    network: bool,
    guests_press: bool = True,
    files: TableFiles | None = None,
    photos: "PhotoReader | None" = None,
    sealed_in: Path | None = None,
) -> KeptPage:
    """Serve it, to this machine or to the whole network; where it is shown.

    Args:
        guests_press: whether who has joined no seat may press the panel from another machine.
        files: what the host takes along.
        photos: reads photographs of the board.
        sealed_in: the folder of the page's authority; None: it travels unsealed.

    A port that cannot be used is told in one line; play goes on, and the page is tried again.

    Raises:
        CallError: the page's packages are not installed, or it cannot be sealed.
    """
    need(["page"])
    hosts = ("localhost", "127.0.0.1", *own_names(), own_address())
    seal = None if sealed_in is None else PageSeal(sealed_in, tuple(dict.fromkeys(hosts)))
    from web.pages import Pages
    from web.server import PageServer

    here = _at("localhost", port, sealed=seal is not None)
    address = address_of(port, sealed=seal is not None) if network else ""

    def opened() -> PageServer:
        return PageServer(
            "0.0.0.0" if network else "127.0.0.1",
            port,
            lambda found: Pages(
                page.request,
                names=own_names(),
                address=address,
                guests_press=guests_press,
                host_files=files,
                reader=photos,
                authority=None if seal is None else (seal.authority, seal.mark),
                sounds=short_sound,
            ),
            sealed_by=None if seal is None else seal.certificate,
        )

    kept = KeptPage(opened, lambda at: renewal and renewal.look(at))
    renewal = None if seal is None else Renewal(seal, kept.resealed)
    trouble = kept.open()
    if trouble is not None:
        tell_people(f"page on port {port}: {trouble.strerror}; I try again, or choose another port")
    else:
        tell_people(f"the page: {address or here}/")
    _tell_seal(seal, network=network)
    return kept


def _tell_seal(seal: PageSeal | None, *, network: bool) -> None:
    """How a page is sealed; that nobody else reads one of this machine alone needs no word."""
    if seal is not None:
        tell_people(f"the page's own authority, to be compared in browsers: {seal.mark}")
    elif network:
        tell_people("the page is open to the whole network and travels unsealed; docs/page.md tells more")


def address_of(port: int, *, sealed: bool) -> str:
    """Where other machines find the page."""
    return _at(own_address(), port, sealed=sealed)


def phones_find(page: PageSection) -> str:
    """The address by which phones find the page; empty: only this machine does, or there is none."""
    return address_of(page.port, sealed=page.sealed) if page.port and page.network else ""


def _at(host: str, port: int, *, sealed: bool) -> str:
    return f"{'https' if sealed else 'http'}://{host}:{port}"


def own_names() -> tuple[str, ...]:
    """The names by which this machine is called in its network."""
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


def own_address() -> str:
    """The address by which others reach this machine; its name where it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return own_names()[1]
        return str(probe.getsockname()[0])
