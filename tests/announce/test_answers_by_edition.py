"""What is asked and answered where an edition has other cards, pieces or scores than the first."""

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from announce import Wording
from bots.bot import GreedyBot
from dialog import Question, UndoSure
from dialog.past import past_acts
from engine import (
    SEATS,
    AcceptBoard,
    Card,
    ChoosePieces,
    CityId,
    ClaimRoute,
    Game,
    Refusal,
    RouteId,
    Seat,
    State,
    TicketId,
    Undo,
    edition,
    game_map,
)
from tabletop import board_layout

SAILING = ("rails-and-sails-world", "rails-and-sails-great-lakes")


@cache
def played(rules: str, acts: int) -> State:
    """A game of planners after so many acts, or at its end."""
    game, bot = Game.new(rules, game_map(edition(rules).map), SEATS[:3], "dealt", 5), GreedyBot(3)
    for _ in range(acts):
        if game.state.phase == "over":
            break
        done = game.do(bot.choose(game.state, game.state.waiting_for()[0]))
        assert not isinstance(done, Refusal), done
        game = done[0]
    return game.state


def answers(question: Question, state: State, level: str = "normal") -> list[str]:
    wording = Wording(state.game_map, board_layout(state.game_map.id), language="en")
    said = wording.answer(question, "blue", state, ())
    return [one.text(level) for one in said]  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", SAILING)
def test_given_two_decks_when_the_row_is_asked_for_then_what_is_left_of_both_is_told(rules: str) -> None:
    state = played(rules, 60)
    left = [len(pile) for pile in (state.deck, state.discards, state.ship_deck, state.ship_discards)]
    told = "Train deck {}, discards {}; ship deck {}, discards {}.".format(*(n or "none" for n in left))
    assert answers("row", state)[-1] == told
    brief = answers("row", state, "brief")[-1]
    assert brief == f"Train deck {left[0] or 'none'}, ship deck {left[2] or 'none'}."


@pytest.mark.parametrize("rules", SAILING)
def test_given_ships_in_a_path_when_the_longest_is_asked_for_then_its_spaces_are_told_and_no_points(
    rules: str,
) -> None:
    told = " ".join(answers("longest", played(rules, 200)))
    assert "spaces" in told
    assert "trains" not in told
    assert "It brings no points in this game." in told
    assert "no points" not in " ".join(answers("longest", played("us-accessible", 200)))


def test_given_a_ferry_when_asked_what_it_costs_then_its_locomotives_are_named() -> None:
    state, ferry = played("europe", 1), RouteId("palermo-smyrna")
    wording = Wording(state.game_map, board_layout("europe"), language="en")
    for hand, end in (
        ({Card("red"): 6}, "your hand has not enough: no."),
        ({Card("red"): 4, Card("locomotive"): 2}, "you can pay 4 red, 2 locomotives: yes."),
    ):
        holding = replace(state, hands={**state.hands, "blue": hand})
        (told,) = wording.about("pay", ferry, "blue", holding, {})[-1:]
        assert told.normal.endswith(f"6 cards of one colour, 2 locomotives among them; {end}"), told.normal


@pytest.mark.parametrize("rules", ["us-accessible", *SAILING])
def test_given_a_game_that_is_over_when_trains_are_asked_for_then_no_round_is_told(rules: str) -> None:
    over = played(rules, 10_000)
    assert over.phase == "over"
    assert "last round" not in " ".join(answers("trains", over))
    assert "last round" in " ".join(answers("trains", played(rules, 20)))


def test_given_a_ship_route_when_taken_back_then_the_ships_that_came_back_are_told() -> None:
    game = Game.new("rails-and-sails-world", "world", ("blue", "red"), "untracked", 5)
    for seat in game.state.seats:
        mixed = game.do(ChoosePieces(seat=seat, train=20, ship=40))
        assert not isinstance(mixed, Refusal), mixed
        game = mixed[0]
    claimed = game.do(ClaimRoute(seat="blue", route=next(iter_ships(game.state))))
    assert not isinstance(claimed, Refusal), claimed
    game = claimed[0]
    wording = Wording(game.state.game_map, board_layout("world"), language="en")
    back = game.do(Undo(seat="blue"))
    assert not isinstance(back, Refusal)
    (told,) = wording.events(game.state, back[1], back[0].state, game.state.seq + 1)
    assert told.normal.endswith("Blue disc to move; 0 points, 40 ships."), told.normal


