"""The places of a new game: edition, cards, seats, ears, who starts, the start."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dialog.effects import Edge
from dialog.setup.cells import (
    Cell,
    SetupRow,
    again,
    list_row,
    name_seat,
    question_row,
    sat,
    where,
)
from dialog.setup.desk import (
    CARD_CHOICES,
    CardList,
    Clear,
    Desk,
    Draft,
    EarTry,
    EditionList,
    LostNumber,
    NoEar,
    SeatsRight,
    SetupPhone,
    StarterList,
    Summary,
    Who,
    ear_before,
    ears_wanted,
    fewest,
    free_seats,
    ways_out,
)
from dialog.setup.effects import NewGame, PutOutPhone, SaySetup
from dialog.setup.flow import (
    SetupStep,
    back_to,
    backward,
    ear_place,
    into,
    onward,
    who,
    with_ear,
)
from dialog.setup.numbers import (
    asked_number,
    known_numbers,
    lost_numbers,
    number_bounds,
    numbers_wanted,
    with_number,
)
from dialog.setup.prompts import (
    SeatLeft,
    SeatRefused,
)
from engine import Seat


def _take_edition(mode: EditionList, desk: Desk) -> SetupStep:
    draft = replace(desk.draft, edition=desk.facts.editions[mode.index])
    return onward("edition", replace(desk, draft=draft))


def _take_cards(mode: CardList, desk: Desk) -> SetupStep:
    return onward("cards", replace(desk, draft=replace(desk.draft, cards=CARD_CHOICES[mode.index])))


def _step_back(stage: Any) -> Cell[Any]:
    def cell(mode: Any, desk: Desk) -> SetupStep:
        return backward(stage, desk)

    return cell


def _join(mode: Who, desk: Desk) -> SetupStep:
    """Yes at a seat: it plays. At "that is all": ask whether the seats are right."""
    seats = free_seats(desk)
    if mode.index < len(seats):
        return sat(mode, desk, seats[mode.index], token=False)
    if len(desk.draft.seats) < fewest(desk):
        return SetupStep(mode, desk, (SaySetup(SeatRefused(why="few", number=fewest(desk))),))
    return into(SeatsRight(), desk)


def _unjoin(mode: Who, desk: Desk) -> SetupStep:
    """No: the seat that joined last leaves; nobody sits: one step back."""
    if not desk.draft.seats:
        return backward("seats", desk)
    *others, last = desk.draft.seats
    desk = replace(desk, draft=replace(desk.draft, seats=tuple(others)))
    return into(who(desk), desk, (SaySetup(SeatLeft(seat=last)),))


def seat_joins(mode: Who, desk: Desk, seat: Seat, *, token: bool) -> SetupStep:
    """A seat button, or a token whose seat is known."""
    if seat in desk.draft.seats:
        return SetupStep(mode, desk, (SaySetup(SeatRefused(why="sits", seat=seat)),))
    return sat(mode, desk, seat, token=token)


def _press_seat(mode: Who, desk: Desk, seat: Seat) -> SetupStep:
    return seat_joins(mode, desk, seat, token=False)


def _seats_right(mode: SeatsRight, desk: Desk) -> SetupStep:
    return onward("seats", desk)


def _seats_wrong(mode: SeatsRight, desk: Desk) -> SetupStep:
    desk = replace(desk, draft=replace(desk.draft, seats=()))
    return into(who(desk), desk)


# Numbers that the document lost


def _take_number(mode: LostNumber, desk: Desk) -> SetupStep:
    desk = known_numbers(with_number(desk, mode.name, mode.number))
    wanted = numbers_wanted(desk)
    return into(asked_number(desk, wanted[0]), desk) if wanted else onward("numbers", desk)


def _number_back(mode: LostNumber, desk: Desk) -> SetupStep:
    """No: the number before it, before the first the step before."""
    before = lost_numbers(desk)
    before = before[: before.index(mode.name)] if mode.name in before else ()
    return into(asked_number(desk, before[-1]), desk) if before else backward("numbers", desk)


def _less(mode: LostNumber, desk: Desk) -> SetupStep:
    return _counted(mode, desk, -1)


def _more(mode: LostNumber, desk: Desk) -> SetupStep:
    return _counted(mode, desk, +1)


def _counted(mode: LostNumber, desk: Desk, step: int) -> SetupStep:
    """One less, one more; at either end it stays, with the sound of an end."""
    least, most = number_bounds(mode.name)
    number = max(least, min(most, mode.number + step))
    return into(replace(mode, number=number), desk, (Edge(),) if number == mode.number else ())


# Ears


def _settled(desk: Desk) -> SetupStep:
    """The next seat's ear, or the step after the ears."""
    wanted = ears_wanted(desk)
    return into(ear_place(desk, wanted[0]), desk) if wanted else onward("ears", desk)


