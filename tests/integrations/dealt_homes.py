"""Two homes whose cards are dealt: two sessions, a real Mosquitto between them, the host's page over TLS."""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from announce import Wording
from bots.bot import Bot, GreedyBot
from dialog import Do, FarDigits, Phone
from engine import Game, Seat, seen_by
from fingerpost.devices.inbox import Inbox
from fingerpost.page.opening import serve_page
from integrations.followed_host import FollowedHost
from integrations.house_wire import connect, follow, open_wire
from integrations.wire_settings import FollowSection
from lab.simulation.far_players import FarPlayers
from lab.simulation.simulated_players import Elsewhere, Listen, Pause
from mqtt import TableOptions, rights_from
from mqtt.local_broker import HeldPort
from reconcile import expected_tokens
from table.followed import Followed
from table.homes import HostedHomes
from table.linked import LinkNews, SeatTold
from table.ports import Sink
from table.session import Session
from tabletop import Button, DeviceHealth, Observation, Press, SiteId, board_layout
from tests.criteria.panel_table import Paper
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import Outside, Place
from tests.waiting import PATIENCE_S
from web.kept_server import KeptPage
from web.page_part import PagePart

HOMES: Mapping[str, tuple[Seat, ...]] = {"kiel": ("red",)}
HEAR_S, LONG_S = 2.0, 120.0
STEP_S = 0.08  # of a table's time, each time both come round
BOT = GreedyBot(5)

if TYPE_CHECKING:
    from lab.simulation.simulated_table import SimulatedTable


