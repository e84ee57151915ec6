"""How each seat hears what is for it: its own earphone is tried, else the ways out are offered."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from dialog.desk import Desk, EarWay
from dialog.kit import Row, into, listed, say_again
from dialog.setup.places import SetupMode, SetupStep, backward, onward
from dialog.setup.seats import name_seat, seats_anew
from engine import Seat

EarChoice = Literal["shared", "page", "aloud", "hands", "seats", "again"]
"""Ways out for a seat without an ear; the last three: cards in hands, other seats, a second look."""


class EarTry(SetupMode, frozen=True):
    """A seat's own earphone is tried: words in it, and a word at the table that it is."""

    seat: Seat


class NoEar(SetupMode, frozen=True):
    """A seat has no ear of its own: the ways out."""

    seat: Seat
    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each way is an item."""
        return len(ways_out(desk, self.seat))


def ways_out(desk: Desk, seat: Seat) -> tuple[EarChoice, ...]:
    """What a seat without an ear of its own can do."""
    ways, dealt = desk.facts.ways.get(seat, ()), desk.draft.cards == "dealt"
    there: Mapping[EarChoice, bool] = {
        "shared": "shared" in ways,
        "page": "page" in ways,
        "aloud": not dealt,
        "hands": dealt and "cards" not in desk.facts.given,
        "seats": "seats" not in desk.facts.given,
        "again": "own" in ways,
    }
    found = tuple(item for item, wanted in there.items() if wanted)
    return found or ("again",)


def ears_wanted(desk: Desk) -> tuple[Seat, ...]:
    """The seats whose ear is not settled; one that plays by itself has none."""
    settled = {seat for seat, _ in (*desk.draft.ears, *desk.draft.bots)}
    return tuple(seat for seat in desk.draft.seats if seat not in settled)


def ear_place(desk: Desk, seat: Seat) -> SetupMode:
    """How this seat's ear is settled: its own is tried, else the ways out are offered."""
    return EarTry(seat) if "own" in desk.facts.ways.get(seat, ()) else NoEar(seat)


def known_ears(desk: Desk) -> Desk:
    """Ears that need no asking: a screen, and what served last time and still could.

    Whoever has gone back to the ears is asked about each: else a way that was taken by mistake would stay.
    """
    last = {} if desk.facts.last is None or desk.ears_anew else dict(desk.facts.last.ears)
    for seat in ears_wanted(desk):
        ways = desk.facts.ways.get(seat, ())
        usual = last.get(seat)
        if "screen" in ways:
            desk = with_ear(desk, seat, "screen")
        elif usual is not None and (usual in ways or (usual == "aloud" and desk.draft.cards == "untracked")):
            desk = with_ear(desk, seat, usual)
    return desk


def with_ear(desk: Desk, seat: Seat, way: EarWay) -> Desk:
    """This seat hears so."""
    others = tuple(one for one in desk.draft.ears if one[0] != seat)
    return replace(desk, draft=replace(desk.draft, ears=(*others, (seat, way))))


def settled(desk: Desk) -> SetupStep:
    """The next seat's ear, or the step after the ears."""
    wanted = ears_wanted(desk)
    return into(ear_place(desk, wanted[0]), desk=desk) if wanted else onward("ears", desk)


def _heard(mode: EarTry, desk: Desk) -> SetupStep:
    return settled(with_ear(desk, mode.seat, "own"))


def _unheard(mode: EarTry, desk: Desk) -> SetupStep:
    return into(NoEar(mode.seat))


def _its_own(mode: EarTry, seat: Seat, desk: Desk) -> SetupStep:
    """A seat button: its owner hears with it that it is the one meant, or not."""
    return _heard(mode, desk) if seat == mode.seat else name_seat(mode, seat)


def _way_out(mode: NoEar, desk: Desk) -> SetupStep:
    choice = ways_out(desk, mode.seat)[mode.index]
    match choice:
        case "hands":
            return onward("seats", replace(desk, draft=replace(desk.draft, cards="untracked", ears=())))
        case "seats":
            return seats_anew(desk)
        case "again":
            return into(ear_place(desk, mode.seat))
        case "aloud":  # and so for everybody else who has no earphone
            for seat in ears_wanted(desk):
                if seat == mode.seat or not desk.facts.ways.get(seat, ()):
                    desk = with_ear(desk, seat, choice)
            return settled(desk)
        case "shared" | "page":
            return settled(with_ear(desk, mode.seat, choice))


def _back(mode: NoEar, desk: Desk) -> SetupStep:
    """No where there is no way out: the seat before is asked again, before the first the step before."""
    asked = [one for one in desk.draft.seats if "screen" not in desk.facts.ways.get(one, ())]
    at = asked.index(mode.seat) if mode.seat in asked else 0
    desk = replace(desk, ears_anew=True)
    if not at:
        return backward("ears", desk)
    ears = tuple(one for one in desk.draft.ears if one[0] not in (asked[at - 1], mode.seat))
    desk = replace(desk, draft=replace(desk.draft, ears=ears))
    return into(ear_place(desk, asked[at - 1]), desk=desk)


ROWS: Final = (
    Row(mode=EarTry, yes=_heard, no=_unheard, back=say_again, forward=_unheard, seat=_its_own),
    listed(NoEar, yes=_way_out, no=_back),
)
