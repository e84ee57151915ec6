"""A table that is set up, at a chosen place, and what is said there."""

from typing import Any
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from announce import Wording
from dialog import Say
from dialog.setup import (
    CardList,
    Clear,
    Desk,
    DeviceWell,
    Draft,
    Earlier,
    EarlierFound,
    EarlierTable,
    EarTry,
    EarWay,
    EditionList,
    Facts,
    Games,
    LostNumber,
    NoEar,
    Off,
    PinFault,
    PinTour,
    Practice,
    Resume,
    SeatsRight,
    SelfTest,
    SetupEffect,
    SetupMode,
    SetupPanel,
    SetupPhone,
    Showing,
    ShowTokens,
    Speed,
    Start,
    StarterList,
    StoredGame,
    Summary,
    Waking,
    Who,
)
from engine import EDITIONS, SEATS, Seat, game_map
from tabletop import Button, DeviceHealth, SiteId, board_layout

SITE, OTHER = SiteId("denver-omaha"), SiteId("helena-omaha")
GAME = StoredGame(name="3", edition="europe", seats=("blue", "red"), turn=7, to_move="red", when="yesterday")
OWN: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("own", "shared", "page"))
FACTS = Facts(editions=tuple(EDITIONS), ways=OWN, identities=True, page=True, latest=GAME)
FAULT = PinFault(site=SITE, trouble="full-looks-empty")
WELL = DeviceWell(device="hub", count=148, cities=47)
THREE: tuple[Seat, ...] = ("blue", "red", "green")
WORDING = Wording(game_map("usa"), board_layout("usa"))


def desk(**changes: Any) -> Desk:
    """A desk at which everything is there to be asked about."""
    draft = Draft(edition="europe", cards="dealt", seats=THREE, starter="red", ears=(("blue", "own"),))
    last = replace(draft, ears=(("blue", "own"), ("red", "shared"), ("green", "shared")))
    found = (FAULT, WELL, DeviceHealth(device="camera", condition="lost", at=0.0, cause="dark"))
    full = Desk(
        facts=replace(FACTS, games=(GAME, GAME), last=last),
        draft=draft,
        findings=found,
        standing=(SITE,),
        pins=(SITE, OTHER),
        showable=THREE,
        offered=True,
        earlier=(EarlierTable(name="new.tar", games=12), EarlierTable(name="old.tar", games=1)),
    )
    return replace(full, **changes)


PLACES: dict[type, SetupMode] = {
    Waking: Waking(), Speed: Speed(), Practice: Practice(), SelfTest: SelfTest(), PinTour: PinTour(),
    Resume: Resume(), Start: Start(), Games: Games(), EditionList: EditionList(), CardList: CardList(),
    Who: Who(), SeatsRight: SeatsRight(), EarTry: EarTry("red"), NoEar: NoEar("red"),
    LostNumber: LostNumber("company_bonus", 2),
    StarterList: StarterList(), Clear: Clear(), Summary: Summary(), SetupPhone: SetupPhone("red", Who()),
    ShowTokens: ShowTokens(Start()), Showing: Showing(Start(), THREE), Off: Off(),
    Earlier: Earlier(), EarlierFound: EarlierFound(),
}  # fmt: skip


def at(mode: SetupMode, here: Desk | None = None) -> SetupPanel:
    panel = SetupPanel(here or desk())
    panel.mode = mode
    return panel


PRESSED: WeakKeyDictionary[SetupPanel, float] = WeakKeyDictionary()


def pressed(panel: SetupPanel, *buttons: Button) -> tuple[SetupEffect, ...]:
    """One after the other, half a second after the one before, from 100.0 on; the effects of the last."""
    effects: tuple[SetupEffect, ...] = ()
    for button in buttons:
        PRESSED[panel] = PRESSED.get(panel, 99.5) + 0.5
        effects = panel.press(button, PRESSED[panel])
    return effects


def words(panel: SetupPanel, effects: tuple[SetupEffect, ...]) -> list[str]:
    """What is said at this panel."""
    prompts = [effect.prompt for effect in effects if isinstance(effect, Say)]
    return [one.normal for prompt in prompts for one in WORDING.prompt(prompt, panel.desk)]


def first(**changes: Any) -> SetupPanel:
    """A panel whose devices have had their first word."""
    facts = replace(Facts(editions=tuple(EDITIONS), identities=True), **changes)
    panel = SetupPanel(Desk(facts=facts, findings=(WELL,), pins=(SITE, OTHER)))
    panel.begin(0.0)
    return panel
