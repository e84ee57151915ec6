"""A token slid on to another pin while its claim could still be taken back: what its claim becomes. Pure.

Nothing here is done yet: the old claim goes and the new one is made as one act, or the old one stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dialog import Payable, last_act, payable_commands, wish_at
from engine import Card, Game, Refusal, Seat, Undo
from tabletop import SiteId


@dataclass(frozen=True, slots=True)
class Slide:
    """What can be made of it: `ways` to pay for the new claim, cheapest first; never none.

    `ask`: the seat is asked which; else the first is done, and the game refuses it if it cannot be.
    """

    ways: Sequence[Payable]
    ask: bool


def slide(game: Game, seat: Seat, new: SiteId, *, agreed: bool) -> Slide | None:
    """What a claim becomes that was the last act and whose token stands at `new`.

    The seat is asked how it pays, unless the very cards that paid for the old claim pay for the new one too:
    they lie open, so that asking or not asking tells nothing of the hand.

    Returns:
        None: something was shown since, and the whole table has to agree first (`agreed`).
    """
    answer = game.do(Undo(seat=seat, agreed=agreed))
    if isinstance(answer, Refusal):
        return None
    back = answer[0]
    if game.state.cards == "untracked":
        return Slide((wish_at(game.state, seat, new),), ask=False)
    ways = payable_commands(back.state, seat, new)
    if not ways:
        return Slide((wish_at(game.state, seat, new),), ask=False)
    same = next((way for way in ways if sorted(way.cards or ()) == sorted(_paid(game))), None)
    if same is None or _shows(back, same):
        return Slide(ways, ask=True)
    return Slide((same,), ask=False)


def _paid(game: Game) -> tuple[Card, ...]:
    """What the last act was paid with."""
    last = last_act(game)
    event = None if last is None else game.events[last.seq - 1]
    return getattr(event, "cards", None) or ()


def _shows(game: Game, way: Payable) -> bool:
    """Whether this would turn cards up, as in a tunnel, and so could not be taken back by a gesture."""
    after = game.do(way)
    return not isinstance(after, Refusal) and after[0].acts[-1].shown


def last_site(game: Game) -> SiteId | None:
    """Where the game's last act has set a token; None: it has set none."""
    last = last_act(game)
    return None if last is None else last.site
