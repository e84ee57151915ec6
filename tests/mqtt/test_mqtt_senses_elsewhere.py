"""Pins and a camera on other machines, lost and heard at odd moments: what is claimed, asked and said."""

from collections.abc import Mapping

import pytest

from announce import Wording
from engine import Game, RouteClaimed
from fingerpost.devices.table_parts import missing
from integrations.house_wire import away
from mqtt import Topics
from mqtt.inbound import InboundMessage
from mqtt.nodes import Lag, Nodes
from mqtt.payloads import Stamp
from mqtt.sense_payloads import Sensed, written
from mqtt.unsent import Picture, Unsent
from table.session import Session
from tabletop import Button, Condition, DeviceHealth, Observation, Press, Seen, Sense, SiteId, board_layout

LAYOUT = board_layout("usa")
TOPICS = Topics("kitchen")
STAMP = Stamp(1_790_000_000_123, bytes(range(10)))
OMAHA, HELENA = SiteId("denver-omaha"), SiteId("duluth-helena")
SKEW_S = 777.0  # what a node's clock says more than the table's


class Machine:
    """A node, as far as the wire shows one."""

    def __init__(self, table: "Table", name: str, sense: Sense) -> None:
        self.table, self.name, self.sense = table, name, sense
        self.held_up = False
        self.board: str | None = "usa"  # that it was started for
        self._held: list[bytes] = []
        self._unsent, self._boot, self._seq = Unsent(), 0, 0

    def put(self, *items: Sensed) -> None:
        """It senses this now."""
        for item in items:
            self._unsent.put(item)
        self._send()

    def device(self, condition: Condition, cause: str = "") -> None:
        """How its device is; one that is live tells the whole board: pins before that, a camera after."""
        at = self.table.now + SKEW_S
        health = DeviceHealth(
            device="hub" if self.sense == "pin" else "camera", condition=condition, at=at, cause=cause
        )
        board: list[Sensed] = [self._at(site.id) for site in LAYOUT.pins()] if condition == "live" else []
        self.put(*([*board, health] if self.sense == "pin" else [health, *board]))

    def look(self, site: SiteId) -> None:
        """It feels or sees the site anew."""
        self.put(self._at(site))

    def begin(self) -> None:
        """It starts, its device with it, and connects."""
        self._unsent, self._seq = Unsent(), 0
        self._boot += 1
        self.device("live")
        self.connect()

    def connect(self) -> None:
        self._unsent.report()
        self.table.hears(self, "availability", b"online")
        self.report()

    def leave(self) -> None:
        """Its cable is pulled: the broker says so."""
        self.lose()
        self.table.hears(self, "availability", b"offline")

    def lose(self) -> None:
        """Nobody hears it any more."""
        self._unsent.unheard()

    def report(self) -> None:
        """All that it senses, as it does when asked."""
        if self._unsent.heard:
            self._unsent.report()
            self._send()

    def _at(self, site: SiteId) -> Observation:
        token = self.table.tokens.get(site, "empty")
        seen: Seen = "something" if self.sense == "pin" and token != "empty" else token
        return Observation(site=site, sense=self.sense, seen=seen, at=self.table.now + SKEW_S)

    def _send(self) -> None:
        while (items := self._unsent.next()) is not None:
            self._say(items)

    def _say(self, items: tuple[Sensed, ...]) -> None:
        self._seq += 1
        payload = written(
            items,
            self.table.now + SKEW_S,
            table="kitchen",
            node=self.name,
            boot=f"{self.name}-{self._boot}",
            seq=self._seq,
            stamp=STAMP,
            board=self.board,
        )
        if self.held_up:
            self._held.append(payload)
        else:
            self.table.hears(self, "observation", payload)

    def release(self) -> None:
        """The network brings what it has held up."""
        self.held_up = False
        for payload in self._held:
            self.table.hears(self, "observation", payload)


