"""Tunnels: a bid, cards turned from the deck, and what they cost more (EU-23 to EU-35, X-14 to X-18).

The bid stays in the hand until it is paid, so no shuffle can take it in; the turned cards lie beside the
decks until the tunnel is claimed or left.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from engine.claiming import claim, refill
from engine.commands import AnswerTunnel, ClaimRoute, Command, Refusal
from engine.ending import end_turn
from engine.events import Event
from engine.evolve import fold
from engine.game_map import Route
from engine.mechanic import Answers, Mechanic
from engine.moving import discarded, without_cards
from engine.optional_events import TunnelFailed, TunnelRevealed
from engine.paying import fault_of, sets_of
from engine.payment import holds
from engine.piles import piles_of
from engine.reasons import Reason
from engine.refusing import refuse
from engine.state import OpenTunnel, State
from engine.values import Card, Seat


class Tunnels(Mechanic):
    """Routes of the kind `tunnel`, with cards dealt; untracked, the table settles them with its own cards."""

    settings = ("tunnel_cards", "tunnel_decline", "tunnel_colour", "tunnel_all_locos", "tunnel_short")
    commands = (AnswerTunnel,)
    answers: ClassVar[Answers] = {AnswerTunnel: ("tunnel", Reason.NO_TUNNEL)}
    events = (TunnelRevealed, TunnelFailed)

    def bid(self, state: State, command: ClaimRoute, route: Route) -> tuple[Event, ...] | None:
        """Cards are turned; with nothing owed the tunnel is claimed at once."""
        bid = command.cards
        if route.kind != "tunnel" or bid is None:
            return None
        piles = piles_of(state)
        cards = piles.turn(state.settings.tunnel_cards)
        owed = sum(card in (_colour(state, bid), state.edition.wild) for card in cards)
        piles.events.append(
            TunnelRevealed(seat=command.seat, route=route.id, bid=bid, cards=cards, owed=owed)
        )
        piles.taken()
        if owed:
            return tuple(piles.events)
        return claim(state, command.seat, route.id, bid, piles.events)

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """The seat pays what is owed, or leaves the tunnel; either ends its turn."""
        tunnel = state.tunnel
        assert isinstance(command, AnswerTunnel) and tunnel is not None
        if not command.decline:
            return _pay(state, command, tunnel)
        if command.cards:
            return refuse(
                state,
                command,
                Reason.WRONG_NUMBER_OF_CARDS,
                when="tunnel",
                route=tunnel.route,
                need=0,
                have=len(command.cards),
            )
        if state.settings.tunnel_decline == "only_if_unable" and ways_to_answer(state, command.seat):
            return refuse(state, command, Reason.CAN_PAY_TUNNEL, route=tunnel.route)
        act: list[Event] = [
            TunnelFailed(seat=command.seat, route=tunnel.route, bid=tunnel.bid, owed=tunnel.owed)
        ]
        if len(state.row) < state.settings.row_size:
            act += refill(fold(state, act))
        return end_turn(state, command.seat, act)

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """Turned cards leave the deck; a tunnel that is left lets them go to the discards."""
        if isinstance(event, TunnelRevealed):
            tunnel = OpenTunnel(route=event.route, bid=event.bid, cards=event.cards, owed=event.owed)
            deck = state.deck[len(event.cards) :]
            return replace(state, seq=seq, phase="tunnel", deck=deck, tunnel=tunnel, passes=0)
        cards = () if state.tunnel is None else state.tunnel.cards
        return replace(discarded(state, cards), seq=seq, phase="turn", tunnel=None)

    def legal(self, state: State) -> Iterator[Command]:
        """Every way to pay, and to decline where that is allowed."""
        seat = state.to_move
        if state.phase != "tunnel" or seat is None:
            return
        ways = ways_to_answer(state, seat)
        for cards in ways:
            yield AnswerTunnel(seat=seat, cards=cards)
        if not ways or state.settings.tunnel_decline == "allow":
            yield AnswerTunnel(seat=seat, decline=True)

    def table_view(self, state: State) -> dict[str, object]:
        """The tunnel that waits for an answer: it lies open on the table."""
        tunnel = state.tunnel
        if tunnel is None:
            return {"tunnel": None}
        bid, cards = list(tunnel.bid), list(tunnel.cards)
        return {"tunnel": {"route": tunnel.route, "bid": bid, "cards": cards, "owed": tunnel.owed}}


def ways_to_answer(state: State, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards that pays what is owed: fewest locomotives first. Empty: the seat cannot pay."""
    tunnel = state.tunnel
    if tunnel is None:
        return ()
    rest, wild = _rest(state, seat, tunnel), state.edition.wild
    colour = _payable_colour(state, tunnel)
    if colour is None:
        return ((wild,) * tunnel.owed,) if rest.get(wild, 0) >= tunnel.owed else ()
    return sets_of(rest, tunnel.owed, colour, state.edition.order, wild)


def _pay(state: State, command: AnswerTunnel, tunnel: OpenTunnel) -> tuple[Event, ...] | Refusal:
    seat, cards = command.seat, command.cards
    fault = Reason.CARDS_NEEDED if cards is None else _fault(state, seat, cards, tunnel)
    if cards is None or fault is not None:
        return refuse(
            state,
            command,
            fault or Reason.CARDS_NEEDED,
            when="tunnel",
            route=tunnel.route,
            need=tunnel.owed,
            have=len(cards or ()),
        )
    return claim(state, seat, tunnel.route, tunnel.bid + cards)


def _fault(state: State, seat: Seat, cards: tuple[Card, ...], tunnel: OpenTunnel) -> Reason | None:
    known, wild = state.edition.cards, state.edition.wild
    if any(card not in known for card in cards):
        return Reason.NO_SUCH_CARD
    colour = _payable_colour(state, tunnel)
    fault = fault_of(cards, tunnel.owed, wild if colour is None else colour, wild)
    if fault is not None:
        return fault
    return None if holds(_rest(state, seat, tunnel), cards) else Reason.CARDS_NOT_IN_HAND


def _rest(state: State, seat: Seat, tunnel: OpenTunnel) -> Mapping[Card, int]:
    """The hand without the bid (EU-34)."""
    return without_cards(state.hands[seat], tunnel.bid)


def _colour(state: State, bid: tuple[Card, ...]) -> Card | None:
    """The colour that was bid (X-15); None: locomotives only."""
    return next((card for card in bid if card != state.edition.wild), None)


def _payable_colour(state: State, tunnel: OpenTunnel) -> str | None:
    """The colour in which is paid beside locomotives, gray for any one; None: locomotives only (X-16)."""
    colour = _colour(state, tunnel.bid)
    if colour is not None:
        return colour
    return state.game_map.routes[tunnel.route].colour if state.settings.tunnel_all_locos == "any" else None
