"""Another board is chosen while its hub or camera is on another machine, which knows the first one only."""

from announce import Wording
from engine import game_map
from fingerpost.assemble import Inbox
from fingerpost.config import Config
from fingerpost.parts.table import open_senses
from fingerpost.set_up.handing_on import Opened
from fingerpost.set_up.self_test import Sensed
from tabletop import DeviceHealth, board_layout


def turned(config: Config, *maps: str) -> Sensed:
    """What is known of the senses after these boards were laid on the table one after the other."""
    inbox = Inbox()
    opened = Opened(config, inbox, lambda now, box: open_senses(now, box, keys=False), lambda *of: [])
    opened.open()
    for name in maps:
        opened.turn(Config(hub_port=config.hub_port, camera_device=config.camera_device, map=name))
    sensed = Sensed(board_layout(maps[-1]), frozenset({"hub", "camera"}))
    for item in inbox.take():
        assert isinstance(item, DeviceHealth)
        sensed.take(item)
    opened.shut()
    return sensed


def test_given_a_hub_elsewhere_when_another_board_is_laid_then_the_reason_is_told_at_once() -> None:
    sensed = turned(Config(hub_port="node:cellar", camera_device="node:porch", map="usa"), "europe")
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


def test_given_the_first_board_again_when_it_is_laid_then_its_hub_is_waited_for() -> None:
    config = Config(hub_port="node:cellar", map="usa")
    assert turned(config, "europe", "usa").awaited() == {"hub"}
