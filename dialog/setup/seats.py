"""Who plays: by tokens, seat buttons or the list of seats; then whether these are right."""

from typing import Any, Final, Literal

from msgspec.structs import replace

from dialog.desk import BotLevel, Desk
from dialog.effects import Say
from dialog.kit import asked, into, listed
from dialog.mode import Prompt
from dialog.setup.places import SetupMode, SetupStep, backward, onward
from engine import SEATS, Seat, edition


class Who(SetupMode, frozen=True):
    """Who plays: tokens, seat buttons, or the list of seats; behind the last seat stands "that is all".

    Behind that, once somebody sits and while there is room, stand opponents that play by themselves.
    """

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each seat that is free is an item, that it is all, and each level of an opponent."""
        return len(free_seats(desk)) + 1 + len(levels(desk))

    def seat(self, desk: Desk) -> Seat | None:
        """The one that is named; None: that is all, or an opponent."""
        free = free_seats(desk)
        return free[self.index] if self.index < len(free) else None

    def level(self, desk: Desk) -> BotLevel | None:
        """How well the opponent plays that is named; None: none is."""
        behind = self.index - len(free_seats(desk)) - 1
        return levels(desk)[behind] if behind >= 0 else None


class SeatsRight(SetupMode, frozen=True):
    """Are these the seats?"""


class SeatNamed(Prompt, frozen=True, kw_only=True):
    """A seat button was pressed where it chooses nothing."""

    seat: Seat


class SeatSits(Prompt, frozen=True, kw_only=True):
    """A seat has joined, as the first, second …; `token`: by its token, which is to be lifted again."""

    seat: Seat
    place: int  # from 1
    token: bool


class BotSits(Prompt, frozen=True, kw_only=True):
    """A seat plays by itself, as the second, third …"""

    seat: Seat
    place: int  # from 1
    level: BotLevel


class SeatLeft(Prompt, frozen=True, kw_only=True):
    """The seat that joined last has left again."""

    seat: Seat


class SeatRefused(Prompt, frozen=True, kw_only=True):
    """Nobody joined: this seat sits already, all places are taken, too few sit, a token's seat is unknown."""

    why: Literal["sits", "full", "few", "unknown"]
    seat: Seat | None = None
    number: int = 0


def free_seats(desk: Desk) -> tuple[Seat, ...]:
    """The seats that nobody has taken."""
    return tuple(seat for seat in SEATS if seat not in desk.draft.seats)


def levels(desk: Desk) -> tuple[BotLevel, ...]:
    """The opponents that can be had: none before somebody sits, none when all places are taken."""
    sit, rules = len(desk.draft.seats), desk.draft.edition
    room = sit < edition(rules).most_seats if rules else sit < len(SEATS)
    return desk.draft.levels if sit and room else ()


def who(desk: Desk) -> Who:
    """Where a token tells whose it is the list stands at "that is all", else at the first seat."""
    return Who(len(free_seats(desk)) if desk.facts.identities or desk.draft.seats else 0)


def name_seat(mode: SetupMode, seat: Seat) -> SetupStep:
    """A seat button that chooses nothing here says its seat."""
    return SetupStep(mode, (Say(SeatNamed(seat=seat)),))


def early(mode: Any, seat: Seat, desk: Desk) -> SetupStep:
    """A seat button in a list joins its seat, before it is asked who plays."""
    return name_seat(mode, seat) if "seats" in desk.facts.given else seat_joins(mode, seat, desk)


def seat_joins(mode: SetupMode, seat: Seat, desk: Desk, *, token: bool = False) -> SetupStep:
    """By its button, the list or a token, unless it sits or the edition has no place for it.

    The list of seats then stands at who is next.
    """
    there = len(desk.draft.seats)
    if seat in desk.draft.seats:
        return SetupStep(mode, (Say(SeatRefused(why="sits", seat=seat)),))
    if desk.draft.edition and there >= edition(desk.draft.edition).most_seats:
        return SetupStep(mode, (Say(SeatRefused(why="full", number=there)),))
    desk = replace(desk, draft=replace(desk.draft, seats=(*desk.draft.seats, seat)))
    if isinstance(mode, Who):
        mode = Who(len(free_seats(desk)) if desk.facts.identities else 0)
    return SetupStep(mode, (Say(SeatSits(seat=seat, place=there + 1, token=token)),), desk=desk)


def seats_anew(desk: Desk) -> SetupStep:
    """Nobody sits any more: who plays?"""
    desk = replace(desk, draft=replace(desk.draft, seats=(), bots=()))
    return into(who(desk), desk=desk)


def _join(mode: Who, desk: Desk) -> SetupStep:
    """Yes at a seat: it plays. At an opponent: it does. At "that is all": are the seats right?"""
    seat, level = mode.seat(desk), mode.level(desk)
    if seat is not None:
        return seat_joins(mode, seat, desk)
    if level is not None:
        return _bot_joins(level, desk)
    fewest = edition(desk.draft.edition).fewest_seats
    if len(desk.draft.seats) < fewest:
        return SetupStep(mode, (Say(SeatRefused(why="few", number=fewest)),))
    return into(SeatsRight())


def _bot_joins(level: BotLevel, desk: Desk) -> SetupStep:
    """The first seat that is free plays by itself; the list then stands at "that is all"."""
    seat, draft = free_seats(desk)[0], desk.draft
    draft = replace(draft, seats=(*draft.seats, seat), bots=(*draft.bots, (seat, level)))
    desk = replace(desk, draft=draft)
    said = Say(BotSits(seat=seat, place=len(draft.seats), level=level))
    return into(Who(len(free_seats(desk))), (said,), desk=desk)


def _leave(mode: Who | SeatsRight, desk: Desk) -> SetupStep:
    """No: the seat that joined last leaves; nobody sits: one step back."""
    if not desk.draft.seats:
        return backward("seats", desk)
    *others, last = desk.draft.seats
    bots = tuple(one for one in desk.draft.bots if one[0] != last)
    desk = replace(desk, draft=replace(desk.draft, seats=tuple(others), bots=bots))
    return into(who(desk), (Say(SeatLeft(seat=last)),), desk=desk)


def _right(mode: SeatsRight, desk: Desk) -> SetupStep:
    return onward("seats", desk)


ROWS: Final = (
    listed(Who, yes=_join, no=_leave, seat=seat_joins),
    asked(SeatsRight, yes=_right, no=_leave),
)
