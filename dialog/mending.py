"""What is said while a knocked-over board is put right."""

from dataclasses import dataclass
from typing import Literal

from engine import Seat
from tabletop import SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildAsked:
    """Many tokens fell: the news, and the question whether to rebuild by voice."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildSort:
    """Sort them first: so many of each seat; Yes when ready."""

    counts: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildLeft:
    """Nobody rebuilds by voice: so many tokens are off their pins, to be put back in any order."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildStep:
    """The token that is asked for: "1 of 12, blue disc: Denver to Omaha. Middle; 5 centimetres …".

    `after` is the site that was just put right, None at the start or after a skip; `left` counts this one.
    `beside`: a token that stands near this pin, for who looks for it without a way from another.
    """

    number: int
    total: int
    left: int
    seat: Seat
    site: SiteId
    after: SiteId | None
    beside: SiteId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildWhere:
    """Ask in the middle of it: "4 of 12 done, 1 skipped. Yes goes on, …"."""

    done: int
    total: int
    skipped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildAlso:
    """Another missing token was put back meanwhile."""

    site: SiteId
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RebuildWrongSite:
    """A token was put on a pin where none belongs; the wanted one is that way."""

    site: SiteId
    wanted: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAgrees:
    """Board and game agree at every site. `shapes_checked`: the camera told whose the tokens are.

    `after_stop`: it was compared because the table had stopped; what was said before is in history.
    """

    tokens: int
    shapes_checked: bool
    after_stop: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDiffers:
    """After a stop: so many tokens agree; the first one that is missing."""

    agree: int
    total: int
    seat: Seat
    site: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptAsked:
    """So many tokens were all skipped: play on without them?"""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOnWithout:
    """So many tokens stay missing, by the table's own word."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardHasMore:
    """Nothing is missing, but tokens stand that are none of the game's, or another's; one of them."""

    count: int
    site: SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardInDoubt:
    """Nothing else differs, but pin and camera contradict each other at so many sites; one of them."""

    count: int
    site: SiteId
    felt: bool  # the pin feels a token that the camera does not see; else the other way round


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeft:
    """So many tokens stay as they are and count for nothing, by the table's own word."""

    count: int


Why = Literal["twin", "own-twin", "pieces", "unpaid", "harbor", "rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChange:
    """One thing that the board would change in the game: a claim or building goes or comes, or cannot."""

    kind: Literal["out", "in", "kept", "left"]  # `kept`: it cannot go; `left`: it cannot come
    seat: Seat
    site: SiteId
    why: Why = "rules"  # it cannot


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRightAsked:
    """Take the board as right and change the game? What that changes."""

    changes: tuple[BoardChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChangeOffered:
    """One of these changes: "1 of 3, out: blue disc's Denver to Omaha."."""

    change: BoardChange
    index: int
    count: int


MendingPrompt = (
    AcceptAsked
    | PlayOnWithout
    | RebuildAsked
    | RebuildLeft
    | RebuildSort
    | RebuildStep
    | RebuildWhere
    | RebuildAlso
    | RebuildWrongSite
    | BoardAgrees
    | BoardChangeOffered
    | BoardDiffers
    | BoardHasMore
    | BoardInDoubt
    | BoardLeft
    | BoardRightAsked
)
