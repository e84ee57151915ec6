"""Dealt cards at the table that follows: what it says and shows of hands that it does not know."""

from collections.abc import Callable

import pytest

from dialog import About, Answer
from engine import EDITIONS, AnswerTunnel, ClaimRoute, Game, State, seen_by, view
from table.linked import HostCounts, HostTold
from tabletop import DeviceHealth, Observation, Seen, SiteId, board_layout
from tests.table.far_kiel import BOT, SEATS, Kiel
from web.claim_pages import build_step, claim_step
from web.map_page import WHOLE, Look, map_view
from web.page_view import parts
from web.question_pages import question_named
from web.seat_acts import BUILD, CLAIM, Buttons, offers
from web.seat_holdings import seats_table


def test_given_hands_that_the_host_deals_when_it_plays_then_no_ear_in_the_other_home_hears_a_guess() -> None:
    kiel = Kiel("red").begins()
    kiel.plays(40)
    assert kiel.host.state.turn > 10
    assert [one.normal for one in kiel.paper.said if one.audience != "everyone"] == []
    assert not [one for one in kiel.said() if "0 cards" in one or "no cards" in one or "no tickets" in one]


@pytest.mark.parametrize("question", ["hand", "tickets", "missing"])
def test_given_a_hand_that_is_not_known_when_asked_for_then_the_home_that_knows_it_is_named(
    question: str,
) -> None:
    kiel = Kiel("red").begins()
    kiel.session.perform(Answer(question, "red"), kiel.at)  # type: ignore[arg-type]
    assert kiel.said()[-1].startswith("The table in Bremen keeps what is secret")


@pytest.mark.parametrize("question", ["hand", "tickets", "missing", "pay"])
def test_given_a_hand_that_is_not_known_when_its_page_here_is_read_then_nothing_asks_for_it(
    question: str,
) -> None:
    kiel = Kiel("red").begins()
    kiel.plays(12)
    moment = kiel.moment()
    assert question_named(moment, "red", question) is None
    assert question_named(moment, "red", "row") == "row"


def test_given_decks_that_are_not_known_when_asked_for_then_no_number_is_guessed() -> None:
    kiel = Kiel("red").begins()
    kiel.plays(12)
    kiel.session.perform(Answer("row", "red"), kiel.at)
    assert kiel.said()[-1].startswith("Row: ")
    assert "eck" not in kiel.said()[-1]
    kiel.session.perform(About("holdings", "blue", "red"), kiel.at)
    assert not [one for one in kiel.said() if "holds" in one]
    shown = str(seats_table(kiel.moment(), "red"))
    assert "Cards" not in shown and "ickets" not in shown


def test_given_what_the_host_counts_when_asked_for_then_hands_and_decks_are_told_as_there() -> None:
    kiel = Kiel("red").begins()
    kiel.plays(12)
    kiel.counts()
    state = kiel.host.state
    kiel.session.perform(Answer("row", "red"), kiel.at)
    assert f"eck {len(state.deck)}" in kiel.said()[-1]
    for seat in SEATS:
        there = kiel.session.wording.about("holdings", seat, "red", state)[-1].normal
        assert " holds " in there
        kiel.session.perform(About("holdings", seat, "red"), kiel.at)
        for _ in range(4):  # further than any answer goes
            if kiel.said()[-1] != there:
                kiel.press("forward")
        assert kiel.said()[-1] == there
    shown = str(seats_table(kiel.moment(), "red"))
    assert "Cards" in shown and "ickets" in shown
    assert [f">{state.hand_size(seat)}<" in shown for seat in SEATS] == [True] * 3
    kiel.plays(1)  # what was counted before it is no longer so
    kiel.session.perform(Answer("row", "red"), kiel.at)
    assert "eck" not in kiel.said()[-1]


def test_given_what_the_host_counts_when_tickets_are_chosen_there_then_no_page_here_shows_any() -> None:
    kiel = Kiel("red").begins()
    kiel.counts()
    assert kiel.host.state.offered["red"]
    moment = kiel.moment()
    assert offers(moment, "red") == ()
    shown = str(parts(moment, "red", "seat"))
    named = [moment.wording.vocabulary.ticket(one) for one in kiel.host.state.game_map.tickets]
    assert not [name for name in named if name in shown]


@pytest.mark.parametrize("counted", [False, True])
def test_given_a_turn_of_this_home_when_its_page_is_read_then_it_offers_no_more_than_the_table_knows(
    counted: bool,
) -> None:
    kiel = Kiel("red").begins()
    turns = drawn = 0
    while turns < 12:
        kiel.plays(1)
        state = kiel.host.state
        if counted:
            kiel.counts()
        if state.phase != "turn" or state.to_move != "red":
            continue
        turns += 1
        moment = kiel.moment()
        found = offers(moment, "red")
        assert {one.heading for one in found} <= {"draw", "take-tickets", "undo"}
        names = [one.name for some in found if isinstance(some, Buttons) for one in some.choices]
        drawn += any(str(len(state.deck)) in name for name in names)
        assert not [
            route
            for route in ("", *state.game_map.routes)
            if claim_step(moment, "red", city="", route=route, begins="", first=0)
        ]
        assert build_step(moment, "red", city="", begins="", first=0) is None
        seen = str(map_view(moment, "red", WHOLE, "1"))
        assert not [one for one in (CLAIM, BUILD, "show=ticket") if one in seen]
        way = Look(show=f"ticket:{next(iter(state.game_map.tickets))}")
        assert (
            seen.partition("</figure>")[0] == str(map_view(moment, "red", way, "1")).partition("</figure>")[0]
        )
    assert drawn == (turns if counted else 0)


