"""SHELL: does a broker answer, and does it let us in?"""

from pathlib import Path

from mqtt.access import Access, Cause, LostError
from mqtt.address import parse_address
from mqtt.connection import opened


def probe(url: str, *, password: str | None = None, ca: Path | None = None) -> Cause | None:
    """Try whether a broker answers there and lets us in; None: it does. Takes 10 s at most.

    Raises:
        AddressError: the address cannot be used.
    """
    access = Access(address=parse_address(url), password=password, ca=ca)
    try:
        opened(access, client_id="", will_topic=None).close(politely=True)
    except LostError as lost:
        return lost.cause
    return None
