"""The forms of the files that people and programs hand to Fingerpost, or get from it, as types.

Their readers say more, in words (a city that is not there, a channel twice); here is what can be said of a
value by itself. Forms that are read by types already (`Content`, `Tournament`, `TableFile`) are not here.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine import LONGEST_ROUTE, CardMode, Seat
from lab.formats import Anything, Count, Place
from tabletop import Shape, TokenColour
from upkeep.machine_state import Phase

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Spaces: TypeAlias = Annotated[int, Meta(ge=1, le=LONGEST_ROUTE)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Rgb: TypeAlias = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=255)], ...],
    Meta(extra_json_schema={"minItems": 3, "maxItems": 3}),
]
Two: TypeAlias = Annotated[tuple[float, ...], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]
Three: TypeAlias = Annotated[tuple[float, ...], Meta(extra_json_schema={"minItems": 3, "maxItems": 3})]


class MapCity(msgspec.Struct, frozen=True, kw_only=True):
    """A city, or an unnamed junction."""

    id: Text
    name: Text | None = None
    lat: Annotated[float, Meta(ge=-360, le=360)] = 0
    lon: Annotated[float, Meta(ge=-360, le=360)] = 0
    port: bool = False
    large: bool = False
    junction: bool = False
    board: Text | None = None


class MapRoute(msgspec.Struct, frozen=True, kw_only=True):
    """One way between two cities; those of a `group` are parallel."""

    id: Text
    a: Text
    b: Text
    length: Spaces
    colour: Text = "gray"
    kind: Text = "train"
    locomotives: Annotated[int, Meta(ge=0, le=LONGEST_ROUTE)] = 0
    group: Text | None = None
    pair: bool = False
    wraps: bool = False


class MapTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket, or a tour of three cities or more."""

    id: Text
    cities: Annotated[tuple[Text, ...], Meta(min_length=2)]
    value: Points
    deck: Text = "regular"
    value_exact: Points | None = None
    penalty: Points | None = None
    entry: Points | None = None


class MapStub(msgspec.Struct, frozen=True, kw_only=True):
    """A way that leaves the board."""

    city: Text
    colour: Text = "gray"
    spaces: Spaces = 1
    toward: Text = "the edge"


class MapBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of a board that has several."""

    name: Text


class MapCompany(msgspec.Struct, frozen=True, kw_only=True):
    """A company and its colour."""

    colour: Text
    name: Text


class MapFile(msgspec.Struct, frozen=True, kw_only=True):
    """map/1: cities, routes and tickets."""

    format: Literal["map/1"] = "map/1"
    id: Text = "unnamed"
    name: Text = "unnamed"
    cities: tuple[MapCity, ...]
    routes: tuple[MapRoute, ...]
    tickets: tuple[MapTicket, ...] = ()
    edge_stubs: tuple[MapStub, ...] = ()
    boards: tuple[MapBoard, ...] = ()
    companies: tuple[MapCompany, ...] = ()


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An unknown key is an error."""


class BoardNotch(_Strict, frozen=True, kw_only=True):
    """The notch that a finger finds first."""

    x: float
    y: float
    radius_mm: float


class BoardMarkers(_Strict, frozen=True, kw_only=True):
    """Printed markers, their centres by id."""

    dictionary: Text
    side_mm: Annotated[float, Meta(ge=5, le=200)]
    quiet_mm: Annotated[float, Meta(ge=0, le=100)] | None = None
    ids: Annotated[Mapping[str, Two], Meta(min_length=1)]


class BoardPin(_Strict, frozen=True, kw_only=True):
    """The pin of a place."""

    height_mm: Annotated[float, Meta(ge=1, le=30)]
    diameter_mm: Annotated[float, Meta(ge=1, le=20)]
    length_mm: float | None = None
    material: str | None = None


class BoardCollar(_Strict, frozen=True, kw_only=True):
    """What a pin stands in."""

    diameter_mm: Annotated[float, Meta(ge=0, le=60)] = 0
    height_mm: Annotated[float, Meta(ge=0, le=10)] = 0


class BoardPlayer(_Strict, frozen=True, kw_only=True):
    """A seat's token."""

    shape: Shape
    rgb: Rgb


class BoardTokens(_Strict, frozen=True, kw_only=True):
    """The tokens of all seats."""

    height_mm: Annotated[float, Meta(ge=1, le=60)]
    footprint_mm: Annotated[float, Meta(ge=5, le=60)]
    base_mm: Annotated[float, Meta(ge=0, le=20)] = 0
    station_height_mm: Annotated[float, Meta(ge=1, le=80)] = 15
    bore_mm: Anything = None
    magnet_mm: Anything = None
    players: Mapping[TokenColour, BoardPlayer]


