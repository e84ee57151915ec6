"""SHELL: what a table keeps between evenings: the speed of speech, the last game, numbers that rules lost."""

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, get_args

from dialog.setup import BotLevel, Draft, EarWay
from engine import CARD_MODES, EDITIONS, SEATS, CardMode, Seat, SettingsError, edition
from storage.reading import read_text
from storage.whole_file import write_whole
from table.errors import in_words
from table.setting_up import FASTEST, SLOWEST

FORMAT: Final = "table-settings/1"
Numbers = Mapping[str, Mapping[str, int]]
"""What was answered for numbers that an edition's document lost, by edition and setting."""

log = logging.getLogger("storage.table_memory")


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What was remembered. `known` False: nobody has set this table up yet."""

    known: bool = False
    rate: int | None = None  # words a minute
    last: Draft | None = None
    numbers: Numbers = field(default_factory=dict)


def memory_of(folder: Path) -> Path:
    """The file among the games."""
    return folder / "table-settings.json"


def recall(path: Path) -> Memory:
    """What was kept; of a file that is damaged, or partly of another version, what can be used."""
    try:
        plain = json.loads(read_text(path))
    except FileNotFoundError:
        return Memory()
    except (OSError, ValueError, RecursionError) as error:
        log.warning("the table's settings, %s: %s; they are asked anew", path, in_words(error))
        return Memory()
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        log.warning("the table's settings, %s: no %s; they are asked anew", path, FORMAT)
        return Memory()
    rate = plain.get("rate")
    good = isinstance(rate, int) and not isinstance(rate, bool) and SLOWEST <= rate <= FASTEST
    last, numbers = _draft(plain.get("last")), _numbers(plain.get("numbers"))
    return Memory(known=True, rate=rate if good else None, last=last, numbers=numbers)


def keep(path: Path, rate: int, last: Draft | None, numbers: Numbers | None = None) -> None:
    """Keep these; a card that cannot be written to is said by the store."""
    plain: dict[str, object] = {"format": FORMAT, "rate": rate}
    if numbers:
        plain["numbers"] = {name: dict(answered) for name, answered in numbers.items()}
    if last is not None:
        plain["last"] = {
            "edition": last.edition,
            "cards": last.cards,
            "seats": last.seats,
            "bots": dict(last.bots),
            "starter": last.starter,
            "ears": dict(last.ears),
        }
    with suppress(OSError):
        write_whole(path, (json.dumps(plain, indent=1) + "\n").encode())


def _draft(plain: object) -> Draft | None:
    """The game before, if all of it still means something."""
    if not isinstance(plain, dict) or plain.get("edition") not in tuple(EDITIONS):  # it may be a list
        return None
    cards = [mode for mode in CARD_MODES if mode == plain.get("cards")]
    seats = _seats(plain.get("seats"))
    if not cards or len(seats) < 2:
        return None
    found: CardMode = cards[0]
    starter = next((seat for seat in seats if seat == plain.get("starter")), None)
    ears, bots = plain.get("ears"), plain.get("bots")
    return Draft(
        edition=str(plain["edition"]),
        cards=found,
        seats=seats,
        bots=_bots(bots if isinstance(bots, dict) else {}, seats),
        starter=starter,
        ears=_ears(ears if isinstance(ears, dict) else {}, seats),
    )


def _numbers(plain: object) -> Numbers:
    """Those that are still asked for, and that can still be."""
    found: dict[str, dict[str, int]] = {}
    for name in EDITIONS:
        answered = plain.get(name) if isinstance(plain, dict) else None
        for setting in edition(name).lost:
            number = answered.get(setting) if isinstance(answered, dict) else None
            if isinstance(number, int) and _can_be(name, setting, number):
                found.setdefault(name, {})[setting] = number
    return found


def _can_be(name: str, setting: str, number: int) -> bool:
    try:
        edition(name).with_settings({setting: number})
    except SettingsError:
        return False
    return True


def _seats(plain: object) -> tuple[Seat, ...]:
    listed = plain if isinstance(plain, list) else []
    found = [seat for item in listed for seat in SEATS if seat == item]
    return tuple(dict.fromkeys(found))


def _bots(plain: dict[object, object], seats: tuple[Seat, ...]) -> tuple[tuple[Seat, BotLevel], ...]:
    levels: tuple[BotLevel, ...] = get_args(BotLevel)
    return tuple((seat, level) for seat in seats for level in levels if plain.get(seat) == level)


def _ears(plain: dict[object, object], seats: tuple[Seat, ...]) -> tuple[tuple[Seat, EarWay], ...]:
    ways: tuple[EarWay, ...] = get_args(EarWay)
    return tuple((seat, way) for seat in seats for way in ways if plain.get(seat) == way)
