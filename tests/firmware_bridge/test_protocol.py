"""Packets survive any wire, or are not taken at all."""

from dataclasses import fields
from zlib import crc32

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import (
    Ack,
    Beat,
    CommandDecoder,
    Decoder,
    Delta,
    Garbled,
    HubMessage,
    Key,
    Lamps,
    LogText,
    Packet,
    Snapshot,
    encode,
)

BYTE, SHORT, LONG = (st.integers(0, 256**size - 1) for size in (1, 2, 4))
TOKENS = st.binary(min_size=1, max_size=250)
CHANGES = st.dictionaries(BYTE, BYTE, min_size=1, max_size=32).map(lambda c: tuple(c.items()))
MESSAGES: st.SearchStrategy[HubMessage] = st.one_of(
    st.builds(Ack, reply=SHORT, ok=st.just(1)),
    st.builds(Ack, reply=SHORT, error=st.sampled_from(["crc", "len", "verb", "arg", "busy", "perm"])),
    st.builds(
        Beat,
        epoch=SHORT,
        version=LONG,
        t_ms=LONG,
        digest=LONG,
        scans=SHORT,
        bad=SHORT,
        faults=BYTE,
        presses=st.binary(max_size=32),
        supply_mv=st.none() | SHORT,
        temperature=st.none() | st.text(max_size=5),
    ),
    st.builds(Delta, epoch=SHORT, before=LONG, version=LONG, t_ms=LONG, changes=CHANGES),
    st.builds(Key, epoch=SHORT, key=BYTE, action=st.sampled_from("duh"), count=BYTE, t_ms=LONG),
    st.builds(Snapshot, epoch=SHORT, version=LONG, t_ms=LONG, tokens=TOKENS, reply=st.none() | SHORT),
    st.builds(LogText, severity=st.sampled_from("diwe"), text=st.text(max_size=60)),
)
PACKETS = st.lists(st.builds(Packet, SHORT, MESSAGES), max_size=6)


def fed(decoder: Decoder, wire: bytes, size: int) -> list[Packet[HubMessage]]:
    return [p for i in range(0, len(wire), size) for p in decoder.feed(wire[i : i + size])]


@given(PACKETS, st.integers(1, 40))
def test_given_messages_when_the_wire_is_cut_anywhere_then_they_come_out_whole(
    sent: list[Packet[HubMessage]], size: int
) -> None:
    decoder = Decoder()
    assert fed(decoder, b"".join(encode(p.message, p.seq) for p in sent), size) == sent
    assert decoder.bad == decoder.unknown == decoder.unfit == 0


@given(st.binary(max_size=800), st.builds(Packet, SHORT, MESSAGES))
def test_given_any_junk_before_when_a_packet_follows_then_it_is_heard(
    junk: bytes, packet: Packet[HubMessage]
) -> None:
    assert Decoder().feed(junk + encode(packet.message, packet.seq))[-1] == packet


@given(st.builds(Packet, SHORT, MESSAGES), st.data())
def test_given_one_byte_changed_when_read_then_nothing_false_is_accepted(
    packet: Packet[HubMessage], data: st.DataObject
) -> None:
    wire = bytearray(encode(packet.message, packet.seq))
    wire[data.draw(st.integers(0, len(wire) - 1))] = data.draw(BYTE)
    assert all(heard == packet for heard in Decoder().feed(bytes(wire)))


@given(st.binary(max_size=120).map(lambda b: bytes(c for c in b if 0x20 <= c <= 0x7E and c not in b"$#*")))
def test_given_any_body_with_a_true_crc_when_read_then_it_is_taken_or_counted(body: bytes) -> None:
    decoder = Decoder()
    heard = decoder.feed(b"$%b*%08x\n" % (body, crc32(body)))
    assert len(heard) + decoder.bad + decoder.unknown + decoder.unfit == 1


def body(text: bytes) -> bytes:
    return b"$%b*%08x\n" % (text, crc32(text))


