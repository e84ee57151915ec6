"""PURE: what lies on the table; the only types that sensor packages share.

A board is a value (`layout`): sites with their places, pins, channels and markers, read from a board/1 file
(`layout_file`). Sensors hand on observations (`observation`): a settled word about one site, a press, a hand
that moves; and how they are (`health`). Senses and devices are named and paired here and nowhere else
(`senses`): whoever weighs, tells or opens a sense reads its row. Score tracks and what is said while tokens
are shown are values too.

Deliberately absent: the state of a game, bytes, pixels, words.
"""

from tabletop.health import UNHEARD, Condition, DeviceHealth, silenced
from tabletop.layout import (
    BoardLayout,
    BoardPanel,
    Exit,
    Markers,
    Point,
    Site,
    Tokens,
)
from tabletop.layout_file import board_layout, layout_text, parse_layout
from tabletop.layout_reading import LayoutError, Rgb
from tabletop.lesson import LessonNews, LessonStep
from tabletop.observation import Motion, Observation, Press, Seen
from tabletop.score_track import (
    ScoreDifference,
    ShownScore,
    score_differences,
    score_space,
    shown_scores,
    with_score_pins,
)
from tabletop.senses import (
    SENSES,
    Device,
    Errs,
    Sense,
    SenseKind,
    in_order,
    of_a_sense,
    sense_at,
    sense_devices,
    sense_of,
)
from tabletop.values import (
    BUTTONS,
    SHAPES,
    TOKEN_COLOURS,
    Button,
    Channel,
    HubId,
    Shape,
    SiteId,
    TokenColour,
)

__all__ = [
    "BUTTONS",
    "SENSES",
    "SHAPES",
    "TOKEN_COLOURS",
    "UNHEARD",
    "BoardLayout",
    "BoardPanel",
    "Button",
    "Channel",
    "Condition",
    "Device",
    "DeviceHealth",
    "Errs",
    "Exit",
    "HubId",
    "LayoutError",
    "LessonNews",
    "LessonStep",
    "Markers",
    "Motion",
    "Observation",
    "Point",
    "Press",
    "Rgb",
    "ScoreDifference",
    "Seen",
    "Sense",
    "SenseKind",
    "Shape",
    "ShownScore",
    "Site",
    "SiteId",
    "TokenColour",
    "Tokens",
    "board_layout",
    "in_order",
    "layout_text",
    "of_a_sense",
    "parse_layout",
    "score_differences",
    "score_space",
    "sense_at",
    "sense_devices",
    "sense_of",
    "shown_scores",
    "silenced",
    "with_score_pins",
]
