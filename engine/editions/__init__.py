"""The editions Fingerpost knows, one a file: numbers, settings, mechanics, and where they come from."""

from collections.abc import Mapping
from typing import Final

from engine.editions.europe import EUROPE
from engine.editions.legends_of_the_west import LEGENDS_OF_THE_WEST
from engine.editions.rails_and_sails_great_lakes import RAILS_AND_SAILS_GREAT_LAKES
from engine.editions.rails_and_sails_world import RAILS_AND_SAILS_WORLD
from engine.editions.us_10th_anniversary import US_10TH_ANNIVERSARY
from engine.editions.us_accessible import US_ACCESSIBLE
from engine.ruleset import Edition, EditionError

_ALL: Final = (
    US_ACCESSIBLE,
    US_10TH_ANNIVERSARY,
    EUROPE,
    RAILS_AND_SAILS_WORLD,
    RAILS_AND_SAILS_GREAT_LAKES,
    LEGENDS_OF_THE_WEST,
)
EDITIONS: Final[Mapping[str, Edition]] = {known.name: known for known in _ALL}


def edition(name: str) -> Edition:
    """The edition of that name.

    Raises:
        EditionError: there is none; names those there are.
    """
    try:
        return EDITIONS[name]
    except (KeyError, TypeError):
        raise EditionError(f"no edition {str(name)[:60]!r}; editions: {', '.join(EDITIONS)}") from None


__all__ = ["EDITIONS", "Edition", "EditionError", "edition"]
