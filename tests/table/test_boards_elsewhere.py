"""Another board is chosen while its hub or camera is on another machine, started for one board only."""

from collections.abc import Mapping

from announce import Wording
from engine import game_map
from fingerpost.config import CameraSection, Config, GameSection, HubSection
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.table_parts import open_senses
from fingerpost.evening.handing_on import OpenedSenses
from integrations.house_wire import node_senses
from mqtt import Topics
from mqtt.inbound import InboundMessage
from mqtt.nodes import Nodes
from mqtt.payloads import Stamp
from mqtt.sense_payloads import written
from table.self_test import Sensed
from tabletop import DeviceHealth, Observation, board_layout

TOPICS, STAMP = Topics("kitchen"), Stamp(1_790_000_000_123, bytes(range(10)))


class Lobby:
    """A table before its game, whose nodes were started for the board of the United States."""

    def __init__(self, config: Config) -> None:
        self.config, self._inbox, self._seq = config, Inbox(), 0
        self._opened = OpenedSenses(
            config, self._inbox, lambda now, box: open_senses(now, box, keys=False), lambda *of: []
        )
        self._nodes = Nodes(
            node_senses(config),
            on_sensed=self._inbox.put,
            on_source=lambda node, health: None,
            ask=self._ask,
            board="usa",
        )
        self._opened.open()
        for node in node_senses(config):
            self._report(node)

    def turned(self, *maps: str) -> Sensed:
        """What is known of the senses after these boards were laid on the table one after the other."""
        for name in maps:
            self._nodes.lay(name)
            self._opened.turn(self.config.but("game", map=name))
            for node in node_senses(self.config):
                self._report(node)
        sensed = Sensed(board_layout(maps[-1]), frozenset({"hub", "camera"}))
        for item in self._inbox.take():
            assert isinstance(item, DeviceHealth | Observation)
            sensed.take(item)
        self._opened.shut()
        return sensed

    def _ask(self, node: str, name: str, data: Mapping[str, object]) -> str:
        return ""

    def _report(self, node: str) -> None:
        """A node says that its device is well."""
        self._seq += 1
        hub = node_senses(self.config)[node] == "pin"
        well = DeviceHealth(device="hub" if hub else "camera", condition="live", at=1.0)
        payload = written(
            (well,), 1.0, table="kitchen", node=node, boot=node, seq=self._seq, stamp=STAMP, board="usa"
        )
        topic = TOPICS.node(node, "observation")
        assert self._nodes.take(TOPICS, InboundMessage(topic=topic, payload=payload), 1.0)


def test_given_a_hub_elsewhere_when_another_board_is_laid_then_the_reason_is_told_at_once() -> None:
    sensed = Lobby(
        Config(
            hub=HubSection(port="node:cellar"),
            camera=CameraSection(device="node:porch"),
            game=GameSection(map="usa"),
        )
    ).turned("europe")
    assert sensed.awaited() == frozenset()
    assert sensed.heard_of()  # nobody waits for it
    wording = Wording(game_map("europe"), board_layout("europe"))
    told = [
        wording.health(one, None, [])[0].normal for one in sensed.findings() if isinstance(one, DeviceHealth)
    ]
    assert told == [
        "The board's own computer was started for another board: start it for this one. The game is safe.",
        "The camera's own computer was started for another board: start it for this one. The game is safe.",
    ]


def test_given_the_first_board_again_when_it_is_laid_then_its_hub_is_believed() -> None:
    sensed = Lobby(Config(hub=HubSection(port="node:cellar"), game=GameSection(map="usa"))).turned(
        "europe", "usa"
    )
    assert sensed.live("hub")
