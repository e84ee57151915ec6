"""What the pages show: everything that was said, every answer, one outline."""

import re
from html import escape
from importlib.resources import files
from random import Random
from typing import cast, get_args

import pytest

from announce import LEVELS
from bots.bot import GreedyBot
from dialog import About, Answer, OfTheEvening, PlaceQuestion, Question, is_private
from engine import (
    EDITIONS,
    CardMode,
    CityId,
    ClaimRoute,
    DeclareTickets,
    EndTurn,
    Game,
    Refusal,
    RouteClaimed,
    RouteId,
    Seat,
    TicketId,
    Undo,
    edition,
)
from table.moment import KEPT
from tests.criteria.panel_table import PanelTable
from tests.web.browser import Page
from tests.web.gallery import in_the_middle
from tests.web.page_table import PageTable
from tests.web.players import act
from tests.web.test_host_page import become_host
from web.forms import acts
from web.question_pages import answer, links
from web.seat_holdings import swatch


@pytest.mark.criterion(11, 79)
def test_given_a_muted_evening_when_the_pages_are_read_then_every_word_stands_there_once_whole() -> None:
    """What was said to everybody is on each page, what was said to a seat on its own, newest first."""
    table = PageTable(settings={"trains": 20})
    pages = {seat: table.join(seat) for seat in table.state.seats}
    chance = Random(5)
    for _ in range(24):
        table.wait(0.7)
        act(pages[table.state.waiting_for()[0]], chance)
    table.show()
    for seat in (None, *table.state.seats):
        browser = table.browser() if seat is None else pages[seat]
        browser.visit("/" if seat is None else "/seat")
        audience = ("everyone",) if seat is None else ("everyone", seat)
        said = [one for one in table.paper.said if one.normal and one.audience in audience]
        assert len(said) > 10
        for one in said[-KEPT:]:
            assert f">{escape(one.normal, quote=False)}</li>" in browser.raw
    log = table.browser().page.text.partition("What was said, newest first")[2]
    newest = [one.normal for one in table.paper.said if one.normal and one.audience == "everyone"][-3:]
    places = [log.index(words) for words in reversed(newest)]
    assert places == sorted(places)
    assert all(len(one.text(level).split()) <= 60 for one in table.paper.said for level in LEVELS)


@pytest.mark.criterion(61)
@pytest.mark.parametrize("edition", ["us-accessible", "legends-of-the-west"])
def test_given_every_question_when_asked_by_its_link_then_the_page_answers_as_the_voice_does(
    edition: str,
) -> None:
    table = PageTable(edition)
    page, public, own = table.join("blue"), table.browser(), 0
    for question in (*get_args(Question), "since", "why", "statistics"):
        before = len(table.paper.said)
        asked = Answer(question, "blue") if question in get_args(Question) else OfTheEvening(question, "blue")
        table.session.perform(asked, table.at)
        said = " ".join(table.words(before))
        shown = page.visit(f"/seat/ask/{question}")
        if page.status == 200:
            own += 1
            assert said and said in shown.text
        shown = public.visit(f"/ask/{question}")
        assert (public.status == 200) == (
            page.status == 200 and not (is_private(question) or question == "since")
        )
        assert public.status != 200 or said in shown.text
    assert own >= 10


