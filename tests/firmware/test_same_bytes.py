"""The same script gives the same bytes on CPython and on MicroPython."""

from pathlib import Path
from random import Random

import pytest

from firmware_bridge import (
    Ack,
    Beat,
    Decoder,
    Delta,
    HubFault,
    HubHello,
    HubSelfTest,
    Key,
    RawValues,
    Snapshot,
    Time,
)
from tests.firmware.hub_script import play
from tests.firmware.on_micropython import under_node

DAY = Path(__file__).with_name("day.txt")
_PLAY = """
from tests.firmware.hub_script import play
with open("/script") as file:
    print(play(file.read(), {chips}, {resistors}, print))
"""


def on_micropython(script: Path, chips: int, resistors: bool) -> str:
    return "\n".join(under_node(_PLAY.format(chips=chips, resistors=resistors), script=script)) + "\n"


def on_cpython(script: Path, chips: int, resistors: bool) -> str:
    lines: list[str] = []
    crc = play(script.read_text(encoding="ascii"), chips, resistors, lines.append)
    return "\n".join([*lines, str(crc)]) + "\n"


def wild_day(seed: int) -> str:
    """Ten seconds of whatever may happen to a hub."""
    random, now, seq = Random(seed), 400, 1
    lines = [f"{now} host h 0001 hub=1.0"]
    while now < 10_000:
        now += random.choice((1, 2, 3, 4, 4, 8, 20, 50, 150))
        seq += 1
        site, code = random.randrange(40), random.choice((0, 100, 682, 700, 900, 1050, 1429, 1888, 3999))
        deed = random.choice(
            (
                *(f"put {site} {code}", f"lift {site}", f"code {site} {code}") * 6,
                f"key {random.randrange(6)} {random.randrange(2)}",
                f"host {random.choice('hspltrf')} {seq:04x} hub=1.0 h={site:x} m=1 b=2 i={site:02x} n=04",
                f"host c {seq:04x} db={random.choice(('08', '10', '1c'))} mask={random.randrange(65536):04x}",
                f"host z {seq:04x} w={random.choice(('empty', 'save', '31', 'zz'))} lo=0500 hi=0{code:03x}",
                f"chain {int(random.random() < 0.8)}",
                f"full {int(random.random() < 0.3)}",
                f"reference {random.choice((2796, 2796, 2800, 2600))}",
                f"memory {random.choice((90000, 9000))}",
            )
        )
        lines.append(f"{now} {deed}")
    return "\n".join([*lines, f"{now + 500} end"])


@pytest.mark.parametrize(("chips", "resistors"), [(18, True), (18, False)])
def test_given_a_day_of_a_hub_when_played_on_both_then_every_byte_is_the_same(
    chips: int, resistors: bool
) -> None:
    assert on_micropython(DAY, chips, resistors) == on_cpython(DAY, chips, resistors)


def test_given_a_wild_day_when_played_on_both_then_every_byte_is_the_same(tmp_path: Path) -> None:
    for seed in range(4):
        script = tmp_path / "script"
        script.write_text(wild_day(seed), encoding="ascii")
        assert on_micropython(script, 5, seed % 2 == 0) == on_cpython(script, 5, seed % 2 == 0)


def test_given_the_day_when_read_by_the_host_then_it_holds_every_message_and_most_faults() -> None:
    """Otherwise sameness would prove little."""
    chunks: list[str] = []
    play(DAY.read_text(encoding="ascii"), 18, True, lambda line: chunks.append(line.split(" ", 1)[1]))
    decoder = Decoder()
    told = [packet.message for packet in decoder.feed("".join(chunks).encode())]
    kinds = {type(message) for message in told}
    assert kinds == {Ack, Beat, Delta, HubFault, HubHello, Key, RawValues, HubSelfTest, Snapshot, Time}
    assert decoder.bad == decoder.unfit == decoder.unknown == 0
    faults = {message.kind for message in told if isinstance(message, HubFault)}
    assert faults == {"stuck", "float", "amb", "short", "open", "chain", "supply"}
    errors = {message.error for message in told if isinstance(message, Ack)}
    assert errors == {None, "crc", "len", "verb", "arg", "perm", "busy"}
