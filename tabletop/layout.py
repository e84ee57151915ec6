"""The physical board as data: what stands in a board/1 file (docs/boards.md), as values.

Millimetres and degrees; origin at the top-left corner seen from above, x right, y down, z up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tabletop.layout_reading import Rgb
from tabletop.values import Channel, HubId, Shape, SiteId, TokenColour

Point = tuple[float, float]
SiteKind = Literal["route", "city", "score", "control"]
_FIRST_HUB = HubId(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Markers:
    """The printed markers by which a camera finds the board."""

    dictionary: str  # OpenCV's name, for instance DICT_APRILTAG_36h11
    side_mm: float  # of the black square
    quiet_mm: float  # white border round it
    ids: Mapping[int, Point]  # id → centre; every marker's top edge faces y = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The pieces that stand on the pins."""

    height_mm: float  # of the token itself
    base_mm: float  # height of its underside above the board's face
    footprint_mm: float  # circle that holds every shape
    station_height_mm: float
    shapes: Mapping[TokenColour, Shape]
    rgb: Mapping[TokenColour, Rgb]

    @property
    def top_mm(self) -> float:
        """Height of a standing token's top above the board's face."""
        return self.base_mm + self.height_mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One place on the board where something can stand or be touched."""

    id: SiteId
    kind: SiteKind
    x: float
    y: float
    angle_deg: float = 0.0  # direction of the route's middle, -90 < a <= 90
    hub: HubId = _FIRST_HUB
    channel: Channel | None = None  # None: not sensed
    path: tuple[tuple[Point, ...], ...] = ()  # polylines from city a to city b, for drawing
    form: str = "plain"
    label: str = ""
    label_at: Point | None = None  # its middle
    has_pin: bool = True  # a token of the game can stand here


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPanel:
    """One piece of a board that is made in pieces; a strip beside the board lies off it. x, y: its corner."""

    id: str
    x: float
    y: float
    width: float
    height: float
    first_channel: int = 0
    chips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Exit:
    """Where a route leaves the board that comes back on its other side."""

    route: SiteId
    x: float
    y: float
    label: str
    label_at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLayout:
    """One physical board."""

    map: str
    name: str
    width_mm: float
    height_mm: float
    markers: Markers | None  # None: a board that no camera reads
    pin_height_mm: float  # above the collar
    pin_diameter_mm: float
    collar_diameter_mm: float  # 0: no collar
    collar_height_mm: float
    tokens: Tokens
    sensing: str  # hall-switch, reed, contact, resistor, none
    ground_rgb: Rgb
    route_rgb: Mapping[str, Rgb]
    notch: tuple[float, float, float] | None  # x, y, radius
    sites: Mapping[SiteId, Site]
    exits: tuple[Exit, ...] = ()
    panels: tuple[BoardPanel, ...] = ()

    def site_of(self, hub: HubId, channel: Channel) -> SiteId | None:
        """The site wired to a channel, or None."""
        for site in self.sites.values():
            if site.channel == channel and site.hub == hub:
                return site.id
        return None

    def channels(self, hub: HubId = _FIRST_HUB) -> dict[Channel, SiteId]:
        """Every wired channel of one hub and its site."""
        return {
            site.channel: site.id
            for site in self.sites.values()
            if site.channel is not None and site.hub == hub
        }

    def pins(self) -> tuple[Site, ...]:
        """Sites on which a token of the game can stand: routes, and cities where an edition builds."""
        return tuple(site for site in self.sites.values() if site.has_pin)
