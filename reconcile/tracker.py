"""Board against game over time: which differences are claims, which are questions, which are accidents.

Everything here waits for *quiet*: half a second without a change at the site and, while the camera is
live, no hand over it. Times are monotonic seconds that are passed in. Only sites where something is open are
looked at (`awake`); the others sleep until a sense, a device or the game changes something there.
"""

from collections.abc import Iterable
from typing import Final

from engine import Seat, State
from reconcile.belief import ASK, GONE, Belief
from reconcile.beliefs import Beliefs
from reconcile.findings import Finding, SensesDiffer, differ
from reconcile.ledger import Grace, Ledger, TakenAs
from reconcile.looking import BoardLook, another
from reconcile.mending import Difference, expected_tokens
from reconcile.missing import Glimpse
from reconcile.newcomers import judge, judge_hidden
from reconcile.sensed_site import Place
from reconcile.trust import Trust
from tabletop import SENSES, BoardLayout, DeviceHealth, Motion, Observation, Seen, Sense, SiteId

HEARD_S: Final = 3.0  # a claim is said, the next seat has its turn: nobody is on again so soon
TOLD: Final = 0.5  # a sense that has been wrong at a site so often errs there again: no new doubt


class Tracker:
    """Follows what lies on the board and tells what it means for the game.

    Args:
        trust: what was learned of the pins and the camera's view on earlier evenings; it goes on learning.

    Attributes:
        pictures: the board is known by pictures of it, one now and then.
    """

    def __init__(self, layout: BoardLayout, trust: Trust | None = None) -> None:
        self.trust = Trust() if trust is None else trust
        self.pictures = False
        self._layout = layout
        self._board = Beliefs((site.id for site in layout.pins()), self.trust)
        self._places, self._senses = self._board.places, self._board.senses
        self._ledger = Ledger()
        self._state: State | None = None
        self._told_to_stand: set[SiteId] = set()  # by the table, once at least
        self._expected: dict[SiteId, Seat] = {}

    # What comes in

    def observe(self, item: Observation | Motion | DeviceHealth) -> None:
        """Take in what a sensor package handed on."""
        self._board.observe(item)

    def look(self, shown: Iterable[Observation], awaited: SiteId | None = None) -> None:
        """A picture shows this, and nobody saw any of it come: whatever it seems to mean is asked.

        Args:
            awaited: where a token was asked for, which needs no question when it stands there.
        """
        self.pictures = True
        for item in shown:
            device = SENSES[item.sense].device
            self._board.observe(DeviceHealth(device=device, condition="live", at=item.at))
            place = self._places.get(item.site)
            before = None if place is None else place.words[item.sense].now
            self._board.observe(item)
            if place is not None:
                place.witnessed = item.site == awaited
                # Between two pictures one token may have been set in another's place.
                place.was_empty |= before is not None and before.seen != item.seen

    # What the game and the table did about it

    def claimed(self, seat: Seat, site: SiteId, *, after: Grace | None = None) -> None:
        """The claim stands; until somebody else acts it can be corrected or lifted.

        `after`: the claim that could still be lifted until this token came.
        """
        self._board.learn(site, seat)
        self._ledger.settled(site)
        place = self._places[site]
        named = bool(place.said & {"whose", "differ"})
        if not (named or place.told(self._senses)):
            self._ledger.assumed.add(site)
        unfelt = self._ledger.told_apart(site)
        if unfelt is not None and not self._senses.names:
            # The table has heard that it is not felt, and plays on: its pin feels nothing.
            self.play_without((unfelt,))
        meant = after is not None and (after.seat == seat or site in self._ledger.assumed)
        came_from = self._ledger.came_from.get(site)
        self._ledger.came_from.clear()
        self._ledger.grace = Grace(
            seat=seat,
            site=site,
            at=self._board.now,
            named=named,
            before=after if meant else None,
            came_from=came_from,
        )
        self._board.awake.add(site)

    def claimed_unseen(self, seat: Seat, site: SiteId, *, errand: bool = False) -> None:
        """The claim stands before its token does: that is waited for, not missed, and told when it is set.

        `errand`: it was made in the other home.
        """
        self._ledger.listed(seat, site, errand=errand)
        self._board.awake.add(site)

    def claimed_by_word(self, seat: Seat, site: SiteId) -> None:
        """The claim stands, and its token by the table's word: it is not missed, whatever is felt or seen."""
        self.claimed_unseen(seat, site)
        self._ledger.accept({site: seat})

    def assume(self, sites: Iterable[SiteId]) -> None:
        """Of the claims of these sites no sense has told whose token it is: known from before a stop."""
        self._ledger.assumed.update(sites)

    def hold(self, site: SiteId) -> None:
        """Say nothing more of this site until its token is lifted: it was refused, or its payment left."""
        self._ledger.hold(site)
        self._board.awake.add(site)  # if no token stands there it is clear at once

    def nobodys(self, site: SiteId) -> None:
        """The table says that no token stands there: a sense errs, nothing is said until it changes."""
        self._board.learn(site, None)
        self.leave(site)

    def leave(self, site: SiteId) -> None:
        """A token stands there that counts for nothing, with the table's consent, until another comes."""
        self._ledger.leave(site)
        self._places[site].witnessed = False

    def agreed(self, seat: Seat, site: SiteId) -> None:
        """By the table's word this token stands and counts; it is no claim of this turn."""
        self._board.learn(site, seat)
        self._ledger.settled(site)
        self._ledger.grace = None
        self._board.awake.add(site)

    def claimed_instead(self, seat: Seat, site: SiteId) -> None:
        """By the table's word this token has claimed in place of the one before it, whoever's it seemed."""
        self.agreed(seat, site)
        self._ledger.grace = Grace(seat=seat, site=site, at=self._board.now, named=True)

    def stands(self, site: SiteId) -> bool:
        """The table keeps the claim: its token stands, while a sense says that it is off, or comes back.

        Returns whether no sense says that it stands: then it is missed like a fallen one, for nobody has
        agreed to play on without it.
        """
        place = self._places[site]
        self._ledger.lifted = None
        place.said.discard("lifted")
        if place.occupied_by_word():
            place.said.add("stands")
            self._told_to_stand.add(site)
            return False
        self._ledger.fallen[site] = self._expected[site]
        self._ledger.kept.add(site)
        return True

    def stray(self, site: SiteId) -> None:
        """A token was set on a free pin while others are put back: it is judged when they are."""
        self._ledger.stray(site)

    def pay(self, site: SiteId) -> None:
        """The seat chooses the cards for this token; another new one meanwhile is one too many."""
        self._ledger.hold(site)
        self._ledger.paying = site

    def judge_anew(self, site: SiteId) -> None:
        """Whose token stands here is asked, never taken for granted: it was taken for another, or held."""
        self._ledger.waiting.pop(site, None)
        self._places[site].witnessed = False
        self._places[site].said.clear()
        self._board.awake.add(site)

    def taken_back(self, site: SiteId) -> None:
        """The claim is undone: a token that still stands there waits to be lifted."""
        self._ledger.grace = None
        self._ledger.assumed.discard(site)
        self._ledger.back(site)
        place = self._places[site]
        place.missing_since = None
        place.said.clear()
        if place.occupied_by_word():
            owner = self._expected.get(site)
            self._ledger.wait(site, owner and TakenAs(seat=owner, at=self._board.now))
        self._board.awake.add(site)

    def acted(self, seat: Seat) -> None:
        """A seat acts: the grace of another seat's claim is over."""
        if self._ledger.grace is not None and self._ledger.grace.seat != seat:
            self.grace_over()

    def grace_over(self) -> None:
        """The last claim can no longer be taken back by lifting its token."""
        if self._ledger.grace is not None:
            self._board.awake.add(self._ledger.grace.site)
            self._ledger.grace = None

    def mend(self, sites: Iterable[SiteId]) -> None:
        """The tokens of these sites are being put back: each is told when it stands again, none as fallen."""
        self._ledger.fallen |= {site: self._expected[site] for site in sites if site in self._expected}

    def accept(self) -> tuple[tuple[SiteId, Seat], ...]:
        """The table plays on without the tokens that are missing; which these are."""
        return self.play_without(self._ledger.fallen)

    def play_without(self, sites: Iterable[SiteId]) -> tuple[tuple[SiteId, Seat], ...]:
        """The tokens of these sites are missing with the table's consent, until they stand again; which."""
        return self._ledger.accept({site: self._expected[site] for site in sites})

    # What is asked of it

    @property
    def grace(self) -> SiteId | None:
        """The site whose claim can still be taken back by lifting its token."""
        return self._ledger.grace.site if self._ledger.grace is not None else None

    @property
    def last_claim(self) -> Grace | None:
        """That claim."""
        return self._ledger.grace

    @property
    def just_claimed(self) -> Seat | None:
        """Whose claim that is."""
        return self._ledger.grace.seat if self._ledger.grace is not None else None

    def same_turn(self, seat: Seat, site: SiteId) -> bool:
        """Whether this seat has just claimed and set a token here too soon to have heard of it and waited."""
        grace = self._ledger.grace
        if grace is None or grace.seat != seat:
            return False
        return self._places[site].changed_at < grace.at + HEARD_S

    @property
    def lifted_in_grace(self) -> Seat | None:
        """Whose token is off the pin of a claim that can still be taken back, after that was asked."""
        return self._ledger.lifted_in_grace()

    @property
    def paying(self) -> SiteId | None:
        """Where a token stands whose seat is choosing the cards."""
        return self._ledger.paying

    @property
    def left(self) -> tuple[SiteId, ...]:
        """Sites where a token stands, or seems to, that counts for nothing with the table's consent."""
        return tuple(sorted(self._ledger.ignored))

    @property
    def unset(self) -> tuple[SiteId, ...]:
        """Sites that were claimed from the list and whose tokens nothing has felt or seen yet."""
        return tuple(sorted(self._ledger.unfelt & self._ledger.fallen.keys()))

    @property
    def sites(self) -> frozenset[SiteId]:
        """Where something can be claimed or built."""
        return frozenset(self._places)

    @property
    def assumed(self) -> tuple[SiteId, ...]:
        """Sites whose claims were taken for the mover's; no sense has told whose token it is."""
        return tuple(sorted(self._ledger.assumed))

    @property
    def accepted(self) -> tuple[SiteId, ...]:
        """Sites whose tokens are missing with the table's consent."""
        return tuple(sorted(self._ledger.accepted))

    @property
    def kept(self) -> tuple[SiteId, ...]:
        """Sites whose claims the table keeps while a sense says that their token is off (`stands`)."""
        return tuple(sorted(site for site in self._told_to_stand if "stands" in self._places[site].said))

    @property
    def refused(self) -> tuple[SiteId, ...]:
        """Those of `standing_refused` that wait for nothing but being lifted."""
        return tuple(site for site in self.standing_refused() if site not in self._ledger.strays)

    def standing_refused(self) -> tuple[SiteId, ...]:
        """Sites that were refused or left and whose token still stands."""
        return tuple(sorted(self._ledger.waiting.keys() - {self._ledger.paying}))

    def coming(self, now: float) -> SiteId | None:
        """The free site on which a token came last that has not been judged yet; None: there is none."""
        found = [
            (place.changed_at, site)
            for site in self._board.awake
            if site not in self._expected and self._ledger.unspoken(site)
            if (place := self._places[site]).settling(now, self._senses)
        ]
        return max(found)[1] if found else None

    def in_doubt(self) -> bool:
        """Whether no sense is live: the board is as last known."""
        return self._senses.none

    @property
    def stirs(self) -> int:
        """How many words the senses have said: with another number something may be otherwise."""
        return self._board.stirs

    def words(self) -> dict[SiteId, dict[Sense, Seen]]:
        """What each sense says of each site now, where it has said anything."""
        said = {
            site: {sense: word.now.seen for sense, word in place.words.items() if word.now is not None}
            for site, place in self._places.items()
        }
        return {site: found for site, found in said.items() if found}

    def sees(self) -> bool:
        """Whether a sense is live that tells whose tokens are."""
        return self._senses.names

    def differences(self, state: State) -> tuple[Difference, ...]:
        """Where board and game differ by what the senses say now; in the order of the sites' names."""
        found: list[Difference] = []
        expected = expected_tokens(state)
        for site, place in self._places.items():
            owner = expected.get(site)
            belief = self._board.of(site, owner, state, assumed=site in self._ledger.assumed)
            if owner is None:
                if belief.occupied > ASK and site not in self._ledger.ignored:
                    likely = belief.best_seat
                    found.append(Difference(site=site, kind="extra", seat=likely, looks=likely))
            elif belief.occupied <= GONE:
                found.append(Difference(site=site, kind="missing", seat=owner))
            elif looks := self._another(place, belief, owner, site):
                found.append(Difference(site=site, kind="wrong-shape", seat=owner, looks=looks))
        return tuple(found)

    def _another(self, place: Place, belief: Belief, owner: Seat, site: SiteId) -> Seat | None:
        """Whose token stands there instead; what was told of it holds until it changes."""
        told, fresh = "shape" in place.said, self._ledger.fresh(site)
        return another(place, belief, owner, self._senses, back=told, doubted=fresh)

    def doubts(self, state: State) -> tuple[SensesDiffer, ...]:
        """Where two senses contradict each other now, and the table has not said which of them errs."""
        found: list[SensesDiffer] = []
        expected, ledger = expected_tokens(state), self._ledger
        for site, place in self._places.items():
            known = site in ledger.ignored or site in ledger.accepted or "stands" in place.said
            between = None if known else place.contradiction(self._senses)
            if between is None:
                continue
            errs = next(word.sense for word in between if (word.seen != "empty") != (site in expected))
            if self.trust.of(site, errs).wrong < TOLD:
                found.append(differ(*between))
        return tuple(found)

    # What it means

    def settle(self, now: float, state: State) -> tuple[Finding, ...]:
        """Look at the board now: what has settled since the last look."""
        findings: list[Finding] = list(self._board.sounds)
        self._board.sounds.clear()
        self._board.now = now
        self._senses.look(now)
        self._follow(state)
        if not self._board.awake or self._senses.none:
            return tuple(findings)
        looked, self._board.awake = sorted(self._board.awake), set()
        look = BoardLook(self._board, self._ledger, now)
        for site in looked:
            findings += look.at(site, self._expected.get(site), state)
        coming = min((self._coming_since(site, now) for site in looked), default=float("inf"))
        scene = Glimpse(self._layout, self._places, self._ledger, now, look.stirring, look.leaving, coming)
        findings += scene.gone(look.missing, look.new)
        findings += judge(look.new, scene, self._senses, state)
        findings += judge_hidden(look.hidden, look.new, scene, state)
        off = (site for site, _ in (*look.missing, *look.leaving))
        self._board.awake |= {site for site in off if site not in self._ledger.fallen}
        self._release()
        self._board.awake |= {one.site for one in look.new if one.site not in self._ledger.waiting}
        return tuple(findings)

    def _coming_since(self, site: SiteId, now: float) -> float:
        """Since when a token stands on this free pin that nothing can be said of yet; infinity: none does."""
        if site in self._expected or not self._ledger.unspoken(site):
            return float("inf")
        return self._places[site].coming_since(now, self._senses)

    def _release(self) -> None:
        for site in self._ledger.release():
            self.judge_anew(site)  # it came while tokens lay about

    def _follow(self, state: State) -> None:
        """Wake the sites where the game expects something else than before."""
        if state is self._state:
            return
        expected = expected_tokens(state)
        for site in self._expected.keys() | expected.keys():
            if self._expected.get(site) != expected.get(site):
                self._board.awake.add(site)
        self._state, self._expected = state, expected
