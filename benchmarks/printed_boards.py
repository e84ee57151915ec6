"""Prints of boards path-traced and read: `python -m benchmarks.printed_boards FOLDER... [--out DIR]`.

A third renderer, Mitsuba, beside our own and the rooms': what `fingerpost board print` wrote is the scene.
The sheets are rendered from their PDF and joined, tokens are the STL files (of paper: card, cut by the same
outline), rings of a printed tier lie round their pins. Each board is looked at empty, half full and full,
from above and aslant, and read as `fingerpost read` does, without a camera file. Nothing is learnt from it.

It needs `pip install mitsuba`, which is no dependency of Fingerpost nor of its tests.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import game_map
from lab.rooms.printed import joined_sheets
from printing.order import Order
from table.board_drawing import token_outline
from tabletop import TOKEN_COLOURS, BoardLayout, SiteId, TokenColour, parse_layout
from vision import Frame, StillReader

PX: Final = 6  # of the sheets, a millimetre
PX_PER_MM: Final = 2.0  # of the picture, at the middle of the board
FILLS: Final = {"empty": 0.0, "half": 0.5, "full": 1.0}
VIEWS: Final = {"above": 0.0, "oblique": 28.0}
_FAR_MM: Final = 1100.0
_STEEL: Final = (165, 165, 170)
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Mesh:
    """Corners in millimetres (z up, y to the back), triangles."""

    corners: Floats
    faces: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Print:
    """One folder that `board print` wrote."""

    folder: Path
    order: Order
    picture: NDArray[np.uint8]  # the sheets joined, BGR

    @property
    def layout(self) -> BoardLayout:
        """As this tier builds it."""
        return self.order.layout


def read_print(folder: Path) -> Print:
    """The board of a folder, its sheets joined."""
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    text = (folder / "board.json").read_text("utf-8")
    order = Order(
        text=text, layout=parse_layout(text), game_map=game_map(told["map"]), tier=told["tier"],
        language=told["language"], paper=told["paper"],
    )  # fmt: skip
    joined = joined_sheets((folder / "sheets.pdf").read_bytes(), order, PX)
    return Print(folder, order, joined)


def without_pins(made: Print) -> Print:
    """The same with the printed pins painted over: what they are there for."""
    picture = made.picture.copy()
    for site, route in made.order.routes:
        spot = (round(site.x * PX), round(site.y * PX))
        cv2.circle(picture, spot, round(2.7 * PX), made.layout.route_rgb[route.colour][::-1], -1)
    return Print(made.folder, made.order, picture)


def stl(path: Path) -> Mesh:
    """A binary STL."""
    raw = path.read_bytes()
    count = int.from_bytes(raw[80:84], "little")
    rows = np.frombuffer(raw, dtype=np.dtype([("v", "<f4", (4, 3)), ("x", "<u2")]), count=count, offset=84)
    corners = rows["v"][:, 1:].reshape(-1, 3).astype(np.float64)
    return Mesh(corners, np.arange(3 * count).reshape(-1, 3))


def card(shape: str, height: float, reach: float) -> Mesh:
    """A token cut of card: its outline is seen whole from its middle."""
    ring = np.array(token_outline(shape, reach)) * (1, -1)
    return _prism(ring, height)


def _prism(ring: Floats, height: float) -> Mesh:
    count = len(ring)
    low, high = (np.column_stack([ring, np.full(count, z)]) for z in (0.0, height))
    corners = np.vstack([low, high, [[0, 0, height]]])
    nxt = (np.arange(count) + 1) % count
    at = np.arange(count)
    sides = np.vstack(
        [np.column_stack([at, nxt, nxt + count]), np.column_stack([at, nxt + count, at + count])]
    )
    return Mesh(
        corners, np.vstack([sides, np.column_stack([at + count, nxt + count, np.full(count, 2 * count)])])
    )


def post(radius: float, height: float) -> Mesh:
    """A pin, standing at 0."""
    turns = np.arange(24) * 2 * np.pi / 24
    ring = np.column_stack([radius * np.cos(turns), radius * np.sin(turns)])
    return _prism(ring, height)


def standing(layout: BoardLayout, share: float, seed: int) -> Mapping[SiteId, TokenColour]:
    """Tokens of all seats on a share of the routes' pins, by lot."""
    lot = np.random.default_rng(seed)
    pins = sorted(site.id for site in layout.pins() if site.kind == "route")
    chosen = sorted(lot.permutation(len(pins))[: round(share * len(pins))])
    return {pins[n]: TOKEN_COLOURS[int(lot.integers(len(TOKEN_COLOURS)))] for n in chosen}


