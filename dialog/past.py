"""What was done in a game, newest first: the list of what can be undone, and what was done since a turn."""

from msgspec import Struct

from engine import (
    Act,
    CoinsPaid,
    Event,
    Game,
    GameCorrected,
    RouteClaimed,
    Seat,
    TurnStarted,
    Undone,
    tag_of,
)
from tabletop import SiteId


class PastAct(Struct, frozen=True, kw_only=True):
    """One act of the game that stands; `back`: how many acts go when it is undone, 1 for the newest."""

    seat: Seat
    kind: str  # the type of the event that was the act, as `Act.kind`
    site: SiteId | None  # of a claim or a building
    points: int  # for a route claimed
    dollars: int | None = 0  # that seats got by it, all together; None: one has paid some
    seq: int  # of that event
    back: int
    shown: bool  # something was shown to somebody since it began, here or in a later act


def past_acts(game: Game) -> tuple[PastAct, ...]:
    """Every act that can be undone, newest first."""
    found: list[PastAct] = []
    shown = False
    for back, act in enumerate(reversed(game.acts), 1):
        shown = shown or act.shown
        found.append(_past(game, act, back, shown=shown))
    return tuple(found)


def last_act(game: Game) -> PastAct | None:
    """The newest act that can be undone; None: there is none."""
    return _past(game, game.acts[-1], 1, shown=game.acts[-1].shown) if game.acts else None


def _past(game: Game, act: Act, back: int, *, shown: bool) -> PastAct:
    seq = _seq_of(game, act.to, act.kind)
    event = game.events[seq - 1]
    site: str | None = getattr(event, "route", None) or getattr(event, "city", None)
    return PastAct(
        seat=getattr(event, "seat", None) or game.state.seats[0],
        kind=act.kind,
        site=SiteId(site) if site else None,
        points=getattr(event, "points", 0) if act.kind == "route-claimed" else 0,
        dollars=_dollars(game, act, back),
        seq=seq,
        back=back,
        shown=shown,
    )


def _dollars(game: Game, act: Act, back: int) -> int | None:
    """What the seats got by an act, whoever did it: an event pays others too."""
    if not game.state.coins:
        return 0
    end = game.acts[1 - back].to if back > 1 else len(game.events)
    kept: list[tuple[int, Event]] = []
    for seq, event in enumerate(game.events[act.to : end], act.to + 1):
        if isinstance(event, Undone):
            kept = [one for one in kept if one[0] <= event.to]
        else:
            kept.append((seq, event))
    amounts = [event.amount for _, event in kept if isinstance(event, CoinsPaid)]
    return None if any(amount < 0 for amount in amounts) else sum(amounts)


def claimed_turns(game: Game) -> dict[str, int]:
    """In which turn each route was claimed."""
    turns: dict[str, int] = {}
    turn = 0
    for event in game.events:
        if isinstance(event, TurnStarted):
            turn = event.turn
        elif isinstance(event, RouteClaimed):
            turns[event.route] = turn
        elif isinstance(event, GameCorrected):
            turns |= dict.fromkeys(event.added, turn)
    return turns


def _seq_of(game: Game, to: int, kind: str) -> int:
    """The number of the event that is the act which began after event `to`."""
    return next(seq for seq in range(to + 1, len(game.events) + 1) if tag_of(game.events[seq - 1]) == kind)


def since_turn_of(seat: Seat, game: Game) -> tuple[PastAct, ...]:
    """What the others have done since this seat last acted, oldest first."""
    since: list[PastAct] = []
    for act in past_acts(game):
        if act.seat == seat:
            break
        since.append(act)
    return tuple(reversed(since))
