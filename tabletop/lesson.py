"""What there is to say while somebody shows a table's tokens to the camera."""

from dataclasses import dataclass
from typing import Literal

from tabletop.values import TokenColour

LessonStep = Literal[
    "clear", "lost", "dark", "wanted", "taken", "crowded", "unlike", "alike", "done", "unsaved"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonNews:
    """One step of the lesson.

    `clear`: take all tokens off; `lost`, `dark`: the board is not seen; `wanted`: show `seat`'s tokens;
    `taken`: they were seen; `crowded`: a hand or too many tokens lie over the board; `unlike`: no token of
    the seat's shape; `alike`: the colour of `other`'s tokens; `done`: all seats were shown;
    `unsaved`: what was learned holds until the table is switched off. `cause`: why the board is `lost`, as in
    `DeviceHealth`; empty where only too little of it is in view.
    """

    step: LessonStep
    seat: TokenColour | None = None
    other: TokenColour | None = None
    cause: str = ""
