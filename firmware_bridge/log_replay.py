"""A log of a hub's wire → the lines that a watch printed then. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware_bridge.command_queue import COMMAND_TRIES, COMMAND_WAIT_S, CommandQueue, OpenCommand
from firmware_bridge.drive import Drive
from firmware_bridge.messages import Greet
from firmware_bridge.protocol import CommandDecoder, Garbled
from firmware_bridge.ring_log import WireRecord
from firmware_bridge.watch import FIRST_HUB, Watcher
from tabletop import BoardLayout, HubId

_GIVEN_UP_S: Final = COMMAND_WAIT_S * 1.1


class AskedThen(CommandQueue):
    """Asks nothing; believes to have asked what the log says was asked."""

    def __init__(self) -> None:
        super().__init__()
        self._decoder = CommandDecoder()

    def sent(self, data: bytes, at: float) -> None:
        """These bytes were written to the hub."""
        for packet in self._decoder.feed(data):
            command = packet.message
            if isinstance(command, Garbled):
                continue
            if isinstance(command, Greet):
                self.greetings.add(packet.seq)
            again = self._open is not None and self._open.seq == packet.seq
            tries = self._open.tries + 1 if again and self._open is not None else 1
            self._open = OpenCommand(command, packet.seq, at, COMMAND_WAIT_S, tries)

    def known(self) -> None:
        """The log begins with a key: packets that answer a hello of the SEQ 0."""
        self.greetings.add(0)

    def take(self) -> bytes:
        """Nothing."""
        return b""

    def tick(self, at: float) -> None:
        """Give up what was given up then."""
        asked = self._open
        if asked is not None and asked.tries >= COMMAND_TRIES and at - asked.sent_at >= _GIVEN_UP_S:
            self._open = None

    def _say_hello(self, at: float) -> None:
        pass


def replay(
    records: Iterable[WireRecord], layout: BoardLayout | None, *, json_lines: bool, hub: HubId = FIRST_HUB
) -> Iterator[tuple[float, list[str], list[str]]]:
    """For each record its time, the lines of the watch and the words for whoever maintains the hub."""
    asking = AskedThen()
    watcher = Watcher(layout, json_lines=json_lines, hub=hub, asking=asking)
    drive = Drive(watcher)
    for number, record in enumerate(records):
        match record.what:
            case "open":
                lines = drive.opened(record.at)
            case "close":
                lines = drive.closed(record.at, record.data.decode())
            case "<":
                lines = drive.feed(record.data, record.at)
            case "key" if number == 0:
                lines = drive.opened(record.at)
                asking.known()
                watcher.trust_first_answer()
                lines += drive.feed(record.data, record.at)
            case _:
                lines = drive.advance(record.at)
                if record.what == ">":
                    asking.sent(record.data, record.at)
        yield record.at, lines, watcher.take_notes()
