"""PURE: what a home sends to the table that it follows: acts, replays, how far its own board is."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from engine import command_to_json
from mqtt.payloads import VERSION, Fields, Stamp
from mqtt.topics import Topics
from table.linked import FarWanted, Shown


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Something to publish."""

    topic: str
    payload: bytes
    retain: bool = False


class ToHost:
    """Writes one home's messages; `game`: which of the host's games they are of, None: of none yet."""

    def __init__(self, topics: Topics, home: str, stamp: Callable[[], Stamp]) -> None:
        self._topics, self._home, self._stamp = topics, home, stamp

    def command(self, game: str | None, wanted: FarWanted, id: str) -> Outgoing:
        """An act of this home."""
        fields = msgspec.json.decode(command_to_json(wanted.command), type=dict[str, object])
        if wanted.acts is not None:
            fields["acts"] = wanted.acts
        return self._envelope(game, str(fields.pop("do")), id, fields, seq=wanted.seq)

    def replay(self, game: str | None, id: str, first: int, last: int) -> Outgoing:
        """That the host tells these events again."""
        return self._envelope(game, "replay", id, {"from": first, "to": last})

    def board(self, game: str | None, shown: Shown) -> Outgoing:
        """How far the board here is."""
        data = {"seq": shown.seq, "shown": shown.shown, "differences": shown.differences}
        fields = {**self._head(game, "state", "board", self._stamp().id()), "seq": shown.seq, "data": data}
        return Outgoing(self._topics.home(self._home, "board"), msgspec.json.encode(fields), retain=True)

    def _envelope(
        self, game: str | None, name: str, id: str, data: Fields, *, seq: int | None = None
    ) -> Outgoing:
        fields: dict[str, object] = {
            **self._head(game, "command", name, id),
            "reply_to": self._topics.reply(self._home),
            "data": data,
        }
        if seq is not None:
            fields["expect_seq"] = seq
        return Outgoing(self._topics.command(name, self._home), msgspec.json.encode(fields))

    def _head(self, game: str | None, kind: str, type: str, id: str) -> dict[str, object]:
        return {
            "v": VERSION,
            "kind": kind,
            "type": type,
            "id": id,
            "table": self._topics.table,
            "game": game,
            "ts": self._stamp().time(),
            "src": f"client/{self._home}",
        }
