"""What a press leads to: a prompt to say, an answer to give, a command to try."""

from dataclasses import dataclass, field
from typing import Literal

from dialog.desk import EarWay
from dialog.mode import Said
from dialog.offers import Payable
from dialog.questions import EveningQuestion, PlaceQuestion, PressItem, Question, TuneItem, of_the_state
from engine import Command, Seat
from tabletop import SiteId


@dataclass(frozen=True, slots=True)
class Say:
    """Say this: a mode as one comes to it, or a prompt."""

    prompt: Said


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer this question; a private one goes to the asker's ear."""

    question: Question
    asker: Seat
    ear: bool = False  # the asker has taken the panel: public answers, too, are for its ear


@dataclass(frozen=True, slots=True)
class About:
    """Answer a question about a place; `step` of an answer that has several, from 0."""

    question: PlaceQuestion
    subject: str  # a route, a city, a region or a seat
    asker: Seat
    ear: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True)
class AboutSite:
    """Tell of a touched site what it is and whose, or the `rest`."""

    site: SiteId
    asker: Seat
    ear: bool = False
    rest: bool = False


@dataclass(frozen=True, slots=True)
class EarPassed:
    """The seat has said that it has the shared earphone in; `kept`: it was not passed on."""

    seat: Seat
    kept: bool = False


@dataclass(frozen=True, slots=True)
class EarBack:
    """The shared earphone is not where a Yes by mistake has said: nobody has it, until it is passed anew."""


@dataclass(frozen=True, slots=True)
class ListEars:
    """Open the list of the seats and how each hears what is for it."""


@dataclass(frozen=True, slots=True)
class ChangeEar:
    """From now on the seat hears what is for it so; what waited for it goes there once it is `heard`."""

    seat: Seat
    way: EarWay
    heard: bool = True


@dataclass(frozen=True, slots=True)
class TuneVoice:
    """Set something of the voice by a step, more or less, and tell what it is now; 0 only tells."""

    what: TuneItem | PressItem
    step: int
    asker: Seat
    ear: bool = False


@dataclass(frozen=True, slots=True)
class StopExploring:
    """Exploring is over: ask about the tokens that were left."""


@dataclass(frozen=True, slots=True)
class OfTheEvening:
    """Answer a question about what was done and said; `step` of an answer that has several, from 0."""

    question: EveningQuestion
    asker: Seat
    ear: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True)
class Do:
    """Try this command."""

    command: Command


@dataclass(frozen=True, slots=True)
class DoUnfelt:
    """Try this claim or building; nothing feels or sees tokens here."""

    command: Payable


@dataclass(frozen=True, slots=True)
class ItStands:
    """Try this claim or building: by the table's word its token stands, whatever is felt or seen."""

    command: Payable


@dataclass(frozen=True, slots=True)
class LetGo:
    """A claim or building that waits for its token is left: it was never made."""

    command: Payable


@dataclass(frozen=True, slots=True)
class ClaimFor:
    """The table has said whose token it is: try the claim for that seat."""

    seat: Seat
    site: SiteId


@dataclass(frozen=True, slots=True)
class Correct:
    """The last claim, at `old`, is taken back and this one made and paid in its place, all as one act."""

    old: SiteId
    command: Payable


@dataclass(frozen=True, slots=True)
class CorrectTo:
    """The table says that the seat's claim at `old` is taken back for one where its token stands."""

    seat: Seat
    old: SiteId
    site: SiteId


@dataclass(frozen=True, slots=True)
class Stands:
    """The table has said that the token of this claim stands, whatever is felt or seen."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class Nobodys:
    """The table has said that no token of the game stands there: what a sense takes for one is left alone."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class Left:
    """A payment was left: the token on this site is to be lifted."""

    site: SiteId


@dataclass(frozen=True, slots=True)
class ClaimListed:
    """Chosen from the list: claim or build there, though no token stands yet."""

    seat: Seat
    site: SiteId


@dataclass(frozen=True, slots=True)
class ListUndo:
    """Open the list of what can be undone."""


@dataclass(frozen=True, slots=True)
class ListTickets:
    """Open the list in which this seat marks its tickets before it is asked for them."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoBack:
    """Undo so many acts; everybody who has to agree has."""

    seat: Seat
    acts: int


@dataclass(frozen=True, slots=True)
class PutOut:
    """The phone that has joined as this seat, None: as the host, has to leave."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class SendCode:
    """These digits were entered for this seat's page at the table that is followed."""

    seat: Seat
    digits: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NextWords:
    """Say what waited for Yes: what follows a newspaper."""


@dataclass(frozen=True, slots=True)
class ReadScores:
    """Say this step of the final scores, counted from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The game is to be saved and left; where the table can switch its machine off, that is asked first."""


@dataclass(frozen=True, slots=True)
class Stop:
    """All is saved: end. `off`: and switch the machine off."""

    off: bool = False


@dataclass(frozen=True, slots=True)
class TakeBackTurn:
    """No in silence: take back an end of turn, if that was the last act."""


MendWish = Literal[
    "start", "ready", "skip", "again", "leave", "compare", "accept", "board-right", "follow-board"
]


@dataclass(frozen=True, slots=True)
class Mend:
    """What a press means for the rebuild of the board."""

    wish: MendWish


@dataclass(frozen=True, slots=True)
class Repeat:
    """Say the last utterance again; pressed again with nothing between: slower."""


@dataclass(frozen=True, slots=True)
class History:
    """Walk the history: -1 back, +1 forward."""

    step: int


@dataclass(frozen=True, slots=True)
class Edge:
    """The short sound where a list wraps."""


@dataclass(frozen=True, slots=True)
class StillWaiting:
    """The soft sound of a question that has been open for long."""


SpokenEffect = (
    Say | Answer | About | AboutSite | OfTheEvening | TuneVoice | EarPassed | EarBack | ListEars | ChangeEar
    | NextWords | ReadScores     | Repeat | History | Edge | StillWaiting
)  # fmt: skip
"""What leads to words and sounds, and whose ear they are for."""

ClaimEffect = ClaimFor | ClaimListed | Correct | CorrectTo
"""A place was chosen to be claimed, or built on, by itself or for what stands elsewhere."""

TableEffect = (
    Do
    | DoUnfelt
    | ItStands
    | LetGo
    | ListUndo
    | ListTickets
    | UndoBack
    | TakeBackTurn
    | Left
    | Nobodys
    | Stands
    | Mend
    | StopExploring
    | PutOut
    | SendCode
    | Leave
    | Stop
)
"""What changes the game by other commands, or what is known of the table."""

Effect = SpokenEffect | ClaimEffect | TableEffect


def asked_for(
    question: Question | EveningQuestion, asker: Seat, *, ear: bool = False
) -> Answer | OfTheEvening:
    """The effect that answers a question which needs no place."""
    if of_the_state(question):
        return Answer(question, asker, ear)
    return OfTheEvening(question, asker, ear)
