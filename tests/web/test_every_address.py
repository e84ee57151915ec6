"""Every address of the page in Debian's Chromium: barriers, size, width, in every way of looking.

In the suite each page is looked at in one way and one window, which go round from page to page;
`make page-looks` crosses all with all.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.web.chromium import AXE, ERRORS, SIDEWAYS, SMALL, chromium
from tests.web.gallery import Gallery, at_its_end, gallery, in_the_middle

__all__ = ["chromium"]

ALL: Final = bool(os.environ.get("PAGE_LOOKS"))
LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
    "more contrast": {"contrast": "more", "color_scheme": "light"},
    "more contrast, dark": {"contrast": "more", "color_scheme": "dark"},
    "reduced motion": {"reduced_motion": "reduce"},
}
LARGE: Final = "on => { document.documentElement.style.fontSize = on ? '225%' : '' }"
"""Letters twice as large as the page has them, in the same window."""
SIZES: Final = {"1280 px": (1280, 900), "320 px": (320, 640), "400 %": (320, 256)}
BETWEEN: Final = (480, 640, 800, 1024, 1120, 1440, 1920)
"""Windows in which nothing lies aside either: columns and tables come and go there."""
PLAIN: Final = {
    "color_scheme": "light",
    "forced_colors": "none",
    "contrast": "no-preference",
    "reduced_motion": "no-preference",
}
MOVES: Final = """() => [...document.querySelectorAll("*")].filter(one => {
    const style = getComputedStyle(one);
    return style.scrollBehavior === "smooth" || parseFloat(style.transitionDuration) > 0
        || style.animationName !== "none";
}).map(one => one.tagName)"""
SPECKS: Final = """() => [...document.querySelectorAll("svg.chart text")].filter(
    one => one.getBoundingClientRect().height < 11
).map(one => one.outerHTML)"""
"""Numbers of a drawing that nobody can read."""
WIDE: Final = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SPACED: Final = """on => {
    document.getElementById("spaced")?.remove();
    if (!on) return;
    const style = document.createElement("style");
    style.id = "spaced";
    style.textContent = "* { line-height: 1.5 !important; letter-spacing: .12em !important; "
        + "word-spacing: .16em !important } p { margin-bottom: 2em !important }";
    document.head.append(style);
}"""
"""Text as far apart as a reader may have it (WCAG 1.4.12)."""
CUT: Final = """() => [...document.querySelectorAll("button, a, summary, label, th, td, h1, h2, h3, p, li")]
    .filter(one => one.checkVisibility() && !one.closest(".unseen, .skip, .display header, thead"))
    .filter(one => !one.matches(".display h2"))
    .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map(one => one.outerHTML.slice(0, 80))"""
"""What is wider than its own box."""
ENDS: Final = ("table", "display", "course", "seat", "seat-map", "host")
"""What is otherwise when a game is over."""
STATIONS: Final = ("build-city", "map", "seat")
"""What is otherwise where stations are built."""
SIZE_B: Final = 60_000
SIZE_WITH_MAP_B: Final = 150_000


@pytest.fixture(scope="module", params=["in the middle", "with stations", "at its end"])
def shown(request: pytest.FixtureRequest) -> Iterator[Gallery]:
    match request.param:
        case "in the middle":
            found = gallery(in_the_middle())
        case "with stations":
            found = gallery(in_the_middle("europe"), STATIONS)
        case _:
            found = gallery(at_its_end(), ENDS)
    yield found
    found.close()


def look(page: Page, name: str) -> list[str]:
    """What is wrong, looked at this way."""
    page.emulate_media(**{**PLAIN, **LOOKS[name]})
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    wrong = [f"{name}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
    if name == "reduced motion":
        wrong += [f"{name}: moves: {one}" for one in page.evaluate(MOVES)]
    return wrong


def fits(page: Page, size: str) -> list[str]:
    """What is too small to touch, or lies aside, in a window of this size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    wide = page.evaluate(WIDE)
    # A spot on the picture of the board is a second way to the steps of a claim, whose links are large.
    small = [one for one in page.evaluate(SMALL) if "<circle" not in one]
    small += page.evaluate(SPECKS)
    aside = page.evaluate(SIDEWAYS)
    page.evaluate(SPACED, True)
    wide = wide or page.evaluate(WIDE)
    cut = [f"cut when spaced: {one}" for one in page.evaluate(CUT)]
    page.evaluate(SPACED, False)
    if size == "320 px":
        page.evaluate(LARGE, True)
        cut += ["wider than the window in large letters"] * page.evaluate(WIDE)
        cut += [f"cut in large letters: {one}" for one in page.evaluate(CUT)]
        page.evaluate(LARGE, False)
    found = ["wider than the window"] * wide + [f"small: {one}" for one in small] + cut
    return [f"{size}: {one}" for one in (*found, *(f"lies aside: {one}" for one in aside))]


def test_given_every_address_when_looked_at_in_every_way_then_axe_finds_no_barrier_and_all_fits(
    chromium: Browser, shown: Gallery
) -> None:
    ERRORS.clear()
    wrong, looks, sizes = list[str](), list(LOOKS), list(SIZES)
    context = chromium.new_context(bypass_csp=True)
    context.add_init_script(path=str(AXE))
    page = context.new_page()
    page.on("pageerror", lambda error: ERRORS.append(str(error)))
    page.on("console", lambda said: ERRORS.append(said.text) if said.type == "error" else None)
    for number, one in enumerate(shown.addresses):
        context.clear_cookies()
        context.add_cookies(shown.cookies(one.who))  # type: ignore[arg-type]
        answer = page.goto(shown.served.url + one.path)
        assert answer is not None
        most = SIZE_WITH_MAP_B if "<svg" in answer.text() else SIZE_B
        found = [f"{len(answer.body())} bytes"] * (len(answer.body()) > most)
        for place, size in enumerate(sizes):
            found += fits(page, size)
            for name in looks:
                if ALL or (place, name) == ((number + number // 6) % len(sizes), looks[number % len(looks)]):
                    found += [f"{size}, {told}" for told in look(page, name)]
        for width in BETWEEN:
            page.set_viewport_size({"width": width, "height": 900})
            found += [f"wider than a window of {width} px"] * page.evaluate(WIDE)
        wrong += [f"{one.name}: {told}" for told in found]
    context.close()
    assert wrong == []
    assert [error for error in ERRORS if "404" not in error] == []  # the address that there is not
