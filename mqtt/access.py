"""Where a broker is (`mqtt://[user@]host[:port]`, `mqtts://` with TLS), what it asks for, how it is lost."""

import hashlib
import os
import ssl
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

Cause = Literal[
    "refused",
    "unknown-host",
    "unreachable",
    "untrusted",
    "silent",
    "forbidden",
    "taken-over",
    "closed",
    "error",
]


class AddressError(ValueError):
    """A broker's address that cannot be used; the message says what to give."""


_LONGEST_SECRET: Final = 4000  # bytes of a password's file


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerAddress:
    """A checked address. A password is not part of it: secrets stay out of addresses, which are logged."""

    host: str
    port: int
    tls: bool
    user: str | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def parse_address(url: str) -> BrokerAddress:
    """Read a broker's address.

    Raises:
        AddressError: another scheme, no host, a port out of range, a path, or a password in it.
    """
    example = "give mqtt://host:1883 or mqtts://host:8883"
    try:
        parts = urlsplit(url)
        port, password = parts.port, parts.password
    except ValueError:
        raise AddressError(f"the broker's address holds a host or port that is none; {example}") from None
    if password is not None:
        raise AddressError(
            "the broker's address holds a password; take it out and set FINGERPOST_MQTT_PASSWORD instead"
        )
    if parts.scheme not in ("mqtt", "mqtts") or not parts.hostname or port == 0:
        raise AddressError(f"the broker's address {url[:80]!r} is none; {example}")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise AddressError(f"the broker's address {url[:80]!r} goes on after the port; {example}")
    tls = parts.scheme == "mqtts"
    return BrokerAddress(
        host=parts.hostname, port=port or (8883 if tls else 1883), tls=tls, user=parts.username or None
    )


class LostError(Exception):
    """The connection is gone, or never came to be."""

    def __init__(self, cause: Cause, detail: str = "", *, unheard: bool = False) -> None:
        super().__init__(f"{cause}: {detail}" if detail else cause)
        self.cause: Cause = cause
        self.detail = detail
        self.unheard = unheard  # somebody listens there, but did not understand our CONNECT


def password_in(file: Path | None) -> str | None:
    """The secret of a file, without one that of the environment: it stands in no file that is shared.

    Raises:
        LostError: the file cannot be read, or is no such file: a device has no end, a pipe no writer.
    """
    if file is None:
        return os.environ.get("FINGERPOST_MQTT_PASSWORD")
    try:
        found = file.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LONGEST_SECRET:
            raise LostError("error", f"password file {file} is no file with a password in it")
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise LostError("error", f"password file {file} cannot be read") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Where a broker is and what it asks for: a password, and the CA that signed its certificate."""

    address: BrokerAddress
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None  # None: the system's

    def client_id(self, name: str) -> str:
        """The name of a connection that nobody else can end: only who has the password can make it.

        A broker ends a connection when another one takes its name, whoever that is; and a name that stayed
        the same lets us end our own of before a power cut.
        """
        if not self.password:
            return name
        salt = f"{self.address.user or ''} {name}".encode()
        mark = hashlib.scrypt(self.password.encode(), salt=salt, n=4096, r=8, p=1, dklen=8)
        return f"{name}-{mark.hex()}"

    def readable(self) -> None:
        """See that the CA can be read, and that it is a certificate.

        Raises:
            LostError: it cannot, or is none; the detail says which file.
        """
        if self.ca is None:
            return
        try:
            if not self.ca.is_file():  # a pipe has no writer, a device no end
                raise FileNotFoundError
            ssl.create_default_context(cafile=self.ca)
        except ssl.SSLError:  # first: it is an OSError, too
            text = f"certificate {self.ca} holds no certificate; give the broker's ca.crt"
            raise LostError("error", text) from None
        except OSError:
            text = f"certificate {self.ca} cannot be read; run: fingerpost broker check"
            raise LostError("error", text) from None
