"""A host that is broken, or not to be trusted: what it tells counts, or ends in one line; no traceback."""

import json
import random
from typing import cast

import pytest

from announce import Wording
from bots.bot import GreedyBot
from engine import CardMode, CodecError, Event, Game, Seat, event_from_json, event_to_json, seen_by
from table.followed import Followed
from table.linked import HostTold
from table.session import Session
from tabletop import DeviceHealth, board_layout
from tests.criteria.panel_table import Paper

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
LINE = "Bremen tells what this table cannot follow: bring both up to date. What was played is kept here."
_ODD: tuple[object, ...] = (None, 0, -1, 10**9, "", "red", "nowhere", [], ["red"], {}, {"red": 3}, True)


def played(cards: CardMode, edition: str, board: str) -> Game:
    game, bot = Game.new(edition, board, SEATS, cards, 5), GreedyBot(5)
    for _ in range(60):
        if not game.state.waiting_for():
            break
        done = game.do(bot.choose(game.state, game.state.waiting_for()[0]))
        assert isinstance(done, tuple)
        game = done[0]
    return game


def twisted(event: Event, chance: random.Random) -> Event | None:
    """The event with one field that is another; None: such a one is no event at all."""
    fields = cast("dict[str, object]", json.loads(event_to_json(event)))
    key = chance.choice(sorted(fields))
    alike = [one for one in _ODD if type(one) is type(fields[key])]
    fields[key] = chance.choice(alike or _ODD)
    try:
        return event_from_json(json.dumps(fields).encode())
    except CodecError:
        return None


class Told:
    """A home that has been told these events."""

    def __init__(self, events: tuple[Event, ...], board: str) -> None:
        self.paper, self.at, layout = Paper(), 100.0, board_layout(board)
        game = Game.replay(events)
        self.session = Session(
            game,
            layout=layout,
            wording=Wording(game.state.game_map, layout),
            store=None,
            sinks=[self.paper],
            linked=Followed("bremen", "kiel", ("red",), SEATS),
        )
        self.session.handle(DeviceHealth(device="hub", condition="live", at=self.at), self.at)
        self.session.begin(self.at)
        self.passes()

    def passes(self) -> None:
        self.at += 2.0
        self.session.tick(self.at)


@pytest.mark.parametrize(
    ("cards", "edition", "board"),
    [("dealt", "us-accessible", "usa"), ("dealt", "europe", "europe"), ("untracked", "us-accessible", "usa")],
)
def test_given_events_with_a_field_that_is_another_when_told_then_they_count_or_end_in_one_line(
    cards: CardMode, edition: str, board: str
) -> None:
    game, chance, refused = played(cards, edition, board), random.Random(5), 0
    events = tuple(seen_by(one, None) for one in game.events)
    for _ in range(150):
        at = chance.randrange(1, len(events))
        odd = twisted(events[at], chance)
        if odd is None:
            continue
        told = Told(events[:at], board)
        told.session.handle(HostTold(events=((at + 1, odd),), act=chance.random() < 0.5), told.at)
        told.passes()
        said = [one.normal for one in told.paper.said]
        if LINE not in said:
            assert told.session.game.events == (*events[:at], odd)
            continue
        refused += 1
        assert told.session.game.events == events[:at]  # what was played is whole
        told.session.handle(HostTold(events=((at + 1, events[at]),), act=True), told.at)
        assert [one.normal for one in told.paper.said].count(LINE) == 1
    assert refused > 2
