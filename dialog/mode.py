"""What a conversation at the panel is made of: modes, which are what is open, and prompts, said by the way.

A mode is a frozen value: which list or question, and where in it. What holds of it whatever stands in it are
its traits, declared here and nowhere else; what it answers by its own values are its methods. What it says,
when one comes to it and when one asks where one is, stands in the file of the same name in `announce.talks`.
"""

from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import Struct

from engine import Seat, State
from tabletop import SiteId


class Traits(Struct, frozen=True, kw_only=True):
    """How the panel deals with a mode."""

    quiet: bool = False  # coming to it says nothing, or the session says what it is about
    by_itself: bool = False  # a question that the table is asked: it suspends a list, not another question
    yields: bool = False  # of such a question: another one suspends it, and it comes back
    decides: bool = False  # what it asks about must not be changed meanwhile from outside
    asks: bool = False  # a list for a question: everybody may hear it, and nothing else has to wait for it
    stays: bool = False  # an act of the game leaves it open
    ends_with_focus: bool = False  # a seat which took the panel may have left it open: it is closed then
    one_dialog: bool = False  # sites come and go in it: a Yes or No on its way is an answer all the same
    at_rest: bool = False  # Ask opens the questions at once, and does not tell where one is
    in_an_ear: bool = False  # how many items it has is for one ear only, when one asks where one is
    in_the_room: bool = False  # what stands in it may be heard, and not read later or elsewhere
    patient: bool = False  # of set-up: nothing is asked, so nothing is said again


QUESTION: Final = Traits(by_itself=True)
"""A question that the table, a token or a device brings."""
ASKING: Final = Traits(asks=True, stays=True, ends_with_focus=True)
"""A list from which something is asked."""
CHOICE: Final = Traits(in_an_ear=True)
"""A list from which a seat chooses what the others need not hear."""


G = TypeVar("G")


class Said(Struct, frozen=True):
    """What can be said back to a press: a mode, or a prompt."""


class Prompt(Said, frozen=True):
    """What is said by the way and opens nothing: news, a refusal, what to do with a token."""


class AnyMode(Said, Generic[G], frozen=True):
    """What is open at a panel. `G`: what it looks at, the state of a game or the desk of a set-up."""

    TRAITS: ClassVar[Traits] = Traits()

    @property
    def traits(self) -> Traits:
        """Its traits, where they hang on what stands in it."""
        return self.TRAITS

    def size(self, ground: G) -> int:
        """How many items its list has; 0: it is no list."""
        return 0


class Mode(AnyMode[State], frozen=True):
    """What is open in a game: one at a time; a table's question suspends a list."""

    def begins(self) -> Prompt | None:
        """What everybody is told before it is asked; None: nothing."""
        return None

    def letter(self, index: int, state: State) -> str | None:
        """With which letter an item begins, where a held button runs through the list by letters."""
        return None

    def is_about(self, site: SiteId) -> bool:
        """Whether it asks about the token on a site, so that the board itself may answer it."""
        return False

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """Whether it was for a turn, or a seat at the panel, that is gone."""
        return False


class Where(Prompt, frozen=True):
    """Ask inside a list or a question: where one is and what Yes and No will do."""

    mode: AnyMode[Any]
