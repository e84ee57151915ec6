"""SHELL: reads a photograph that was sent to the page, with the reader of stills; nothing is written down."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce.host_words import PhotoTrouble
from command_line.terminal import tell_people
from storage.reading import read_text
from tabletop import BoardLayout
from web.photo_page import MOST_BYTES, PhotoError, PhotoRead

if TYPE_CHECKING:
    from vision import TokenLooks

_BEGINS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")  # JPEG, PNG
_MOST_SIDE_PX: Final = 3600  # more shows no more of a board of 900 mm, and takes longer
_NOTHING_TOLD: Final[dict[str, PhotoTrouble]] = {
    "lost": "lost", "twice": "twice", "another": "another", "mirrored": "mirrored",
    "dark": "dark", "aslant": "aslant", "unlike": "unlike", "print": "print", "colourless": "colourless",
}  # fmt: skip


class TablePhotos:
    """Reads photographs by a phone's lens, which is guessed, and by how this table's tokens look.

    Args:
        tokens: the file that tells how they look on this map's board; "": as the board's file says.
    """

    def __init__(self, tokens: Callable[[str], str] = lambda board: "") -> None:
        self._tokens = tokens

    def read(self, content: bytes, layout: BoardLayout) -> PhotoRead:
        """What it shows, turned as it was held.

        Raises:
            PhotoError: it is no picture, or tells nothing of this board.
        """
        if not content.startswith(_BEGINS):
            raise PhotoError("no-picture")
        if len(content) > MOST_BYTES:
            raise PhotoError("too-large")
        from vision import (
            FrameError,
            LargeFrameError,
            StillReader,
            decode_frame,
            draw_still,
            encoded_picture,
            shrunk,
        )

        try:
            frame = shrunk(decode_frame(content, source="the picture", turned=True), _MOST_SIDE_PX)
        except LargeFrameError:
            raise PhotoError("too-large") from None
        except FrameError:
            raise PhotoError("no-picture") from None
        still = StillReader(layout, looks=self._looks(layout)).read(frame)
        nothing = _NOTHING_TOLD.get(still.amiss)
        if still.pose is None or nothing is not None:
            raise PhotoError(nothing or "lost")
        picture = encoded_picture(draw_still(frame, layout, still), Path("read.jpg"))
        return PhotoRead(
            seen=still.answers, picture=picture, amiss="colours" if still.amiss == "colours" else None
        )

    def _looks(self, layout: BoardLayout) -> "TokenLooks | None":
        from vision import TokensFileError, parse_looks

        path = self._tokens(layout.map)
        try:
            return parse_looks(read_text(Path(path)), source=path) if path else None
        except (OSError, UnicodeDecodeError, TokensFileError) as error:
            tell_people(f"[camera] tokens: {error}; tokens are taken to look as the board's file says")
            return None
