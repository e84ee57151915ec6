"""Games at the moments at which the panel is tried."""

from engine import (
    LOCOMOTIVE,
    Card,
    CardMode,
    ClaimRoute,
    EndTurn,
    Game,
    Refusal,
    RouteId,
    State,
    edition,
    game_map,
)
from tabletop import SiteId
from tests.engine.rule_bench import kept

ROUTE = RouteId("denver-omaha")
SITE = SiteId(ROUTE)
WAYS = tuple(
    ClaimRoute(seat="blue", route=ROUTE, cards=cards)
    for cards in ((Card("blue"),) * 4, (Card("blue"),) * 3 + (LOCOMOTIVE,))
)


def new_game(cards: CardMode) -> Game:
    return Game.new(
        edition("us-accessible"),
        game_map("usa"),
        ("blue", "red", "green"),
        cards=cards,
        seed=3,
    )


def started() -> Game:
    """A dealt game in which all have chosen their tickets."""
    return kept(new_game("dealt"), 3)


def declaring() -> State:
    """An untracked game after its last turn."""
    game = new_game("untracked")
    while game.state.phase == "turn":
        mover = game.state.to_move
        assert mover is not None
        routes = [r for r in game.state.game_map.routes if r not in game.state.owners]
        for route in sorted(routes, key=lambda r: -game.state.game_map.routes[r].length):
            done = game.do(ClaimRoute(seat=mover, route=route))
            if not isinstance(done, Refusal):
                break
        else:
            done = game.do(EndTurn(seat=mover))
            assert not isinstance(done, Refusal)
        game = done[0]
    return game.state
