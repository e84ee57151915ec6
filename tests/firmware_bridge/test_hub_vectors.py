"""The fifteen test vectors of hub/1 and its twelve receiver cases (docs/hub-protocol.md)."""

import pytest

from firmware_bridge import (
    Ack,
    AskSnapshot,
    Beat,
    Command,
    CommandDecoder,
    Decoder,
    Delta,
    Garbled,
    Greet,
    HubFault,
    HubHello,
    HubMessage,
    Key,
    Lamps,
    LogText,
    Packet,
    Ping,
    Snapshot,
    Time,
    digest,
    encode,
)

_TOKENS = bytearray(128)
_TOKENS[0x11], _TOKENS[0x3F], _TOKENS[0x40] = 0x21, 0x01, 0xFE
_E = 0x1A2B

FROM_HUB: dict[str, tuple[bytes, Packet[HubMessage]]] = {
    "V2": (
        b"$H 0000 hub=1.0 fw=fingerpost-rp2/0.1 id=e6614103e7452d2f e=1a2b n=80 cap=s,a,k,l,t,u rx=78 "
        b"hb=03e8 db=10 sc=00fa rs=por r=0001*60473127\n",
        Packet(
            0,
            HubHello(
                version=(1, 0),
                firmware="fingerpost-rp2/0.1",
                id="e6614103e7452d2f",
                epoch=_E,
                sites=128,
                capabilities=("s", "a", "k", "l", "t", "u"),
                line_limit=120,
                beat_ms=1000,
                debounce_ms=16,
                scans=250,
                reset="por",
                reply=1,
            ),
        ),
    ),
    "V3": (
        b"$S 0001 e=1a2b v=00000000 t=000003e8 s=" + _TOKENS.hex().encode() + b" r=0001*ea313e6a\n",
        Packet(1, Snapshot(epoch=_E, version=0, t_ms=1000, tokens=bytes(_TOKENS), reply=1)),
    ),
    "V4": (
        b"$D 0002 e=1a2b p=00000000 v=00000002 t=00000a3c c=11:00,12:21*cf28bcad\n",
        Packet(2, Delta(epoch=_E, before=0, version=2, t_ms=0xA3C, changes=((0x11, 0), (0x12, 0x21)))),
    ),
    "V5": (
        b"$B 0003 e=1a2b v=00000002 t=00000bb8 d=059629c3 sc=00fa er=0000 f=01 k=00000000*062457d2\n",
        Packet(
            3,
            Beat(
                epoch=_E,
                version=2,
                t_ms=3000,
                digest=0x059629C3,
                scans=250,
                bad=0,
                faults=1,
                presses=bytes(4),
            ),
        ),
    ),
    "V7": (
        b"$Y 0004 r=0002 h=0000abcd t=00000bc2 u=00b3f1a0*883fa7e3\n",
        Packet(4, Time(reply=2, stamp=0xABCD, t_ms=0xBC2, t_us=0xB3F1A0)),
    ),
    "V9": (
        b"$K 0005 e=1a2b i=00 a=d c=01 t=00000c00*a90ade3d\n",
        Packet(5, Key(epoch=_E, key=0, action="d", count=1, t_ms=0xC00)),
    ),
    "V10": (
        b"$F 0006 e=1a2b i=40 k=chat x=1 n=002c t=00000c1c*e48d9c93\n",
        Packet(6, HubFault(epoch=_E, site=0x40, kind="chat", standing=1, count=44, t_ms=0xC1C)),
    ),
    "V12": (b"$A 0007 r=0004 ok=1*92329ed7\n", Packet(7, Ack(reply=4, ok=1))),
    "V14": (b"$A 0008 r=0005 er=verb*bfc0010a\n", Packet(8, Ack(reply=5, error="verb"))),
    "V15": (
        b"$L 0009 s=w m=adc%203%20%3d%204095%2a*f6d2e286\n",
        Packet(9, LogText(severity="w", text="adc 3 = 4095*")),
    ),
}

FROM_HOST: dict[str, tuple[bytes, Packet[Command]]] = {
    "V1": (b"#h 0001 hub=1.0*43bfc64c\n", Packet(1, Greet(version=(1, 0)))),
    "V6": (b"#p 0002 h=0000abcd*fd9f53bd\n", Packet(2, Ping(stamp=0xABCD))),
    "V8": (b"#s 0003*4963bb1c\n", Packet(3, AskSnapshot())),
    "V11": (b"#l 0004 m=05 b=02*b1899d7a\n", Packet(4, Lamps(on=5, blink=2))),
}

UNKNOWN_VERB = b"#q 0005*edc8bf22\n"  # V13

V5, V12 = FROM_HUB["V5"][0], FROM_HUB["V12"][0]

RECEIVER_CASES: dict[str, tuple[bytes, str, int]] = {
    "CR before LF": (V5.replace(b"\n", b"\r\n"), "B", 0),
    "a traceback before": (b"\x00\xff>>> Traceback (most recent call last):\r\n" + V5, "B", 0),
    "no LF, the next follows": (V5[:-1] + V12, "BA", 0),
    "one bit flipped": (V5[:1] + bytes([V5[1] ^ 1]) + V5[2:], "", 1),
    "cut off after 20 bytes": (V5[:20] + V12, "A", 1),
    "upper-case CRC": (V5[:-9] + V5[-9:].upper(), "B", 0),
    "a NUL inside": (V5[:11] + b"\x00" + V5[11:] + V12, "A", 1),
    "far too long": (b"$" + b"x" * 5000 + b"\n" + V12, "A", 1),
    "an empty frame": (b"$" + V12, "A", 0),
    "a prompt before": (b">>> " + V5, "B", 0),
    "a CRC that is none": (V5[:-9] + b"zzzzzzzz\n", "", 1),
    "our own ping echoed": (FROM_HOST["V6"][0] + V12, "A", 0),
}


@pytest.mark.parametrize("name", FROM_HUB)
def test_given_a_vector_of_the_hub_when_read_and_written_then_both_agree(name: str) -> None:
    wire, packet = FROM_HUB[name]
    assert Decoder().feed(wire) == [packet]
    assert encode(packet.message, packet.seq) == wire


@pytest.mark.parametrize("name", FROM_HOST)
def test_given_a_vector_of_the_host_when_read_and_written_then_both_agree(name: str) -> None:
    wire, packet = FROM_HOST[name]
    assert CommandDecoder().feed(wire) == [packet]
    assert encode(packet.message, packet.seq) == wire


def test_given_a_verb_that_hub_1_lacks_when_read_then_it_is_to_be_refused_by_name() -> None:
    assert CommandDecoder().feed(UNKNOWN_VERB) == [Packet(5, Garbled(5, "verb"))]


@pytest.mark.parametrize("case", RECEIVER_CASES)
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_given_a_receiver_case_when_fed_in_pieces_then_letters_and_bad_count_are_as_frozen(
    case: str, size: int
) -> None:
    wire, letters, bad = RECEIVER_CASES[case]
    decoder = Decoder()
    packets = [p for i in range(0, len(wire), size) for p in decoder.feed(wire[i : i + size])]
    assert "".join(packet.message.letter for packet in packets) == letters
    assert decoder.bad == bad


def test_given_the_check_values_when_digested_then_they_match() -> None:
    assert digest(bytes(128)) == 0xC2A8FA9D
    assert digest(b"\xff" * 128) == 0x652D544C