def test_given_a_field_twice_or_without_a_value_when_read_then_the_packet_is_bad() -> None:
    decoder = Decoder()
    assert decoder.feed(body(b"A 0001 r=0001 r=0001 ok=1") + body(b"A 0001 r=0001 ok")) == []
    assert decoder.bad == 2


def test_given_an_unknown_field_when_read_then_it_is_ignored() -> None:
    assert Decoder().feed(body(b"A 0001 r=4 ok=1 zz=9"))[0].message == Ack(reply=4, ok=1)


def test_given_an_unknown_letter_when_read_then_it_is_counted_and_ignored() -> None:
    decoder = Decoder()
    assert decoder.feed(body(b"Q 0001 r=4")) == []
    assert (decoder.unknown, decoder.bad) == (1, 0)


def test_given_fields_out_of_range_when_read_then_the_packet_is_unfit() -> None:
    decoder = Decoder()
    for text in (
        b"A 0001 ok=1",
        b"A 0001 r=123456789 ok=1",
        b"A 0001 r=0X ok=1",
        b"D 0001 e=1 p=0 v=1 t=0 c=01:02,01:03",
        b"D 0001 e=1 p=0 v=1 t=0 c=",
        b"S 0001 e=1 v=0 t=0 s=0",
        b"K 0001 e=1 i=0 a=x c=1 t=0",
        b"L 0001 s=w m=%2",
        b"H 0001 hub=one fw=f id=1 e=1 n=10 cap=s rx=78 hb=3e8 db=10 sc=fa rs=por",
        b"H 0001 hub=1.0 fw=f id=1 e=1 n=fb cap=s rx=78 hb=3e8 db=10 sc=fa rs=por",
    ):
        assert decoder.feed(body(text)) == [], text
    assert (decoder.unfit, decoder.bad) == (10, 0)


def test_given_an_endless_line_when_read_then_memory_stays_bounded_and_text_is_kept_short() -> None:
    decoder = Decoder()
    for _ in range(300):
        decoder.feed(b"boot " * 200)
    for number in range(100):
        decoder.feed(b"\nline %d" % number)
    text = decoder.take_text()
    assert len(text) == 40
    assert all(len(line) <= 200 for line in text)
    assert decoder.take_text() == []


def test_given_text_between_packets_when_read_then_it_is_kept_as_lines() -> None:
    decoder = Decoder()
    decoder.feed(b"MPY: soft reboot\r\n>>> " + encode(Ack(reply=1, ok=1), 1) + b"\x07bell\n")
    assert decoder.take_text() == ["MPY: soft reboot", ">>>", "\\x07bell"]


def test_given_a_spoiled_packet_when_read_then_its_rest_is_no_text_of_the_hub() -> None:
    decoder = Decoder()
    decoder.feed(b"$B 0003 e=\x001a2b v=0 and so on\n")
    assert (decoder.take_text(), decoder.bad) == ([], 1)


def test_given_a_garbled_command_when_its_seq_is_readable_then_it_comes_out_as_garbled() -> None:
    good = encode(Lamps(on=1, blink=0), 7)
    decoder = CommandDecoder()
    assert decoder.feed(good.replace(b"m=01", b"m=02")) == [Packet(7, Garbled(7, "crc"))]
    assert decoder.feed(b"#l 0008 " + b"x" * 200 + b"\n") == [Packet(8, Garbled(8, "len"))]
    text = b"l 0009 m=01"
    assert decoder.feed(b"#%b*%08x\n" % (text, crc32(text))) == [Packet(9, Garbled(9, "arg"))]
    assert decoder.feed(good) == [Packet(7, Lamps(on=1, blink=0))]


@given(st.builds(Packet, SHORT, MESSAGES))
def test_given_a_message_when_written_then_it_fits_the_line_and_its_alphabet(
    packet: Packet[HubMessage],
) -> None:
    wire = encode(packet.message, packet.seq)
    assert wire[:1] == b"$" and wire.endswith(b"\n")
    assert all(0x20 <= byte <= 0x7E and byte not in b"$#*" for byte in wire[1:-10])
    if not isinstance(packet.message, LogText):
        assert len(wire) <= 640
    assert all(item.metadata for item in fields(packet.message))
