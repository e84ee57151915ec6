"""Tokens that should stand and do not: lifted in grace, slid to another pin, fallen, knocked off together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from engine import Seat
from reconcile.belief import ASK, Belief
from reconcile.findings import Fallen, Finding, LiftedForAnother, LiftedInGrace, MovedInGrace, Slid
from reconcile.ledger import Grace, Ledger
from reconcile.sensed_site import Place
from tabletop import BoardLayout, SiteId

FALLEN_S: Final = 3.0  # off its pin for so long: fallen
BUMPED: Final = 3  # so many tokens off their pins
BUMP_S: Final = 2.0  # within so long: one accident
SLIDE_S: Final = 3.0  # lifted here and put there within so long: slid
SLIDE_MM: Final = 90.0  # no farther where nobody can see whose token it is


@dataclass(frozen=True, slots=True)
class New:
    """A token on a free pin. `told`: some sense says whose it is; `flickered`: its pin has, some time."""

    site: SiteId
    belief: Belief
    told: bool
    flickered: bool = False


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One look at the board. `stirring`: a token is coming to rest, what was lifted may have slid there."""

    layout: BoardLayout
    places: Mapping[SiteId, Place]
    ledger: Ledger
    now: float
    stirring: bool
    leaving: Sequence[tuple[SiteId, Seat]] = ()  # their sites have just changed, may be empty in a moment
    coming_since: float = float("inf")  # the first token on a free pin that cannot be judged yet

    def gone(self, missing: Sequence[tuple[SiteId, Seat]], new: list[New]) -> list[Finding]:
        """What the missing tokens mean; a new one that explains one of them is taken out of `new`."""
        found: list[Finding] = []
        fallen: list[tuple[SiteId, Seat]] = []
        bumped = self._bumped([site for site, _ in missing])
        for site, owner in missing:
            grace = self.ledger.grace
            if bumped:
                fallen.append((site, owner))
            elif grace is not None and grace.site == site:
                found += self._in_grace(grace, new)
            elif grace is not None and self._for_another(site, grace):
                found += self._lifted_for_another(site, owner, grace)
            elif (moved := self._moved_to(site, owner, new, near=True)) is not None:
                self.ledger.fallen[site] = owner
                found.append(Slid(seat=owner, old=site, new=moved))
            elif self.now - self._since(site) >= FALLEN_S:
                fallen.append((site, owner))
        self.ledger.fallen |= dict(fallen)
        if fallen:
            found.append(Fallen(tokens=tuple(fallen)))
        return found

    def _bumped(self, missing: Sequence[SiteId]) -> bool:
        """Several contacts that open within two seconds were no fingers: the board was knocked."""
        times = sorted(self._since(site) for site in missing)
        return any(last - first <= BUMP_S for first, last in zip(times, times[BUMPED - 1 :], strict=False))

    def _in_grace(self, grace: Grace, new: list[New]) -> list[Finding]:
        if self.leaving_beside(grace.site):
            return []
        said = self.places[grace.site].said
        if self.ledger.paying is not None:
            return []  # cards are chosen for where it stands now, or the next seat has begun its turn
        if "stands" in said:
            return []  # by the table's word: a new token is another one
        moved = self._moved_to(grace.site, grace.seat, new, near=False)
        if moved is not None:
            said.add("moved")
            self.ledger.came_from[moved] = grace.site
            return [MovedInGrace(seat=grace.seat, old=grace.site, new=moved)]
        # A correction that was refused leaves the claim as it was: then the table is asked after all.
        corrected = "moved" in said and self.now - self._since(grace.site) < SLIDE_S + FALLEN_S
        if "lifted" in said or self.stirring or corrected:
            return []
        said.add("lifted")
        self.ledger.lifted = grace.site
        return [LiftedInGrace(seat=grace.seat, site=grace.site)]

    def _for_another(self, site: SiteId, grace: Grace) -> bool:
        """Whether the last claim's token may be meant instead of the one that is off this pin.

        Where nobody saw whose token claimed last it is meant only if one hand can have done both.
        """
        if grace.before is None or grace.before.site != site:
            return False
        soon = abs(self._since(site) - self.places[grace.site].changed_at) <= SLIDE_S
        return grace.before.seat == grace.seat or (soon and self.near(site, grace.site))

    def _lifted_for_another(self, site: SiteId, owner: Seat, grace: Grace) -> list[Finding]:
        said = self.places[site].said
        if self.leaving_beside(site) or self.stirring or said & {"stands", "lifted"}:
            return []
        said.add("lifted")
        self.ledger.lifted = site
        return [LiftedForAnother(seat=owner, old=site, new=grace.site)]

    def leaving_beside(self, site: SiteId) -> bool:
        """Whether others leave their pins too: no finger did that, a moment tells more."""
        return any(other != site for other, _ in self.leaving)

    def _moved_to(self, old: SiteId, seat: Seat, new: list[New], *, near: bool) -> SiteId | None:
        """The pin to which this token went; from then on nothing else is made of it there.

        Args:
            near: only to a near pin; a hand carries a token anywhere, and then `near` is False.
        """
        said = self.places[old].said
        for number, one in enumerate(new):
            # After a question it may come late; so may one whose first move has been refused.
            asked = "lifted" in said or (one.told and "moved" in said)
            soon = abs(self.places[one.site].changed_at - self._since(old)) <= SLIDE_S
            close = self.near(old, one.site)
            if one.told:
                same = one.belief.best_seat == seat and one.belief.best_seat_probability >= ASK
                same = same and (close if near else True)
            else:
                same = close
            if same and (soon or asked):
                del new[number]
                if near:
                    self.ledger.stray(one.site)
                else:
                    self.ledger.hold(one.site)
                return one.site
        return None

    def missed_for(self, site: SiteId) -> float:
        """Seconds since a token is off its pin; infinity: it was never felt or seen there."""
        since = self.places[site].missing_since
        return float("inf") if since is None else self.now - since

    def _since(self, site: SiteId) -> float:
        place = self.places[site]
        return place.changed_at if place.missing_since is None else place.missing_since

    def near(self, one: SiteId, other: SiteId) -> bool:
        """Whether a token may slide from one pin to the other."""
        a, b = self.layout.sites[one], self.layout.sites[other]
        return hypot(a.x - b.x, a.y - b.y) <= SLIDE_MM
