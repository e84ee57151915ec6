"""One folder that `board print` wrote, looked at with other eyes: what of it is not as PRINT.md has it."""

import csv
import json
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import cv2
import ezdxf.filemanagement
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from command_line.by_name import the_layout
from fingerpost.table_file import read_config
from printing.order import PAPERS, TIERS
from table.errors import CallError
from tabletop import BoardLayout, Site
from tests.printing.solids import hole_diameters, is_one_body, read_back, section

PX: Final = 6  # of rendered pages, a millimetre
FINE: Final = 20  # the same, of a bar
_MARKERS_MM: Final = 0.5
_SITES_MM: Final = 0.3
_BAR_MM: Final = 0.1
_SIZE_MM: Final = 0.05
_GRAY: Final = 170
_TABLES: Final = {"en": "en-ueb-g1.ctb", "de": "de-g0.utb", "fr": "fr-bfu-comp6.utb", "es": "es-g1.ctb"}
_UNACCENTED: Final = str.maketrans({"ø": "o", "Ø": "o", "ß": "ss", "æ": "ae", "ł": "l", "Ł": "l"})
_ASCII: Final = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
_FIXED: Final = re.compile(
    r"(Degenerate facets|Edges fixed|Facets removed|Facets added|Facets reversed|Backwards edges"
    r"|Normals fixed)\s*:\s*(\d+)"
)
Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A folder, its manifest and its board."""

    folder: Path
    manifest: Mapping[str, object]
    layout: BoardLayout

    def has(self, tier: str) -> bool:
        """Whether it has what that tier adds."""
        return TIERS.index(tier) <= TIERS.index(str(self.manifest["tier"]))

    def paths(self, ending: str) -> list[Path]:
        """Its files with that ending."""
        return sorted(self.folder.rglob(f"*.{ending}"))


def faults_of(folder: Path, known: set[str]) -> Iterator[str]:
    """All that is amiss, a line each.

    Args:
        known: hashes of solids that were found whole before; those of this folder are added.
    """
    one = LookedAt(
        folder,
        json.loads((folder / "manifest.json").read_text("utf-8")),
        the_layout(str(folder / "board.json")),
    )
    yield from _manifest(one)
    yield from _words(one)
    yield from _pages(one)
    yield from _joined(one)
    yield from _solids(one, known)
    yield from _wires(one)
    yield from _braille(one)


def _manifest(one: LookedAt) -> Iterator[str]:
    files = one.manifest["files"]
    assert isinstance(files, list)
    there = {
        path.relative_to(one.folder).as_posix(): path for path in one.folder.rglob("*") if path.is_file()
    }
    there.pop("manifest.json")
    if [row["path"] for row in files] != sorted(there):
        yield "manifest: it does not name the files that are there, in order"
    for row in files:
        content = there[row["path"]].read_bytes()
        if (row["bytes"], row["sha256"]) != (len(content), sha256(content).hexdigest()):
            yield f"manifest: another size or sum of {row['path']}"
    if one.manifest["left_out"]:
        yield f"left out: {one.manifest['left_out']}"


def _words(one: LookedAt) -> Iterator[str]:
    """START-HERE names each file or its folder, and no other."""
    text = (one.folder / "START-HERE.txt").read_text("utf-8")
    named = set(re.findall(r"[\w.-]*\w", text))
    tops = {path.name for path in one.folder.iterdir()} - {"START-HERE.txt", "manifest.json"}
    for lost in sorted(tops - named):
        yield f"START-HERE.txt: it does not name {lost}"
    wrong = {word for word in named if re.fullmatch(r"[\w-]+\.(txt|csv|pdf|toml|json|dxf|svg|md)", word)}
    for more in sorted(wrong - tops):
        yield f"START-HERE.txt: it names {more}, which is not there"
    swallowed = one.has("starter")
    if swallowed != bool(re.search("magnet|aimant|imanes", text.lower())):
        yield "START-HERE.txt: a word on magnets is missing, or one too many"
    if not text.splitlines()[-1].startswith("fingerpost play "):
        yield "START-HERE.txt: its last line is no command"


def _pages(one: LookedAt) -> Iterator[str]:
    """Boxes, the bar, no scaling."""
    wide, high = PAPERS[one.manifest["paper"]]  # type: ignore[index]
    for path in one.paths("pdf"):
        name, raw = path.relative_to(one.folder), path.read_bytes()
        if b"/PrintScaling /None" not in raw:
            yield f"{name}: a printer may scale it"
        document = pypdfium2.PdfDocument(raw)
        for number, page in enumerate(document, start=1):
            for box in (page.get_mediabox(), page.get_cropbox()):
                if not np.allclose(box, (0, 0, wide * 72 / 25.4, high * 72 / 25.4), atol=0.02):
                    yield f"{name}, page {number}: its box is {box}"
            if name.parts[0] != "cards":
                yield from (f"{name}, page {number}: {told}" for told in _bar(page, wide, high))
        document.close()


def _bar(page: pypdfium2.PdfPage, wide: float, high: float) -> Iterator[str]:
    point = 72 / 25.4
    cut = (10 * point, (high - 252) * point, (wide - 130) * point, 243 * point)
    image = page.render(scale=FINE / point, grayscale=True, crop=cut).to_numpy()
    black = 1 - np.squeeze(image).astype(float) / 255
    across, down = black[4 * FINE], black[:, 60 * FINE]
    for told, row, begins, long in (("long", across, 20.0, 100.0), ("high", down, 246.0, 2.0)):
        start = float(np.argmax(row > 0.5)) / FINE + (10 if told == "long" else 243)
        measured = float(row.sum()) / FINE
        if told == "long":
            measured = float(row[: 111 * FINE].sum()) / FINE  # its caption stands right of it
        if abs(measured - long) > _BAR_MM or abs(start - begins) > 0.2:
            yield f"the bar is {measured:.2f} mm {told}, from {start:.2f}"


def _joined(one: LookedAt) -> Iterator[str]:
    """The sheets laid edge to edge as their panels lie: markers and pins where the board's file has them."""
    layout = one.layout
    assert layout.markers is not None
    board = _laid(one)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(board)
    found = {int(n): c.reshape(4, 2).mean(0) / PX for n, c in zip(np.ravel(ids), corners, strict=True)}
    for number, place in layout.markers.ids.items():
        off = np.hypot(*(found[number] - place)) if number in found else np.inf
        if off > _MARKERS_MM:
            yield f"sheets.pdf: marker {number} is {off:.2f} mm off"
    if set(found) - set(layout.markers.ids):
        yield f"sheets.pdf: strange markers {sorted(set(found) - set(layout.markers.ids))}"
    for site in layout.sites.values():
        if site.kind == "route" or (site.kind == "city" and site.channel is not None):
            off = _pin_off(board, site)
            if off > _SITES_MM:
                yield f"sheets.pdf: the pin of {site.id} is {off:.2f} mm off"
    if one.has("full"):
        for number, page in enumerate(_rendered(one.folder / "swell.pdf"), start=1):
            if np.ptp(page, axis=2).max() > 2:
                yield f"swell.pdf, page {number}: colours"


