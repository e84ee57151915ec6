"""A session without devices, and fingers for its buttons and pins: what the criteria are tried on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from announce import Announcement, Wording
from bots.bot import Bot
from dialog import Acts, Cities, Letters, Mode, Named, Questions, Routes
from engine import EDITIONS, CardMode, Command, Event, Game, Refusal, Seat, State
from reconcile import expected_tokens
from storage.store import GameLog
from table.ports import Program, Sink
from table.session import Session
from tabletop import Button, DeviceHealth, Observation, Press, Seen, SiteId, board_layout

MAPS = {name: rules.map for name, rules in EDITIONS.items()}


@dataclass
class Paper:
    """Writes down what is said, when, and what is told; `speaking`: something is still being said."""

    said: list[Announcement] = field(default_factory=list)
    when: list[float] = field(default_factory=list)  # of each thing said, unless a test cleared `said`
    repeated: list[Announcement] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    speaking: bool = False

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        self.events += events

    def say(self, announcement: Announcement, at: float) -> None:
        self.said.append(announcement)
        self.when.append(at)

    def again(self, announcement: Announcement, at: float) -> None:
        self.repeated.append(announcement)

    def hush(self, at: float) -> bool:
        spoke, self.speaking = self.speaking, False
        return spoke

    def health(self, health: DeviceHealth) -> None:
        pass

    def close(self) -> None:
        pass


class PanelTable:
    """One table: pins that say who stands there, six keys, seat buttons, and a clock."""

    def __init__(
        self,
        edition: str = "us-accessible",
        cards: CardMode = "untracked",
        seats: tuple[Seat, ...] = ("blue", "red", "green"),
        *,
        seed: int = 1,
        game: Game | None = None,
        settings: dict[str, object] | None = None,
        bots: Mapping[Seat, Bot | Program] | None = None,
        sinks: Sequence[Sink] = (),
        store: GameLog | None = None,
        has_board: bool = True,
        by_photos: bool = False,
    ) -> None:
        name = MAPS[edition]
        game = game or Game.new(edition, name, seats, cards, seed, settings)
        layout = board_layout(name)
        self.paper, self.at = Paper(), 0.0
        self.session = Session(
            game,
            layout=layout,
            wording=Wording(game.state.game_map, layout),
            store=store,
            sinks=[self.paper, *sinks],
            bots=bots,
            has_board=has_board,
            by_photos=by_photos,
        )
        hub = DeviceHealth(device="hub", condition="live", at=0.0)
        if by_photos:
            hub = DeviceHealth(device="hub", condition="lost", cause="absent", at=0.0)
        self.session.handle(hub, 0.0)
        absent = DeviceHealth(device="camera", condition="lost", cause="absent", at=0.0)
        self.session.handle(absent, 0.0)
        stands = expected_tokens(game.state)
        for site in () if by_photos else layout.pins():
            self.feel(site.id, stands.get(site.id, "empty"))
        self.session.begin(0.0)

    @property
    def state(self) -> State:
        return self.session.game.state

    @property
    def mode(self) -> Mode:
        return self.session.panel.mode

    def feel(self, site: str, seen: Seen) -> None:
        item = Observation(site=SiteId(site), sense="pin", seen=seen, at=self.at)
        self.session.handle(item, self.at)

    def lose_hub(self) -> None:
        """The board's cable is out; there is no camera."""
        self.session.handle(DeviceHealth(device="hub", condition="lost", cause="silent", at=self.at), self.at)

    def set_token(self, seat: Seat, site: str) -> list[str]:
        before = len(self.paper.said)
        self.feel(site, seat)
        self.wait(1.2)
        return self.words(before)

    def lift(self, site: str) -> list[str]:
        before = len(self.paper.said)
        self.feel(site, "empty")
        self.wait(1.2)
        return self.words(before)

    def press(self, *buttons: Button) -> list[str]:
        """Press one after the other; returns the words that followed."""
        before = len(self.paper.said)
        for button in buttons:
            self.wait(0.6)
            for action in ("down", "up"):
                press = Press(button=button, action=action, at=self.at)
                self.session.handle(press, self.at)
        return self.words(before)

    def press_seat(self, seat: Seat) -> list[str]:
        before = len(self.paper.said)
        for action in ("down", "up"):
            self.session.handle(Press(seat=seat, action=action, at=self.at), self.at)
        return self.words(before)

    def hold(self, button: Button) -> list[str]:
        before = len(self.paper.said)
        for action in ("down", "held", "up"):
            self.session.handle(Press(button=button, action=action, at=self.at), self.at)
        return self.words(before)

    def pick(self, *items: str) -> list[str]:
        """Walk the open list to each of these items in turn and take it."""
        before = len(self.paper.said)
        for item in items:
            for _ in range(99):
                mode = self.mode
                if item_of(mode) == item:
                    break
                self.press("forward")
            self.press("yes")
        return self.words(before)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.at = round(self.at + 0.1, 3)
            self.session.tick(self.at)

    def words(self, since: int = 0) -> list[str]:
        return [one.normal for one in self.paper.said[since:] if one.normal]


def item_of(mode: Mode) -> str | None:
    """The item of an open list that Yes would take; None: no such list is open."""
    match mode:
        case Acts(items=items, index=index):
            return items[index]
        case Questions(items=questions, index=index):
            return questions[index]
        case Letters(letters=names, index=index):
            return names[index]
        case Cities(cities=cities, index=index):
            return cities[index]
        case Routes(routes=routes, index=index):
            return routes[index]
        case Named(names=names, index=index):
            return names[index]
        case _:
            return None


def done(game: Game, *commands: Command) -> Game:
    """The game after these commands, none of which is refused."""
    for command in commands:
        answer = game.do(command)
        assert not isinstance(answer, Refusal), answer
        game = answer[0]
    return game


__all__ = ["MAPS", "PanelTable", "Paper", "done"]
