"""Seats that play in another home: nothing here acts for them, and their claims are errands here."""

from collections.abc import Mapping

from dialog import Declare, Effect, FarErrand, FarMoves, FarToken, NoneMarked, Panel, Say, SetToken
from engine import Seat, State
from table.whose_place import seat_asked
from tabletop import SiteId


class FarSeats:
    """The far seats of one table; without any it does nothing."""

    def __init__(self, homes: Mapping[Seat, str]) -> None:
        self.homes = dict(homes)

    def token_set(self, seat: Seat, site: SiteId) -> tuple[Effect, ...] | None:
        """A token of this seat stands on a free pin; None: the seat plays here."""
        home = self.homes.get(seat)
        return None if home is None else (Say(FarToken(seat=seat, site=site, home=home)),)

    def errand(self, seat: Seat, site: SiteId) -> SetToken | FarErrand:
        """What is asked for when the seat has claimed and its token does not stand."""
        home = self.homes.get(seat)
        return SetToken(seat=seat, site=site) if home is None else FarErrand(seat=seat, site=site, home=home)

    def pressed_for(self, panel: Panel, state: State, by: Seat | None) -> tuple[Effect, ...] | None:
        """Somebody answers here in a far seat's stead; None: not so. `by`: the seat whose page it comes from.

        Tickets that are entered at the end are no topic of MQTT: the people tell each other, and the host's
        table enters them.
        """
        seat = seat_asked(panel, state)
        if seat == by or isinstance(panel.mode, Declare | NoneMarked):
            return None
        home = None if seat is None else self.homes.get(seat)
        return None if seat is None or home is None else (Say(FarMoves(seat=seat, home=home)),)
