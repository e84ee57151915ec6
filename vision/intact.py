"""Whether a picture file's bytes are whole. Pure.

OpenCV's decoders fill what is missing or damaged with grey or with shifted blocks and say nothing to their
caller; a board in such a picture would be read wrong.
"""

import re
import zlib
from typing import Final

JPEG: Final = b"\xff\xd8\xff"
PNG: Final = b"\x89PNG\r\n\x1a\n"
_SCAN: Final = 0xDA
_END: Final = 0xD9
_TABLES: Final = frozenset((0xC4, 0xDB, 0xDC, 0xDD, 0xFE, _SCAN, *range(0xE0, 0xF0)))  # may follow a scan
_EXTRA: Final = re.compile(rb"(\d+) extraneous bytes before marker 0xd9")


def flaw(content: bytes) -> str | None:
    """What is wrong with a JPEG's or PNG's bytes; None: nothing is, or they are of another kind."""
    if content.startswith(JPEG):
        return _jpeg_flaw(content)
    if content.startswith(PNG):
        return _png_flaw(content)
    return None


def complaint_flaw(said: bytes, content: bytes) -> str | None:
    """What is wrong according to what a decoder wrote to standard error.

    Some cameras pad a picture before its end mark; padding is all one byte, damage is not.
    """
    if b"premature end" in said or b"Premature end" in said or b"bad Huffman" in said:
        return "is damaged"
    extra = _EXTRA.search(said)
    if extra is None:
        return None
    end = content.rfind(b"\xff\xd9")
    padding = content[max(0, end - int(extra.group(1))) : end]
    return "is damaged" if len(set(padding)) > 1 else None


def announced_size(content: bytes) -> tuple[int, int] | None:
    """Width and height as a JPEG's or PNG's header says, before anything is unpacked."""
    if content.startswith(PNG) and len(content) >= 24:
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    place = 2
    while content.startswith(JPEG) and place + 9 < len(content) and content[place] == 0xFF:
        kind = content[place + 1]
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = content[place + 5 : place + 7], content[place + 7 : place + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        place += 2 + int.from_bytes(content[place + 2 : place + 4], "big")
    return None


def _jpeg_flaw(content: bytes) -> str | None:
    """Walk the segments; a thumbnail inside one of them has an end mark of its own."""
    place, scanned = 2, False
    while place + 2 <= len(content):
        if content[place] != 0xFF:
            return "is damaged"
        kind = content[place + 1]
        if kind == 0xFF:  # fill byte
            place += 1
            continue
        if kind == _END:
            return None  # with no scan before it the decoder finds no picture
        if scanned and kind not in _TABLES:
            return "is damaged"
        length = int.from_bytes(content[place + 2 : place + 4], "big")
        if length < 2:
            return "is damaged"
        place += 2 + length
        if kind == _SCAN:
            scanned = True
            place = _after_scan(content, place)
    return "is cut off"


def _after_scan(content: bytes, place: int) -> int:
    """The first mark after a scan's coded bytes; 0xFF 00 is a coded byte, D0 to D7 restart the coding."""
    while True:
        place = content.find(b"\xff", place)
        if place < 0 or place + 1 >= len(content):
            return len(content)
        if content[place + 1] == 0x00 or 0xD0 <= content[place + 1] <= 0xD7:
            place += 2
        elif content[place + 1] == 0xFF:
            place += 1
        else:
            return place


def _png_flaw(content: bytes) -> str | None:
    place = len(PNG)
    while place + 12 <= len(content):
        length = int.from_bytes(content[place : place + 4], "big")
        end = place + 12 + length
        if end > len(content):
            return "is cut off"
        kind = content[place + 4 : place + 8]
        if zlib.crc32(content[place + 4 : end - 4]) != int.from_bytes(content[end - 4 : end], "big"):
            return "is damaged"
        if kind == b"IEND":
            return None
        place = end
    return "is cut off"
