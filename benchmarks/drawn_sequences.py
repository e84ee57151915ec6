"""Short sequences of a simulated table: each kind is one thing that happens at real tables."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from benchmarks.filmed_table import EDGES, SLEEVES, Table
from benchmarks.sequence_judge import Sequence, Shot
from lab.camera.drawn_camera import Nudge, SimulatedCamera
from lab.camera.hands import Hand
from lab.camera.things import mug, sheet, token_at
from tabletop import TOKEN_COLOURS, BoardLayout, SiteId


def _hands(table: Table) -> Iterator[Shot]:
    yield from table.rest(2)
    for _ in range(3):
        site = table.free()
        yield from table.reach(site, table.put(site, table.colour()))
        yield from table.rest(3)
    site = next(iter(table.stands))
    yield from table.reach(site, table.lift(site))
    yield from table.rest(4)


def _carried(table: Table) -> Iterator[Shot]:
    """A token is carried to and fro over the board and taken away again."""
    yield from table.rest(2)
    for _ in range(2):
        colour, sites = table.colour(), [table.free() for _ in range(3)]
        for site in sites:
            place = table.layout.sites[site]
            table.hand = Hand(reach=(place.x, place.y - 4))
            table.things = (token_at(table.layout, colour, place.x, place.y, 20, carried=True),)
            yield from table.rest(float(table.rng.choice([0.4, 0.8, 1.6])))
        table.hand, table.things = None, ()
        yield from table.rest(2.5)


def _arm(table: Table) -> Iterator[Shot]:
    """An arm rests over the board for a minute, fingers read a little, a token is put elsewhere meanwhile."""
    yield from table.rest(2)
    here = table.layout.sites[table.free()]
    edge = EDGES[int(table.rng.integers(4))]
    sleeve = SLEEVES[int(table.rng.integers(len(SLEEVES)))]
    for second in range(40):
        stir = 6 * math.sin(second) if second % 7 == 0 else 0.0
        table.hand = Hand(reach=(here.x + stir, here.y), edge=edge, sleeve_rgb=sleeve)
        if second == 15:
            site = table.free()
            table.stands[site] = table.colour()
        yield from table.rest(1)
    table.hand = None
    yield from table.rest(4)


def _beside_an_arm(table: Table) -> Iterator[Shot]:
    """An arm comes to rest close to a pin, then a token is set there; the arm stays and stirs once."""
    table.strict = True
    yield from table.rest(2)
    for _ in range(3):
        site, side = table.free(), float(table.rng.choice([-1.0, 1.0]))
        place, sleeve = table.layout.sites[site], SLEEVES[int(table.rng.integers(len(SLEEVES)))]
        x, y = place.x + side * float(table.rng.uniform(46, 62)), place.y - 140
        arm = Hand(reach=(x, y), lean_deg=0.0, sleeve_rgb=sleeve)
        table.hand = arm
        yield from table.rest(3)
        table.stands[site] = table.colour()
        for second in range(10):
            table.hand = replace(arm, reach=(x + (3.0 if second == 5 else 0.0), y))
            yield from table.rest(1)
        table.hand = None
        yield from table.rest(3)


def _lamp(table: Table) -> Iterator[Shot]:
    yield from table.rest(2)
    for light, tint in (
        (0.45, (0.8, 0.95, 1.1)),
        (1.0, (1.0, 1.0, 1.0)),
        (1.5, (1.05, 1, 0.95)),
        (1.0, (1, 1, 1)),
    ):
        table.light, table.tint = light, tint
        yield from table.rest(3)
    site = table.free()
    yield from table.reach(site, table.put(site, table.colour()))
    table.light = 0.5
    yield from table.rest(4)


def _exposure(table: Table) -> Iterator[Shot]:
    table.auto = True
    yield from _hands(table)


def _dusk(table: Table) -> Iterator[Shot]:
    seconds = 40
    due = {seconds // 4, seconds // 2, 3 * seconds // 4}
    for second in range(seconds):
        table.light = 1.0 - 0.85 * second / seconds
        table.tint = (1 - 0.3 * second / seconds, 1.0, 1.0)
        if second in due:
            site = table.free()
            yield from table.reach(site, table.put(site, table.colour()))
        yield from table.rest(1)
    yield from table.rest(3)


def _push(by: Nudge) -> Callable[[Table], Iterator[Shot]]:
    def pushed(table: Table) -> Iterator[Shot]:
        yield from table.rest(3)
        table.nudge = by
        yield table.shot(pushed=True)
        site = table.free()
        table.stands[site] = table.colour()
        yield from table.rest(4)

    return pushed


def _away(table: Table) -> Iterator[Shot]:
    """A sheet is held before the board; a token is put behind it."""
    yield from table.rest(2)
    middle = table.layout.width_mm / 2, table.layout.height_mm / 2
    table.things = (sheet(*middle, table.layout.width_mm + 30, table.layout.height_mm + 20),)
    yield table.shot(gone=True)
    site = table.free()
    table.stands[site] = table.colour()
    for _ in range(round(4 * table.fps)):
        yield table.shot(gone=True)
    table.things = ()
    yield from table.rest(4)


def _mug(table: Table) -> Iterator[Shot]:
    yield from table.rest(2)
    for _ in range(2):
        place = table.layout.sites[table.free()]
        rgb = [(232, 228, 218), (190, 30, 40), (30, 60, 160), (25, 25, 25)][int(table.rng.integers(4))]
        table.things = (mug(place.x, place.y, rgb),)
        yield from table.rest(6)
        table.things = ()
        yield from table.rest(4)


def _slid(table: Table) -> Iterator[Shot]:
    yield from table.rest(3)
    for _ in range(2):
        site = list(table.stands)[int(table.rng.integers(len(table.stands)))]
        near = table.nearest_free(site)

        def act(old: SiteId = site, new: SiteId = near) -> None:
            table.stands[new] = table.stands.pop(old)

        yield from table.reach(near, act)
        yield from table.rest(5)


def _swapped(table: Table) -> Iterator[Shot]:
    yield from table.rest(3)
    for _ in range(2):
        site = list(table.stands)[int(table.rng.integers(len(table.stands)))]
        others = [colour for colour in TOKEN_COLOURS if colour != table.stands[site]]
        yield from table.reach(site, table.put(site, others[int(table.rng.integers(4))]))
        yield from table.rest(4)


def _two(table: Table) -> Iterator[Shot]:
    yield from table.rest(2)
    for near in (False, True):
        first = table.free()
        second = table.nearest_free(first) if near else table.free()

        def act(one: SiteId = first, other: SiteId = second) -> None:
            table.stands[one], table.stands[other] = table.colour(), table.colour()

        yield from table.reach(first, act)
        yield from table.rest(3.5)


def _beside(table: Table) -> Iterator[Shot]:
    """Tokens lie beside pins, then one is put on."""
    yield from table.rest(2)
    for _ in range(3):
        site, colour = table.layout.sites[table.free()], table.colour()
        angle, far = table.rng.uniform(0, 2 * math.pi), table.rng.uniform(14, 20)
        x, y = site.x + far * math.cos(angle), site.y + far * math.sin(angle)
        if min(math.dist((x, y), (other.x, other.y)) for other in table.layout.pins()) < 13:
            continue
        table.things = (token_at(table.layout, colour, x, y, float(table.rng.uniform(0, 360))),)
        yield from table.rest(5)
        table.things = ()
        table.stands[site.id] = colour
        yield from table.rest(3)


def _noisy(table: Table) -> Iterator[Shot]:
    table.light, table.noise = 0.25, 9.0
    yield from _hands(table)


def _black(table: Table) -> Iterator[Shot]:
    """Black tokens, one after another, in dim light: they hardly show."""
    table.light, table.noise = 0.25, 9.0
    yield from table.rest(2)
    for _ in range(5):
        site = table.free()
        yield from table.reach(site, table.put(site, "black"))
        yield from table.rest(4)


KINDS: Final[dict[str, Callable[[Table], Iterator[Shot]]]] = {
    "hands, sleeves": _hands,
    "token carried over": _carried,
    "arm rests 40 s": _arm,
    "set beside an arm": _beside_an_arm,
    "lamp off and on": _lamp,
    "auto-exposure": _exposure,
    "slow dusk": _dusk,
    "push 1 mm": _push((0.8, -0.6, 0.0)),
    "push 5 mm": _push((4.0, -3.0, 0.4)),
    "push 3 cm and turn": _push((24.0, 18.0, 4.0)),
    "lost behind a sheet": _away,
    "mug put down": _mug,
    "slid to the neighbour": _slid,
    "swapped for another": _swapped,
    "two at once": _two,
    "token beside a pin": _beside,
    "dim and noisy": _noisy,
    "black in the dusk": _black,
}


def drawn(
    kind: str, seed: int, layout: BoardLayout, *, camera: bool, reference: bool, fps: float
) -> Sequence:
    """One sequence; the same arguments give the same frames."""
    rng = np.random.default_rng([seed, sum(map(ord, kind))])
    view: Literal["over", "oblique"] = "over" if rng.random() < 0.5 else "oblique"
    film = SimulatedCamera(layout, size=(1280, 720), view=view, seed=seed)
    table = Table(layout, film, rng, fps)
    share = float(rng.uniform(0.05, 0.5))
    table.stands = {
        site.id: TOKEN_COLOURS[int(rng.integers(5))] for site in layout.pins() if rng.random() < share
    }
    table.stands = table.stands or {table.free(): "blue"}
    empty = film.render({}, at=0, number=9999) if reference else None
    return Sequence(
        f"{kind} #{seed} {layout.map} {view} {fps:g} fps{' camera' * camera}{' reference' * reference}",
        layout,
        fps,
        KINDS[kind](table),
        film.model if camera else None,
        empty,
    )
