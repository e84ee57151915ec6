"""Tables whose tokens look otherwise than their board says: `python -m benchmarks.other_tokens [--count N]`.

Draws rooms (benchmarks/rooms) with tokens of other colours and sizes. Each set's looks are learned from one
picture, by every other token of it, and all other pictures (other rooms, lamps and cameras) are read with
the board's usual word for its tokens, and with what was learned.
"""

import argparse
import json
import os
import tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is loaded

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.rooms.__main__ import draw_room
from tabletop import BoardLayout, SiteId, TokenColour, board_layout
from vision import BoardReader, CameraModel, Frame, TokenLook, TokenLooks, load_frame, parse_camera
from vision.frame_reading import ReadingPlan
from vision.patches import Patches
from vision.retint import Rgb, rgb_of
from vision.token_choice import Seen, chosen_looks
from vision.token_patch import ShownToken, shown_token

BOARDS: Final = ("world", "great-lakes", "legends-east")
SETS: Final[dict[str, tuple[dict[TokenColour, Rgb], float]]] = {
    "usual": ({}, 18.0),
    "faded": (
        {
            "blue": (95, 125, 185),
            "red": (215, 110, 110),
            "green": (120, 190, 160),
            "yellow": (240, 222, 130),
            "black": (80, 80, 84),
        },
        18.0,
    ),
    "lime green": ({"green": (150, 205, 40)}, 18.0),
    "purple, orange, dark green, brown": (
        {"blue": (120, 60, 160), "red": (235, 120, 20), "green": (20, 90, 60), "black": (120, 75, 40)},
        18.0,
    ),
    "14 mm": ({}, 14.0),
    "22 mm": ({}, 22.0),
}


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """One drawn table with its truth."""

    layout: BoardLayout  # with the usual tokens
    camera: CameraModel
    frame: Frame
    empty: Frame
    stands: Mapping[SiteId, TokenColour | None]  # sites in sight


def main() -> None:
    """Print one line a set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3, help="pictures of each board (default 3)")
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'':36}      not shown             shown\n{'':36}   right   false     right   false   of")
    for name, (rgb, size) in SETS.items():
        with tempfile.TemporaryDirectory() as folder:
            rooms = list(_rooms(Path(folder), rgb, size, options.count, options.seed))
        looks = _learned(rooms[0])
        counts = [_counted(rooms[1:], chosen) for chosen in (None, looks)]
        cells = "  ".join(f"{100 * right / n:6.2f} %{100 * false / n:6.2f} %" for n, right, false in counts)
        print(f"{name:36} {cells}   {counts[0][0]}", flush=True)


def _rooms(out: Path, rgb: Mapping[TokenColour, Rgb], size: float, count: int, seed: int) -> Iterator[Room]:
    for number, name in enumerate(BOARDS):
        usual = board_layout(name)
        tokens = replace(usual.tokens, rgb={**usual.tokens.rgb, **rgb}, footprint_mm=size)
        for place in range(count):
            rng = np.random.default_rng([seed, number, place])
            draw_room(rng, replace(usual, tokens=tokens), out, place)
            truth = json.loads((out / f"frame_{place:04}.json").read_text())
            frame = load_frame(out / truth["image"])
            lens = {"format": "camera/1", "size_px": list(frame.size), **truth["camera"]}
            hidden = set(truth["occluded"])
            yield Room(
                usual,
                parse_camera(json.dumps(lens)),
                frame,
                load_frame(out / truth["reference"]),
                {SiteId(site): seat for site, seat in truth["sites"].items() if site not in hidden},
            )


def _learned(room: Room) -> TokenLooks:
    """What every other token of a picture tells."""
    reader = BoardReader(room.layout, room.camera)
    plan, patches, tones = _cut(reader, room.frame)
    _, before, tones_before = _cut(BoardReader(room.layout, room.camera), room.empty)
    light = plan.probe.measure(room.frame.image)
    looks: dict[TokenColour, TokenLook] = {}
    seen: dict[TokenColour, list[Seen]] = {}
    for seat, shape in room.layout.tokens.shapes.items():
        places = [n for n, site in enumerate(reader.sites) if room.stands.get(site) == seat][::2]
        found: list[ShownToken] = [
            shown_token(
                _planes(patches, tones, place),
                _planes(before, tones_before, place),
                plan.cutter.lean[place],
                shape,
            )
            for place in places
        ]
        if found:
            middle = np.median([one.tone for one in found], axis=0)
            radius = float(np.median([one.radius_mm for one in found]))
            looks[seat] = TokenLook(rgb=rgb_of(middle), footprint_mm=2 * radius)
            seen[seat] = [Seen(patches[places], plan.cutter, light, np.array(places))]
    bare = np.array([n for n, site in enumerate(reader.sites) if room.stands.get(site, "hidden") is None])
    empty = [Seen(patches[bare], plan.cutter, light, bare)]
    return chosen_looks(room.layout, TokenLooks(board=room.layout.map, seats=looks), seen, empty)


def _cut(reader: BoardReader, frame: Frame) -> tuple[ReadingPlan, Patches, NDArray[np.float32]]:
    _, plan = reader.locate(frame)
    assert plan is not None, "the board is not found in a drawn picture"
    light = plan.probe.measure(frame.image)
    return plan, plan.cutter.cut(frame.image), light.tones(np.arange(len(reader.sites)))


def _planes(patches: Patches, tones: NDArray[np.float32], place: int) -> NDArray[np.float64]:
    each = [tones[place, channel][patches[place, ..., channel]] for channel in range(3)]
    return np.stack(each, axis=-1).astype(np.float64)


def _counted(rooms: list[Room], looks: TokenLooks | None) -> tuple[int, int, int]:
    """Sites in sight, how many are read right, and how many claim a token that is not there."""
    total = right = false = 0
    for room in rooms:
        seen = BoardReader(room.layout, room.camera, looks=looks).read(room.frame).sightings
        for site, seat in room.stands.items():
            told = seen[site].seen if site in seen else "unknown"
            total += 1
            right += told == (seat or "empty")
            false += told not in ("empty", "unknown", seat)
    return total, right, false


if __name__ == "__main__":
    main()
