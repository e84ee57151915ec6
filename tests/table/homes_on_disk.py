"""The two tables of a game in two homes, each with its log: what is kept, and when it is heard."""

from pathlib import Path

from announce import Wording
from engine import Command, Event, Game
from storage.log_reading import read_file
from storage.resume import Sitting, begin, resume
from table.followed import Followed
from table.homes import HostedHomes, Wait
from table.linked import HostTold, Linked
from table.session import Session
from tabletop import board_layout
from tests.criteria.panel_table import Paper


def after(game: Game, *commands: Command) -> Game:
    """The game after these acts."""
    for command in commands:
        done = game.do(command)
        assert isinstance(done, tuple), done
        game = done[0]
    return game


def news(game: Game, since: int) -> HostTold:
    """What the host tells of the one act that has followed this event."""
    return HostTold(events=tuple(enumerate(game.events[since:], since + 1)), act=True)


class OnDisk:
    """A table whose first words are a test's to say: a new game, or, with None, the one that `path` holds."""

    def __init__(self, path: Path, game: Game | None) -> None:
        self.paper, self.at = Paper(), 0.0
        self._path = path
        self._sitting: Sitting = resume(path) if game is None else begin(path, game)
        state = self._sitting.game.state
        layout = board_layout(state.game_map.id)
        self.session = Session(
            self._sitting.game,
            layout=layout,
            wording=Wording(state.game_map, layout),
            store=self._sitting.store,
            sinks=[self.paper],
            linked=self.link(self._sitting),
            earlier=self._sitting.earlier(),
        )

    def link(self, sitting: Sitting) -> Linked:
        raise NotImplementedError

    def begin(self) -> None:
        """The first words, and what follows at once."""
        self.session.begin(self.at)
        self.wait(3.0)

    def wait(self, seconds: float) -> None:
        until = self.at + seconds
        while self.at < until:
            self.at += 0.1
            self.session.tick(self.at)

    def said(self) -> list[str]:
        return [one.normal for one in self.paper.said if one.normal]

    def ends(self) -> tuple[Event, ...]:
        """The evening ends, and everything is saved; what the log holds then."""
        assert self.session.end(self.at)
        self._sitting.store.closed()
        self._sitting.store.close()
        return read_file(self._path).events


class Guest(OnDisk):
    """Red in Kiel, which follows the table in Bremen."""

    def link(self, sitting: Sitting) -> Linked:
        return Followed("bremen", "kiel", ("red",), sitting.game.state.seats)


class Host(OnDisk):
    """The table in Bremen, whose red plays in Kiel."""

    def __init__(self, path: Path, game: Game | None, *, wait: Wait = "nobody") -> None:
        self._wait: Wait = wait
        super().__init__(path, game)

    def link(self, sitting: Sitting) -> Linked:
        past = sitting.game.events[: sitting.stored]
        return HostedHomes({"kiel": ("red",)}, wait=self._wait, past=past)
