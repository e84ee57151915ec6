"""Whatever another browser can have of a table: no byte changes when a seat's hidden cards are others."""

from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pytest

from engine import Game, Seat
from tests.web.browser import Browser
from tests.web.gallery import OF_A_SEAT, OF_ANYBODY, Drawn, Looked, in_the_middle
from tests.web.page_table import PageTable
from tests.web.test_host_page import become_host
from tests.web.test_photo_page import send
from tests.web.test_secrecy import otherwise
from web.crops_page import CROP, WHOLE
from web.home_screen import MANIFEST, SIGN, SIGNS
from web.host_page import HOST
from web.map_page import CITIES, FACE

Shown = dict[str, tuple[int, bytes]]
"""By its address: how it was answered, and with what."""
SEATS: Final[tuple[Seat, ...]] = ("blue", "red", "green")
KEEPS: Final[Seat] = "blue"
"""Whose hand, tickets and deck are others."""
FILES: Final = (
    *(FACE, CITIES, MANIFEST, f"{MANIFEST}?start=/seat", SIGN, *SIGNS),
    *(f"/static/{name}" for name in ("page.css", "page.mjs", "walk.mjs")),
    *("/sound/tick", "/authority.crt"),
)
TAKEN: Final = ("game.jsonl", "game.csv", "diagnosis.tar", "camera.jpg", "help")
HOSTS: Final = (HOST, WHOLE, f"{CROP}/atlanta-nashville", *(f"/host/{name}" for name in TAKEN))
NEWER: Final = {"/settings", "/course", "/display", "/photo", "/seat/phones", MANIFEST, *HOSTS[:3]}


def shown_to(browser: Browser, begin: Sequence[str], under: str = "/") -> Shown:
    """What these addresses answer, and all that links from them on lead to, as far as they begin so.

    Of addresses that differ in a value alone, as in a place on the map, two.
    """
    found, alike, waiting = Shown(), Counter[object](), deque(begin)
    while waiting:
        path = waiting.popleft().partition("#")[0]
        asks = (one for one in parse_qsl(urlsplit(path).query) if one[0] == "ask")
        kind = (urlsplit(path).path, *asks)
        if path in found or alike[kind] >= 2:
            continue
        alike[kind] += 1
        answer = browser.send("GET", path)
        found[path] = (answer.status, answer.body)
        if answer.headers.get("content-type", "").startswith("text/html") and answer.status == 200:
            browser.visit(path)
            waiting += [href for href in browser.page.links.values() if href.startswith(under)]
    return found


def all_shown(game: Game) -> dict[str, Shown]:
    """What a guest, another seat and the host can have of a table with this game."""
    table = PageTable(seats=SEATS, game=game)
    table.pages.photos.reader, table.pages.hosts.files = Drawn(table), Looked(table)
    table.wait(1.0)
    host, red, guest = become_host(table), table.join("red"), table.browser()
    host.visit(HOST)
    host.press("Show pictures here")
    photo = send(table.browser(), b"picture")  # at an address that nobody can guess
    secret = photo.rpartition("/")[2]
    of_anybody = shown_to(guest, [*(one.path for one in OF_ANYBODY), *FILES, photo])
    return {
        "guest": {
            path.replace(secret, "1"): (status, body.replace(secret.encode(), b"1"))
            for path, (status, body) in of_anybody.items()
        },
        "red": shown_to(red, [*(one.path for one in OF_A_SEAT), "/seat/help", "/settings", "/"], "/seat"),
        "host": shown_to(host, [*HOSTS, "/settings", "/"], "/host"),
    }


@pytest.mark.criterion(68, 69)
def test_given_every_address_when_a_seat_s_hidden_cards_are_others_then_nobody_else_s_bytes_change() -> None:
    game = in_the_middle(seats=SEATS)
    one, other = all_shown(game), all_shown(otherwise(game, KEEPS, Random(5)))
    assert {who: len(found) for who, found in one.items() if len(found) < 10} == {}
    for who, found in one.items():
        assert list(found) == list(other[who]), who
        assert [path for path, told in found.items() if told != other[who][path]] == [], who
    answered = {path for found in one.values() for path, (status, _) in found.items() if status == 200}
    assert NEWER - answered == set()


def test_given_the_seat_s_own_pages_when_its_hidden_cards_are_others_then_they_are_others() -> None:
    """Or nothing at all was compared above."""
    game, found = in_the_middle(seats=SEATS), list[Shown]()
    for one in (game, otherwise(game, KEEPS, Random(5))):
        table = PageTable(seats=SEATS, game=one)
        table.wait(1.0)
        found.append(shown_to(table.join(KEEPS), ["/seat", "/seat/map", "/seat/claim"], "/none"))
    assert [path for path in found[0] if found[0][path] == found[1][path]] == []
