"""Criteria 73 and 74: one earphone for several seats says nothing private before that seat's own Yes."""

from collections.abc import Callable

import pytest

from announce import Announcement, Ear
from dialog import Answer, Confirm, PassEar, Payment, Questions, Routes, Table, Tickets
from dialog.panel import run_on
from engine import Game, KeepTickets, Seat
from tabletop import Button, DeviceHealth, Press
from tests.criteria.panel_table import PanelTable, done


def dealt(*, chosen: bool = True) -> PanelTable:
    """A table of three with one earphone for all."""
    game = Game.new("us-accessible", "usa", ("blue", "red", "green"), "dealt", 3)
    for seat in game.state.seats if chosen else ():
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    table = PanelTable(cards="dealt", game=game)
    table.session.share_ear(game.state.seats, dict.fromkeys(game.state.seats, "shared"))
    return table


def private(table: PanelTable, since: int = 0) -> list[Announcement]:
    return [one for one in table.paper.said[since:] if one.audience != "everyone" and one.normal]


@pytest.mark.criterion(74)
def test_given_words_for_a_seat_when_it_has_not_said_yes_then_only_the_table_hears_of_it() -> None:
    table = dealt()
    begun = len(table.paper.said)
    table.press("yes")  # opens what can be done, which is for blue's ear
    table.wait(1)
    assert isinstance(table.mode, PassEar)
    assert table.words(begun) == ["Pass the earphone to blue disc. Blue disc: Yes when it is in."]
    assert not private(table, begun)
    table.press("yes")
    assert [one.audience for one in private(table, begun)] == ["blue"]
    assert private(table, begun)[0].normal == "Deck. 1 of 4."


@pytest.mark.criterion(74)
def test_given_seats_that_change_when_each_is_told_then_its_own_yes_came_first() -> None:
    table = dealt(chosen=False)
    has: Ear | None = None
    for _ in range(60):
        begun = len(table.paper.said)
        mode = table.mode
        table.press("yes")
        table.wait(0.2)
        if isinstance(mode, PassEar):
            has = mode.seat
        assert {one.audience for one in private(table, begun)} <= {has}
    assert table.state.phase != "tickets"  # all three have chosen
    told = {one.audience for one in private(table)}
    assert told >= {"blue", "red", "green"}


@pytest.mark.criterion(74)
@pytest.mark.parametrize("marked", [1, 3])
@pytest.mark.parametrize("question", [False, True])
def test_given_the_second_seat_chooses_tickets_when_asked_then_its_own_ear_hears_where_it_is(
    marked: int, question: bool
) -> None:
    """Ask told blue, whose tickets were kept long ago, of red's list; red's own button knew of no list."""
    table = dealt(chosen=False)
    while not (isinstance(table.mode, Tickets) and table.mode.seat == "red"):
        table.press("yes")
        table.wait(0.2)
    for _ in range(marked):  # one: in the list; all three: the question whether these are kept
        table.press("yes")
        table.wait(0.2)
    assert isinstance(table.mode, Confirm if marked == 3 else Tickets)
    if question:  # a list of questions above it
        table.press("ask", "ask", "ask")
    begun = len(table.paper.said)
    table.press("ask")
    assert {one.audience for one in private(table, begun)} <= {"red"}
    assert table.session.panel.asker(table.state) == "red"
    begun = len(table.paper.said)
    table.press_seat("red")
    assert [one.audience for one in private(table, begun)] == ["red"]
    assert "No list is open" not in " ".join(table.words(begun))


def pass_on(table: PanelTable) -> None:
    """Each seat that is asked for the earphone takes it."""
    table.wait(1.0)
    while isinstance(table.mode, PassEar):
        table.press("yes")
        table.wait(1.0)


@pytest.mark.criterion(69)
@pytest.mark.parametrize("by", ["red", "blue"])
def test_given_another_seat_has_the_panel_when_one_chooses_then_no_ear_but_its_own_hears_of_it(
    by: Seat,
) -> None:
    """Who pressed his own button while another paid heard how many ways that one could pay."""
    table = dealt(chosen=False)
    while not (isinstance(table.mode, Tickets) and table.mode.seat == "red"):
        table.press("yes")
        table.wait(0.2)
    table.press_seat(by)
    for _ in range(2):
        pass_on(table)
        table.press("repeat")  # or a second Ask would open the questions
        pass_on(table)
        begun = len(table.paper.said)
        table.press("ask")
        pass_on(table)
        heard = private(table, begun)
        assert any("Your tickets" in one.normal for one in heard)
        assert {one.audience for one in heard if "Your tickets" in one.normal} == {"red"}
        table.wait(40.0)
    assert table.session.panel.focus in (None, "red")


