"""Games of observations on a virtual clock: clumsy people, senses that err, the real session, and the truth.

People do what the dice tell them, repair what they are told of, and answer questions truthfully; what the
session did wrong, asked for nothing or never mended is counted.
"""

from dataclasses import dataclass

from lab.senses.mishaps import Rates
from lab.simulation.household import GameSetup, Household, StuckGameError


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one game went."""

    claims: int
    questions: int
    needless: tuple[str, ...]
    misled: tuple[str, ...]
    wrong: tuple[str, ...]
    unresolved: str  # empty: board and game agree at the end
    seconds: float  # of the table's clock


def rehearse(evening: GameSetup, rates: Rates, seed: int) -> Outcome:
    """Play one game to its end."""
    household = Household(evening, rates, seed)
    unresolved = ""
    try:
        household.play()
    except StuckGameError as error:
        unresolved = str(error)
    witness = household.witness
    return Outcome(
        claims=witness.claims,
        questions=witness.questions,
        needless=tuple(witness.needless),
        misled=tuple(witness.misled),
        wrong=tuple(witness.wrong),
        unresolved=unresolved,
        seconds=household.board.now,
    )


__all__ = ["GameSetup", "Outcome", "rehearse"]
