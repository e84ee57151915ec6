"""What the words promise beside the news: a landmark, a way, what happened before, and what is left to do."""

import msgspec
from msgspec.structs import replace

from announce import Wording
from dialog import BoardAgrees, Cards, LeftOver, Payment, RebuildStep, Said, Second, TakeBack, UndoSure, Where
from engine import (
    BuildHarbor,
    BuildStation,
    CityId,
    ClaimRoute,
    Game,
    GameMap,
    Refusal,
    RouteId,
    State,
    TicketId,
    edition,
)
from tabletop import SiteId
from tests.announce.sayings import DENVER_OMAHA, PAST, SEATS, say, two_decks


def claimed(usa: GameMap) -> State:
    """Blue holds Denver to Omaha; nobody knows more."""
    game = Game.new("us-accessible", usa, SEATS[:3], "untracked", 7)
    answer = game.do(ClaimRoute(seat="blue", route=RouteId(DENVER_OMAHA)))
    assert not isinstance(answer, Refusal)
    return answer[0].state


def test_given_a_token_that_stands_near_when_a_pin_is_wanted_then_it_is_named_in_full(
    wording: Wording, usa: GameMap
) -> None:
    pin = SiteId("denver-kansas-city:1")
    step = RebuildStep(number=1, total=3, left=3, seat="red", site=pin, after=None, beside=DENVER_OMAHA)
    (told,) = wording.prompt(step, claimed(usa))
    assert "finger" not in told.normal
    assert told.text("full").endswith(
        "2 fingers south-east of blue disc's token on Denver to Omaha. Repeat is slower, No skips."
    )
    (alone,) = wording.prompt(replace(step, beside=None), claimed(usa))
    assert "finger" not in alone.text("full")


def test_given_a_stop_before_when_the_board_agrees_then_back_is_offered(
    wording: Wording, usa: GameMap
) -> None:
    def said(prompt: BoardAgrees) -> str:
        return wording.prompt(prompt, claimed(usa))[0].normal

    agrees = BoardAgrees(tokens=1, shapes_checked=True)
    assert said(agrees) == "The board agrees: 1 token. Red square to move."
    assert said(replace(agrees, after_stop=True)) == f"{said(agrees)} Back tells what happened before."


def test_given_what_a_question_is_about_when_asked_where_one_is_then_stations_are_no_routes(
    wording: Wording, state: State
) -> None:
    def said(prompt: Said, rules: str = "europe") -> str:
        now = msgspec.structs.replace(state, edition=edition(rules))
        return wording.prompt(prompt, now, "blue")[0].normal

    denver, harbors = CityId("denver"), "rails-and-sails-world"
    route, city = SiteId(DENVER_OMAHA), SiteId(denver)
    paying = Where(Payment((ClaimRoute(seat="blue", route=RouteId(route)),)))
    assert said(paying).endswith("No leaves the route.")
    assert said(Where(Payment((BuildStation(seat="blue", city=denver),)))).endswith("No leaves the station.")
    assert said(Where(Payment((BuildHarbor(seat="blue", city=denver),)))).endswith("No leaves the harbor.")
    back = Where(TakeBack("blue", city, everybody=False))
    assert said(back) == "Taking a station back. Yes does it, No keeps the station."
    assert said(back, harbors) == "Taking a harbor back. Yes does it, No keeps the harbor."
    on_route = Where(TakeBack("blue", route, everybody=False))
    assert said(on_route) == "Taking a claim back. Yes does it, No keeps the claim."
    for rules in ("europe", harbors):
        assert "Yes builds there" in said(Where(LeftOver("blue", city)), rules)
        assert "Yes claims there" in said(Where(LeftOver("blue", route)), rules)
    assert said(LeftOver("blue", city)) == ("A token stands on Denver. Build there? Yes, or No and lift it.")


def test_given_two_decks_when_one_is_empty_then_the_second_card_is_offered_from_the_other(
    wording: Wording, state: State
) -> None:
    def said(deck: int, ships: int) -> str:
        saying = two_decks(Second(), deck, ships)
        return wording.prompt(saying.said, saying.at(state))[0].normal

    assert said(40, 40) == "Second card: train deck? Back: ship deck. Forward for the row."
    assert said(0, 40) == "The train deck is empty. Second card: ship deck? Forward for the row."
    assert said(40, 0) == "The ship deck is empty. Second card: train deck? Forward for the row."
    assert said(0, 0) == ("Both decks are empty. Second card: Forward for the row.")


def test_given_a_face_up_locomotive_when_read_out_then_what_it_counts_for_now_is_said(
    wording: Wording, state: State
) -> None:
    def said(now: State) -> str:
        return wording.prompt(Cards(0), msgspec.structs.replace(now, row=("locomotive", *now.row[1:])))[
            0
        ].normal

    assert said(msgspec.structs.replace(state, phase="turn")) == "Number 1, a locomotive, the whole draw."
    assert (
        said(msgspec.structs.replace(state, phase="second-card"))
        == "Number 1, a locomotive, not as the second card."
    )


def test_given_nothing_left_to_draw_when_the_turn_is_asked_then_it_is_not_offered(
    wording: Wording, state: State
) -> None:
    def said(now: State) -> str:
        return wording.answer("turn", "blue", now)[0].normal.partition(": ")[2]

    turn = msgspec.structs.replace(state, phase="turn", to_move="blue", offered={})
    assert said(turn) == "claim, draw, or take tickets."
    no_tickets = msgspec.structs.replace(turn, ticket_deck=())
    assert said(no_tickets) == "claim or draw."
    no_cards = msgspec.structs.replace(no_tickets, deck=(), discards=(), row=())
    assert said(no_cards) == "claim."
    a_ticket = msgspec.structs.replace(no_cards, ticket_deck=(TicketId("boston-miami"),))
    assert said(a_ticket) == "claim or take tickets."


def test_given_tickets_shown_when_an_undo_is_asked_then_no_cards_are_said(
    wording: Wording, state: State
) -> None:
    shown = next(act for act in PAST if act.shown)
    saying = say(UndoSure((shown,)), phase="over", cards="untracked")
    (told,) = wording.prompt(saying.said, saying.at(state))
    assert told.normal.startswith("Tickets were shown since. Does everybody agree to undo 1 act:")
