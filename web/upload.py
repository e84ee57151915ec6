"""PURE: a form with a picture in it, as a browser without scripts sends it (RFC 7578)."""

import re
from collections.abc import Mapping
from typing import Final

_BOUNDARY: Final = re.compile(
    r'multipart/form-data\s*;.*?boundary="?([0-9A-Za-z\'()+_,./:=?-]{1,70})"?', re.I
)
_NAME: Final = re.compile(rb'content-disposition:\s*form-data\s*;.*?\bname="([^"\r\n]{0,60})"', re.I)
_MOST_PARTS: Final = 20


def parts_of(body: bytes, content_type: str) -> Mapping[str, bytes] | None:
    """What was sent, by the names of its fields; None: it is no such form, or one that has no end."""
    found = _BOUNDARY.match(content_type)
    if found is None:
        return None
    mark = b"--" + found[1].encode()
    pieces = (b"\r\n" + body).split(b"\r\n" + mark)
    if len(pieces) < 3 or len(pieces) > _MOST_PARTS or not pieces[-1].startswith(b"--"):
        return None
    parts: dict[str, bytes] = {}
    for piece in pieces[1:-1]:
        head, gap, inside = piece.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        if not gap or name is None:
            return None
        parts[name[1].decode("latin-1")] = inside
    return parts
