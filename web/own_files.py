"""The page's own style and scripts, as they are or packed, as a browser takes them."""

from collections.abc import Mapping
from gzip import compress
from importlib.resources import files
from typing import Final
from zlib import crc32

from starlette.responses import Response

_KINDS: Final[Mapping[str, str]] = {
    "page.css": "text/css", "page.mjs": "text/javascript", "walk.mjs": "text/javascript",
}  # fmt: skip
KEPT: Final = "public, max-age=86400"
"""How long a browser keeps what has the version in its address."""


class OwnFiles:
    """All of them, read and packed once. `version` ends their addresses, so that no old one is used."""

    def __init__(self) -> None:
        folder = files("web").joinpath("static")
        self._plain = {name: folder.joinpath(name).read_bytes() for name in _KINDS}
        self._packed = {name: compress(file, 9, mtime=0) for name, file in self._plain.items()}
        self.version = f"{crc32(b''.join(self._plain.values())):x}"

    def answer(self, name: str, accepted: str, headers: Mapping[str, str]) -> Response | None:
        """One of them with these headers, too; None: there is none of this name.

        Args:
            accepted: how a browser takes it, by its `Accept-Encoding`.
        """
        if name not in self._plain:
            return None
        told = {
            **headers,
            "Cache-Control": KEPT,
            "Content-Type": f"{_KINDS[name]}; charset=utf-8",
            "Vary": "Accept-Encoding",
        }
        if "gzip" in accepted:
            return Response(self._packed[name], headers={**told, "Content-Encoding": "gzip"})
        return Response(self._plain[name], headers=told)
