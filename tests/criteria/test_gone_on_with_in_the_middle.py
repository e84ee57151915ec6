"""The power goes between the answers that one act takes: what is waited for, and of whom, is told again."""

import pytest

from announce import Wording
from dialog import Tunnel, Where, payable_commands
from engine import ChoosePieces, DrawCard, Game, KeepTickets, RouteId, Seat, State, TunnelRevealed
from tabletop import SiteId
from tests.criteria.panel_table import PanelTable, done
from tests.engine.test_rules_eu_loans import asked_game

SEATS: tuple[Seat, ...] = ("blue", "red")


def kept(edition: str, board: str, cards: int = 4) -> Game:
    """All tickets that were offered are kept."""
    game = Game.new(edition, board, SEATS, "dealt", 3, {"start_hand": cards})
    return done(game, *(KeepTickets(seat=seat, tickets=held) for seat, held in game.state.offered.items()))


def wording(state: State) -> Wording:
    return Wording(state.game_map, None)


@pytest.mark.criterion(43)
@pytest.mark.parametrize(
    ("cut", "begins"), [(True, "The power went. Your game is whole. "), (False, "Welcome back. ")]
)
def test_given_a_mix_that_one_seat_has_chosen_when_gone_on_with_then_only_the_others_is_waited_for(
    cut: bool, begins: str
) -> None:
    """It told of tickets of both, which all had kept."""
    game = kept("rails-and-sails-world", "world")
    game = done(game, ChoosePieces(seat="blue", train=25, ship=35))
    [told] = wording(game.state).welcome(game.state, resumed=True, cut=cut)
    assert (
        told.normal == f"{begins}Rails and Sails, the World; waiting for the trains and ships of red square."
    )


@pytest.mark.criterion(42)
def test_given_a_mix_that_is_taken_back_when_told_then_who_has_to_choose_anew_is_named() -> None:
    game = kept("rails-and-sails-world", "world")
    table = PanelTable(
        "rails-and-sails-world", "dealt", SEATS, game=done(game, ChoosePieces(seat="blue", train=25, ship=35))
    )
    table.press_seat("red")
    table.press("yes")
    assert table.state.to_move == "blue"
    table.press("ask")
    table.pick("menu", "undo")
    table.press("yes", "yes")
    assert "Taken back. Waiting for red square." in table.words()


@pytest.mark.criterion(51)
@pytest.mark.criterion(80)
def test_given_a_tunnel_that_costs_more_when_asked_about_then_it_is_named_wherever_one_asks() -> None:
    game = kept("europe", "europe", cards=20)
    tunnels = [way.id for way in game.state.game_map.routes.values() if way.kind == "tunnel"]
    game = next(filter(None, (tried(game, route) for route in tunnels)))
    tunnel = game.state.tunnel
    assert tunnel is not None and tunnel.owed
    words = wording(game.state)
    route = words.vocabulary.route(tunnel.route)
    _, turned = words.welcome(game.state, resumed=True, cut=True)
    assert (turned.audience, turned.earcon) == ("everyone", "flip")
    assert turned.normal.startswith(f"Tunnel {route}. 3 cards: ")
    assert turned.normal.endswith(f" {tunnel.owed} more to pay.")
    table = PanelTable("europe", "dealt", SEATS, game=game)
    mode = table.mode
    assert isinstance(mode, Tunnel)
    [where] = words.prompt(Where(mode), game.state)
    assert route in where.normal
    [told] = words.answer("turn", "blue", game.state, ())
    assert told.normal == f"Blue disc to move, turn 1: the tunnel {route} is to be paid."


def tried(game: Game, route: RouteId) -> Game | None:
    """The game in which blue has bid for this tunnel, and owes more; None: it cannot, or owes nothing."""
    for command in payable_commands(game.state, "blue", SiteId(route)):
        game_after = done(game, command)
        last = game_after.events[-1]
        if isinstance(last, TunnelRevealed) and last.owed:
            return game_after
    return None


@pytest.mark.criterion(43)
def test_given_stations_whose_loans_are_asked_for_when_gone_on_with_then_those_are_waited_for() -> None:
    """It waited for "the tickets of none"."""
    draw = DrawCard(seat="blue", source="deck")
    state = done(asked_game(), draw, draw).state
    assert state.phase == "loans"
    [told] = wording(state).welcome(state, resumed=True, cut=True)
    assert told.normal.endswith("Europe; waiting for what the stations of blue disc lend.")
