"""Where the broker is: `mqtt://[user@]host[:port]`, or `mqtts://` with TLS."""

from dataclasses import dataclass
from urllib.parse import urlsplit


class AddressError(ValueError):
    """A broker's address that cannot be used; the message says what to give."""


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
