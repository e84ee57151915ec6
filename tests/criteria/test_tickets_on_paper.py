"""Cards untracked, after the last turn: no ticket that a seat has marked is lost, by slips or power cuts."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dialog import Declare, NoneMarked, PassEar, tickets_by_name
from engine import CityId, Game, Seat, TicketId
from storage.store import GameLog
from table.answers import Answer, Done, NotDone
from table.requests import AskQuestion, NameTicket, Request
from table.sealed import MARKED, Sealed
from tabletop import Button
from tests.criteria.test_tickets_entered_early import (
    MIAMI,
    PHOENIX,
    enter,
    last_turns,
    mark,
    new_game,
    resumed,
)
from tests.web.page_table import PageTable

SEATS: tuple[Seat, ...] = ("blue", "red", "green")


def asked(store: GameLog | None = None) -> PageTable:
    """After the last turn: blue is asked for its tickets."""
    table = PageTable(game=new_game(trains=4), store=store)
    last_turns(table)
    assert isinstance(table.mode, Declare) and table.mode.seat == "blue"
    return table


def held(table: PageTable) -> Mapping[Seat, tuple[TicketId, ...]]:
    return {seat: table.state.tickets[seat] for seat in table.state.declared}


def named(table: PageTable, typed: str) -> Answer:
    """First letters are typed at the table."""
    answers: list[Answer] = []
    table.session.handle(
        Request(want=NameTicket(typed=typed), near=True, by_key=True, answer=answers.append), table.at
    )
    table.wait(1.0)
    return answers[0]


def slip(table: PageTable) -> list[str]:
    """No that stops speech, and may have been meant for no more."""
    table.paper.speaking = True
    return table.press("no")


def asked_between(table: PageTable) -> list[str]:
    """No after an answer for which somebody asked by a key."""
    want = AskQuestion(question="city", about="denver")
    table.session.handle(Request(want=want, near=True, by_key=True), table.at)
    assert table.words()[-1].startswith("Denver, ") or "Denver" in table.words()[-3]
    return table.press("no")


@pytest.mark.criterion(13)
@pytest.mark.parametrize("button", ["no", "back", "forward"])
@pytest.mark.parametrize("way", [slip, asked_between])
def test_given_no_ticket_marked_when_no_may_be_meant_for_words_then_it_is_asked_and_nothing_is_lost(
    button: Button, way: Callable[[PageTable], list[str]]
) -> None:
    table = asked()
    before = table.mode
    assert way(table)[-1] == "No ticket is marked. Is that right? No goes back to the list."
    assert isinstance(table.mode, NoneMarked) and not held(table)
    assert table.paper.said[-1].audience == "blue"
    table.press(button)
    assert table.mode == before and not held(table)
    mark(table, MIAMI)
    slip(table)  # something is marked: it may be all
    assert held(table) == {"blue": (MIAMI,)}


def test_given_no_ticket_marked_when_no_is_pressed_in_silence_or_yes_answers_then_it_has_none() -> None:
    table = asked()
    table.press("no")
    assert held(table) == {"blue": ()}
    assert isinstance(table.mode, Declare) and table.mode.seat == "red"
    slip(table)
    assert isinstance(table.mode, NoneMarked) and table.mode.seat == "red"
    assert table.press("yes")[-2].startswith("Green triangle enters its tickets now")
    assert held(table) == {"blue": (), "red": ()}


def test_given_an_answer_long_ago_when_no_is_pressed_after_other_buttons_then_it_ends_as_ever() -> None:
    table = asked()
    want = AskQuestion(question="city", about="denver")
    table.session.handle(Request(want=want, near=True, by_key=True), table.at)
    table.press("forward", "no")
    assert held(table) == {"blue": ()}


def test_given_the_question_open_when_the_seat_enters_them_on_its_page_then_the_next_seat_is_asked() -> None:
    table = asked()
    blue = table.join("blue")
    slip(table)
    assert isinstance(table.mode, NoneMarked)
    enter(blue, MIAMI)
    assert held(table) == {"blue": (MIAMI,)}
    assert isinstance(table.mode, Declare) and table.mode.seat == "red"


def test_given_tickets_marked_when_the_power_goes_then_they_are_marked_still_and_it_is_said(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = asked(store)
        mark(table, MIAMI, PHOENIX)
        events = table.session.game.events
    with GameLog(path) as store:
        session = resumed(events, store)
        session.begin(0.0)
        mode = session.panel.mode
        assert isinstance(mode, Declare) and mode.held == {MIAMI, PHOENIX}
        said = [one for one in session.history if one.audience == "blue"]
        assert any("Boston to Miami; Calgary to Phoenix" in one.normal for one in said)
        assert not any("Boston to Miami" in one.normal for one in session.history if one not in said)


def test_given_tickets_that_are_told_when_the_power_goes_then_none_is_kept_as_marked(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = asked(store)
        mark(table, MIAMI)
        assert store.last_note("marked") == {"blue": [MIAMI]}
        table.press("no")
        assert held(table) == {"blue": (MIAMI,)}
        assert store.last_note("marked") == {}


def test_given_tickets_marked_when_another_seat_takes_the_panel_then_they_are_marked_when_it_is_back() -> (
    None
):
    table = asked()
    mark(table, MIAMI)
    table.press_seat("green")
    assert isinstance(table.mode, Declare) and (table.mode.seat, table.mode.held) == ("green", frozenset())
    table.press_seat("blue")
    assert isinstance(table.mode, Declare) and (table.mode.seat, table.mode.held) == (
        "blue",
        frozenset({MIAMI}),
    )


@pytest.mark.criterion(87)
@pytest.mark.parametrize("typed", ["bos mia", "mia bos", "boston-miami", "Miami Boston", "bosto miam"])
def test_given_first_letters_of_both_cities_when_typed_then_the_ticket_is_named(typed: str) -> None:
    table = asked()
    before = len(table.paper.said)
    assert isinstance(named(table, typed), Done)
    assert table.words(before)[-1].startswith("Boston to Miami, 12.")
    assert table.paper.said[-1].audience == "blue"
    table.press("yes")
    assert isinstance(table.mode, Declare) and table.mode.held == {MIAMI}
    table.press("no", "no")  # the letters, then the end
    assert held(table) == {"blue": (MIAMI,)}


@pytest.mark.criterion(87)
def test_given_letters_of_one_city_when_typed_then_its_tickets_alone_are_walked_and_no_leads_back() -> None:
    table = asked()
    cities = {one: table.state.game_map.tickets[one].cities for one in tickets_by_name(table.state)}
    atlanta = [one for one in cities if CityId("atlanta") in cities[one]]
    assert isinstance(named(table, "atl"), Done)
    heard = []
    for _ in atlanta:
        heard.append(table.paper.said[-1].normal)
        table.press("forward")
    assert len(set(heard)) == len(atlanta) > 1
    assert all("Atlanta" in one for one in heard)
    assert isinstance(table.mode, Declare) and table.mode.under is not None
    table.press("yes", "no")
    assert isinstance(table.mode, Declare) and table.mode.under is None and len(table.mode.held) == 1
    assert not held(table)


@pytest.mark.parametrize("typed", ["", "xyz", "mia sea", "bos bos"])
def test_given_letters_of_no_ticket_when_typed_then_that_is_the_answer_and_the_list_stays(typed: str) -> None:
    table = asked()
    before = table.mode
    assert isinstance(named(table, typed), NotDone)
    assert table.mode == before


def test_given_no_list_of_tickets_when_first_letters_are_typed_then_nothing_is_opened() -> None:
    table = PageTable(game=new_game())
    before = table.mode
    assert isinstance(named(table, "bos mia"), NotDone)
    assert table.mode == before


@pytest.mark.parametrize("wait_s", [0.0, 2.0])
def test_given_a_shared_earphone_when_letters_are_typed_before_it_is_in_then_it_is_asked_for(
    wait_s: float,
) -> None:
    table = PageTable(game=new_game(trains=4))
    table.session.share_ear(SEATS, dict.fromkeys(SEATS, "shared"))
    last_turns(table)
    listed = table.session.panel.ticket_list
    assert listed is not None
    table.wait(wait_s)
    before = len(table.paper.said)
    assert isinstance(named(table, "bos mia"), Done)
    assert table.words(before)[-1] == "Pass the earphone to blue disc. Blue disc: Yes when it is in."
    assert not any("Miami" in one.normal for one in table.paper.said[before:])
    assert table.session.panel.ticket_list == listed
    assert isinstance(table.mode, PassEar)


def test_given_a_note_of_marks_that_is_nonsense_when_gone_on_with_then_nothing_is_marked(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = asked(store)
        mark(table, MIAMI)
        store.note("marked", {"blue": [7, [MIAMI], "nowhere"], "red": 3, "pink": [MIAMI]})
    with GameLog(path) as store:
        session = resumed(table.session.game.events, store)
        session.begin(0.0)
        assert isinstance(session.panel.mode, Declare) and not session.panel.mode.held


def test_given_a_game_with_dealt_cards_when_marks_are_noted_all_the_same_then_they_are_nothing() -> None:
    dealt = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1).state
    assert Sealed(dealt, {MARKED: {"blue": [MIAMI]}}).marks == {}
