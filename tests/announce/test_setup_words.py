"""Set-up in words: every prompt in its lengths, in every language, and the first evening as it is heard."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from announce import LEVELS, Announcement, Wording, languages
from dialog import NothingToDo, Prompt, Said, Where
from dialog.setup import (
    AllWell,
    BoardTurned,
    BotLevel,
    BotSits,
    Brought,
    ButtonNamed,
    CardList,
    Clear,
    Desk,
    DeviceWell,
    Draft,
    EarChoice,
    Earlier,
    EarlierFound,
    EarlierTable,
    EarTry,
    EarWay,
    EditionList,
    Facts,
    Finding,
    FirstWords,
    Games,
    Goodbye,
    LostNumber,
    NoEar,
    NoPicture,
    Off,
    PageTold,
    PinFault,
    PinFelt,
    PinTour,
    PinTrouble,
    Practice,
    Resume,
    SeatLeft,
    SeatNamed,
    SeatRefused,
    SeatSits,
    SeatsRight,
    SelfTest,
    SetUpLeft,
    SetupMode,
    SetupPhone,
    Showing,
    ShowingEnds,
    ShowTokens,
    Speed,
    Start,
    StarterList,
    StartItem,
    StoredGame,
    Summary,
    TokensShown,
    TourBegins,
    TourEnds,
    Waking,
    Who,
    start_items,
    ways_out,
)
from engine import EDITIONS, SEATS, Seat, game_map
from table.self_test import Sensed
from table.setting_up import SettingUp
from table.surroundings import Surroundings
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
from tests.dialog.kinds import kinds

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


GAME = StoredGame(name="1", edition="europe", seats=("blue", "red"), turn=1, to_move=None)


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
    yield GAME
    yield StoredGame(
        name="12",
        edition="rails-and-sails-great-lakes",
        seats=FIVE,
        turn=24,
        to_move=None,
        cut=True,
        over=True,
    )


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
    for cause in ("mirrored", "twice", "another", "no-fit", "other-lens"):
        yield LessonNews(step="lost", cause=cause)


def every_saying() -> Iterator[tuple[Said, Desk]]:
    """Each place and each prompt, with what can stand at the desk."""
    facts = Facts(editions=tuple(EDITIONS), latest=GAME, page=True)
    desk = Desk(facts=facts, pins=(SITE,), showable=FIVE, draft=Draft(edition="europe"))
    yield from of_the_machine(desk)
    yield from of_the_game(desk)
    yield from of_the_seats(desk)
    yield NothingToDo(button="yes", why="late"), desk


def of_the_machine(desk: Desk) -> Iterator[tuple[Said, Desk]]:
    """The welcome, earlier tables, what devices are found to be, pins and tokens that are tried."""
    greeting = (
        FirstWords(),
        Waking(),
        Speed(),
        Practice(),
        ShowTokens(Start()),
        PageTold(),
        Off(),
        Goodbye(),
        SetUpLeft(),
    )
    yield from ((one, desk) for one in greeting)
    yield FirstWords(), replace(desk, facts=replace(desk.facts, voiced=False))
    yield from (
        (one, desk) for one in (Earlier(), Earlier(looked=True), Brought(here=True), Brought(here=False))
    )
    for n in COUNTS:
        tables = (EarlierTable(name="table.tar", games=n),) * 2
        yield from ((EarlierFound(), replace(desk, earlier=tables[:many])) for many in (1, 2))
    for scheme in ("http", "https"):
        yield (
            PageTold(),
            replace(desk, facts=replace(desk.facts, address=f"{scheme}://192.168.178.201:48080")),
        )
    yield from ((ButtonNamed(button=button), desk) for button in BUTTONS)
    board = DeviceWell(device="hub", count=148, cities=47)
    yield AllWell(), replace(desk, findings=(board, DeviceWell(device="camera")))
    yield AllWell(), replace(desk, findings=(DeviceWell(device="store"),))
    for finding in findings():
        yield SelfTest(), replace(desk, findings=(finding, finding, finding))
        if isinstance(finding, DeviceHealth):
            yield NoPicture(why=finding), desk
    for n in COUNTS:
        many = replace(desk, pins=(SITE,) * n, standing=(SITE,) * n, showable=FIVE * n)
        tour = (TourBegins(), PinFelt(site=SITE, tested=n), PinTour(), TourEnds(tested=n))
        yield from ((one, many) for one in (*tour, Clear(), ShowingEnds(known=n)))
    yield ShowingEnds(known=0), desk
    yield from ((TokensShown(news=news), desk) for news in lesson())
    yield from ((Showing(Start(), FIVE, news), desk) for news in lesson())
    yield PinTour(frozenset({SITE})), desk


def of_the_game(desk: Desk) -> Iterator[tuple[Said, Desk]]:
    """Which game, by which rules, who starts."""
    facts = desk.facts
    for game in games():
        told = replace(facts, latest=game, games=(game, game, game))
        yield from ((one, replace(desk, facts=told)) for one in (Resume(), Games()))
    for draft in drafts():
        drawn = replace(desk, draft=draft, facts=replace(facts, last=draft))
        yield from ((one, drawn) for one in (Summary(), BoardTurned(), Start()))
        yield from ((StarterList(n), drawn) for n in range(len(draft.seats) + 1))
    yield from ((EditionList(n), desk) for n in range(len(EDITIONS)))
    yield from ((Start(n), desk) for n in range(len(start_items(desk))))
    more = replace(desk, showable=(), facts=replace(facts, off=True))
    yield from ((Start(n), more) for n in range(len(start_items(more))))
    yield from ((CardList(n), desk) for n in range(2))
    for rules in EDITIONS.values():
        yield from ((LostNumber(name, n), desk) for name in rules.lost for n in (0, *COUNTS))


def of_the_seats(desk: Desk) -> Iterator[tuple[Said, Desk]]:
    """Who sits where, who hears what where, who plays by itself."""
    facts = desk.facts
    yield Who(len(SEATS)), replace(desk, facts=replace(facts, identities=True, by_keys=True))
    for known in (True, False):
        yield Who(), replace(desk, facts=replace(facts, identities=known))
        yield Who(len(SEATS)), replace(desk, facts=replace(facts, identities=known))
    yield Who(2), replace(desk, draft=replace(desk.draft, seats=("blue",)))
    one = replace(desk, draft=replace(desk.draft, edition="europe", cards="dealt", seats=("blue",)))
    yield from ((Who(n), one) for n in range(4, 8))
    for seat in SEATS:
        yield from ((one, desk) for one in (SetupPhone(seat, Start()), EarTry(seat)))
        yield from ((one, desk) for one in (SeatNamed(seat=seat), SeatLeft(seat=seat)))
        for n in (1, 5):
            yield from ((SeatSits(seat=seat, place=n, token=token), desk) for token in (True, False))
        for cards in ("dealt", "untracked"):
            for ways in (("own", "shared", "page"), ()):
                there = replace(facts, ways={seat: ways})
                here = replace(desk, facts=there, draft=replace(desk.draft, cards=cards))
                yield from ((NoEar(seat, n), here) for n in range(len(ways_out(here, seat))))
    for why in ("sits", "full", "few", "unknown"):
        yield SeatRefused(why=why, seat="green", number=2), desk
        yield SeatRefused(why=why, seat="green", number=2), replace(desk, draft=Draft(seats=("blue",)))
    yield from ((SeatsRight(), replace(desk, draft=Draft(seats=FIVE[:n]))) for n in (2, 5))
    bots: tuple[tuple[Seat, BotLevel], ...] = (("red", "easy"), ("green", "fair"), ("yellow", "strong"))
    yield SeatsRight(), replace(desk, draft=replace(desk.draft, seats=FIVE, bots=bots))
    yield (
        Summary(),
        replace(desk, draft=replace(desk.draft, edition="europe", cards="dealt", seats=FIVE, bots=bots)),
    )
    yield from ((BotSits(seat=seat, place=2, level=level), desk) for seat, level in bots)


def every_place() -> Iterator[tuple[Said, Desk]]:
    """The same, and where one is."""
    for said, desk in every_saying():
        yield said, desk
        if isinstance(said, SetupMode):
            yield Where(said), desk


def test_given_the_kinds_of_prompt_when_listed_then_every_one_is_tried_here() -> None:
    every = {*kinds(SetupMode, set_up=True), *kinds(Prompt, set_up=True), NothingToDo}
    assert {type(said) for said, _ in every_saying()} == every
    ways = {ways_out(desk, one.seat)[one.index] for one, desk in every_saying() if isinstance(one, NoEar)}
    items = {start_items(desk)[one.index] for one, desk in every_saying() if isinstance(one, Start)}
    assert (ways, items) == (set(get_args(EarChoice)), set(get_args(StartItem)))


@pytest.mark.criterion(62, 63)
def test_given_every_prompt_of_set_up_when_worded_then_the_wording_rules_are_kept(
    wording: Wording, complaints: Callable[[Announcement], list[str]]
) -> None:
    told = [one for said, desk in every_place() for one in wording.prompt(said, desk)]
    assert not [bad for one in told for bad in complaints(one)]


@pytest.mark.criterion(62)
@pytest.mark.parametrize("language", sorted({*languages()} - {"en"}))
def test_given_every_prompt_in_every_language_when_counted_then_it_is_short_enough(language: str) -> None:
    """Other languages take a little more room; names of cities count as one."""
    words = Wording(game_map("usa"), board_layout("usa"), language=language)
    place = words.vocabulary.site(SITE)
    for said, desk in every_place():
        for told in words.prompt(said, desk):
            for level in LEVELS:
                text = told.text(level).replace(place, "Name").replace("\u202f", "")  # a stop is no word
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
