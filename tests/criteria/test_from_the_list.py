"""Criterion 46, games of dealt cards with pins or camera alone; 48, whole games from the lists alone."""

from random import Random
from typing import Final

import pytest

from dialog import Acts, Cities, Declare, Exchange, Letters, Questions, Routes, Settle, Table
from dialog.offers import routes_for
from engine import EDITIONS, CardMode, Event, Game, RouteClaimed, SourceLost
from tabletop import Button, DeviceHealth, Observation, Seen, Sense, SiteId, board_layout
from tests.criteria.panel_table import MAPS, PanelTable

ENOUGH: Final = 1500  # presses; a small supply of trains is set sooner
SMALL: Final[dict[str, dict[str, object]]] = {
    "rails-and-sails-world": {"pieces": 16, "trains": 12, "ships": 12, "first_trains": 8},
    "rails-and-sails-great-lakes": {"pieces": 16, "trains": 12, "ships": 12, "first_trains": 8},
    "legends-of-the-west": {"trains": 12},
}


class Blind:
    """Somebody who has the panel only: takes what is offered, claims by letter, city and route."""

    def __init__(self, table: PanelTable, seed: int) -> None:
        self.table = table
        self.random = Random(seed)
        self.presses = 0

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.presses += 1
            self.table.press(button)

    def walk(self, steps: int, count: int) -> None:
        """So many items on in a list of `count`, by the shorter way round, and take what is there."""
        steps %= count
        way: list[Button] = ["forward"] * steps if steps <= count // 2 else ["back"] * (count - steps)
        self.press(*way, "yes")

    def turn(self) -> None:
        """One press or one walk on."""
        match self.table.mode:
            case Table() if self.table.state.cards == "untracked" and self.random.random() < 0.2:
                self.press("yes")
            case Table() if self.table.state.cards == "untracked":
                self.press("ask")
            case Questions(items=items, index=index) if "acts" in items:
                self.walk(items.index("acts") - index, len(items))
                if isinstance(self.table.mode, Questions):  # there is nothing left to claim
                    self.press("no", "yes")
            case Acts(items=items, index=index):
                wanted = [item for item in ("claim", "station", "harbor") if item in items]
                odds = self.random.random()
                item = wanted[-1 if odds < 0.1 else 0] if wanted and odds < 0.8 else items[0]
                self.walk(items.index(item) - index, len(items))
            case Letters(letters=names) | Cities(cities=names) | Routes(routes=names):
                self.walk(self.random.randrange(len(names)), len(names))
            case Declare():
                self.press("no")
            case Exchange() | Settle() | Questions():
                self.press("no")
            case _:
                self.press("yes")


@pytest.mark.criterion(48)
@pytest.mark.parametrize("cards", ["untracked", "dealt"])
@pytest.mark.parametrize("name", EDITIONS)
def test_given_nothing_felt_and_nothing_seen_when_played_from_the_lists_then_each_edition_comes_to_its_end(
    name: str, cards: CardMode
) -> None:
    table = PanelTable(name, cards, ("blue", "red"), settings=SMALL.get(name, {"trains": 10}))
    table.lose_hub()
    player = Blind(table, seed=4)
    while not table.session.over:
        player.turn()
        assert player.presses < ENOUGH, table.mode
    claims = [event for event in table.session.game.events if isinstance(event, RouteClaimed)]
    assert len(claims) >= 4
    assert Game.replay(table.session.game.events).state == table.state
    said = table.words()
    assert not any("fell" in words or "Set " in words for words in said)  # no token is missed or asked for
    assert table.session.tracker.accepted == ()


class OneSense(PanelTable):
    """A table of dealt cards at which only pins feel that something stands, or only the camera sees what."""

    def __init__(self, name: str, sense: Sense) -> None:
        super().__init__(name, "dealt", ("blue", "red"), settings=SMALL.get(name, {"trains": 10}))
        self.sense: Sense = sense
        self.session.handle(DeviceHealth(device="camera", condition="live", at=self.at), self.at)
        if sense == "pin":
            lost = DeviceHealth(device="camera", condition="lost", cause="unplugged", at=self.at)
            self.session.handle(lost, self.at)
        else:
            for pin in board_layout(MAPS[name]).pins():
                self.show(pin.id, "empty")
            self.lose_hub()
        self.wait(3.0)

    def show(self, site: SiteId, seen: Seen) -> None:
        if self.sense == "pin":
            self.feel(site, "empty" if seen == "empty" else "something")
            return
        item = Observation(site=site, sense="camera", seen=seen, at=self.at, confidence=0.998)
        self.session.handle(item, self.at)


def by_token(name: str, sense: Sense) -> OneSense:
    """A whole game: what the hand can pay is claimed by a token, else a card is drawn."""
    table, random = OneSense(name, sense), Random(7)
    for _ in range(ENOUGH):
        state, seat = table.state, table.state.to_move
        routes = () if seat is None else sorted(routes_for(state, seat))
        if table.session.over:
            return table
        for site in table.session.tracker.standing_refused() if state.tunnel is None else ():
            table.show(site, "empty")  # a tunnel that was given up
        if isinstance(table.mode, Table) and seat is not None and routes:
            table.show(SiteId(random.choice(routes)), seat)
            table.wait(2.0)
        elif isinstance(table.mode, Settle | Exchange):
            table.press("no")
        else:
            table.press("yes")
    raise AssertionError(f"no end: {table.mode}")


def told(table: PanelTable) -> list[Event]:
    """What has happened in the game; which sense is lost has not."""
    return [event for event in table.session.game.events if not isinstance(event, SourceLost)]


@pytest.mark.criterion(46)
@pytest.mark.parametrize("name", EDITIONS)
def test_given_cards_dealt_when_only_one_sense_is_left_then_it_carries_the_same_game_to_its_end(
    name: str,
) -> None:
    felt, seen = by_token(name, "pin"), by_token(name, "camera")
    assert told(felt) == told(seen)
    assert sum(isinstance(event, RouteClaimed) for event in felt.session.game.events) >= 4
    for table in (felt, seen):
        assert table.session.tracker.differences(table.state) == ()