@pytest.mark.criterion(61)
def test_given_every_place_when_asked_about_then_the_page_answers_as_the_voice_does() -> None:
    table = PageTable(settings={"trains": 20})
    page = table.join("blue")
    moment = table.moment
    asked = [(link, subject) for link in links(moment, "blue") for subject, _ in link.subjects]
    assert {link.question for link, _ in asked} == set(get_args(PlaceQuestion))
    for link, subject in asked[:: len(asked) // 40]:
        about = About(cast(PlaceQuestion, link.question), subject, "blue")
        told = table.session.answerer.answer(about, table.session.game, table.at)
        said = " ".join(one.normal for one in told)
        assert said in page.visit(f"/seat/ask/{link.question}?subject={subject}").text
        public = table.browser()
        public.visit(f"/ask/{link.question}?subject={subject}")
        assert (public.status == 200) == (link.question != "pay")
    page.visit("/seat/ask/city?subject=atlantis")
    assert page.status == 404


def test_given_a_page_when_read_then_it_has_one_h1_landmarks_a_skip_link_and_no_id_twice() -> None:
    table = PageTable()
    seat = table.join("blue")
    for browser, path in (
        (table.browser(), "/"),
        (table.browser(), "/routes"),
        (seat, "/seat"),
        (seat, "/join"),
    ):
        page = browser.visit(path)
        assert [name for kind, name in page.headings if kind == "h1"] == [page.headings[0][1]]
        assert page.links["Skip to the game"] == "#main"
        assert len(page.ids) == len(set(page.ids))
        assert '<main id="main"' in browser.raw and "<header>" in browser.raw
        assert 'id="polite" class="unseen" aria-live="polite" aria-atomic="true"></div>' in browser.raw
        assert "onclick" not in browser.raw and "style=" not in browser.raw and "accesskey" not in browser.raw


def test_given_the_routes_when_read_then_each_city_is_a_heading_and_a_taken_route_tells_whose() -> None:
    table = PageTable(cards="untracked")
    table.set_token("blue", "denver-omaha")
    browser = table.browser()
    page = browser.follow("Routes by city")
    cities = [name for kind, name in page.headings if kind == "h3"]
    assert len(cities) == len(table.state.game_map.cities) and cities == sorted(cities)
    assert "Denver to Omaha: blue disc's; 4 trains, purple" in page.text
    assert "Chicago to Omaha: free; 4 trains, blue" in page.text
    found = browser.visit("/routes?city=sal")
    assert [name for kind, name in found.headings if kind == "h3"] == ["Salt Lake City"]
    assert "No city begins like that" in browser.visit("/routes?city=zz").text


def test_given_a_seat_of_a_bot_when_the_page_is_read_then_nobody_can_join_as_it() -> None:
    table = PageTable(bots={"red": GreedyBot(1)})
    browser = table.browser()
    assert "Join as blue disc" in browser.page.text and "Join as red square" not in browser.page.text
    token = browser.page.forms[0].hidden["token"]
    assert browser.post("/join/open", [("token", token), ("seat", "red")]).status == 400


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_given_a_language_when_a_page_is_read_then_its_labels_are_in_it(language: str) -> None:
    table = PageTable(language=language)
    browser = table.browser()
    assert f'lang="{language}"' in browser.raw
    english = {"The table", "Panel", "The seats", "Questions", "Cards on the table", "Now"}
    assert len(english & {name for _, name in browser.page.headings}) <= 1  # "Questions" is French, too


def test_given_no_such_question_when_asked_then_there_is_none() -> None:
    table = PageTable()
    assert answer(table.moment, None, "hand") is None
    browser = table.browser()
    browser.visit("/ask/nonsense")
    assert browser.status == 404 and browser.raw == "There is no such page.\n"


@pytest.mark.parametrize("path", ["/nowhere", "/ask/nonsense"])
def test_given_a_page_that_is_not_there_when_read_in_a_browser_then_it_says_so_and_leads_back(
    path: str,
) -> None:
    table = PageTable()
    browser = table.join("blue")
    answer = browser.send("GET", path, accept="text/html,*/*")
    page = Page(answer.text)
    assert answer.status == 404 and page.text.startswith("There is no such page. – The table – Fingerpost")
    assert page.links["Back to the game"] == "/" and not page.forms


def test_given_a_table_without_a_page_when_it_plays_then_speech_says_all_the_same() -> None:
    with_page, without = PageTable(cards="untracked"), PanelTable(cards="untracked", seats=("blue", "red"))
    for table in (with_page, without):
        table.set_token("blue", "denver-omaha")
        table.press("ask", "yes")
    assert with_page.words() == without.words()


@pytest.mark.parametrize("path", ["/", "/routes", "/seat"])
def test_given_a_page_when_parts_appear_then_nothing_but_the_two_regions_is_read_by_itself(path: str) -> None:
    """An ordinary block around all, and one in each part, keeps Orca from going into a list that comes up."""
    table = PageTable()
    browser = table.join("blue") if path == "/seat" else table.browser()
    table.show()
    browser.visit(path)
    assert '<main id="main" tabindex="-1">' in browser.raw
    assert browser.raw.count('<div id="parts" aria-live="off"><section ') == 1
    sections = browser.raw.split("<section ")[1:]
    assert sections and all('"><div aria-live="off"><h2 ' in one for one in sections)
    regions = re.findall(r'aria-live="(polite|assertive)"', browser.raw)
    assert regions == ["polite", "assertive"]


def test_given_tickets_to_keep_when_they_are_shown_then_so_is_how_many() -> None:
    page = PageTable("europe").join("blue")
    page.visit("/seat")
    assert "Keep 2 or more." in page.page.text


def test_given_tickets_entered_and_taken_back_when_shown_then_only_their_seat_has_them_marked() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1, {"trains": 4})
    ticket = TicketId("boston-miami")
    for command in (
        ClaimRoute(seat="blue", route=RouteId("denver-santa-fe")),
        EndTurn(seat="red"),
        EndTurn(seat="blue"),
        DeclareTickets(seat="blue", tickets=(ticket,)),
        Undo(seat="blue"),
    ):
        done = game.do(command)
        assert not isinstance(done, Refusal)
        game, _ = done
    moment = PageTable(cards="untracked", game=game).moment
    assert f'value="{ticket}" checked>' in acts(moment, "blue")
    assert "checked" not in acts(moment, "red")


