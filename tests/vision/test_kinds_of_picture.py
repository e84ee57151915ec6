"""Pictures of every kind that cameras, phones and editors write: read as the plain one, or unclaimed."""

import struct
import zlib
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, SiteId, TokenColour, board_layout
from vision import StillReader
from vision.frame import Image
from vision.pictures import decode_frame

USA = board_layout("usa")
CAMERA = SimulatedCamera(USA, seed=8)
STANDS: dict[SiteId, TokenColour] = {
    site.id: TOKEN_COLOURS[place % 5] for place, site in enumerate(USA.pins()[:60:2])
}
WANTED = {site.id: STANDS.get(site.id, "empty") for site in USA.pins()}


@pytest.fixture(scope="module")
def image() -> Image:
    return CAMERA.render(STANDS, at=0, number=0).image


def _encoded(kind: str, image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(kind, image)[1])


def _with_alpha(image: Image) -> bytes:
    return _encoded(".png", np.dstack([image, np.full(image.shape[:2], 90, np.uint8)]))


def _deep(kind: str) -> Callable[[Image], bytes]:
    return lambda image: _encoded(kind, image.astype(np.uint16) * 257)


def _turned_by_exif(image: Image) -> bytes:
    """A JPEG whose EXIF says that it is to be shown turned: the lens knows nothing of that."""
    plain = _encoded(".jpg", image)
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _animated(image: Image) -> bytes:
    """A PNG of two pictures, of which the first is the table and the second is black."""
    plain = _encoded(".png", image)
    high, wide = image.shape[:2]
    control = [struct.pack(">IIIIIHHBB", number, wide, high, 0, 0, 1, 10, 0, 0) for number in (0, 1)]
    black = zlib.compress(bytes(high * (3 * wide + 1)))
    head, rest, end = plain[:33], plain[33:-12], plain[-12:]
    return b"".join(
        [
            head,
            _chunk(b"acTL", struct.pack(">II", 2, 0)),
            _chunk(b"fcTL", control[0]),
            rest,
            _chunk(b"fcTL", control[1]),
            _chunk(b"fdAT", struct.pack(">I", 2) + black),
            end,
        ]
    )


@pytest.mark.parametrize(
    "written",
    [
        _with_alpha,
        _deep(".png"),
        _deep(".tiff"),
        _turned_by_exif,
        _animated,
        lambda image: _encoded(".webp", image),
    ],
    ids=["alpha", "16 bit PNG", "16 bit TIFF", "turned by EXIF", "animated", "WebP"],
)
def test_given_another_kind_of_picture_when_read_then_all_is_right(
    image: Image, written: Callable[[Image], bytes]
) -> None:
    still = StillReader(USA, CAMERA.model).read(decode_frame(written(image), source="shot"))
    assert still.answers == WANTED


def test_given_grey_with_alpha_when_read_then_nothing_is_called_a_token_or_empty(image: Image) -> None:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    rows = np.dstack([grey, np.full_like(grey, 255)]).reshape(len(grey), -1)
    packed = zlib.compress(np.hstack([np.zeros((len(rows), 1), np.uint8), rows]).tobytes(), 1)
    head = struct.pack(">IIBBBBB", grey.shape[1], grey.shape[0], 8, 4, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")
    still = StillReader(USA, CAMERA.model).read(decode_frame(content, source="grey.png"))
    assert set(still.answers.values()) == {"unknown"}
    assert "without colours" in still.note


def test_given_a_cmyk_jpeg_when_decoded_then_a_frame_without_a_board() -> None:
    """Four components of one tone: every block is two zero bits, by a table that knows nothing else."""
    wide, high = 320, 240
    parts = [b"\xff\xd8\xff\xdb\x00\x43\x00" + bytes([1] * 64)]
    parts.append(b"\xff\xc0\x00\x14\x08" + struct.pack(">HHB", high, wide, 4))
    parts.append(b"".join(bytes([number, 0x11, 0]) for number in range(1, 5)))
    parts += [b"\xff\xc4\x00\x14" + bytes([table, 1, *[0] * 15, 0]) for table in (0x00, 0x10)]
    parts.append(
        b"\xff\xda\x00\x0e\x04" + b"".join(bytes([number, 0]) for number in range(1, 5)) + b"\x00\x3f\x00"
    )
    parts.append(bytes(wide * high // 64) + b"\xff\xd9")
    frame = decode_frame(b"".join(parts), source="print.jpg")
    assert frame.size == (wide, high)
    assert set(StillReader(USA).read(frame).answers.values()) == {"unknown"}
