"""What the page is of: a table that is set up, then its game. The page stays, its stage changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from announce import Announcement, Audience, Wording, page_words
from engine import Seat
from tabletop import DeviceHealth
from web import Entry, Moment, Opened, Outcome, Pressed, Wish

Room = Callable[[Sequence[Announcement], float], None]
"""Says words in this room alone, and at a time: not to the house, not on pages."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The words and questions that pages show, by audience."""

    said: Mapping[Audience, tuple[Entry, ...]]
    opened: Mapping[Audience, Opened]
    repeated: Mapping[Audience, Entry]


@dataclass(frozen=True, slots=True)
class Asks:
    """What is asked: `words` by audience; `since` makes equal words another question."""

    seats: tuple[Seat, ...]
    words: Mapping[Audience, str]
    since: object


class Stage(Protocol):
    """A table at one time of its evening, as the page sees it."""

    @property
    def begun(self) -> bool:
        """Whether anything can be wished."""

    def here(self) -> tuple[object, ...]:
        """Changes whenever what is asked may have changed."""

    def asks(self) -> Asks:
        """What is asked of whom now."""

    def health(self, health: DeviceHealth, at: float) -> None:
        """The page itself is lost, or back."""

    def moment(self, kept: Kept, at: float) -> Moment:
        """The table now."""

    def done(self, wish: Wish, opened: Mapping[Audience, Opened], at: float) -> Outcome:
        """Do what a page wants. `opened`: what is asked now, as the pages show it."""


def late(wish: Pressed, opened: Mapping[Audience, Opened]) -> bool:
    """Whether a Yes or No answers another question than the one that was shown."""
    asked = opened.get(wish.seat or "everyone", Opened())
    return wish.button in ("yes", "no") and wish.asked != asked.number


def refused(wording: Wording, why: page_words.Refused) -> Outcome:
    """Not done, and why."""
    return Outcome(False, page_words.refused(wording.vocabulary.phrases, why))
