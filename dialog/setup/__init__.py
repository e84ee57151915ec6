"""Set-up without a screen: power-on, self-test, a game resumed or made, by six buttons (docs/setup.md).

Its conversations are made of the same kit as those of a game (`dialog.kit`), one file each, with their words
in files of the same names in `announce.talks.setup`. They see the desk (`dialog.desk`): what devices found,
what can be chosen, what has been; there is no state before there is a game. A press gives the next mode, the
desk as it is then, and what is said or done (`effects`).

`places` has the modes and the list from which all begins, `order` the steps from one to the next and back,
with those that need no asking; `panel` keeps where one is, and takes in tokens, devices and time too.

Deliberately absent: devices, files, words.
"""

from dialog.desk import (
    BotLevel,
    Desk,
    DeviceWell,
    Draft,
    EarlierTable,
    EarWay,
    Facts,
    Finding,
    PinFault,
    PinTrouble,
    Stage,
    Starter,
    StoredGame,
)
from dialog.setup.earlier import Brought, Earlier, EarlierFound
from dialog.setup.ears import EarChoice, EarTry, NoEar, ways_out
from dialog.setup.effects import (
    BeginShowing,
    BringEarlier,
    EndShowing,
    GoOnWith,
    ListGames,
    LookAgain,
    LookForEarlier,
    NewGame,
    SetupEffect,
    SwitchOff,
    TurnRate,
    WantTokens,
)
from dialog.setup.first import Goodbye, Off, PageTold, SetUpLeft
from dialog.setup.games import Games, Resume
from dialog.setup.greeting import ButtonNamed, FirstWords, Practice, Speed, Waking
from dialog.setup.numbers import LostNumber, number_bounds
from dialog.setup.panel import SETUP_ROWS, SetupPanel
from dialog.setup.phone import SetupPhone
from dialog.setup.pins import PinFelt, PinTour, TourBegins, TourEnds
from dialog.setup.places import SetupMode, Start, StartItem, start_items
from dialog.setup.ready import Clear, Summary
from dialog.setup.rules import CARD_CHOICES, CardList, EditionList, which_edition, whose_cards
from dialog.setup.seats import (
    BotSits,
    SeatLeft,
    SeatNamed,
    SeatRefused,
    SeatSits,
    SeatsRight,
    Who,
    levels,
    who,
)
from dialog.setup.self_test import AllWell, BoardTurned, SelfTest
from dialog.setup.starter import StarterList
from dialog.setup.tokens import NoPicture, Showing, ShowingEnds, ShowTokens, TokensShown

__all__ = [
    "CARD_CHOICES",
    "SETUP_ROWS",
    "AllWell",
    "BeginShowing",
    "BoardTurned",
    "BotLevel",
    "BotSits",
    "BringEarlier",
    "Brought",
    "ButtonNamed",
    "CardList",
    "Clear",
    "Desk",
    "DeviceWell",
    "Draft",
    "EarChoice",
    "EarTry",
    "EarWay",
    "Earlier",
    "EarlierFound",
    "EarlierTable",
    "EditionList",
    "EndShowing",
    "Facts",
    "Finding",
    "FirstWords",
    "Games",
    "GoOnWith",
    "Goodbye",
    "ListGames",
    "LookAgain",
    "LookForEarlier",
    "LostNumber",
    "NewGame",
    "NoEar",
    "NoPicture",
    "Off",
    "PageTold",
    "PinFault",
    "PinFelt",
    "PinTour",
    "PinTrouble",
    "Practice",
    "Resume",
    "SeatLeft",
    "SeatNamed",
    "SeatRefused",
    "SeatSits",
    "SeatsRight",
    "SelfTest",
    "SetUpLeft",
    "SetupEffect",
    "SetupMode",
    "SetupPanel",
    "SetupPhone",
    "ShowTokens",
    "Showing",
    "ShowingEnds",
    "Speed",
    "Stage",
    "Start",
    "StartItem",
    "Starter",
    "StarterList",
    "StoredGame",
    "Summary",
    "SwitchOff",
    "TokensShown",
    "TourBegins",
    "TourEnds",
    "TurnRate",
    "Waking",
    "WantTokens",
    "Who",
    "levels",
    "number_bounds",
    "start_items",
    "ways_out",
    "which_edition",
    "who",
    "whose_cards",
]
