"""Draws whole tables in rooms that the network was not taught in: `python -m benchmarks.rooms OUT`.

Another program than `training` with other prints, pins, lamps, lenses and developing, so that what is
read well here was not learnt by heart. Nothing is ever learnt from these pictures. The folders that it
writes (one a board) are what `python -m benchmarks.vision` reads. With `--mishaps` tokens hang askew or have
fallen against pins under a low bare bulb, sleeves are striped, and a window mirrors itself in half of them.
"""

import argparse
import json
from importlib.resources import files
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from benchmarks.rooms.art import random_style, surface
from lab.rooms.camera_stand import MIRROR, place_camera
from lab.rooms.laid_table import LaidTable, furnish, random_light
from lab.rooms.lens import Body, photograph, pinhole, random_body
from lab.rooms.mishaps import Mishaps, hard_lamp, mirror_window, upset
from lab.rooms.stage import Ids, LitBoard, Pinhole, Points, paint, shown_share
from tabletop import BoardLayout, parse_layout

BOARDS: Final = ("world", "great-lakes", "legends-east")


def main() -> None:
    """Write the pictures and their truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=12, help="pictures of each board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mishaps", action="store_true", help="tokens askew and fallen, stripes, a window")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for number, name in enumerate(BOARDS):
        folder = options.out / name
        folder.mkdir(parents=True, exist_ok=True)
        text = _board_text(name, number)
        (folder / "board.json").write_text(text)
        layout = parse_layout(text)
        for frame in range(options.count):
            rng = np.random.default_rng([options.seed, number, frame])
            draw_room(rng, layout, folder, frame, mishaps=options.mishaps)


def _board_text(name: str, number: int) -> str:
    """The board that ships, its tokens now of one height and now of another."""
    board = json.loads(files("tabletop").joinpath("layouts", f"{name}.json").read_text(encoding="utf-8"))
    board["tokens"] |= {"height_mm": (8.6, 10.6, 7.6)[number], "base_mm": (0.0, 1.2, 0.4)[number]}
    return json.dumps(board)


def draw_room(
    rng: np.random.Generator, layout: BoardLayout, folder: Path, number: int, *, mishaps: bool = False
) -> None:
    """One picture with its truth, and one of the empty board."""
    style, body = random_style(rng), random_body(rng)
    print_ = surface(rng, layout, style)
    lamps, ambient = random_light(rng, (layout.width_mm, layout.height_mm))
    rotation, eye = place_camera(rng, layout, body)
    straight = pinhole(body, rotation, eye)
    table = furnish(rng, layout, style.land)
    amiss = Mishaps()
    if mishaps:
        lamps = hard_lamp(rng, (layout.width_mm, layout.height_mm), lamps)
        amiss = upset(rng, layout, table)
    white = ambient + sum((lamp.power for lamp in lamps), np.zeros(3))
    for name, scene in (("frame", table), ("empty", table.emptied())):
        stage = LitBoard(
            print_, (layout.width_mm, layout.height_mm), lamps, ambient, scene.blocks, scene.over
        )
        picture, ids = paint(stage, straight, layout.tokens.top_mm)
        if mishaps and name == "frame" and rng.random() < 0.5:
            amiss.mirrored = mirror_window(rng, layout, table, picture, ids, straight, white)
        photo = photograph(rng, body, picture, white)
        cv2.imwrite(str(folder / f"{name}_{number:04}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, body.quality])
        if name == "frame":
            truth = _truth(table, ids, straight, body, rotation, eye)
            truth |= {"askew": amiss.askew, "fallen": amiss.fallen, "mirrored": amiss.mirrored}
            truth |= {"image": f"frame_{number:04}.jpg", "reference": f"empty_{number:04}.jpg"}
            (folder / f"frame_{number:04}.json").write_text(json.dumps(truth))


def _truth(
    table: LaidTable, ids: Ids, straight: Pinhole, body: Body, rotation: Points, eye: Points
) -> dict[str, object]:
    rvec, _ = cv2.Rodrigues(rotation)
    shares = {
        site: shown_share(block, number, ids, straight) for site, (number, block) in table.numbers.items()
    }
    return {
        "camera": {
            "matrix": body.matrix.tolist(),
            "dist": list(body.dist),
            "rvec": rvec.ravel().tolist(),
            "tvec": (-rotation @ (eye * MIRROR)).tolist(),
        },
        "sites": {site: table.stands.get(site) for site in table.numbers},
        "occluded": [site for site, share in shares.items() if share < 0.6],
        "visibility": {site: round(share, 2) for site, share in shares.items() if share < 0.98},
    }


if __name__ == "__main__":
    main()
