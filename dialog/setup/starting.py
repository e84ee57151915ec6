"""The places from power-on to what is done first: speed, practice, self-test, pins, games."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dialog.setup.cells import (
    Cell,
    SetupRow,
    again,
    forward,
    list_row,
    name_seat,
    question_row,
    where,
)
from dialog.setup.desk import (
    Desk,
    Draft,
    Games,
    PinFault,
    PinTour,
    Practice,
    Resume,
    SelfTest,
    SetupMode,
    ShowTokens,
    Speed,
    Start,
    Waking,
    start_items,
)
from dialog.setup.effects import GoOnWith, ListGames, LookAgain, SaySetup, TurnRate
from dialog.setup.flow import SetupStep, back_to, into, onward, setup_where
from dialog.setup.prompts import (
    AllWell,
    ButtonNamed,
    PageTold,
    SeatNamed,
    StillWaking,
    TourBegins,
    TourEnds,
)
from dialog.setup.showing import showing
from engine import Seat
from tabletop import Button, DeviceHealth


def begun(desk: Desk) -> SetupStep:
    """What is asked first when all devices have had their word: on the first run the speed of speech."""
    return into(Speed(), desk) if desk.facts.first else tested(desk)


def tested(desk: Desk) -> SetupStep:
    """The self-test: all well in one utterance, or finding by finding from the first fault."""
    at = next((n for n, one in enumerate(desk.findings) if faulty(one)), None)
    return first_choice(desk, said=True) if at is None else into(SelfTest(at), desk)


def first_choice(desk: Desk, *, said: bool = False) -> SetupStep:
    """Yesterday's game if there is one, else the list of what can be done. `said`: that all is well, too.

    Before it, once, on the first evening of a table with a camera: shall that be shown the tokens?
    """
    well = (SaySetup(AllWell(findings=desk.findings)),) if said and desk.findings else ()
    mode: SetupMode = Resume() if desk.facts.latest is not None else Start()
    if desk.facts.first and desk.showable and not (desk.facts.tokens or desk.offered):
        desk, mode = replace(desk, offered=True), ShowTokens(mode)
    return into(mode, desk, well)


def faulty(finding: object) -> bool:
    """Whether a finding is of something amiss."""
    return isinstance(finding, PinFault | DeviceHealth)


def _not_yet(mode: Waking, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (SaySetup(StillWaking()),))


def _speed_right(mode: Speed, desk: Desk) -> SetupStep:
    return into(Practice(), desk) if desk.facts.first else into(Start(), desk)


def _slower(mode: Speed, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (TurnRate(-1),))


def _faster(mode: Speed, desk: Desk) -> SetupStep:
    return SetupStep(mode, desk, (TurnRate(+1),))


def named(button: Button) -> Cell[Practice]:
    """In practice a button says its name; No, pressed twice, ends."""

    def cell(mode: Practice, desk: Desk) -> SetupStep:
        said = SaySetup(ButtonNamed(button=button))
        if button == "no" and mode.leaving:
            return tested(desk) if desk.facts.first else into(Start(), desk)
        more = (SaySetup(setup_where(mode, desk)),) if button == "ask" else ()
        return SetupStep(Practice(leaving=button == "no"), desk, (said, *more))

    return cell


def _practise_seat(mode: Practice, desk: Desk, seat: Seat) -> SetupStep:
    return SetupStep(Practice(), desk, (SaySetup(SeatNamed(seat=seat)),))


def mended(mode: SelfTest, desk: Desk) -> SetupStep:
    """Nothing is amiss any more: on to what comes first, or back to where one was."""
    if mode.then is None:
        return tested(desk)
    return back_to(mode.then, desk, (SaySetup(AllWell(findings=desk.findings)),))


def _look_again(mode: SelfTest, desk: Desk) -> SetupStep:
    """A fault that should be mended is looked at again; what is well leads to the next test."""
    if faulty(desk.findings[mode.index]):
        return SetupStep(mode, desk, (LookAgain(),))
    return skip_test(mode, desk)


def skip_test(mode: SelfTest, desk: Desk) -> SetupStep:
    """The next test; after the last one play begins, or goes on where it was."""
    index = mode.index + 1
    if index < len(desk.findings):
        return into(replace(mode, index=index), desk)
    return first_choice(desk) if mode.then is None else back_to(mode.then, desk)


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
        case "tokens":
            return showing(desk, Start())
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


STARTING: Final[Mapping[type, SetupRow[Any]]] = {
    Waking: SetupRow[Waking](
        yes=_not_yet, no=_not_yet, back=_not_yet, forward=_not_yet, ask=where, seat=name_seat
    ),
    Speed: SetupRow[Speed](
        yes=_speed_right, no=_speed_right, back=_slower, forward=_faster, ask=where, seat=name_seat
    ),
    Practice: SetupRow[Practice](
        yes=named("yes"),
        no=named("no"),
        back=named("back"),
        forward=named("forward"),
        ask=named("ask"),
        seat=_practise_seat,
    ),
    SelfTest: list_row(_look_again, skip_test, name_seat),
    PinTour: list_row(forward, _finish_tour, name_seat),
    Resume: question_row(_go_on, _other),
    Start: list_row(_begin, again),
    Games: list_row(_play_it, _to_start),
}
"""Rows of the table in `dialog.setup.rows`."""
