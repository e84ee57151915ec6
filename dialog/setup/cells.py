"""What each button does at each place of set-up: a table without an empty cell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from dialog.effects import Edge, History
from dialog.setup.desk import (
    CARD_CHOICES,
    CardList,
    Clear,
    Desk,
    Draft,
    EarTry,
    EditionList,
    Games,
    NoEar,
    PinFault,
    PinTour,
    Practice,
    Resume,
    SeatsRight,
    SelfTest,
    SetupMode,
    Speed,
    Start,
    StarterList,
    Summary,
    Waking,
    Who,
    ears_wanted,
    fewest,
    free_seats,
    most,
    start_items,
    ways_out,
)
from dialog.setup.flow import (
    GoOnWith,
    ListGames,
    LookAgain,
    NewGame,
    SaySetup,
    SetupStep,
    TurnRate,
    backward,
    ear_place,
    into,
    onward,
    setup_where,
    size,
    who,
    with_ear,
)
from dialog.setup.prompts import (
    AllWell,
    ButtonNamed,
    PageTold,
    SeatLeft,
    SeatNamed,
    SeatRefused,
    SeatSits,
    StillWaking,
    TourBegins,
    TourEnds,
)
from engine import Seat
from tabletop import Button, DeviceHealth

M = TypeVar("M")
Cell = Callable[[M, Desk], SetupStep]
SeatCell = Callable[[M, Desk, Seat], SetupStep]


@dataclass(frozen=True, kw_only=True)  # no slots: a generic class that is called notes what it is of
class SetupRow(Generic[M]):
    """What the buttons do at one place; Repeat says the last words again everywhere."""

    yes: Cell[M]
    no: Cell[M]
    back: Cell[M]
    forward: Cell[M]
    ask: Cell[M]
    seat: SeatCell[M]


def begun(desk: Desk) -> SetupStep:
    """What is asked first when all devices have had their word: on the first run the speed of speech."""
    return into(Speed(), desk) if desk.facts.first else tested(desk)


def tested(desk: Desk) -> SetupStep:
    """The self-test: all well in one utterance, or finding by finding from the first fault."""
    at = next((n for n, one in enumerate(desk.findings) if _faulty(one)), None)
    return first_choice(desk, said=True) if at is None else into(SelfTest(at), desk)


def first_choice(desk: Desk, *, said: bool = False) -> SetupStep:
    """Yesterday's game if there is one, else the list of what can be done. `said`: that all is well, too."""
    well = (SaySetup(AllWell(findings=desk.findings)),) if said and desk.findings else ()
    return into(Resume() if desk.facts.latest is not None else Start(), desk, well)


def _faulty(finding: object) -> bool:
    return isinstance(finding, PinFault | DeviceHealth)


# Cells that many places share


def _again(mode: Any, desk: Desk) -> SetupStep:
    return into(mode, desk)


def _where(mode: Any, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (SaySetup(setup_where(mode, desk)),))


def _older(mode: Any, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (History(-1),))


def _newer(mode: Any, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (History(+1),))


def _walked(mode: Any, desk: Desk, step: int) -> SetupStep:
    """A list wraps; the join has the edge sound."""
    count, target = size(mode, desk), mode.index + step
    edge = () if 0 <= target < count else (Edge(),)
    return into(replace(mode, index=target % max(count, 1)), desk, edge)


def _back(mode: Any, desk: Desk) -> SetupStep:
    return _walked(mode, desk, -1)


def _forward(mode: Any, desk: Desk) -> SetupStep:
    return _walked(mode, desk, +1)


def _name_seat(mode: Any, desk: Desk, seat: Seat) -> SetupStep:
    return SetupStep(mode, desk, (SaySetup(SeatNamed(seat=seat)),))


def _early(mode: Any, desk: Desk, seat: Seat) -> SetupStep:
    """A seat button in a list joins its seat, before it is asked who plays."""
    if "seats" in desk.facts.given:
        return _name_seat(mode, desk, seat)
    if seat in desk.draft.seats:
        return SetupStep(mode, desk, (SaySetup(SeatRefused(why="sits", seat=seat)),))
    return _sat(mode, desk, seat, token=False)


