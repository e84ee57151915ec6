"""SHELL: reads a photograph that was sent to the page, with the reader of stills; nothing is written down."""

from pathlib import Path

from fingerpost.config import Config
from fingerpost.extras import EXTRAS
from storage.reading import read_text
from tabletop import BoardLayout
from web.photo_page import PhotoError, PhotoRead


class TablePhotos:
    """Reads photographs by a phone's lens, which is guessed, and by how this table's tokens look."""

    def __init__(self, config: Config) -> None:
        self._tokens = config.camera.tokens

    def read(self, content: bytes, layout: BoardLayout) -> PhotoRead:
        """What it shows.

        Raises:
            PhotoError: it is no picture, or no board is seen.
        """
        if EXTRAS["vision"].missing:
            raise PhotoError(EXTRAS["vision"].line)
        from vision import (
            CameraFileError,
            FrameError,
            StillReader,
            TokensFileError,
            decode_frame,
            draw_still,
            encoded_picture,
            parse_looks,
        )

        try:
            tokens = self._tokens
            looks = parse_looks(read_text(Path(tokens)), source=tokens) if tokens else None
            frame = decode_frame(content, source="the picture")
            still = StillReader(layout, looks=looks).read(frame)
            if still.pose is None:
                raise PhotoError(still.note)
            picture = encoded_picture(draw_still(frame, layout, still), Path("read.jpg"))
        except (CameraFileError, FrameError, TokensFileError, OSError) as error:
            raise PhotoError(str(error)) from None
        return PhotoRead(seen=still.answers, picture=picture, note=still.note)
