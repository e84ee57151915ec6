"""Every reader of what others write, as one function of bytes: it may only refuse in the way it says."""

import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from audio.voice_wire import WireError, parse_head, parse_order, parse_voices
from board_reading.finished_board import seat_holdings
from bots.talk_lines import GreetingError, OpenAsk, name_in
from club.club_file import read_club
from club.envelopes import ToldEvent, digest
from club.envelopes import read as read_envelope
from club.tournament.rules import FormatError, read_tournament
from command_line.streams import shown
from engine import Event, Game, MapError, Referee, game_map, legal_for, parse_map
from engine.campaign import CampaignError, campaign_from_json
from engine.campaign.content import content_from_json
from fingerpost.commands.score import answer
from fingerpost.devices.learned import read_trust
from fingerpost.devices.voice_settings import voice_tuner
from fingerpost.nodes.node_memory import NodeMemory
from fingerpost.table_file import read_config
from firmware_bridge import Decoder
from firmware_bridge.ring_log import read_log
from integrations.answer_book import AnswerBook
from integrations.listening import recorded
from mqtt import Topics
from mqtt.command_envelope import read_command
from mqtt.sense_payloads import ObservationError, read
from printing.print_folder import FolderError, check_place
from storage.acts_beside import acts_of
from storage.backup import BackupError, read_backup
from storage.log_reading import read_file
from storage.table_memory import recall
from table.errors import CallError, StoreError
from table.keyboard import Keyboard
from tabletop import LayoutError, parse_layout
from tests.fuzz import seeds
from tests.storage.logs import played
from vision import FrameError, parse_camera, parse_looks
from vision.intrinsics import CameraFileError
from vision.pictures import decode_frame
from vision.tokens import TokensFileError
from web.guard import fields, known_host, read_cursor
from web.http_requests import command_of, only

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
    inputs: int = 60  # of a test; fewer where each takes long

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


@cache
def _acts() -> bytes:
    """What stands beside that game."""
    _log()
    return acts_of(_room() / "whole.fingerpost").read_bytes()


@cache
def _events() -> tuple[Event, ...]:
    return read_file(_room() / "whole.fingerpost").events


def _lines_of(acts: bytes) -> list[bytes]:
    """The rows, without their sums."""
    return [line[9:] for line in acts.splitlines()]


def _as_they_are(data: bytes) -> bytes:
    return data


def _summed(data: bytes) -> bytes:
    """Rows with the sums that belong to them: what a card does, no sum betrays."""
    crc, lines = 0, list[bytes]()
    for line in data.split(b"\n"):
        crc = zlib.crc32(line, crc)
        lines.append(b"%08x %s\n" % (crc, line))
    return b"".join(lines)


def _from_acts(made: Callable[[bytes], bytes]) -> Callable[[bytes], object]:
    """A game whose acts are these: without its log, and beside it, which then is not less than it was."""

    def read_them(data: bytes) -> object:
        path = _room() / "beside.fingerpost"
        acts_of(path).write_bytes(made(data))
        path.write_bytes(_log())
        both = read_file(path)
        assert both.fault is not None or both.events[: len(_events())] == _events()
        path.unlink()
        return _log_read(path)

    return read_them


def _kept_node(data: bytes) -> object:
    folder = _room() / "node"
    folder.mkdir(exist_ok=True)
    folder.joinpath("node.json").write_bytes(data)
    return NodeMemory(folder).settings


class _Voice:
    """What a table's voice can be set to."""

    rate, volume, level, silent = 175, 100, "normal", frozenset[str]()
    voice_name, ear_voices = "en", dict[str, str]()


def _tuned(data: bytes) -> object:
    path = _room() / "voice-settings.json"
    path.write_bytes(data)
    voice = _Voice()
    return voice_tuner(voice, path).tune("rate", 0)  # type: ignore[arg-type]


def _restored(data: bytes) -> object:
    file, into = _room() / "backup.tar", _room() / "restored"
    file.write_bytes(data)
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir()
    return read_backup(file, into)


def _printed(data: bytes) -> None:
    folder = _room() / "print"
    folder.mkdir(exist_ok=True)
    folder.joinpath("manifest.json").write_bytes(data)
    folder.joinpath("sheets.pdf").touch()
    check_place(folder)


def _collected(data: bytes) -> object:
    heard = read_envelope("fingerpost/1/kitchen/event", data)
    return digest(heard.type, heard.body) if isinstance(heard, ToldEvent) else heard


@cache
def _asked() -> OpenAsk:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1)
    return OpenAsk(game, "blue", 1, legal_for(game.state, "blue"), lambda state, refusal: "no")


def _answered(data: bytes) -> None:
    for line in data.splitlines():
        _asked().read(line)
        with suppress(GreetingError):
            name_in(line)


def _posted(data: bytes) -> None:
    form = fields(data) or {}
    command_of(form, None)
    read_cursor(only(form, "token"), "boot")
    known_host(only(form, "seat"), ())


