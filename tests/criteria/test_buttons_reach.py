"""Criteria 16 and 17: everything is reached by walking the lists, and what is wanted often is near."""

from collections.abc import Iterator
from typing import get_args

import pytest

from bots.bot import RandomBot
from dialog import (
    Acts,
    Answer,
    Cards,
    ClaimListed,
    Do,
    Exploring,
    Leave,
    Letters,
    Mend,
    Mode,
    Named,
    OfTheEvening,
    Panel,
    Paused,
    Payment,
    PressItem,
    Questions,
    Say,
    Table,
    TuneItem,
    TuneVoice,
    UndoBack,
    ask_items,
    payable_commands,
)
from engine import (
    BuildHarbor,
    BuildStation,
    CardMode,
    ClaimRoute,
    Command,
    DrawCard,
    Game,
    Pass,
    ResolveEvent,
    RouteId,
    Seat,
    legal,
)
from tabletop import SiteId
from tests.criteria.panel_table import MAPS, done
from tests.criteria.walking import walk

SETTINGS: dict[str, dict[str, object]] = {"europe": {"loans": "ask"}}


def moments(name: str, cards: CardMode, every: int) -> Iterator[Game]:
    """A game at many moments; every phase that comes is among them."""
    game = Game.new(name, MAPS[name], ("blue", "red"), cards, 4, SETTINGS.get(name))
    bot, phases = RandomBot(4), set[str]()
    for number in range(2000):
        state = game.state
        if state.phase not in phases or number % every == 0:
            phases.add(state.phase)
            yield game
        if state.phase == "over":
            return
        game = done(game, bot.choose(state, state.waiting_for()[0]))


def opened(game: Game, mode: Mode | None = None) -> Panel:
    """The panel as the game's phase leaves it, or at a place."""
    panel = Panel()
    panel.follow(game.state, 0.0)
    panel._asked_at = None  # a question has been heard out
    if mode is not None:
        panel.mode = mode
    return panel


def kind(command: Command) -> str:
    """What a command is; draws are told apart by where they come from."""
    return f"DrawCard {command.source}" if isinstance(command, DrawCard) else type(command).__name__


def wanted(game: Game) -> set[str]:
    """The kinds of command that are legal now."""
    kinds = {kind(command) for command in legal(game.state)}
    return kinds | ({"Undo"} if game.acts else set())


def unreached(game: Game, asked: set[str]) -> set[str]:
    """The kinds of command that the panel does not reach, all seats' by their buttons or for whom."""
    left = set(asked)
    for seat in game.state.waiting_for() or game.state.seats:
        panel = opened(game)
        panel.focus = seat
        panel.follow(game.state, 0.0)
        panel._asked_at = None
        for one in walk(panel, game):
            match one.effect:
                case Do(command=command):
                    left.discard(kind(command))
                case ClaimListed(seat=mover, site=site):
                    left.discard(claimed(game, mover, site))
                case UndoBack():
                    left.discard("Undo")
                case _:
                    pass
            if not left:
                return left
    return left


def claimed(game: Game, mover: Seat, site: SiteId) -> str:
    """A place chosen from the list is a claim or a building there; with cards dealt it can be paid."""
    assert game.state.cards == "untracked" or payable_commands(game.state, mover, site)
    if RouteId(site) in game.state.game_map.routes:
        return ClaimRoute.__name__
    builds = (BuildHarbor, BuildStation)
    return next(one.__name__ for one in builds if game.state.edition.of_command(one) is not None)


@pytest.mark.criterion(16)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", MAPS)
def test_given_the_panel_when_all_lists_are_walked_then_every_command_is_reached(
    name: str, cards: CardMode
) -> None:
    seen: set[str] = set()
    for game in moments(name, cards, every=60):
        # Events are settled at the table's own time, from the list of acts.
        asked = wanted(game) - {ResolveEvent.__name__}
        seen |= asked
        missing = unreached(game, asked)
        assert not missing, (game.state.phase, missing)
    assert {"ClaimRoute", "Undo"} <= seen


@pytest.mark.criterion(16)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_the_panel_when_all_lists_are_walked_then_repair_pause_stop_and_every_setting_are_reached(
    cards: CardMode,
) -> None:
    game = next(one for one in moments("legends-of-the-west", cards, every=9) if one.state.phase == "turn")
    walked = list(walk(opened(game), game, most=9000))
    mended = {one.effect.wish for one in walked if isinstance(one.effect, Mend)}
    tuned = {one.effect.what for one in walked if isinstance(one.effect, TuneVoice)}
    assert {"compare", "board-right"} <= mended
    assert tuned == {*get_args(TuneItem), *get_args(PressItem)}
    assert {Leave, Paused, Exploring} <= {type(one.effect) for one in walked} | {
        type(one.mode) for one in walked
    }


@pytest.mark.criterion(16)
def test_given_nothing_else_to_do_when_acts_are_opened_then_passing_is_offered() -> None:
    game = next(moments("us-accessible", "dealt", 60))
    panel = opened(game, Acts(("pass",)))
    assert panel.press("yes", game.state, 9.0) == (Do(Pass(seat="blue")),)


@pytest.mark.criterion(16)
def test_given_legends_when_acts_are_walked_then_an_event_can_be_settled() -> None:
    game = [game for game in moments("legends-of-the-west", "dealt", 5) if game.state.phase == "turn"][3]
    kinds = {kind(one.effect.command) for one in walk(opened(game), game) if isinstance(one.effect, Do)}
    assert ResolveEvent.__name__ in kinds


@pytest.mark.criterion(17)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", MAPS)
def test_given_any_phase_when_something_is_asked_then_few_presses_do(name: str, cards: CardMode) -> None:
    for game in moments(name, cards, every=400):
        places: list[Mode] = [opened(game).mode]
        if game.state.phase == "turn" and cards == "dealt":
            way = ClaimRoute(seat="blue", route=RouteId("x"), cards=())
            places += [Acts(("deck", "row", "tickets")), Cards(), Payment((way,))]
        for place in places:
            often = {"turn", "scores", "since"}
            wanted = {"devices", "cut", *ask_items(game.state, "supplies"), *ask_items(game.state, "board")}
            if cards == "dealt":
                wanted |= {"hand", "tickets", "missing", "pay"}
            nearest: dict[str, int] = {}
            for one in walk(opened(game, place), game, most=6000):
                match one.effect, one.mode:
                    case Answer(question=asked) | OfTheEvening(question=asked), _:
                        nearest.setdefault(asked, one.presses)
                    case Say(prompt=Letters() | Named() | Exploring()), Questions(items=items, index=index):
                        nearest.setdefault(items[index], one.presses)  # letters and names apart
                if often | wanted <= nearest.keys():
                    break
            for item in often:
                assert nearest[item] <= 4, (game.state.phase, place, item, nearest[item])
            for item in wanted:
                assert nearest[item] <= 8, (game.state.phase, place, item, nearest[item])


@pytest.mark.criterion(17)
def test_given_the_table_when_the_hand_is_wanted_then_six_presses_do() -> None:
    game = next(game for game in moments("us-accessible", "dealt", 9) if game.state.phase == "turn")
    panel = opened(game, Table())
    nearest = next(
        one.presses
        for one in walk(panel, game)
        if isinstance(one.effect, Answer) and one.effect.question == "hand"
    )
    assert nearest <= 6
