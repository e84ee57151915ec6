"""`fingerpost play` without a hub: a small board, its panel and lamps straight on the Pi, on mock lines."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from announce import Wording
from dialog import Table
from engine import Game, RouteClaimed, edition, game_map
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.lamps import Troubles, lamps
from fingerpost.devices.table_parts import open_panel, open_senses
from fingerpost.table_file import read_config
from firmware_bridge.gpio_devices import LAMP_PINS
from firmware_bridge.gpio_header import header_factory
from storage.store import GameLog
from table.ports import Part
from table.session import Session
from tabletop import BoardLayout, Channel, HubId, SiteId, board_layout
from tabletop.panel_pins import PANEL_PINS
from tests.table.test_session import Paper

USA = board_layout("usa")
LINES = [line for line in range(28) if line not in {*PANEL_PINS.values(), *LAMP_PINS.values()}]


def small_board() -> BoardLayout:
    """As many routes of the United States as there are lines left beside a panel with lamps."""
    names = [name for name, site in USA.sites.items() if site.channel is not None][: len(LINES)]
    wired = {
        name: replace(USA.sites[name], hub=HubId(0), channel=Channel(line))
        for name, line in zip(names, LINES, strict=True)
    }
    return replace(USA, sites=wired)


class PiTable:
    """The parts as `play` makes them, and their loop on a clock that is passed in."""

    def __init__(self, folder: Path, factory: MockFactory) -> None:
        (folder / "table.toml").write_text(
            '[hub]\nport = "gpio"\n[panel]\ngpio = true\nlamps = "gpio"\n[speech]\nmute = true\n'
        )
        config = read_config(folder / "table.toml")
        layout = small_board()
        self.line = {site: int(place.channel or 0) for site, place in layout.sites.items()}
        self.factory = factory
        game = Game.new(
            edition(config.game.edition), game_map("usa"), config.game.seats, cards="untracked", seed=1
        )
        wording = Wording(game.state.game_map, layout)
        troubles = Troubles()
        self.paper, self.inbox, self.store = Paper(), Inbox(), GameLog(folder / "g.fingerpost")
        self.session = Session(
            game, layout=layout, wording=wording, store=self.store, sinks=[self.paper, troubles]
        )

        def look() -> tuple[int, int]:
            asked = not isinstance(self.session.panel.mode, Table)
            return lamps(self.session.game.state.to_move, asked=asked, trouble=bool(troubles))

        senses = open_senses(config, self.inbox, keys=False)
        self.parts: list[Part] = [
            *senses,
            *open_panel(config, self.inbox, None, wording, look, senses, keys=False),
        ]
        self.tick = 0
        self.run(1.2)
        self.session.begin(self.tick / 100)

    def run(self, seconds: float) -> list[str]:
        """What is said meanwhile."""
        start = len(self.paper.words())
        for _ in range(round(100 * seconds)):
            self.tick += 1
            for part in self.parts:
                part.poll(self.tick / 100)
            for item in self.inbox.take():
                self.session.handle(item, self.tick / 100)
            self.session.tick(self.tick / 100)
        return self.paper.words()[start:]

    def put(self, site: SiteId, *, there: bool = True) -> None:
        pin = self.factory.pin(self.line[site])
        (pin.drive_low if there else pin.drive_high)()

    def press(self, line: int) -> list[str]:
        self.factory.pin(line).drive_low()
        said = self.run(0.1)
        self.factory.pin(line).drive_high()
        return said + self.run(0.3)

    def close(self) -> None:
        for part in self.parts:
            part.close()
        self.store.close()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PiTable]:
    factory = MockFactory()
    monkeypatch.setattr("gpiozero.Device.pin_factory", factory)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr("fingerpost.devices.table_parts.the_layout", lambda name: small_board())
    header_factory.cache_clear()
    table = PiTable(tmp_path, factory)
    yield table
    table.close()
    header_factory.cache_clear()


def test_given_19_pins_and_a_panel_on_the_pi_when_played_then_claims_turns_and_lamps(table: PiTable) -> None:
    first, second = list(table.line)[:2]
    table.put(first)
    claimed = table.run(1.5)
    assert len(claimed) == 1 and "Blue disc claims" in claimed[0] and "Red square to move." in claimed[0]
    lit = [bool(table.factory.pin(LAMP_PINS[number]).state) for number in (5, 6, 7)]
    assert lit == [False, False, True]
    assert table.press(PANEL_PINS["yes"]) == ["Red square: no claim. Green triangle to move."]
    table.put(second)
    assert "Green triangle claims" in table.run(1.5)[0]
    events = [SiteId(event.route) for event in table.store.log().events if isinstance(event, RouteClaimed)]
    assert events == [first, second]


def test_given_a_token_on_the_pi_when_knocked_off_then_it_is_missed_and_put_right(table: PiTable) -> None:
    first, second = list(table.line)[:2]
    table.put(first)
    table.run(1.5)
    table.put(second)
    table.run(4.0)  # else the first may have been lifted for it
    table.put(first, there=False)
    fallen = table.run(4.0)
    assert len(fallen) == 1 and "Blue disc's token" in fallen[0]
    table.put(first)
    assert any("right again" in words for words in table.run(1.5))
