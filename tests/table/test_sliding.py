"""A claim that slides to another pin is what the claim there had been at once, whatever each brings."""

import random
from collections import Counter

import pytest

from bots.bot import RandomBot
from dialog import Payable, site_of
from engine import (
    CARD_MODES,
    AcceptBoard,
    BuildHarbor,
    BuildStation,
    CardMode,
    ClaimRoute,
    DeckShuffled,
    Event,
    EventsShuffled,
    Game,
    Seat,
    Undo,
    legal,
)
from reconcile import expected_tokens
from table.sliding import slide
from tests.engine.many_games import GAMES, as_at
from tests.engine.rule_bench import did

BROUGHT = {
    "europe": {"TunnelRevealed"},
    "legends-of-the-west": {"CoinsPaid", "CardGained"},
    "a campaign": {"CoinsPaid", "CardGained", "EventTurned"},
}
"""What claims that slid have surely brought or shown here, with cards dealt."""


def two_claims(game: Game, chance: random.Random) -> tuple[Payable, Payable] | None:
    """Two claims or buildings that the mover could make now, at two places."""
    wishes = [one for one in legal(game.state) if isinstance(one, ClaimRoute | BuildStation | BuildHarbor)]
    sites = sorted({site_of(wish) for wish in wishes})
    if len(sites) < 2:
        return None
    old, new = chance.sample(sites, 2)
    first, second = (chance.choice([wish for wish in wishes if site_of(wish) == one]) for one in (old, new))
    return first, second


def claimed(game: Game, wish: Payable, bot: RandomBot) -> tuple[Game, tuple[Event, ...]]:
    """The game after a claim; a tunnel is paid or given up."""
    game, events = did(game, wish)
    while game.state.phase == "tunnel":
        game, more = did(game, bot.choose(game.state, wish.seat))
        events += more
    return game, events


def slides(game: Game, old: Payable, new: Payable, bot: RandomBot) -> set[str]:
    """Claim, slide, and compare with the other claim made at once. Returns what the first has brought."""
    first, brought = claimed(game, old, bot)
    if site_of(old) not in expected_tokens(first.state):
        return set()  # the tunnel was given up: nothing stands that could slide
    slid = slide(first, new.seat, site_of(new), agreed=True)
    assert slid is not None
    assert new in slid.ways or not slid.ask
    back, _ = did(first, Undo(seat=new.seat, agreed=True))
    after, events = did(back, new)
    at_once, same = did(game, new)
    if any(isinstance(event, DeckShuffled | EventsShuffled) for event in events):
        return set()  # another shuffle, as it is when the same is played once more
    assert events == same
    assert as_at(after.state) == as_at(at_once.state)
    assert [act.kind for act in after.acts] == [act.kind for act in at_once.acts]
    if game.state.cards == "untracked" and first.state.turns_left is at_once.state.turns_left is None:
        board = AcceptBoard(seat="red", gone=(site_of(old),), stand={site_of(new): new.seat})
        assert as_at(did(first, board)[0].state) == as_at(at_once.state)
    return {type(event).__name__ for event in brought}


@pytest.mark.criterion(29)
@pytest.mark.criterion(42)
@pytest.mark.parametrize("cards", CARD_MODES)
@pytest.mark.parametrize("name", GAMES)
def test_given_random_claims_when_they_slide_to_another_pin_then_all_is_as_if_claimed_there_at_once(
    name: str, cards: CardMode
) -> None:
    met: Counter[str] = Counter()
    for seed in range(2):
        chance, bot = random.Random(seed), RandomBot(seed)
        game = GAMES[name](cards, seed)
        for _ in range(150):
            if game.state.phase == "over":
                break
            wishes = two_claims(game, chance) if game.state.phase == "turn" else None
            if wishes is not None:
                met.update(slides(game, *wishes, bot))
            seat: Seat = game.state.waiting_for()[0]
            game, _ = did(game, bot.choose(game.state, seat))
    assert met["RouteClaimed"] > 10
    if cards == "dealt":
        assert BROUGHT.get(name, set()) <= met.keys()
