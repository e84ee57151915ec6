"""Players of our own: a random one, an easy one, the planner that plays to its tickets, one that looks ahead.

What a bot does follows from its seed, the state's `seq` and what its own seat may see, so a game that is
resumed goes on as it would have gone; but for one that looks ahead by a clock (`while_time`).
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from bots.building import answer, station
from bots.chance import any_card, any_claim, any_route, may_draw, some_of
from bots.claims import best_claim
from bots.draws import useful_card
from bots.mixing import beginnings, chance_from, chance_of
from bots.paper import paper_cards, paper_claim, paper_tickets, planned_tickets
from bots.plans import plan_for, time_for_tickets, worth_keeping
from bots.rails import rails_act
from bots.strong import PLAYOUTS, Search
from engine import (
    Command,
    DeclareTickets,
    DrawTickets,
    EndTurn,
    Pass,
    Seat,
    State,
    TicketId,
    optional_acts,
)

WhileTime = Callable[[], Callable[[int], bool]]
"""Begun when a move is begun: what says, of the number of games played, whether there is time for more."""
STRONG: Final = "strong"
MOST_PLAYOUTS: Final = 1_000_000


class Bot(Protocol):
    """Something that plays a seat."""

    def choose(self, state: State, seat: Seat) -> Command:
        """What the seat does now. Call it only when the seat has something to do."""
        ...


class RandomBot:
    """Takes any act it may: a claim about as often as cards, now and then tickets, seldom anything else."""

    def __init__(self, seed: int) -> None:
        self.seed, self._beginnings = seed, beginnings(seed)

    def choose(self, state: State, seat: Seat) -> Command:
        """Any legal act of the seat."""
        chance, phase = chance_from(self._beginnings[seat], state.seq), state.phase
        if phase == "second-card":
            return any_card(state, seat, chance)
        if phase == "turn" and state.cards == "dealt":
            return self._turn(state, seat, chance)
        if phase in ("turn", "declaring"):
            return self._untracked(state, seat, chance)
        if seat in state.offered:
            return some_of(state, seat, chance)
        return self._optional(state, seat, chance) or Pass(seat=seat)

    def _turn(self, state: State, seat: Seat, chance: int) -> Command:
        die = chance % 32
        if die % 16 == 0 and state.ticket_deck:
            return DrawTickets(seat=seat)
        if die == 9 and state.edition.mechanics:
            act = self._optional(state, seat, chance >> 8)
            if act is not None:
                return act
        claims_first = die % 16 < 9
        claim = any_claim(state, seat, chance >> 8) if claims_first else None
        if claim is not None:
            return claim
        if may_draw(state, seat):
            return any_card(state, seat, chance)
        claim = None if claims_first else any_claim(state, seat, chance >> 8)
        if claim is not None:
            return claim
        if state.ticket_deck:
            return DrawTickets(seat=seat)
        return self._optional(state, seat, chance >> 8) or Pass(seat=seat)

    def _optional(self, state: State, seat: Seat, chance: int) -> Command | None:
        acts = [act for act in optional_acts(state) if act.seat == seat]
        return acts[chance % len(acts)] if acts else None

    def _untracked(self, state: State, seat: Seat, chance: int) -> Command:
        if state.phase == "declaring":
            return DeclareTickets(seat=seat, tickets=paper_tickets(state, seat, self.seed))
        die = chance % 32
        if die % 2:
            claim = any_route(state, seat, chance >> 8, paper_cards(state, seat))
            if claim is not None:
                return claim
        if die == 8 and state.edition.mechanics:
            act = self._optional(state, seat, chance >> 8)
            if act is not None:
                return act
        return EndTurn(seat=seat)


class GreedyBot:
    """Claims what its tickets still need, draws the colours for it, and then takes the longest routes."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._paper: dict[tuple[int, Seat], tuple[TicketId, ...]] = {}

    def choose(self, state: State, seat: Seat) -> Command:
        """The act that brings the seat's tickets on most."""
        chance = chance_of(self.seed, state.seq, seat)
        if len(state.edition.decks) > 1 and state.phase != "declaring":
            held = self._on_paper(state, seat) if state.cards == "untracked" else state.tickets[seat]
            found = rails_act(state, seat, chance, held)
            if found is not None:
                return found
        if state.phase not in ("turn", "second-card", "tickets", "ticket-choice", "declaring"):
            return answer(state, seat)
        if state.cards == "untracked":
            return self._untracked(state, seat)
        if seat in state.offered:
            return worth_keeping(state, seat)
        plan = plan_for(state, seat, state.tickets[seat])
        if state.phase == "second-card":
            return useful_card(state, seat, plan, chance)
        act: Command | None = best_claim(state, seat, plan) or station(state, seat, plan, state.tickets[seat])
        if act is not None:
            return act
        if not plan and time_for_tickets(state, seat):
            return DrawTickets(seat=seat)
        if may_draw(state, seat):
            return useful_card(state, seat, plan, chance)
        claim = any_claim(state, seat, chance)
        if claim is not None:
            return claim
        if state.ticket_deck:
            return DrawTickets(seat=seat)
        return next((act for act in optional_acts(state) if act.seat == seat), Pass(seat=seat))

    def _untracked(self, state: State, seat: Seat) -> Command:
        tickets = self._on_paper(state, seat)
        if state.phase == "declaring":
            return DeclareTickets(seat=seat, tickets=tickets)
        plan = plan_for(state, seat, tickets)
        return paper_claim(state, seat, tickets) or station(state, seat, plan, tickets) or EndTurn(seat=seat)

    def _on_paper(self, state: State, seat: Seat) -> tuple[TicketId, ...]:
        """The same at any moment of a game, so it is found out once."""
        key = (id(state.game_map), seat)
        if key not in self._paper:
            self._paper[key] = planned_tickets(state, seat, self.seed)
        return self._paper[key]


