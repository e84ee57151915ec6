"""Every question to the table, and every other item of the lists behind Ask: one row each.

The panel's lists, the keyboard, the pages and the wire all read these rows: in which list an item stands (the
rows stand in the order of the lists), what is asked about, whether only its seat may hear the answer, what is
typed for it, and when it is there at all.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final, Literal, get_args

from msgspec import Struct

from dialog.offers import takes_early_tickets
from engine import Build, State

if TYPE_CHECKING:
    from typing_extensions import TypeIs  # the checker knows what is left of a union; typing has it from 3.13
else:
    from typing import TypeGuard as TypeIs

Question = Literal[
    "turn", "scores", "trains", "row", "longest", "buildings", "money", "hand", "tickets", "missing",
    "devices", "glance",
]  # fmt: skip
"""A question that the state alone answers."""

EveningQuestion = Literal["since", "why", "story", "statistics", "cut", "earcons"]
"""A question that what has been done and said answers."""

PlaceQuestion = Literal["route", "pay", "city", "region", "holdings"]
"""A question about a route, a city, a region of the board, or what one seat holds."""

NewsItem = Literal["say-turns", "say-claims", "say-cards", "say-tickets", "say-money", "say-mended"]
"""A kind of news that a table may leave to history; refusals, losses, the last round, questions are not."""

PressItem = Literal["accept", "repeat-block", "confirm", "scan", "pace"]
"""How the presses of one seat's hand are taken: `dialog.press_habits`."""

TuneItem = Literal["rate", "volume", "voice-name", "level", "own-level", "sounds", "sound-volume", NewsItem]
"""What can be set: speed, loudness, length of words for others' and own acts, short sounds, news."""

InnerLevel = Literal[
    "mine", "supplies", "board", "menu", "help", "voice", "news", "seats", "presses", "others"
]
Level = Literal["ask", InnerLevel]
"""The list of questions and the lists in it."""

WishItem = Literal[
    "explore",
    "for-whom",
    "undo",
    "own-tickets",
    "acts",
    "pause",
    "stop",
    "rebuild",
    "board-right",
    "ears",
    "ear-back",
]
"""Something that the table wants to do."""

AskItem = Question | EveningQuestion | PlaceQuestion | TuneItem | PressItem | InnerLevel | WishItem
"""An item of these lists: a question, a list of its own, or something that the table wants."""

Subject = Literal["route", "city", "region", "seat"]
"""What a question is about."""

Region = Literal[
    "north-west", "north", "north-east", "west", "middle", "east", "south-west", "south", "south-east"
]  # fmt: skip
"""A ninth of the board; north is the edge y = 0, from every chair."""

REGIONS: Final[tuple[Region, ...]] = get_args(Region)
_OF_STATE: Final = get_args(Question)
_OF_EVENING: Final = get_args(EveningQuestion)
_OF_PLACE: Final = get_args(PlaceQuestion)
_INNER: Final = get_args(InnerLevel)


def _always(state: State) -> bool:
    return True


def _dealt(state: State) -> bool:
    """Else hand and row are in the players' own hands."""
    return state.cards == "dealt"


def _own_acts(state: State) -> bool:
    """With cards dealt Yes at the table opens them."""
    return state.cards != "dealt" and state.phase == "turn"


def _row(state: State) -> bool:
    return _dealt(state) and state.phase != "over"


def _builds(state: State) -> bool:
    rules = state.edition
    return any(rules.of_command(build) is not None for build in get_args(Build))


def _money(state: State) -> bool:
    return bool(state.coins)


def _changed(state: State) -> bool:
    return state.phase in ("turn", "declaring")


class Item(Struct, frozen=True):
    """One item of the lists behind Ask.

    `subject`: what it is about, if it is about anything. `private`: the answer is for the asker's ear, and
    nobody else may ask. `own`: the answer is no secret but hangs on who asks. `spoken`: it is about what was
    said aloud, so that a page, which keeps every word, has no use for it. `rivals`: it is about seats that
    play by themselves. `key`: one letter at the keys; `short`: the same letter in a typed line, where it
    means no other word.
    """

    id: AskItem
    level: Level
    subject: Subject | None = None
    private: bool = False
    own: bool = False
    spoken: bool = False
    rivals: bool = False
    key: str = ""
    short: str = ""
    when: Callable[[State], bool] = _always