# Starting


def _not_yet(mode: Waking, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (SaySetup(StillWaking()),))


def _speed_right(mode: Speed, desk: Desk) -> SetupStep:
    return into(Practice(), desk) if desk.facts.first else into(Start(), desk)


def _slower(mode: Speed, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (TurnRate(-1),))


def _faster(mode: Speed, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (TurnRate(+1),))


def _named(button: Button) -> Cell[Practice]:
    def cell(mode: Practice, desk: Desk) -> SetupStep:
        said = SaySetup(ButtonNamed(button=button))
        if button == "no" and mode.leaving:
            return tested(desk) if desk.facts.first else into(Start(), desk)
        more = (SaySetup(setup_where(mode, desk)),) if button == "ask" else ()
        return SetupStep(Practice(leaving=button == "no"), desk, (said, *more))

    return cell


def _practise_seat(mode: Practice, desk: Desk, seat: Seat) -> SetupStep:
    return SetupStep(Practice(), desk, (SaySetup(SeatNamed(seat=seat)),))


def _look_again(mode: SelfTest, desk: Desk) -> SetupStep:
    """A fault that should be mended is looked at again; what is well leads to the next test."""
    if _faulty(desk.findings[mode.index]):
        return SetupStep(mode, desk, (LookAgain(),))
    return skip_test(mode, desk)


def skip_test(mode: SelfTest, desk: Desk) -> SetupStep:
    """The next test; after the last one play begins."""
    index = mode.index + 1
    return into(SelfTest(index), desk) if index < len(desk.findings) else first_choice(desk)


def _finish_tour(mode: PinTour, desk: Desk) -> SetupStep:
    ends = SaySetup(TourEnds(tested=len(mode.tested), count=len(desk.pins)))
    return into(Start(), desk, (ends,))


# What is done first


def _go_on(mode: Resume, desk: Desk) -> SetupStep:
    latest = desk.facts.latest
    return SetupStep(mode, desk, (GoOnWith(latest.name),) if latest is not None else ())


def _other(mode: Resume, desk: Desk) -> SetupStep:
    return into(Start(), desk)


def _begin(mode: Start, desk: Desk) -> SetupStep:
    facts = desk.facts
    match start_items(desk)[mode.index]:
        case "again" if facts.last is not None:
            draft = _merged(facts.last, desk)
            return onward("seats", replace(desk, draft=replace(draft, starter=None, ears=())))
        case "games":
            return SetupStep(mode, desk, (ListGames(),))
        case "pins":
            return SetupStep(PinTour(), desk, (SaySetup(TourBegins(count=len(desk.pins))),))
        case "practice":
            return into(Practice(), desk)
        case "speed":
            return into(Speed(), desk)
        case "page":
            return SetupStep(mode, desk, (SaySetup(PageTold()),))
        case _:
            return onward(None, desk)


def _merged(last: Draft, desk: Desk) -> Draft:
    """Last time's game, but for what the table's file says."""
    given, draft = desk.facts.given, desk.draft
    return Draft(
        edition=draft.edition if "edition" in given else last.edition,
        cards=draft.cards if "cards" in given else last.cards,
        seats=draft.seats if "seats" in given else last.seats,
    )


def _play_it(mode: Games, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (GoOnWith(desk.facts.games[mode.index].name),))


def _to_start(mode: object, desk: Desk) -> SetupStep:
    return into(Start(), desk)


# A new game


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
        return _sat(mode, desk, seats[mode.index], token=False)
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
    return _sat(mode, desk, seat, token=token)


def _sat(mode: SetupMode, desk: Desk, seat: Seat, *, token: bool) -> SetupStep:
    there = len(desk.draft.seats)
    if desk.draft.edition and there >= most(desk):
        return SetupStep(mode, desk, (SaySetup(SeatRefused(why="full", number=there)),))
    desk = replace(desk, draft=replace(desk.draft, seats=(*desk.draft.seats, seat)))
    said = SaySetup(SeatSits(seat=seat, place=there + 1, token=token))
    if isinstance(mode, Who):
        return SetupStep(Who(len(free_seats(desk)) if desk.facts.identities else 0), desk, (said,))
    return SetupStep(mode, desk, (said,))


