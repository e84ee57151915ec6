"""PURE: what a phone needs to keep a page on its home screen: the manifest, and the sign it shows there.

Only that: no worker and nothing kept for later, which a page on plain HTTP could not have anyway. It opens in
the phone's own browser ("minimal-ui"): on an iPhone an app of its own would have cookies of its own, and the
seat would be lost there.
"""

import json
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from web.markup import Html, tag

MANIFEST: Final = "/manifest.webmanifest"
SIGN: Final = "/icon.svg"
SIGNS: Final = {"/icon-180.png": 180, "/icon-512.png": 512}
"""The sign as pictures, by their addresses: so many pixels each way. An iPhone takes no other."""
STARTS: Final = ("/", "/seat", "/host", "/display")
"""The pages that can be kept."""

_GROUND: Final = (11, 79, 158)
_SHEET: Final = (255, 255, 255)
_FINGERPOST: Final[Sequence[Sequence[tuple[float, float]]]] = (
    ((0.46, 0.14), (0.54, 0.14), (0.54, 0.88), (0.46, 0.88)),
    ((0.22, 0.21), (0.70, 0.21), (0.84, 0.305), (0.70, 0.40), (0.22, 0.40)),
    ((0.78, 0.47), (0.30, 0.47), (0.16, 0.565), (0.30, 0.66), (0.78, 0.66)),
)
"""A post and its two arms, in parts of the sign's width; all convex."""
_FINE: Final = 4
"""So many lines are counted for each row of pixels, so that slopes are smooth."""


def manifest(language: str, start: str) -> str:
    """What a browser asks for before it keeps a page; `start`: where it opens, one of `STARTS`."""
    pictures = [{"src": SIGN, "sizes": "any", "type": "image/svg+xml"}]
    pictures += [{"src": at, "sizes": f"{n}x{n}", "type": "image/png"} for at, n in SIGNS.items()]
    told = {
        "name": "Fingerpost",
        "short_name": "Fingerpost",
        "lang": language,
        "id": start,
        "start_url": start,
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#ffffff",
        "theme_color": f"#{bytes(_GROUND).hex()}",
        "icons": pictures,
    }
    return json.dumps(told, ensure_ascii=False)


def links(start: str) -> tuple[Html, ...]:
    """What stands in the head of a page for it."""
    return (
        tag("link", rel="icon", type="image/svg+xml", href=SIGN),
        tag("link", rel="apple-touch-icon", href=next(iter(SIGNS))),
        tag("link", rel="manifest", href=MANIFEST if start == "/" else f"{MANIFEST}?start={start}"),
    )


def sign() -> Html:
    """The sign as a drawing."""
    shapes = (
        tag("polygon", points=" ".join(f"{x * 100:g},{y * 100:g}" for x, y in shape), fill="#fff")
        for shape in _FINGERPOST
    )
    ground = tag("rect", width=100, height=100, fill=f"#{bytes(_GROUND).hex()}")
    return tag("svg", ground, *shapes, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 100 100")


@lru_cache(maxsize=2)
def picture(size: int) -> bytes:
    """The sign as a PNG of so many pixels each way."""
    rows = b"".join(b"\0" + _row(size, y) for y in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(inside)) + kind + inside + struct.pack(">I", zlib.crc32(kind + inside))
        for kind, inside in chunks
    )


def _row(size: int, y: int) -> bytes:
    """A row of pixels, 3 bytes each."""
    cover = [0.0] * size
    for line in range(_FINE):
        height = (y + (line + 0.5) / _FINE) / size
        for left, right in filter(None, (_crossed(shape, height) for shape in _FINGERPOST)):
            for x in range(int(left * size), min(size, int(right * size) + 1)):
                cover[x] += max(0.0, min(right * size, x + 1) - max(left * size, x)) / _FINE
    mixed = (
        round(under + (over - under) * min(1.0, share))
        for share in cover
        for under, over in zip(_GROUND, _SHEET, strict=True)
    )
    return bytes(mixed)


def _crossed(shape: Sequence[tuple[float, float]], height: float) -> tuple[float, float] | None:
    """From where to where a level line goes through a convex shape; None: it passes by."""
    found = [
        x + (height - y) * (next_x - x) / (next_y - y)
        for (x, y), (next_x, next_y) in zip(shape, (*shape[1:], shape[0]), strict=True)
        if (y <= height) != (next_y <= height)
    ]
    return (min(found), max(found)) if found else None
