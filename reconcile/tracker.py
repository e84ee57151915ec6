"""Board against game over time: which differences are claims, which are questions, which are accidents.

Everything here waits for *quiet*: half a second without a change at the site and, while the camera is
live, no hand over it. Times are monotonic seconds that are passed in.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine import Seat, State
from reconcile.belief import ASK, COMMIT, GONE, Belief, prior, weigh
from reconcile.expected import expected_tokens
from reconcile.findings import (
    ClaimProposed,
    Fallen,
    Finding,
    LiftedInGrace,
    MovedInGrace,
    RefusedLifted,
    Restored,
    SensesDiffer,
    TokenSettled,
    TwoTokens,
    WaitForView,
    WhoseToken,
    WrongShape,
)
from reconcile.mending import Difference
from reconcile.places import Place, Senses
from tabletop import BoardLayout, DeviceHealth, Motion, Observation, SiteId

DIFFER_S: Final = 3.0  # how long the senses may contradict each other before it is said
HINT_S: Final = 5.0  # a hand over the new token for so long: ask for a free view
FALLEN_S: Final = 3.0  # off its pin for so long: fallen
BUMPED: Final = 3  # so many tokens off their pins
BUMP_S: Final = 2.0  # within so long: one accident
SLIDE_S: Final = 3.0  # lifted here and put there within so long: slid


@dataclass(frozen=True, slots=True)
class _Grace:
    """The last claim, until anybody else acts."""

    seat: Seat
    site: SiteId


class Tracker:
    """Follows what lies on the board and tells what it means for the game."""

    def __init__(self, layout: BoardLayout) -> None:
        self._places = {pin: Place() for pin in sorted(site.id for site in layout.pins())}
        self._senses = Senses()
        self._grace: _Grace | None = None
        self._waiting: set[SiteId] = set()  # proposed or refused: nothing more until it is lifted or claimed
        self._asked: set[SiteId] = set()  # the table was asked whose token it is
        self._paying: SiteId | None = None  # one of the waiting: its seat chooses the cards
        self._fallen: set[SiteId] = set()
        self._two: frozenset[SiteId] = frozenset()
        self._sounds: list[TokenSettled] = []
        self._busy = True  # something may have changed since the last look
        self._stirring = (
            False  # a token is coming to rest on a free site: what was lifted may have slid there
        )

    # What comes in

    def observe(self, item: Observation | Motion | DeviceHealth) -> None:
        """Take in what a sensor package handed on."""
        self._busy = True
        match item:
            case Observation(site=site) if site in self._places:
                sound = self._places[site].take(item, self._senses)
                self._sounds += [] if sound is None else [sound]
            case Observation():
                pass  # a site where nothing can be claimed
            case Motion(sites=sites, at=at):
                for site in sites & self._places.keys():
                    self._places[site].hand(at)
            case DeviceHealth(device="hub", condition=condition):
                self._senses.pin = condition == "live"
            case DeviceHealth(device="camera", condition="stale", cause="moved"):
                pass  # it will see again in a moment: until then no token is taken for the mover's
            case DeviceHealth(device="camera", condition=condition):
                self._senses.camera = condition == "live"
            case DeviceHealth():
                pass

    # What the game did about it

    def claimed(self, seat: Seat, site: SiteId) -> None:
        """The claim stands; until somebody else acts it can be corrected or lifted."""
        for waiting in (self._waiting, self._fallen, self._asked):
            waiting.discard(site)
        self._paying = None
        self._grace = _Grace(seat, site)
        self._busy = True

    def hold(self, site: SiteId) -> None:
        """Say nothing more of this site until its token is lifted: it was refused, or its payment left."""
        self._waiting.add(site)
        self._asked.discard(site)
        self._paying = None

    def pay(self, site: SiteId) -> None:
        """The seat chooses the cards for this token; another new one meanwhile is one too many."""
        self.hold(site)
        self._paying = site

    def taken_back(self, site: SiteId) -> None:
        """The claim is undone: a token that still stands there waits to be lifted."""
        self._grace = None
        place = self._places[site]
        place.missing_since = None
        place.said.clear()
        if any(
            seen is not None and seen.seen not in ("empty", "unknown") for seen in (place.pin, place.camera)
        ):
            self._waiting.add(site)
        self._busy = True

    def acted(self, seat: Seat) -> None:
        """A seat acts: the grace of another seat's claim is over."""
        if self._grace is not None and self._grace.seat != seat:
            self._grace = None

    @property
    def grace(self) -> SiteId | None:
        """The site whose claim can still be taken back by lifting its token."""
        return self._grace.site if self._grace is not None else None

    def standing_refused(self) -> tuple[SiteId, ...]:
        """Sites that were refused or left and whose token still stands."""
        return tuple(sorted(self._waiting - {self._paying}))

    def in_doubt(self) -> bool:
        """Whether neither sense is live: the board is as last known."""
        return self._senses.none

    def differences(self, state: State) -> tuple[Difference, ...]:
        """Where board and game differ by what the senses say now; in the order of the sites' names."""
        found: list[Difference] = []
        expected = expected_tokens(state)
        for site, place in self._places.items():
            owner = expected.get(site)
            belief = self._belief(place, owner, state)
            if owner is None:
                if belief.occupied > ASK:
                    found.append(Difference(site=site, kind="extra", seat=belief.best_seat))
            elif belief.occupied <= GONE:
                found.append(Difference(site=site, kind="missing", seat=owner))
            elif belief.best_seat != owner and belief.best_seat_probability >= COMMIT:
                found.append(Difference(site=site, kind="wrong-shape", seat=owner))
        return tuple(found)

    def mend(self, sites: Iterable[SiteId]) -> None:
        """These tokens are being put back: each is told when it stands again, none as fallen."""
        self._fallen |= set(sites)

    def sees(self) -> bool:
        """Whether the camera tells whose tokens are."""
        return self._senses.camera

    # What it means

    def settle(self, now: float, state: State) -> tuple[Finding, ...]:
        """Look at the board now: what has settled since the last look."""
        findings: list[Finding] = list(self._sounds)
        self._sounds.clear()
        if not self._busy or self._senses.none:
            return tuple(findings)
        self._busy = self._stirring = False
        new: list[tuple[SiteId, Belief]] = []
        missing: list[tuple[SiteId, Seat]] = []
        expected = expected_tokens(state)
        for site, place in self._places.items():
            owner = expected.get(site)
            waited_for = site in self._waiting or site in self._asked
            if place.nothing_here() and not waited_for and owner is None:
                continue
            belief = self._belief(place, owner, state)
            if not place.quiet(now, self._senses):
                self._busy = True
                if owner is None:
                    self._stirring |= belief.occupied > GONE
                    findings += self._hint(site, place, now)
            elif owner is not None:
                findings += self._taken_site(site, place, belief, owner, missing, now)
            else:
                findings += self._free_site(site, place, belief, now, new)
        findings += self._missing(missing, new, now)
        findings += self._new(new, state)
        return tuple(findings)

    def _belief(self, place: Place, owner: Seat | None, state: State) -> Belief:
        return weigh(
            prior(state.seats, owner=owner, mover=state.to_move),
            place.pin if self._senses.pin else None,
            place.camera if self._senses.camera else None,
        )

    def _hint(self, site: SiteId, place: Place, now: float) -> list[Finding]:
        """After a while with a hand over a new token, ask for a free view, once."""
        felt = self._senses.pin and place.felt()
        if not (place.covered(now, self._senses) and felt) or site in self._waiting:
            return []
        if "view" in place.said or place.hand_since is None:
            return []
        if now - max(place.hand_since, place.changed_at) < HINT_S:
            return []
        place.said.add("view")
        return [WaitForView(site=site)]

    def _free_site(
        self, site: SiteId, place: Place, belief: Belief, now: float, new: list[tuple[SiteId, Belief]]
    ) -> list[Finding]:
        place.missing_since = None
        if belief.occupied <= GONE and not place.contradicts(self._senses):
            if site not in self._waiting | self._asked:
                return []
            self._waiting.discard(site)
            self._asked.discard(site)
            self._paying = None if self._paying == site else self._paying
            return [RefusedLifted(site=site)]
        if not place.camera_has_looked(now, self._senses):
            self._busy = True
            return []
        if place.contradicts(self._senses):
            return self._contradiction(site, place, now)
        if belief.occupied > 0.5 and site not in self._waiting:
            new.append((site, belief))
        return []

    def _contradiction(self, site: SiteId, place: Place, now: float) -> list[Finding]:
        """It holds everything at its site, and is said once when it has lasted."""
        if place.calm_for(now) < DIFFER_S:
            self._busy = True
            return []
        if "differ" in place.said or site in self._waiting:
            return []
        place.said.add("differ")
        return [SensesDiffer(site=site, felt=place.felt(), looks=place.looks())]

    def _taken_site(
        self,
        site: SiteId,
        place: Place,
        belief: Belief,
        owner: Seat,
        missing: list[tuple[SiteId, Seat]],
        now: float,
    ) -> list[Finding]:
        """A site of the game: is its token there? What lies between is held."""
        if belief.occupied >= ASK:
            place.missing_since = None
            place.said.discard("lifted")
            # Of a token that is put back nothing is known but what is seen; one that stood there stays.
            sure = ASK if site in self._fallen else COMMIT
            if belief.best_seat != owner and belief.best_seat_probability >= sure:
                if "shape" in place.said:
                    return []
                place.said.add("shape")
                return [WrongShape(site=site, owner=owner, looks=belief.best_seat)]
            if site in self._fallen and place.camera_has_looked(now, self._senses):
                self._fallen.discard(site)
                return [Restored(site=site, left=len(self._fallen))]
        elif belief.occupied <= GONE and site not in self._fallen:
            if place.missing_since is None:
                place.missing_since = place.changed_at
            missing.append((site, owner))
        return []

    def _missing(
        self, missing: list[tuple[SiteId, Seat]], new: list[tuple[SiteId, Belief]], now: float
    ) -> list[Finding]:
        """Tokens that should stand and do not: lifted in grace, slid, or fallen."""
        found: list[Finding] = []
        fallen: list[tuple[SiteId, Seat]] = []
        bumped = self._bumped([site for site, _ in missing])
        for site, owner in missing:
            place = self._places[site]
            since = place.missing_since if place.missing_since is not None else now
            if bumped:
                self._fallen.add(site)
                fallen.append((site, owner))
            elif self._grace is not None and self._grace.site == site:
                found += self._out_in_grace(self._grace, place, new)
            elif now - since >= FALLEN_S:
                self._fallen.add(site)
                fallen.append((site, owner))
            else:
                self._busy = True
        if fallen:
            found.append(Fallen(tokens=tuple(fallen)))
        return found

    def _bumped(self, missing: Sequence[SiteId]) -> bool:
        """Several contacts that open within two seconds were no fingers: the board was knocked."""
        times = sorted(since for site in missing if (since := self._places[site].missing_since) is not None)
        return any(last - first <= BUMP_S for first, last in zip(times, times[BUMPED - 1 :], strict=False))

    def _out_in_grace(self, grace: _Grace, place: Place, new: list[tuple[SiteId, Belief]]) -> list[Finding]:
        lifted_at = place.missing_since if place.missing_since is not None else place.changed_at
        for number, (site, _) in enumerate(new):
            if abs(self._places[site].changed_at - lifted_at) <= SLIDE_S:
                del new[number]
                self._waiting.add(site)
                return [MovedInGrace(seat=grace.seat, old=grace.site, new=site)]
        if "lifted" in place.said or self._stirring:
            return []
        place.said.add("lifted")
        return [LiftedInGrace(seat=grace.seat, site=grace.site)]

    def _new(self, new: list[tuple[SiteId, Belief]], state: State) -> list[Finding]:
        """New tokens on free pins: one is proposed or asked about, two are too many."""
        sites = frozenset(site for site, _ in new)
        if sites and self._paying is not None:
            sites |= {self._paying}
        if len(sites) > 1:
            if sites == self._two:
                return []
            self._two = sites
            return [TwoTokens(sites=tuple(sorted(sites)))]
        self._two = frozenset()
        if not new or state.to_move is None:
            return []
        site, belief = new[0]
        place = self._places[site]
        if not self._senses.camera and place.pin is not None and place.pin.seen == "something":
            return [self._propose(state.to_move, site, assumed=True)]
        if belief.best_seat_probability >= COMMIT:
            return [self._propose(belief.best_seat, site, assumed=False)]
        if "whose" in place.said:
            return []
        place.said.add("whose")
        self._asked.add(site)
        guess = belief.best_seat if belief.best_seat_probability >= ASK else None
        return [WhoseToken(site=site, guess=guess)]

    def _propose(self, seat: Seat, site: SiteId, *, assumed: bool) -> ClaimProposed:
        self._waiting.add(site)
        return ClaimProposed(seat=seat, site=site, assumed=assumed)
