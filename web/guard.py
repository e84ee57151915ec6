"""PURE: which requests are answered at all, and the headers that keep a page to itself."""

import ipaddress
from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import parse_qs, urlsplit

MOST_BYTES: Final = 16_384  # of a form
MOST_FIELDS: Final = 200

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "media-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with none at all a form of ours would have no origin
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


_APPS: Final = (
    "; wv)", "FBAN", "FBAV", "FB_IAB", "Instagram", "Line/", "MicroMessenger", "Snapchat", "WhatsApp",
    "KAKAOTALK", "Telegram", "Viber", "Twitter", "TikTok", "musical_ly", "Bytedance", "Pinterest",
    "LinkedInApp", "GSA/",
)  # fmt: skip
"""What the browsers inside of apps call themselves: Android's by its first word, the others by their apps."""


def inside_app(user_agent: str) -> bool:
    """Whether a page stands in a browser inside of an app, which loses its cookies as soon as it is closed.

    On iPhone and iPad such a one names no Safari; some, of scanners above all, cannot be told from a browser.
    """
    apples = any(one in user_agent for one in ("iPhone", "iPad", "iPod"))
    nameless = apples and "AppleWebKit" in user_agent and "Safari/" not in user_agent
    return nameless or any(one in user_agent for one in _APPS)


def known_host(host: str | None, names: Collection[str]) -> bool:
    """Whether a request means this machine: by an address, as localhost, or by one of its names.

    A name that is none of ours may be a stranger's that was made to point here (DNS rebinding).
    """
    try:
        name = urlsplit(f"//{host or ''}").hostname or ""
    except ValueError:
        return False
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_request(headers: Mapping[str, str], *, writes: bool) -> bool:
    """Whether a request comes from a page of ours. One that writes must say so; one that reads may be silent.

    Browsers tell `Sec-Fetch-Site` over TLS and to this machine only, so over a network `Origin` counts.
    """
    site, origin, host = headers.get("sec-fetch-site"), headers.get("origin"), headers.get("host", "")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is not None:
        return origin in (f"http://{host}", f"https://{host}")
    return not writes or site == "same-origin"


def fields(body: bytes) -> dict[str, list[str]] | None:
    """The fields of a form; None: it is none."""
    try:
        text = body.decode("ascii")
        return parse_qs(text, keep_blank_values=True, strict_parsing=bool(text), max_num_fields=MOST_FIELDS)
    except ValueError:
        return None


def cursor(boot: str, public: int, own: int) -> str:
    """Where a stream has come to: so many words for everybody, so many for the seat."""
    return f"{boot}-{public}-{own}"


def read_cursor(text: str | None, boot: str) -> tuple[int, int] | None:
    """What a browser has heard; None: nothing of this sitting, or not to be read."""
    parts = (text or "").split("-")
    if len(parts) != 3 or parts[0] != boot or not (parts[1].isdecimal() and parts[2].isdecimal()):
        return None
    return (int(parts[1]), int(parts[2])) if len(parts[1]) < 10 and len(parts[2]) < 10 else None
