"""The log of a hub's wire: bounded, and enough to make a watch say the same again."""

import io
import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.cli import main
from firmware_bridge.drive import Drive
from firmware_bridge.log_replay import replay
from firmware_bridge.ring_log import LogError, RingLog, WireRecord, read_log
from firmware_bridge.watch import Watcher
from firmware_bridge.watch_port import replay_file
from tabletop import HubId, board_layout
from tests.firmware_bridge.lone_hub import Cable, LoneHub


def session(
    seed: int, *, changes: int = 150, limit: int = 4 << 20
) -> tuple[Drive[str], list[str], list[int]]:
    """A bad day on a wire: noise, a reboot, a hang, an unplugging; the lines of the watch, the truth."""
    rng, hub = random.Random(seed), LoneHub(24, seed=seed)
    down, up = Cable(0.05, 0.002, seed), Cable(0.05, 0.002, seed + 1)
    drive = Drive(Watcher(None, json_lines=True), RingLog(limit))
    at, lines = 100.0, drive.opened(100.0)

    def live(ms: int) -> None:
        nonlocal at, lines
        for _ in range(ms // 7):
            out = b"".join(map(up.line, drive.take_outgoing().splitlines(keepends=True)))
            said = b"".join(map(down.line, hub.step(out, hub.ms + 7).splitlines(keepends=True)))
            at += 0.007123
            while said:  # in pieces, as a port gives them
                size = rng.randrange(1, 90)
                lines += drive.feed(said[:size], at)
                said = said[size:]
            lines += drive.advance(at)
            if drive.listener.wants_reopen:
                lines += [*drive.closed(at, "silent"), *drive.opened(at)]

    for number in range(changes):
        hub.put(rng.randrange(24), rng.choice([0, 1, 0x21, 0xF0]))
        live(rng.randrange(7, 400))
        if number == changes // 4:
            hub.boot("wdt")
        if number == changes // 3:
            hub.press(2, "d")
            hub.silent_until = hub.ms + 9000
        if number == changes // 2:
            lines += drive.closed(at)
            at += 3.0
            lines += drive.opened(at)
    down.loss = down.harm = up.loss = up.harm = 0.0
    live(3000)
    return drive, lines, list(hub.sites)


def text(drive: Drive[str]) -> list[str]:
    return list(drive.log.lines(drive.at))


def again(lines: list[str]) -> list[str]:
    return [line for _, told, _ in replay(read_log(lines), None, json_lines=True) for line in told]


@pytest.mark.parametrize("seed", range(12))
def test_given_a_log_when_replayed_then_the_very_lines_of_the_watch(seed: int) -> None:
    drive, lines, _ = session(seed)
    assert {"hub": "lost"} in map(json.loads, lines)
    assert again(text(drive)) == lines


@pytest.mark.parametrize("seed", range(3))
def test_given_a_ring_that_has_forgotten_the_beginning_when_replayed_then_it_ends_with_the_truth(
    seed: int,
) -> None:
    drive, _, truth = session(seed, limit=40_000)
    assert drive.log.size <= 40_000
    assert text(drive)[1].split(" ")[1] in ("open", "key")
    copy: list[int | str | None] = [None] * len(truth)
    said = None
    for record in map(json.loads, again(text(drive))):
        said = record.get("hub", said)
        if "site" in record:
            copy[record["site"]] = record["token"]
    assert said == "live"
    assert copy == [{0: None, 0xF0: "unreadable"}.get(token, token) for token in truth]


def test_given_a_ring_when_bytes_come_one_by_one_for_hours_then_its_memory_is_bounded() -> None:
    log = RingLog(10_000)
    for number in range(5000):
        log.add(number / 1000, "<", b"x")
        assert log.size <= 10_000
    assert 100 < len(list(log.lines(5.0))) < 200


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.floats(0, 1e7), st.sampled_from(["<", ">"]), st.binary(max_size=60)), max_size=9)
)
def test_given_any_bytes_when_written_and_read_then_they_are_the_same(
    records: list[tuple[float, str, bytes]],
) -> None:
    log = RingLog()
    expected = [WireRecord(round(at, 6), "<" if what == "<" else ">", data) for at, what, data in records]
    for record in expected:
        log.add(record.at, record.what, record.data)
    assert read_log(list(log.lines(1e7)))[:-1] == expected


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["hello"], "no log of a hub"),
        ([], "no records in it"),
        (["fingerpost hub log 1", "1.0 < ok", "x < y"], "line 3 is 'x < y'"),
        (["fingerpost hub log 1", "1.0 ? y"], "line 2"),
    ],
)
def test_given_what_is_no_log_when_read_then_one_clear_line(lines: list[str], words: str) -> None:
    with pytest.raises(LogError, match=words):
        read_log(lines)


def test_given_a_log_file_when_replayed_from_the_command_then_lines_and_0_else_one_line_and_2(
    tmp_path: Path,
) -> None:
    drive, lines, _ = session(9, changes=12)
    path = tmp_path / "wire.log"
    path.write_text("".join(f"{line}\n" for line in text(drive)), encoding="ascii")
    out, err = io.StringIO(), io.StringIO()
    assert replay_file(path, None, True, 0, out, err) == 0
    assert out.getvalue().splitlines() == lines
    for bad in (tmp_path / "none", tmp_path, Path(__file__), Path("/bin/true"), Path("/dev/zero")):
        out, err = io.StringIO(), io.StringIO()
        assert replay_file(bad, None, True, 0, out, err) == 2
        assert out.getvalue() == "" and err.getvalue().count("\n") == 1
        assert str(bad) in err.getvalue()


def test_given_a_board_of_two_hubs_when_the_log_of_one_is_replayed_then_that_hubs_sites_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drive, lines, _ = session(9, changes=12)
    path = tmp_path / "wire.log"
    path.write_text("".join(f"{line}\n" for line in text(drive)), encoding="ascii")
    usa = board_layout("usa")
    sites = {
        name: replace(site, hub=HubId(1)) for name, site in usa.sites.items() if (site.channel or 0) < 24
    }
    monkeypatch.setattr("fingerpost.commands.hub.the_layout", lambda name: replace(usa, sites=sites))
    call = ["hub", "replay", str(path), "--json", "--board", "usa", "--hub"]
    assert main([*call, "1"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = {int(channel): site for channel, site in usa.channels().items()}
    numbers = [record["site"] for record in map(json.loads, lines) if "site" in record]
    assert [record["site"] for record in told if "site" in record] == [names.get(n, n) for n in numbers]
    assert main([*call, "0"]) == 2
    assert capsys.readouterr().err.endswith("has hubs 1; give one of them\n")
