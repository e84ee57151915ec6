"""SHELL: a table.toml → a Config; what is wrong with it is told in one line."""

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Final, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import asdict, replace

from audio import EarSetting, SinkName, parse_sink
from command_line.by_name import (
    edition_on,
    editions_on,
    is_a_path,
    need_same,
    not_played_on,
    the_layout,
    the_map,
)
from engine import (
    SEATS,
    Edition,
    EditionError,
    GameMap,
    MapError,
    Settings,
    StartError,
    edition,
    settings_from,
)
from fingerpost.config import Config, GameSection, TableFile
from mqtt import checked_name, parse_address
from storage.places import OF_THE_MACHINE, games_folder, is_closed, is_guest
from storage.reading import TomlError, read_toml
from table.errors import CallError, why
from table.homes import Wait
from tabletop import LayoutError

_CHOICES: Final = (
    ("game", "map"),
    ("game", "edition"),
    ("game", "seats"),
    ("game", "cards"),
    ("speech", "rate"),
)
"""What set-up does not ask where the file says it."""

_TEXT: Final = (str, "text in quotes")
_LIST: Final = (list, "a list in [ ]")
_TABLE: Final = (dict, "names and values in { }")
_PLAIN: Final[dict[object, tuple[type, str]]] = {
    **dict.fromkeys((str, Literal, Path), _TEXT),
    SinkName: (str, "a text"),
    int: (int, "a whole number"),
    bool: (bool, "true or false"),
    float: (object, ""),  # what may stand there is said of each
    **dict.fromkeys((tuple, frozenset), _LIST),
    Mapping: _TABLE,
}
"""What TOML has for a kind of value; a struct is a table."""

_LONGEST: Final = 60
_PATHS: Final = (
    "game.map",
    "game.board",
    "camera.device",
    "camera.calibration",
    "camera.reference",
    "camera.tokens",
    "camera.evidence",
    "speech.wav",
    "audio.voices",
    "mqtt.ca",
    "mqtt.password_file",
    "follow.ca",
    "follow.password_file",
    "store.path",
    "store.backup",
)
"""Keys whose value may be a path: ~ is somebody's home, and a relative one is from where the file is."""


def the_config_file(named: Path | None) -> Path | None:
    """The table.toml that was named, or the one of this machine's table; None: there is neither."""
    return named if named is not None or not OF_THE_MACHINE.is_file() else OF_THE_MACHINE


def read_config(path: Path) -> Config:
    """Read a table.toml.

    Raises:
        CallError: no such file, not TOML, an unknown key, a value of the wrong type or out of range.
    """
    try:
        raw = _spread(read_toml(path))
    except TomlError as error:
        raise CallError(f"config {path}: {error}; compare it with deploy/table.toml") from None
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"config {path}: {why(error)}; give a table.toml like deploy/table.toml") from None
    try:
        _placed(raw, path.absolute().parent)
        told = msgspec.convert(raw, TableFile, dec_hook=_made)
        game = _on_its_board(_together(told), raw.get("game", {}).keys())
    except msgspec.ValidationError:
        raise CallError(f"config {path}: {_wrong(TableFile, raw, '')}") from None
    except ValueError as error:
        raise CallError(f"config {path}: {error}") from None
    given = frozenset(key for section, key in _CHOICES if key in raw.get(section, {}))
    config = replace(Config(**asdict(told), given=given), game=game)
    return config if raw.get("store", {}).get("path") else config.but("store", path=games_folder(path))


def config_to_play(named: Path | None, tell: Callable[[str], None] = lambda line: None) -> Config:
    """What who calls plays by: the config that was named, or this machine's, or none at all.

    Who may not write among the games of the machine's table keeps his own: `tell` hears where.

    Raises:
        CallError: as `read_config`.
    """
    path = the_config_file(named)
    config = Config() if path is None else read_config(path)
    if not (is_guest(path) and is_closed(config.store.path)):
        return config
    own = games_folder()
    tell(f"{config.store.path} is the table's own; your games are kept in {own}")
    return config.but("store", path=own, backup="")


