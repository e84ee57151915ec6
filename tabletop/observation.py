"""What sensor packages hand on: settled beliefs about sites, presses, the health of devices."""

from dataclasses import dataclass
from typing import Literal

from tabletop.senses import Sense
from tabletop.values import Button, SiteId, TokenColour

Seen = Literal["empty", "something", "unknown"] | TokenColour
"""`empty`; `something`: a token is there, whose is not known; a colour: that seat's token;
`unknown`: this sense cannot tell now (a pin set aside, a hand or a shadow over the site)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A settled belief of one sense about one site."""

    site: SiteId
    sense: Sense
    seen: Seen
    at: float  # monotonic seconds
    confidence: float = 1.0  # 0 to 1: how sure the sense is of `seen`

    def __post_init__(self) -> None:
        if not 0 <= self.confidence <= 1:
            raise ValueError(f"site {self.site}: confidence {self.confidence}; give 0 to 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button went down, came up, or has been down for the time of a hold.

    `seat` is set for a seat button, `button` for one of the six of the panel; never both. Each `down` has
    its `up`, also after a `held`: who gives a hold its own meaning must pass over that `up`. `named`: it has
    been checked that what it answers is what is open, as a page names the question that it shows. `by`: the
    seat from whose own page it comes.
    """

    button: Button | None = None
    seat: TokenColour | None = None
    action: Literal["down", "up", "held"]
    at: float  # monotonic seconds
    named: bool = False
    by: TokenColour | None = None

    def __post_init__(self) -> None:
        if (self.button is None) == (self.seat is None):
            raise ValueError("a press is of one button or of one seat's button; give exactly one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """The camera sees something moving over these sites (a hand, a sleeve): they cannot be judged now."""

    sites: frozenset[SiteId]
    at: float