def test_given_any_card_when_shown_then_the_style_sheet_has_its_colour() -> None:
    styled = set(re.findall(r"\.swatch\.(\w+)", (files("web") / "static" / "page.css").read_text()))
    for rules in map(edition, EDITIONS):
        for card in rules.order:
            assert swatch(card).partition("swatch ")[2].partition('"')[0] in styled, card
    assert swatch("ship:red:1:harbor") == swatch("train:red") == swatch("red")


@pytest.mark.parametrize(
    ("rules", "cards", "columns"),
    [
        ("us-accessible", "dealt", ["Points", "Trains left", "Cards in hand", "Tickets"]),
        ("us-accessible", "untracked", ["Points", "Trains left"]),
        ("legends-of-the-west", "untracked", ["Dollars", "Trains left"]),
    ],
)
def test_given_a_table_when_its_seats_are_shown_then_only_with_numbers_that_there_are(
    rules: str, cards: CardMode, columns: list[str]
) -> None:
    page = PageTable(rules, cards).browser().raw
    assert re.findall(r'role="columnheader">([^<]+)<', page) == ["Seat", *columns]
    assert re.findall(r'data-of="([^"]+)"', page)[: len(columns)] == columns


def test_given_only_people_when_a_page_is_made_then_it_offers_no_question_about_opponents() -> None:
    alone, among_people = PageTable(bots={"red": GreedyBot(1)}), PageTable()
    for table, offered in ((alone, True), (among_people, False)):
        assert ("why" in {link.question for link in links(table.moment, "blue")}) == offered


@pytest.mark.parametrize("path", ["/seat", "/seat/map", "/host"])
def test_given_a_phone_that_reads_when_a_page_of_ones_own_is_met_then_what_is_now_comes_first(
    path: str,
) -> None:
    table = PageTable(cards="untracked")
    browser = become_host(table) if path == "/host" else table.join("blue")
    browser.visit(path)
    main = browser.raw.partition("<main")[2]
    now = main.index('id="now"')
    before = main[: main.index("<section")]
    assert not [one for one in ("<a ", "<button", "<summary", 'type="checkbox"') if one in before], before
    assert main.index("<section") < now < main.index("</section>")
    stands = [
        main.index(one)
        for one in ('id="now"', 'id="hiding"', 'id="jumps"', 'id="panel"', "/leave")
        if one in main
    ]
    assert stands == sorted(stands)
    assert browser.raw.index('href="#main"') < browser.raw.index("<main")


def test_given_tickets_when_their_seat_looks_then_each_is_done_open_by_so_much_or_lost() -> None:
    game = in_the_middle()
    state = game.state
    shut = [one for one in state.game_map.routes_at[CityId("miami")] if one not in state.owners]
    for route in (*shut, RouteId("chicago-saint-louis:1"), RouteId("oklahoma-city-santa-fe")):
        seat: Seat = "red" if route in shut else "blue"
        length = state.game_map.routes[route].length
        claimed = RouteClaimed(
            seat=seat, route=route, length=length, points=0, total=0, trains_left=9, cards=()
        )
        game = game.told((claimed,))
    text = PageTable(game=game).join("blue").visit("/seat").text
    assert "Boston to Miami, 12 points: no open way left" in text
    assert "Chicago to Santa Fe, 9 points: already connected" in text
    assert "Winnipeg to Little Rock, 11 points: nearest way" in text
