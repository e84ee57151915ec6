"""`fingerpost diagnose`: what somebody elsewhere needs to find a fault; no game and no secret is in it."""

import argparse
import sys
from pathlib import Path

from command_line.arguments import Subparsers
from fingerpost.doctor.checks import checks, report
from fingerpost.table_file import read_config, the_config_file
from storage.places import is_guest
from table.errors import CallError
from upkeep.diagnosis import collect, write


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser(
        "diagnose", help="what is needed to find a fault, in one file", description=__doc__
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new tar")
    parser.add_argument("--config", type=Path, help="the table.toml of the table")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write it, even if half of it cannot be had."""
    named = the_config_file(args.config)

    def doctor() -> str:
        try:
            config = None if named is None else read_config(named)
        except CallError:
            config = None  # the file itself is among the parts
        return report(checks(config, guest=is_guest(named)))

    parts = collect(named, doctor)
    write(args.out, parts)
    sys.stdout.write(f"{args.out}: {len(parts)} parts; read it before you send it\n")
    return 0
