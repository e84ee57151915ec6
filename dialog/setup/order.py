"""From one step of set-up to the next, and back: what is to be asked, and what needs no asking."""

from typing import assert_never

from msgspec.structs import replace

from dialog.desk import STAGES, Desk, Draft, Stage
from dialog.effects import Say
from dialog.setup.ears import ear_place, ears_wanted, known_ears
from dialog.setup.effects import SetupEffects
from dialog.setup.numbers import asked_number, known_numbers, lost_numbers, numbers_wanted
from dialog.setup.places import Backward, Onward, SetupMode, SetupStep, Start, start_items
from dialog.setup.ready import Clear, Summary
from dialog.setup.rules import which_edition, whose_cards
from dialog.setup.seats import who
from dialog.setup.starter import who_starts


def arrived(step: SetupStep, desk: Desk) -> tuple[SetupMode, Desk, SetupEffects]:
    """Where a step leads to; a step onward or back to the place that asks next."""
    desk = step.desk or desk
    match step.mode:
        case Onward(done=done):
            desk, mode = _next(done, desk)
        case Backward(asked=asked):
            desk, mode = _before(asked, desk)
        case mode:
            return mode, desk, step.effects
    return mode, desk, (*step.effects, Say(mode))


def _next(done: Stage | None, desk: Desk) -> tuple[Desk, SetupMode]:
    """What the table's file or last time has answered is passed."""
    for stage in STAGES[0 if done is None else STAGES.index(done) + 1 :]:
        desk, mode = _opened(stage, desk)
        if mode is not None:
            return desk, mode
    raise AssertionError("the last step is always asked")


def _before(asked: Stage, desk: Desk) -> tuple[Desk, SetupMode]:
    """Before the first step is the list of what can be done."""
    for stage in reversed(STAGES[: STAGES.index(asked)]):
        cleared = _undone(stage, desk)
        if stage == "ears":
            cleared = replace(cleared, ears_anew=True)
        _, mode = _opened(stage, cleared)
        if stage == "numbers" and lost_numbers(desk):  # asked again although the answer is known
            mode = asked_number(cleared, lost_numbers(desk)[-1])
        if mode is not None:
            return cleared, mode
    return replace(_undone("edition", desk), ears_anew=False), Start(start_items(desk).index("new"))


def _opened(stage: Stage, desk: Desk) -> tuple[Desk, SetupMode | None]:
    """The place that asks this step; None: it needs no asking."""
    match stage:
        case "numbers":
            desk = known_numbers(desk)
            missing = numbers_wanted(desk)
            return desk, asked_number(desk, missing[0]) if missing else None
        case "ears":
            desk = known_ears(desk)
            wanted = ears_wanted(desk)
            return desk, ear_place(desk, wanted[0]) if wanted else None
        case "board":
            return desk, Clear() if desk.standing else None
        case "start":
            starter = desk.draft.starter or desk.draft.seats[0]
            return replace(desk, draft=replace(desk.draft, starter=starter)), Summary()
        case _ if stage in desk.facts.given:
            return desk, None
        case "edition":
            return desk, which_edition(desk)
        case "cards":
            return desk, whose_cards(desk)
        case "seats":
            return desk, who(desk)
        case "starter":
            return desk, who_starts(desk)
        case _:
            assert_never(stage)


def _undone(stage: Stage, desk: Desk) -> Desk:
    """Without what was chosen at this step and after it, but for what was given.

    Seats that are asked about again stay: one after the other leaves.
    """
    gone = set(STAGES[STAGES.index(stage) :]) - desk.facts.given
    kept = {stage} if stage == "seats" else set()
    return replace(desk, draft=desk.draft.taking(gone - kept, Draft()))
