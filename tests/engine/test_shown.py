"""What an act has shown: whatever came out of a deck, to whomever, so that taking it back asks the table."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from bots.bot import GreedyBot, RandomBot
from engine import (
    ChoosePieces,
    Command,
    DrawCard,
    Event,
    EventTurned,
    Game,
    Refusal,
    ResolveEvent,
    Undo,
    seen_by,
)
from tests.engine.legends_bench import begun
from tests.engine.many_games import GAMES, SEATS
from tests.engine.rule_bench import did, play

OTHER_ORDERS = 3
SEEN = {
    "us-accessible": {"CardDrawn", "RowRefilled", "TicketsDealt"},
    "europe": {"CardDrawn", "TicketsDealt", "TunnelRevealed"},
    "rails-and-sails-world": {"CardDrawn", "RowRefilled", "TicketsDealt"},
    "a campaign": {"CardGained", "EventTurned", "NewspaperTurned"},
}
"""Events that surely were others here with the decks in another order."""


def with_other_decks(game: Game, chance: random.Random) -> Game:
    """The same game to everybody: only what nobody has seen yet lies in another order."""
    state = game.state
    decks = {
        deck: tuple(chance.sample(cards, len(cards)))
        for deck in ("deck", "ship_deck", "ticket_deck", "event_deck")
        if (cards := getattr(state, deck))
    }
    events = decks.pop("event_deck", ())
    return replace(game, state=replace(state, **decks).with_seldom(event_deck=events))


def told(events: tuple[Event, ...]) -> list[tuple[Event, ...]]:
    """The events as everybody in turn may see them."""
    return [tuple(seen_by(event, viewer) for event in events) for viewer in (None, *SEATS)]


def differing(game: Game, command: Command, chance: random.Random) -> set[str]:
    """The kinds of the first events that somebody sees otherwise when decks lie in another order."""
    _, events = did(game, command)
    found: set[str] = set()
    for _ in range(OTHER_ORDERS):
        other = with_other_decks(game, chance).do(command)
        others = () if isinstance(other, Refusal) else other[1]
        for mine, theirs in zip(told(events), told(others), strict=True):
            pairs = zip(mine, theirs, strict=False)
            found.update([type(one).__name__ for one, two in pairs if one != two][:1])
            if mine != theirs and mine == theirs[: len(mine)]:
                found.add("more")
    return found


@pytest.mark.criterion(41)
@pytest.mark.parametrize("name", GAMES)
def test_given_any_act_that_another_deck_would_have_made_another_when_undone_then_the_table_is_asked(
    name: str,
) -> None:
    met: Counter[str] = Counter()
    for seed in range(2):
        chance, game = random.Random(seed), GAMES[name]("dealt", seed)
        bots = {seat: RandomBot(seed) if n else GreedyBot(seed) for n, seat in enumerate(SEATS)}
        for _ in range(250):
            if game.state.phase == "over":
                break
            seat = game.state.waiting_for()[0]
            command = bots[seat].choose(game.state, seat)
            shown = differing(game, command, chance)
            game, _ = did(game, command)
            if shown:
                assert game.acts[-1].shown, (command, shown)
                assert isinstance(game.do(Undo(seat=seat)), Refusal)
            met.update(shown)
    assert SEEN.get(name, {"CardDrawn"}) <= met.keys()


@pytest.mark.criterion(41)
def test_given_mixes_when_the_last_one_opens_all_then_undoing_asks_the_table() -> None:
    game = Game.new("rails-and-sails-world", "world", SEATS, "untracked", 1)
    for seat in SEATS:
        assert not isinstance(game.do(Undo(seat="blue")), Refusal) or not game.acts
        game, _ = did(game, ChoosePieces(seat=seat, train=20, ship=40))
    assert isinstance(game.do(Undo(seat="blue")), Refusal)


@pytest.mark.criterion(41)
def test_given_an_event_that_the_table_retires_when_the_next_is_turned_then_undoing_asks_the_table() -> None:
    game = begun(2, deck="nrrrrrrrrrr", row="bbggy", event_deck=["event-1", "event-2"])
    game = play(game, DrawCard(seat="blue", source="deck"), DrawCard(seat="blue", source="deck"))
    game, told = did(game, ResolveEvent(seat="blue", retire=True))
    assert isinstance(told[-1], EventTurned)
    assert isinstance(game.do(Undo(seat="red")), Refusal)
