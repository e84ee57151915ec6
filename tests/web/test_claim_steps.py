"""A claim at a seat's page: the city, the route, the way to pay; short pages whatever is in the hand."""

from collections import deque

import pytest

from engine import affordable
from tests.web.browser import Browser
from tests.web.hands import dealt

MOST_BYTES = 60_000
STEPS = ("/seat/claim", "/seat/build")


def all_pages(browser: Browser) -> dict[str, str]:
    """Every page that can be reached from a seat's by the links of a claim or a building."""
    found, waiting = dict[str, str](), deque(["/seat"])
    while waiting:
        path = waiting.popleft()
        if path in found:
            continue
        browser.visit(path)
        found[path] = browser.raw
        steps = [
            href for href in browser.page.links.values() if href.startswith(("/seat/claim", "/seat/build"))
        ]
        waiting += steps[:6] + steps[-2:]
    return found


@pytest.mark.parametrize(
    ("edition", "each"),
    [("us-accessible", 1), ("us-accessible", 4), ("europe", 4), ("rails-and-sails-world", 1)],
)
def test_given_any_hand_when_a_claim_is_made_step_by_step_then_no_page_is_long(
    edition: str, each: int
) -> None:
    table = dealt(edition, each)
    pages = all_pages(table.join("blue"))
    assert any("route=" in path for path in pages)
    assert max(len(page.encode()) for page in pages.values()) <= MOST_BYTES


def test_given_a_hand_when_a_claim_begins_then_the_cities_lead_to_what_it_can_pay_and_to_nothing_else() -> (
    None
):
    table = dealt("us-accessible", 1)
    browser, found = table.join("blue"), set[str]()
    cities = [href for href in browser.follow("Claim a route").links.values() if "city=" in href]
    for href in cities:
        routes = [one for one in browser.visit(href).links.values() if "route=" in one]
        assert routes
        found |= {one.partition("route=")[2] for one in routes}
    assert found == set(affordable(table.state, "blue"))
    assert 0 < len(found) < len(table.state.game_map.routes) / 2


def test_given_a_city_by_its_first_letters_when_found_then_its_routes_lead_to_a_claim() -> None:
    table = dealt("us-accessible", 4)
    browser = table.join("blue")
    browser.follow("Claim a route")
    browser.visit("/seat/claim?begins=den")
    (city,) = (text for text in browser.page.links if text.startswith("Den"))
    assert city.startswith("Denver: ")
    browser.follow(city)
    route = next(text for text in browser.page.links if "Omaha" in text)
    browser.follow(route)
    assert ("h1", "Denver to Omaha") in browser.page.headings
    before = table.state.seq
    (form,) = (form for form in browser.page.forms if form.action == "/seat/act")
    browser.submit(form, [*form.hidden.items(), (form.buttons[0].name, form.buttons[0].value)])
    table.set_asked()
    assert table.state.owners == {"denver-omaha": "blue"} and table.state.seq > before
    assert browser.where == "/seat"


def test_given_a_city_by_its_first_letters_when_found_then_a_station_is_paid_there() -> None:
    table = dealt("europe", 4)
    browser = table.join("blue")
    browser.visit("/seat/build?begins=ber")
    assert [text for text, href in browser.page.links.items() if "city=" in href] == ["Berlin"]
    assert "No city begins like that" in browser.visit("/seat/build?begins=zz").text
    browser.visit("/seat/build?begins=ber")
    browser.follow("Berlin")
    (form,) = (form for form in browser.page.forms if form.action == "/seat/act")
    browser.submit(form, [*form.hidden.items(), (form.buttons[0].name, form.buttons[0].value)])
    table.set_asked()
    assert table.state.stations == {"berlin": "blue"}


def test_given_who_cannot_claim_when_a_step_is_asked_for_then_it_is_sent_back() -> None:
    table = dealt("us-accessible", 4)
    red, guest = table.join("red"), table.browser()
    assert "Claim a route" not in red.visit("/seat").links
    for step in STEPS:
        assert red.visit(step) and red.where.startswith("/seat?note=")
        assert "Nothing like that can be done now; what can be stands here." in red.page.text
    blue = table.join("blue")
    for nonsense in (
        "city=atlantis",
        "route=atlantis",
        "route=denver-omaha&first=-1",
        "route=denver-omaha&first=9999",
    ):
        blue.visit(f"/seat/claim?{nonsense}")
        assert blue.status == 200
    assert any(form.action == "/seat/act" for form in blue.page.forms)  # it begins anew behind the last one
    guest.visit("/seat/claim")
    assert guest.where.startswith("/?note=")
