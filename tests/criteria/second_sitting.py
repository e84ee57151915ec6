"""A game that goes on over its log, at a table with pins alone, which do not tell whose a token is."""

from collections.abc import Collection

from announce import Wording
from engine import Game
from storage.store import GameLog
from table.earlier import EarlierSittings
from table.ports import Sink
from table.session import Session
from tabletop import DeviceHealth, Observation, Seen, SiteId
from tests.criteria.panel_table import PanelTable, Paper
from tests.criteria.sensed_table import LAYOUT


class PinsAlone(PanelTable):
    """The first sitting."""

    def feel(self, site: str, seen: Seen) -> None:
        super().feel(site, "empty" if seen == "empty" else "something")


def sat_down(game: Game, store: GameLog, paper: Sink) -> Session:
    """All events of the game are in the store; no device has said a word yet."""
    return Session(
        game,
        layout=LAYOUT,
        wording=Wording(game.state.game_map, LAYOUT),
        store=store,
        sinks=[paper],
        earlier=EarlierSittings(stored=len(game.events)),
    )


def goes_on(game: Game, store: GameLog, stands: Collection[SiteId]) -> tuple[Session, list[str]]:
    """What is said in six seconds after the welcome, over a board on which tokens stand at these sites."""
    paper = Paper()
    session = sat_down(game, store, paper)
    session.handle(DeviceHealth(device="hub", condition="live", at=0.0), 0.0)
    for site in LAYOUT.pins():
        seen: Seen = "something" if site.id in stands else "empty"
        session.handle(Observation(site=site.id, sense="pin", seen=seen, at=0.0), 0.0)
    session.begin(0.0)
    for tenth in range(1, 60):
        session.tick(tenth / 10)
    store.close()
    return session, [one.normal for one in paper.said if one.normal][1:]
