"""A tunnel that costs more: pay what its turned cards ask for, or give it up."""

from typing import ClassVar, Final

from dialog.effects import Do
from dialog.kit import Row, Step, back, forward, say_again
from dialog.mode import Mode, Prompt, Traits
from engine import AnswerTunnel, RouteId, Seat, State, legal
from tabletop import SiteId


class Tunnel(Mode, frozen=True):
    """The turned cards of a tunnel ask for more; no options: the hand cannot pay it."""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, in_an_ear=True)
    seat: Seat
    route: RouteId
    owed: int
    options: tuple[AnswerTunnel, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each way to pay is an item."""
        return len(self.options)


class TunnelToken(Prompt, frozen=True, kw_only=True):
    """While its tunnel waits for an answer a token was lifted, or has come back."""

    site: SiteId
    stands: bool


def tunnel_site(state: State) -> SiteId | None:
    """Where the token of the tunnel belongs that waits for an answer; None: nobody is in one."""
    return None if state.tunnel is None else SiteId(state.tunnel.route)


def tunnel_of(state: State) -> Tunnel | None:
    """What the tunnel that was tried asks for; None: nobody is in one."""
    if state.tunnel is None or state.to_move is None:
        return None
    answers = [one for one in legal(state) if isinstance(one, AnswerTunnel) and not one.decline]
    return Tunnel(state.to_move, state.tunnel.route, state.tunnel.owed, tuple(answers))


def _pay(mode: Tunnel, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(mode.options[mode.index]),)) if mode.options else _give_up(mode, state, asker)


def _give_up(mode: Tunnel, state: State, asker: Seat) -> Step:
    return Step(mode, (Do(AnswerTunnel(seat=mode.seat, decline=True)),))


def _next(mode: Tunnel, state: State, asker: Seat) -> Step:
    return (forward if mode.options else say_again)(mode, state, asker)


def _before(mode: Tunnel, state: State, asker: Seat) -> Step:
    return (back if mode.options else say_again)(mode, state, asker)


ROWS: Final = (Row(mode=Tunnel, yes=_pay, no=_give_up, back=_before, forward=_next),)
