"""Every address in bytes: with more in a hand than any evening brings, and at the end of the longest game."""

import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import cache
from gzip import decompress
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pytest

from announce import languages
from engine import EDITIONS, Card, CardsArranged, Game
from tests.criteria.panel_table import MAPS
from tests.web.browser import Browser
from tests.web.gallery import OF_A_SEAT, OF_ANYBODY, by_bots
from tests.web.page_table import PageTable
from tests.web.test_every_address import SIZE_B, SIZE_WITH_MAP_B
from tests.web.test_host_page import become_host
from web.map_page import CITIES, FACE

SCRIPTS_B: Final = 15_000
"""All scripts of a page together, as they are written (WEB.md: 10 to 15 kB)."""
SEATS: Final = ("blue", "red", "green")
ALIKE: Final = 2
"""So many pages whose addresses differ in a value only are looked at."""
LONGEST: Final = "fr"
"""The language with the longest words of all."""
WIDEST: Final = "rails-and-sails-world"
"""The edition with the most kinds of cards, tickets and routes."""


def full(edition: str = WIDEST, turns: int = 60) -> Game:
    """Blue is to move, holds nine of each kind of card, and every ticket of the deck."""
    game = Game.new(edition, MAPS[edition], SEATS, "dealt", 7)
    game = by_bots(game, lambda one: one.state.turn > turns and one.state.to_move == "blue")
    hand = tuple(Card(card) for card in dict(game.state.edition.deck) for _ in range(9))
    return game.told(
        (CardsArranged(hands={"blue": hand}, tickets={"blue": tuple(game.state.game_map.tickets)}),)
    )


def over() -> Game:
    """To the last token."""
    return by_bots(Game.new(WIDEST, MAPS[WIDEST], SEATS, "dealt", 7), lambda one: one.state.phase == "over")


def too_long(browser: Browser, begin: Sequence[str]) -> tuple[int, list[str]]:
    """How many pages lead on from these by links, and which of them are too long."""
    seen, alike, wrong = set[str](), Counter[object](), list[str]()
    waiting = deque(begin)
    while waiting:
        path = waiting.popleft()
        parts = urlsplit(path)
        kind = (parts.path, *(key for key, _ in parse_qsl(parts.query)))
        asks = dict(parse_qsl(parts.query)).get("ask")
        if path in seen or (asks is None and alike[kind] >= ALIKE):
            continue
        seen.add(path)
        alike[kind] += 1
        browser.visit(path)
        size = len(browser.raw.encode())
        if size > (SIZE_WITH_MAP_B if "<svg" in browser.raw else SIZE_B):
            wrong.append(f"{path}: {size} bytes")
        waiting += [href for href in browser.page.links.values() if href.startswith("/") and "." not in href]
    return len(seen), wrong


@pytest.mark.parametrize("game", [full, over])
def test_given_the_widest_edition_when_every_link_is_followed_then_no_page_is_too_long(
    game: Callable[[], Game],
) -> None:
    table = PageTable(WIDEST, seats=SEATS, game=game())
    table.wait(1.0)
    host, seat, guest = become_host(table), table.join("blue"), table.browser()
    pages, wrong = 0, list[str]()
    for browser, begin in (
        (host, ["/host"]),
        (seat, [one.path for one in OF_A_SEAT]),
        (guest, [one.path for one in OF_ANYBODY]),
    ):
        count, found = too_long(browser, begin)
        pages, wrong = pages + count, wrong + found
    assert pages > 60
    assert wrong == []


@pytest.mark.parametrize(
    ("edition", "language"),
    [*((WIDEST, one) for one in languages()), *((one, LONGEST) for one in EDITIONS if one != WIDEST)],
)
def test_given_an_edition_and_a_language_when_the_pages_are_made_then_none_is_too_long(
    edition: str, language: str
) -> None:
    table = PageTable(edition, seats=SEATS, game=played(edition), language=language)
    table.wait(1.0)
    guest, seat, wrong = table.browser(), table.browser(), list[str]()
    seat.cookies["fingerpost"] = table.pages.reception.pairing.join("blue", table.at)
    for browser, pages in ((guest, OF_ANYBODY), (seat, OF_A_SEAT)):
        for page in pages:
            browser.visit(page.path)
            size = len(browser.raw.encode())
            drawn = [len(guest.send("GET", one).body) for one in (FACE, CITIES) if one in browser.raw]
            if size + sum(drawn) > (SIZE_WITH_MAP_B if drawn else SIZE_B):
                wrong.append(f"{page.path}: {size} bytes, {drawn} of the picture")
    assert seat.where.startswith("/seat")
    assert wrong == []


@cache
def played(edition: str) -> Game:
    """The fullest hand, some turns on, once for all languages."""
    return full(edition, 15)


def test_given_all_editions_when_compared_then_the_widest_has_the_most_of_all_that_pages_list() -> None:
    def lists(name: str) -> tuple[int, ...]:
        state = Game.new(name, MAPS[name], SEATS[:2], "dealt", 7).state
        board = state.game_map
        return (len(dict(state.edition.deck)), len(board.routes), len(board.cities), len(board.tickets))

    most = tuple(max(counts) for counts in zip(*map(lists, EDITIONS), strict=True))
    assert lists(WIDEST) == most


def test_given_the_map_s_page_when_all_its_scripts_are_counted_then_they_are_small() -> None:
    browser = PageTable(cards="untracked").browser()
    taken, waiting = dict[str, int](), ["page.mjs"]
    while waiting:
        name = waiting.pop()
        script = browser.send("GET", f"/static/{name}").body
        taken[name] = len(script)
        waiting += [one for one in re.findall(r"import\(`\./([a-z.]+)", script.decode()) if one not in taken]
    assert set(taken) == {"page.mjs", "walk.mjs"}
    assert sum(taken.values()) <= SCRIPTS_B
    for path in ("/", "/map", "/routes"):
        browser.visit(path)
        assert re.findall(r"<script[^>]* src=\"(/static/[a-z.]+)", browser.raw) == ["/static/page.mjs"]


@pytest.mark.parametrize("name", ["page.mjs", "walk.mjs", "page.css"])
def test_given_a_browser_that_takes_packed_files_when_it_asks_then_it_gets_the_same_packed(name: str) -> None:
    browser = PageTable(cards="untracked").browser()
    plain = browser.send("GET", f"/static/{name}")
    packed = browser.send("GET", f"/static/{name}", accept_encoding="gzip, deflate")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert decompress(packed.body) == plain.body
    assert len(packed.body) < 0.5 * len(plain.body)