ITEMS: Final[tuple[Item, ...]] = (
    Item("turn", "ask", key="t", short="t"),
    Item("scores", "ask", key="s", short="s"),
    Item("since", "ask", own=True, key="l"),
    Item("mine", "ask", when=_dealt),
    Item("supplies", "ask"),
    Item("board", "ask"),
    Item("acts", "ask", when=_own_acts),
    Item("menu", "ask"),
    Item("hand", "mine", private=True, key="h", short="h"),
    Item("tickets", "mine", private=True, key="k", short="k"),
    Item("missing", "mine", private=True, key="w", short="w"),
    Item("pay", "mine", subject="route", private=True),
    Item("for-whom", "mine"),
    Item("row", "supplies", key="o", short="o", when=_row),
    Item("trains", "supplies", key="n"),
    Item("buildings", "supplies", key="b", when=_builds),
    Item("money", "supplies", when=_money),
    Item("explore", "board"),
    Item("city", "board", subject="city"),
    Item("route", "board", subject="route"),
    Item("holdings", "board", subject="seat"),
    Item("longest", "board", key="p"),
    Item("region", "board", subject="region"),
    Item("glance", "board", key="g"),
    Item("undo", "menu"),
    Item("help", "menu"),
    Item("voice", "menu"),
    Item("seats", "menu"),
    Item("pause", "menu"),
    Item("stop", "menu"),
    Item("others", "menu"),
    Item("devices", "help", key="d", short="d"),
    Item("rebuild", "help"),
    Item("board-right", "help", when=_changed),
    Item("rate", "voice"),
    Item("volume", "voice"),
    Item("voice-name", "voice"),
    Item("level", "voice"),
    Item("own-level", "voice"),
    Item("sounds", "voice"),
    Item("sound-volume", "voice"),
    Item("earcons", "voice", spoken=True),
    Item("news", "voice"),
    Item("ears", "seats"),
    Item("ear-back", "seats", when=_dealt),
    Item("presses", "seats"),
    Item("accept", "presses"),
    Item("repeat-block", "presses"),
    Item("confirm", "presses"),
    Item("scan", "presses"),
    Item("pace", "presses"),
    Item("say-turns", "news"),
    Item("say-claims", "news"),
    Item("say-cards", "news"),
    Item("say-tickets", "news"),
    Item("say-money", "news", when=_money),
    Item("say-mended", "news"),
    Item("cut", "others", spoken=True, key="u"),
    Item("story", "others"),
    Item("why", "others", rivals=True),
    Item("statistics", "others"),
    Item("own-tickets", "others", when=takes_early_tickets),
)

ITEM: Final[Mapping[AskItem, Item]] = {one.id: one for one in ITEMS}
PARENT: Final[Mapping[Level, Level]] = {
    level: one.level for one in ITEMS for level in get_args(InnerLevel) if level == one.id
}
"""In which list a list is an item."""
_LISTED: Final[Mapping[Level, tuple[Item, ...]]] = {
    level: tuple(one for one in ITEMS if one.level == level) for level in {one.level for one in ITEMS}
}


def ask_items(state: State, level: Level) -> tuple[AskItem, ...]:
    """The items of a list of questions that are there now."""
    return tuple(one.id for one in _LISTED.get(level, ()) if one.when(state))


def tune_items(state: State) -> tuple[TuneItem, ...]:
    """What can be set of the voice at this table, as the panel lists it."""
    listed = (*ask_items(state, "voice"), *ask_items(state, "news"))
    return tuple(item for item in get_args(TuneItem) if item in listed)


def of_the_news(item: TuneItem) -> TypeIs[NewsItem]:
    """Whether it is a kind of news: said, or left to history."""
    return item in get_args(NewsItem)


def is_level(item: str) -> TypeIs[InnerLevel]:
    """Whether an item is a list of its own."""
    return item in _INNER


def of_the_state(question: str) -> TypeIs[Question]:
    """Whether the state alone answers it."""
    return question in _OF_STATE


def of_the_evening(question: str) -> TypeIs[EveningQuestion]:
    """Whether it is about what was done and said."""
    return question in _OF_EVENING


def of_a_place(question: str) -> TypeIs[PlaceQuestion]:
    """Whether it is asked about something."""
    return question in _OF_PLACE


def of_presses(what: TuneItem | PressItem) -> TypeIs[PressItem]:
    """Whether it is about one seat's presses, not about the voice."""
    return what in get_args(PressItem)


def is_question(item: str) -> TypeIs[Question | EveningQuestion | PlaceQuestion]:
    """Whether there is an answer to it, in words."""
    return of_the_state(item) or of_the_evening(item) or of_a_place(item)


def is_private(item: str) -> bool:
    """Whether only its seat may hear the answer, if it is a question at all."""
    return any(one.id == item and one.private for one in ITEMS)


def public_questions() -> list[str]:
    """The questions that anybody may ask."""
    return [question for question in (*_OF_STATE, *_OF_EVENING, *_OF_PLACE) if not is_private(question)]


def subjects(question: PlaceQuestion, state: State) -> Collection[str]:
    """What can be asked about, by id."""
    match ITEM[question].subject:
        case "route":
            return state.game_map.routes
        case "city":
            return state.game_map.cities
        case "region":
            return REGIONS
        case "seat":
            return state.seats
        case None:
            return ()
