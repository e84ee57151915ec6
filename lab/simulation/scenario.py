"""A game script as plain text: what people do at a table, what is heard, what is expected.

`#` begins a remark, `game` says what is played, `evening` what lies there before a game is chosen, `>` is
what somebody does, `expect` what must have come of it. Every other line is what was heard; it is written anew
each time the script is played. docs/scenarios.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine import CARD_MODES, SEATS, CardMode, Seat, edition, shipped_maps
from lab.simulation.scenario_set_up import BeforeGame, before_game
from lab.simulation.scenario_verbs import ScriptTable, act, one_of, seat_of
from tabletop import SiteId

EXPECTATIONS: Final = ("said WORDS", "not said WORDS", "silence", "owner SITE SEAT", "owner SITE nobody")


class ScenarioError(ValueError):
    """A script cannot be played; one line says which line, and what to write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is played, and by which senses."""

    edition: str = "us-accessible"
    map: str = ""
    cards: CardMode = "untracked"
    seats: tuple[Seat, ...] = ("blue", "red")
    seed: int = 1
    hub: bool = True
    camera: bool = True
    settings: Mapping[str, int | str] = field(default_factory=dict)  # of the edition, where they differ
    before: BeforeGame | None = None  # the game is chosen at the table


_WORDS: Final = ("map", "edition", "cards", "seats", "seed", "hub", "camera")


def setting_of(line: str) -> Setting:
    """`game map=usa edition=us-accessible cards=dealt seats=blue,red seed=1 camera=no trains=9`, in part.

    Whatever is not of these is a setting of the edition (docs/editions.md).

    Raises:
        ValueError: a word that is not known, or a value that is not.
    """
    words: dict[str, str] = {}
    for pair in line.removeprefix("game").split():
        name, _, value = pair.partition("=")
        words[name] = value
    seats = tuple(seat_of(name) for name in words.get("seats", "blue,red").split(","))
    rules = edition(words.get("edition", "us-accessible"))
    senses = {name: one_of(words.get(name, "yes"), ("yes", "no")) == "yes" for name in ("hub", "camera")}
    setting = Setting(
        edition=rules.name,
        map=words.get("map", rules.map),
        cards=next(
            mode for mode in CARD_MODES if mode == one_of(words.get("cards", "untracked"), CARD_MODES)
        ),
        seats=tuple(seat for seat in SEATS if seat in seats),
        seed=int(words.get("seed", "1")),
        settings={
            name: int(value) if value.isdecimal() else value
            for name, value in words.items()
            if name not in _WORDS
        },
        hub=senses["hub"],
        camera=senses["camera"],
    )
    if setting.map not in shipped_maps():
        raise ValueError(f"no map {setting.map}; the maps are {', '.join(shipped_maps())}")
    return setting


def evening_of(line: str) -> Setting:
    """`evening map=usa first=no …`: a table that is set up before it plays.

    Raises:
        ValueError: a word that is not known, or a value that is not.
    """
    before = before_game(line)
    return Setting(map=before.board, seed=before.seed, hub=before.hub, camera=before.camera, before=before)


def met(table: ScriptTable, line: str, heard: Sequence[str]) -> bool:
    """Whether what an `expect` line says is so, `heard` being what was said since the last act.

    Raises:
        ValueError: an expectation that is not known.
    """
    match line.split(maxsplit=1)[1:]:
        case ["silence"]:
            return not heard
        case [text] if text.startswith("said "):
            return any(text.removeprefix("said ") in one for one in heard)
        case [text] if text.startswith("not said "):
            return not any(text.removeprefix("not said ") in one for one in heard)
        case [text] if text.startswith("owner ") and len(text.split()) == 3:
            _, site, whose = text.split()
            return table.owner(SiteId(site)) == (None if whose == "nobody" else seat_of(whose))
        case _:
            raise ValueError(f"nothing can be expected so; write expect {', '.join(EXPECTATIONS)}")


_BEGINS: Final[Mapping[str, Callable[[str], Setting]]] = {"game": setting_of, "evening": evening_of}
"""The lines with which a script can begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedScript:
    """A script with what was heard filled in, and the expectations that were not met."""

    text: str
    failed: tuple[str, ...]


def play(text: str, sit_down: Callable[[Setting], ScriptTable], *, source: str = "script") -> PlayedScript:
    """Play a script at a table.

    Args:
        sit_down: makes the table for what is played.
        source: what errors call the script.
    Raises:
        ScenarioError: a line that cannot be played.
    """
    written: list[str] = []
    failed: list[str] = []
    heard: list[str] = []
    table: ScriptTable | None = None
    try:
        for number, line in enumerate(text.splitlines(), 1):
            head = line.split(" ", 1)[0] if line.strip() else ""
            if not line.startswith((">", "#")) and head not in (*_BEGINS, "expect"):
                continue
            written.append(line)
            try:
                if head in _BEGINS and table is None:
                    table = sit_down(_BEGINS[head](line))
                elif line.startswith("#"):
                    continue
                elif table is None:
                    raise ValueError("begin with a line `game map=usa seats=blue,red` or `evening map=usa`")
                elif line.startswith(">"):
                    act(table, line)
                elif head in _BEGINS:
                    raise ValueError("a script has one game, or one evening")
                elif not met(table, line, heard):
                    failed.append(f"{source} line {number}: {line}: not so")
                    continue
                else:
                    continue
            except ValueError as error:
                raise ScenarioError(f"{source} line {number}: {error}") from None
            heard = list(table.heard)
            table.heard.clear()
            written += heard
    finally:
        if table is not None:
            table.close()
    if table is None:
        told = "no line `game …` or `evening …`; begin with one, as docs/scenarios.md shows"
        raise ScenarioError(f"{source}: {told}")
    return PlayedScript(text="\n".join(written) + "\n", failed=tuple(failed))
