"""What the tracker keeps in mind beside the senses' words: what waits, what fell, what was accepted."""

from dataclasses import dataclass, field

from engine import Seat
from tabletop import SiteId


@dataclass(frozen=True, slots=True, kw_only=True)
class Grace:
    """The last claim, until anybody else acts; `at`: when it was made; `named`: by the table's word.

    `before`: the claim before it, which this one may have been meant to correct: nobody has acted since by
    anything but the token of this one, and whose that is only its turn told, or its seat is the same.
    `came_from`: the pin from which its token was taken to have come, which corrected the claim.
    """

    seat: Seat
    site: SiteId
    at: float
    named: bool
    before: "Grace | None" = None
    came_from: SiteId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenAs:
    """Whose token it was taken for, and when: another seat's that comes later is another token."""

    seat: Seat
    at: float


@dataclass(slots=True)
class Ledger:
    """Sites with something open; a site is in few of these at a time."""

    grace: Grace | None = None
    # Proposed or refused: nothing more is said of the token until it is lifted. None: whosever it is.
    waiting: dict[SiteId, TakenAs | None] = field(default_factory=dict)
    asked: set[SiteId] = field(default_factory=set)  # the table was asked whose token it is
    paying: SiteId | None = None  # one of the waiting: its seat chooses the cards
    ignored: set[SiteId] = field(default_factory=set)  # no token stands there, or it counts for nothing
    fallen: dict[SiteId, Seat] = field(default_factory=dict)  # said to be off their pins
    lifted: SiteId | None = None  # the table was asked whether this claim is taken back
    accepted: dict[SiteId, Seat] = field(default_factory=dict)  # off their pins, and the table plays on
    strays: set[SiteId] = field(default_factory=set)  # of the waiting: held because tokens were missing
    assumed: set[SiteId] = field(default_factory=set)  # claims of which no sense has told whose token it is
    unfelt: set[SiteId] = field(default_factory=set)  # of the fallen: claimed from the list, never felt there
    errands: set[SiteId] = field(default_factory=set)  # of the unfelt: claimed in the other home
    kept: set[SiteId] = field(default_factory=set)  # of the fallen: by the table's word the claim stays
    may_be_from: dict[SiteId, SiteId] = field(default_factory=dict)  # asked: where its token is missing
    came_from: dict[SiteId, SiteId] = field(default_factory=dict)  # of the waiting: which pin it has left
    two: frozenset[SiteId] = frozenset()  # the tokens of which it was said that they are too many
    parted_at: float = float("-inf")  # when one of those was lifted: it may be on its way to another pin

    def settled(self, site: SiteId) -> None:
        """A claim stands there: nothing is open any more."""
        for open_sites in (self.asked, self.ignored, self.strays, self.assumed):
            open_sites.discard(site)
        self.waiting.pop(site, None)
        self.back(site)
        self.paying = None

    def fresh(self, site: SiteId) -> bool:
        """Whether any doubt about whose token stands there is told: it claimed just now, or was assumed.

        What the table has said itself it is not asked again.
        """
        last = self.grace is not None and self.grace.site == site and not self.grace.named
        return last or site in self.assumed

    def listed(self, seat: Seat, site: SiteId, *, errand: bool = False) -> None:
        """Claimed from the list, or in the other home: its token is to be set, nothing has felt it yet."""
        self.settled(site)
        self.fallen[site] = seat
        self.unfelt.add(site)
        if errand:
            self.errands.add(site)

    def told_apart(self, site: SiteId) -> SiteId | None:
        """The token here is a claim by the table's word: the listed token it was taken for, never felt.

        Not one of the other home's claim: who was at work here when that was made may set it yet.
        """
        missing = self.may_be_from.pop(site, None)
        return missing if missing in (self.unfelt & self.fallen.keys()) - self.errands else None

    def not_from(self, missing: SiteId) -> set[SiteId]:
        """The token of `missing` stands: none of those that were asked about is that one; which these are."""
        others = {site for site in self.asked if self.may_be_from.get(site) == missing}
        for site in others:
            del self.may_be_from[site]
        self.asked -= others
        return others

    def missed(self, site: SiteId) -> bool:
        """Whether its token was said to be off its pin."""
        return site in self.fallen or site in self.accepted or site == self.lifted

    def accept(self, tokens: dict[SiteId, Seat]) -> tuple[tuple[SiteId, Seat], ...]:
        """The table plays on without these tokens; which, in the order of their sites."""
        self.accepted |= tokens
        self.fallen = {site: seat for site, seat in self.fallen.items() if site not in tokens}
        return tuple(sorted(tokens.items()))

    def lifted_in_grace(self) -> Seat | None:
        """Whose last claim the table was asked about, because its token is off its pin."""
        return self.grace.seat if self.grace is not None and self.grace.site == self.lifted else None

    def back(self, site: SiteId) -> None:
        """Its token stands again, or is no longer expected."""
        self.fallen.pop(site, None)
        self.accepted.pop(site, None)
        self.unfelt.discard(site)
        self.kept.discard(site)
        self.errands.discard(site)
        self.lifted = None if self.lifted == site else self.lifted

    def hold(self, site: SiteId) -> None:
        """Say nothing more of a site until its token is lifted."""
        self.wait(site)
        self.asked.discard(site)
        self.paying = None

    def wait(self, site: SiteId, taken_as: TakenAs | None = None) -> None:
        """A token waits there to be judged by the game, or to be lifted; None: as it was taken before."""
        self.waiting[site] = taken_as or self.waiting.get(site)

    def swapped(self, site: SiteId, stands: Seat, since: float) -> bool:
        """Whether a token waits there no more, for another seat's was set in its place; it is judged anew.

        Args:
            stands: whose token stands there now. since: when it came.
        """
        taken = self.waiting.get(site)
        if taken is None or taken.seat == stands or since <= taken.at:
            return False
        del self.waiting[site]
        return True

    def leave(self, site: SiteId) -> None:
        """Nothing is asked of a token there, and nothing said, until it is lifted."""
        self.waiting.pop(site, None)
        self.asked.discard(site)
        self.strays.discard(site)
        self.ignored.add(site)

    def cleared(self, site: SiteId, *, still: bool) -> bool:
        """The site is empty; True when its token was waited for to go. `still`: some sense says otherwise."""
        if not still:
            self.ignored.discard(site)
        self.may_be_from.pop(site, None)
        self.came_from.pop(site, None)
        if site not in self.waiting and site not in self.asked:
            return False
        self.waiting.pop(site, None)
        if site in self.strays and self.fallen:
            self.strays.discard(site)
            return False  # it goes back where it is missed: only there the board is right
        self.asked.discard(site)
        self.paying = None if self.paying == site else self.paying
        return True

    def stray(self, site: SiteId) -> None:
        """A token stands there that may belong elsewhere: nothing is made of it while tokens are missing."""
        self.hold(site)
        self.waiting[site] = None
        self.strays.add(site)

    def release(self) -> set[SiteId]:
        """No token is missing any more: those that still stand on free pins are judged again; which."""
        released = set() if self.fallen else self.strays & self.waiting.keys()
        if not self.fallen:
            self.strays.clear()
        for site in released:
            del self.waiting[site]
        return released

    def unspoken(self, site: SiteId) -> bool:
        """Whether a token there has not been spoken of yet."""
        return not (self.quiet_about(site) or site in self.asked)

    def quiet_about(self, site: SiteId) -> bool:
        """Whether nothing is said of a token there."""
        return site in self.waiting or site in self.ignored
