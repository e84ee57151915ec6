"""The editions Fingerpost knows, one a file: numbers, settings, mechanics, and where they come from."""

from collections.abc import Mapping
from typing import Final

from engine.editions.us_accessible import US_ACCESSIBLE
from engine.ruleset import Edition, EditionError

EDITIONS: Final[Mapping[str, Edition]] = {known.name: known for known in (US_ACCESSIBLE,)}


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
