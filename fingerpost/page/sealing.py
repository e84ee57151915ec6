"""SHELL: the seal of the page: an authority of the table's own and its certificate, made, renewed, shown."""

import hashlib
import ssl
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from command_line.terminal import tell_people
from fingerpost.broker.certificates import make_ca, make_certificate
from fingerpost.broker.files import BrokerFiles
from table.errors import CallError

DAY_S: Final = 86_400.0


class PageSeal:
    """Keeps authority and certificate of one page in a folder that only its owner reads.

    Args:
        hosts: the names and addresses by which the page is called.

    Raises:
        CallError: openssl is not there, or the folder cannot be written.
    """

    def __init__(self, folder: Path, hosts: Sequence[str]) -> None:
        self._files, self._hosts = BrokerFiles(folder), tuple(hosts)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise CallError(f"folder {folder}: {error.strerror}; check its rights") from None
        self.renew()

    def renew(self) -> bool:
        """Make what is missing or ends soon; True when something was. The authority's key stays."""
        made = make_ca(self._files)
        return make_certificate(self._files, self._hosts, owner=None) or made

    @property
    def certificate(self) -> Path:
        """The page's certificate with its key."""
        return self._files.server

    @property
    def authority(self) -> bytes:
        """What a browser is given, so that it knows this table."""
        return self._files.ca.read_bytes()

    @property
    def mark(self) -> str:
        """By which people tell this authority from another: the same in a browser's details."""
        found = hashlib.sha256(ssl.PEM_cert_to_DER_cert(self._files.ca.read_text(encoding="ascii")))
        text = found.hexdigest().upper()
        return ":".join(text[n : n + 2] for n in range(0, len(text), 2))


class Renewal:
    """Looks once a day, in a thread of its own, whether the certificate is to be renewed.

    Args:
        renewed: has the page show what was made.
    """

    def __init__(self, seal: PageSeal, renewed: Callable[[], None]) -> None:
        self._seal, self._renewed = seal, renewed
        self._next = float("-inf")

    def look(self, at: float) -> threading.Thread | None:
        """Look, if a day has passed since the last time; the thread that does."""
        if self._next == float("-inf"):
            self._next = at + DAY_S  # it has just been made or looked at
        if at < self._next:
            return None
        self._next = at + DAY_S
        looking = threading.Thread(target=self._look, name="seal", daemon=True)
        looking.start()
        return looking

    def _look(self) -> None:
        try:
            if self._seal.renew():
                self._renewed()
        except CallError as error:
            tell_people(f"the page's certificate: {error}")
