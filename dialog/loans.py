"""What stations lend at the end of a game: one station after the other."""

from typing import ClassVar, Final

from dialog.effects import Do
from dialog.kit import Step, into, listed
from dialog.mode import CHOICE, Mode, Traits
from engine import ChooseLoans, CityId, RouteId, Seat, State, on_offer


class Loans(Mode, frozen=True):
    """At the end: what each station of a seat lends, one after the other; None: nothing."""

    TRAITS: ClassVar[Traits] = CHOICE
    seat: Seat
    offers: tuple[tuple[CityId, tuple[RouteId | None, ...]], ...]
    chosen: tuple[RouteId | None, ...] = ()  # of the stations before
    index: int = 0

    def size(self, state: State) -> int:
        """Each route that this station may lend is an item."""
        return len(self.here[1])

    @property
    def here(self) -> tuple[CityId, tuple[RouteId | None, ...]]:
        """The station that is asked about now, and what it may lend."""
        return self.offers[len(self.chosen)]


def loans_of(state: State, seat: Seat) -> Loans:
    """What the stations of a seat may lend, the routes first and nothing last."""
    own = [city for city, owner in state.stations.items() if owner == seat]
    offers = tuple(
        (city, (*on_offer(state.game_map, state.owners, seat, city), None))  # nothing, too, can be lent
        for city in own
    )
    return Loans(seat, offers)


def _lend(mode: Loans, state: State, asker: Seat) -> Step:
    chosen = (*mode.chosen, mode.here[1][mode.index])
    if len(chosen) < len(mode.offers):
        return into(Loans(mode.seat, mode.offers, chosen))
    cities = (city for city, _ in mode.offers)
    return Step(mode, (Do(ChooseLoans(seat=mode.seat, loans=dict(zip(cities, chosen, strict=True)))),))


def _before(mode: Loans, state: State, asker: Seat) -> Step:
    """No goes to the station before; before the first there is nothing."""
    return into(Loans(mode.seat, mode.offers, mode.chosen[:-1]))


ROWS: Final = (listed(Loans, yes=_lend, no=_before),)
