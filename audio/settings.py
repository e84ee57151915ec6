"""Where a table and its ears hear, and how they are spoken to there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from announce import Ear, Earcon, Level
from audio.sinks import SinkName


@dataclass(frozen=True, slots=True, kw_only=True)
class EarSetting:
    """One seat's earphone and how it is spoken to there; what is None is as at the table."""

    sink: SinkName
    voice: str | None = None
    rate: int | None = None
    pitch: int | None = None
    volume: int = 100  # of the table's, in percent
    level: Level | None = None
    own_level: Level | None = None  # for what the seat does itself


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSetting:
    """Where the table hears, and what.

    `sink` None: the loudspeaker that the system chose. `chairs`: from which side a seat's sounds come, -1
    left to 1 right; with any, the stream is stereo. `silent`, `no_earcons`: kinds of news that are not
    said, short sounds that are not sounded, to anybody.
    """

    sink: SinkName | None = None
    chairs: Mapping[Ear, float] = field(default_factory=dict)
    silent: frozenset[Earcon] = frozenset()
    no_earcons: frozenset[Earcon] = frozenset()
