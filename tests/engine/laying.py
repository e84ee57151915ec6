"""Cards put where a test needs them, written short."""

from collections.abc import Callable, Mapping

from engine import Card, Game, arranged


def laid(game: Game, cards: Callable[[str], tuple[Card, ...]], arrangement: Mapping[str, object]) -> Game:
    """The game with decks, row (text) and hands (seat → text) as arranged; `cards` reads a text."""
    raw: dict[str, object] = {}
    for key, value in arrangement.items():
        if isinstance(value, str):
            raw[key] = list(cards(value))
        elif key == "hands" and isinstance(value, dict):
            raw[key] = {seat: list(cards(text)) for seat, text in value.items()}
        else:
            raw[key] = value
    return game.told((arranged(game.state, raw),))