def _spread(raw: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """With each earphone as a table, where the file has the text of its sink; no loudspeaker is none."""
    ears, audio = raw.get("ears"), raw.get("audio")
    if isinstance(ears, dict):
        tables = {seat: ear if isinstance(ear, dict) else {"sink": ear} for seat, ear in ears.items()}
        raw["ears"] = {seat: {"sink": "", **ear} for seat, ear in tables.items()}
    if isinstance(audio, dict) and audio.get("table") == "":
        del audio["table"]
    return raw


def _placed(raw: dict[str, dict[str, object]], folder: Path) -> None:
    """Put the home where a path begins with ~, and the config's folder before a relative one, once for all.

    Raises:
        ValueError: nobody of that name has a home.
    """
    for section, _, key in (named.partition(".") for named in _PATHS):
        keys: object = raw.get(section)
        value = keys.get(key) if isinstance(keys, dict) else None
        if not isinstance(value, str) or not _is_path(f"{section}.{key}", value):
            continue
        try:
            raw[section][key] = str(folder / Path(value).expanduser())
        except RuntimeError:
            whose = value.partition("/")[0][1:]
            told = f"[{section}] {key} is {as_written(value)}"
            raise ValueError(f"{told}; {whose} has no home here; give another path") from None


def _is_path(named: str, value: str) -> bool:
    """Whether what stands there is a path: maps have ids too, cameras numbers, addresses."""
    if named == "game.map":
        return is_a_path(value)
    return "/" in value and "://" not in value if named == "camera.device" else value != ""


def _made(kind: type, raw: object) -> object:
    """What TOML does not have."""
    if kind is object:
        return raw  # a setting, looked at by the engine
    if not isinstance(raw, str):
        raise TypeError  # told by what stands there
    if kind is SinkName:
        return parse_sink(raw, private=False)
    return Path(raw) if raw else games_folder()


def _together(told: TableFile) -> GameSection:
    """[game] in order, when all that must fit together does.

    Raises:
        ValueError: what does not.
    """
    game, seats = told.game, told.game.seats
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            raise ValueError(f'seat "{seat}"; give each of {", ".join(SEATS)} at most once')
    if not 2 <= len(seats) <= 5:
        raise ValueError(f"{len(seats)} seats; give 2 to 5")
    for bot in game.bots:
        if bot not in seats:
            raise ValueError(f'bot "{bot}"; give some of the table\'s seats {", ".join(seats)}')
    for bot in game.players:
        if bot not in game.bots:
            raise ValueError(f'players: "{bot}" plays not by itself; name it in bots too')
    checked_name(told.mqtt.table, "[mqtt] table")
    _homes_together(told)
    _ears_apart(told)
    settings_from(Settings(), game.settings, owner="[game] settings")
    if told.panel.lamps == "hub" and told.hub.port in ("", "gpio"):
        raise ValueError("[panel] lamps is hub, and [hub] port names none; name a hub's port")
    return replace(game, bots=tuple(seat for seat in seats if seat in game.bots))


def _ears_apart(told: TableFile) -> None:
    """See that no private word can come out where another seat, or the table, listens.

    Raises:
        ValueError: one sink is meant for two.
    """
    taken: dict[str, str] = {}
    if told.audio.sink is not None:
        taken[told.audio.sink] = "[audio] table"
    ears: list[tuple[str, EarSetting | None]] = [*told.ears.own.items(), ("shared", told.ears.shared)]
    for ear, setting in ears:
        if setting is None:
            continue
        if setting.sink in taken:
            both = f'{taken[setting.sink]} and [ears] {ear} are both "{setting.sink}"'
            raise ValueError(f"{both}; give each its own, or one for all, which is passed, as shared")
        taken[setting.sink] = f"[ears] {ear}"


def _homes_together(told: TableFile) -> None:
    """See that [follow] and [homes] can be meant.

    Raises:
        ValueError: what cannot.
    """
    follow = told.follow
    if follow.host and told.homes:
        raise ValueError("[follow] and [homes]: a table follows, or it is followed; leave one of them out")
    if follow.host:
        checked_name(follow.table, "[follow] table")
        checked_name(follow.home, "[follow] home")
        parse_address(follow.host)
        if follow.page and not follow.page.startswith("https://"):
            raise ValueError(f'[follow] page "{follow.page}"; give an https:// address: secrets are sealed')
    taken: dict[str, str] = {}
    for home, seats in told.homes.items():
        if home == "wait":
            if seats not in get_args(Wait):
                raise ValueError(f'[homes] wait {json.dumps(seats)}; give "both" or "nobody"')
            continue
        checked_name(home, "[homes]")
        if isinstance(seats, str) or not seats:
            raise ValueError(f'[homes] {home} = {json.dumps(seats)}; give its seats, ["red"]')
        for seat in seats:
            if seat in taken:
                raise ValueError(f"[homes] {seat} plays in {taken[seat]} and in {home}; give it one home")
            taken[seat] = home


def _on_its_board(game: GameSection, given: Collection[str]) -> GameSection:
    """With the map that its board is made for, or that its edition is, where the file names no map.

    Where it names no edition, with the one that is printed on the map.

    `given`: the keys that the file has.

    Raises:
        ValueError: the board is not there, or it is made for another map than the one that is named, or has
            not its routes and cities; or the edition cannot be played on it.
    """
    try:
        if game.board:
            layout = the_layout(game.board)
            if "map" in given and the_map(game.map).id != layout.map:
                raise ValueError(
                    f"[game] board {game.board} is made for the map {layout.map}, not for {game.map}"
                )
            game = game if "map" in given else replace(game, map=layout.map)
            need_same(layout, the_map(game.map), game.board)
        elif "edition" in given and "map" not in given:
            game = replace(game, map=edition(game.edition).map)
        if "edition" in given and edition(game.edition).map != the_map(game.map).id:
            _need_played_on(edition(game.edition), the_map(game.map))
        # No edition is printed on a map of one's own.
        elif "edition" not in given and not is_a_path(game.map):
            game = replace(game, edition=edition_on(the_map(game.map)))
    except (CallError, LayoutError, MapError, EditionError, StartError) as error:
        raise ValueError(f"[game] {error}") from None
    return game


def _need_played_on(rules: Edition, board: GameMap) -> None:
    """Raises ValueError where a map is another edition's, and cannot be played by these rules."""
    if why := not_played_on(rules, board):
        told = f'[game] edition "{rules.name}" cannot be played on the map {board.id} ({why})'
        raise ValueError(f"{told}; give {' or '.join(editions_on(board))}, or the map {rules.map}")


def _wrong(kind: object, value: object, where: str) -> str:
    """What cannot stand there, and what to give: the innermost part of a value; "": nothing is wrong."""
    try:
        msgspec.convert(value, kind, dec_hook=_made)
        return ""
    except msgspec.ValidationError as error:
        cause = error.__cause__
    kind, meta = _bare(kind)
    origin, parts = get_origin(kind) or kind, list[tuple[object, object, str]]()
    if isinstance(value, list) and origin in (tuple, frozenset):
        parts = [(get_args(kind)[0], item, where) for item in value]
    elif isinstance(value, dict) and origin is Mapping:
        of_name, of_item = get_args(kind)
        named = f"{meta.title} " if meta.title else f"{where}: "
        for name, item in value.items():
            parts += [(of_name, name, where), (of_item, item, named + name)]
    elif isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        for key, item in value.items():
            if key not in fields:
                what = f"{where} has no key {key}; keys" if where else f"unknown section [{key}]; sections"
                return f"{what} are {', '.join(fields)}"
            # An earphone that is one text is its sink.
            place = where if key == "sink" else f"{where} {key}" if where else f"[{key}]"
            parts.append((fields[key], item, place))
    told = next(filter(None, (_wrong(*part) for part in parts)), "")
    if told or isinstance(cause, ValueError):
        return told or f"{where}: {cause}"
    return _refused(kind, meta, value, where)


def _bare(kind: object) -> tuple[object, msgspec.Meta]:
    """A type without its None, and what is said of it."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(one for one in get_args(kind) if one is not NoneType)
    return get_args(kind) if get_origin(kind) is Annotated else (kind, msgspec.Meta())


def _refused(kind: object, meta: msgspec.Meta, value: object, where: str) -> str:
    """What to give instead of one value, by its type."""
    origin, extra, written = get_origin(kind) or kind, meta.extra or {}, as_written(value)
    plain, words = _PLAIN.get(origin, _TABLE)
    if "wrong" in extra:
        return str(extra["wrong"]).format(where=where, value=written)
    if not isinstance(value, plain) or (plain is int and isinstance(value, bool)):
        return f"{where} is {written}; give {words}"
    if meta.description:
        return f"{where} is {written}; give {meta.description}"
    if choices := get_args(kind) or extra.get("words"):
        return f"{where} {written[1:-1]} is not known; choose from {', '.join(choices)}"
    return f"{where} is {written}; give {meta.ge} to {meta.le}"


def as_written(value: object) -> str:
    """A value as TOML has it, on one line of 60 characters at most: whoever wrote `true` finds no `True`."""
    text = _toml(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _toml(value: object) -> str:
    match value:
        case bool() | str():
            return json.dumps(value, ensure_ascii=False)  # what JSON writes of these TOML reads
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_toml(key)} = {_toml(item)}' for key, item in value.items())} }}"
        case _:
            return str(value)