def _press_seat(mode: Who, desk: Desk, seat: Seat) -> SetupStep:
    return seat_joins(mode, desk, seat, token=False)


def _seats_right(mode: SeatsRight, desk: Desk) -> SetupStep:
    return onward("seats", desk)


def _seats_wrong(mode: SeatsRight, desk: Desk) -> SetupStep:
    desk = replace(desk, draft=replace(desk.draft, seats=()))
    return into(who(desk), desk)


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
        _heard(mode, desk) if isinstance(mode, EarTry) and seat == mode.seat else _name_seat(mode, desk, seat)
    )


# Who starts, and the start


def _take_starter(mode: StarterList, desk: Desk) -> SetupStep:
    seats = desk.draft.seats
    starter = seats[mode.index] if mode.index < len(seats) else "lot"
    return onward("starter", replace(desk, draft=replace(desk.draft, starter=starter)))


def _find_starter(mode: StarterList, desk: Desk, seat: Seat) -> SetupStep:
    """A seat button goes to its seat in the list."""
    if seat not in desk.draft.seats:
        return _name_seat(mode, desk, seat)
    return into(StarterList(desk.draft.seats.index(seat)), desk)


def _clear_again(mode: Clear, desk: Desk) -> SetupStep:
    return into(mode, desk) if desk.standing else onward("board", desk)


def _leave_standing(mode: Clear, desk: Desk) -> SetupStep:
    return onward("board", replace(desk, standing=()))


def _start(mode: Summary, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (NewGame(),))


def _list(yes: Cell[Any], no: Cell[Any], seat: SeatCell[Any] = _early) -> SetupRow[Any]:
    """Back and Forward walk."""
    return SetupRow(yes=yes, no=no, back=_back, forward=_forward, ask=_where, seat=seat)


def _question(yes: Cell[Any], no: Cell[Any]) -> SetupRow[Any]:
    """Back and Forward are history."""
    return SetupRow(yes=yes, no=no, back=_older, forward=_newer, ask=_where, seat=_name_seat)


SETUP_ROWS: Final[Mapping[type, SetupRow[Any]]] = {
    Waking: SetupRow[Waking](
        yes=_not_yet, no=_not_yet, back=_not_yet, forward=_not_yet, ask=_where, seat=_name_seat
    ),
    Speed: SetupRow[Speed](
        yes=_speed_right, no=_speed_right, back=_slower, forward=_faster, ask=_where, seat=_name_seat
    ),
    Practice: SetupRow[Practice](
        yes=_named("yes"),
        no=_named("no"),
        back=_named("back"),
        forward=_named("forward"),
        ask=_named("ask"),
        seat=_practise_seat,
    ),
    SelfTest: _list(_look_again, skip_test, _name_seat),
    PinTour: _list(_forward, _finish_tour, _name_seat),
    Resume: _question(_go_on, _other),
    Start: _list(_begin, _again),
    Games: _list(_play_it, _to_start),
    EditionList: _list(_take_edition, _step_back("edition")),
    CardList: _list(_take_cards, _step_back("cards")),
    Who: _list(_join, _unjoin, _press_seat),
    SeatsRight: _question(_seats_right, _seats_wrong),
    EarTry: SetupRow[EarTry](
        yes=_heard, no=_unheard, back=_again, forward=_unheard, ask=_where, seat=_its_own
    ),
    NoEar: _list(_way_out, _step_back("ears"), _its_own),
    StarterList: _list(_take_starter, _step_back("starter"), _find_starter),
    Clear: _question(_clear_again, _leave_standing),
    Summary: _question(_start, _step_back("start")),
}
"""Every place has its row: a test holds it against the union of places."""


def setup_respond(mode: SetupMode, button: Button, desk: Desk) -> SetupStep:
    """One press. Repeat says the last words again everywhere but in practice, where it says its name."""
    row = SETUP_ROWS[type(mode)]
    cell: Cell[Any] = {
        "yes": row.yes, "no": row.no, "back": row.back, "forward": row.forward, "ask": row.ask,
        "repeat": _named("repeat"),
    }[button]  # fmt: skip
    return cell(mode, desk)
