"""Menu, Seats and ears: a seat's ear is tried, changed or handed over while the game goes on."""

from pathlib import Path

import pytest

from announce import Announcement, EarKind
from dialog import EarTested, EarWay, EarWays, PassEar, Questions, SeatEars, Table
from engine import CardMode, Seat
from storage.store import GameLog
from tests.criteria.panel_table import PanelTable
from tests.criteria.test_tickets_entered_early import resumed

ALL: tuple[EarWay, ...] = ("own", "shared", "page", "aloud")


class Routes:
    """Every seat could hear in any way; `routed`: what was changed."""

    def __init__(self, ways: tuple[EarWay, ...] = ALL) -> None:
        self._ways, self.routed = ways, list[tuple[Seat, EarWay]]()

    def ways(self, seat: Seat) -> tuple[EarWay, ...]:
        return self._ways

    def route(self, seat: Seat, way: EarWay) -> None:
        self.routed.append((seat, way))


def sharing(cards: CardMode = "dealt", **options: object) -> tuple[PanelTable, Routes]:
    """Blue and red pass one earphone round; blue has it, and all tickets are chosen."""
    table, routes = PanelTable(cards=cards, seats=("blue", "red"), **options), Routes()  # type: ignore[arg-type]
    shared: EarKind = "shared"
    table.session.share_ear(("blue", "red"), {"blue": shared, "red": shared})
    table.session.route_ears_by(routes)
    while table.state.phase != "turn":
        table.press("yes")
    return table, routes


def to_ways(table: PanelTable, seat: Seat) -> None:
    """Ask, Menu, Seats and ears, How a seat hears, this seat."""
    for _ in range(40):
        match table.mode:
            case PassEar():
                table.press("yes")
            case Table():
                table.press("ask")
            case Questions(level="ask" | "menu" | "seats", items=items, index=index):
                wanted = {"menu", "seats", "ears"} & set(items)
                table.press("yes" if items[index] in wanted else "forward")
            case SeatEars(ears=ears, index=index):
                table.press("yes" if ears[index].seat == seat else "forward")
            case EarWays():
                return
            case mode:
                raise AssertionError(mode)
    raise AssertionError("no way to the ears")


def take(table: PanelTable, way: EarWay) -> list[Announcement]:
    """This way, in the list of ways; what was said then."""
    assert isinstance(table.mode, EarWays)
    while table.mode.ear.ways[table.mode.index] != way:
        table.press("forward")
        assert isinstance(table.mode, EarWays)
    before = len(table.paper.said)
    table.press("yes")
    return [one for one in table.paper.said[before:] if one.normal]


def told(said: list[Announcement]) -> list[tuple[str, str]]:
    return [(one.audience, one.normal) for one in said if one.normal]


def test_given_a_shared_earphone_when_a_seat_gets_its_own_then_it_is_tried_and_used() -> None:
    table, routes = sharing()
    to_ways(table, "red")
    assert told(take(table, "own")) == [
        ("everyone", "Red square, listen in your earphone. Yes if you hear me, No if not."),
        ("red", "Red square, this is your ear. Yes if you hear me."),
    ]
    assert isinstance(table.mode, EarTested) and routes.routed == [("red", "own")]
    before = len(table.paper.said)
    table.press("yes")
    assert ("everyone", "Red square hears by its own earphone.") in told(table.paper.said[before:])
    assert "red" not in table.session.teller.shared.seats


def test_given_words_that_wait_for_the_shared_earphone_when_a_seat_has_its_own_then_it_hears_them() -> None:
    table, _ = sharing()
    held = Announcement(audience="red", urgency="polite", normal="Yours alone.")
    to_ways(table, "red")
    table.session.voicing.say((held,), table.at)
    table.wait(1)
    assert isinstance(table.mode, PassEar)
    table.press("no")  # it is kept where it is
    take(table, "own")
    assert held not in table.paper.said  # nobody has said that it is heard
    table.press("yes")
    assert held in table.paper.said


def test_given_an_earphone_that_is_not_heard_when_no_is_pressed_then_the_seat_hears_as_before() -> None:
    table, routes = sharing()
    to_ways(table, "red")
    take(table, "own")
    before = len(table.paper.said)
    table.press("no")
    assert ("everyone", "Not heard: red square hears as before.") in told(table.paper.said[before:])
    assert routes.routed == [("red", "own"), ("red", "shared")]
    assert "red" in table.session.teller.shared.seats


def test_given_cards_dealt_when_the_ways_are_listed_then_none_is_aloud() -> None:
    table, _ = sharing()
    to_ways(table, "red")
    assert isinstance(table.mode, EarWays) and table.mode.ear.ways == ("own", "shared", "page")


def test_given_cards_in_hands_when_a_seat_chooses_aloud_then_everybody_hears_its_words() -> None:
    table, _ = sharing("untracked")
    to_ways(table, "red")
    take(table, "aloud")
    own = Announcement(audience="red", urgency="polite", normal="Your list.")
    table.session.voicing.say((own,), table.at)
    assert told(table.paper.said)[-1] == ("everyone", "Your list.")


def test_given_the_holder_of_the_shared_earphone_when_it_goes_to_its_page_then_nobody_has_it() -> None:
    table, _ = sharing()
    shared = table.session.teller.shared
    to_ways(table, "red")
    table.session.voicing.teller.pass_ear("red")
    take(table, "page")
    assert shared.holder is None
    assert shared.seats == {"blue"}


def test_given_an_ear_that_was_changed_when_the_table_stops_and_goes_on_then_it_is_as_it_was(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table, _ = sharing("untracked", store=store)
        to_ways(table, "red")
        take(table, "page")
    for ways, routed in ((ALL, [("red", "page")]), (("own", "shared"), [])):  # there is no page today
        with GameLog(path) as store:
            session, routes = resumed(table.session.game.events, store), Routes(ways)
            session.share_ear(("blue", "red"), {"blue": "shared", "red": "shared"})
            session.route_ears_by(routes)
            assert routes.routed == routed
            assert ("red" in session.teller.shared.seats) == (not routed)


def test_given_no_ways_to_choose_from_when_ears_are_asked_for_then_that_is_said() -> None:
    table = PanelTable(seats=("blue", "red"))
    table.press("ask")
    assert table.pick("menu", "seats", "ears")[-1].startswith("There is nothing to choose")


@pytest.mark.parametrize("seat", ["blue", "red"])
def test_given_any_seat_when_its_ear_is_only_tried_then_no_word_of_anybody_changes_its_way(
    seat: Seat,
) -> None:
    table, routes = sharing()
    to_ways(table, seat)
    table.press("no", "no")
    assert routes.routed == []
