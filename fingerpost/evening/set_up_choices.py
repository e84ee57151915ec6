"""What a table's file, its last evening and its choice at the panel mean for the next game."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from command_line.by_name import is_played_on, no_edition, the_map
from dialog.setup import Draft, EarWay, Facts, Stage, StoredGame
from engine import EDITIONS, SEATS, CardMode, Seat, edition
from fingerpost.config import Config
from storage.table_memory import Memory
from table.errors import CallError
from tabletop import SENSES, Device


def made(config: Config, draft: Draft) -> Config:
    """The config of the game that was set up; its seats in turn order."""
    seats, bots = draft.turn_order(), dict(draft.bots)
    return heard_so(config, draft.ears).but(
        "game",
        edition=draft.edition,
        **board_of(config, draft.edition)._asdict(),
        cards=draft.cards or config.game.cards,
        seats=seats,
        settings={**config.game.settings, **dict(draft.settings)},
        bots=tuple(seat for seat in seats if seat in config.game.bots or seat in bots),
        players={**config.game.players, **bots},
    )


def gone_on_with(config: Config, game: StoredGame, last: Draft | None) -> Config:
    """The config of a stored game: on its board, each seat heard as it was when the table was last set up."""
    found = () if last is None else last.ears
    ears = [
        (seat, way)
        for seat, way in found
        if seat in game.seats
        and (way in ears_of(config, seat, screen=False) or (way == "aloud" and not game.dealt))
    ]
    return heard_so(config, ears).but("game", **board_of(config, game.edition)._asdict())


def heard_so(config: Config, ears: Sequence[tuple[Seat, EarWay]]) -> Config:
    """With each seat heard in the way that was found for it; an earphone that was not heard is none."""
    ways = dict(ears)
    unheard = {seat: None for seat in config.ears.own if ways.get(seat, "own") != "own"}
    return replace(
        config.but("ears", **unheard),
        named=config.named or config.ears,
        aloud=tuple(seat for seat, way in ears if way == "aloud"),
        by_page=tuple(seat for seat, way in ears if way == "page"),
    )


def remembered(config: Config, memory: Memory) -> Config:
    """With the speed of speech that the table chose, unless the file says one."""
    if memory.rate is None or "rate" in config.given:
        return config
    return config.but("speech", rate=memory.rate)


def can_press(config: Config, *, keyboard: bool) -> bool:
    """Whether anybody can answer: by buttons on the Pi or at a hub, by keys, on a page, or from the house."""
    hub = config.hub.port not in ("", "gpio")
    elsewhere = bool(config.mqtt.url) or bool(config.page.port)
    return keyboard or config.panel.gpio or config.panel.seats or hub or elsewhere


def given_of(config: Config) -> Draft:
    """What the file, or the command line, has chosen already."""
    return Draft(
        edition=config.game.edition if "edition" in config.given else "",
        cards=config.game.cards if "cards" in config.given else None,
        seats=config.game.seats if "seats" in config.given else (),
        starter=config.game.seats[0] if "seats" in config.given else None,  # they stand there in turn order
    )


def facts_of(
    config: Config,
    memory: Memory,
    latest: Sequence[StoredGame],
    *,
    screen: bool,
    by_keys: bool = False,
    voiced: bool = True,
    address: str = "",
    off: bool = False,
    sticks: bool = False,
) -> Facts:
    """What set-up has to choose from at this table.

    Args:
        screen: whoever plays reads its own words there.
        by_keys: whether keys set the tokens, for want of a board.
        voiced: whether words are spoken.
        address: by which phones reach the page.
        off: whether the table can switch its machine off.
        sticks: whether an earlier table may be brought from one.
    """
    stages: tuple[Stage, ...] = ("edition", "cards", "seats")
    given = {stage for stage in stages if stage in config.given}
    if "seats" in given:
        given.add("starter")
    names = [name for name in EDITIONS if "map" not in config.given or _fits(config, name)]
    last = memory.last if memory.last is not None and memory.last.edition in names else None
    usual = "" if last is None else last.edition
    names.sort(key=lambda name: name != usual)  # the one played last first
    ways = {seat: ears_of(config, seat, screen=screen) for seat in SEATS}
    return Facts(
        editions=tuple(names or EDITIONS),
        ways=ways,
        given=frozenset(given),
        last=last,
        latest=latest[0] if latest else None,
        first=not memory.known,
        settings=config.game.settings,
        numbers=memory.numbers,
        rate=config.speech.rate,
        page=bool(config.page.port),
        by_keys=by_keys,
        voiced=voiced,
        address=address,
        off=off,
        sticks=sticks,
    )


def ears_of(config: Config, seat: Seat, *, screen: bool) -> tuple[EarWay, ...]:
    """How a seat could hear what is for it, the best first."""
    there: dict[EarWay, bool] = {
        "screen": screen,
        "own": seat in config.ears.own,
        "shared": config.ears.shared is not None,
        "page": bool(config.page.port),
    }
    return tuple(way for way, usable in there.items() if usable)


def expected_of(config: Config) -> frozenset[Device]:
    """The devices that the config names."""
    there: dict[Device, bool] = {
        **{SENSES[sense].device: bool(place) for sense, place in config.sense_places().items()},
        "voice": not config.speech.mute,
        "ear": bool(config.ears.own),
        "store": True,
    }
    return frozenset(device for device, named in there.items() if named)


class OnBoard(NamedTuple):
    """What [game] says of the board that is played on."""

    map: str
    board: str


def board_of(config: Config, name: str) -> OnBoard:
    """The board that an edition is played on: the table's, or its own that ships."""
    return (
        OnBoard(config.game.map, config.game.board) if _fits(config, name) else OnBoard(edition(name).map, "")
    )


def _fits(config: Config, name: str) -> bool:
    """Whether an edition is played on the table's board."""
    return is_played_on(edition(name), the_map(config.game.map), config.game.settings, _cards(config))


def _cards(config: Config) -> CardMode:
    """Who holds the cards; while nobody has said, what takes more of a map: that they are dealt."""
    return config.game.cards if "cards" in config.given else "dealt"


def need_an_edition(config: Config) -> None:
    """See that set-up has an edition to offer on a map of one's own.

    Raises:
        CallError: none can be played on it, and another board would be.
    """
    if not config.game.set_up or "map" not in config.given or "edition" in config.given:
        return
    why = no_edition(the_map(config.game.map), config.game.settings, _cards(config))
    if why:
        raise CallError(f"[game] map {config.game.map}: {why}")


def fitting(config: Config) -> str:
    """An edition that is played on the table's board."""
    return next((name for name in EDITIONS if _fits(config, name)), config.game.edition)
