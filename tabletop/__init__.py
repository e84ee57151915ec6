"""PURE: what lies on the table; the only types that sensor packages share."""

from tabletop.health import Condition, DeviceHealth, silenced
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
    "BoardLayout",
    "Button",
    "Channel",
    "Condition",
    "Device",
    "DeviceHealth",
    "Errs",
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
    "SenseKind",
    "Shape",
    "ShownScore",
    "Site",
    "SiteId",
    "TokenColour",
    "Tokens",
    "board_layout",
    "in_order",
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
