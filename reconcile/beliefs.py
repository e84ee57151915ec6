"""Every site of a board as felt and seen: the senses' words come in, what is believed of each goes out."""

from collections.abc import Iterable
from typing import Final, assert_never

from engine import Seat, State
from reconcile.belief import Belief, prior
from reconcile.filtering import Filter, Rows
from reconcile.findings import Flickers, TokenSettled
from reconcile.live_senses import Senses
from reconcile.sensed_site import Place
from reconcile.trust import Record, Trust
from tabletop import (
    AMBIGUOUS,
    SENSES,
    DeviceHealth,
    Motion,
    Observation,
    Sense,
    SiteId,
    sense_at,
    sense_of,
    silenced,
)

KEPT_S: Final = 60.0  # what a sense said that is silent now is forgotten after so long


class Beliefs:
    """Keeps the last word of each sense at each site, how far it can be trusted, and what follows from it.

    Args:
        sites: where something can be claimed or built; words of others are passed over.
    """

    def __init__(self, sites: Iterable[SiteId], trust: Trust) -> None:
        self.places = {site: Place() for site in sorted(sites)}
        self.senses = Senses()
        self.trust = trust
        self.sounds: list[TokenSettled] = []  # not yet heard
        self.awake: set[SiteId] = set(self.places)  # sites to be looked at
        self.now = float("-inf")  # of the last look
        self.stirs = 0  # how many words of senses have come
        self._lost_at: dict[Sense, float] = {}
        self._filters: dict[SiteId, Filter] = {}
        self._rows = Rows()
        self._seats: tuple[Seat, ...] = ()

    def observe(self, item: Observation | Motion | DeviceHealth) -> None:
        """Take in what a sensor package handed on."""
        match item:
            case Observation(site=site) if site in self.places:
                self.awake.add(site)
                self.stirs += 1
                place = self.places[site]
                if item.sense in place.covered and site in self._filters:
                    self._filters[site].age(item.sense, place.covered[item.sense])
                sound = place.take(item, self.senses)
                self.sounds += [] if sound is None else [sound]
            case Observation():
                pass  # a site where nothing can be claimed
            case Motion(sites=sites, at=at):
                for site in sites & self.places.keys():
                    self.awake.add(site)
                    self.places[site].hand(at)
            case DeviceHealth():
                self._health(item)
            case _:
                assert_never(item)

    def _health(self, health: DeviceHealth) -> None:
        sense, of_site = sense_of(health.device), sense_at(health.device)
        if sense is not None:
            self._device(sense, health)
        elif of_site is not None and health.site in self.places:
            place = self.places[health.site]
            if health.condition == "fault":
                self.trust.flickered(health.site, of_site)  # its own hub does not believe it either
            place.nameless = health.condition == "fault" and (place.nameless or health.cause == AMBIGUOUS)

    def _device(self, sense: Sense, health: DeviceHealth) -> None:
        if health.cause == "moved" and health.condition == "stale" and SENSES[sense].looks:
            return  # it will see again in a moment: until then no token is taken for the mover's
        live = health.condition == "live"
        if sense in self.senses.live and not live:
            self._lost_at[sense] = health.at
            if silenced(health):
                for place in self.places.values():
                    place.lose(sense)
        self.senses.turn(sense, live=live, at=health.at)
        self.awake |= self.places.keys()

    def of(self, site: SiteId, owner: Seat | None, state: State, *, assumed: bool = False) -> Belief:
        """What is believed of a site now; `owner`: whose token the game expects there, see `prior`."""
        place, one = self.places[site], self._filter(site, state.seats)
        words: list[Observation] = []
        records: dict[Sense, Record] = {}
        away: dict[Sense, float] = {}
        for sense, kind in SENSES.items():
            word = place.believed(sense, self.senses)
            if word is None or word.seen == "unknown":
                if (seconds := self._away_s(place, sense)) <= KEPT_S:
                    away[sense] = seconds
                continue
            words.append(word)
            record = self.trust.of(site, sense)
            records[sense] = record.rested(self.now - word.at) if kind.contact else record
        one.look(*words, records=records, away=away)
        touched = not self.senses.feels and place.touched()  # who feels knows better what a hand has left
        expected = prior(state.seats, owner=owner, mover=state.to_move, touched=touched, assumed=assumed)
        return one.belief(expected, place.covered)

    def _away_s(self, place: Place, sense: Sense) -> float:
        """For how long a sense has said nothing of a site; infinity where it flickers."""
        word = place.words[sense]
        if word.aside:
            return float("inf")
        if sense in self.senses.live and word.now is not None and word.now.seen == "unknown":
            return self.now - word.now.at
        return self.now - self._lost_at.get(sense, float("-inf"))

    def _filter(self, site: SiteId, seats: tuple[Seat, ...]) -> Filter:
        if seats != self._seats:
            self._seats = seats
            self._filters.clear()
        if site not in self._filters:
            self._filters[site] = Filter(seats, self._rows)
        return self._filters[site]

    def learn(self, site: SiteId, stands: Seat | None) -> None:
        """What truly stands at a site is known: who said so was right."""
        place = self.places[site]
        for sense in SENSES:
            word = place.words[sense].now
            if word is None or sense not in self.senses.live or word.seen == "unknown":
                continue
            right = word.seen == "empty" if stands is None else word.seen in ("something", stands)
            self.trust.note(site, sense, right=right)

    def unrest(self, site: SiteId, now: float) -> list[Flickers]:
        """A sense that keeps changing its mind is set aside, and that is said once an evening."""
        found: list[Flickers] = []
        place = self.places[site]
        for sense in SENSES:
            if place.flickers(sense, now):
                if SENSES[sense].contact:
                    self.trust.flickered(site, sense)
                else:
                    self.trust.note(site, sense, right=False)
                if sense not in place.flickering_told:
                    place.flickering_told.add(sense)
                    other = next((one for one in self.senses.live if one != sense), None)
                    found.append(Flickers(site=site, sense=sense, other=other))
        if place.aside:
            self.awake.add(site)
        return found
