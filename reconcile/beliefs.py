"""Every site of a board as felt and seen: the senses' words come in, what is believed of each goes out."""

from collections.abc import Iterable
from typing import Final

from engine import Seat, State
from reconcile.belief import Belief, prior
from reconcile.filtering import Filter
from reconcile.findings import Flickers, TokenSettled
from reconcile.places import Place, Senses
from reconcile.trust import SENSES, Trust
from tabletop import DeviceHealth, Motion, Observation, Sense, SiteId

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
        self._lost_at: dict[Sense, float] = {}
        self._filters: dict[SiteId, Filter] = {}
        self._seats: tuple[Seat, ...] = ()

    def observe(self, item: Observation | Motion | DeviceHealth) -> None:
        """Take in what a sensor package handed on."""
        match item:
            case Observation(site=site) if site in self.places:
                self.awake.add(site)
                if item.sense == "camera" and site in self._filters:
                    self._filters[site].age(self.places[site].covered_s)
                sound = self.places[site].take(item, self.senses)
                self.sounds += [] if sound is None else [sound]
            case Observation():
                pass  # a site where nothing can be claimed
            case Motion(sites=sites, at=at):
                for site in sites & self.places.keys():
                    self.awake.add(site)
                    self.places[site].hand(at)
            case DeviceHealth(device="hub" | "camera"):
                self._device(item)
            case DeviceHealth(device="pin", site=site, condition="fault") if site in self.places:
                self.trust.flickered(site, "pin")  # the hub does not believe it either
            case DeviceHealth():
                pass

    def _device(self, health: DeviceHealth) -> None:
        live = health.condition == "live"
        if health.device == "hub":
            if self.senses.pin and not live:
                # When it is back the whole board is told, and only then that it is live.
                self._lose("pin", health.at)
            self.senses.pin = live
        elif health.cause == "moved" and health.condition == "stale":
            return  # it will see again in a moment: until then no token is taken for the mover's
        else:
            if self.senses.camera and not live:
                self.senses.camera_until = health.at
            if health.condition == "lost" and self.senses.camera:
                self._lose("camera", health.at)
            elif self.senses.camera and not live:
                self._lost_at["camera"] = health.at
            if live and not self.senses.camera:
                self.senses.camera_since = health.at
            self.senses.camera = live
        self.awake |= self.places.keys()

    def _lose(self, sense: Sense, at: float) -> None:
        self._lost_at[sense] = at
        for place in self.places.values():
            place.lose(sense)

    def of(self, site: SiteId, owner: Seat | None, state: State, *, assumed: bool = False) -> Belief:
        """What is believed of a site now; `owner`: whose token the game expects there, see `prior`."""
        place, one = self.places[site], self._filter(site, state.seats)
        pin = place.believed("pin", self.senses)
        one.look(
            pin,
            place.believed("camera", self.senses),
            pin_record=self.trust.of(site, "pin").rested(0.0 if pin is None else self.now - pin.at),
            camera_record=self.trust.of(site, "camera"),
            away={sense: since for sense in SENSES if (since := self._away_s(place, sense)) <= KEPT_S},
        )
        touched = not self.senses.pin and place.touched()  # a pin knows better what a hand has left
        expected = prior(state.seats, owner=owner, mover=state.to_move, touched=touched, assumed=assumed)
        return one.belief(expected, place.covered_s)

    def _away_s(self, place: Place, sense: Sense) -> float:
        """For how long a sense has said nothing of a site; infinity where it flickers."""
        word = place.words[sense]
        if word.aside:
            return float("inf")
        if self.senses.live(sense) and word.now is not None and word.now.seen == "unknown":
            return self.now - word.now.at
        return self.now - self._lost_at.get(sense, float("-inf"))

    def _filter(self, site: SiteId, seats: tuple[Seat, ...]) -> Filter:
        if seats != self._seats:
            self._seats = seats
            self._filters.clear()
        if site not in self._filters:
            self._filters[site] = Filter(seats)
        return self._filters[site]

    def learn(self, site: SiteId, stands: Seat | None) -> None:
        """What truly stands at a site is known: who said so was right."""
        place = self.places[site]
        for sense in SENSES:
            word = place.words[sense].now
            if word is None or not self.senses.live(sense) or word.seen == "unknown":
                continue
            right = word.seen == "empty" if stands is None else word.seen in ("something", stands)
            self.trust.note(site, sense, right=right)

    def unrest(self, site: SiteId, now: float) -> list[Flickers]:
        """A sense that keeps changing its mind is set aside, and that is said once an evening."""
        found: list[Flickers] = []
        place = self.places[site]
        for sense in SENSES:
            if place.flickers(sense, now):
                if sense == "pin":
                    self.trust.flickered(site, sense)
                else:
                    self.trust.note(site, sense, right=False)
                if sense not in place.flickering_told:
                    place.flickering_told.add(sense)
                    other = self.senses.camera if sense == "pin" else self.senses.pin
                    found.append(Flickers(site=site, sense=sense, other=other))
        if place.aside:
            self.awake.add(site)
        return found
