"""Score sites, where a board has them: what each seat's markers show, and where they should stand. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tabletop.layout import BoardLayout, Site
from tabletop.observation import Seen
from tabletop.values import TOKEN_COLOURS, SiteId, TokenColour

_PREFIX: Final = "score"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSpace:
    """One space of a seat's own strip, or of a track that all share."""

    owner: TokenColour | None  # None: shared
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownScore:
    """What the board shows as a seat's score.

    On strips the score is the sum of the values under the seat's tokens; on a shared track it is the value
    under its one marker. `points` is None when that cannot be told: a space is unknown, no marker is seen on
    the track, or two are.
    """

    seat: TokenColour
    points: int | None
    doubtful: tuple[SiteId, ...] = ()  # spaces that keep `points` from being known


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreDifference:
    """A marker that stands elsewhere than the score says."""

    seat: TokenColour
    stands: int
    should: int

    def __str__(self) -> str:
        return f"{self.seat}'s marker stands at {self.stands}, should be {self.should}"


def score_space(site: Site) -> ScoreSpace | None:
    """What a site named `score:SEAT:VALUE` stands for; None: another site. A SEAT that is no seat: shared."""
    parts = site.id.split(":")
    if site.kind != "score" or len(parts) != 3 or parts[0] != _PREFIX or not parts[2].isdecimal():
        return None
    owner = next((colour for colour in TOKEN_COLOURS if colour == parts[1]), None)
    return ScoreSpace(owner=owner, value=int(parts[2]))


def with_score_pins(layout: BoardLayout) -> BoardLayout:
    """The same board with its score sites among those that are read."""
    spaces = {site.id for site in layout.sites.values() if score_space(site) is not None}
    if not spaces:
        return layout
    sites = {
        name: replace(site, has_pin=True) if name in spaces else site for name, site in layout.sites.items()
    }
    return replace(layout, sites=sites)


def shown_scores(layout: BoardLayout, seen: Mapping[SiteId, Seen]) -> tuple[ShownScore, ...]:
    """What the board shows, seat by seat; a site that is not in `seen` is unknown.

    Returns:
        One entry for each seat that has a strip of its own or a marker on the shared track.
    """
    spaces = {name: space for name, site in layout.sites.items() if (space := score_space(site)) is not None}
    shown = [_strip(seat, spaces, seen) for seat in TOKEN_COLOURS if _owns(seat, spaces)]
    track = {name: space for name, space in spaces.items() if space.owner is None}
    for seat in TOKEN_COLOURS:
        places = [name for name in track if seen.get(name) == seat]
        if _owns(seat, spaces) or not places:
            continue
        points = track[places[0]].value if len(places) == 1 else None
        shown.append(
            ShownScore(seat=seat, points=points, doubtful=() if points is not None else tuple(places))
        )
    return tuple(shown)


def score_differences(
    layout: BoardLayout, shown: tuple[ShownScore, ...], points: Mapping[TokenColour, int]
) -> tuple[ScoreDifference, ...]:
    """Which markers to move, and where to; a seat whose shown score is not known is left out.

    A shared track runs round: a marker stands right whatever the lap, and 100 is where the next lap begins.
    """
    found: list[ScoreDifference] = []
    for item in shown:
        if item.points is None or item.seat not in points:
            continue
        lap, wanted = _lap(layout, item.seat), points[item.seat]
        if item.points == wanted or (lap is not None and (item.points - wanted) % lap == 0):
            continue
        should = wanted if lap is None or 0 <= wanted <= lap else wanted % lap or lap
        found.append(ScoreDifference(seat=item.seat, stands=item.points, should=should))
    return tuple(found)


def _owns(seat: TokenColour, spaces: Mapping[SiteId, ScoreSpace]) -> bool:
    return any(space.owner == seat for space in spaces.values())


def _strip(seat: TokenColour, spaces: Mapping[SiteId, ScoreSpace], seen: Mapping[SiteId, Seen]) -> ShownScore:
    mine = {name: space for name, space in spaces.items() if space.owner == seat}
    doubtful = tuple(name for name in mine if seen.get(name, "unknown") in ("unknown", "something"))
    if doubtful:
        return ShownScore(seat=seat, points=None, doubtful=doubtful)
    return ShownScore(
        seat=seat, points=sum(space.value for name, space in mine.items() if seen[name] == seat)
    )


def _lap(layout: BoardLayout, seat: TokenColour) -> int | None:
    """The points of one round of the shared track; None for a seat with a strip, or without any track."""
    spaces = [space for site in layout.sites.values() if (space := score_space(site)) is not None]
    shared = [space.value for space in spaces if space.owner is None]
    if any(space.owner == seat for space in spaces) or not shared or max(shared) == 0:
        return None
    # A track numbered 1 to 100 or 0 to 100 has laps of 100, and so has one from 0 to 99.
    return max(shared) + (1 if min(shared) == 0 and max(shared) % 10 == 9 else 0)
