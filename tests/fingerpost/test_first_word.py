"""The table greets as soon as its senses have spoken; one that says nothing is not waited for."""

import threading
from dataclasses import dataclass
from typing import Literal

import pytest

from announce import Wording
from engine import Game
from fingerpost import play
from fingerpost.assemble import Inbox
from fingerpost.parts.table import missing
from fingerpost.session import Session
from tabletop import board_layout

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


@pytest.mark.parametrize(
    ("spoke", "waits_s", "greets"),
    [(("hub", "camera"), 3600.0, True), (("hub",), 3600.0, False), ((), 0.0, True)],
)
def test_given_senses_when_all_have_spoken_or_time_is_up_then_the_table_greets(
    spoke: tuple[Literal["hub", "camera"], ...], waits_s: float, greets: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "FIRST_WORD_S", waits_s)
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    wording = Wording(game.state.game_map, LAYOUT)
    session = Session(game, layout=LAYOUT, wording=wording, store=None, sinks=[])
    for device in spoke:
        session.handle(missing(device, 0.0), 0.0)
    stop = threading.Event()
    play.run(session, [Turns(stop, 3)], Inbox(), stop=stop)
    assert session.begun == greets
    assert bool(session.history) == greets