class BoardSensing(_Strict, frozen=True, kw_only=True):
    """What lies under the pins."""

    type: Literal["hall-switch", "reed", "contact", "resistor", "none"] = "none"
    hubs: Anything = None
    ohms: Anything = None


class BoardPanelFile(_Strict, frozen=True, kw_only=True):
    """One panel of a board that is made in several."""

    id: Text
    x: float
    y: float
    width: float
    height: float
    first_channel: float = 0
    chips: float = 0


class BoardLabel(_Strict, frozen=True, kw_only=True):
    """A name on the board, and where."""

    text: Text
    x: float
    y: float


class BoardExit(_Strict, frozen=True, kw_only=True):
    """Where a route leaves the board that comes back on its other side."""

    route: Text
    x: float
    y: float
    label: BoardLabel


class BoardSite(_Strict, frozen=True, kw_only=True):
    """One sensed place."""

    id: Text
    kind: Literal["route", "city", "score", "control"]
    x: float
    y: float
    angle_deg: Annotated[float, Meta(ge=-360, le=360)] = 0
    hub: Annotated[int, Meta(ge=0, le=7)] | None = None
    channel: Annotated[int, Meta(ge=0, le=255)] | None = None
    path: tuple[tuple[Two, ...], ...] = ()
    form: Literal["plain", "large", "port", "junction"] = "plain"
    label: BoardLabel | None = None
    player: Anything = None
    value: Anything = None


class BoardFile(_Strict, frozen=True, kw_only=True):
    """board/1: the physical board."""

    format: Literal["board/1"]
    map: Text
    name: Text | None = None
    size_mm: Two
    thickness_mm: Anything = None
    ground_rgb: Rgb = (244, 241, 230)
    route_rgb: Mapping[str, Rgb] = {}
    notch: BoardNotch | None = None
    markers: BoardMarkers | None = None
    pin: BoardPin
    collar: BoardCollar = BoardCollar()
    tokens: BoardTokens
    sensing: BoardSensing = BoardSensing()
    panels: tuple[BoardPanelFile, ...] = ()
    exits: tuple[BoardExit, ...] = ()
    sites: Annotated[tuple[BoardSite, ...], Meta(min_length=1)]


class CameraFile(msgspec.Struct, frozen=True, kw_only=True):
    """camera/1: a lens at one picture size."""

    format: Literal["camera/1"]
    size_px: Two
    matrix: Annotated[tuple[Three, ...], Meta(extra_json_schema={"minItems": 3, "maxItems": 3})]
    dist: Annotated[tuple[float, ...], Meta(extra_json_schema={"minItems": 4, "maxItems": 5})] = (0,) * 5


class TokenShown(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's tokens under white light."""

    rgb: Rgb
    footprint_mm: Annotated[float, Meta(ge=8, le=34)]
    shown_as: Rgb | None = None


class TokensFile(msgspec.Struct, frozen=True, kw_only=True):
    """tokens/1: a table's own tokens."""

    format: Literal["tokens/1"]
    board: str = ""
    seats: Annotated[Mapping[TokenColour, TokenShown], Meta(min_length=1)]


class DoctorCheck(msgspec.Struct, frozen=True, kw_only=True):
    """One check; `ok` null: skipped."""

    id: str
    ok: bool | None
    fault: str | None
    what: str
    advice: str


class DoctorFile(msgspec.Struct, frozen=True, kw_only=True):
    """doctor/1: what `fingerpost doctor --json` found."""

    format: Literal["doctor/1"]
    program: str
    ok: bool
    checks: tuple[DoctorCheck, ...]


class EventsHead(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of fingerpost-events/1; after it a line an event."""

    format: Literal["fingerpost-events/1"]
    game: str
    edition: str
    map: str
    cards: CardMode
    seats: tuple[Seat, ...]
    events: Count
    over: bool
    secrets: Literal["open", "left out"]


class EventPlace(msgspec.Struct, frozen=True, kw_only=True):
    """What an event's line has beside the event."""

    seq: Place
    act: Place
    turn: Count
    at: float | str


class StateFile(msgspec.Struct, frozen=True, kw_only=True):
    """state/1: what the table tells the machine."""

    format: Literal["state/1"]
    program: str
    phase: Phase
    game: str
    act: Count
    waiting: str | None
