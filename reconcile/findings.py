"""What comparing board and game has found: a command to try, a question, or a thing to say."""

from typing import Literal

from msgspec import Struct

from engine import Seat
from tabletop import Observation, Sense, SiteId


class TokenSettled(Struct, frozen=True, kw_only=True):
    """A contact or a token settled (`placed`) or went (`lifted`): a short sound, no words."""

    site: SiteId
    change: Literal["placed", "lifted"]
    seat: Seat | None  # None: whose is not known


class ClaimProposed(Struct, frozen=True, kw_only=True):
    """A token stands on a free pin and it is sure enough whose it is: try the claim, or the building."""

    seat: Seat
    site: SiteId
    assumed: bool  # True: no sense told whose it is, it is taken as the mover's


class WhoseToken(Struct, frozen=True, kw_only=True):
    """A token stands on a free pin; it looks like `guess`'s (None: no idea). The table is asked.

    `mover`: it would be no move of the seat that it looks like, which may not play at all, but one of
    this seat's.
    """

    site: SiteId
    guess: Seat | None
    mover: Seat | None = None


class TwoTokens(Struct, frozen=True, kw_only=True):
    """More than one new token: none is claimed until one is left."""

    sites: tuple[SiteId, ...]


class LiftedInGrace(Struct, frozen=True, kw_only=True):
    """The token of the last claim was lifted before anybody else acted: take it back?"""

    seat: Seat
    site: SiteId


class MovedInGrace(Struct, frozen=True, kw_only=True):
    """The token of the last claim slid to another site within 3 s: the claim is corrected."""

    seat: Seat
    old: SiteId
    new: SiteId


class LiftedForAnother(Struct, frozen=True, kw_only=True):
    """The token at `old` was lifted after one at `new` was taken for the next turn's claim, and nobody has
    acted beside it: does `new` stand instead?
    """

    seat: Seat
    old: SiteId
    new: SiteId


class Fallen(Struct, frozen=True, kw_only=True):
    """Tokens of the game are off their pins (one: named; three or more at once: counted)."""

    tokens: tuple[tuple[SiteId, Seat], ...]


class Restored(Struct, frozen=True, kw_only=True):
    """A fallen token is back; `left` others are still missing."""

    site: SiteId
    left: int


class WrongShape(Struct, frozen=True, kw_only=True):
    """Where a token of the game belongs stands what looks like another seat's token.

    `fresh`: it is the last claim, or no sense told whose token it was: the game may be wrong. `missed`: its
    token was said to be off its pin, so that this one was put there instead; else somebody took it off.
    """

    site: SiteId
    owner: Seat
    looks: Seat
    fresh: bool = False
    missed: bool = False


class RefusedLifted(Struct, frozen=True, kw_only=True):
    """The token of a refused claim has been lifted: the board is clear again."""

    site: SiteId


class StillStands(Struct, frozen=True, kw_only=True):
    """Somebody acts while the token of a refused claim still stands."""

    site: SiteId


class SecondClaim(Struct, frozen=True, kw_only=True):
    """A seat that has just claimed sets another token: one claim a turn."""

    seat: Seat
    first: SiteId
    second: SiteId


class SensesDiffer(Struct, frozen=True, kw_only=True):
    """Two senses contradict each other: whether a token stands there, or whose it is."""

    site: SiteId
    felt: bool  # the first one, of these the pin, feels a token
    looks: Seat | Literal["empty", "something"]  # what the second one sees
    feels: Seat | None = None  # whose the first one says it is; None: that is not in question
    senses: tuple[Sense, Sense] = ("pin", "camera")  # which two

    @property
    def guess(self) -> Seat | None:
        """Whose it looks; None: the second one does not tell."""
        return None if self.looks == "empty" or self.looks == "something" else self.looks


def differ(first: Observation, second: Observation) -> SensesDiffer:
    """That one of these words of a site is of a token and the other of none."""
    if second.seen == "unknown":
        raise ValueError("a sense that cannot tell contradicts nothing")
    felt, senses = first.seen != "empty", (first.sense, second.sense)
    return SensesDiffer(site=first.site, felt=felt, looks=second.seen, senses=senses)


class Slid(Struct, frozen=True, kw_only=True):
    """Out of grace a token left its pin and one of the same seat stands on another: nothing is claimed."""

    seat: Seat
    old: SiteId
    new: SiteId


class ClaimOrStray(Struct, frozen=True, kw_only=True):
    """A token, `seat`'s by its looks, on a free pin while one is off `missing`: a claim, or that one?

    `unset`: that one was asked for and has never stood there.
    """

    site: SiteId
    seat: Seat
    missing: SiteId
    unset: bool = False


class Flickers(Struct, frozen=True, kw_only=True):
    """One sense keeps changing its mind at a site and is set aside there; `other`: one that is live, too."""

    site: SiteId
    sense: Sense
    other: Sense | None


class WaitForView(Struct, frozen=True, kw_only=True):
    """A hand has been over the new token for 5 s; identity waits for a free view."""

    site: SiteId


SpokenFinding = (
    WhoseToken
    | TwoTokens
    | LiftedInGrace
    | Fallen
    | Restored
    | WrongShape
    | RefusedLifted
    | StillStands
    | SecondClaim
    | SensesDiffer
    | Slid
    | ClaimOrStray
    | Flickers
    | WaitForView
)
"""The findings that wording has a sentence for; the others become commands or sounds."""

Finding = SpokenFinding | TokenSettled | ClaimProposed | MovedInGrace | LiftedForAnother
