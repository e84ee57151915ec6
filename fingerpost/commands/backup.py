"""`fingerpost backup` and `restore`: a whole table in one file, for a new card or a new machine."""

import argparse
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from command_line.arguments import Subparsers
from command_line.extras import is_packaged
from fingerpost.config import Config
from fingerpost.table_file import read_config, the_config_file
from storage.backup import write_backup
from storage.version import version
from table.errors import StoreError
from upkeep.restoring import put_back
from upkeep.whole_table import NAMED, TableHere, collect, left_out_of, need_rights


def add_backup(sub: Subparsers) -> None:
    """Add `backup`."""
    parser = sub.add_parser("backup", help="the whole table in one file", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file; it holds every hand")
    parser.add_argument("--config", type=Path, help="the table.toml of the table")
    parser.set_defaults(run=backup)


def add_restore(sub: Subparsers) -> None:
    """Add `restore`."""
    parser = sub.add_parser("restore", help="a backup in the place of what is here", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that fingerpost backup has made")
    parser.add_argument("--config", type=Path, help="the table.toml of the table; it is restored too")
    parser.set_defaults(run=restore)


def backup(args: argparse.Namespace) -> int:
    """Write it; in a game too. 1: a game cannot be read, and is not in it."""
    named = the_config_file(args.config)
    config = read_config(named) if named is not None else Config()
    need_rights(config.store.path, to_write=False)
    told = {key: str(getattr(getattr(config, key[0]), key[1])) for key in NAMED}
    here = TableHere(games=config.store.path, config_file=named, named=told)
    missing: list[str] = []
    with tempfile.TemporaryDirectory(prefix="fingerpost-backup-") as folder:
        files = collect(here, Path(folder), missing.append)
        made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        manifest = write_backup(args.file, files, program=version(), made=made)
    sys.stdout.write(f"{args.file}: {len(manifest.files)} files\n")
    sys.stderr.write("fingerpost: it holds every hand of every game; give it to nobody who plays\n")
    for left_out in left_out_of(here):
        sys.stderr.write(f"fingerpost: {left_out}\n")
    for why in missing:
        sys.stderr.write(f"fingerpost: {why}; this game is not in it\n")
    return 1 if missing else 0


def restore(args: argparse.Namespace) -> int:
    """Put it back; 1: a game is played."""
    named = the_config_file(args.config)
    config = read_config(named) if named is not None and named.is_file() else Config()
    need_rights(config.store.path, to_write=True)
    try:
        restored = put_back(args.file, config.store.path, named)
    except StoreError as error:
        if error.cause != "busy":
            raise
        how = (
            "sudo systemctl stop fingerpost" if is_packaged() else "save and stop at its table, :stop by keys"
        )
        sys.stderr.write(f"fingerpost: a game is played; end it first: {how}\n")
        return 1
    where = f"{config.store.path}: {restored.files} files are back"
    sys.stdout.write(f"{where}; what was here is in {restored.aside}\n")
    for told in restored.told:
        sys.stderr.write(f"fingerpost: {told}\n")
    return 0
