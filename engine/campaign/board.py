"""Boards added between games: a map/1 file that says what is new, and under `remove` what is gone."""

from collections.abc import Mapping
from typing import cast

from engine.game_map import GameMap, MapError, Stub
from engine.map_reader import map_from, map_json
from engine.map_written import map_dict

_LISTS = ("boards", "cities", "routes", "tickets", "edge_stubs")
_GOES = ("routes", "tickets", "edge_stubs")


def patched(board: GameMap, text: str, *, source: str = "board") -> GameMap:
    """The map with a patch laid on it.

    A city, route or ticket with an id that is there already is laid over it key by key (`large`, a colour);
    any other is added. `remove` names routes, tickets and edge stubs (`{"city", "toward"}`) that are gone.
    Raises:
        MapError: not JSON, another map's patch, something to remove that is not there, or what map/1 refuses.
    """
    raw = map_json(text, "patch", source)
    if not isinstance(raw, dict) or raw.get("patch") != board.id:
        raise MapError(f'{source}: a patch names the map it is for; give "patch": "{board.id}"')
    whole = map_dict(board)
    gone = raw.get("remove", {})
    if not isinstance(gone, Mapping) or not set(gone) <= set(_GOES):
        raise MapError(f"{source}: remove is an object of {', '.join(_GOES)}")
    for key in _GOES:
        whole[key] = _removed(whole[key], _listed(gone, key, source), f"{source}: remove.{key}")
    for key in _LISTS:
        whole[key] = _laid(whole[key], _listed(raw, key, source))
    return map_from(whole, source=source)


def _listed(table: Mapping[str, object], key: str, source: str) -> list[object]:
    found = table.get(key, [])
    if not isinstance(found, list):
        raise MapError(f"{source}: {key} is no list; compare it with docs/campaign.md")
    return found


def _name(item: object) -> object:
    return item.get("id", item.get("name")) if isinstance(item, dict) else None


def _laid(old: list[object], new: list[object]) -> list[object]:
    names = [_name(item) for item in old]
    laid = list(old)
    for item in new:
        at = names.index(_name(item)) if isinstance(item, dict) and _name(item) in names else None
        if at is None or _name(item) is None:
            laid.append(item)
        else:
            laid[at] = {**cast("dict[str, object]", laid[at]), **cast("dict[str, object]", item)}
    return laid


def _removed(old: list[object], gone: list[object], where: str) -> list[object]:
    left = list(old)
    for item in gone:
        hits = [one for one in left if _is(one, item)]
        if not hits:
            raise MapError(f"{where} names {ascii(item)[:60]}, which is not there; compare it with the board")
        left = [one for one in left if one not in hits]
    return left


def _is(one: object, wanted: object) -> bool:
    if isinstance(wanted, str):
        return _name(one) == wanted
    keys = Stub.__struct_fields__
    if (
        not isinstance(wanted, dict)
        or not isinstance(one, dict)
        or not set(wanted) <= set(keys)
        or not wanted
    ):
        return False
    return all(one.get(key) == value for key, value in wanted.items())