class Table:
    """A table that plays, with these senses elsewhere and no others; the clock is ours."""

    def __init__(self, *senses: Sense) -> None:
        self.now = 1000.0
        self.tokens: dict[SiteId, Seen] = {}
        game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 3)
        wording = Wording(game.state.game_map, LAYOUT)
        self.session = Session(game, layout=LAYOUT, wording=wording, store=None, sinks=[])
        self.pins, self.camera = Machine(self, "desk", "pin"), Machine(self, "porch", "camera")
        self.machines = [one for one in (self.pins, self.camera) if one.sense in senses]
        self._nodes = Nodes(
            {one.name: one.sense for one in self.machines},
            on_sensed=self._sensed,
            on_source=lambda node, health: None,
            ask=self._ask,
            board="usa",
        )
        self._told = 0
        self._sensed(away("hub", "desk", 0) if "pin" in senses else missing("hub", 0))
        self._sensed(away("camera", "porch", 0) if "camera" in senses else missing("camera", 0))
        self.broker("live")

    def start(self) -> "Table":
        """All machines are heard, and the table greets."""
        for machine in self.machines:
            machine.begin()
        self.session.begin(self.now)
        self.wait(3.0)
        self.said()
        return self

    def broker(self, condition: Condition) -> None:
        """It comes or goes, and all machines with it."""
        self.now += 0.01
        if condition == "live":
            self._nodes.there(self.now)
        else:
            self._nodes.away(self.now)
            for machine in self.machines:
                machine.lose()
        self.session.handle(DeviceHealth(device="broker", condition=condition, at=self.now), self.now)

    def hears(self, machine: Machine, part: str, payload: bytes) -> None:
        topic = f"fingerpost/1/kitchen/node/{machine.name}/{part}"
        assert self._nodes.take(TOPICS, InboundMessage(topic=topic, payload=payload), self.now)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self._nodes.tick(self.now)
            self.session.tick(self.now)

    def set(self, site: SiteId, token: Seen) -> None:
        """A token is set, or lifted (`empty`); the camera sees it a moment later."""
        self.tokens[site] = token
        self.pins.look(site)
        self.wait(0.3)
        self.camera.look(site)

    def press(self, button: Button) -> None:
        self.session.handle(Press(button=button, action="down", at=self.now), self.now)
        self.session.handle(Press(button=button, action="up", at=self.now), self.now)

    def said(self) -> list[str]:
        """What was said since this was asked last, sounds left out."""
        new, self._told = self.session.history[self._told :], len(self.session.history)
        return [one.normal for one in new if one.normal]

    @property
    def claims(self) -> list[tuple[str, str]]:
        return [(one.seat, one.route) for one in self.session.game.events if isinstance(one, RouteClaimed)]

    def _sensed(self, item: Sensed) -> None:
        self.session.handle(item, self.now)

    def _ask(self, node: str, name: str, data: Mapping[str, object]) -> str:
        next(one for one in self.machines if one.name == node).report()
        return ""


BOTH: tuple[Sense, ...] = ("pin", "camera")
CLAIM = "Blue disc claims Denver to Omaha: 4 trains, 7 points. Red square to move."
WHOSE = "A token on Denver to Omaha. Blue disc's? Yes, or No for another seat."
BROKER_BACK = "The message broker is back; what it missed is sent."
BACK = {
    "pin": "The pins are back; 1 token agrees.",
    "camera": "The camera is back: I see again; 1 token agrees.",
}
EITHER = pytest.mark.parametrize("senses", [("pin",), ("camera",), BOTH])


@EITHER
def test_given_senses_elsewhere_when_a_token_is_set_then_it_is_claimed_whatever_their_clocks_say(
    senses: tuple[Sense, ...],
) -> None:
    table = Table(*senses).start()
    table.set(OMAHA, "blue")
    table.wait(4.0)
    assert table.said() == [CLAIM] and table.claims == [("blue", OMAHA)]
    for machine in table.machines:
        machine.report()
    table.wait(5.0)
    assert table.said() == []


@EITHER
def test_given_a_token_that_stood_there_when_they_are_first_heard_then_it_is_asked_about_once(
    senses: tuple[Sense, ...],
) -> None:
    table = Table(*senses)
    table.session.begin(table.now)
    table.wait(2.0)
    table.set(OMAHA, "blue")
    table.said()
    for machine in table.machines:
        machine.begin()
    table.wait(6.0)
    assert table.said() == [WHOSE] and table.claims == []
    table.press("yes")
    table.wait(6.0)
    assert table.said() == [CLAIM] and table.claims == [("blue", OMAHA)]


@pytest.mark.parametrize("after_s", [0.1, 0.6])
@pytest.mark.parametrize("gone_s", [0.5, 3.0, 30.0])
@pytest.mark.parametrize(
    ("senses", "which"), [(("pin",), 0), (("camera",), 0), (BOTH, 0), (BOTH, 1)], ids=str
)
def test_given_a_machine_that_goes_in_mid_claim_when_it_is_back_then_the_claim_is_told_once_and_nothing_asked(
    senses: tuple[Sense, ...], which: int, gone_s: float, after_s: float
) -> None:
    table = Table(*senses).start()
    table.set(OMAHA, "blue")
    table.wait(after_s)
    machine = table.machines[which]
    machine.leave()
    table.wait(gone_s)
    machine.begin()
    table.wait(8.0)
    said = table.said()
    assert table.claims == [("blue", OMAHA)] and said[0] == CLAIM
    assert [one for one in said[1:] if "own computer does not answer" not in one] == (
        [] if gone_s < 1 else [BACK[machine.sense]]
    )
    assert len(said) == (1 if gone_s < 1 else 3)