def _heard(mode: EarTry, desk: Desk) -> SetupStep:
    return _settled(with_ear(desk, mode.seat, "own"))


def _unheard(mode: EarTry, desk: Desk) -> SetupStep:
    return into(NoEar(mode.seat), desk)


def _way_out(mode: NoEar, desk: Desk) -> SetupStep:
    choice = ways_out(desk, mode.seat)[mode.index]
    match choice:
        case "hands":
            draft = replace(desk.draft, cards="untracked", ears=())
            return onward("cards", replace(desk, draft=draft)) if not draft.seats else _hands(desk, draft)
        case "seats":
            return _seats_wrong(SeatsRight(), desk)
        case "again":
            return into(ear_place(desk, mode.seat), desk)
        case "aloud":  # and so for everybody else who has no earphone
            for seat in ears_wanted(desk):
                if seat == mode.seat or not desk.facts.ways.get(seat, ()):
                    desk = with_ear(desk, seat, choice)
            return _settled(desk)
        case _:
            return _settled(with_ear(desk, mode.seat, choice))


def _hands(desk: Desk, draft: Draft) -> SetupStep:
    return onward("seats", replace(desk, draft=draft))


def _its_own(mode: Any, desk: Desk, seat: Seat) -> SetupStep:
    """A seat button while ears are settled: its owner hears with it that it is the one meant, or not."""
    return (
        _heard(mode, desk) if isinstance(mode, EarTry) and seat == mode.seat else name_seat(mode, desk, seat)
    )


def _stays(mode: SetupPhone, desk: Desk) -> SetupStep:
    """The phone is its seat's, which hears by it unless it has an earphone of its own to try."""
    asked = isinstance(mode.then, EarTry | NoEar) and mode.then.seat == mode.seat
    if asked or "own" not in desk.facts.ways.get(mode.seat, ()):
        desk = with_ear(desk, mode.seat, "page")
    return _settled(desk) if asked else back_to(mode.then, desk)


def _put_out(mode: SetupPhone, desk: Desk) -> SetupStep:
    return back_to(mode.then, desk, (PutOutPhone(mode.seat),))


def _ear_back(mode: EarTry | NoEar, desk: Desk) -> SetupStep:
    """No where there is no way out: the seat before is asked again, before the first the step before."""
    before = ear_before(desk, mode.seat)
    if before is None:
        return backward("ears", replace(desk, ears_anew=True))
    ears = tuple(one for one in desk.draft.ears if one[0] not in (before, mode.seat))
    desk = replace(desk, draft=replace(desk.draft, ears=ears), ears_anew=True)
    return into(ear_place(desk, before), desk)


# Who starts, and the start


def _take_starter(mode: StarterList, desk: Desk) -> SetupStep:
    seats = desk.draft.seats
    starter = seats[mode.index] if mode.index < len(seats) else "lot"
    return onward("starter", replace(desk, draft=replace(desk.draft, starter=starter)))


def _find_starter(mode: StarterList, desk: Desk, seat: Seat) -> SetupStep:
    """A seat button goes to its seat in the list."""
    if seat not in desk.draft.seats:
        return name_seat(mode, desk, seat)
    return into(StarterList(desk.draft.seats.index(seat)), desk)


def _clear_again(mode: Clear, desk: Desk) -> SetupStep:
    return into(mode, desk) if desk.standing else onward("board", desk)


def _leave_standing(mode: Clear, desk: Desk) -> SetupStep:
    return onward("board", replace(desk, standing=()))


def _start(mode: Summary, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (NewGame(),))


NEW_GAME: Final[Mapping[type, SetupRow[Any]]] = {
    EditionList: list_row(_take_edition, _step_back("edition")),
    CardList: list_row(_take_cards, _step_back("cards")),
    Who: list_row(_join, _unjoin, _press_seat),
    SeatsRight: question_row(_seats_right, _seats_wrong),
    LostNumber: SetupRow[LostNumber](
        yes=_take_number, no=_number_back, back=_less, forward=_more, ask=where, seat=name_seat
    ),
    EarTry: SetupRow[EarTry](yes=_heard, no=_unheard, back=again, forward=_unheard, ask=where, seat=_its_own),
    NoEar: list_row(_way_out, _ear_back, _its_own),
    StarterList: list_row(_take_starter, _step_back("starter"), _find_starter),
    Clear: question_row(_clear_again, _leave_standing),
    Summary: question_row(_start, _step_back("start")),
    SetupPhone: question_row(_stays, _put_out),
}
"""Rows of the table in `dialog.setup.rows`."""
