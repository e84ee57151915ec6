"""From one step of set-up to the next: what opens, what is said on coming there, where one is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from dialog.setup.desk import (
    CARD_CHOICES,
    STAGES,
    CardList,
    Clear,
    Desk,
    Draft,
    EarTry,
    EarWay,
    EditionList,
    Games,
    LostNumber,
    NoEar,
    PinTour,
    Practice,
    Resume,
    SeatsRight,
    SelfTest,
    SetupMode,
    SetupPhone,
    Showing,
    ShowTokens,
    Speed,
    Stage,
    Start,
    StarterList,
    Summary,
    Waking,
    Who,
    ears_wanted,
    first_starter,
    free_seats,
    start_items,
    ways_out,
)
from dialog.setup.effects import SaySetup, SetupEffects
from dialog.setup.numbers import asked_number, known_numbers, lost_numbers, numbers_wanted
from dialog.setup.prompts import (
    CardsOffered,
    ClearAsked,
    EarAsked,
    EarOffered,
    EditionOffered,
    FindingTold,
    GameOffered,
    NumberAsked,
    PhoneSeated,
    PinUntested,
    PracticeAsked,
    ResumeAsked,
    SeatOffered,
    SeatsAsked,
    SetupPlace,
    SetupPrompt,
    SetupWhere,
    SpeedAsked,
    StartAsked,
    StarterOffered,
    StartOffered,
    StillWaking,
    TokensAsked,
    TokensShown,
    WhoAsked,
)
from engine import Seat


@dataclass(frozen=True, slots=True)
class SetupStep:
    """What a press leads to."""

    mode: SetupMode
    desk: Desk
    effects: SetupEffects = ()


def into(mode: SetupMode, desk: Desk, before: SetupEffects = ()) -> SetupStep:
    """Go to a place and say it."""
    return SetupStep(mode, desk, (*before, SaySetup(setup_prompt(mode, desk))))


def back_to(mode: SetupMode, desk: Desk, before: SetupEffects = ()) -> SetupStep:
    """Go on where one was before a device had a word; tokens that have been lifted are asked for no more."""
    if isinstance(mode, Clear) and not desk.standing:
        return onward("board", desk, before)
    return into(mode, desk, before)


# The order of the steps


def onward(done: Stage | None, desk: Desk, before: SetupEffects = ()) -> SetupStep:
    """The next step that is to be asked; what the table's file or last time has answered is passed."""
    first = 0 if done is None else STAGES.index(done) + 1
    for stage in STAGES[first:]:
        desk, mode = _opened(stage, desk)
        if mode is not None:
            return into(mode, desk, before)
    raise AssertionError("the last step is always asked")


def backward(asked: Stage, desk: Desk, before: SetupEffects = ()) -> SetupStep:
    """One step back; before the first is the list of what can be done."""
    for stage in reversed(STAGES[: STAGES.index(asked)]):
        cleared = _undone(stage, desk)
        if stage == "ears":
            cleared = replace(cleared, ears_anew=True)
        _, mode = _opened(stage, cleared)
        if stage == "numbers" and lost_numbers(desk):  # asked again although the answer is known
            mode = asked_number(cleared, lost_numbers(desk)[-1])
        if mode is not None:
            return into(mode, cleared, before)
    desk = replace(_undone("edition", desk), ears_anew=False)
    return into(Start(start_items(desk).index("new")), desk, before)


def _opened(stage: Stage, desk: Desk) -> tuple[Desk, SetupMode | None]:
    """The place that asks this step; None: it needs no asking."""
    facts, draft = desk.facts, desk.draft
    match stage:
        case "edition" if stage not in facts.given:
            return desk, EditionList()
        case "cards" if stage not in facts.given:
            return desk, CardList()
        case "seats" if stage not in facts.given:
            return desk, who(desk)
        case "numbers":
            desk = known_numbers(desk)
            missing = numbers_wanted(desk)
            return desk, None if not missing else asked_number(desk, missing[0])
        case "ears":
            desk = _known_ears(desk)
            wanted = ears_wanted(desk)
            return desk, None if not wanted else ear_place(desk, wanted[0])
        case "starter" if stage not in facts.given:
            return desk, StarterList(first_starter(desk))
        case "board" if desk.standing:
            return desk, Clear()
        case "start":
            return replace(desk, draft=_started(draft)), Summary()
        case _:
            return desk, None


def _started(draft: Draft) -> Draft:
    return draft if draft.starter is not None else replace(draft, starter=draft.seats[0])


def _undone(stage: Stage, desk: Desk) -> Desk:
    """Without what was chosen at this step and after it, but for what was given."""
    later = [one for one in STAGES[STAGES.index(stage) :] if one not in desk.facts.given]
    draft = desk.draft
    if "edition" in later:
        draft = replace(draft, edition="")
    if "cards" in later:
        draft = replace(draft, cards=None)
    if "seats" in later and stage != "seats":
        draft = replace(draft, seats=())
    if "numbers" in later:
        draft = replace(draft, settings=())
    if "ears" in later:
        draft = replace(draft, ears=())
    if "starter" in later:
        draft = replace(draft, starter=None)
    return replace(desk, draft=draft)


def who(desk: Desk) -> Who:
    """Where a token tells whose it is the list stands at "that is all", else at the first seat."""
    return Who(len(free_seats(desk)) if desk.facts.identities or desk.draft.seats else 0)


def ear_place(desk: Desk, seat: Seat) -> SetupMode:
    """How this seat's ear is settled: its own is tried, else the ways out are offered."""
    return EarTry(seat) if "own" in desk.facts.ways.get(seat, ()) else NoEar(seat)


