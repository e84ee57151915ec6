"""PURE: what is ordered: a board, how far it is to be made, in which language, on which paper."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from announce import Phrases, Wording, colour_letters
from engine import EDITIONS, GameMap, Route, edition
from tabletop import BoardLayout, BoardPanel, Site, SiteId

Tier = Literal["paper", "tokens", "starter", "full"]
Paper = Literal["a4", "letter", "a3"]
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)
PAPERS: Final[Mapping[Paper, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (420.0, 297.0),
}
"""Width and height of a page, mm."""

MOST_GPIO: Final = 20
"""Pins that a Pi carries by itself, beside its six buttons."""

_TRAINS: Final = 45  # of a seat, where no edition is played on a map


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One board, to be made. Each tier has all of those before it."""

    text: str  # the board/1 file, as it is
    layout: BoardLayout
    game_map: GameMap
    tier: Tier
    language: str = "en"
    paper: Paper = "a4"
    bed: tuple[float, float] = (180.0, 200.0)  # of the printer, mm
    map_text: str = ""  # the map/1 file, where it does not ship: it goes with the board

    def has(self, tier: Tier) -> bool:
        """Whether what that tier adds is made."""
        return TIERS.index(tier) <= TIERS.index(self.tier)

    @property
    def letters(self) -> Mapping[str, str]:
        """Colour to letter."""
        return colour_letters(self.language)

    @property
    def phrases(self) -> Phrases:
        """The words of the language."""
        return Wording(self.game_map, self.layout, language=self.language).vocabulary.phrases

    @property
    def routes(self) -> tuple[tuple[Site, Route], ...]:
        """Each route with its pin, by id."""
        found = self.game_map.routes
        return tuple((self.layout.sites[SiteId(name)], found[name]) for name in sorted(found))

    @property
    def sensed_cities(self) -> tuple[Site, ...]:
        """The cities on which something can be built."""
        return tuple(
            site for site in self.layout.sites.values() if site.kind == "city" and site.channel is not None
        )

    def rows(self) -> list[list[BoardPanel]]:
        """The panels of the board itself, as they lie: row by row, each from the left."""
        inside = (panel for panel in self.layout.panels if on_board(panel, self.layout))
        rows: dict[float, list[BoardPanel]] = {}
        for panel in sorted(inside, key=lambda one: (one.y, one.x)):
            rows.setdefault(panel.y, []).append(panel)
        return list(rows.values())

    def beside(self) -> list[BoardPanel]:
        """The panels off the board: that of the controls, strips for scores."""
        return [panel for panel in self.layout.panels if not on_board(panel, self.layout)]


def on_board(panel: BoardPanel, layout: BoardLayout) -> bool:
    """Whether a panel is a piece of the board, not a strip beside it."""
    return panel.x + panel.width <= layout.width_mm + 0.1 and panel.y + panel.height <= layout.height_mm + 0.1


def most_routes(game_map: GameMap) -> int:
    """The most routes that one seat can hold in any edition of a map: as many tokens has he need of.

    Of parallel routes he holds one. Where trains and ships are mixed: in the mix for a first game.
    """
    short: dict[str, Route] = {}
    for route in game_map.routes.values():
        key = route.group or route.id
        if key not in short or route.length < short[key].length:
            short[key] = route
    rules = [edition(name) for name in EDITIONS if edition(name).map == game_map.id]
    counts = [_held(short.values(), _TRAINS)] if not rules else []
    for one in rules:
        trains, ships = one.settings.trains, None
        if "ships" in one.setting_names:
            trains = one.settings.first_trains
            ships = one.settings.pieces - trains
        counts.append(_held(short.values(), trains, ships))
    return max(counts)


def _held(routes: Iterable[Route], trains: int, ships: int | None = None) -> int:
    if ships is None:
        return _paid((route.length for route in routes), trains)
    rails = (route.length for route in routes if route.kind != "ship")
    return _paid(rails, trains) + _paid((route.length for route in routes if route.kind == "ship"), ships)


def _paid(lengths: Iterable[int], pieces: int) -> int:
    """How many of these can be paid, the shortest first."""
    count = 0
    for length in sorted(lengths):
        if length > pieces:
            break
        pieces -= length
        count += 1
    return count


def board_text(order: Order) -> str:
    """The board as this tier builds it: paper has no height, and what has no wires feels nothing."""
    if order.has("starter"):
        return order.text
    raw = json.loads(order.text)
    raw["sensing"] = {"type": "none"}
    if not order.has("tokens"):
        raw["tokens"] = {**raw["tokens"], "height_mm": 6, "base_mm": 0}
        raw["collar"] = {**raw.get("collar", {}), "height_mm": 0}
        raw["pin"] = {**raw["pin"], "height_mm": 1}
    return _as_text(raw)


def _as_text(raw: Mapping[str, object]) -> str:
    """A line for each key, and for each site."""
    lines = []
    for key, value in raw.items():
        told = json.dumps(value, ensure_ascii=False)
        if key == "sites" and isinstance(value, list):
            told = "[\n" + ",\n".join(f"  {json.dumps(site, ensure_ascii=False)}" for site in value) + "\n ]"
        lines.append(f" {json.dumps(key)}: {told}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
