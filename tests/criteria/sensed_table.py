"""A table with both senses, each told what it says: pins that feel something, a camera that sees whose."""

from engine import ClaimRoute, RouteClaimed, RouteId, Seat
from firmware_bridge.debounce import PinDebouncer
from storage.store import GameLog
from tabletop import Condition, Device, DeviceHealth, Motion, Observation, Seen, SiteId, board_layout
from tests.criteria.panel_table import PanelTable, done

OMAHA = SiteId("denver-omaha")
SANTA_FE = SiteId("denver-santa-fe")
DULUTH = SiteId("chicago-duluth")
HELENA = SiteId("helena-omaha")
LAYOUT = board_layout("usa")


class SensedTable(PanelTable):
    """Blue, red and green, or other seats, with cards in their hands on the United States board."""

    def __init__(
        self,
        *,
        claims: tuple[SiteId, ...] = (),
        camera: bool = True,
        seats: tuple[Seat, ...] = ("blue", "red", "green"),
        store: GameLog | None = None,
    ) -> None:
        """`claims`: routes that the seats have claimed in turn; blue, red, green, blue …"""
        start = PanelTable(seats=seats)
        game = start.session.game
        for site in claims:
            mover = game.state.to_move
            assert mover is not None
            game = done(game, ClaimRoute(seat=mover, route=RouteId(site)))
        super().__init__(game=game, store=store)
        self.camera = camera
        if camera:
            self.health("camera", "live")
            stands = {SiteId(route): seat for route, seat in game.state.owners.items()}
            for pin in LAYOUT.pins():
                self.look(pin.id, stands.get(pin.id, "empty"))
        self.wait(2.0)
        self.paper.said.clear()

    def feel(self, site: str, seen: Seen) -> None:
        something: Seen = seen if seen in ("empty", "unknown") else "something"
        super().feel(site, something)

    def look(self, site: str, seen: Seen, confidence: float = 0.998) -> None:
        item = Observation(site=SiteId(site), sense="camera", seen=seen, at=self.at, confidence=confidence)
        self.session.handle(item, self.at)

    def see(self, site: str, seen: Seen, confidence: float = 0.998) -> None:
        """Both senses, as far as they are there."""
        self.feel(site, seen)
        if self.camera:
            self.look(site, seen, confidence)

    def set_token(self, seat: Seat, site: str) -> list[str]:
        before = len(self.paper.said)
        self.see(site, seat)
        self.wait(1.2)
        return self.words(before)

    def lift(self, *sites: str) -> list[str]:
        before = len(self.paper.said)
        for site in sites:
            self.see(site, "empty")
        self.wait(1.2)
        return self.words(before)

    def hand(self, site: str, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.session.handle(Motion(sites=frozenset({SiteId(site)}), at=self.at), self.at)
            self.wait(0.1)

    def health(
        self, device: Device, condition: Condition, cause: str = "", site: SiteId | None = None
    ) -> None:
        word = DeviceHealth(device=device, condition=condition, at=self.at, cause=cause, site=site)
        self.session.handle(word, self.at)

    def hub_back(self, stands: dict[SiteId, Seat]) -> None:
        """The hub tells the whole board, then that it is live."""
        for site in LAYOUT.pins():
            self.feel(site.id, stands.get(site.id, "empty"))
        self.health("hub", "live")

    def out_of_grace(self) -> None:
        """Two turns without a claim."""
        for _ in range(2):
            mover = self.state.to_move
            assert mover is not None
            self.press("yes")
            self.wait(1.0)

    def claims(self) -> list[tuple[Seat, str]]:
        """Every claim that was told, in order."""
        return [(e.seat, e.route) for _, e in self.paper.events if isinstance(e, RouteClaimed)]

    def sounds(self, since: int = 0) -> list[str]:
        """The short sounds, those of presses left out."""
        return [one.earcon for one in self.paper.said[since:] if one.earcon and one.earcon != "tick"]

    def flutter(self, site: SiteId, times: int, gap_s: float) -> None:
        """A contact opens and closes too fast for the debounce of the pins."""
        settler = PinDebouncer({0: site}, coded=False)
        settler.change(0, 0, self.at - 1.0)
        list(settler.tick(self.at))
        for number in range(times):
            settler.change(0, 1 - number % 2, self.at)
            self.at = round(self.at + gap_s, 3)
            for item in settler.tick(self.at):
                self.session.handle(item, self.at)
            self.session.tick(self.at)
