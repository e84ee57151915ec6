"""`fingerpost hub watch`: what it prints, and what it never prints."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge import (
    Ack,
    AskSnapshot,
    CommandDecoder,
    Greet,
    HubMessage,
    encode,
)
from firmware_bridge.watch import Watcher, token
from firmware_bridge.watch_port import watch
from lab.hub.process import HubProcess
from tabletop import BoardLayout, Channel, HubId, board_layout
from tests.firmware_bridge.link_bench import HandHub
from tests.firmware_bridge.watch_process import Watched


class Table(HandHub):
    """A watcher and a hub of 144 sites played by hand."""

    def __init__(self, layout: BoardLayout | None = None, *, json_lines: bool = True) -> None:
        super().__init__()
        self.watcher = Watcher(layout, json_lines=json_lines)
        self.lines: list[str] = []
        self.now = 1.0
        self.tokens = bytearray(144)
        self.version = 0
        self.seq = 0
        self.heard = CommandDecoder()

    def say(self, message: HubMessage) -> None:
        self.seq += 1
        self.lines += self.watcher.feed(encode(message, self.seq), self.now)

    def greet(self) -> None:
        """Answer whatever is asked until nothing is."""
        for _ in range(10):
            for packet in self.heard.feed(self.watcher.take_outgoing()):
                if isinstance(packet.message, Greet):
                    self.say(self.hello(reply=packet.seq, sites=144))
                if isinstance(packet.message, Greet | AskSnapshot):
                    self.say(self.snapshot(bytes(self.tokens), self.version, packet.seq))
                else:
                    self.say(Ack(reply=packet.seq, ok=1))
            self.now += 0.01
            self.hub_ms = int(self.now * 1000)
            self.lines += self.watcher.tick(self.now)

    def put(self, channel: int, byte: int, *, lost: bool = False) -> None:
        self.tokens[channel] = byte
        self.version += 1
        if not lost:
            self.say(self.delta(self.version - 1, self.version, (channel, byte)))

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.lines]


def opened(layout: BoardLayout | None = None, *, json_lines: bool = True) -> Table:
    table = Table(layout, json_lines=json_lines)
    table.tokens[3] = 1
    table.lines += table.watcher.opened(table.now)
    table.greet()
    return table


@pytest.mark.parametrize(
    ("byte", "shown"),
    [(0, None), (1, 1), (0x21, 33), (0xDF, 223), (0xE0, 1), (0xF0, "unreadable"), (0xF7, "unknown")]
    + [(byte, "unknown") for byte in (0xFD, 0xFE, 0xFF)],
)
def test_given_a_token_byte_when_shown_then_it_is(byte: int, shown: object) -> None:
    assert token(byte) == shown


def test_given_a_hub_when_it_answers_then_what_stands_is_told_and_then_live() -> None:
    assert opened().records() == [{"site": 3, "token": 1}, {"hub": "live"}]


def test_given_a_board_when_sites_change_then_they_have_their_names_and_spare_inputs_their_numbers() -> None:
    layout = board_layout("usa")
    wired = {int(channel): site for channel, site in layout.channels().items()}
    spare = next(channel for channel in range(144) if channel not in wired)
    named = next(iter(wired))
    table = opened(layout)
    table.lines.clear()
    table.put(named, 0x21)
    table.put(spare, 0xFE)
    assert table.records() == [{"site": wired[named], "token": 33}, {"site": spare, "token": "unknown"}]


def test_given_a_board_of_two_hubs_when_the_second_is_watched_then_its_own_sites_are_named() -> None:
    layout = board_layout("usa")
    name, site = next((name, site) for name, site in layout.sites.items() if site.channel is not None)
    two = replace(layout, sites={**layout.sites, name: replace(site, hub=HubId(1), channel=Channel(9))})
    table = Table(two)
    table.watcher = Watcher(two, json_lines=True, hub=HubId(1))
    table.tokens[9] = 1
    table.lines += table.watcher.opened(table.now)
    table.greet()
    assert table.records() == [{"site": name, "token": 1}, {"hub": "live"}]


def test_given_a_lost_packet_when_it_is_repaired_then_all_that_stands_and_what_changed_is_told() -> None:
    table = opened()
    table.put(5, 0xF0)
    table.lines.clear()
    table.put(3, 0, lost=True)
    table.put(7, 1)
    assert table.records() == [{"hub": "stale"}]
    table.greet()
    assert table.records()[1:] == [
        {"site": 3, "token": None},
        {"site": 5, "token": "unreadable"},
        {"site": 7, "token": 1},
        {"hub": "live"},
    ]


def test_given_a_site_that_is_changing_when_told_then_its_old_value_stays() -> None:
    table = opened()
    table.lines.clear()
    table.put(3, 0xF1)
    assert table.lines == []
    table.put(3, 0)
    assert table.records() == [{"site": 3, "token": None}]


def test_given_a_site_never_named_when_its_first_word_is_that_it_moves_then_it_is_empty() -> None:
    table = Table()
    table.tokens[4] = 0xF1
    table.lines += table.watcher.opened(table.now)
    table.greet()
    assert table.records() == [{"hub": "live"}]
    table.put(4, 1)
    assert table.records()[-1] == {"site": 4, "token": 1}


def test_given_a_port_that_goes_and_comes_when_watched_then_lost_and_live() -> None:
    table = opened()
    table.lines.clear()
    table.lines += table.watcher.closed(table.now)
    table.lines += table.watcher.opened(table.now)
    table.greet()
    assert table.records() == [{"hub": "lost"}, {"site": 3, "token": 1}, {"hub": "live"}]


def test_given_a_hub_that_never_answers_when_5_s_pass_then_lost_once() -> None:
    table = Table()
    table.lines += table.watcher.opened(table.now)
    for _ in range(200):
        table.now += 0.1
        table.lines += table.watcher.tick(table.now)
    assert table.records() == [{"hub": "lost"}]


def test_given_another_major_when_it_answers_then_a_fault_and_lost() -> None:
    table = Table()
    table.lines += table.watcher.opened(table.now)
    table.say(table.hello(reply=0, sites=144, major=3))
    fault = {"kind": "wrong-major", "site": None, "standing": True, "count": 0}
    assert table.records() == [{"fault": fault}, {"hub": "lost"}]
    (note,) = table.watcher.take_notes()
    assert note.startswith("this board speaks hub/3, Fingerpost knows hub/1")
    assert not table.watcher.take_notes()


def test_given_no_json_when_watched_then_the_lines_are_words() -> None:
    table = opened(json_lines=False)
    table.put(3, 0)
    table.put(4, 0x21)
    assert table.lines == ["site 3: something is here", "hub live", "site 3: empty", "site 4: class 33"]


@pytest.mark.parametrize("path", ["/dev/null", "/dev/no-such-hub"])
def test_given_no_port_when_watched_then_2_and_one_line(path: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert watch(path, None, True, out, err) == 2
    assert out.getvalue() == ""
    assert err.getvalue().startswith(f"hub {path} is ") and err.getvalue().count("\n") == 1


def test_given_a_hub_in_another_process_when_it_is_tried_hard_then_the_lines_tell_the_truth(
    tmp_path: Path,
) -> None:
    link = tmp_path / "hub"
    with HubProcess(64, link=link, loss=0.02, seed=5) as hub:
        watching = Watched(link, tmp_path / "wire.log", 64)
        seen = watching.records
        watching.until(lambda: {"hub": "live"} in seen)
        hub.contact(3, 1, bounce_ms=6)
        hub.contact(5, 0x21)
        watching.until(lambda: {"site": 3, "token": 1} in seen and {"site": 5, "token": 33} in seen)
        hub.unplug()
        watching.until(lambda: seen[-1] == {"hub": "lost"})
        hub.contact(3, 0)
        hub.contact(9, 0xF0)
        hub.plug()
        watching.until(lambda: seen[-1] == {"hub": "live"})
        after = seen[seen.index({"hub": "lost"}) + 1 :]
        told = {line["site"]: line["token"] for line in after if "site" in line}
        assert (told[3], told[5], told[9]) == (None, 33, "unreadable")
        assert watching.interrupt(2) == 0
        watching.close()
