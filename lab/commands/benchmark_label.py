"""`fingerpost benchmark label DIR`: first pictures of a printed corner, with what stands in them.

`--new` writes the sheet, its board file and the plan of twenty pictures into DIR. Once the pictures lie
there, the plan becomes labels.jsonl; where the camera reads otherwise than planned that is told.
"""

import argparse
import csv
import json
import sys
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Final

from command_line.arguments import Subparsers
from command_line.by_name import read_text
from command_line.extras import need
from command_line.progress import told
from command_line.terminal import tell_people
from storage.whole_file import write_whole
from table.errors import CallError
from tabletop import BoardLayout, board_layout, parse_layout

_SHEET, _BOARD, _PLAN, _LABELS = "corner.pdf", "board.json", "plan.csv", "labels.jsonl"
_ENDINGS: Final = (".jpg", ".jpeg", ".png", ".JPG", ".JPEG", ".PNG")


def add_label(parts: Subparsers) -> None:
    """Add `benchmark label`."""
    label = parts.add_parser("label", help="label first pictures of a printed corner", description=__doc__)
    label.add_argument("folder", type=Path, metavar="DIR")
    label.add_argument("--new", action="store_true", help="write the sheet, its board file and the plan")
    label.set_defaults(run=run_label)


def run_label(args: argparse.Namespace) -> int:
    """Write the kit, or the labels; 1 where a picture is missing.

    Raises:
        CallError: no such folder, no plan, a plan that names what there is not.
    """
    folder: Path = args.folder
    if args.new:
        return _new(folder)
    need(["vision"])
    layout = parse_layout(read_text(folder / _BOARD, "board"), source=str(folder / _BOARD))
    rows = _planned(read_text(folder / _PLAN, "plan"), layout, str(folder / _PLAN))
    pictures = {name: _picture(folder, name) for name in rows}
    there = {path: rows[name] for name, path in pictures.items() if path is not None}
    missing = [name for name, path in pictures.items() if path is None]
    if not there:
        raise CallError(
            f"{folder}: none of the plan's pictures is here; name them {missing[0]}.jpg and so on"
        )
    lines = [
        json.dumps({"image": path.name, "board": _BOARD, "sites": sites}, ensure_ascii=False)
        for path, sites in there.items()
    ]
    _write(folder / _LABELS, ("\n".join(lines) + "\n").encode())
    other = _otherwise(layout, there)
    for line in other:
        tell_people(line)
    if missing:
        tell_people(f"{folder}: not here yet: {', '.join(missing)}")
    sites = sum(len(row) for row in there.values())
    sys.stdout.write(
        f"{folder / _LABELS}: {len(there)} pictures, {sites} places, {len(other)} read otherwise\n"
    )
    return 1 if missing else 0


def _new(folder: Path) -> int:
    need(["print"])
    from announce import colour_letters
    from engine import game_map
    from printing.first_pictures import corner_pdf, corner_text, plan_csv

    taken = [name for name in (_SHEET, _BOARD, _PLAN) if (folder / name).exists()]
    if taken:
        raise CallError(
            f"{folder / taken[0]}: is there already; give another folder, so that no form is lost"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"{folder}: {error.strerror}; choose another folder") from None
    text = corner_text()
    layout = parse_layout(text, source=_BOARD)
    sheet = corner_pdf(board_layout("starter"), game_map("starter"), colour_letters("en"))
    for name, made in ((_SHEET, sheet), (_BOARD, text.encode()), (_PLAN, plan_csv(layout).encode())):
        _write(folder / name, made)
    sys.stdout.write(f"{folder}: print {_SHEET} at 100 %, set tokens as {_PLAN} says, one picture a line\n")
    return 0


def _planned(text: str, layout: BoardLayout, source: str) -> dict[str, dict[str, str]]:
    """Picture → what stands on each place."""
    places = [str(site.id) for site in layout.pins()]
    answers = {"empty", "hidden", *layout.tokens.shapes}
    rows = list(csv.reader(StringIO(text)))
    if not rows or rows[0][2:] != places:
        raise CallError(
            f"{source}: its first line is not that of the plan; write it anew with --new elsewhere"
        )
    found: dict[str, dict[str, str]] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not row:
            continue
        stands = [cell.strip().lower() for cell in row[2:]]
        wrong = next((cell for cell in stands if cell not in answers), None)
        if len(stands) != len(places) or wrong is not None or row[0] in found:
            what = "another number of places" if wrong is None else f"{wrong[:40]!r}"
            what = f"{row[0]} again" if row[0] in found else what
            raise CallError(
                f"{source} line {number}: {what}; give {', '.join(sorted(answers))} for each place"
            )
        found[row[0]] = dict(zip(places, stands, strict=True))
    if not found:
        raise CallError(f"{source}: plans no picture; write it anew with --new elsewhere")
    return found


def _picture(folder: Path, name: str) -> Path | None:
    """The picture of a line, whichever way its camera ends names."""
    if "/" in name or name.startswith("."):
        return None
    return next((folder / (name + end) for end in _ENDINGS if (folder / (name + end)).is_file()), None)


def _otherwise(layout: BoardLayout, there: Mapping[Path, Mapping[str, str]]) -> Sequence[str]:
    """Places that are read otherwise than planned, a line each; unknown is no contradiction."""
    from vision import FrameError, StillReader, load_frame

    reader, lines = StillReader(layout), []
    for path, sites in told(list(there.items()), "pictures"):
        try:
            still = reader.read(load_frame(path))
        except FrameError as error:
            raise CallError(str(error)) from None
        if still.note:
            tell_people(f"{path}: {still.note}")
        lines += [
            f"{path}: {site} is {sites[site]} by the plan, read as {seen}; if the plan is wrong, mend {_PLAN}"
            for site, seen in still.answers.items()
            if seen != "unknown" and sites[site] not in ("hidden", seen)
        ]
    return lines


def _write(path: Path, made: bytes) -> None:
    try:
        write_whole(path, made)
    except OSError as error:
        raise CallError(f"{path}: {error.strerror}; choose another folder") from None
