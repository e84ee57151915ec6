"""What a table plays by: a struct for each section of table.toml, each field with its range and default."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from announce import EARS, Ear, Level, languages
from audio.ear_settings import EarSetting, Pitch, Rate, TableSetting
from audio.voice_wire import VoiceName
from engine import EDITIONS, SEATS, CardMode, Seat, edition
from integrations.wire_settings import FollowSection, MqttSection
from storage.places import games_folder
from table.homes import Wait
from tabletop import Sense


def _one_of(words: Collection[str]) -> Meta:
    """Words that are known only when the program runs; else a Literal does."""
    return Meta(pattern=rf"\A(?:{'|'.join(map(re.escape, words))})\Z", extra={"words": tuple(words)})


def _item(wrong: str) -> Meta:
    """What is told of an item of a list that cannot stand there."""
    return Meta(extra={"wrong": wrong})


_FEW_SEATS: Final = Meta(extra_json_schema={"minItems": 2, "maxItems": len(SEATS), "uniqueItems": True})
"""For the schema; whoever reads the file tells it in words of its own."""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of table.toml. An empty text means: not there."""


class GameSection(Section, frozen=True, kw_only=True):
    """[game]: what is played, by whom."""

    map: str = "usa"
    board: str = ""  # a board/1 file, from where table.toml is; none: the one that ships for the map
    edition: Annotated[str, _one_of(EDITIONS)] = "us-accessible"
    seats: Annotated[
        tuple[Annotated[Seat, _item(f"seat {{value}}; give each of {', '.join(SEATS)} at most once")], ...],
        _FEW_SEATS,
    ] = ("blue", "red", "green")  # in turn order
    cards: CardMode = "untracked"
    seed: int | None = None  # None: drawn by lot
    bots: tuple[
        Annotated[Seat, _item(f"bot {{value}}; give some of the table's seats, of {', '.join(SEATS)}")], ...
    ] = ()  # these play by themselves
    players: Mapping[Seat, str] = {}  # what plays them: a bot of ours, or a program; else the planner
    set_up: bool = False  # True: what the file leaves out is chosen at the table
    settings: Mapping[str, object] = {}  # that differ from an edition's

    @property
    def layout(self) -> str:
        """The board on the table: a file, or the id of one that ships."""
        return self.board or self.map

    def own_settings(self) -> dict[str, object]:
        """The settings that the edition has; others are meant for another evening's."""
        names = edition(self.edition).setting_names
        return {name: value for name, value in self.settings.items() if name in names}


class HubSection(Section, frozen=True, kw_only=True):
    """[hub]: where pins are felt."""

    port: str = ""


class CameraSection(Section, frozen=True, kw_only=True):
    """[camera]: where tokens are seen, and what it compares with."""

    device: str = ""
    calibration: str = ""
    reference: str = ""
    tokens: str = ""
    evidence: str = ""


class PanelSection(Section, frozen=True, kw_only=True):
    """[panel]: what is wired for hands, on the Pi's own pins but for lamps."""

    gpio: bool = False
    seats: bool = False
    knob: bool = False
    lamps: Annotated[Literal["", "gpio", "hub"], Meta(description="gpio, hub or nothing")] = ""


class SpeechSection(Section, frozen=True, kw_only=True):
    """[speech]: how the table speaks, and so every ear that has no manner of its own."""

    engine: Literal["espeak-ng", "speech-dispatcher"] = "espeak-ng"  # for the table's words
    language: Annotated[str, _one_of(languages())] = "en"
    level: Level = "normal"
    voice: VoiceName = ""  # the engine's name of one; empty: the language's own
    rate: Rate = 175
    mute: bool = False
    wav: str = ""


class AudioSection(TableSetting, frozen=True, kw_only=True):
    """[audio]: the table's loudspeaker, and what all voices have in common."""

    pitch: Pitch = 50
    voices: str = ""  # a folder of Piper voices


class EarsSection(Section, frozen=True, kw_only=True):
    """[ears]: whose private words go where; what is None has no earphone."""

    blue: EarSetting | None = None
    red: EarSetting | None = None
    green: EarSetting | None = None
    yellow: EarSetting | None = None
    black: EarSetting | None = None
    shared: EarSetting | None = None  # for the seats without an earphone of their own

    @property
    def own(self) -> dict[Ear, EarSetting]:
        """The earphones that are one seat's alone."""
        ears: dict[Ear, EarSetting | None] = {seat: getattr(self, seat) for seat in EARS}
        return {seat: ear for seat, ear in ears.items() if ear is not None}


class PageSection(Section, frozen=True, kw_only=True):
    """[page]: the table's web page."""

    port: Annotated[int, Meta(ge=0, le=65_535, description="1 to 65535, or 0 for no page")] = 0
    network: bool = False  # False: for this machine's own browser only
    guests: Literal["press", "watch"] = "press"  # watch: who has joined no seat only reads
    sealed: bool = False  # https, by an authority of the table's own


Homes = Mapping[str, tuple[Seat, ...] | str]
"""[homes]: the homes that play along here, each with its seats; and `wait`, for which of them."""


class StoreSection(Section, frozen=True, kw_only=True):
    """[store]: where games are kept."""

    path: Path = msgspec.field(default_factory=games_folder)
    backup: str = ""

    @property
    def second(self) -> Path | None:
        """The folder of second copies, if there is one."""
        return Path(self.backup) if self.backup else None


class TableFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table.toml may say."""

    game: GameSection = GameSection()
    hub: HubSection = HubSection()
    camera: CameraSection = CameraSection()
    panel: PanelSection = PanelSection()
    speech: SpeechSection = SpeechSection()
    audio: AudioSection = AudioSection()
    ears: EarsSection = EarsSection()
    mqtt: MqttSection = MqttSection()
    page: PageSection = PageSection()
    follow: FollowSection = FollowSection()
    homes: Annotated[Homes, Meta(title="[homes]")] = {}
    store: StoreSection = msgspec.field(default_factory=StoreSection)


class Config(TableFile, frozen=True, kw_only=True):
    """What `fingerpost play` needs to know: the file, and what this evening adds to it."""

    given: frozenset[str] = frozenset()  # of map, edition, seats, cards and rate, what set-up need not ask
    aloud: tuple[Seat, ...] = ()  # cards in hands: seats without an ear, whose words the table hears
    named: EarsSection | None = None  # the earphones of the file, where one of them is not heard this evening
    photos: bool = False  # by the call: photographs that phones send are the only sense
    by_page: tuple[Seat, ...] = ()  # seats that read their words on their page, and are passed no earphone
    far: tuple[Seat, ...] = ()  # seats that play in another home: what is dealt to them is heard there alone

    def sense_places(self) -> dict[Sense, str]:
        """Where each sense is: a device of this machine, `node:<name>` for another's, empty for nowhere."""
        return {"pin": self.hub.port, "camera": self.camera.device}

    @property
    def home_seats(self) -> dict[str, tuple[Seat, ...]]:
        """The seats of each home that plays along."""
        return {home: seats for home, seats in self.homes.items() if not isinstance(seats, str)}

    @property
    def wait(self) -> Wait:
        """For whose boards the next turn waits."""
        return "nobody" if self.homes.get("wait") == "nobody" else "both"

    def but(self, section: str, **values: object) -> "Config":
        """With other values in one section."""
        return replace(self, **{section: replace(getattr(self, section), **values)})
