"""PURE: what lies on the table; the only types that sensor packages share."""

from tabletop.health import UNHEARD, Condition, Device, DeviceHealth
from tabletop.layout import (
    BoardLayout,
    Markers,
    Site,
    Tokens,
    board_layout,
    parse_layout,
)
from tabletop.layout_reading import LayoutError
from tabletop.lesson import LessonNews, LessonStep
from tabletop.observation import Motion, Observation, Press, Seen, Sense
from tabletop.score_track import (
    ScoreDifference,
    ShownScore,
    score_differences,
    score_space,
    shown_scores,
    with_score_pins,
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
    "SHAPES",
    "TOKEN_COLOURS",
    "UNHEARD",
    "BoardLayout",
    "Button",
    "Channel",
    "Condition",
    "Device",
    "DeviceHealth",
    "HubId",
    "LayoutError",
    "LessonNews",
    "LessonStep",
    "Markers",
    "Motion",
    "Observation",
    "Press",
    "ScoreDifference",
    "Seen",
    "Sense",
    "Shape",
    "ShownScore",
    "Site",
    "SiteId",
    "TokenColour",
    "Tokens",
    "board_layout",
    "parse_layout",
    "score_differences",
    "score_space",
    "shown_scores",
    "with_score_pins",
]
