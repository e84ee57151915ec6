"""A board whose senses say what a test says, and a game beside it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine import SEATS, ClaimRoute, Command, Game, Refusal, RouteId, Seat, edition, game_map
from reconcile import Finding, TokenSettled, Tracker
from tabletop import Condition, Device, DeviceHealth, Motion, Observation, SiteId, board_layout

OMAHA = SiteId("denver-omaha")
SANTA_FE = SiteId("denver-santa-fe")
DULUTH = SiteId("chicago-duluth")


@dataclass
class Board:
    """A board whose senses say what the test says, and a game beside it."""

    hub: bool = True
    camera: bool = True
    at: float = 0.0
    heard: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        layout = board_layout("usa")
        self.tracker = Tracker(layout)
        self.game = Game.new(
            edition("us-accessible"), game_map("usa"), ("blue", "red", "green"), cards="untracked", seed=1
        )
        for device, live in (("hub", self.hub), ("camera", self.camera)):
            condition = "live" if live else "lost"
            self.tracker.observe(DeviceHealth(device=device, condition=condition, at=0.0))  # type: ignore[arg-type]
        for site in layout.pins():
            self.see(site.id, "empty")
        self.wait(1.0)
        self.heard.clear()

    def feel(self, site: str, seen: str) -> None:
        self._observe(site, "pin", seen, 1.0)

    def look(self, site: str, seen: str, confidence: float = 0.998) -> None:
        self._observe(site, "camera", seen, confidence)

    def see(self, site: str, seen: str) -> None:
        """Both senses, as far as they are there."""
        if self.hub:
            self.feel(site, "empty" if seen == "empty" else "something")
        if self.camera:
            self.look(site, seen)

    def hand(self, site: str, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.tracker.observe(Motion(sites=frozenset({SiteId(site)}), at=self.at))
            self.wait(0.1)

    def lose(self, device: Device, cause: str, condition: Condition = "lost") -> None:
        """A sense is gone."""
        self._health(device, condition, cause)

    def back(self, device: Device, stands: Iterable[tuple[str, str]] = ()) -> None:
        """It is back: the hub tells the whole board first, the camera afterwards."""
        tell = self.feel if device == "hub" else self.look
        board = dict.fromkeys((site.id for site in board_layout("usa").pins()), "empty")
        board |= {SiteId(site): seen for site, seen in stands}
        if device == "camera":
            self._health(device, "live", "")
        for site, seen in board.items():
            tell(site, "something" if device == "hub" and seen in SEATS else seen)
        if device == "hub":
            self._health(device, "live", "")

    def light(self) -> None:
        """The camera can see again after the dark; it says only what it sees otherwise than before."""
        self._health("camera", "live", "")

    def _health(self, device: Device, condition: Condition, cause: str) -> None:
        self.tracker.observe(DeviceHealth(device=device, condition=condition, at=self.at, cause=cause))
        if device == "hub":
            self.hub = condition == "live"
        else:
            self.camera = condition == "live"

    def _observe(self, site: str, sense: str, seen: str, confidence: float) -> None:
        self.tracker.observe(
            Observation(site=SiteId(site), sense=sense, seen=seen, at=self.at, confidence=confidence)  # type: ignore[arg-type]
        )

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.at = round(self.at + 0.1, 3)
            self.heard += self.tracker.settle(self.at, self.game.state)

    def claim(self, site: SiteId, *, seen: str = "") -> None:
        """The mover's token is set and its claim stands, whatever the camera made of it."""
        mover = self.mover
        self.see(site, seen or mover)
        self.wait(1.0)
        self.do(ClaimRoute(seat=mover, route=RouteId(site)))
        self.tracker.claimed(mover, site)
        self.words()

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        assert self.game.state.to_move is not None
        return self.game.state.to_move

    def do(self, command: Command) -> None:
        """A command that is accepted, and the tracker's part of it."""
        done = self.game.do(command)
        assert not isinstance(done, Refusal), done
        self.game = done[0]
        self.tracker.acted(command.seat)

    def words(self) -> list[Finding]:
        """What was found since the last call, sounds left out."""
        found: list[Finding] = [finding for finding in self.heard if not isinstance(finding, TokenSettled)]
        self.heard.clear()
        return found

    def found_in(self, seconds: float) -> list[Finding]:
        """The same after so many more seconds."""
        self.wait(seconds)
        return self.words()