def on_own_rings(made: Print) -> Mapping[SiteId, TokenColour]:
    """On each ring of a seat's colour that seat's token: nothing but the ring shows an edge."""
    return {site.id: route.colour for site, route in made.order.routes if route.colour in TOKEN_COLOURS}


def tokens_of(made: Print) -> Mapping[TokenColour, Mesh]:
    """Each seat's token, with its underside at 0."""
    tokens = made.layout.tokens
    if made.order.has("tokens"):
        return {seat: stl(made.folder / "tokens" / f"token-{seat}.stl") for seat in TOKEN_COLOURS}
    return {
        seat: card(tokens.shapes[seat], tokens.height_mm, tokens.footprint_mm / 2) for seat in TOKEN_COLOURS
    }


def meshes_of(
    made: Print, tokens: Mapping[SiteId, TokenColour], seed: int
) -> Iterator[tuple[Mesh, tuple[int, ...]]]:
    """All that stands or lies on the board, with its colour; tokens are turned by lot."""
    lot = np.random.default_rng(seed + 1)
    kinds = tokens_of(made)
    height = made.layout.height_mm
    if made.order.has("tokens"):
        rings = {
            colour: stl(made.folder / "collars" / f"collar-{colour}.stl")
            for colour in {route.colour for _, route in made.order.routes}
        }
        for site, route in made.order.routes:
            yield (
                _moved(rings[route.colour], site.x, height - site.y, 0.0, 0.0),
                (made.layout.route_rgb[route.colour]),
            )
    if made.layout.pin_height_mm > 1:  # else they are printed
        pin = post(made.layout.pin_diameter_mm / 2, made.layout.collar_height_mm + made.layout.pin_height_mm)
        for site in made.layout.pins():
            if site.id not in tokens:
                yield _moved(pin, site.x, height - site.y, 0.0, 0.0), _STEEL
    for name, seat in tokens.items():
        site = made.layout.sites[name]
        play = lot.uniform(-0.3, 0.3, 2)
        turned = float(lot.uniform(0, 2 * np.pi))
        x, y = site.x + play[0], height - site.y + play[1]
        yield _moved(kinds[seat], x, y, made.layout.tokens.base_mm, turned), made.layout.tokens.rgb[seat]


def _moved(mesh: Mesh, x: float, y: float, z: float, turned: float) -> Mesh:
    c, s = np.cos(turned), np.sin(turned)
    return Mesh(mesh.corners @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + (x, y, z), mesh.faces)


def together(meshes: Sequence[Mesh]) -> Mesh:
    """One mesh of several."""
    starts = np.cumsum([0, *(len(one.corners) for one in meshes)])
    faces = [one.faces + start for one, start in zip(meshes, starts, strict=False)]
    return Mesh(np.vstack([one.corners for one in meshes]), np.vstack(faces))


