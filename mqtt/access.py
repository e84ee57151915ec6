"""Where a broker is, what it asks for, and how a connection to it ends."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from mqtt.address import BrokerAddress

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


class LostError(Exception):
    """The connection is gone, or never came to be."""

    def __init__(self, cause: Cause, detail: str = "", *, unheard: bool = False) -> None:
        super().__init__(f"{cause}: {detail}" if detail else cause)
        self.cause: Cause = cause
        self.detail = detail
        self.unheard = unheard  # somebody listens there, but did not understand our CONNECT


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Where a broker is and what it asks for: a password, and the CA that signed its certificate."""

    address: BrokerAddress
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None  # None: the system's

    def readable(self) -> None:
        """See that the CA can be read.

        Raises:
            LostError: it cannot; the detail says which file.
        """
        if self.ca is not None and not os.access(self.ca, os.R_OK):
            raise LostError("error", f"certificate {self.ca} cannot be read; run: fingerpost broker check")
