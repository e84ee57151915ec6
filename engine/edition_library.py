"""The editions by name. Each is loaded when it is asked for: a game is of one of them."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final, cast

from engine.ruleset import Edition, EditionError

_MODULES: Final = {
    "us-accessible": "us_accessible",
    "us-10th-anniversary": "us_10th_anniversary",
    "europe": "europe",
    "rails-and-sails-world": "rails_and_sails_world",
    "rails-and-sails-great-lakes": "rails_and_sails_great_lakes",
    "legends-of-the-west": "legends_of_the_west",
    "starter": "starter",
}
"""Each edition's module; the edition in it has its name in capitals."""


class _Editions(Mapping[str, Edition]):
    """Every edition by its name. A game is of one of them, so each is loaded when it is asked for."""

    def __getitem__(self, name: str) -> Edition:
        module = _MODULES[name]
        return cast(Edition, getattr(import_module(f"engine.editions.{module}"), module.upper()))

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


EDITIONS: Final[Mapping[str, Edition]] = _Editions()


def edition(name: str) -> Edition:
    """The edition of that name.

    Raises:
        EditionError: there is none; names those there are.
    """
    try:
        return EDITIONS[name]
    except (KeyError, TypeError):
        raise EditionError(f"no edition {str(name)[:60]!r}; editions: {', '.join(EDITIONS)}") from None
