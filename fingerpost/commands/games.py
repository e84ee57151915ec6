"""`fingerpost games`: the stored games, and a damaged one mended."""

import argparse
import json
import os
import sys
from pathlib import Path

from command_line.arguments import Subparsers
from command_line.by_name import map_or_none, the_map
from engine import GameMap
from fingerpost.commands.which_game import add_folder, add_map, the_folder, the_log
from fingerpost.table_file import read_config, the_config_file
from storage.folder import Kept, kept_games
from storage.log_mending import finish_mending, mend
from storage.places import become_its_user, demo_path
from storage.store import read_file
from storage.writer_lock import WriterLock
from table.errors import CallError, StoreError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("games", help="list the stored games", description=__doc__)
    parser.add_argument("where", nargs="?", type=Path, metavar="FOLDER", help="as --folder")
    add_folder(parser)
    parser.add_argument("--json", action="store_true", help="a JSON line a game")
    parser.add_argument("--mend", metavar="NAME", help="keep what is whole of a damaged game")
    add_map(parser)
    parser.set_defaults(run=run)


def _map_of(args: argparse.Namespace) -> GameMap | None:
    """The map that was named, or the one of the table.toml."""
    if args.map is not None:
        return the_map(args.map)
    named = the_config_file(args.config) if args.folder is None else None
    return map_or_none(read_config(named).game.map) if named is not None else None


def run(args: argparse.Namespace) -> int:
    """Print a line a game, the newest last; 1: there is none."""
    if args.where is not None:
        if args.folder is not None or args.config is not None:
            raise CallError(f"games {args.where} and --folder or --config: give one of them")
        args.folder = args.where
    folder, table = the_folder(args), _map_of(args)
    if args.mend is not None:
        return _mend(the_log(args, args.mend), table)
    games = kept_games(folder, table)
    if args.folder is None and args.config is None:
        demos = [game for game in kept_games(demo_path().parent) if game.name.startswith("demo")]
        games += sorted(demos, key=lambda game: (len(game.name), game.name))
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        raise CallError(f"{folder}: no right to look into it; check its rights, or name another folder")
    for game in games:
        sys.stdout.write((_as_json(game) if args.json else _told(game)) + "\n")
    if not games:
        sys.stderr.write(f"fingerpost: no game in {folder}; play one, or name another folder\n")
        return 1
    return 0


def _as_json(game: Kept) -> str:
    return json.dumps(
        {
            "name": game.name,
            "file": str(game.path),
            "began": game.began,
            "edition": game.edition,
            "map": game.map,
            "cards": game.cards,
            "seats": list(game.seats),
            "turn": game.turn,
            "winners": None if game.winners is None else list(game.winners),
            "fault": game.fault or None,
        },
        ensure_ascii=False,
    )


def _told(game: Kept) -> str:
    if not game.edition:
        return f"{game.name}: {game.fault}"
    how = f"turn {game.turn}" if game.winners is None else f"over, won by {' and '.join(game.winners)}"
    day = game.began[:10]
    line = f"{game.name}: {game.edition}, {game.cards}, {', '.join(game.seats)}; {how}; begun {day}"
    return f"{line}; {game.fault}" if game.fault else line


def _mend(path: Path, table: GameMap | None) -> int:
    become_its_user(path.parent)
    with WriterLock(path):
        return _mended(path, table)


def _mended(path: Path, table: GameMap | None) -> int:
    finish_mending(path)
    log = read_file(path, table)
    if log.fault is None and not log.harm:
        sys.stderr.write(f"fingerpost: {path} is whole\n")
        return 0
    if log.fault is not None and log.fault.cause != "damaged":
        raise log.fault
    if not log.events:
        raise StoreError(f"game log {path}: nothing of it is whole; use a second copy", "damaged")
    mend(path, log)
    if log.fault is None:
        told = "nothing is lost" if log.sure else f"it goes on after event {len(log.events)}"
        sys.stderr.write(f"fingerpost: {path} is whole again, {told}; the old file is beside it\n")
        return 0
    sys.stderr.write(f"fingerpost: {path} goes on after event {len(log.events)}; the old file is beside it\n")
    return 0
