"""Cards untracked: tickets that a seat enters while the game runs; nobody else gets anything of it."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from announce import Wording
from dialog import Declare, Table
from dialog.declare import initials, marking
from engine import EndTurn, Event, Game, TicketId, TicketsDeclared, game_map
from storage.store import GameLog
from table.earlier import EarlierSittings
from table.requests import DoAct, Request
from table.sealed import KIND
from table.session import Session
from tabletop import board_layout
from tests.criteria.test_others_know_nothing import Pages, Twins
from tests.web.browser import Browser
from tests.web.page_table import PageTable

MIAMI, PHOENIX = TicketId("boston-miami"), TicketId("calgary-phoenix")
SANTA_FE, OMAHA = "denver-santa-fe", "denver-omaha"


def new_game(trains: int = 45) -> Game:
    return Game.new("us-accessible", "usa", ("blue", "red", "green"), "untracked", 1, {"trains": trains})


def enter(browser: Browser, *tickets: str) -> None:
    form = next(one for one in browser.visit("/seat").forms if one.boxes)
    browser.mark(form, [box for box in form.boxes if box.value in tickets])
    assert browser.status == 200, browser.raw


def marked(browser: Browser) -> list[str]:
    """Which boxes are marked on the page now."""
    browser.visit("/seat")
    return re.findall(r'name="ticket" value="([^"]*)" checked', browser.raw)


@pytest.mark.criterion(68)
def test_given_tables_of_which_one_has_a_seat_that_enters_tickets_early_then_nobody_else_can_tell_which(
    caplog: pytest.LogCaptureFixture,
) -> None:
    twins = Twins(new_game(), new_game(), caplog)
    first = twins.tables[0]

    def early(table: PageTable, pages: Pages) -> None:
        table.paper.speaking = True
        pages["red"].visit("/seat")
        if table is first:
            enter(pages["red"], MIAMI, PHOENIX)
        else:
            for _ in range(3):  # as many requests
                pages["red"].visit("/seat")
        assert table.paper.speaking  # nothing is cut short

    twins.do(early)
    twins.do(lambda table, _: table.set_token("blue", SANTA_FE))
    twins.do(early)  # in its own turn, too
    twins.do(lambda table, _: (table.press("yes"), table.press("ask", "forward", "yes")))
    one, other = twins.tables
    assert (one.session.sealed.tickets, other.session.sealed.tickets) == ({"red": (MIAMI, PHOENIX)}, {})
    assert one.paper.events == other.paper.events
    assert one.state == other.state
    assert one.session.game.acts == other.session.game.acts  # nothing to be undone
    assert one.moment.opened == other.moment.opened


def test_given_tickets_entered_early_when_entered_again_then_the_later_word_counts_and_none_is_no_word() -> (
    None
):
    table = PageTable(game=new_game())
    red = table.join("red")
    enter(red, MIAMI, PHOENIX)
    assert "2 tickets entered. Nobody hears of them" in red.page.text
    assert marked(red) == [MIAMI, PHOENIX]
    assert "There is nothing for you to do now." in red.page.text
    enter(red, PHOENIX)
    assert marked(red) == [PHOENIX]
    enter(red)
    assert table.session.sealed.tickets == {}
    assert "Enter them now: nobody hears of them" in red.page.text


def test_given_a_page_that_was_opened_turns_ago_when_tickets_are_entered_then_they_are_taken() -> None:
    table = PageTable(game=new_game())
    red = table.join("red")
    form = next(one for one in red.visit("/seat").forms if one.boxes)
    table.set_token("blue", SANTA_FE)
    table.press("yes")
    assert table.state.to_move == "green"
    red.mark(form, form.boxes[:1])
    assert table.session.sealed.tickets == {"red": (MIAMI,)}


def last_turns(table: PageTable) -> list[str]:
    table.set_token("blue", SANTA_FE)
    return table.press("yes", "yes", "yes")


def test_given_tickets_entered_early_when_the_last_turn_is_over_then_only_the_others_are_asked() -> None:
    table = PageTable(game=new_game(trains=4))
    enter(table.join("red"), MIAMI)
    said = last_turns(table)
    assert "Red square has entered 1 ticket." in said
    assert table.state.declared == {"red"}
    assert table.state.tickets["red"] == (MIAMI,)
    assert isinstance(table.mode, Declare) and table.mode.seat == "blue"
    assert table.session.sealed.tickets == {}
    assert [act.kind for act in table.session.game.acts][-1] == "tickets-declared"  # from now on to be undone


def test_given_all_have_entered_early_when_the_last_turn_is_over_then_it_is_scored() -> None:
    table = PageTable(game=new_game(trains=4))
    for seat in table.state.seats:
        enter(table.join(seat), MIAMI)
    last_turns(table)
    assert table.session.over
    assert table.state.result is not None
    assert set(table.state.result.held.values()) == {(MIAMI,)}


def test_given_tickets_entered_early_when_the_power_goes_then_they_are_there_and_no_event(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = PageTable(game=new_game(trains=4), store=store)
        enter(table.join("red"), MIAMI)
        enter(table.join("blue"), PHOENIX, MIAMI)
    events = table.session.game.events
    assert not any(isinstance(event, TicketsDeclared) for event in events)
    with GameLog(path) as store:
        assert resumed(events, store).sealed.tickets == {"red": (MIAMI,), "blue": (MIAMI, PHOENIX)}
        store.note(KIND, {"red": [7, [MIAMI], "nowhere"], "blue": 3, "pink": [MIAMI]})
    with GameLog(path) as store:
        assert resumed(events, store).sealed.tickets == {}


def resumed(events: tuple[Event, ...], store: GameLog) -> Session:
    layout = board_layout("usa")
    game, wording = Game.replay(events), Wording(game_map("usa"), layout)
    return Session(
        game,
        layout=layout,
        wording=wording,
        store=store,
        sinks=[],
        earlier=EarlierSittings(stored=len(events)),
    )


def mark(table: PageTable, *tickets: TicketId) -> list[str]:
    """By first letters: each of these is named and marked, or unmarked; back to the letters."""
    before = len(table.paper.said)
    for ticket in tickets:
        for _ in range(40):
            mode = table.mode
            assert isinstance(mode, Declare)
            items = mode.items(table.state.game_map)
            wanted = initials(table.state.game_map, ticket)[0] if mode.under is None else ticket
            if items[mode.index] != wanted:
                table.press("forward")
                continue
            table.press("yes")
            if mode.under is not None:
                break
        table.press("no")
    return table.words(before)


def open_list(table: PageTable) -> list[str]:
    """Red takes the panel and opens its list of tickets."""
    return table.press_seat("red") + table.press("ask") + table.pick("menu", "others", "own-tickets")


@pytest.mark.criterion(68)
def test_given_the_panel_when_a_seat_enters_tickets_early_then_only_its_own_ear_hears_of_it() -> None:
    table = PageTable(game=new_game())
    events = list(table.paper.events)
    open_list(table)
    before = len(table.paper.said)
    mark(table, MIAMI, PHOENIX)
    table.press("no")
    told = [one for one in table.paper.said[before:] if one.normal]  # and the soft sound of each press
    assert {one.audience for one in told} == {"red"}
    assert told[-1].normal == "2 tickets entered, told after the last turn."
    assert table.session.sealed.tickets == {"red": (MIAMI, PHOENIX)}
    assert table.paper.events == events
    assert table.state.to_move == "blue"
    assert isinstance(table.mode, Table)
    again = open_list(table)
    assert again[-2] == "Marked: Boston to Miami; Calgary to Phoenix."
    assert isinstance(table.mode, Declare) and table.mode.held == {MIAMI, PHOENIX}
    assert mark(table, MIAMI)[-2] == "Marked: Calgary to Phoenix."
    mark(table, PHOENIX)
    assert table.press("no")[-1].startswith("Nothing entered: ")
    assert table.session.sealed.tickets == {}


def test_given_tickets_being_entered_when_another_claims_then_the_list_stays_and_goes_with_its_seat() -> None:
    table = PageTable(game=new_game())
    open_list(table)
    mark(table, MIAMI)
    table.set_token("blue", SANTA_FE)
    assert isinstance(table.mode, Declare)
    assert table.state.owners
    table.wait(31.0)  # nobody has pressed
    assert isinstance(table.mode, Table)
    assert table.session.sealed.tickets == {"red": (MIAMI,)}  # nothing is lost


def test_given_the_movers_list_of_tickets_when_the_next_seat_claims_then_it_is_closed() -> None:
    table = PageTable(game=new_game())
    table.press("ask")
    table.pick("menu", "others", "own-tickets")
    assert isinstance(table.mode, Declare) and table.mode.seat == "blue"
    table.set_token("red", SANTA_FE)
    assert table.state.to_move == "green"
    assert isinstance(table.mode, Table)


def test_given_a_seat_without_an_ear_when_it_wants_to_enter_tickets_then_it_is_told_where() -> None:
    table = PageTable(game=new_game())
    table.session.say_aloud(("red",))
    assert open_list(table)[-1] == "Not aloud: enter your tickets on your page, or after the last turn."
    assert not isinstance(table.mode, Declare)


def test_given_the_list_open_when_the_last_turn_is_over_then_it_is_over() -> None:
    table = PageTable(game=new_game(trains=4))
    table.set_token("blue", SANTA_FE)
    table.press("yes", "yes")
    table.press("ask")
    table.pick("menu", "others", "own-tickets")
    mark(table, MIAMI)
    act = DoAct(command=EndTurn(seat="blue"))
    asked = Request(
        want=act,

    )  # fmt: skip
    table.session.handle(asked, table.at)
    assert table.state.declared == {"blue"}
    assert isinstance(table.mode, Declare) and not table.mode.early


@pytest.mark.criterion(87)
def test_given_the_two_cities_of_a_ticket_when_touched_with_a_token_then_it_is_named() -> None:
    table = PageTable(game=new_game(trains=4))
    last_turns(table)
    assert isinstance(table.mode, Declare) and table.mode.seat == "blue"
    free = {one: way for one, way in table.state.game_map.routes.items() if one not in table.state.owners}
    before = len(table.paper.said)
    for city in table.state.game_map.tickets[MIAMI].cities:
        site = next(one for one, way in free.items() if city in (way.a, way.b))
        table.set_token("blue", site)
        table.lift(site)
    told = [one for one in table.paper.said[before:] if one.normal]
    assert {one.audience for one in told} == {"blue"}
    assert told[0].normal.endswith("touch the other city.")
    assert told[-1].normal.startswith("Boston to Miami, 12.")
    assert table.press("yes")[-1].startswith("Boston to Miami, 12.")
    assert isinstance(table.mode, Declare) and table.mode.held == {MIAMI}


@pytest.mark.criterion(87)
def test_given_cities_that_no_ticket_joins_when_touched_then_that_is_said_and_the_last_one_counts() -> None:
    table = PageTable(game=new_game(trains=4))
    last_turns(table)
    before = len(table.paper.said)
    for site in (OMAHA, "duluth-helena"):
        table.set_token("blue", site)
        table.lift(site)
    assert table.words(before)[-1].startswith("No ticket joins these. ")
    assert isinstance(table.mode, Declare) and table.mode.under is None


@pytest.mark.criterion(87)
@pytest.mark.parametrize("city", [0, 1])
def test_given_the_letter_of_either_city_when_taken_then_the_ticket_is_among_its_tickets(city: int) -> None:
    state = new_game().state
    mode = marking("blue", (), state)
    for ticket in mode.tickets:
        letter = initials(state.game_map, ticket)[min(city, len(initials(state.game_map, ticket)) - 1)]
        assert letter in mode.items(state.game_map)  # it is offered
        assert ticket in replace(mode, under=letter).items(state.game_map)