class EasyBot:
    """The planner on a bad day: every other turn it takes the next card, whatever it needs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._planner = GreedyBot(seed)

    def choose(self, state: State, seat: Seat) -> Command:
        """The planner's act, or a card off the deck, where it would have done something with its turn."""
        chance = chance_of(self.seed, state.turn, seat)
        if chance % 2 and state.phase in ("turn", "second-card") and state.turns_left is None:
            if state.cards == "untracked":
                return EndTurn(seat=seat) if chance % 4 == 1 else self._planner.choose(state, seat)
            if may_draw(state, seat):
                return any_card(state, seat, chance)
        return self._planner.choose(state, seat)


class LookingBot:
    """Looks ahead in many games for each move, and does what ends best.

    It plays as the planner on paper, and with trains and ships, whose cards it cannot play on in outline.
    """

    def __init__(self, seed: int, playouts: int = PLAYOUTS, while_time: WhileTime | None = None) -> None:
        """`playouts`: so many games a move; `while_time`: begun for each move, says how long instead."""
        self.seed, self.playouts, self._while_time = seed, playouts, while_time
        self._planner = GreedyBot(seed)

    def choose(self, state: State, seat: Seat) -> Command:
        """The act after which the games ended best that were played on from here."""
        if state.cards == "untracked" or len(state.edition.decks) > 1:
            return self._planner.choose(state, seat)
        more = self._while_time() if self._while_time is not None else self._enough
        return Search(state, seat, self.seed).run(more).act

    def _enough(self, played: int) -> bool:
        return played < self.playouts


BOTS: Final[Mapping[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "easy": EasyBot,
    "greedy": GreedyBot,
    "strong": LookingBot,
}
"""Each kind by its name: what makes one of a seed."""
FAIR: Final = "fair"
"""What people call the planner, between easy and strong."""
NAMES: Final = ", ".join((*BOTS, FAIR, f"{STRONG}:N"))
"""All that can be named, for people."""


def is_bot(name: str) -> bool:
    """Whether a bot of ours is called so; `strong:N` looks ahead in so many games a move."""
    kind, colon, count = name.partition(":")
    if not colon:
        return kind in BOTS or kind == FAIR
    number = kind == STRONG and count.isascii() and count.isdecimal() and len(count) <= 7
    return number and 0 < int(count) <= MOST_PLAYOUTS


def bot_of(name: str, seed: int, while_time: WhileTime | None = None) -> Bot:
    """A bot of ours by its name; the planner where there is none of that name.

    Args:
        while_time: how long one that looks ahead does so; `strong:N` never asks it.
    """
    kind, _, count = name.partition(":")
    if kind == STRONG and is_bot(name):
        return LookingBot(seed, int(count)) if count else LookingBot(seed, while_time=while_time)
    return BOTS.get(name, GreedyBot)(seed)


def is_best(name: str) -> bool:
    """Whether a bot of ours always does what it holds to be best: the planner, and one that looks ahead."""
    kind = name.partition(":")[0]
    return is_bot(name) and (kind == FAIR or BOTS[kind] in (GreedyBot, LookingBot))


def thinks_long(name: str) -> bool:
    """Whether it takes longer for a move than a table may stand still."""
    return name.partition(":")[0] == STRONG


def kind_of(bot: Bot) -> str:
    """The name of its kind."""
    if isinstance(bot, LookingBot) and bot.playouts != PLAYOUTS:
        return f"{STRONG}:{bot.playouts}"
    return next(name for name, kind in BOTS.items() if type(bot) is kind)


__all__ = [
    "BOTS",
    "NAMES",
    "Bot",
    "EasyBot",
    "GreedyBot",
    "LookingBot",
    "RandomBot",
    "bot_of",
    "is_best",
    "is_bot",
    "kind_of",
    "thinks_long",
]
