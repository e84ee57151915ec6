"""Criterion 80: Ask, pressed anywhere in a game, tells where one is and what Yes and No do, in 25 words."""

import pytest

from announce import Wording
from dialog import (
    Confirm,
    Declare,
    Mending,
    Mode,
    News,
    Panel,
    Paused,
    Payment,
    QuestionsOpened,
    Reading,
    Say,
    StopSure,
    TakeBack,
    Tunnel,
    Undos,
    UndoSure,
    Where,
    Whose,
    past_acts,
    payable_commands,
)
from engine import CardMode, Game, RouteId
from tabletop import SiteId, board_layout
from tests.announce.every_mode import MODES, modes_of
from tests.criteria.panel_table import MAPS
from tests.criteria.test_buttons_reach import moments, opened
from tests.criteria.walking import walk


def asked_by_itself(game: Game) -> list[Mode]:
    """Places that no press leads to: the table, a token or a device brings them."""
    state = game.state
    site = SiteId(next(iter(state.game_map.routes)))
    seat = state.to_move or state.seats[0]
    acts = past_acts(game)[:2]
    stages: list[Mode] = [Mending("asked"), Mending("sort"), Mending("step"), Mending("accept")]
    places: list[Mode] = [Whose(site, state.seats, True), TakeBack(seat, site, False), News(1), Paused()]
    if state.phase == "turn" and state.cards == "dealt":
        ways = [
            way for route in state.game_map.routes for way in payable_commands(state, seat, SiteId(route))
        ]
        places += [Payment(tuple(ways[:3]))] if ways else []
        places += [Tunnel(seat, RouteId(site), 1, ())]
    if acts:
        places += [Undos(acts), UndoSure(acts)]
    over: list[Mode] = [Reading(0), StopSure(over=True)] if state.phase == "over" else []
    return [*stages, *places, *over]


def told(game: Game, mode: Mode, wording: Wording) -> str:
    """What Ask says at a place of the panel."""
    panel = opened(game, mode)
    effects = panel.press("ask", game.state, 100.0)
    [prompt] = [effect.prompt for effect in effects if isinstance(effect, Say)]
    assert isinstance(prompt, Where | QuestionsOpened)
    return wording.prompt(prompt, game.state, game.state.seats[0])[0].normal


@pytest.mark.criterion(80)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", MAPS)
def test_given_any_state_when_ask_is_pressed_then_where_and_what_yes_and_no_do(
    name: str, cards: CardMode
) -> None:
    seen: dict[type, set[str]] = {}
    wording: Wording | None = None
    for game in moments(name, cards, every=150):
        wording = wording or Wording(game.state.game_map, board_layout(MAPS[name]))
        start = opened(game)
        reached = {one.mode for one in walk(start, game, most=400)}
        for mode in (*reached, *asked_by_itself(game)):
            seen.setdefault(type(mode), set()).add(told(game, mode, wording))
    for kind, lines in seen.items():
        for line in lines:
            assert len(line.split()) <= 25, (kind, line)
            assert "Yes" in line and "No" in line.replace("No list", ""), (kind, line)
    assert {Mending, Paused, Whose, TakeBack, Reading} <= seen.keys()
    assert cards == "untracked" or Confirm in seen or Declare in seen


@pytest.mark.criterion(80)
def test_given_every_place_when_told_then_it_says_what_yes_and_no_do() -> None:
    game = next(moments("us-accessible", "dealt", 9))
    wording = Wording(game.state.game_map, board_layout("usa"))
    for place in MODES:
        state = place.at(game.state)
        line = wording.prompt(Where(modes_of(place)), state, "blue")[0].normal
        assert "Yes" in line and "No" in line.replace("No list", ""), place
        assert len(line.split()) <= 25, place


def test_given_a_panel_that_was_asked_when_asked_again_then_it_tells_where_one_is() -> None:
    game = next(moments("europe", "dealt", 9))
    panel = Panel()
    panel.press("ask", game.state, 1.0)
    [said] = panel.press("ask", game.state, 2.0)
    assert isinstance(said, Say) and isinstance(said.prompt, Where)
