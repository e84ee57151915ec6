"""PURE: what lies on the table: the values that sensors hand on, and the board they are handed on of.

A board/1 file goes in (`layout_file`, with `layout_reading` for each complaint) and a `BoardLayout` comes out
(`layout`): sites with their places, pins, hub channels and printed markers, in millimetres. Sensors hand on
observations (`observation`): a settled word about one site, a press, a hand that moves; how they are
(`health`); and what there is to say while tokens are shown to a camera (`lesson`). Senses (the modalities of
sensor fusion) are named and paired with their devices in one place (`senses`): whoever weighs, tells or opens
a sense reads its row. `score_track` says where score markers stand and should; `panel_pins` how buttons are
wired; `network_address` how a camera elsewhere is named without its password.

Nothing is kept: all of it is values, equal when they say the same. A layout or an observation that makes no
sense cannot be made at all, so nobody further up checks it again.

Deliberately absent: the state of a game, bytes, pixels, words.
"""

from tabletop.health import AMBIGUOUS, UNHEARD, Condition, DeviceHealth, silenced
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
    "AMBIGUOUS",
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
