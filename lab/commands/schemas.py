"""`fingerpost schemas --out DIR`: JSON Schemas of the files and lines for other programs."""

import argparse
from pathlib import Path

from command_line.arguments import Subparsers
from command_line.by_name import writing_to
from command_line.terminal import tell_people


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("schemas", help="JSON Schemas of the forms for programs", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to write them")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write a file a form."""
    from lab.file_schemas import files

    made = files()
    with writing_to("--out", args.out, "folder"):
        args.out.mkdir(parents=True, exist_ok=True)
        for name, text in made.items():
            (args.out / name).write_text(text, encoding="utf-8")
    tell_people(f"{len(made)} files written into {args.out}")
    return 0
