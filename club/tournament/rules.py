"""PURE: a tournament/1 file → a checked format."""

from typing import Annotated, Final, Literal

import msgspec

from engine.not_json import NOT_JSON

Tie = Literal[
    "wins",
    "points",
    "ratio",
    "points+ratio",
    "percent",
    "total",
    "tickets",
    "place-average",
    "second-best",
    "lot",
]

MOST_TOTAL: Final = 999
"""No game comes near it: what is more, or less than it below nothing, is a slip of the hand."""

_Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class FormatError(ValueError):
    """What is wrong with a format, in one line."""


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An unknown key is an error."""


class PodSizes(_Strict, frozen=True):
    """How many sit at a table: never fewer or more, and as often as can be `best`."""

    least: Annotated[int, msgspec.Meta(ge=2, le=5)] = 3
    best: Annotated[int, msgspec.Meta(ge=2, le=5)] = 4
    most: Annotated[int, msgspec.Meta(ge=2, le=5)] = 5


class Enter(_Strict, frozen=True, omit_defaults=True):
    """Who plays a stage: all; the `top` of the stage before; who won its last round, `fill`ed up by a tie."""

    all: bool = False
    top: _Count | None = None
    winners: bool = False
    fill: _Count | None = None
    by: Tie | None = None


class TournamentStage(_Strict, frozen=True, kw_only=True, omit_defaults=True):
    """Rounds that count together."""

    name: _Word
    rounds: _Count
    maps: tuple[_Word, ...] = ()
    pairing: Literal["lot", "standing"]
    enter: Enter
    ties: tuple[Tie, ...]


class Tournament(_Strict, frozen=True, kw_only=True, omit_defaults=True):
    """The whole format."""

    format: Literal["tournament/1"]
    name: _Word
    edition: _Word
    pods: PodSizes
    game_ties: Literal["later", "shared"]
    points: tuple[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)], ...]
    minutes: _Count | None = None
    stages: Annotated[tuple[TournamentStage, ...], msgspec.Meta(min_length=1)]

    def stage_of(self, number: int) -> tuple[TournamentStage, int] | None:
        """The stage of a round of the tournament, and which of its rounds it is, from 1; None: no such."""
        for stage in self.stages:
            if number <= stage.rounds:
                return stage, number
            number -= stage.rounds
        return None

    def first_round(self, stage: TournamentStage) -> int:
        """The first round of a stage, in the tournament's count."""
        return 1 + sum(one.rounds for one in self.stages[: self.stages.index(stage)])

    def before(self, stage: TournamentStage) -> TournamentStage | None:
        """The stage before; None: it is the first."""
        place = self.stages.index(stage)
        return self.stages[place - 1] if place else None


def read_tournament(text: str | bytes) -> Tournament:
    """Read a format.

    Raises:
        FormatError: no JSON, an unknown key or tie, a value that cannot stand there.
    """
    try:
        found = msgspec.json.decode(text, type=Tournament)
    except msgspec.ValidationError as error:
        raise FormatError(str(error)) from None
    except NOT_JSON as error:
        raise FormatError(f"no JSON: {error}") from None
    sizes = found.pods
    if not sizes.least <= sizes.best <= sizes.most:
        raise FormatError("pods: give least, best and most in this order")
    names = [stage.name for stage in found.stages]
    if len(set(names)) != len(names) or any("/" in name for name in names):
        raise FormatError('stages: give each a name of its own, without "/"')
    for place, stage in enumerate(found.stages):
        _check_enter(stage, first=place == 0)
    return found


def _check_enter(stage: TournamentStage, *, first: bool) -> None:
    enter = stage.enter
    ways = [enter.all, enter.top is not None, enter.winners]
    if (
        sum(ways) != 1
        or (enter.winners != (enter.fill is not None))
        or (enter.winners != (enter.by is not None))
    ):
        raise FormatError(
            f'stage {stage.name}: enter is {{"all": true}}, {{"top": n}} or winners, fill and by'
        )
    if first and not enter.all:
        raise FormatError(f'stage {stage.name}: the first is for {{"all": true}}')
    if not stage.ties:
        raise FormatError(f"stage {stage.name}: ties is empty; give at least wins")
