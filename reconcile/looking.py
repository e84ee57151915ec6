"""One look at the board, site by site: what a token, or its absence, means there by itself."""

from typing import Final

from engine import Seat, State
from reconcile.belief import ASK, COMMIT, GONE, Belief
from reconcile.beliefs import Beliefs
from reconcile.findings import Finding, RefusedLifted, Restored, WaitForView, WrongShape, differ
from reconcile.ledger import Ledger
from reconcile.live_senses import VIEW_S, Senses
from reconcile.missing import New
from reconcile.sensed_site import Place
from tabletop import Observation, SiteId

DIFFER_S: Final = 3.0  # how long the senses may contradict each other before it is said
LEAVING_S: Final = 4.0  # a site of the game that changed so lately and is not surely full
DOUBTFUL_S: Final = 6.0  # a site that seems empty, but not surely, is no longer waited for
VERDICT_S: Final = 12.0  # until then nothing is made of a token that may have come from there; hands may stay
HINT_S: Final = 5.0  # a hand over the new token for so long: ask for a free view
HIDDEN_S: Final = 20.0  # for so long: ask openly whose it is, nobody need wait for the camera


class BoardLook:
    """Judges the sites that are awake; what wants the whole board is left to `missing` and `newcomers`.

    Attributes:
        new: tokens on free pins.
        missing: tokens of the game that are off their pins.
        leaving: those that may be, which has not been said yet.
        stirring: whether a token on a free pin is not at rest.
        hidden: free pins that feel a token under a hand that does not go.
    """

    def __init__(self, board: Beliefs, ledger: Ledger, now: float) -> None:
        self.new: list[New] = []
        self.missing: list[tuple[SiteId, Seat]] = []
        self.leaving: list[tuple[SiteId, Seat]] = []
        self.stirring = False
        self.hidden: list[SiteId] = []
        self._board, self._ledger, self._now = board, ledger, now
        self._senses = board.senses

    def at(self, site: SiteId, owner: Seat | None, state: State) -> list[Finding]:
        """What one site means; `owner`: whose token the game expects there."""
        place, now = self._board.places[site], self._now
        findings: list[Finding] = [*self._board.unrest(site, now)]
        if place.unlooked(self._senses):
            self._board.awake.add(site)
        belief = self._board.of(site, owner, state, assumed=site in self._ledger.assumed)
        if owner is not None and self._leaves(site, place, belief):
            self.leaving.append((site, owner))
        if place.quiet(now, self._senses):
            if owner is None:
                return findings + self._free(site, place, belief)
            return findings + self._taken(site, place, belief, owner)
        self._board.awake.add(site)
        if owner is None:
            self.stirring |= belief.occupied > GONE
            findings += self._hint(site, place)
        return findings

    def _leaves(self, site: SiteId, place: Place, belief: Belief) -> bool:
        """Whether a token of the game may be off its pin, and that has not been said yet."""
        ledger = self._ledger
        # A pin feels its token go before the camera has looked: until then belief is no witness.
        stands = belief.occupied >= COMMIT and not place.contradicts(self._senses)
        if stands or site in ledger.fallen or site in ledger.accepted:
            return False
        in_grace = ledger.grace is not None and ledger.grace.site == site and "stands" not in place.said
        may_be_off = belief.occupied < ASK and (in_grace or self._verdict_comes(place, belief))
        return may_be_off or self._now - place.changed_at < LEAVING_S

    def _verdict_comes(self, place: Place, belief: Belief) -> bool:
        """Whether it will soon be told that a token is off a site that only seems rather empty by now."""
        told = "stands" not in place.said and (self._senses.firm or place.works)
        return told and self._rather_empty(belief) and self._now - place.changed_at < VERDICT_S

    def _hint(self, site: SiteId, place: Place) -> list[Finding]:
        """After a while with a hand over a new token, ask for a free view, once."""
        felt = self._senses.feels and place.felt()
        if not (place.under_hand(self._now, self._senses) and felt) or self._ledger.quiet_about(site):
            return []
        if place.hand_since is None:
            return []
        hidden_s = self._now - max(place.hand_since, place.changed_at)
        if hidden_s >= HIDDEN_S and site not in self._ledger.asked:
            self.hidden.append(site)
        if "view" in place.said or hidden_s < HINT_S:
            return []
        place.said.add("view")
        return [WaitForView(site=site)]

    def _free(self, site: SiteId, place: Place, belief: Belief) -> list[Finding]:
        place.missing_since = None
        if belief.occupied <= GONE:
            # A sense that says otherwise may be the only one tomorrow: its old word is no news then.
            place.witnessed = False
            if place.contradicts(self._senses):
                self._board.awake.add(site)  # a contact that has flickered counts more as it rests
            if self._ledger.cleared(site, still=place.occupied_by_word()):
                return [RefusedLifted(site=site)]
            return []
        if not place.looked_at(self._now, self._senses):
            self._board.awake.add(site)
            return []
        if place.witnessed:
            self._ledger.ignored.discard(site)
        if self._ledger.quiet_about(site) and not self._swapped(site, place, belief):
            return []
        between = place.contradiction(self._senses)
        if between is not None and belief.best_seat_probability < COMMIT:
            return self._contradiction(place, between)
        if belief.occupied > 0.5:
            flickered = self._board.trust.wavers(site)
            self.new.append(New(site, belief, place.told(self._senses), flickered))
        else:
            self._board.awake.add(site)  # a contact that has flickered is believed when it has rested
        return []

    def _swapped(self, site: SiteId, place: Place, belief: Belief) -> bool:
        """Whether surely another seat's token stands where one was to be lifted: a hand may be that quick."""
        seat = belief.best_seat
        sure = place.sure_name(self._senses) and belief.best_seat_probability >= COMMIT
        return sure and seat is not None and self._ledger.swapped(site, seat, place.changed_at)

    def _contradiction(self, place: Place, between: tuple[Observation, Observation]) -> list[Finding]:
        """It holds everything at its site, and is said once when it has lasted."""
        site = between[0].site
        if place.calm_for(self._now) < DIFFER_S:
            self._board.awake.add(site)
            return []
        if "differ" in place.said or site in self._ledger.asked:
            return []
        place.said.add("differ")
        place.witnessed = False  # one has denied it: the other one alone makes no claim of it tomorrow
        self._ledger.asked.add(site)
        return [differ(*between)]

    def _taken(self, site: SiteId, place: Place, belief: Belief, owner: Seat) -> list[Finding]:
        """A site of the game: is its token there? What lies between is held."""
        unseen = place.contradicts(self._senses) and self._now - place.changed_at < VIEW_S
        if unseen or place.unlooked(self._senses):  # one sense has not looked yet
            self._board.awake.add(site)
            return []
        if belief.occupied >= ASK:
            place.missing_since = None
            place.said.discard("lifted")
            return self._standing(site, place, belief, owner)
        if site in self._ledger.fallen | self._ledger.accepted:
            return []
        if not (self._senses.firm or place.works):
            return []  # a dead pin never felt it: that the camera is gone is no news of the token
        if belief.occupied <= GONE:
            place.was_empty = True
        if belief.occupied > GONE and not self._given_up(place, belief):
            self._board.awake.add(site)
        elif "stands" not in place.said:
            if place.missing_since is None:
                place.missing_since = place.changed_at
            self.missing.append((site, owner))
        return []

    def _given_up(self, place: Place, belief: Belief) -> bool:
        """Whether a site has seemed rather empty for so long that its token may be gone."""
        return self._rather_empty(belief) and place.calm_for(self._now) >= DOUBTFUL_S

    def _rather_empty(self, belief: Belief) -> bool:
        return belief.occupied < 0.5 or not self._senses.firm  # nobody else knows what a pin doubts

    def _standing(self, site: SiteId, place: Place, belief: Belief, owner: Seat) -> list[Finding]:
        ledger = self._ledger
        back = ledger.missed(site)
        fresh = ledger.fresh(site)
        # Also where it was off its pin too shortly to be told of, or may have been under a hand.
        anew = back or place.was_empty or (not self._senses.feels and place.touched())
        looks = another(place, belief, owner, self._senses, back=anew, doubted=fresh)
        if looks is not None:
            if "shape" in place.said:
                return []
            place.said.add("shape")
            place.told_not.add(owner)
            return [WrongShape(site=site, owner=owner, looks=looks, fresh=fresh, missed=back)]
        if place.told(self._senses) and belief.best_seat_probability >= COMMIT:
            ledger.assumed.discard(site)
            place.was_empty = False
        if not (back or owner in place.told_not):
            return []
        if not back and "shape" in place.said and not place.told(self._senses):
            return []  # the token that was told of stands there yet, for all that anybody can say now
        if not place.looked_at(self._now, self._senses):
            self._board.awake.add(site)
            return []
        place.told_not.discard(owner)
        self._ledger.back(site)
        for other in self._ledger.not_from(site):
            self._board.places[other].said.discard("whose")
            self._board.awake.add(other)
        return [Restored(site=site, left=len(self._ledger.fallen))]


def another(
    place: Place, belief: Belief, owner: Seat, senses: Senses, *, back: bool = False, doubted: bool = False
) -> Seat | None:
    """Whose token seems to stand where the game expects `owner`'s; None: no other seat's.

    Args:
        back: it was put back: nothing is known of it but what is seen. A token that stood there stays.
        doubted: any other name that a sense gives is told as long as it is not sure that it errs.
    """
    if belief.best_seat != owner and belief.best_seat_probability >= (ASK if back else COMMIT):
        return belief.best_seat
    sure = belief.best_seat == owner and belief.best_seat_probability >= COMMIT
    return None if sure or not doubted else place.names_other_than((owner,), senses)
