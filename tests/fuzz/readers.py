"""Every reader of what others write, as one function of bytes: it may only refuse in the way it says."""

import json
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from audio.voice_wire import WireError, parse_head, parse_order
from engine import MapError, Referee, game_map, parse_map
from engine.campaign import CampaignError, campaign_from_json
from engine.campaign.content import content_from_json
from fingerpost.commands.score import answer
from fingerpost.devices.keyboard import Keyboard
from fingerpost.integrations.listening import recorded
from fingerpost.streams import shown
from fingerpost.table_file import read_config
from firmware_bridge import Decoder
from mqtt import Topics
from mqtt.command_envelope import read_command
from mqtt.sense_payloads import ObservationError, read
from storage.log_reading import read_file
from storage.table_memory import recall
from table.errors import CallError, StoreError
from tabletop import LayoutError, parse_layout
from tests.storage.logs import played
from vision import FrameError, parse_camera, parse_looks
from vision.intrinsics import CameraFileError
from vision.pictures import decode_frame
from vision.tokens import TokensFileError

_TYPES: Final = (
    None,
    "",
    "x",
    b"",
    b"\xff\x00",
    -1,
    0,
    2**62,
    1.5,
    float("inf"),
    "\ud7ff",
    "[]",
    "{}",
    "null",
)


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads bytes, what it may raise, and what it usually reads."""

    read: Callable[[bytes], object]
    refuses: tuple[type[Exception], ...] = ()
    seeds: tuple[bytes, ...] = ()

    def take(self, data: bytes) -> None:
        """Read it; what it refuses is one line that no terminal obeys.

        Raises:
            Exception: a bug.
        """
        try:
            self.read(data)
        except self.refuses as refusal:
            line = shown(" ".join(str(refusal).split()))
            assert line, "a refusal without words"


@cache
def _room() -> Path:
    """A folder for files that a reader wants by their path; it goes with the process."""
    holder = tempfile.TemporaryDirectory(prefix="fingerpost-fuzz-")
    _HELD.append(holder)
    return Path(holder.name)


_TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1"
_HELD: Final[list["tempfile.TemporaryDirectory[str]"]] = []


def _from_file(reader: Callable[[Path], object], name: str) -> Callable[[bytes], object]:
    def read_it(data: bytes) -> object:
        path = _room() / name
        path.write_bytes(data)
        return reader(path)

    return read_it


@cache
def _log() -> bytes:
    """A short stored game."""
    path = _room() / "whole.fingerpost"
    played(path, acts=6)
    return path.read_bytes()


def _changed_log(data: bytes) -> object:
    """A stored game in which cells hold other types: bytes say which cell gets what."""
    path = _room() / "cells.fingerpost"
    for left in path.parent.glob("cells.fingerpost*"):
        left.unlink()
    path.write_bytes(_log())
    with closing(sqlite3.connect(path)) as db, db:
        tables = [
            name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        ]
        for table, column, row, value in zip(*(iter(data[:40]),) * 4, strict=False):
            name = tables[table % len(tables)]
            columns = [found[1] for found in db.execute(f"PRAGMA table_info({name})")]
            rows = [found for (found,) in db.execute(f"SELECT {columns[0]} FROM {name}")]
            if not rows:
                continue
            try:
                db.execute(
                    f"UPDATE {name} SET {columns[column % len(columns)]} = ? WHERE {columns[0]} = ?",
                    (_TYPES[value % len(_TYPES)], rows[row % len(rows)]),
                )
            except sqlite3.Error:  # a primary key that is there already, a column that takes no NULL
                continue
    log = read_file(path)
    if log.fault is not None:
        raise log.fault
    return log


def _log_read(path: Path) -> object:
    log = read_file(path)
    if log.fault is not None:
        raise log.fault
    return log


def _refereed(data: bytes) -> None:
    referee = Referee(
        game_map("usa"), "us-accessible", ("blue", "red"), seed=1, explain=lambda state, refusal: "no"
    )
    for line in data.decode("utf-8", errors="replace").splitlines():
        for told in referee.line(line):
            json.loads(told)


def _typed(data: bytes) -> None:
    keyboard = Keyboard(("denver-omaha", "el-paso-houston"), routes=("denver-omaha",), cities=("denver",))  # type: ignore[arg-type]
    for number, key in enumerate(data.decode("utf-8", errors="replace")):
        keyboard.keys(key, number / 10)


def _sent(name: str) -> Callable[[bytes], object]:
    return lambda data: read_command(data, name=name, topics=Topics("kitchen"))


def _shipped(*path: str) -> bytes:
    return Path(__file__).resolve().parents[2].joinpath(*path).read_bytes()


_POSITION: Final = b'{"edition":"europe","map":"europe","seats":[{"seat":"blue","routes":["berlin-danzig"]}]}'
_COMMAND: Final = (
    b'{"v":1,"type":"command","kind":"command","id":"c1","src":"client/club","table":"kitchen","ttl_ms":5000,'
    b'"expect_seq":3,"data":{"seat":"blue","route":"denver-omaha"}}'
)
_SEEN: Final = (
    b'{"v":1,"type":"seen","table":"kitchen","src":"node/attic","boot":"b","seq":1,"data":{"sent_ms":1,"items":'
    b'[{"is":"site","site":"denver-omaha","token":"blue","at_ms":1}]}}'
)
READERS: Final[Mapping[str, Reader]] = {
    "map": Reader(parse_map, (MapError,), (_shipped("engine", "maps", "usa.json")[:3000],)),
    "board": Reader(
        lambda data: parse_layout(data.decode("utf-8", errors="replace")),
        (LayoutError,),
        (_shipped("tabletop", "layouts", "usa.json")[:3000],),
    ),
    "position": Reader(
        lambda data: json.dumps(answer(data.decode("utf-8", errors="replace"))), (), (_POSITION,)
    ),
    "referee": Reader(_refereed, (), (b'{"do": "draw-card", "seat": "blue"}\n{"ask": "legal"}\n',)),
    "config": Reader(
        _from_file(read_config, "table.toml"), (CallError,), (_shipped("deploy", "table.toml"),)
    ),
    "camera": Reader(parse_camera, (CameraFileError,), (b'{"format": "camera/1", "matrix": [[1,0,0]]}',)),
    "tokens": Reader(parse_looks, (TokensFileError,), (b'{"format": "tokens/1", "seats": {}}',)),
    "campaign": Reader(campaign_from_json, (CampaignError,), (b'{"format": "campaign/1"}',)),
    "content": Reader(content_from_json, (CampaignError,), (b'{"settings": {}}',)),
    "command": Reader(_sent("claim-route"), (), (_COMMAND,)),
    "seen": Reader(
        lambda data: read(data, 1.0, table="kitchen", node="attic"), (ObservationError,), (_SEEN,)
    ),
    "recording": Reader(
        _from_file(recorded, "recording.jsonl"), (CallError,), (b'{"at": 1.0, "topic": "a", "text": "b"}\n',)
    ),
    "hub": Reader(lambda data: Decoder().read(data + b"\n"), (), (b"$B 1 e=1 v=2*00000000\n",)),
    "picture": Reader(
        lambda data: decode_frame(data, source="picture"), (FrameError,), (b"\x89PNG\r\n\x1a\n",)
    ),
    "log": Reader(_from_file(_log_read, "game.fingerpost"), (StoreError,), (_log(),)),
    "log-cells": Reader(_changed_log, (StoreError,), (bytes(range(16)),)),
    "memory": Reader(_from_file(recall, "table-settings.json"), (), (b'{"format": "table/1"}',)),
    "order": Reader(parse_order, (WireError,), (b'{"number": 1, "text": "a"}\n',)),
    "frame": Reader(lambda data: parse_head(data[:9].ljust(9, b"\0")), (WireError,), (b"S" + bytes(8),)),
    "keys": Reader(_typed, (), (b":denver\rt\x1b[D:claim denver-omaha\r",)),
}
"""By name; a reader that is not here is not tried."""
