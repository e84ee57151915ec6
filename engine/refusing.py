"""Making refusals: the reason, its rule number in this edition, the facts."""

from engine.commands import Command, Refusal
from engine.reasons import Reason
from engine.state import State
from engine.values import CityId, RouteId, Seat


def refuse(
    state: State,
    command: Command,
    reason: Reason,
    *,
    when: str = "",
    route: RouteId | None = None,
    city: CityId | None = None,
    holder: Seat | None = None,
    need: int | None = None,
    have: int | None = None,
) -> Refusal:
    """A refusal; `when` tells which of the edition's numbers for this reason is meant (`Edition.rule`)."""
    return Refusal(
        command=command,
        reason=reason,
        rule=state.edition.rule(reason, when),
        route=route,
        city=city,
        holder=holder,
        need=need,
        have=have,
    )
