"""PURE: what the camera believes, for the host: by choice, a picture of each place that is doubted or chosen.

A picture is made when a browser asks for it and kept nowhere; this page only tells where it is to be had.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from announce import host_words
from table.moment import GameMoment, HostView
from tabletop import SENSES, Sense, SiteId
from web.forms import SEAL
from web.markup import Html, large, tag, together

CROP: Final = "/host/crop"
WHOLE: Final = "/host/camera"
_MOST: Final = 6  # doubted places at once; each that is put right makes room for another


@dataclass(frozen=True, slots=True)
class Looking:
    """What a host wants to see. `site`: a place besides those in doubt; `looks`: counts the looks."""

    site: SiteId | None = None
    looks: int = 1


def doubted(table: GameMoment, host: HostView) -> tuple[SiteId, ...]:
    """Where a look helps: what is to be put back, what differs, where the senses contradict each other."""
    found = [one.site for one in host.wanted[:1]] + [one.site for one in host.differences]
    found += sorted(table.unsure)
    return tuple(dict.fromkeys(found))[:_MOST]


def believed(table: GameMoment, host: HostView, looking: Looking | None, action: str) -> Html:
    """The switch, and where it is on the pictures. `action`: where its buttons lead."""
    v = table.wording.vocabulary
    p, layout = v.phrases, table.wording.layout

    def button(key: host_words.HostLabel, wish: str) -> Html:
        return tag("button", host_words.label(p, key), name="do", value=f"camera:{wish}", id=f"camera-{wish}")

    why = tag("p", host_words.label(p, "crops-why"))
    whole = tag("a", host_words.label(p, "camera-whole"), href=WHOLE, class_="button")
    if looking is None or layout is None:
        switch = tag("div", button("crops-show", "on"), whole, class_="acts")
        return together(why, tag("form", SEAL, switch, method="post", action=action))
    found = doubted(table, host)
    sites = found if looking.site is None or looking.site in found else (looking.site, *found)
    nothing = None if found else tag("p", host_words.label(p, "nothing-doubted"))
    choices = (
        tag("option", v.site(one.id), value=one.id, selected=one.id == looking.site) for one in layout.pins()
    )
    place = (
        tag("label", host_words.label(p, "crops-place"), for_="camera-site"),
        tag("select", *choices, name="site", id="camera-site"),
        button("crops-see", "see"),
    )
    switch = tag("div", button("look-again", "again"), button("crops-hide", "off"), whole, class_="acts")
    forms = (
        tag("form", SEAL, one, method="post", action=action)
        for one in (tag("div", *place, class_="acts"), switch)
    )
    crops = tag("ul", (_crop(table, host, one, looking) for one in sites), class_="crops") if sites else None
    return together(why, nothing, crops, *forms)


def _crop(table: GameMoment, host: HostView, site: SiteId, looking: Looking) -> Html:
    """One place: its picture, and what each sense and the game say of it."""
    v = table.wording.vocabulary
    said, named = host.pins.get(site, {}), large(v.site(site))
    senses: Sequence[Sense] = [sense for sense in SENSES if any(sense in one for one in host.pins.values())]
    facts = [host_words.fact(v, host_words.sense_name(v, one), said.get(one, "unknown")) for one in senses]
    facts.append(
        host_words.fact(v, host_words.label(v.phrases, "by-the-game"), table.standing().get(site, "empty"))
    )
    anew = f"{looking.looks}-{crc32(' '.join(facts).encode()):x}"  # another look, or another belief
    picture = tag(
        "img", src=f"{CROP}/{site}?look={anew}", alt=host_words.crop_of(v, site), width=320, height=320
    )
    return tag(
        "li",
        picture,
        tag("h3", named),
        tag("ul", (tag("li", one) for one in facts), class_="plain"),
        id=f"crop-{site}",
    )
