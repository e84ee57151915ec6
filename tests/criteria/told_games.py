"""Whole games of every edition as they are heard, once for all tests of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from announce import Announcement, Wording
from bots.bot import GreedyBot, RandomBot
from engine import EDITIONS, SEATS, CardMode, Event, Game, Refusal, State, edition
from tabletop import board_layout

MODES: tuple[CardMode, ...] = ("dealt", "untracked")
NAMES = tuple(EDITIONS)


@dataclass(frozen=True, slots=True)
class Act:
    """One act: the state before it (None: there was no game), its events, the state after it."""

    before: State | None
    events: tuple[Event, ...]
    after: State

    def told(self, wording: Wording) -> tuple[Announcement, ...]:
        """What is said of it."""
        return wording.events(self.before, self.events, self.after, self.after.seq - len(self.events) + 1)


@cache
def game_of(name: str, cards: CardMode, seats: int, seed: int, *, planned: bool = False) -> tuple[Act, ...]:
    """A whole game that bots play, act by act; of so many seats, or as many as the edition takes."""
    rules = edition(name)
    game = Game.new(name, rules.map, SEATS[: min(seats, rules.most_seats)], cards, seed)
    bot = GreedyBot(seed) if planned else RandomBot(seed)
    acts = [Act(None, game.events, game.state)]
    while game.state.phase != "over":
        before = game.state
        answer = game.do(bot.choose(before, before.waiting_for()[0]))
        assert not isinstance(answer, Refusal), answer
        game, events = answer
        acts.append(Act(before, events, game.state))
    return tuple(acts)


@cache
def worded(name: str, language: str = "en", *, board: bool = True) -> Wording:
    """The words of an edition on its own map."""
    rules = edition(name)
    acts = game_of(name, "untracked", 2, 1)
    return Wording(acts[0].after.game_map, board_layout(rules.map) if board else None, language=language)


def heard(name: str, cards: CardMode, seats: int, seed: int, language: str = "en") -> Iterator[Announcement]:
    """Everything said in such a game, ears included."""
    wording = worded(name, language)
    for act in game_of(name, cards, seats, seed):
        yield from act.told(wording)


def public(told: Sequence[Announcement], level: str = "normal") -> list[str]:
    """What everyone hears."""
    return [one.text(level) for one in told if one.audience == "everyone"]  # type: ignore[arg-type]
