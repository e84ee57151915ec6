"""How well sites are read in pictures with truth: `python -m benchmarks.vision FOLDER...`.

A folder holds `board.json` (board/1) and for each picture a JSON file: `image`, `camera` {matrix, dist},
`sites` {site: null | colour}, `occluded` [site], `reference` (null or a picture of the empty board).
`--outline` judges by hue and outline instead of the network; `--diagram OUT.svg` draws how often what is said
with a confidence is right, camera known, one series for the folders that lie side by side.
"""

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is loaded

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.reliability import binned, diagram
from tabletop import SiteId, parse_layout
from vision import BoardReader, CameraModel, Frame, load_frame, parse_camera
from vision.detect import Detector
from vision.frame_reading import play_mm

_FINE: Final = 1.2  # px/mm from which fewer sites may be unknown
_ODD: Final = ("askew", "fallen", "mirrored")  # of benchmarks/rooms with --mishaps
_EMPTY_SURE: Final = 0.6


@dataclass(slots=True)
class Tally:
    """Counts over all visible sites, and over those under a hand."""

    sites: int = 0
    right: int = 0
    false: int = 0
    missed: int = 0
    unknown: int = 0
    fine: int = 0
    fine_unknown: int = 0
    hidden: int = 0
    hidden_good: int = 0
    stills: int = 0
    whole: int = 0
    not_wrong: int = 0
    said: dict[str, list[tuple[float, bool]]] = field(default_factory=dict)  # by where the folder lies
    wrong: list[str] = field(default_factory=list)
    odd: dict[str, list[int]] = field(default_factory=dict)  # by kind of mishap: see _count_odd


def main() -> None:
    """Print the table, the reliability of what is said, and every site that was not read right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument(
        "--outline", action="store_true", help="judge by hue and outline, without the network"
    )
    parser.add_argument("--each", action="store_true", help="name every site that was not read right")
    parser.add_argument("--diagram", type=Path, help="where to draw the reliability diagram, as SVG")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'':24}   right  false  missed  unknown  at {_FINE} px/mm   hidden   whole  nothing wrong")
    for name, known, reference in (
        ("camera known", True, False),
        ("camera unknown", False, False),
        ("camera and empty board", True, True),
    ):
        tally = Tally()
        for folder in options.folders:
            _read_folder(folder, tally, known=known, reference=reference, outline=options.outline)
        if tally.sites:
            _print_row(name, tally)
            _print_reliability(tally)
            for kind, (count, empty, other, right) in tally.odd.items():
                sure = f"{empty} empty above {_EMPTY_SURE}"
                print(f"    {kind}: {count}, {right} right, {sure}, {other} another seat's")
        if options.diagram and known and not reference:
            options.diagram.write_text(diagram(tally.said), encoding="utf-8")
        for line in tally.wrong if options.each else ():
            print(f"    {line}")


def _read_folder(folder: Path, tally: Tally, *, known: bool, reference: bool, outline: bool) -> None:
    layout = parse_layout((folder / "board.json").read_text(), source=str(folder / "board.json"))
    for truth, frame, camera in pictures(folder):
        empty = truth.get("reference")
        if reference and not empty:
            continue
        lens = camera if known else None
        reader = BoardReader(
            layout,
            lens,
            load_frame(folder / str(empty)) if reference else None,
            Detector(layout, play_mm(lens)) if outline else None,
        )
        said = tally.said.setdefault(folder.resolve().parent.name, [])
        said += _count(reader, frame, truth, tally, f"{folder.name}/{truth['image']}")


def pictures(folder: Path) -> Iterator[tuple[dict[str, object], Frame, CameraModel]]:
    """Each picture of a folder with its truth and its lens."""
    for path in sorted(folder.glob("frame_*.json")):
        truth = json.loads(path.read_text())
        frame = load_frame(folder / truth["image"])
        high, wide = frame.image.shape[:2]
        lens = truth["camera"]
        text = {"format": "camera/1", "size_px": [wide, high], "matrix": lens["matrix"], "dist": lens["dist"]}
        yield truth, frame, parse_camera(json.dumps(text))


def _count(
    reader: BoardReader, frame: Frame, truth: dict[str, object], tally: Tally, name: str
) -> list[tuple[float, bool]]:
    """Count one picture's sites; returns what was said with which confidence, and whether it was right."""
    stands, hidden = truth["sites"], truth["occluded"]
    assert isinstance(stands, dict)
    assert isinstance(hidden, list)
    sightings = reader.read(frame).sightings
    _, plan = reader.locate(frame)
    fine = plan.cutter.px_per_mm >= _FINE if plan is not None else np.zeros(len(reader.sites), dtype=bool)
    before, wrong_before = tally.right, tally.false + tally.missed
    judged, said = 0, []
    for place, site in enumerate(reader.sites):
        if site not in stands:
            continue
        wanted = stands[site] or "empty"
        seen, confidence = ("unknown", 0.0)
        if site in sightings:
            seen, confidence = sightings[site].seen, sightings[site].confidence
        _count_odd(tally, truth, site, (seen, wanted, confidence))
        if site in hidden:
            tally.hidden += 1
            tally.hidden_good += seen in ("unknown", wanted)
            continue
        judged += 1
        _count_site(tally, seen, wanted, fine=bool(fine[place]))
        said += [(confidence, seen == wanted)] if seen != "unknown" else []
        if seen != wanted:
            tally.wrong.append(f"{name} {SiteId(site)}: {wanted} read as {seen}")
    tally.stills += 1
    tally.whole += tally.right - before == judged
    tally.not_wrong += tally.false + tally.missed == wrong_before
    return said


def _count_odd(tally: Tally, truth: dict[str, object], site: SiteId, read: tuple[str, str, float]) -> None:
    """Of each kind of mishap: how many, how many of them called empty for sure, another seat's, and right."""
    seen, wanted, confidence = read
    for kind in _ODD:
        sites = truth.get(kind, [])
        assert isinstance(sites, list)
        if site in sites:
            counts = tally.odd.setdefault(kind, [0, 0, 0, 0])
            counts[0] += 1
            counts[1] += seen == "empty" != wanted and confidence > _EMPTY_SURE
            counts[2] += seen not in ("empty", "unknown", "something", wanted)
            counts[3] += seen == wanted


def _count_site(tally: Tally, seen: str, wanted: str, *, fine: bool) -> None:
    tally.sites += 1
    tally.right += seen == wanted
    tally.unknown += seen == "unknown"
    tally.missed += seen == "empty" != wanted
    tally.false += seen not in ("empty", "unknown", wanted)
    tally.fine += fine
    tally.fine_unknown += fine and seen == "unknown"


def _print_row(name: str, tally: Tally) -> None:
    share = [100 * count / tally.sites for count in (tally.right, tally.false, tally.missed, tally.unknown)]
    fine = 100 * tally.fine_unknown / max(1, tally.fine)
    print(
        f"{name:24} {share[0]:6.2f} % {share[1]:5.3f} %{share[2]:6.2f} %{share[3]:7.2f} %{fine:12.2f} %"
        f" {tally.hidden_good:5}/{tally.hidden} {tally.whole:4}/{tally.stills}"
        f" {tally.not_wrong:7}/{tally.stills}   of {tally.sites} sites"
    )


def _print_reliability(tally: Tally) -> None:
    """What was said with which confidence, and how often that was right."""
    every = [item for said in tally.said.values() for item in said]
    cells = [
        f"{100 * mean:.1f} % said, {100 * right:.1f} % right ({count})"
        for mean, right, count in binned(every)
    ]
    print("    " + "; ".join(cells))


if __name__ == "__main__":
    main()
