"""Which senses are live now, and what can be known by them."""

from typing import Final

from tabletop import SENSES, Sense, in_order

VIEW_S: Final = 2.0  # how long a sense that looks may take to see what others feel


class Senses:
    """Which senses are live now, and what can be known by them.

    Attributes:
        live: those that are, as they lead (`in_order`).
        none: whether the board is only as last known.
        feels: whether one is live that has no need to look: it knows at once, and under a hand.
        looks: whether one is live that looks.
        names: whether one is live that tells whose a token is, coded or not.
        firm: whether one is live that is no mere contact: it does not die or waver unnoticed.
        since: when each was found live; until: when it was last lost, or stopped seeing.
        just_back: those that look and have not had the time to look everywhere since they are live.
        now: of the present look.
    """

    __slots__ = (
        "_ahead", "_order", "feels", "firm", "just_back", "live", "looks", "names", "none", "now", "since",
        "until",
    )  # fmt: skip

    def __init__(self) -> None:
        self._order = in_order()
        self.since = dict.fromkeys(self._order, float("-inf"))
        self.until = dict.fromkeys(self._order, float("-inf"))
        self.now = float("-inf")
        self._count(())

    def turn(self, sense: Sense, *, live: bool, at: float) -> None:
        """This one is live from now on, or no longer."""
        if live and sense not in self.live:
            self.since[sense] = at
        if sense in self.live and not live:
            self.until[sense] = at
        self._count(tuple(one for one in self._order if (live if one == sense else one in self.live)))

    def look(self, now: float) -> None:
        """The board is looked at now."""
        self.now = now
        self.just_back = tuple(
            one for one in self.live if SENSES[one].looks and now - self.since[one] < VIEW_S - 1e-9
        )

    def _count(self, live: tuple[Sense, ...]) -> None:
        kinds = [SENSES[one] for one in live]
        self.live, self.none = live, not live
        self.feels = any(not kind.looks for kind in kinds)
        self.looks = any(kind.looks for kind in kinds)
        self.names = any(kind.names for kind in kinds)
        self.firm = any(not kind.contact for kind in kinds)
        self._ahead = {
            sense: tuple(one for one in self._order[:number] if one in live)
            for number, sense in enumerate(self._order)
        }
        self.look(self.now)

    @property
    def both(self) -> bool:
        """Whether what is felt can be held against what is seen."""
        return self.feels and self.looks

    def ahead(self, sense: Sense) -> tuple[Sense, ...]:
        """The live senses that lead this one."""
        return self._ahead[sense]

    def named_until(self) -> float:
        """When a sense that tells whose tokens are was last lost, or stopped seeing."""
        return max(at for sense, at in self.until.items() if SENSES[sense].names)
