"""SHELL: what the host takes along, and one picture of the camera: made when asked for, kept nowhere."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from command_line.by_name import layout_or_none
from storage.export import FORMS, shown
from storage.store import read_file
from table.errors import CallError, StoreError
from tabletop import SiteId

log = logging.getLogger("fingerpost.page.host")


@runtime_checkable
class Camera(Protocol):
    """What can show what it believes now."""

    def picture(self) -> bytes | None:
        """As JPEG; None: it has no picture."""

    def crop(self, site: SiteId) -> bytes | None:
        """One site of it, as JPEG; None: it is not seen now."""


class TableFiles:
    """The files of one table.

    Args:
        diagnosed: what is needed to find a fault, as a tar.

    Attributes:
        log: where the game is written down; None: there is none yet.
        camera: what looks at the board from this machine; None: nothing.
    """

    def __init__(self, diagnosed: Callable[[], bytes]) -> None:
        self._diagnosed = diagnosed
        self.log: Path | None = None
        self.camera: Camera | None = None

    def of(self, game: Path, parts: Sequence[object]) -> None:
        """Of this game from now on, and of the camera among these parts."""
        self.log = game
        self.camera = next((one for one in parts if isinstance(one, Camera)), None)

    def has_game(self) -> bool:
        """Whether a game is written down."""
        return self.log is not None

    def has_camera(self) -> bool:
        """Whether a camera looks at the board from here."""
        return self.camera is not None

    def game(self, form: str) -> bytes | None:
        """The game as `jsonl` or `csv`, without the secrets of one that is not over."""
        path = self.log
        return None if path is None else _tried(lambda: _exported(path, form))

    def diagnosis(self) -> bytes | None:
        """What is needed to find a fault, in a tar."""
        return _tried(self._diagnosed)

    def picture(self) -> bytes | None:
        """A picture of now with what is believed drawn on it."""
        return None if self.camera is None else _tried(self.camera.picture)

    def crop(self, site: SiteId) -> bytes | None:
        """One site of a picture of now, with what is believed to stand there."""
        camera = self.camera
        return None if camera is None else _tried(lambda: camera.crop(site))


def _exported(path: Path, form: str) -> bytes:
    game = shown(read_file(path))
    lines = FORMS[form](game, layout_or_none(game.game_map.id))
    return "".join(line + "\n" for line in lines).encode()


def _tried(made: Callable[[], bytes | None]) -> bytes | None:
    """What was made; None where that cannot be: a page that is told so takes nothing from the game."""
    try:
        return made()
    except (CallError, StoreError, OSError) as error:
        log.warning("nothing for the host: %s", error)
        return None
