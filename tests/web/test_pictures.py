"""No page without its picture in the docs, and none that nobody can open any more."""

import re
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.routing import Match, Route

from tests.web.gallery import OF_A_SEAT, OF_ANYBODY, OF_THE_HOST, builds, in_the_middle
from tests.web.page_table import PageTable
from tests.web.pictures import FOLDER, MIDDLE, STATIONS, names
from web.http_requests import Guarded

NO_PAGES: Final = {
    "/board.svg", "/cities.svg", "/icon.svg", "/manifest.webmanifest", "/authority.crt", "/events",
    "/static/{name}", "/sound/{name}", "/photo/{key}/picture.jpg", "/host/crop/{site}", "/host/{name}",
}  # fmt: skip
"""What a browser is given beside pages; signs for a home screen are left out by their ending."""


def pages(table: PageTable) -> list[Route]:
    """All that a browser can open."""
    guarded = table.pages.app
    assert isinstance(guarded, Guarded) and isinstance(guarded._app, Starlette)
    routes = (one for one in guarded._app.routes if isinstance(one, Route))
    shown = (one for one in routes if one.path not in NO_PAGES and not one.path.endswith(".png"))
    return [one for one in shown if one.methods is not None and "GET" in one.methods]


def test_given_every_page_of_a_table_when_the_gallery_is_asked_then_it_has_an_address_of_it() -> None:
    known = [*(one.path for one in (*OF_ANYBODY, *OF_A_SEAT, *OF_THE_HOST)), "/photo/1", "/seat/build"]

    def shown(route: Route) -> bool:
        scopes = ({"type": "http", "method": "GET", "path": path.partition("?")[0]} for path in known)
        return any(route.matches(scope)[0] is Match.FULL for scope in scopes)

    assert [one.path for one in pages(PageTable()) if not shown(one)] == []


def test_given_every_page_of_the_gallery_when_the_docs_are_read_then_its_picture_stands_there() -> None:
    assert builds(in_the_middle("europe").state)
    pictured = {one.address for one in (*MIDDLE, *STATIONS)}
    addresses = {one.name for one in (*OF_ANYBODY, *OF_A_SEAT, *OF_THE_HOST)}
    assert addresses | {"photo-read", "answer-city", "claim-pay", "build-city"} == pictured
    drawn = sorted(one.stem for one in FOLDER.glob("*.webp"))
    assert drawn == sorted(names())
    told = Path(FOLDER.parents[1] / "page-pictures.md").read_text("utf-8")
    assert sorted(re.findall(r"]\(pictures/page/(.+)\.webp\)", told)) == drawn