def _laid(one: LookedAt) -> Image:
    layout = one.layout
    inside = [
        panel
        for panel in layout.panels
        if panel.x + panel.width <= layout.width_mm + 0.1 and panel.y + panel.height <= layout.height_mm + 0.1
    ]
    rows: dict[float, list[tuple[float, float, float]]] = {}
    for panel in sorted(inside, key=lambda panel: (panel.y, panel.x)):
        rows.setdefault(panel.y, []).append((panel.x, panel.width, panel.height))
    both = 2 if one.manifest["paper"] == "a3" else 1
    board = np.zeros((round(layout.height_mm * PX), round(layout.width_mm * PX), 3), np.uint8)
    pages = iter(_rendered(one.folder / "sheets.pdf"))
    for y, row in rows.items():
        for first in range(0, len(row), both):
            some = row[first : first + both]
            x, high = some[0][0], round(some[0][2] * PX)
            wide = round(sum(width for _, width, _ in some) * PX)
            top, left = round(y * PX), round(x * PX)
            page = next(pages)[22 * PX : 22 * PX + high, 12 * PX : 12 * PX + wide]
            board[top : top + high, left : left + wide] = page
    more = sum(1 for _ in pages)
    assert more == (1 if one.has("starter") else 0), more  # the panel of the buttons
    return board


