"""Undo of an act in which a deck was made anew, in a campaign: cards and events lie as before, for good."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bots.bot import GreedyBot, RandomBot
from engine import Command, Game, State, Undo, event_from_json, event_to_json
from tests.engine.many_games import GAMES, SEATS, as_at
from tests.engine.rule_bench import did

SHUFFLES = {"DeckShuffled", "EventsShuffled"}


def shuffling(seed: int) -> Iterator[tuple[State, Game, Command]]:
    """Each act in which a pile was shuffled: the state before it, the game after, its last command."""
    game = GAMES["a campaign"]("dealt", seed)
    bots = {seat: RandomBot(seed) if n % 2 else GreedyBot(seed) for n, seat in enumerate(SEATS)}
    before = game.state  # the act that stands last
    for _ in range(600):
        if game.state.phase == "over":
            break
        seat = game.state.waiting_for()[0]
        command = bots[seat].choose(game.state, seat)
        after, events = did(game, command)
        if len(after.acts) > len(game.acts):
            before = game.state
        if SHUFFLES & {type(one).__name__ for one in events}:
            yield before, after, command
        game = after


def cards_in(state: State) -> Counter[str]:
    """Every card of the game, wherever it lies."""
    held = [card for hand in state.hands.values() for card in Counter(hand).elements()]
    return Counter([*state.deck, *state.row, *state.discards, *held])


def events_in(state: State) -> Counter[str]:
    return Counter([*state.event_deck, *state.event_discards])


@pytest.mark.criterion(42)
def test_given_an_act_of_a_campaign_in_which_a_deck_was_shuffled_when_undone_then_all_lies_as_before() -> (
    None
):
    met: Counter[str] = Counter()
    for seed in range(12):
        for before, after, command in shuffling(seed):
            shuffled = {type(one).__name__ for one in after.events[after.acts[-1].to :]} & SHUFFLES
            back, _ = did(after, Undo(seat="red", agreed=True))
            assert as_at(back.state) == as_at(before)
            assert cards_in(back.state) == cards_in(before)
            read = Game.replay((event_from_json(event_to_json(one)) for one in back.events), before.game_map)
            assert read == back
            if len(back.acts) == len(after.acts) - 1 and before.waiting_for() == (command.seat,):
                again = back.do(command)
                if isinstance(again, tuple):  # a card of the row, perhaps, that came only with the act
                    assert cards_in(again[0].state) == cards_in(before)
                    assert events_in(again[0].state) == events_in(before)
                    met["again"] += 1
            met.update(shuffled)
    assert met.keys() >= {*SHUFFLES, "again"}
