"""A controller that plays a whole game by MQTT: it knows the public snapshot, the map, and no hand."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from announce import Announcement, Wording
from engine import SEATS, CardMode, Event, Game, GameMap, State, edition
from mqtt.inbound import EventLog, InboundHandler, InboundMessage
from mqtt.payloads import Encoder, Stamp
from mqtt.topics import Topics
from table.session import Session
from tabletop import DeviceHealth, board_layout
from tests.mqtt.envelopes import envelope

Fields = Mapping[str, object]

NOS: Final = ("illegal-move", "not-your-turn", "wrong-seat", "bad-data")  # of who tries what may be there
HEARD_S: Final = 0.7  # so long after a question a press is an answer (criterion 14)
STUCK: Final = 60  # presses without effect
ROW: Final = range(6)
DECKS: Final = ("deck", "train-deck", "ship-deck")


class Wire(Protocol):
    """What a controller has of a table."""

    def snapshot(self) -> Fields:
        """The `data` of the newest `state`."""

    def ask(self, name: str, data: Fields) -> Fields:
        """Send a command that expects the snapshot's seq; the `data` of its result."""

    def wait(self, seconds: float) -> None:
        """Let the table's time pass."""


class Indoors:
    """A table and its wire without a broker between: the same bytes and checks; its time is virtual."""

    def __init__(self, rules: str, cards: CardMode, seed: int, settings: Fields | None = None) -> None:
        found = edition(rules)
        game = Game.new(rules, found.map, SEATS[:2], cards, seed, settings)
        layout = board_layout(found.map)
        self._at, self._ids = 0.0, itertools.count(1)
        self._encoder, self._log = Encoder("kitchen", "game-1", "boot-1"), EventLog()
        self._later: list[bytes] = []
        self.events: list[Fields] = []
        self._state: Fields = {}
        self._inbound = InboundHandler(
            Topics("kitchen"),
            self._encoder,
            self._log,
            on_command=lambda asked: self.session.handle(asked, self._at),
            send=lambda answer: self._later.append(answer.payload),
            stamp=self._stamp,
        )
        wording = Wording(game.state.game_map, layout)
        self.session = Session(game, layout=layout, wording=wording, store=None, sinks=[self])
        for device in ("hub", "camera"):
            absent = DeviceHealth(device=device, condition="lost", at=0.0, cause="absent")
            self.session.handle(absent, 0.0)
        self.session.begin(0.0)
        self.wait(1.0)

    def _stamp(self) -> Stamp:
        number = next(self._ids)
        return Stamp(1_790_000_000_000 + number, number.to_bytes(10, "big"))

    # As a sink of the session

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        for seq, event in events:
            payload = self._log.add(seq, self._encoder.event(seq, event, self._stamp()))
            self.events.append(json.loads(payload))
        self._state = json.loads(self._encoder.state(state, self._stamp()))["data"]

    def say(self, announcement: Announcement, at: float) -> None:
        pass

    def again(self, announcement: Announcement, at: float) -> None:
        pass

    def hush(self, at: float) -> bool:
        return False

    def health(self, health: DeviceHealth) -> None:
        pass

    def close(self) -> None:
        pass

    # As the wire of a controller

    def snapshot(self) -> Fields:
        return self._state

    def wait(self, seconds: float) -> None:
        until = self._at + seconds
        while self._at < until:
            self._at += 0.1
            self.session.tick(self._at)

    def ask(self, name: str, data: Fields) -> Fields:
        return self.results(name, data)[-1]

    def results(self, name: str, data: Fields) -> list[Fields]:
        """Every result of a command; a replay has one a page."""
        fields = envelope(name, "club", f"c{next(self._ids)}", data, expect_seq=self._state["seq"])
        self._later.clear()
        self._at += 0.03
        inbound = InboundMessage(
            topic=f"fingerpost/1/kitchen/cmd/{name}", payload=json.dumps(fields).encode()
        )
        answers = [answer.payload for answer in self._inbound.take(inbound, self._at)]
        answers += [*self._later, *(page.payload for page in iter(self._inbound.page, None))]
        return [json.loads(answer)["data"] for answer in answers]


