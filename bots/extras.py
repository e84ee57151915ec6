"""What the planning bot answers where a rule that only some editions have asks it something."""

from bots.building import stations_of
from engine import AnswerTunnel, ChooseLoans, Command, Pass, Seat, State, best_loans, optional_acts


def answer(state: State, seat: Seat) -> Command:
    """The answer that a phase of an optional rule waits for: the first one, which is the cheapest."""
    if state.phase == "loans":
        own = stations_of(state, seat)
        loans = best_loans(state.game_map, state.owners, seat, own, state.tickets[seat])
        return ChooseLoans(seat=seat, loans=dict(loans))
    acts = [act for act in optional_acts(state) if act.seat == seat]
    paid = [act for act in acts if not (isinstance(act, AnswerTunnel) and act.decline)]
    return (paid or acts or [Pass(seat=seat)])[0]
