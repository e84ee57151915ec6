"""Whatever is pressed, set and lifted, in whatever order: every press is answered, nothing breaks."""

import random

import pytest

from bots.bot import GreedyBot
from dialog import UndoSure
from engine import SEATS, CardMode, Game
from tabletop import BUTTONS
from tests.criteria.panel_table import MAPS, PanelTable


def heard(table: PanelTable) -> int:
    """How many times something was heard so far."""
    return len(table.paper.said) + len(table.paper.repeated)


def anything(table: PanelTable, chance: random.Random, presses: int) -> None:
    """So many presses, one in eight of them a token, a seat button or a hold."""
    sites = [*table.state.game_map.routes, *table.state.game_map.cities]
    for _ in range(presses):
        before = heard(table)
        match chance.randrange(24):
            case 0:
                table.set_token(chance.choice(table.state.seats), chance.choice(sites))
            case 1:
                table.lift(chance.choice(list(table.state.owners) or sites))
            case 2:
                table.press_seat(chance.choice(table.state.seats))
            case 3:
                table.hold(chance.choice(BUTTONS))
                assert heard(table) > before + 1, table.mode
            case _:
                table.press(chance.choice(BUTTONS))
                assert heard(table) > before + 1, table.mode  # more than the tick
        if isinstance(table.mode, UndoSure) and chance.random() < 0.5:
            table.press("no")


@pytest.mark.criterion(12)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", MAPS)
def test_given_any_presses_when_made_then_each_is_heard_and_the_log_replays(
    name: str, cards: CardMode
) -> None:
    for seed in range(2):
        chance = random.Random(seed)
        bots = {"red": GreedyBot(seed)} if seed else None
        table = PanelTable(name, cards, SEATS[: 2 + seed], seed=seed, bots=bots)  # type: ignore[arg-type]
        anything(table, chance, 250)
        assert Game.replay(table.session.game.events).state == table.state