@pytest.mark.criterion(74)
def test_given_it_is_not_passed_when_no_is_pressed_then_the_words_wait_and_are_asked_for_again() -> None:
    table = dealt()
    table.press("yes")
    table.wait(1)
    begun = len(table.paper.said)
    assert table.press("no")[0] == "The earphone is not passed; the words for blue disc wait."
    table.wait(15)
    assert not private(table, begun) and not isinstance(table.mode, PassEar)
    table.wait(10)
    assert isinstance(table.mode, PassEar)
    table.press("yes")
    assert {one.audience for one in private(table, begun)} == {"blue"}


@pytest.mark.criterion(74)
def test_given_the_earphone_is_asked_for_when_a_key_asks_for_private_words_then_it_is_asked_for_again() -> (
    None
):
    table = dealt()
    table.press("yes")
    table.wait(1)
    begun = len(table.paper.said)
    table.session.perform(Answer("hand", "blue"), table.at)
    assert table.words(begun) == ["Pass the earphone to blue disc. Blue disc: Yes when it is in."]
    table.press("yes")
    assert [one.normal[:7] for one in private(table, begun)] == ["4 cards", "Deck. 1"]


@pytest.mark.criterion(74)
def test_given_it_was_not_passed_when_words_are_asked_for_then_the_table_is_asked_at_once() -> None:
    table = dealt()
    table.press("yes")
    table.wait(1)
    table.press("no")
    begun = len(table.paper.said)
    table.press("forward")  # in a list that is read to blue's ear
    table.wait(0.5)
    assert table.words(begun) == ["Pass the earphone to blue disc. Blue disc: Yes when it is in."]
    assert isinstance(table.mode, PassEar)


@pytest.mark.criterion(74)
def test_given_a_question_by_itself_when_the_earphone_is_in_then_it_is_asked_once() -> None:
    table = dealt()
    routes = table.state.game_map.routes.values()
    way = next(one for one in routes if one.length == 1 and one.colour == "gray")
    table.set_token("blue", way.id)
    table.wait(0.5)
    assert isinstance(table.mode, PassEar)
    begun = len(table.paper.said)
    table.press("yes")
    assert isinstance(table.mode, Payment)
    assert len(private(table, begun)) == 1


@pytest.mark.criterion(74)
def test_given_history_when_walked_then_another_seats_words_are_passed_over() -> None:
    table = dealt()
    table.press("yes")
    table.wait(1)
    table.press("yes", "yes")  # a card from the deck
    blues = [one.normal for one in private(table)]
    assert blues
    table.press("yes")
    table.wait(1)
    assert table.state.to_move == "red"
    table.press("yes")
    table.wait(1)
    assert isinstance(table.mode, PassEar) and table.mode.seat == "red"
    table.press("yes", "no")
    assert isinstance(table.mode, Table)
    begun = len(table.paper.said)
    table.press(*["back"] * 30)  # type: ignore[arg-type]
    assert not [one for one in private(table, begun) if one.audience == "blue"]
    assert table.press("repeat") == []


BURST: tuple[Button, ...] = (
    "yes",
    "no",
    "forward",
    "back",
    "repeat",
    "ask",
    "yes",
    "yes",
    "no",
    "no",
    "forward",
)


def choosing_tickets() -> PanelTable:
    table = dealt(chosen=False)
    table.wait(1)
    return table


def opening_acts() -> PanelTable:
    table = dealt()
    table.press("yes")
    return table


def paying() -> PanelTable:
    table = dealt()
    routes = table.state.game_map.routes.values()
    table.set_token("blue", next(one.id for one in routes if one.length == 1 and one.colour == "gray"))
    table.wait(1)
    return table


@pytest.mark.criterion(81)
@pytest.mark.parametrize("screen", [False, True])
@pytest.mark.parametrize("opened", [choosing_tickets, opening_acts, paying])
@pytest.mark.parametrize("first", BURST[:6])
def test_given_words_that_wait_for_an_ear_when_anything_is_pressed_then_only_the_ear_is_asked_for(
    opened: Callable[[], PanelTable], first: Button, *, screen: bool
) -> None:
    table = opened()
    table.session.share_ear(table.state.seats, {}, screen=screen)
    table.press("no") if isinstance(table.mode, PassEar) else table.wait(0)  # it is not passed
    events, open_then = table.session.game.events, table.mode
    for burst in ((first,), BURST):
        for button in burst:
            if isinstance(table.mode, PassEar) and button == "yes":
                continue  # that would be the ear's own answer
            begun, again = len(table.paper.said), len(table.paper.repeated)
            at_once(table, button)
            assert not private(table, begun)
            assert table.words(begun) or len(table.paper.repeated) > again
    assert table.session.game.events == events
    while isinstance(table.mode, PassEar | Questions | Table):
        table.press("yes" if isinstance(table.mode, PassEar) else "no")
    assert table.mode == open_then  # at its place: nothing was marked, walked or left


