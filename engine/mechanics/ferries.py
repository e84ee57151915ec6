"""Ferries: routes over water that ask for some locomotives (EU-19 to EU-22)."""

from collections.abc import Mapping
from typing import ClassVar

from engine.game_map import Route
from engine.mechanic import Mechanic
from engine.paying import OneColour, WayToPay, sets_of
from engine.reasons import Reason
from engine.settings import Settings
from engine.values import LOCOMOTIVE, Card


class FerryPayment(OneColour):
    """A set as for any route, with at least as many locomotives as the ferry shows."""

    def payable(self, hand: Mapping[Card, int], route: Route, settings: Settings) -> bool:
        """True when the hand holds some set of cards for the ferry."""
        return hand.get(self.wild, 0) >= route.locomotives and super().payable(hand, route, settings)

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Fewest locomotives first, then colours in `order`."""
        return sets_of(hand, route.length, route.colour, order, self.wild, least=route.locomotives)

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """The first thing wrong: number, mixture, colour, too few locomotives."""
        reason = super().fault(cards, route, settings)
        if reason is None and cards.count(self.wild) < route.locomotives:
            return Reason.TOO_FEW_LOCOMOTIVES
        return reason


class Ferries(Mechanic):
    """Routes of the kind `ferry`."""

    payments: ClassVar[Mapping[str, WayToPay]] = {"ferry": FerryPayment(LOCOMOTIVE)}
