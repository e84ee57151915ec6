"""Each phase of a table with what every button does in it (JOURNEYS §2, the table of phases)."""

from collections.abc import Callable

from bots.bot import RandomBot
from dialog import (
    AboutSite,
    Acts,
    Answer,
    ClaimFor,
    Do,
    Effect,
    Exploring,
    History,
    Left,
    Mend,
    Mending,
    Mode,
    Panel,
    Paused,
    Payment,
    Questions,
    Reading,
    ReadScores,
    Repeat,
    Say,
    StopExploring,
    StopSure,
    Table,
    TakeBack,
    TakeBackTurn,
    Where,
    Whose,
)
from engine import Card, ClaimRoute, EndTurn, Game, KeepTickets, RouteId, Seat, State, Undo
from tabletop import Button, SiteId
from tests.criteria.panel_table import done

SITE = SiteId("denver-omaha")
SEATS: tuple[Seat, ...] = ("blue", "red", "green")
WAYS = tuple(
    ClaimRoute(seat="blue", route=RouteId(SITE), cards=cards)
    for cards in ((Card("blue"),) * 4, (Card("red"),) * 4)
)


def started() -> Game:
    """A dealt game in which all have chosen their tickets."""
    game = Game.new("us-accessible", "usa", SEATS, "dealt", 3)
    for seat in SEATS:
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    return game


def finished() -> Game:
    """An untracked game that is over."""
    game, bot = Game.new("us-accessible", "usa", SEATS, "untracked", 3), RandomBot(3)
    while game.state.phase != "over":
        game = done(game, bot.choose(game.state, game.state.waiting_for()[0]))
    return game


def three_claims() -> Game:
    """An untracked game in which each seat has one route."""
    game = Game.new("us-accessible", "usa", SEATS, "untracked", 3)
    routes = (RouteId(SITE), RouteId("helena-omaha"), RouteId("chicago-duluth"))
    for seat, route in zip(SEATS, routes, strict=True):
        game = done(game, ClaimRoute(seat=seat, route=route))
    return game


UNTRACKED = Game.new("us-accessible", "usa", SEATS, "untracked", 3).state
DEALT = started().state
OVER = finished().state

Cell = Callable[[Panel, tuple[Effect, ...]], bool]


def does(*effects: Effect) -> Cell:
    return lambda panel, got: all(effect in got for effect in effects)


def opens(kind: type, index: int = 0) -> Cell:
    return lambda panel, got: isinstance(panel.mode, kind) and getattr(panel.mode, "index", 0) == index


def tells_place(panel: Panel, got: tuple[Effect, ...]) -> bool:
    return len(got) == 1 and isinstance(got[0], Say) and isinstance(got[0].prompt, Where)


def says(panel: Panel, got: tuple[Effect, ...]) -> bool:
    return any(isinstance(effect, Say) for effect in got)


OLDER, NEWER, AGAIN = does(History(-1)), does(History(+1)), does(Repeat())
FOCUS = does(Answer("turn", "red", ear=True))

PHASES: dict[str, tuple[Mode, State, dict[Button | str, Cell]]] = {
    "table, untracked": (
        Table(),
        UNTRACKED,
        {
            "yes": does(Do(EndTurn(seat="blue"))),
            "no": does(TakeBackTurn()),
            "repeat": AGAIN,
            "back": OLDER,
            "forward": NEWER,
            "ask": opens(Questions),
            "seat": FOCUS,
        },
    ),
    "table, dealt": (
        Table(),
        DEALT,
        {
            "yes": opens(Acts),
            "no": does(TakeBackTurn()),
            "repeat": AGAIN,
            "back": OLDER,
            "forward": NEWER,
            "ask": opens(Questions),
            "seat": FOCUS,
        },
    ),
    "claim settling": (
        Whose(SITE, SEATS, True),
        UNTRACKED,
        {
            "yes": does(ClaimFor("blue", SITE)),
            "no": opens(Whose, 1),
            "repeat": AGAIN,
            "back": opens(Whose, 3),
            "forward": opens(Whose, 1),
            "ask": tells_place,
            "seat": does(ClaimFor("red", SITE)),
        },
    ),
    "question": (
        TakeBack("blue", SITE, False),
        UNTRACKED,
        {
            "yes": does(Do(Undo(seat="blue", agreed=True))),
            "no": opens(Table),
            "repeat": AGAIN,
            "back": OLDER,
            "forward": NEWER,
            "ask": tells_place,
            "seat": FOCUS,
        },
    ),
    "choice": (
        Payment(WAYS),
        DEALT,
        {
            "yes": does(Do(WAYS[0])),
            "no": does(Left(SITE)),
            "repeat": AGAIN,
            "back": opens(Payment, 1),
            "forward": opens(Payment, 1),
            "ask": tells_place,
            "seat": FOCUS,
        },
    ),
    "reconcile": (
        Mending("step"),
        UNTRACKED,
        {
            "yes": does(Mend("again")),
            "no": does(Mend("skip")),
            "repeat": AGAIN,
            "back": does(Mend("again")),
            "forward": does(Mend("skip")),
            "ask": tells_place,
            "seat": FOCUS,
        },
    ),
    "exploring": (
        Exploring("blue", SITE, others=(RouteId("helena-omaha"), RouteId("chicago-omaha"))),
        UNTRACKED,
        {
            "yes": does(AboutSite(SITE, "blue", rest=True)),
            "no": does(StopExploring()),
            "repeat": AGAIN,
            "back": opens(Exploring, 2),
            "forward": opens(Exploring, 1),
            "ask": tells_place,
            "seat": FOCUS,
        },
    ),
    "paused": (
        Paused(),
        UNTRACKED,
        {
            "yes": opens(Table),
            "no": opens(Paused),
            "repeat": AGAIN,
            "back": OLDER,
            "forward": NEWER,
            "ask": opens(Questions),
            "seat": FOCUS,
        },
    ),
    "reading in steps": (
        Reading(1),
        OVER,
        {
            "yes": does(ReadScores(2)),
            "no": opens(Table),
            "repeat": AGAIN,
            "back": does(ReadScores(0)),
            "forward": does(ReadScores(2)),
            "ask": tells_place,
            "seat": FOCUS,
        },
    ),
    "game over": (
        Table(),
        OVER,
        {
            "yes": does(ReadScores(0)),
            "no": opens(StopSure),
            "repeat": AGAIN,
            "back": OLDER,
            "forward": NEWER,
            "ask": opens(Questions),
            "seat": FOCUS,
        },
    ),
}
