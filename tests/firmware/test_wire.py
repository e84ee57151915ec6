"""The firmware's codec agrees with the host's on what a packet is."""

from random import Random

from firmware_bridge import (
    AskFaults,
    AskRaw,
    AskSnapshot,
    Command,
    CommandDecoder,
    Garbled,
    Greet,
    HubSettings,
    Lamps,
    Ping,
    encode,
)
from firmware_bridge.firmware.wire import FieldError, Reader, Writer

COMMANDS: tuple[Command, ...] = (
    Greet(version=(1, 0)),
    AskSnapshot(),
    Ping(stamp=0xABCD),
    Lamps(on=5, blink=2),
    HubSettings(debounce_ms=16, mask=b"\x01\x80"),
    AskRaw(first=3, count=16),
    AskFaults(),
)


def heard(data: bytes) -> tuple[list[tuple[int, str]], int]:
    """What the firmware makes of it: SEQ and verb, or SEQ and why not; and the count of bad packets."""
    reader = Reader()
    out: list[tuple[int, str]] = []
    for byte in data:
        said = reader.feed(byte)
        if said and reader.seq >= 0:
            out.append((reader.seq, reader.verb if said == "ok" else said))
    return out, reader.bad


def meant(data: bytes) -> tuple[list[tuple[int, str]], int]:
    """What the host's own codec makes of it; a known verb with an unfit value is heard all the same."""
    decoder = CommandDecoder()
    out: list[tuple[int, str]] = []
    for packet in decoder.feed(data):
        message = packet.message
        out.append((packet.seq, message.why if isinstance(message, Garbled) else message.letter))
    return out, decoder.bad


def mangled(random: Random) -> bytes:
    """Some packets, with a few bytes lost, changed or put in."""
    data = bytearray()
    for _ in range(random.randint(1, 3)):
        data += encode(random.choice(COMMANDS), random.randrange(65536))
        data += random.choice((b"", b"", b"\r\n", b"AT\r", b"$B 0003*00000000\n", b"#", b"\x00", b"x" * 150))
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        at = random.randrange(len(data))
        match random.randrange(3):
            case 0:
                data[at] ^= 1 << random.randrange(8)
            case 1:
                del data[at : at + random.randint(1, 3)]
            case _:
                data.insert(at, random.choice(b"\n#$* =\r0a"))
        if not data:
            break
    return bytes(data) + b"\n"


def test_given_mangled_packets_when_read_by_both_codecs_then_they_hear_the_same() -> None:
    random = Random(4)
    whole = bad = 0
    for _ in range(4000):
        data = mangled(random)
        said, count = heard(data)
        assert (said, count) == meant(data), data
        whole += sum(what.isalpha() and len(what) == 1 for _, what in said)
        bad += count
    assert whole > 4000 and bad > 1000


def test_given_the_receiver_cases_of_hub_1_when_turned_round_then_each_is_heard_as_it_must() -> None:
    ping, snap = encode(Ping(stamp=0xABCD), 2), encode(AskSnapshot(), 3)
    p, s = (2, "p"), (3, "s")
    cases: list[tuple[bytes, list[tuple[int, str]], int]] = [
        (ping[:-1] + b"\r\n", [p], 0),
        (b"\x00\xff>>> Traceback (most recent call last):\r\n" + ping, [p], 0),
        (ping[:-1] + snap, [p, s], 0),
        (ping[:1] + bytes([ping[1] ^ 1]) + ping[2:], [(2, "crc")], 1),
        (ping[:20] + snap, [(2, "crc"), s], 1),
        (ping[:-10] + ping[-10:].upper(), [p], 0),
        (ping[:11] + b"\x00" + ping[11:] + snap, [(2, "crc"), s], 1),
        (b"#" + b"x" * 5000 + b"\n" + snap, [s], 1),
        (b"#" + snap, [s], 0),
        (b">>> " + ping, [p], 0),
        (ping[:-9] + b"zzzzzzzz\n", [(2, "crc")], 1),
        (b"$Y 0004 r=0002*883fa7e3\n" + snap, [s], 0),
    ]
    for data, packets, bad in cases:
        assert heard(data) == (packets, bad), data


def test_given_numbers_when_read_then_one_to_eight_hex_digits_within_the_limits() -> None:
    reader = Reader()
    reader.fields = {"a": "0f", "b": "", "c": "123456789", "d": "0F", "e": "-1", "f": "100"}
    assert reader.number("a", 0, 15) == 15
    assert reader.number("z", 0, 15, 7) == 7
    for key in "bcdefz":
        try:
            reader.number(key, 0, 255)
        except FieldError:
            continue
        raise AssertionError(key)


def test_given_a_full_buffer_when_a_packet_is_begun_then_refused_and_room_is_made_by_what_was_sent() -> None:
    writer = Writer(100)
    for _ in range(2):
        assert writer.open(b"L", 40)
        writer.text(b" m=" + b"x" * 20)
        writer.close()
    assert not writer.open(b"L", 40)
    first = bytes(writer.chunk(40))
    writer.sent(40)
    assert writer.open(b"L", 40)
    writer.close()
    data = first + bytes(writer.chunk(1000))
    assert [line.split(b" ")[1][:4] for line in data.splitlines()] == [b"0000", b"0001", b"0002"]
