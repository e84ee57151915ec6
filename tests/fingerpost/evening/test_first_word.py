"""The table greets as soon as its senses have spoken; one that says nothing is not waited for."""

import threading
from dataclasses import dataclass
from typing import Literal

import pytest

from announce import Wording
from engine import Game
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.table_parts import missing
from fingerpost.evening import loop as play
from integrations.house_wire import away
from table.session import Session
from tabletop import Device, DeviceHealth, board_layout

LAYOUT = board_layout("usa")


@dataclass
class Turns:
    """A part that ends the loop after so many turns of it."""

    stop: threading.Event
    left: int

    def poll(self, at: float) -> None:
        """One turn."""
        self.left -= 1
        if self.left <= 0:
            self.stop.set()

    def close(self) -> None:
        """Nothing to let go of."""


def greeted(*spoke: DeviceHealth) -> Session:
    """A table whose devices have said this, after three turns of the loop."""
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    wording = Wording(game.state.game_map, LAYOUT)
    session = Session(game, layout=LAYOUT, wording=wording, store=None, sinks=[])
    for health in spoke:
        session.handle(health, 0.0)
    stop = threading.Event()
    play.run(session, [Turns(stop, 3)], Inbox(), stop=stop)
    return session


def health(device: Device, condition: Literal["live", "lost"], cause: str = "") -> DeviceHealth:
    return DeviceHealth(device=device, condition=condition, at=0.0, cause=cause)


HUB, CAMERA = missing("hub", 0.0), missing("camera", 0.0)


@pytest.mark.parametrize(
    ("spoke", "waits_s", "greets"),
    [((HUB, CAMERA), 3600.0, True), ((HUB,), 3600.0, False), ((), 0.0, True)],
)
def test_given_senses_when_all_have_spoken_or_time_is_up_then_the_table_greets(
    spoke: tuple[DeviceHealth, ...], waits_s: float, greets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "FIRST_WORD_S", waits_s)
    session = greeted(*spoke)
    assert session.begun == greets
    assert bool(session.history) == greets


@pytest.mark.parametrize(
    ("then", "greets"),
    [
        ((), False),
        ((health("broker", "live"),), False),
        ((health("hub", "live"),), True),
        ((health("hub", "lost", "node-offline"),), True),
        ((health("broker", "lost", "refused"),), True),
    ],
)
def test_given_pins_on_another_machine_when_it_may_be_heard_any_moment_then_the_first_words_wait_for_it(
    then: tuple[DeviceHealth, ...], greets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token set before its pins were heard of could not be told from one of yesterday's."""
    monkeypatch.setattr(play, "FIRST_WORD_S", 0.0)
    session = greeted(away("hub", "desk", 0.0), CAMERA, *then)
    assert session.begun == greets
    monkeypatch.setattr(play, "AWAITED_S", 0.0)
    assert greeted(away("hub", "desk", 0.0), CAMERA, *then).begun


def test_given_pins_on_another_machine_when_heard_before_they_were_missed_then_they_are_not_back() -> None:
    session = greeted(away("hub", "desk", 0.0), CAMERA, health("hub", "live"))
    words = [one.normal for one in session.history]
    assert words[-1] == "Blue disc to move." and not any("back" in one for one in words)
    missed = greeted(
        away("hub", "desk", 0.0),
        CAMERA,
        health("broker", "lost", "refused"),
        health("broker", "live"),
        health("hub", "live"),
    )
    assert any("pins are back" in one.normal for one in missed.history)
