"""Set-up in words: every prompt in its lengths, in every language, and the first evening as it is heard."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from announce import LEVELS, Announcement, Wording, languages
from dialog import NothingToDo
from dialog.setup import (
    DeviceWell,
    Draft,
    EarChoice,
    EarWay,
    Facts,
    Finding,
    PinFault,
    PinTrouble,
    SetupPrompt,
    StartItem,
    StoredGame,
    prompts,
)
from engine import EDITIONS, SEATS, Seat, game_map
from table.self_test import Sensed
from table.setting_up import SettingUp, Surroundings
from tabletop import (
    BUTTONS,
    Button,
    DeviceHealth,
    LessonNews,
    LessonStep,
    Observation,
    Press,
    Seen,
    SiteId,
    board_layout,
)
from tests.announce.conftest import LIMITS
from tests.criteria.panel_table import Paper

FOLDER = Path(__file__).with_name("set_up")
SITE = SiteId("sault-st-marie-toronto")
FIVE: tuple[Seat, ...] = SEATS
COUNTS = (1, 2, 5, 21, 101)
PLACES = (
    "back left corner", "back edge", "back right corner", "left edge", "middle", "right edge",
    "front left corner", "front edge", "front right corner", "back side", "left side", "right side",
    "front side",
)  # fmt: skip


def findings() -> Iterator[Finding]:
    yield from (PinFault(site=SITE, trouble=trouble) for trouble in get_args(PinTrouble))
    for device in ("hub", "camera", "voice", "ear", "broker", "store"):
        for count in COUNTS:
            yield DeviceWell(device=device, count=count, cities=count // 2, full=count % 5)
    for place in PLACES:
        yield DeviceHealth(device="camera", condition="lost", at=0.0, cause="board-lost", lacks=(place,))
    corners = ("back left corner", "front right corner", "left edge")
    yield DeviceHealth(device="camera", condition="lost", at=0.0, cause="board-lost", lacks=corners)


def games() -> Iterator[StoredGame]:
    for when in ("today", "yesterday", "before"):
        for cut in (False, True):
            yield StoredGame(
                name="12",
                edition="rails-and-sails-great-lakes",
                seats=FIVE,
                turn=24,
                to_move="green",
                when=when,
                cut=cut,
            )
    yield StoredGame(name="1", edition="europe", seats=("blue", "red"), turn=1, to_move=None)


def drafts() -> Iterator[Draft]:
    for edition in EDITIONS:
        yield Draft(edition=edition, cards="dealt", seats=FIVE, starter="lot")
        yield Draft(edition=edition, cards="untracked", seats=FIVE[:2], starter="red")
        lost = tuple((name, n) for name in EDITIONS[edition].lost for n in COUNTS[:1])
        yield Draft(edition=edition, cards="dealt", seats=FIVE[:3], starter="red", settings=lost)


def lesson() -> Iterator[LessonNews]:
    for step in get_args(LessonStep):
        seat: Seat | None = "green" if step in ("wanted", "taken", "unlike", "alike") else None
        yield LessonNews(step=step, seat=seat, other="yellow" if step == "alike" else None)


def every_prompt() -> Iterator[SetupPrompt]:
    """Each kind of prompt, with what it can hold."""
    yield from (prompts.Hello(), prompts.StillWaking(), prompts.PracticeAsked(), prompts.PageTold())
    yield prompts.SpeedAsked(rate=175)
    yield from (prompts.ButtonNamed(button=button) for button in BUTTONS)
    board = DeviceWell(device="hub", count=148, cities=47)
    yield prompts.AllWell(findings=(board, DeviceWell(device="camera")))
    yield prompts.AllWell(findings=(DeviceWell(device="store"),))
    yield from (prompts.FindingTold(finding=one, index=0, count=3) for one in findings())
    for n in COUNTS:
        yield prompts.TourBegins(count=n)
        yield prompts.PinFelt(site=SITE, tested=n, count=n)
        yield prompts.PinUntested(site=SITE, left=n)
        yield prompts.TourEnds(tested=n, count=n)
        yield prompts.ClearAsked(site=SITE, count=n)
        yield prompts.ShowingEnds(known=n, count=5)
    yield prompts.TokensAsked()
    yield from (prompts.TokensShown(news=news) for news in lesson())
    yield prompts.PinUntested(site=None, left=0)
    for game in games():
        yield prompts.ResumeAsked(game=game)
        yield prompts.GameOffered(game=game, index=0, count=3)
    for draft in drafts():
        yield prompts.StartAsked(draft=draft)
        yield prompts.BoardTurned(edition=draft.edition)
        yield prompts.StartOffered(item="again", index=0, count=5, last=draft)
        yield prompts.EditionOffered(edition=draft.edition, index=0, count=6)
        yield prompts.EditionOffered(edition=draft.edition, index=5, count=6)
        yield prompts.StarterOffered(edition=draft.edition, starter="green", index=0, count=4)
        yield prompts.StarterOffered(edition=draft.edition, starter="lot", index=3, count=4)
    yield from (
        prompts.StartOffered(item=item, index=n, count=7) for n, item in enumerate(get_args(StartItem)[1:])
    )
    yield from (prompts.CardsOffered(cards=cards, index=0, count=2) for cards in ("dealt", "untracked"))
    yield from (prompts.WhoAsked(tokens=True), prompts.WhoAsked(tokens=False))
    for rules in EDITIONS.values():
        yield from (prompts.NumberAsked(name=name, number=n) for name in rules.lost for n in (0, *COUNTS))
    yield prompts.SeatOffered(seat=None, index=5, count=6)
    yield prompts.SeatOffered(seat="green", index=2, count=6)
    for seat in SEATS:
        yield prompts.PhoneSeated(seat=seat)
        yield from (prompts.SeatNamed(seat=seat), prompts.SeatLeft(seat=seat), prompts.EarAsked(seat=seat))
        for n in (1, 5):
            yield from (prompts.SeatSits(seat=seat, place=n, token=token) for token in (True, False))
        for choice in get_args(EarChoice):
            yield prompts.EarOffered(seat=seat, choice=choice, index=0, count=4)
            yield prompts.EarOffered(seat=seat, choice=choice, index=1, count=4)
    for why in ("sits", "full", "few", "unknown"):
        yield prompts.SeatRefused(why=why, seat="green", number=2)
    yield from (prompts.SeatsAsked(seats=FIVE[:n]) for n in (2, 5))
    yield NothingToDo(button="yes", why="late")
    yield from (prompts.SetupWhere(place=place, index=4, count=6) for place in get_args(prompts.SetupPlace))


def test_given_the_kinds_of_prompt_when_listed_then_every_one_is_tried_here() -> None:
    assert {type(one) for one in every_prompt()} == set(get_args(SetupPrompt))


@pytest.mark.criterion(62, 63)
def test_given_every_prompt_of_set_up_when_worded_then_the_wording_rules_are_kept(
    wording: Wording, complaints: Callable[[Announcement], list[str]]
) -> None:
    told = [one for prompt in every_prompt() for one in wording.setup(prompt)]
    assert not [bad for one in told for bad in complaints(one)]


@pytest.mark.criterion(62)
@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
def test_given_every_prompt_in_every_language_when_counted_then_it_is_short_enough(language: str) -> None:
    """Other languages take a little more room; names of cities count as one."""
    words = Wording(game_map("usa"), board_layout("usa"), language=language)
    place = words.vocabulary.site(SITE)
    for prompt in every_prompt():
        for told in words.setup(prompt):
            for level in LEVELS:
                text = told.text(level).replace(place, "Name")
                assert "{" not in text
                assert len(text.split()) <= LIMITS[level] * 1.5, (level, text)


class FirstEvening:
    """From power-on to "Start?", with a pin that feels what nobody sees."""

    def __init__(self, language: str) -> None:
        layout = board_layout("europe")
        self.paper, self.at = Paper(), 0.0
        both: tuple[EarWay, ...] = ("own", "shared")
        ways: dict[Seat, tuple[EarWay, ...]] = {"blue": both, "red": both, "green": ("shared",)}
        self.table = SettingUp(
            Facts(editions=tuple(EDITIONS), ways=ways),
            Draft(),
            sensed=Sensed(layout, frozenset({"hub", "camera"})),
            wording=Wording(game_map("europe"), layout, language=language),
            sinks=[self.paper],
            around=Surroundings(set_rate=lambda rate: rate),
            seed=1,
        )
        self.pins = [pin.id for pin in layout.pins()]

    def feel(self, site: SiteId, seen: Seen, *, looks: Seen | None = None) -> None:
        felt: Seen = "something" if seen in SEATS else seen
        self.take(Observation(site=site, sense="pin", seen=felt, at=self.at))
        self.take(Observation(site=site, sense="camera", seen=looks or seen, at=self.at))

    def take(self, item: Observation | DeviceHealth | Press) -> None:
        self.table.handle(item, self.at)

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.at += 1.0
            self.table.tick(self.at)
            self.take(Press(button=button, action="up", at=self.at))

    def run(self) -> str:
        self.table.tick(0.0)
        for device in ("hub", "camera"):
            self.take(DeviceHealth(device=device, condition="live", at=0.0))
        for pin in self.pins:
            self.feel(pin, "something" if pin == self.pins[4] else "empty", looks="empty")
        self.at = 5.0
        self.table.tick(self.at)
        self.press("ask", "forward", "yes", "repeat", "ask", "no", "no", "ask")
        self.feel(self.pins[4], "empty")
        self.press("yes", "forward", "yes")
        self.feel(self.pins[0], "something", looks="empty")
        self.feel(self.pins[0], "empty")
        self.press("no", "yes", "forward", "forward", "yes", "yes", "ask")
        for number, seat in enumerate(SEATS[:3]):
            self.feel(self.pins[number], seat)
            self.feel(self.pins[number], "empty")
        self.press("yes", "yes", "yes", "yes", "ask", "yes", "forward", "ask", "yes", "ask")
        self.at += 20.0
        self.table.tick(self.at)
        self.press("yes")
        return "".join(_line(one) for one in self.paper.said if one.normal)


def _line(told: Announcement) -> str:
    """Audience, urgency, short sound; then normal, brief and full words."""
    levels = [f"| {told.normal}", *([f"| B {told.brief}"] if told.brief else [])]
    levels += [f"| F {told.full}"] if told.full else []
    return f"{told.audience} {told.urgency} {told.earcon or '-'} {' '.join(levels)}\n"


@pytest.mark.parametrize("language", languages())
def test_given_the_first_evening_when_set_up_then_the_table_hears_what_is_written(language: str) -> None:
    evening = FirstEvening(language)
    heard = evening.run()
    assert evening.table.choice is not None
    golden = FOLDER / f"{language}.txt"
    if os.environ.get("FINGERPOST_ACCEPT"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(heard, encoding="utf-8")
    assert heard == golden.read_text(encoding="utf-8")
