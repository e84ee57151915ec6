"""The glance: where the claims lie and whose they are, as a sweep from west to east, then in words."""

from collections import Counter
from dataclasses import replace

from announce.announcement import Announcement, Audience, Mark
from announce.compass import region_name, region_of
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from tabletop import BoardLayout, SiteId


def glanced(
    v: Vocabulary, layout: BoardLayout | None, state: PublicState, audience: Audience
) -> tuple[Announcement, ...]:
    """The sweep and its sentence; without a layout, or a claim, the sentence alone."""
    told = tell(audience, _sentence(v, layout, state))
    marks = () if layout is None else _marks(layout, state)
    return (replace(told, sweep=marks),)


def _marks(layout: BoardLayout, state: PublicState) -> tuple[Mark, ...]:
    """Every claimed route by its pin, the western ones first."""
    found = [
        Mark(seat=seat, east=site.x / layout.width_mm, south=site.y / layout.height_mm)
        for route, seat in state.owners.items()
        if (site := layout.sites.get(SiteId(route))) is not None
    ]
    return tuple(sorted(found, key=lambda mark: (mark.east, mark.south, mark.seat)))


def _sentence(v: Vocabulary, layout: BoardLayout | None, state: PublicState) -> Words:
    p, owners = v.phrases, state.owners
    if not owners:
        return p.words("no route is taken yet.", "nothing taken yet.")
    counted = Counter(owners.values())
    most = [seat for seat in state.seats if counted[seat] == max(counted.values())]
    each: str | int = max(counted.values())
    if len(most) > 1:
        each = p.phrase("{n} each", n=each)  # not all of them together
    facts: dict[str, str | int] = {"seats": v.seats(most), "each": each}
    brief = p.sentences("{n} route taken.", "{n} routes taken.", len(owners))
    here = [SiteId(route) for route in owners if layout is not None and SiteId(route) in layout.sites]
    short = p.sentences(
        "{n} route taken. Most: {seats}, {each}.",
        "{n} routes taken. Most: {seats}, {each}.",
        len(owners),
        **facts,
    )
    if layout is None or not here:
        return Words(short, brief)
    (region, most_there), *others = Counter(region_of(layout, site) for site in here).most_common(2)
    if any(there == most_there for _, there in others):  # none has most
        return Words(short, brief)
    facts["region"] = region_name(p, region)
    words = p.sentences(
        "{n} route taken, in this region: {region}. Most: {seats}, {each}.",
        "{n} routes taken, most in this region: {region}. Most: {seats}, {each}.",
        len(owners),
        **facts,
    )
    return Words(p.fitting(words, short), brief)