def iter_ships(state: State) -> Iterator[RouteId]:
    return (route.id for route in state.game_map.routes.values() if route.kind == "ship")


def test_given_an_act_that_moved_others_points_when_undone_then_no_points_are_called_lost() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 5)
    for command in (
        ClaimRoute(seat="blue", route=RouteId("calgary-winnipeg")),
        AcceptBoard(seat="blue", gone=(RouteId("calgary-winnipeg"),), stand={}),
    ):
        done = game.do(command)
        assert not isinstance(done, Refusal), done
        game = done[0]
    wording = Wording(game.state.game_map, board_layout("usa"), language="en")
    (told,) = wording.prompt(UndoSure(past_acts(game)[:1]), game.state)
    assert "changed the game to the board; with all that came of it?" in told.normal


@pytest.mark.parametrize(
    ("routes", "told"),
    [
        (("seattle-vancouver:1", "atlanta-miami"), "2 routes taken. Most: "),
        (
            ("portland-seattle:1", "seattle-vancouver:1", "atlanta-miami"),
            "3 routes taken, most in this region: ",
        ),
        (("calgary-winnipeg",), "1 route taken, in this region: "),
    ],
)
def test_given_routes_here_and_there_when_glanced_at_then_only_where_most_lie_is_named(
    routes: tuple[str, ...], told: str
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 5)
    for seat, route in zip(("blue", "red") * 2, routes, strict=False):
        done = game.do(ClaimRoute(seat=seat, route=RouteId(route)))  # type: ignore[arg-type]
        assert not isinstance(done, Refusal), done
        game = done[0]
    wording = Wording(game.state.game_map, board_layout("usa"), language="en")
    assert wording.answer("glance", "blue", game.state, ())[-1].normal.startswith(told)


def test_given_a_campaign_game_that_is_over_when_asked_then_who_came_last_has_the_caboose() -> None:
    over = played("legends-of-the-west", 10_000)
    assert over.result is not None
    last = max(over.result.scores, key=lambda line: line.place).seat
    assert last != over.seats[0]  # else this shows nothing
    told = " ".join(answers("money", over, "full"))
    wording = Wording(over.game_map, board_layout(over.game_map.id), language="en")
    assert f"Caboose: {wording.vocabulary.seat(last)}." in told


def test_given_a_ticket_that_others_shut_off_when_stations_could_lend_then_it_is_not_called_lost() -> None:
    ticket = TicketId("paris-wien")
    state = played("europe", 1)
    into = state.game_map.routes_at[CityId("wien")]
    shut = replace(state, tickets={**state.tickets, "blue": (ticket,)}).owned(dict.fromkeys(into, "red"))
    built = dict.fromkeys([CityId(city) for city in ("roma", "cadiz", "angora")], "blue")
    every: dict[RouteId, Seat] = dict.fromkeys(state.game_map.routes, "red")
    far = TicketId("athina-edinburgh")
    for now, told in (
        (shut, "Paris to Wien: only with a station."),
        (shut.with_seldom(stations=built), "Paris to Wien: no open way left."),
        (shut.owned(every), "Paris to Wien: only with a station."),  # with three
        (replace(shut.owned(every), tickets={"blue": (far,)}), "Edinburgh to Athína: no open way left."),
    ):
        assert answers("missing", now) == [told]


@pytest.mark.criterion(61)
@pytest.mark.parametrize("edition", ["europe", "us-accessible", "rails-and-sails-world"])
def test_given_a_game_without_money_when_asked_for_dollars_then_that_is_told_and_no_caboose(
    edition: str,
) -> None:
    assert answers("money", played(edition, 1)) == ["This game has no dollars."]
