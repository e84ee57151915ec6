"""A home in Kiel that follows a table elsewhere, and what is heard and read there."""

from collections.abc import Sequence

from announce import Wording
from bots.bot import GreedyBot
from dialog import FarDigits
from engine import Command, Event, Game, Seat, seen_by, view
from table.followed import Followed
from table.linked import HostCounts, HostTold, SeatPage, SeatWish
from table.moment import GameMoment
from table.page_of_game import GameStage
from table.page_stage import PageWords
from table.session import Session
from tabletop import Button, Press, board_layout
from tests.criteria.panel_table import Paper

BOT = GreedyBot(5)
SEATS: tuple[Seat, ...] = ("blue", "red", "green")


class Kiel:
    """The table of these seats; the host's game goes on by `plays`, its page by `page`."""

    def __init__(
        self, *seats: Seat, codes: Sequence[str] = (), acts: int = 0, host: Game | None = None
    ) -> None:
        self.host = host or Game.new("us-accessible", "usa", SEATS, "dealt", 5)
        for _ in range(acts):
            self._act()
        blank = Game.replay([seen_by(one, None) for one in self.host.events])
        self.paper, self.wishes, self.at = Paper(), list[SeatWish](), 100.0
        self.linked = Followed("bremen", "kiel", seats, SEATS)
        self.linked.pages.wish, self.linked.pages.codes = self.wishes.append, codes
        layout = board_layout(blank.state.game_map.id)
        self.session = Session(
            blank,
            layout=layout,
            wording=Wording(blank.state.game_map, layout),
            store=None,
            sinks=[self.paper],
            linked=self.linked,
        )

    def begins(self) -> "Kiel":
        self.session.begin(self.at)
        self.session.tick(self.at)
        return self

    def _act(self, choice: Command | None = None) -> tuple[Event, ...]:
        seat = self.host.state.waiting_for()[0]
        result = self.host.do(choice or BOT.choose(self.host.state, seat))
        assert isinstance(result, tuple)
        self.host, events = result
        return events

    def plays(self, acts: int, choice: Command | None = None) -> None:
        for _ in range(acts):
            first = len(self.host.events) + 1
            events = [seen_by(one, None) for one in self._act(choice)]
            self.session.handle(HostTold(events=tuple(enumerate(events, first)), act=True), self.at)
            self.passes()

    def counts(self) -> None:
        """The host's state, as everybody may see it."""
        state = self.host.state
        self.session.handle(HostCounts(seq=state.seq, view=view(state, None)), self.at)

    def page(self, seat: Seat, condition: str) -> None:
        self.session.handle(SeatPage(seat=seat, condition=condition), self.at)  # type: ignore[arg-type]
        self.passes()

    def moment(self) -> GameMoment:
        """What this home's own page has."""
        stage = GameStage(self.session, self.session.wording, lambda said, at: None)
        return stage.moment(PageWords({}, {}, {}, False), self.at)

    def passes(self) -> None:
        self.at += 2.0
        self.session.tick(self.at)

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            for action in ("down", "up"):
                self.session.handle(Press(button=button, action=action, at=self.at), self.at)
            self.passes()

    def said(self, audience: str | None = None) -> list[str]:
        return [one.normal for one in self.paper.said if one.normal and audience in (None, one.audience)]

    def digits(self) -> FarDigits | None:
        mode = self.session.panel.mode
        return mode if isinstance(mode, FarDigits) else None