class DealtHomes:
    """Blue at the host, red in Kiel. Nobody acts by himself but by `play`."""

    def __init__(self, broker: LocalBroker, folder: Path, *, language: str = "en", seed: int = 5) -> None:
        """`language`: of Kiel; the host's is English."""
        self.folder, self._language = folder, language
        game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", seed, {"trains": 6})
        layout = board_layout("usa")
        self._wording = Wording(game.state.game_map, layout)
        self.now = 0.0
        self.inbox, self.far_inbox = Inbox(), Inbox()
        self.far_words: set[str] = set()  # what the host's page had for seats in Kiel
        self.room, self.kiel_room = Paper(), Paper()
        self.held = HeldPort()
        self.port = self.held.number
        self.part = PagePart(self._wording, (), [self.room])
        options = TableOptions(rights=rights_from({}, HOMES), backoff_s=(0.05, 0.2))
        self.wires = open_wire(
            broker.url, "kitchen", game, "game-1", self.inbox.put,
            vocabulary=self._wording.vocabulary, options=options,
        )  # fmt: skip
        linked = HostedHomes(HOMES, wait="nobody")
        self.host = Session(
            game,
            layout=layout,
            wording=self._wording,
            store=None,
            sinks=[self.room, self.part, *self.wires],
            linked=linked,
        )
        follow(self.wires, self.host, None)
        self.outside = Outside(Place(broker.port, broker), "viewer", "wall")
        self.kept: KeptPage | None = None
        self.serve()
        connect(self.wires)
        self._seen(self.host, {})
        self.url = broker.url
        self.guest: Session | None = None
        self.far: FollowedHost | None = None
        self.tokens: dict[str, dict[SiteId, Seat]] = {"host": {}, "guest": {}}
        self._people: FarPlayers | None = None
        self.host.begin(self.now)

    @property
    def page(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def authority(self) -> Path:
        return self.folder / "page" / "ca.crt"

    def serve(self) -> None:
        """Open the page, with the authority that is kept."""
        self.kept = serve_page(self.part, self.port, network=False, sealed_in=self.folder / "page")
        self.part.follow(self.host, self.kept)

    def unserve(self) -> None:
        """The page is gone; its table plays on."""
        assert self.kept is not None
        self.kept.close()
        self.kept = None

    def follows(self, codes: tuple[str, ...] = (), *, ca: Path | None = None) -> None:
        """Kiel sits down."""
        section = FollowSection(
            host=self.url, table="kitchen", home="kiel", page=self.page, ca=str(ca or self.authority)
        )
        self.far = far = FollowedHost(section, codes, language=self._language, views=True)
        seated = threading.Event()

        def host_plays_on() -> None:
            while not seated.is_set():
                self.step()

        host = threading.Thread(target=host_plays_on)
        host.start()
        sitting = far.sit_down(self.folder / "kiel", threading.Event(), lambda why: None)
        seated.set()
        host.join()
        assert sitting is not None
        sinks: list[Sink] = [self.kiel_room]
        self.guest = Session(
            sitting.game,
            layout=board_layout("usa"),
            wording=Wording(sitting.game.state.game_map, board_layout("usa"), language=self._language),
            store=sitting.store,
            sinks=sinks,
            earlier=sitting.earlier(),
            linked=far.linked(sitting.game),
        )
        self.guest_store = sitting.store
        far.hand_to(self._hear)
        self._seen(self.guest, self.tokens["guest"])
        self.pause()  # as long as devices are opened
        self.guest.begin(self.now)

    def stop_following(self) -> None:
        """Kiel's table is switched off; the host plays on."""
        assert self.far is not None
        self.far.close()
        self.guest = self._people = None
        self.guest_store.closed()
        self.guest_store.close()
        self.far_inbox.take()

    def _hear(self, news: LinkNews) -> None:
        if isinstance(news, SeatTold):
            self.far_words.add(news.text)
        self.far_inbox.put(news)

    def _seen(self, session: Session, tokens: Mapping[SiteId, Seat]) -> None:
        """The senses' first word: what stands on that home's board."""
        at = self.now
        session.handle(DeviceHealth(device="hub", condition="live", at=at), at)
        session.handle(DeviceHealth(device="camera", condition="lost", cause="absent", at=at), at)
        for site in board_layout("usa").pins():
            seen = tokens.get(site.id) or "empty"
            session.handle(Observation(site=site.id, sense="pin", seen=seen, at=at), at)

    def step(self) -> None:
        """Both tables come round once."""
        self.now += STEP_S
        for item in self.inbox.take(timeout=0.002):
            self.host.handle(item, self.now)
        self.host.tick(self.now)
        if self.kept is not None:
            self.part.poll(self.now)
        if self.guest is not None:
            for item in self.far_inbox.take():
                self.guest.handle(item, self.now)
            self.guest.tick(self.now)

    def until(self, done: Callable[[], bool]) -> None:
        """Both play until it is so."""
        end = time.monotonic() + PATIENCE_S
        while not done():
            said = [one.normal for one in (*self.room.said, *self.kiel_room.said) if one.normal]
            assert time.monotonic() < end, said[-8:]
            self.step()

    def code(self) -> str:
        """The code that was last heard in the host's room."""
        spoken = [one.normal for one in self.room.said if one.normal.startswith("The code for ")]
        return "".join(sign for sign in spoken[-1] if sign.isdigit()) if spoken else ""

    def hears(self, words: str) -> Callable[[], bool]:
        return lambda: any(words in one.normal for one in self.kiel_room.said)

    def times(self, words: str) -> int:
        return sum(words in one.normal for one in self.kiel_room.said)

    def in_red_ear(self, since: int = 0) -> list[str]:
        return [one.normal for one in self.kiel_room.said[since:] if one.audience == "red"]

    def asked_in_red_ear(self) -> bool:
        """Whether something is open at the host that red alone is asked."""
        assert self.guest is not None
        assert isinstance(self.guest.linked, Followed)
        asked = self.guest.linked.pages.asked.get("red")
        return asked is not None and asked.own

    def red_is_asked(self) -> bool:
        """Whether its page has told what it is asked, if anything."""
        assert self.guest is not None and isinstance(self.guest.linked, Followed)
        return "red" in self.guest.linked.pages.asked

    def joined(self) -> tuple[object, ...]:
        """The browsers that the host's page knows."""
        pairing = self.kept._server._pages.pairing  # type: ignore[union-attr]
        return tuple(pairing._joined)

    def press(self, button: Button, session: Session | None = None) -> None:
        """A press in Kiel, that takes its time."""
        pressed = session or self.guest
        assert pressed is not None
        at = self.now
        for action in ("down", "up"):
            pressed.handle(Press(button=button, action=action, at=at), at)
        self.pause()

    def pause(self, seconds: float = 1.0) -> None:
        """So long at the tables."""
        until = self.now + seconds
        self.until(lambda: self.now >= until)

    def pairs(self) -> None:
        """The digits that the host's table says go to the host's page."""
        self.follows()
        self.until(self.hears("says 6 digits for red square."))
        self.until(lambda: bool(self.code()))
        self.enter(self.code())
        self.until(self.hears("now tells red square its own words"))

    def joins(self) -> None:
        """As by the panel, without its words."""
        self.follows()
        self.until(lambda: bool(self.code()))
        assert self.guest is not None and isinstance(self.guest.linked, Followed)
        self.guest.linked.pages.code("red", self.code())
        self.until(self.red_is_asked)

    def enter(self, code: str) -> None:
        """Digit by digit at the panel in Kiel."""
        self.until(lambda: self._digits() is not None)
        for place, digit in enumerate(code):
            while (mode := self._digits()) is not None and mode.index != int(digit):
                self.press("forward")
            while (mode := self._digits()) is not None and len(mode.entered) == place:
                self.press("yes")  # one that comes just as it is asked once more is no answer

    def _digits(self) -> FarDigits | None:
        assert self.guest is not None
        mode = self.guest.panel.mode
        return mode if isinstance(mode, FarDigits) else None

    # People who play

    def play(self) -> None:
        """Until the game is over in both homes."""
        assert self.guest is not None
        for home, session in (("host", self.host), ("guest", self.guest)):
            assert session is not None and self.tokens[home] == {}
        self.until(self.played)
        self.until(self.agree)

    def plays_to(self, seat: Seat) -> None:
        """Until it is this seat's turn in both homes."""
        self.until(lambda: self._has_come_to(seat))

    def _has_come_to(self, seat: Seat) -> bool:
        state, guest = self.host.game.state, self.guest
        assert guest is not None
        open_now = isinstance(self.host.panel.mode, Phone)
        if state.to_move == seat and guest.game.state.seq == state.seq and not open_now:
            return True
        self._set_tokens()
        self._act()
        return False

    def agree(self) -> bool:
        """Whether both logs are equal, and both boards right."""
        return self._same() and self._boards()

    def played(self) -> bool:
        """The next step of play; whether the game is over in both homes."""
        self._set_tokens()
        self._act()
        return self.host.over and self.guest is not None and self.guest.over

    def _same(self) -> bool:
        assert self.guest is not None
        self._set_tokens()
        return tuple(seen_by(one, None) for one in self.host.game.events) == self.guest.game.events

    def _boards(self) -> bool:
        assert self.guest is not None
        return all(not one.tracker.differences(one.game.state) for one in (self.host, self.guest))

    def _set_tokens(self) -> None:
        """Errands are done: each board shows what its game says."""
        for home, session in (("host", self.host), ("guest", self.guest)):
            assert session is not None
            for site, seat in expected_tokens(session.game.state).items():
                if self.tokens[home].get(site) != seat:
                    self.feel(home, site, seat)

    def feel(self, home: str, site: SiteId, seat: Seat | None) -> None:
        """A pin of that home's board says what stands there."""
        session = self.host if home == "host" else self.guest
        assert session is not None
        self.tokens[home] = {**self.tokens[home], **({site: seat} if seat else {})}
        if seat is None:
            self.tokens[home].pop(site, None)
        session.handle(Observation(site=site, sense="pin", seen=seat or "empty", at=self.now), self.now)

    def _act(self) -> None:
        state, guest = self.host.game.state, self.guest
        assert guest is not None
        waiting = state.waiting_for()
        if not waiting or guest.game.state.seq != state.seq:
            return
        if isinstance(self.host.panel.mode, Phone):
            self.press("yes", self.host)
        elif waiting[0] == "blue":
            self.host.perform(Do(BOT.choose(state, "blue")), self.now)
            self.pause(0.5)
        else:
            self._red()

    def _red(self) -> None:
        """By this home's own keys and tokens, knowing of the cards what its page tells."""
        assert self.guest is not None and isinstance(self.guest.linked, Followed)
        if self._people is None:
            table = cast("SimulatedTable", _Hands(self))
            bots: dict[Seat, Bot] = {"red": BOT}
            self._people = FarPlayers(
                self.guest, table, bots, self.guest.linked,
                hear_s=HEAR_S, answer_s=LONG_S, now=lambda: self.now,
            )  # fmt: skip
        for step in self._people.next_act():
            match step:
                case Pause(seconds=seconds):
                    self.pause(seconds)
                case Elsewhere():
                    self._set_tokens()
                    self.step()
                case Listen():
                    pass

    def close(self) -> None:
        for one in (self.far, self.part, self.outside, *self.wires):
            if one is not None:
                one.close()
        self.held.release()


class _Hands:
    """What hands do at the table in Kiel."""

    def __init__(self, homes: DealtHomes) -> None:
        self._homes = homes

    @property
    def tokens(self) -> Mapping[SiteId, Seat]:
        return self._homes.tokens["guest"]

    def reach(self, site: SiteId) -> None:
        pass

    def withdraw(self) -> None:
        pass

    def place(self, site: SiteId, seat: Seat) -> None:
        self._homes.feel("guest", site, seat)

    def lift(self, site: SiteId) -> None:
        self._homes.feel("guest", site, None)

    def key(self, button: Button, *, down: bool) -> None:
        guest, now = self._homes.guest, self._homes.now
        assert guest is not None
        guest.handle(Press(button=button, action="down" if down else "up", at=now), now)
