"""An edition with a board of its own is chosen: that board is felt, tested and played on."""

from dataclasses import replace

from announce import Wording
from dialog.setup import CardList, EarWay, Facts, Who
from engine import SEATS, Seat, game_map
from table.self_test import Sensed
from tabletop import Seen, SiteId, board_layout
from tests.table.setting_up_table import DENVER, LAYOUT, LIVE, Before, ready

SCREENS: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("screen",))
EUROPE = board_layout("europe")
WHOSE_CARDS = "Cards dealt by me?"
PARIS, BERLIN = SiteId("brest-paris"), SiteId("berlin-essen")


def turned(before: Before) -> list[str]:
    """The board of Europe is laid on the table; which editions were asked for."""
    asked: list[str] = []

    def turn(edition: str) -> tuple[Sensed, Wording] | None:
        asked.append(edition)
        if edition != "europe":
            return None
        return Sensed(EUROPE, frozenset({"hub"})), Wording(game_map("europe"), EUROPE)

    before.table._around = replace(before.table._around, turn=turn)
    return asked


def felt(before: Before, **full: Seen) -> None:
    """The hub of Europe's board answers."""
    before.sense(LIVE)
    for site in EUROPE.pins():
        if site.channel is not None:
            before.see(site.id, full.get(site.id.replace("-", "_"), "empty"))


def test_given_europe_chosen_at_a_table_of_another_map_when_tokens_are_set_then_its_pins_feel_them() -> None:
    before = ready(Before(facts=Facts(editions=("us-accessible", "europe"), first=False, ways=SCREENS)))
    asked = turned(before)
    before.press("yes", "forward")
    assert before.press("yes") == []
    assert asked == []  # nothing is opened in the middle of a press
    count = len(before.paper.said)
    before.wait(0.2)
    assert (asked, before.table.layout) == (["europe"], EUROPE)
    assert before.said(count) == ["Now the board: Europe.", WHOSE_CARDS]  # what is asked comes last
    assert before.press("repeat") == []
    assert before.paper.repeated[-1].normal == WHOSE_CARDS
    count = len(before.paper.said)
    felt(before)
    assert before.wait(0.2)[0].startswith("The board is well.")
    before.press("yes", "yes")
    assert isinstance(before.table.panel.mode, Who)
    before.see(DENVER, "blue")  # there is no such pin any more
    before.see(PARIS, "red")
    assert before.table.panel.desk.draft.seats == ("red",)
    assert before.table.panel.desk.standing == (PARIS,)


def test_given_keys_that_stand_in_for_the_board_when_europe_is_chosen_then_no_board_is_told() -> None:
    before = Before(
        facts=Facts(editions=("us-accessible", "europe"), first=False, ways=SCREENS),
        expected=frozenset({"store"}),
    )
    before.wait(1.0)

    def turn(edition: str) -> tuple[Sensed, Wording] | None:
        return Sensed(EUROPE, frozenset({"store"})), Wording(game_map("europe"), EUROPE)

    before.table._around = replace(before.table._around, turn=turn)
    before.press("yes", "forward", "yes")
    assert before.wait(6.0) == [WHOSE_CARDS]
    assert before.table.layout == EUROPE


def test_given_lines_that_end_at_once_when_the_last_has_chosen_an_edition_then_its_question_is_told() -> None:
    before = ready(Before(facts=Facts(editions=("us-accessible", "europe"), first=False, ways=SCREENS)))
    turned(before)
    before.press("yes", "forward", "yes")
    count = len(before.paper.said)
    before.table.leave(before.at)
    assert before.said(count)[0] == WHOSE_CARDS


def test_given_a_board_with_a_dead_pin_when_its_edition_is_chosen_then_that_is_told_before_going_on() -> None:
    before = ready(Before(facts=Facts(editions=("us-accessible", "europe"), first=False, ways=SCREENS)))
    turned(before)
    before.press("yes", "forward", "yes")
    before.wait(0.2)
    felt(before, berlin_essen="unknown")
    said = before.wait(0.2)
    assert said == ["No answer; check the wire of Berlin to Essen."]
    before.see(BERLIN, "empty")
    assert before.press("yes")[0].startswith("The board is well.")
    assert before.table.panel.mode == CardList()


def test_given_a_board_that_is_silent_when_its_edition_is_chosen_then_it_is_missed_after_five_seconds() -> (
    None
):
    before = ready(Before(facts=Facts(editions=("us-accessible", "europe"), first=False, ways=SCREENS)))
    turned(before)
    before.press("yes", "forward", "yes")
    assert before.wait(4.8) == ["Now the board: Europe.", WHOSE_CARDS]
    assert before.wait(0.6)[0] == "Pins silent: check the cable."


def test_given_an_edition_of_the_same_board_when_chosen_then_nothing_is_opened_or_said() -> None:
    before = ready(Before(facts=Facts(editions=("us-accessible", "europe"), first=False, ways=SCREENS)))
    turned(before)
    before.press("yes", "yes")
    assert before.wait(6.0) == []
    assert before.table.layout == LAYOUT
