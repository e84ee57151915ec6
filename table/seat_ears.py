"""How each seat hears what is for it, and that it can be changed while the game goes on. Pure."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, get_args

from announce import Announcement, EarKind
from dialog import EarWay, SeatEar
from engine import SEATS, Seat, State
from table.answering import Answerer
from table.ports import EarRouter
from table.telling import Teller

KIND: Final = "ears"  # of the note
_KINDS: Final[Mapping[EarWay, EarKind]] = {
    "own": "own",
    "shared": "shared",
    "page": "page",
    "screen": "shared",
    "aloud": "table",
}


class EarBook:
    """Whose words go where. What was changed in this game is noted beside it; `noted`: in an earlier sitting.

    Attributes:
        router: changes where a seat's words are heard; None: they are heard nowhere else.
        far: seats that hear in another home what is dealt to them; here nothing is to be chosen for them.
        on_phones: of the seats that share a screen those that read on a phone, as long as they have joined.
    """

    def __init__(self, teller: Teller, answerer: Answerer, noted: object = None) -> None:
        self.router: EarRouter | None = None
        self.far: Collection[Seat] = ()
        self.on_phones: frozenset[Seat] = frozenset()
        self._teller, self._answerer = teller, answerer
        earlier = noted if isinstance(noted, dict) else {}
        self._changed: dict[Seat, EarWay] = {
            seat: way for seat in SEATS for way in get_args(EarWay) if earlier.get(seat) == way
        }

    def share(self, seats: Iterable[Seat], ears: Mapping[Seat, EarKind], *, screen: bool) -> None:
        """These seats share one earphone, or one `screen`; `ears`: whose ear is whose, to be told."""
        self._teller.shared.seats, self._teller.shared.screen = frozenset(seats), screen
        self._answerer.ears = ears

    def route_by(self, router: EarRouter, state: State) -> None:
        """From now on ears can be changed; those that an earlier sitting has changed are again."""
        self.router = router
        for seat, way in tuple(self._changed.items()):
            if seat in state.seats and not self._hears_there(seat, state) and way in self._ways(seat, state):
                self.change(seat, way)

    def listed(self, state: State, alone: Iterable[Seat]) -> tuple[SeatEar, ...]:
        """The seats of people, how each hears and could hear; none: there is nothing to choose."""
        found = tuple(
            SeatEar(seat, self._now(seat), self._ways(seat, state))
            for seat in state.seats
            if seat not in frozenset(alone) and not self._hears_there(seat, state)
        )
        return found if any(one.ways for one in found) else ()

    def change(self, seat: Seat, way: EarWay) -> dict[str, object]:
        """This seat hears so; what is to be noted."""
        teller, shared = self._teller, self._teller.shared
        shared.leave(seat)
        if way == "shared":
            shared.seats |= {seat}
        teller.aloud = teller.aloud | {seat} if way == "aloud" else teller.aloud - {seat}
        self._answerer.ears = {**self._answerer.ears, seat: _KINDS[way]}
        if self.router is not None:
            self.router.route(seat, way)
        self._changed[seat] = way
        return {KIND: dict(self._changed)}

    def phones(self, joined: Collection[Seat]) -> frozenset[Seat]:
        """These have joined by phone, the others have not; for whom that is otherwise than before."""
        shared = self._teller.shared
        if not shared.screen:
            return frozenset()
        before, screen = self.on_phones, shared.seats | self.on_phones
        self.on_phones = screen.intersection(joined)
        for seat in self.on_phones - before:
            shared.leave(seat)
        shared.seats |= before - self.on_phones
        return before ^ self.on_phones

    def waited(self, seat: Seat) -> tuple[Announcement, ...]:
        """What waited for the shared earphone, where this seat needs it no more."""
        shared = self._teller.shared
        return () if seat in shared.seats else shared.left(seat)

    def _hears_there(self, seat: Seat, state: State) -> bool:
        """Where cards are in hands the host's table enters a far seat's tickets: then it may hear here."""
        return seat in self.far and state.cards == "dealt"

    def _now(self, seat: Seat) -> EarWay | None:
        if seat in self._teller.aloud:
            return "aloud"
        if seat in self._teller.shared.seats:
            return "screen" if self._teller.shared.screen else "shared"
        kind = self._answerer.ears.get(seat)
        return kind if kind in ("own", "page") else None

    def _ways(self, seat: Seat, state: State) -> tuple[EarWay, ...]:
        """Those that there are; a dealt hand is never said aloud."""
        ways = () if self.router is None else self.router.ways(seat)
        return tuple(way for way in ways if way != "aloud" or state.cards == "untracked")