class Controller:
    """Plays every seat, badly: it draws, tries what may be there, and presses Yes where a seat is asked."""

    def __init__(self, wire: Wire, game_map: GameMap, seed: int, *, modest: bool = False) -> None:
        """`modest`: it wants short routes, and gives up soon."""
        self._wire, self._map, self._random = wire, game_map, random.Random(seed)
        self._modest = modest
        self.obeyed: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def play(self) -> None:
        """Until the game is over."""
        idle = 0
        while (state := self._wire.snapshot())["phase"] != "over":
            assert idle < STUCK, state
            if self._act(state):
                idle = 0
                continue
            # By a letter to a ticket that is marked, back to the letters, and No ends the list.
            done = state["phase"] == "declaring" and idle % 4 >= 2
            self._press(
                "no" if done else "forward" if idle % 10 == 9 else "yes"
            )  # what an ear is asked, blindly
            idle = 0 if self._wire.snapshot()["seq"] != state["seq"] else idle + 1

    def _act(self, state: Fields) -> bool:
        seat = state["to_move"]
        match state["phase"]:
            case "turn" if seat is not None:
                return self._turn(state, str(seat))
            case "second-card":
                return self._first("draw-card", ({"seat": seat, **card} for card in self._cards()))
            case "tunnel" if self._random.random() < 0.5:
                return self._first("answer-tunnel", [{"seat": seat, "decline": True}])
            case "loans":
                return self._first("choose-loans", ({"seat": one, "loans": {}} for one in SEATS[:2]))
        return False

    def _turn(self, state: Fields, seat: str) -> bool:
        if state["turn"] == self._tried:
            return self._simply(state, seat)
        self._tried = state["turn"]
        sometimes = self._random.random()
        if sometimes < 0.3 and self._rarely(state, seat):
            return True
        if sometimes < (0.8 if state["cards"] == "dealt" else 0.4):
            return self._simply(state, seat)
        claims = state["claims"]
        assert isinstance(claims, dict)
        free = [route for route in self._map.routes if route not in claims]
        self._random.shuffle(free)
        free.sort(key=lambda route: self._map.routes[route].length, reverse=not self._modest)
        return self._first(
            "claim-route", ({"seat": seat, "route": route} for route in free[: 8 if self._modest else 25])
        )

    _tried: object = None  # the turn in which more than drawing was tried

    def _rarely(self, state: Fields, seat: str) -> bool:
        """What only some editions have, and what is seldom wise."""
        cities = list(self._map.cities)
        self._random.shuffle(cities)
        if self.obeyed["claim-route"] and self._random.random() < 0.2:
            return self._first("undo", ({"seat": one} for one in SEATS[:2]))
        return (
            self._first("exchange-pieces", [{"seat": seat, "give": "train", "count": 1}])
            or self._first("build-station", ({"seat": seat, "city": city} for city in cities[:6]))
            or self._first("build-harbor", ({"seat": seat, "city": city} for city in cities))
            or (state.get("event") is not None and self._first("resolve-event", [{"seat": seat, "coins": 1}]))
            or self._first("draw-tickets", [{"seat": seat}])
        )

    def _simply(self, state: Fields, seat: str) -> bool:
        if state["cards"] == "untracked":
            return self._first("end-turn", [{"seat": seat}])
        return (
            self._first("draw-card", ({"seat": seat, **card} for card in self._cards()))
            or self._first("draw-tickets", [{"seat": seat}])
            or self._first("pass", [{"seat": seat}])
        )

    def _cards(self) -> Iterator[Fields]:
        """Where a card may be had; which of these there are differs by edition."""
        yield from ({"from": deck} for deck in DECKS)
        yield from ({"from": "row", "index": index} for index in ROW)
        yield from ({"from": "row", "index": index, "replace": deck} for index in ROW for deck in DECKS[1:])

    def _first(self, name: str, wishes: Iterable[Fields]) -> bool:
        """Ask until one is granted; where its seat is asked how it pays, it says Yes."""
        for wish in wishes:
            before = self._wire.snapshot()["seq"]
            answer = self._wire.ask(name, wish)
            if answer["ok"]:
                self.obeyed[name] += 1
                for _ in range(4 if answer.get("asked") else 0):
                    self._press("yes")
                    if self._wire.snapshot()["seq"] != before:
                        break
                return True
            error = answer["error"]
            assert isinstance(error, dict) and error["code"] in NOS, answer
            self.refused[name] += 1
        return False

    def _press(self, button: str) -> None:
        self._wire.wait(HEARD_S)
        answer = self._wire.ask("press", {"button": button})
        assert answer["ok"], answer
        self.obeyed["press"] += 1