def _rendered(pdf: Path) -> Iterator[Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.render(scale=PX * 25.4 / 72).to_numpy()[:, :, :3].copy()
    finally:
        document.close()


def _pin_off(board: Image, site: Site) -> float:
    """How far the middle of the printed pin's gray lies from its place, mm."""
    reach = 3 * PX
    x, y = round(site.x * PX), round(site.y * PX)
    cut = board[y - reach : y + reach, x - reach : x + reach].astype(int)
    rows, columns = np.nonzero(np.abs(cut - _GRAY).max(axis=2) <= 6)
    near = np.hypot(rows - reach + 0.5, columns - reach + 0.5) <= 2.4 * PX
    if near.sum() < 8 * PX * PX:  # of 13.8 mm²
        return float("inf")
    middle = columns[near].mean() + 0.5 + x - reach, rows[near].mean() + 0.5 + y - reach
    return float(np.hypot(middle[0] / PX - site.x, middle[1] / PX - site.y))


def _solids(one: LookedAt, known: set[str]) -> Iterator[str]:
    """Whole and of their size, by two programs; the same in both files."""
    for path in one.paths("stl"):
        name = path.relative_to(one.folder).with_suffix("").as_posix()
        made = {f"{name}.{end}": path.with_suffix(f".{end}").read_bytes() for end in ("stl", "3mf")}
        key = sha256(name.encode() + b"".join(made.values())).hexdigest()
        if key in known:
            continue
        found = list(_solid(one, name, made))
        done = subprocess.run(["admesh", str(path)], capture_output=True, text=True, check=False)
        mended = {what: int(count) for what, count in _FIXED.findall(done.stdout) if int(count)}
        parts = re.search(r"Number of parts\s*:\s*(\d+)", done.stdout)
        if done.returncode or mended or parts is None or parts[1] != "1":
            found.append(f"admesh mends {mended}, finds {parts and parts[1]} parts")
        if not found:
            known.add(key)
        yield from (f"{name}: {told}" for told in found)


def _solid(one: LookedAt, name: str, made: dict[str, bytes]) -> Iterator[str]:
    mesh, other = (read_back(made, name, ending) for ending in ("stl", "3mf"))
    if not (is_one_body(mesh) and is_one_body(other)):
        yield "it is not one closed body"
    if abs(mesh.volume - other.volume) > 0.01 * mesh.volume or not np.allclose(
        mesh.bounds, other.bounds, atol=1e-3
    ):
        yield "its two files differ"
    low, high = mesh.bounds
    size, wanted = high - low, _size(one.layout, name)
    for axis, (has, want) in enumerate(zip(size, wanted, strict=True)):
        if want is not None and abs(has - want) > _SIZE_MM:
            yield f"{'xyz'[axis]} is {has:.2f} mm, not {want:.2f}"
    kind, what = name.split("/")
    tokens = one.layout.tokens
    if kind == "tokens":
        if max(float(np.abs(mesh.bounds[:, :2]).max()), 0.0) > tokens.footprint_mm / 2 + _SIZE_MM:
            yield f"it reaches out of {tokens.footprint_mm} mm"
        for z, bore in ((3.0, 5.6), (8.1, 5.15)):
            if not np.allclose(hole_diameters(section(mesh, z)), [bore], atol=_SIZE_MM):
                yield f"its hole at {z} is {hole_diameters(section(mesh, z))}"
    if kind == "collars" and not any(abs(d - 5.3) < _SIZE_MM for d in hole_diameters(section(mesh, 0.3))):
        yield f"its hole is {hole_diameters(section(mesh, 0.3))}"
    if kind == "panels":
        if size[2] > 6 + _SIZE_MM or np.abs(low).max() > _SIZE_MM:
            yield f"it stands {size[2]:.2f} high, its corner at {low}"
        panel = next(panel for panel in one.layout.panels if panel.id == what)
        pins = sum(
            panel.x <= site.x < panel.x + panel.width and panel.y <= site.y < panel.y + panel.height
            for site in one.layout.pins()
        )
        bores = [d for d in hole_diameters(section(mesh, 1.5)) if abs(d - 5.1) < _SIZE_MM]
        if what != "K" and len(bores) != pins:
            yield f"it has {len(bores)} holes of 5.1 for {pins} pins"


def _size(layout: BoardLayout, name: str) -> tuple[float | None, float | None, float | None]:
    """What its extents are to be; None: any."""
    kind, what = name.split("/")
    if kind == "tokens":
        return None, None, 15.0 if what.startswith("building") else 10.6
    if kind == "collars":
        return 20.0, 20.0, 1.2
    if kind == "labels":
        return 19.5, 1.8, 9.6
    panel = next(panel for panel in layout.panels if panel.id == what)
    return panel.width, panel.height, None


def _wires(one: LookedAt) -> Iterator[str]:
    """The table plays on the board that the wires make; the drill file is clean and has each hole."""
    try:
        config = read_config(one.folder / "table.toml")
        the_layout(config.game.layout)
    except CallError as error:
        yield f"table.toml: {error}"
    if not one.has("starter"):
        return
    with (one.folder / "wiring.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    wired = {row["site"]: (int(row["hub"] or 0), int(row["channel"])) for row in rows if row["channel"]}
    board = {
        str(site.id): (site.hub, site.channel)
        for site in one.layout.sites.values()
        if site.channel is not None
    }
    if wired != board or len(rows) != len(board) + 6:
        yield "wiring.csv: it is not the board's wiring and six buttons"
    drawing = ezdxf.filemanagement.readfile(one.folder / "drill.dxf")
    if drawing.audit().errors or drawing.audit().fixes:
        yield f"drill.dxf: {drawing.audit().errors} {drawing.audit().fixes}"
    space = drawing.modelspace()
    holes = {(round(h.dxf.center.x, 2), round(h.dxf.center.y, 2)) for h in space.query("CIRCLE")}
    pins = {(round(s.x, 2), round(one.layout.height_mm - s.y, 2)) for s in one.layout.pins()}
    if holes != pins:
        yield f"drill.dxf: {len(holes)} holes for {len(pins)} pins"
    if any(abs(hole.dxf.radius - 2.5) > 1e-6 for hole in space.query('CIRCLE[layer=="DRILL_5.0"]')):
        yield "drill.dxf: a hole of another size"


def _braille(one: LookedAt) -> Iterator[str]:
    """40 cells, 25 lines; translated back it has every word of the text."""
    raw = (one.folder / "cards" / "reference.brf").read_text("ascii")
    for number, page in enumerate(raw.split("\f"), start=1):
        lines = page.splitlines()
        if len(lines) > 25 or max(map(len, lines)) > 40:
            yield f"reference.brf, page {number}: too large"
    table, program = _TABLES[str(one.manifest["language"])], shutil.which("lou_translate")
    assert program is not None
    joined = re.sub(r"\n  ", " ", raw.replace("\f", ""))
    cells = "".join(sign if sign == "\n" else chr(0x2800 + _ASCII.index(sign)) for sign in joined)
    back = subprocess.run(
        [program, "-b", f"unicode.dis,{table}"],
        input=cells,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    # Dots 2 and 5 are a colon in Spanish; backwards the table has them as a 3 that is glued to its word.
    back = re.sub(r"(?<=[^\W\d])3(?= |$)", ":", back, flags=re.MULTILINE)
    text = (one.folder / "cards" / "reference.txt").read_text("utf-8")
    if _bare(back) != _bare(text):
        pairs = zip(_bare(back), _bare(text), strict=False)
        yield f"reference.brf: back it is not the text: {next((p for p in pairs if p[0] != p[1]), 'longer')}"


def _bare(text: str) -> list[str]:
    """Its words, without accents or capitals."""
    apart = unicodedata.normalize("NFD", text.translate(_UNACCENTED).replace("’", "'"))
    words = re.findall(r"[\w']+", "".join(s for s in apart if not unicodedata.combining(s)).casefold())
    return [word.strip("'") for word in words]
