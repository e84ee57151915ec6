"""PURE: what a button of the host's page wants, read as strictly as anything that comes from afar."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, Protocol, get_args

from dialog import EarWay, TuneItem
from engine import SEATS
from table.requests import ChooseVoice, HearBy, HostWant, MendBoard, PlayAgain, SetPause, TuneTable, UndoActs
from tabletop import SiteId
from web.crops_page import Looking

Host = Literal["host"]
"""As whom a browser joins that looks after the table."""

MendKey = Literal["compare", "again", "skip", "leave", "board-right"]


LOOKS: Final = ("on", "see", "again", "off")
"""What can be done with the pictures of the camera."""


class HostFiles(Protocol):
    """What the host can take along. Each is made when it is asked for, in a thread of its own."""

    def has_game(self) -> bool:
        """Whether a game is written down."""

    def has_camera(self) -> bool:
        """Whether a camera looks at the board from here."""

    def game(self, form: str) -> bytes | None:
        """The game as `jsonl` or `csv`, without the secrets of one that is not over."""

    def diagnosis(self) -> bytes | None:
        """What is needed to find a fault, in a tar."""

    def picture(self) -> bytes | None:
        """A picture of now with what is believed drawn on it, as JPEG; None: there is none."""

    def crop(self, site: SiteId) -> bytes | None:
        """One place in a picture of now, with what is believed to stand there, as JPEG; None: not seen."""


def want_of(wish: str) -> HostWant | SetPause | PlayAgain | None:
    """What a button says; None: it is none of ours."""
    match wish.split(":"):
        case ["pause"]:
            return SetPause(paused=True)
        case ["resume"]:
            return SetPause(paused=False)
        case ["again"]:
            return PlayAgain()
        case ["undo", seq] if seq.isdecimal() and len(seq) <= 9:
            return UndoActs(seq=int(seq))
        case ["tune", what, step] if step in ("1", "-1"):
            items: list[TuneItem] = [one for one in get_args(TuneItem) if one == what]
            return TuneTable(what=items[0], step=int(step)) if items else None
        case ["ear", seat, way]:
            seats = [one for one in SEATS if one == seat]
            ways: list[EarWay] = [one for one in get_args(EarWay) if one == way]
            return HearBy(seat=seats[0], way=ways[0]) if seats and ways else None
        case ["ear-voice", seat]:
            theirs = [one for one in SEATS if one == seat]
            return ChooseVoice(voice="", seat=theirs[0]) if theirs else None
        case ["mend", key]:
            keys: list[MendKey] = [one for one in get_args(MendKey) if one == key]
            return MendBoard(wish=keys[0]) if keys else None
        case _:
            return None


def voice_of(voice: str, whom: str) -> ChooseVoice | None:
    """What the form of voices says; `whom`: a seat, or nobody: the table."""
    seats = [one for one in SEATS if one == whom]
    if not voice or (whom and not seats):
        return None
    return ChooseVoice(voice=voice, seat=seats[0] if seats else None)


def look_of(wish: str, site: str, now: Looking | None) -> Looking | None:
    """What a host looks at by the camera when a button of it is pressed; None: at nothing any more."""
    looks = 1 if now is None else now.looks + 1
    match wish:
        case "on":
            return Looking(looks=looks)
        case "see":
            return Looking(SiteId(site), looks)
        case "again" if now is not None:
            return Looking(now.site, looks)
        case _:
            return None


def makers(files: HostFiles) -> Mapping[str, tuple[Callable[[], bytes | None], str]]:
    """By its name: what makes a file, and what it is."""
    return {
        "game.jsonl": (lambda: files.game("jsonl"), "application/jsonl"),
        "game.csv": (lambda: files.game("csv"), "text/csv"),
        "diagnosis.tar": (files.diagnosis, "application/x-tar"),
        "camera.jpg": (files.picture, "image/jpeg"),
    }
