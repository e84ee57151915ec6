"""Words for people: an audience first, then the words in three lengths."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

Ear = Literal["blue", "red", "green", "yellow", "black"]
Audience = Literal["everyone"] | Ear
"""Who may hear it: the whole table, or one seat's own ear."""

EARS: Final[tuple[Ear, ...]] = get_args(Ear)

Urgency = Literal["assertive", "polite", "ambient"]

Purpose = Literal["news", "answer", "question"]
"""Why it is said: it has to be known; somebody has just asked; something is open until it is answered."""

Earcon = Literal[
    "tick", "edge", "place", "lift", "claim", "turn", "question", "refuse", "off", "right", "fallen", "done",
    "lost", "found", "fault", "ready", "wait", "last", "win",
    "ear", "card", "flip", "deal", "flush", "ticket", "money", "paper",
]  # fmt: skip
"""The short sounds; `fingerpost earcons --learn` plays each with its meaning."""

Level = Literal["brief", "normal", "full"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One claim in a glance: whose, and where it lies, 0 to 1 from the board's western and northern edge."""

    seat: Ear
    east: float
    south: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """One utterance: what is said, to whom, how urgently, and the short sound before it.

    `normal` is always there; `brief` and `full` fall back to it when empty, but for `unsaid_in_brief`: what
    came before has told in brief all that this tells. A sound without words has an empty `normal` and an
    earcon. `seq` is the event it tells; None: it tells none. `purpose`: only an answer makes way for a newer
    one, and only a question is over when nobody asks it any more. `undoes` is the first event that this one
    takes back: what was not yet said of it needs no saying. `sweep` is heard before the
    words: the claims of a glance, from west to east. `in_the_room`: no page, wire or journal has
    it.
    """

    audience: Audience
    urgency: Urgency
    normal: str
    earcon: Earcon | None = None
    timbre: Ear | None = None  # the seat in whose timbre the earcon sounds
    brief: str = ""
    full: str = ""
    unsaid_in_brief: bool = False
    purpose: Purpose = "news"
    seq: int | None = None
    undoes: int | None = None
    sweep: tuple[Mark, ...] = ()
    in_the_room: bool = False

    def __post_init__(self) -> None:
        if not self.normal and self.earcon is None:
            raise ValueError("an announcement says nothing: give words or an earcon")
        if self.unsaid_in_brief and self.brief:
            raise ValueError(f"brief words that are not said: {self.brief}; give them, or leave them unsaid")

    def text(self, level: Level = "normal") -> str:
        """The words at a level; "" where nothing is said at it."""
        match level:
            case "brief":
                return "" if self.unsaid_in_brief else self.brief or self.normal
            case "normal":
                return self.normal
            case "full":
                return self.full or self.normal
