"""What can be said, with the moment at which it is, in few letters."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from msgspec.structs import replace

from announce import Announcement
from dialog import (
    AskItem,
    BoardChange,
    Cards,
    Cities,
    EarWay,
    Letters,
    PastAct,
    Payable,
    Payment,
    Said,
    Tickets,
    Tunnel,
    Where,
)
from engine import (
    LOCOMOTIVE,
    AnswerTunnel,
    Card,
    CityId,
    ClaimRoute,
    RouteId,
    Seat,
    State,
    TicketId,
    edition,
)
from tabletop import SiteId

Complaints = Callable[[Announcement], list[str]]
SEATS: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
ROUTE = RouteId("kansas-city-saint-louis:1")
LONG, OTHER = SiteId(ROUTE), SiteId("salt-lake-city-san-francisco:2")
DENVER_OMAHA = SiteId("denver-omaha")
TICKETS = (TicketId("calgary-salt-lake-city"), TicketId("denver-el-paso"), TicketId("boston-miami"))
BLACK = Card("black")


PAY = (BLACK, BLACK, LOCOMOTIVE)


def pay(*cards: Card) -> ClaimRoute:
    return ClaimRoute(seat="blue", route=ROUTE, cards=cards)


def items_of(union: object) -> list[AskItem]:
    """Every item of a union of literals."""
    return [item for member in get_args(union) for item in (get_args(member) or (member,))]


KINDS = (
    "route-claimed", "tunnel-revealed", "station-built", "harbor-built", "card-drawn", "newspaper-turned",
    "tickets-dealt", "tickets-kept", "pieces-chosen", "pieces-exchanged", "loans-chosen", "event-resolved",
    "turn-passed", "turn-ended", "tickets-declared",
)  # fmt: skip
PAST = tuple(
    PastAct(seat="green", kind=kind, site=LONG, points=points, seq=9, back=1, shown=shown)
    for kind in KINDS
    for points, shown in ((0, False), (21, True))
)
WORLD, DENVER = edition("rails-and-sails-world"), CityId("denver")
DECK, WISH = (BLACK,) * 41, pay(*PAY)
PAID_WHOLE = replace(WORLD.settings, faceup_loco_second=False)


@dataclass(frozen=True, slots=True)
class Saying:
    """What can be said, and what the state has to be for it."""

    said: Said
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        """Its name in a test: the same in every process, which that of a set is not."""
        inner = [type(self.said.mode)] if isinstance(self.said, Where) else []
        kinds = (kind.__name__ for kind in (type(self.said), *inner))
        return " ".join((*kinds, *(name for name, _ in self.changes)))

    def at(self, state: State) -> State:
        """That state."""
        return replace(state, **dict(self.changes))


def say(said: Said, **changes: object) -> Saying:
    """Said where the state is so."""
    return Saying(said, tuple(changes.items()))


def row_of(card: Card) -> Saying:
    """The last card of a row that has it there."""
    return say(Cards(4), row=(BLACK,) * 4 + (card,))


def two_decks(said: Said, deck: int = 40, ships: int = 40) -> Saying:
    """Said where there are two decks, with so many cards in each."""
    return say(
        said,
        edition=WORLD,
        row=(BLACK,) * 6,
        deck=(BLACK,) * deck,
        ship_deck=(BLACK,) * ships,
        discards=(),
        ship_discards=(),
    )


def ways(*options: Payable, index: int = 0) -> Payment:
    """So many ways to pay."""
    return Payment(options, index)


def tunnel(count: int, index: int = 0) -> Tunnel:
    """A tunnel with so many ways to pay it."""
    return Tunnel("blue", ROUTE, 2, (AnswerTunnel(seat="blue", cards=PAY[:2]),) * count, index)


WAYS: tuple[EarWay, ...] = get_args(EarWay)
LETTERS = Letters("claim", (DENVER,), ("D", "S"), 1)
CITIES = Cities(LETTERS, (CityId("sault-st-marie"), DENVER))
OUT = BoardChange(kind="out", seat="blue", site=LONG)
TICKET_CHOICE = Tickets("blue", TICKETS)
