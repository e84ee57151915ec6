"""All files of an order, and the folder that they become: whole, or not at all."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from printing.further import further_files
from printing.lists import parts_csv, parts_txt, strings_csv
from printing.order import Order, board_text
from printing.publication import MAP, guides, license_txt, okh_toml, table_toml
from printing.reference import BRAILLE, lines_of, reference_brf, reference_pdf, reference_txt
from printing.sheets import sheets_pdf
from printing.start_here import NAME, start_here
from printing.templates import markers_pdf, templates_pdf
from printing.texts import texts_of
from printing.wiring_sheets import Lines
from tabletop import Markers

MANIFEST: Final = "manifest.json"
_FORMAT: Final = "print/1"
_LONGEST_MANIFEST: Final = 16_000_000  # bytes; a full board has a hundredth


class FolderError(Exception):
    """The folder cannot be written there; the message says why and what to do."""


def files_of(
    order: Order, markers: Markers, lines: Lines, *, version: str, told: Callable[[str], None]
) -> tuple[dict[str, bytes], list[str]]:
    """Every file but the manifest, by its path, and the paths that could not be made.

    Args:
        markers: the board's; one without cannot be printed.
        lines: the panel's buttons on the lines of the Pi.
        told: is called with the name of each thing that takes a while.
    """
    texts, card = texts_of(order.language), lines_of(order)
    braille = _braille(card, texts.braille)
    made = {
        NAME: start_here(order, texts, braille=braille is not None),
        "LICENSE.txt": license_txt(),
        "okh.toml": okh_toml(order, version),
        "board.json": board_text(order).encode(),
        "table.toml": table_toml(order),
        "sheets.pdf": sheets_pdf(order),
        "markers.pdf": markers_pdf(order, markers),
        "templates.pdf": templates_pdf(order),
        "strings.csv": strings_csv(order),
        "parts.csv": parts_csv(order),
        "parts.txt": parts_txt(order, texts),
        "cards/reference.txt": reference_txt(card),
        "cards/reference.pdf": reference_pdf(order, card),
        **guides(order, version),
        **further_files(order, lines, told),
        **({MAP: order.map_text.encode()} if order.map_text else {}),
    }
    if braille is None:
        return made, [BRAILLE]
    return {**made, BRAILLE: braille}, []


def _braille(lines: list[str], table: str) -> bytes | None:
    try:
        return reference_brf(lines, table)
    except (OSError, subprocess.SubprocessError):
        return None


def with_manifest(
    order: Order, made: Mapping[str, bytes], left_out: list[str], version: str
) -> dict[str, bytes]:
    """The files, and what tells each of them."""
    told = {
        "format": _FORMAT,
        "version": version,
        "map": order.game_map.id,
        "tier": order.tier,
        "language": order.language,
        "paper": order.paper,
        "bed_mm": list(order.bed),
        "board_sha256": sha256(order.text.encode()).hexdigest(),
        "left_out": sorted(left_out),
        "files": [
            {"path": path, "bytes": len(made[path]), "sha256": sha256(made[path]).hexdigest()}
            for path in sorted(made)
        ],
    }
    return {**made, MANIFEST: (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode()}


def check_place(folder: Path) -> None:
    """Look whether a print may stand there: nothing does, or an earlier one.

    Raises:
        FolderError: something else does.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise FolderError(f"{folder}: is a file; name a folder")
    known = {MANIFEST, *_listed(folder / MANIFEST)}
    for path in sorted(_files(folder)):
        if path not in known:
            raise FolderError(f"{folder}: holds {path}, which is no print's; name another folder")


def _files(folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


def _listed(manifest: Path) -> set[str]:
    """The files of an earlier print; none, where it cannot be read."""
    try:
        if not manifest.is_file() or manifest.stat().st_size > _LONGEST_MANIFEST:
            return set()
        told = json.loads(manifest.read_bytes())
        if told["format"] != _FORMAT:
            return set()
        return {str(one["path"]) for one in told["files"]}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return set()


def write_folder(folder: Path, made: Mapping[str, bytes]) -> None:
    """Build it beside its place, then put it there; an earlier print goes.

    Raises:
        OSError: it cannot be written; what stood there still does.
    """
    folder = folder.absolute()
    beside, before = (folder.with_name(f".{folder.name}.{what}") for what in ("new", "old"))
    for one in (beside, before):
        shutil.rmtree(one, ignore_errors=True)
    try:
        for path, content in made.items():
            place = beside / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        _exchange(beside, folder, before)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    shutil.rmtree(before, ignore_errors=True)


def _exchange(fresh: Path, folder: Path, before: Path) -> None:
    if not folder.exists():
        fresh.rename(folder)
        return
    folder.rename(before)
    try:
        fresh.rename(folder)
    except OSError:
        before.rename(folder)
        raise
