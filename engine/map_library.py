"""The maps that come with Fingerpost, by their id."""

from importlib.resources import files

from engine.game_map import GameMap, MapError
from engine.map_reader import parse_map

_SHIPPED: dict[str, GameMap] = {}


def shipped_maps() -> tuple[str, ...]:
    """Ids of the maps that come with Fingerpost."""
    names = (item.name for item in files("engine").joinpath("maps").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def game_map(name: str) -> GameMap:
    """The shipped map of that id; read once.

    Raises:
        MapError: there is none; names those that ship.
    """
    found = _SHIPPED.get(name)
    if found is None:
        known = shipped_maps()
        if name not in known:
            raise MapError(f"no map {name[:60]!r}; maps that ship: {', '.join(known)}")
        text = files("engine").joinpath("maps", f"{name}.json").read_text(encoding="utf-8")
        found = _SHIPPED[name] = parse_map(text, source=f"{name}.json")
    return found
