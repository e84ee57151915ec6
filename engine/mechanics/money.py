"""Dollars: coins, the bonus for trains left, the bank slip, the caboose (LW-2, LW-5, LW-53 to LW-59)."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.commands import Command, Refusal, ResolveEvent
from engine.event_effects import effect_of, event_effect, seat_amounts
from engine.events import Event, GameStarted
from engine.evolve import fold
from engine.holdings import Standing
from engine.mechanic import Mechanic
from engine.mechanics.news_piles import NewsPiles
from engine.mechanics.newspapers import current_event
from engine.optional_events import CoinsPaid, EventResolved
from engine.reasons import Reason
from engine.refusing import refuse
from engine.scoring import SeatScore
from engine.settings import Settings
from engine.state import State
from engine.values import Seat

_WHY = "table"


class Money(Mechanic):
    """Coins are open to all (LW-5); the table settles with `ResolveEvent` what no rule here knows."""

    settings = ("start_coins", "office_coins", "seat_trains", "trains_bonus")
    commands = (ResolveEvent,)
    events = (CoinsPaid, EventResolved)
    position_keys = ("coins", "trains_left")

    def equipped(self, event: GameStarted, settings: Settings) -> GameStarted:
        """Coins for every seat, with what its office brings, and the trains of its company box."""
        office, trains = seat_amounts(settings.office_coins), seat_amounts(settings.seat_trains)
        return replace(
            event,
            coins={seat: settings.start_coins + office.get(seat, 0) for seat in event.seats},
            trains={seat: trains[seat] for seat in event.seats if seat in trains},
        )

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """What the table says of an event, as far as the piles can give it."""
        assert isinstance(command, ResolveEvent)
        reason = _why_not(state, command)
        if reason is not None:
            have = state.coins.get(command.seat, 0)
            return refuse(state, command, reason, need=-command.coins, have=have)
        seat, event = command.seat, EventResolved(seat=command.seat, event=current_event(state))
        piles = NewsPiles(fold(state, (event,)))
        piles.pay(seat, command.coins, _WHY)
        for _ in range(command.cards):
            piles.gain(seat, _WHY)
        if command.retire:
            piles.retire()
        return event, *piles.events

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """The coins of a seat."""
        if isinstance(event, CoinsPaid):
            return replace(state, seq=seq).with_seldom(coins={**state.coins, event.seat: event.total})
        return replace(state, seq=seq)

    def seat_view(self, state: State, seat: Seat) -> dict[str, object]:
        """Coins lie open (LW-5)."""
        return {"coins": state.coins.get(seat, 0)}

    def scored(self, standing: Standing, score: SeatScore) -> SeatScore:
        """A bank slip: coins, bonus for trains left, tickets; never below 0 (LW-53 to LW-55)."""
        held, table = standing.held[score.seat], standing.settings.trains_bonus
        left = held.trains_left
        bonus = table[left] if 0 <= left < len(table) else 0
        return replace(score, coins=held.coins, trains_bonus=bonus, floor=0)

    def caboose(self, standing: Standing, places: tuple[tuple[Seat, ...], ...]) -> Seat | None:
        """The last of the last place (LW-59)."""
        return places[-1][-1] if places and places[-1] else None

    def violations(self, standing: Standing) -> Iterator[str]:
        """Coins below nothing, or more trains than the company box gives."""
        own = seat_amounts(standing.settings.seat_trains)
        for seat, held in standing.held.items():
            if held.coins < 0:
                yield f"LW-5: {seat} has {held.coins} coins; nobody owes any"
            most = own.get(seat, standing.settings.trains)
            used = sum(standing.game_map.routes[route].length for route in held.routes)
            if held.trains_left < 0 or used <= most < used + held.trains_left:
                yield f"LW-2: {seat} has used {used} trains and has {held.trains_left} left; there are {most}"


def _why_not(state: State, command: ResolveEvent) -> Reason | None:
    nothing = not (command.coins or command.cards or command.retire)
    if state.cards == "untracked":
        if command.cards or command.retire:
            return Reason.CARDS_NOT_TRACKED
        known = True
    else:
        known = _for_the_table(state, command) and state.phase != "declaring"
        # A draw that has begun must still find its second card.
        known = known and not (command.cards and state.phase != "turn")
    if nothing or not known:
        return Reason.NO_EVENT_TO_RESOLVE
    return Reason.TOO_FEW_COINS if state.coins.get(command.seat, 0) + command.coins < 0 else None


def _for_the_table(state: State, command: ResolveEvent) -> bool:
    """True when the event in force, or a sticker's step, is one that the table reads and settles."""
    current = current_event(state)
    if current is not None and event_effect(state.settings.events, current).table:
        return True
    read = (effect_of(line) for line in state.settings.claim_steps)
    return not command.retire and any(step is not None and step.table for step in read)