@pytest.mark.criterion(81)
def test_given_words_that_wait_for_an_ear_when_a_button_is_held_then_only_the_ear_is_asked_for() -> None:
    table = dealt()
    table.press("yes")
    table.wait(1)
    table.press("yes")
    table.pick("claim")
    table.press("yes", "yes")  # its first letter, its first city
    table.session.speaking.ear_back(table.at)  # nobody has it any more
    open_then = table.mode
    assert isinstance(open_then, Routes)
    assert run_on(open_then, table.state, +1) not in (None, open_then)
    begun = len(table.paper.said)
    table.hold("forward")
    asked = table.mode
    assert isinstance(asked, PassEar)
    assert not private(table, begun)
    table.press("yes")
    assert table.mode == open_then  # nobody has run on through a list that nobody hears


def at_once(table: PanelTable, button: Button) -> None:
    """A press without a pause before it."""
    for action in ("down", "up"):
        table.session.handle(Press(button=button, action=action, at=table.at), table.at)


def test_given_a_shared_earphone_when_devices_are_asked_for_then_who_has_it_is_told() -> None:
    table = dealt()
    table.press("yes")
    table.wait(1)
    table.press("yes", "no")
    table.press("ask")
    told = table.pick("menu", "help", "devices")[-1]
    assert "red square the shared one" in told
    assert told.endswith("Blue disc has the earphone.")


@pytest.mark.parametrize("looked", [True, False])
@pytest.mark.parametrize("board", [True, False])
def test_given_a_shared_screen_when_devices_are_asked_for_then_no_earphone_is_told(
    board: bool, looked: bool
) -> None:
    table = dealt()
    session = table.session
    session.share_ear(table.state.seats, {}, screen=True)
    if not board:
        session.wording.without_board()
    if looked:
        session.voicing.teller.pass_ear("blue")
    live = [DeviceHealth(device="hub", condition="live", at=table.at)]
    (told,) = session.wording.answer("devices", "blue", table.state, live, evening=session.evening(table.at))
    whose = "; blue disc saw its own last" if looked else ""
    first = "Board live." if board else "Keys stand in for the board."
    assert told.normal == f"{first} Words for one seat are shown on this screen{whose}."


@pytest.mark.criterion(74)
def test_given_a_shared_screen_when_words_are_due_then_only_that_seats_key_or_yes_shows_them() -> None:
    table = dealt()
    table.session.share_ear(table.state.seats, {}, screen=True)
    table.press("yes")
    table.wait(1)
    begun = len(table.paper.said)
    assert table.words()[-1] == "Words for blue disc alone: the others look away. Blue disc: Yes shows them."
    table.press_seat("red")  # it takes the panel, and sees nothing of blue's
    assert not [one for one in private(table, begun) if one.audience == "blue"]
    table.press_seat("blue")
    assert [one.normal for one in private(table, begun)][:1] == ["Deck. 1 of 4."]


def test_given_news_that_nobody_asked_for_when_it_is_anothers_turn_then_it_waits() -> None:
    table = dealt()
    news = Announcement(audience="green", urgency="polite", normal="Ticket done.", seq=9)
    begun = len(table.paper.said)
    table.session.tell((news,), table.at)
    table.wait(2)
    assert not isinstance(table.mode, PassEar | Tickets)
    assert not private(table, begun)


@pytest.mark.criterion(74)
@pytest.mark.criterion(81)
def test_given_a_payment_that_waits_for_its_ear_when_the_token_is_lifted_then_nothing_is_left_of_it() -> None:
    """The ways to pay were shown after "Clear.", and the Yes to them drew a card."""
    table = paying()
    assert isinstance(table.mode, PassEar)
    site = table.session.tracker.paying
    assert site is not None
    begun = len(table.paper.said)
    assert table.lift(site)[-1] == "Clear. Blue disc to move."
    assert isinstance(table.mode, Table)
    table.wait(2)
    table.press("yes")
    table.wait(1)
    assert isinstance(table.mode, PassEar)  # for the list of what can be done
    table.press("yes")
    [first, *more] = private(table, begun)
    assert first.normal.startswith("Deck. 1 of ")
    assert not more