READERS: Final[Mapping[str, Reader]] = {
    "map": Reader(parse_map, (MapError,), (seeds.shipped("engine", "maps", "starter.json"),)),
    "board": Reader(
        lambda data: parse_layout(data.decode("utf-8", errors="replace")),
        (LayoutError,),
        (seeds.shipped("tabletop", "layouts", "starter.json"),),
    ),
    "position": Reader(
        lambda data: json.dumps(answer(data.decode("utf-8", errors="replace"))), (), (seeds.POSITION,)
    ),
    "referee": Reader(_refereed, (), (b'{"do": "draw-card", "seat": "blue"}\n{"ask": "legal"}\n',)),
    "config": Reader(
        _from_file(read_config, "table.toml"),
        (CallError,),
        (seeds.shipped("deploy", "table.toml"),),
    ),
    "camera": Reader(parse_camera, (CameraFileError,), (seeds.CAMERA,)),
    "tokens": Reader(parse_looks, (TokensFileError,), (seeds.TOKENS,)),
    "campaign": Reader(campaign_from_json, (CampaignError,), (seeds.small_campaign(),)),
    "content": Reader(content_from_json, (CampaignError,), (seeds.CONTENT,)),
    "command": Reader(_sent("claim-route"), (), (seeds.COMMAND,)),
    "seen": Reader(
        lambda data: read(data, 1.0, table="kitchen", node="attic"), (ObservationError,), (seeds.SEEN,)
    ),
    "recording": Reader(
        _from_file(recorded, "recording.jsonl"), (CallError,), (b'{"at": 1.0, "topic": "a", "text": "b"}\n',)
    ),
    "hub": Reader(lambda data: Decoder().read(data + b"\n"), (), (b"$B 1 e=1 v=2*00000000\n",)),
    "picture": Reader(
        lambda data: decode_frame(data, source="picture"), (FrameError,), (seeds.small_picture(),)
    ),
    "log": Reader(_from_file(_log_read, "game.fingerpost"), (StoreError,), (_log(),), inputs=20),
    "log-cells": Reader(_changed_log, (StoreError,), (b"", bytes(range(16))), inputs=20),
    "acts": Reader(_from_acts(_as_they_are), (StoreError,), (_acts(),), inputs=20),
    "acts-lines": Reader(_from_acts(_summed), (StoreError,), (b"\n".join(_lines_of(_acts())),), inputs=20),
    "trust": Reader(_from_file(read_trust, "senses.json"), (), (b'{"denver-omaha": {"pin": [3, 1, 0.5]}}',)),
    "node": Reader(_kept_node, (), (b'{"format": "node/1", "chance": 0.7, "debounce_ms": 20}',)),
    "voice": Reader(
        _tuned,
        (),
        (b'{"rate": 200, "silent": [], "voice_name": "en+f2", "ear_voices": {"red": "en"}}',),
    ),
    "answers": Reader(
        _from_file(lambda path: AnswerBook(path, "g").before, "answers.jsonl"),
        (),
        (b'{"game":"g","client":"c","id":"i","result":{"ok":true}}\n',),
    ),
    "backup": Reader(_restored, (BackupError,), (seeds.small_backup(),), inputs=20),
    "manifest": Reader(
        _printed, (FolderError,), (b'{"format": "print/1", "files": [{"path": "sheets.pdf"}]}',)
    ),
    "hub-log": Reader(
        lambda data: read_log(data.decode("ascii").splitlines(keepends=True)),
        (ValueError,),
        (b"fingerpost hub log 1\n0.000000 open\n0.100000 < $B 1\\n\n0.2 end\n",),
    ),
    "tickets": Reader(
        lambda data: seat_holdings(data.decode("utf-8", errors="replace"), "t.json"),
        (CallError,),
        (b'{"blue": ["a-b"], "red": {"tickets": [], "coins": 3}}',),
    ),
    "club": Reader(_from_file(read_club, "club.toml"), (CallError,), (seeds.shipped("deploy", "club.toml"),)),
    "tournament": Reader(
        read_tournament, (FormatError,), (seeds.shipped("club", "formats", "club-evening.json"),)
    ),
    "told": Reader(_collected, (), (seeds.TOLD,)),
    "bot": Reader(
        _answered, (), (b'{"ask": 1, "pick": 0}\n{"ask": 1, "do": "draw-card"}\n{"bot": 1, "name": "a"}',)
    ),
    "form": Reader(_posted, (), (b"token=a&seat=blue&ticket=a-b&ticket=c-d",)),
    "memory": Reader(_from_file(recall, "table-settings.json"), (), (seeds.MEMORY,)),
    "order": Reader(parse_order, (WireError,), (b'{"id": 1, "text": "a", "rate": 200}\n',)),
    "voices": Reader(parse_voices, (WireError,), (b'{"en": "English", "en+Annie": "Annie"}',)),
    "frame": Reader(lambda data: parse_head(data[:9].ljust(9, b"\0")), (WireError,), (b"S" + bytes(8),)),
    "keys": Reader(_typed, (), (b":denver\rt\x1b[D:claim denver-omaha\r",)),
}
"""By name; a reader that is not here is not tried."""