def path_traced(
    made: Print, tokens: Mapping[SiteId, TokenColour], tilt_deg: float, samples: int, seed: int
) -> NDArray[np.uint8]:
    """The board as a camera at a metre sees it, BGR; lamps stand on its left and right."""
    import mitsuba

    mi: Any = mitsuba
    mi.set_variant("scalar_rgb")
    layout = made.layout
    wide, high = layout.width_mm, layout.height_mm
    size = (round((wide + 60) * PX_PER_MM), round((high + 60) * PX_PER_MM))
    rgb = np.ascontiguousarray(made.picture[::-1, :, ::-1])  # a picture's first row lies at the front
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 3},
        "sensor": _sensor(mi, (wide, high), size, tilt_deg, samples, seed),
        "board": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f()
            .translate([wide / 2, high / 2, 0])
            .scale([wide / 2, high / 2, 1]),
            "bsdf": {
                "type": "diffuse",
                "reflectance": {"type": "bitmap", "bitmap": mi.Bitmap(rgb), "filter_type": "bilinear"},
            },
        },
        "table": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f().translate([wide / 2, high / 2, -6]).scale([2000, 2000, 1]),
            "bsdf": _matt((110, 95, 80)),
        },
        "room": {"type": "constant", "radiance": {"type": "rgb", "value": 0.35}},
    }
    for name, x, way in (("left", -500.0, 1.0), ("right", wide + 500.0, -1.0)):
        lamp = mi.ScalarTransform4f().look_at(
            origin=[x, high / 2, 900], target=[wide / 2 + way, high / 2, 0], up=[0, 1, 0]
        )
        scene[name] = {
            "type": "rectangle",
            "to_world": lamp.scale([120, 120, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": 14.0}},
        }
    by_colour: dict[tuple[int, ...], list[Mesh]] = {}
    for mesh, colour in meshes_of(made, tokens, seed):
        by_colour.setdefault(colour, []).append(mesh)
    for number, (colour, meshes) in enumerate(by_colour.items()):
        scene[f"solid{number}"] = _solid(mi, together(meshes), colour)
    linear = np.array(mi.render(mi.load_dict(scene), spp=samples, seed=seed))[:, :, :3]
    white = np.percentile(linear, 99) / 0.9
    shown = np.asarray(mi.Bitmap((linear / white).astype(np.float32)).convert(
        mi.Bitmap.PixelFormat.RGB, mi.Struct.Type.UInt8, srgb_gamma=True
    ))  # fmt: skip
    return np.ascontiguousarray(shown[:, :, ::-1])


def _sensor(
    mi: Any, board: tuple[float, float], size: tuple[int, int], tilt_deg: float, samples: int, seed: int
) -> dict[str, Any]:
    middle = np.array([board[0] / 2, board[1] / 2, 0.0])
    tilt = np.radians(tilt_deg)
    eye = middle + _FAR_MM * np.array([0, -np.sin(tilt), np.cos(tilt)])
    half = (board[0] / 2 + 30) * (1 + 0.35 * np.sin(tilt))
    return {
        "type": "perspective",
        "fov": float(2 * np.degrees(np.arctan(half / _FAR_MM))),
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(origin=list(eye), target=list(middle), up=[0, 1, 0]),
        "film": {"type": "hdrfilm", "width": size[0], "height": size[1], "rfilter": {"type": "gaussian"}},
        "sampler": {"type": "independent", "sample_count": samples, "seed": seed},
    }


def _matt(colour: Sequence[int]) -> dict[str, Any]:
    linear = [((part / 255 + 0.055) / 1.055) ** 2.4 if part > 10 else part / 255 / 12.92 for part in colour]
    return {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": linear}}}


def _solid(mi: Any, mesh: Mesh, colour: tuple[int, ...]) -> Any:
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(_matt(colour))
    made = mi.Mesh("solid", len(mesh.corners), len(mesh.faces), props=props)
    params = mi.traverse(made)
    params["vertex_positions"] = mesh.corners.astype(np.float32).ravel()
    params["faces"] = mesh.faces.astype(np.uint32).ravel()
    params.update()
    return made


def main() -> None:
    """Path-trace, read, print a row a picture and their sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--out", type=Path, help="keep the pictures there")
    parser.add_argument("--samples", type=int, default=16, help="rays a pixel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fills", nargs="+", choices=[*FILLS], default=[*FILLS])
    parser.add_argument("--own", action="store_true", help="tokens on rings of their own colour only")
    parser.add_argument("--no-pins", action="store_true", help="paint the printed pins over")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    sys.stdout.write(
        "| print | board | view | tokens | right | missed | false | unknown |\n|" + 8 * "---|" + "\n"
    )
    for folder in options.folders:
        made = without_pins(read_print(folder)) if options.no_pins else read_print(folder)
        for fill in ["own"] if options.own else options.fills:
            tokens = on_own_rings(made) if options.own else standing(made.layout, FILLS[fill], options.seed)
            for view, tilt in VIEWS.items():
                image = path_traced(made, tokens, tilt, options.samples, options.seed)
                if options.out is not None:
                    options.out.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(options.out / f"{folder.name}-{fill}-{view}.png"), image)
                row = " | ".join(map(str, judged(made.layout, image, tokens)))
                sys.stdout.write(f"| {folder.name} | {fill} | {view} | {len(tokens)} | {row} |\n")
                sys.stdout.flush()


def judged(
    layout: BoardLayout, image: NDArray[np.uint8], tokens: Mapping[SiteId, TokenColour]
) -> tuple[int, int, int, int]:
    """Sites right, tokens missed, claims that are false, and sites unknown; what is not right on stderr."""
    still = StillReader(layout, None).read(Frame(image, 0.0, 0))
    seen = still.answers
    right = missed = false = unknown = 0
    for site, answer in seen.items():
        truth = tokens.get(site, "empty")
        right += answer == truth
        unknown += answer == "unknown"
        missed += answer == "empty" and truth != "empty"
        false += answer not in ("empty", "unknown", truth)
        if answer != truth:
            chances = still.reading.sightings[site].chances if site in still.reading.sightings else {}
            likely = ", ".join(f"{seat} {chance:.2f}" for seat, chance in chances.items() if chance > 0.01)
            sys.stderr.write(f"{site}: {truth}, read as {answer} ({likely})\n")
    return right, missed, false, unknown


if __name__ == "__main__":
    main()