@pytest.mark.parametrize("gone_s", [0.5, 30.0])
@EITHER
def test_given_a_broker_that_goes_when_a_token_is_set_meanwhile_then_it_alone_is_asked_about(
    senses: tuple[Sense, ...], gone_s: float
) -> None:
    table = Table(*senses).start()
    table.set(OMAHA, "blue")
    table.wait(5.0)
    table.said()
    table.broker("lost")
    table.wait(gone_s)
    table.set(HELENA, "red")
    table.broker("live")
    for machine in table.machines:
        machine.connect()
    table.wait(8.0)
    said = table.said()
    asked = "A token on Duluth to Helena. Red square's? Yes, or No for another seat."
    assert said[0].startswith("No message broker answers") and table.claims == [("blue", OMAHA)]
    assert sorted(said[1:]) == sorted([BROKER_BACK, asked, *(BACK[sense] for sense in senses)])


@pytest.mark.parametrize("sense", BOTH)
def test_given_a_device_gone_when_its_machine_is_heard_anew_and_a_token_comes_then_it_is_asked_about(
    sense: Sense,
) -> None:
    """What its sites were before the loss is old: nobody has felt or seen the token come."""
    table = Table(sense).start()
    (machine,) = table.machines
    table.broker("lost")
    machine.device("lost", "unplugged")
    table.broker("live")
    machine.connect()
    table.wait(1.0)
    table.tokens[OMAHA] = "blue"
    table.wait(1.0)
    table.said()
    machine.device("live")
    table.wait(8.0)
    assert table.claims == [] and table.said().count(WHOSE) == 1


def test_given_a_device_that_was_gone_when_all_is_told_then_its_sites_come_before_that_it_is_live() -> None:
    picture = Picture()
    site = Observation(site=OMAHA, sense="pin", seen="something", at=2.0)
    old = Observation(site=HELENA, sense="pin", seen="empty", at=0.0)
    aside = DeviceHealth(device="pin", condition="fault", cause="chat", site=HELENA, at=2.0)
    lost = DeviceHealth(device="hub", condition="lost", cause="unplugged", at=1.0)
    live = DeviceHealth(device="hub", condition="live", at=2.0)
    for item in (old, lost, site, live, aside, Press(button="yes", action="down", at=3.0)):
        picture.take(item)
    assert picture.whole() == (site, aside, live)


def test_given_a_token_whose_word_was_held_up_when_it_comes_then_it_is_not_taken_for_the_next_seats() -> None:
    """Blue sets two tokens; the word of the second comes when red is on, who has done nothing."""
    table = Table("pin").start()
    table.set(OMAHA, "blue")
    table.pins.held_up = True
    table.set(HELENA, "blue")
    table.wait(2.5)
    assert table.said() == [CLAIM]
    table.pins.release()
    table.wait(6.0)
    asked = "A token on Duluth to Helena. Red square's? Yes, or No for another seat."
    assert table.claims == [("blue", OMAHA)] and table.said() == [asked]


def test_given_messages_when_some_are_held_up_then_by_how_much_is_told_by_the_quickest() -> None:
    lag = Lag()
    assert [lag.late_s(sent, now) for sent, now in ((0, 500.5), (1, 501.25), (2, 504.0), (3, 504.0))] == [
        0.0,
        0.0,
        1.75,
        0.75,
    ]
    assert lag.late_s(4, 10_000.0) == 0.0  # the node's machine has slept
    assert lag.late_s(5, 10_001.5) == 0.5


@EITHER
def test_given_machines_started_for_another_board_when_a_game_is_played_then_it_is_said_and_nothing_believed(
    senses: tuple[Sense, ...],
) -> None:
    table = Table(*senses)
    for machine in table.machines:
        machine.board = "europe"
        machine.begin()
    table.session.begin(table.now)
    table.wait(3.0)
    said = table.said()
    assert sum("was started for another board: start it for this one." in line for line in said) == len(
        senses
    )
    table.set(OMAHA, "blue")
    table.wait(5.0)
    assert table.said() == [] and table.claims == []
    for machine in table.machines:
        machine.leave()
        machine.board = "usa"
        machine.begin()
    table.wait(6.0)
    assert WHOSE in table.said()  # it may be one of yesterday's
    table.press("yes")
    table.wait(3.0)
    assert table.claims == [("blue", OMAHA)]
