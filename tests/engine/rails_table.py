"""Rails & Sails at a chosen point: short names for cards, games in their first turn, final positions."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine import (
    SEATS,
    Card,
    CardMode,
    ChoosePieces,
    ClaimRoute,
    Command,
    EndTurn,
    Game,
    RouteId,
    Seat,
    score_position,
)
from tests.engine.rule_bench import kept, laid, play

WORLD, LAKES = "rails-and-sails-world", "rails-and-sails-great-lakes"
EDITIONS = (WORLD, LAKES)
MAPS = {WORLD: "world", LAKES: "great-lakes"}
MIXES = {WORLD: (20, 40), LAKES: (27, 23)}
_COLOURS = {"r": "red", "g": "green", "y": "yellow", "k": "black", "w": "white", "p": "purple"}
_KINDS = {"t": "train:{}", "h": "train:{}:harbor", "1": "ship:{}:1:harbor", "2": "ship:{}:2"}


def cards(text: str) -> tuple[Card, ...]:
    """`rt rh r1 r2 *` → a red train, one with the symbol, a single and a double ship, a wild card."""
    return tuple(
        Card("wild" if one == "*" else _KINDS[one[1]].format(_COLOURS[one[0]])) for one in text.split()
    )


def chosen(
    name: str, seats: int = 2, mode: CardMode = "dealt", settings: Mapping[str, object] | None = None
) -> Game:
    """A game whose tickets are kept and whose pieces are not yet chosen."""
    return kept(Game.new(name, MAPS[name], SEATS[:seats], mode, 1, settings), 3)


def begin(
    name: str = WORLD,
    seats: int = 2,
    mode: CardMode = "dealt",
    settings: Mapping[str, object] | None = None,
    mixes: Mapping[Seat, tuple[int, int]] | None = None,
    **arrangement: object,
) -> Game:
    """A game in its first turn; hands, decks and row may be given as text (see `cards`)."""
    game = chosen(name, seats, mode, settings)
    for seat in SEATS[:seats]:
        train, ship = (mixes or {}).get(seat, MIXES[name])
        game = play(game, ChoosePieces(seat=seat, train=train, ship=ship))
    return arrange(game, **arrangement)


def arrange(game: Game, **arrangement: object) -> Game:
    """Cards put where a test needs them."""
    return laid(game, cards, arrangement)


def owning(game: Game, **routes: Sequence[str]) -> Game:
    """The game (untracked) after claims by the seats in turn; who has none left to claim ends its turn."""

    left = {seat: list(names) for seat, names in routes.items()}
    while any(left.values()):
        seat = game.state.to_move
        assert seat is not None
        mine = left.get(seat)
        step: Command = EndTurn(seat=seat)
        if mine:
            step = ClaimRoute(seat=seat, route=RouteId(mine.pop(0)))
        game = play(game, step)
    return game


def scored(
    name: str, *seats: Mapping[str, object], settings: Mapping[str, object] | None = None
) -> list[dict[str, object]]:
    """The seats of the score/1 of a position; every seat's name may be left out."""
    named = [{"seat": seat, **one} for seat, one in zip(SEATS, seats, strict=False)]
    position = {"edition": name, "map": MAPS[name], "seats": named, "settings": dict(settings or {})}
    return cast("list[dict[str, object]]", score_position(position)["seats"])