def _known_ears(desk: Desk) -> Desk:
    """Ears that need no asking: a screen, and what served last time and still could.

    Whoever has gone back to the ears is asked about each: else a way that was taken by mistake would stay.
    """
    known = desk.facts.last is not None and not desk.ears_anew
    last = dict(desk.facts.last.ears) if known and desk.facts.last is not None else {}
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


# What is said


def size(mode: SetupMode, desk: Desk) -> int:
    """How many items the list of a place has; 0: it is no list."""
    match mode:
        case SelfTest():
            return len(desk.findings)
        case PinTour(tested=tested):
            return len([site for site in desk.pins if site not in tested])
        case Start():
            return len(start_items(desk))
        case Games():
            return len(desk.facts.games)
        case EditionList():
            return len(desk.facts.editions)
        case CardList():
            return len(CARD_CHOICES)
        case Who():
            return len(free_seats(desk)) + 1
        case NoEar(seat=seat):
            return len(ways_out(desk, seat))
        case StarterList():
            return len(desk.draft.seats) + 1
        case _:
            return 0


def _test(mode: SelfTest, desk: Desk) -> SetupPrompt:
    return FindingTold(finding=desk.findings[mode.index], index=mode.index, count=len(desk.findings))


def _untested(mode: PinTour, desk: Desk) -> SetupPrompt:
    left = [site for site in desk.pins if site not in mode.tested]
    return PinUntested(site=left[mode.index % len(left)] if left else None, left=len(left))


def _resume(mode: Resume, desk: Desk) -> SetupPrompt:
    assert desk.facts.latest is not None, "asked only where there is one"
    return ResumeAsked(game=desk.facts.latest)


def _start(mode: Start, desk: Desk) -> SetupPrompt:
    items = start_items(desk)
    return StartOffered(item=items[mode.index], index=mode.index, count=len(items), last=desk.facts.last)


def _edition(mode: EditionList, desk: Desk) -> SetupPrompt:
    editions = desk.facts.editions
    return EditionOffered(edition=editions[mode.index], index=mode.index, count=len(editions))


def _cards(mode: CardList, desk: Desk) -> SetupPrompt:
    return CardsOffered(cards=CARD_CHOICES[mode.index], index=mode.index, count=len(CARD_CHOICES))


def _who(mode: Who, desk: Desk) -> SetupPrompt:
    seats = free_seats(desk)
    if not desk.draft.seats and mode == who(desk):
        return WhoAsked(tokens=desk.facts.identities)
    seat = seats[mode.index] if mode.index < len(seats) else None
    return SeatOffered(seat=seat, index=mode.index, count=len(seats) + 1)


def _way_out(mode: NoEar, desk: Desk) -> SetupPrompt:
    choices = ways_out(desk, mode.seat)
    return EarOffered(seat=mode.seat, choice=choices[mode.index], index=mode.index, count=len(choices))


def _starter(mode: StarterList, desk: Desk) -> SetupPrompt:
    seats = desk.draft.seats
    starter = seats[mode.index] if mode.index < len(seats) else "lot"
    return StarterOffered(edition=desk.draft.edition, starter=starter, index=mode.index, count=len(seats) + 1)


def _game(mode: Games, desk: Desk) -> SetupPrompt:
    games = desk.facts.games
    return GameOffered(game=games[mode.index], index=mode.index, count=len(games))


_PROMPTS: Final[Mapping[type, Callable[[Any, Desk], SetupPrompt]]] = {
    Waking: lambda m, d: StillWaking(),
    Speed: lambda m, d: SpeedAsked(rate=d.facts.rate),
    Practice: lambda m, d: PracticeAsked(),
    SelfTest: _test,
    PinTour: _untested,
    Resume: _resume,
    Start: _start,
    Games: _game,
    EditionList: _edition,
    CardList: _cards,
    Who: _who,
    SeatsRight: lambda m, d: SeatsAsked(seats=d.draft.seats),
    LostNumber: lambda m, d: NumberAsked(name=m.name, number=m.number),
    EarTry: lambda m, d: EarAsked(seat=m.seat),
    NoEar: _way_out,
    StarterList: _starter,
    Clear: lambda m, d: ClearAsked(site=d.standing[0], count=len(d.standing)),
    Summary: lambda m, d: StartAsked(draft=d.draft, settings=d.facts.settings),
    SetupPhone: lambda m, d: PhoneSeated(seat=m.seat),
    ShowTokens: lambda m, d: TokensAsked(),
    Showing: lambda m, d: TokensShown(news=m.news),
}

SETUP_PLACES: Final[Mapping[type, SetupPlace]] = {
    Waking: "waking",
    Speed: "speed",
    Practice: "practice",
    SelfTest: "tests",
    PinTour: "pins",
    Resume: "resume",
    Start: "start",
    Games: "games",
    EditionList: "edition",
    CardList: "cards",
    Who: "who",
    SeatsRight: "seats",
    LostNumber: "number",
    EarTry: "ear",
    NoEar: "no-ear",
    StarterList: "starter",
    Clear: "clear",
    Summary: "summary",
    SetupPhone: "phone",
    ShowTokens: "show",
    Showing: "tokens",
}
"""What a place is called where Ask tells where one is."""


def setup_prompt(mode: SetupMode, desk: Desk) -> SetupPrompt:
    """What is said on coming to this place."""
    return _PROMPTS[type(mode)](mode, desk)


def setup_where(mode: SetupMode, desk: Desk) -> SetupWhere:
    """Where one is, for Ask."""
    index = getattr(mode, "index", 0)
    return SetupWhere(place=SETUP_PLACES[type(mode)], index=int(index), count=size(mode, desk))
