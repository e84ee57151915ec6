"""How long one frame takes: the whole reading against OpenCV's own marker search in the same picture.

Run it as `python -m benchmarks.frames`; it draws its own pictures and needs no camera. With folders of stills
(benchmarks/vision.py) it takes these, every site judged, and tells for each size the middle and the slowest.
"""

import argparse
import os

# One thread each, as on a small computer that has other things to do; must be set before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.vision import pictures
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, BoardLayout, SiteId, TokenColour, board_layout, parse_layout
from vision import BoardReader, CameraSensor, Frame

SIZES: Final = ((1280, 720), (1920, 1080))
ROUNDS: Final = 15
COUNTS: Final = (50, 150, 300)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*")
    folders: list[Path] = parser.parse_args().folders
    cv2.setNumThreads(1)
    if folders:
        _print_stills(folders)
        return
    layout = board_layout("usa")
    print(f"{'picture':>11} {'aruco':>9} {'read':>9} {'share':>7} {'settled':>9} {'draw':>9}   (median ms)")
    for size in SIZES:
        aruco, read, settled, draw = _measure(layout, size)
        share = read / aruco
        print(f"{size[0]:>6}x{size[1]:<4} {aruco:9.1f} {read:9.1f} {share:7.2f} {settled:9.1f} {draw:9.1f}")
    print(f"{len(layout.pins())} sites, half of them with tokens; one thread")
    _print_growth(board_layout("world"))
    _print_rest(board_layout("world"))


def _print_stills(folders: list[Path]) -> None:
    """The same of pictures from elsewhere; of each the shortest of three times, for others compute, too."""
    found: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for folder in folders:
        layout = parse_layout((folder / "board.json").read_text(), source=str(folder / "board.json"))
        for _, frame, camera in pictures(folder):
            reader = BoardReader(layout, camera)
            reader.read(frame)  # finds the board
            times = found.setdefault(frame.size, [])
            times.append((_least_ms(_aruco(layout), frame), _least_ms(_again(reader), frame)))
    print(f"{'picture':>11} {'count':>6} {'aruco':>9} {'read':>9} {'slowest':>9} {'share':>7} {'worst':>7}")
    for size, times in sorted(found.items()):
        reads, shares = [read for _, read in times], [read / aruco for aruco, read in times]
        print(
            f"{size[0]:>6}x{size[1]:<4} {len(times):6} {statistics.median(aruco for aruco, _ in times):9.1f}"
            f" {statistics.median(reads):9.1f} {max(reads):9.1f}"
            f" {statistics.median(shares):7.2f} {max(shares):7.2f}"
        )


def _print_growth(layout: BoardLayout) -> None:
    """How the time of one frame grows with the sites: the whole, and what hangs on their number."""
    camera = SimulatedCamera(layout, size=(1920, 1080), seed=2)
    tokens = _half(layout)
    frames = [camera.render(tokens, at=0, number=number) for number in range(ROUNDS)]
    aruco = _median_ms(_aruco(layout), frames)
    cells = []
    for count in COUNTS:
        reader = BoardReader(_with_pins(layout, count), camera.model)
        reader.read(frames[0])
        whole = _median_ms(_again(reader), frames)
        took = whole - _median_ms(reader.locate, frames)
        cells.append(
            f"{count} sites {whole:.1f} ms ({whole / aruco:.2f}; {1000 * took / count:.0f} µs a site)"
        )
    print(f"1920x1080, markers' search alone {aruco:.1f} ms; every site judged: " + ", ".join(cells))


def _print_rest(layout: BoardLayout, count: int = 150) -> None:
    """The processor's time for a frame while nothing changes: what a table costs for most of an evening."""
    cells = []
    for size in SIZES:
        camera = SimulatedCamera(layout, size=size, seed=2)
        frames = [camera.render(_half(layout), at=0, number=number) for number in range(ROUNDS)]
        sensor = CameraSensor(_with_pins(layout, count), camera.model)
        spent = []
        for number in range(20 * ROUNDS):
            frame = Frame(frames[number % ROUNDS].image, number / 10, number)
            start = time.process_time()
            sensor.see(frame)
            spent.append(1000 * (time.process_time() - start))
        cells.append(f"{size[0]}x{size[1]} {statistics.median(spent[5 * ROUNDS :]):.1f} ms")
    print(f"{count} sites at rest, processor time: " + ", ".join(cells))


def _half(layout: BoardLayout) -> dict[SiteId, TokenColour]:
    rng = np.random.default_rng(1)
    return {site.id: TOKEN_COLOURS[int(rng.integers(5))] for site in layout.pins() if rng.random() < 0.5}


def _with_pins(layout: BoardLayout, count: int) -> BoardLayout:
    """The same board with so many pins; beyond its own they stand again, a little aside."""
    pins = layout.pins()
    chosen = [
        replace(
            pins[number % len(pins)],
            id=SiteId(f"pin-{number}"),
            x=pins[number % len(pins)].x + number // len(pins),
        )
        for number in range(count)
    ]
    return replace(layout, sites={site.id: site for site in chosen})


def _measure(layout: BoardLayout, size: tuple[int, int]) -> tuple[float, float, float, float]:
    camera = SimulatedCamera(layout, size=size, seed=1)
    tokens = _half(layout)
    frames = [camera.render(tokens, at=number / 10, number=number) for number in range(ROUNDS)]
    reader, sensor = BoardReader(layout, camera.model), CameraSensor(layout, camera.model)
    for frame in frames[:2]:
        reader.read(frame)
    for number in range(40):
        sensor.see(Frame(frames[number % ROUNDS].image, number / 10, number))
    late = iter(range(40, 1000))

    def watch(frame: Frame) -> None:
        number = next(late)
        sensor.see(Frame(frame.image, number / 10, number))

    return (
        _median_ms(_aruco(layout), frames),
        _median_ms(_again(reader), frames),
        _median_ms(watch, frames),
        _median_ms(lambda frame: camera.render(tokens, at=0, number=frame.number), frames),
    )


def _again(reader: BoardReader) -> Callable[[Frame], object]:
    """Every site judged, of a board whose print was seen to be the file's."""
    return lambda frame: reader.read(frame, print_proven=True)


def _aruco(layout: BoardLayout) -> Callable[[Frame], object]:
    """OpenCV's marker search alone, with its default settings."""
    assert layout.markers is not None
    dictionary = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, layout.markers.dictionary)))
    detector = cv2.aruco.ArucoDetector(dictionary)
    return lambda frame: detector.detectMarkers(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY))


def _least_ms(task: Callable[[Frame], object], frame: Frame) -> float:
    return min(_median_ms(task, [frame]) for _ in range(3))


def _median_ms(task: Callable[[Frame], object], frames: list[Frame]) -> float:
    times: list[float] = []
    for frame in frames:
        start = time.process_time()
        task(frame)
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    main()