@pytest.mark.parametrize("name", EDITIONS)
def test_given_what_the_host_counts_when_an_act_is_told_then_this_homes_own_wires_have_it_too(
    name: str,
) -> None:
    kiel = Kiel("red", host=Game.new(name, EDITIONS[name].map, SEATS, "dealt", 5)).begins()
    shown = list[State]()
    kiel.paper.told = lambda events, state: shown.append(state)  # type: ignore[method-assign]
    for _ in range(12):
        first = len(kiel.host.events) + 1
        events = [seen_by(one, None) for one in kiel._act()]
        kiel.counts()  # as the host's `state` comes with its act
        kiel.session.handle(HostTold(events=tuple(enumerate(events, first)), act=True), kiel.at)
        kiel.passes()
        there, here = view(kiel.host.state, None), view(shown[-1], None)
        assert here == there


def test_given_older_counts_when_they_come_late_then_the_newer_ones_stay() -> None:
    kiel = Kiel("red").begins()
    before = HostCounts(seq=kiel.host.state.seq, view=view(kiel.host.state, None))
    kiel.plays(3)
    kiel.counts()
    kiel.session.handle(before, kiel.at)
    assert not kiel.session.common.uncounted


def _none(seats: list[object]) -> object:
    return seats[:0]


def _one_too_few(seats: list[object]) -> object:
    return seats[:-1]


def _one_twice(seats: list[object]) -> object:
    return [*seats, seats[0]]


def _another(seats: list[object]) -> object:
    return [*seats[:-1], {"seat": "black", "hand": 3, "tickets": 2, "choosing": 1}]


@pytest.mark.parametrize("changed", [_none, _one_too_few, _one_twice, _another])
def test_given_seats_that_do_not_play_when_the_host_counts_them_then_the_game_here_goes_on_uncounted(
    changed: Callable[[list[object]], object],
) -> None:
    kiel = Kiel("red").begins()
    kiel.plays(3)
    state = kiel.host.state
    shown = view(state, None)
    seats = shown["seats"]
    assert isinstance(seats, list)
    kiel.session.handle(HostCounts(seq=state.seq, view={**shown, "seats": changed(seats)}), kiel.at)
    assert kiel.session.common.uncounted
    kiel.counts()
    assert not kiel.session.common.uncounted
    kiel.plays(1)
    assert kiel.session.game.state.seq == kiel.host.state.seq


def _before_a_tunnel() -> Game:
    """A game in Europe whose next act turns cards up for a tunnel, and asks for more."""
    for seed in range(50):
        game = Game.new("europe", "europe", SEATS, "dealt", seed)
        for _ in range(120):
            if game.state.phase == "over":
                break
            seat = game.state.waiting_for()[0]
            result = game.do(BOT.choose(game.state, seat))
            assert isinstance(result, tuple)
            if result[0].state.tunnel is not None:
                return game
            game = result[0]
    raise AssertionError("no tunnel asks for more")


@pytest.mark.parametrize("stands", [False, True])
def test_given_a_tunnel_when_it_is_given_up_then_only_a_token_that_stands_is_to_be_lifted(
    stands: bool,
) -> None:
    host = _before_a_tunnel()
    mover = host.state.to_move
    assert mover is not None
    kiel = Kiel(mover if stands else next(one for one in SEATS if one != mover), host=host).begins()
    tracker, live = kiel.session.tracker, DeviceHealth(device="hub", condition="live", at=kiel.at)
    kiel.session.handle(live, kiel.at)
    bid = BOT.choose(host.state, mover)
    assert isinstance(bid, ClaimRoute)
    site = SiteId(bid.route)
    for pin in board_layout("europe").pins():
        seen: Seen = mover if stands and pin.id == site else "empty"
        kiel.session.handle(Observation(site=pin.id, sense="pin", seen=seen, at=kiel.at), kiel.at)
    if stands:
        tracker.hold(site)
    kiel.plays(1, bid)
    kiel.plays(1, AnswerTunnel(seat=mover, decline=True))
    assert (site in tracker.standing_refused()) is stands
    assert bool([one for one in kiel.said() if "lift" in one.lower()]) is stands
    assert not kiel.session.board.expecting.listed


def test_given_a_home_that_starts_in_mid_tunnel_when_another_gives_it_up_then_no_token_is_to_be_lifted() -> (
    None
):
    host = _before_a_tunnel()
    mover = host.state.to_move
    assert mover is not None
    bid = host.do(BOT.choose(host.state, mover))
    assert isinstance(bid, tuple)
    kiel = Kiel(next(one for one in SEATS if one != mover), host=bid[0]).begins()
    kiel.plays(1, AnswerTunnel(seat=mover, decline=True))
    assert not [one for one in kiel.said() if "lift" in one.lower()]
