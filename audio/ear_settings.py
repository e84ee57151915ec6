"""Where a table and its ears hear, and how they are spoken to there: [audio] and [ears] of table.toml."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from announce import EARS, LEVELS, Ear, Earcon, Level
from audio.sinks import SinkName, parse_sink
from audio.voice_wire import VoiceName

Rate = Annotated[int, Meta(ge=80, le=450, description="80 to 450 words a minute")]
Pitch = Annotated[int, Meta(ge=0, le=99)]
_Percent = Annotated[int, Meta(ge=0, le=100)]
_Side = Annotated[float, Meta(ge=-1, le=1, description="-1 (left) to 1 (right)")]
# "wrong" is what a reader of the file is told of an item of a list or a name that cannot stand there.
_Chair = Annotated[Ear, Meta(extra={"wrong": f"{{where}} names {{value}}; seats are {', '.join(EARS)}"})]
_Level = Annotated[Level, Meta(extra={"wrong": f"{{where}} is {{value}}; choose from {', '.join(LEVELS)}"})]
_Sound = Annotated[
    Earcon, Meta(extra={"wrong": "{where}: {value} is no short sound; fingerpost earcons lists them"})
]


class EarSetting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat's earphone and how it is spoken to there; what is None is as at the table."""

    sink: SinkName
    voice: VoiceName | None = None
    rate: Rate | None = None
    pitch: Pitch | None = None
    volume: _Percent = 100  # of the table's, in percent
    level: _Level | None = None
    own_level: _Level | None = None  # for what the seat does itself

    def __post_init__(self) -> None:
        parse_sink(self.sink, private=True)


class TableSetting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the table hears, and what."""

    sink: SinkName | None = msgspec.field(default=None, name="table")  # None: what the system chose
    chairs: Mapping[_Chair, _Side] = {}  # where a seat's sounds come from; with any, the stream is stereo
    silent: frozenset[_Sound] = frozenset()  # kinds of news that are not said, to anybody
    no_earcons: frozenset[_Sound] = frozenset()  # short sounds that are not sounded, to anybody
