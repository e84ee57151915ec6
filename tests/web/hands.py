"""A table at which a seat is to move and holds what the test wants."""

from bots.bot import GreedyBot
from engine import Card, CardsArranged, Game
from tests.criteria.panel_table import MAPS
from tests.web.page_table import PageTable


def dealt(edition: str, each: int) -> PageTable:
    """A table at which blue is to move and holds so many of each kind of card."""
    table = PageTable(edition, seats=("blue", "red"), game=started(edition, each))
    table.wait(1.0)
    return table


def started(edition: str, each: int) -> Game:
    settings: dict[str, object] = {"start_keep": 0}
    game = Game.new(edition, MAPS[edition], ("blue", "red"), cards="dealt", seed=1, settings=settings)
    while game.state.phase != "turn":
        seat = game.state.waiting_for()[0]
        answer = game.do(GreedyBot(1).choose(game.state, seat))
        assert isinstance(answer, tuple)
        game = answer[0]
    kinds = dict(game.state.edition.deck)
    hand = tuple(Card(card) for card in kinds for _ in range(each))
    return game.told((CardsArranged(hands={"blue": hand}),))
