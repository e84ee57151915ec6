"""What a press leads to: a prompt to say, an answer to give, a command to try."""

from typing import Literal

from msgspec import Struct

from dialog.desk import EarWay
from dialog.mode import Said
from dialog.offers import Payable
from dialog.questions import EveningQuestion, PlaceQuestion, PressItem, Question, TuneItem, of_the_state
from engine import Command, DeclareTickets, Seat
from tabletop import SiteId


class Say(Struct, frozen=True):
    """Say this: a mode as one comes to it, or a prompt."""

    prompt: Said


class Answer(Struct, frozen=True):
    """Answer this question; a private one goes to the asker's ear."""

    question: Question
    asker: Seat
    ear: bool = False  # the asker has taken the panel: public answers, too, are for its ear


class About(Struct, frozen=True):
    """Answer a question about a place; `step` of an answer that has several, from 0."""

    question: PlaceQuestion
    subject: str  # a route, a city, a region or a seat
    asker: Seat
    ear: bool = False
    step: int = 0


class AboutSite(Struct, frozen=True):
    """Tell of a touched site what it is and whose, or the `rest`."""

    site: SiteId
    asker: Seat
    ear: bool = False
    rest: bool = False


class EarPassed(Struct, frozen=True):
    """The seat has said that it has the shared earphone in; `kept`: it was not passed on."""

    seat: Seat
    kept: bool = False


class EarBack(Struct, frozen=True):
    """The shared earphone is not where a Yes by mistake has said: nobody has it, until it is passed anew."""


class ListEars(Struct, frozen=True):
    """Open the list of the seats and how each hears what is for it."""


class ChangeEar(Struct, frozen=True):
    """From now on the seat hears what is for it so; what waited for it goes there once it is `heard`."""

    seat: Seat
    way: EarWay
    heard: bool = True


class TuneVoice(Struct, frozen=True):
    """Set something of the voice by a step, more or less, and tell what it is now; 0 only tells."""

    what: TuneItem | PressItem
    step: int
    asker: Seat
    ear: bool = False


class StopExploring(Struct, frozen=True):
    """Exploring is over: ask about the tokens that were left."""


class OfTheEvening(Struct, frozen=True):
    """Answer a question about what was done and said; `step` of an answer that has several, from 0."""

    question: EveningQuestion
    asker: Seat
    ear: bool = False
    step: int = 0


class Do(Struct, frozen=True):
    """Try this command."""

    command: Command


class Marked(Struct, frozen=True):
    """So far a seat has marked this; it has not said that it is all."""

    entry: DeclareTickets


class DoUnfelt(Struct, frozen=True):
    """Try this claim or building; nothing feels or sees tokens here."""

    command: Payable


class ItStands(Struct, frozen=True):
    """Try this claim or building: by the table's word its token stands, whatever is felt or seen."""

    command: Payable


class LetGo(Struct, frozen=True):
    """A claim or building that waits for its token is left: it was never made."""

    command: Payable


class ClaimFor(Struct, frozen=True):
    """The table has said whose token it is: try the claim for that seat."""

    seat: Seat
    site: SiteId


class Correct(Struct, frozen=True):
    """The last claim, at `old`, is taken back and this one made and paid in its place, all as one act."""

    old: SiteId
    command: Payable


class CorrectTo(Struct, frozen=True):
    """The table says that the seat's claim at `old` is taken back for one where its token stands."""

    seat: Seat
    old: SiteId
    site: SiteId


class Stands(Struct, frozen=True):
    """The table has said that the token of this claim stands, whatever is felt or seen."""

    site: SiteId


class Nobodys(Struct, frozen=True):
    """The table has said that no token of the game stands there: what a sense takes for one is left alone."""

    site: SiteId


class Left(Struct, frozen=True):
    """A payment was left: the token on this site is to be lifted."""

    site: SiteId


class ClaimListed(Struct, frozen=True):
    """Chosen from the list: claim or build there, though no token stands yet."""

    seat: Seat
    site: SiteId


class ListUndo(Struct, frozen=True):
    """Open the list of what can be undone."""


class ListTickets(Struct, frozen=True):
    """Open the list in which this seat marks its tickets before it is asked for them."""

    seat: Seat


class UndoBack(Struct, frozen=True):
    """Undo so many acts; everybody who has to agree has."""

    seat: Seat
    acts: int


class UndoLeft(Struct, frozen=True):
    """The question whether so many acts are undone was answered by No."""

    acts: int


class PutOut(Struct, frozen=True):
    """The phone that has joined as this seat, None: as the host, has to leave."""

    seat: Seat | None


class SendCode(Struct, frozen=True):
    """These digits were entered for this seat's page at the table that is followed."""

    seat: Seat
    digits: str

    def __repr__(self) -> str:
        return f"SendCode(seat={self.seat!r})"  # no log shows the digits


class NextWords(Struct, frozen=True):
    """Say what waited for Yes: what follows a newspaper."""


class ReadScores(Struct, frozen=True):
    """Say this step of the final scores, counted from 0."""

    index: int


class Leave(Struct, frozen=True):
    """The game is to be saved and left; where the table can switch its machine off, that is asked first."""


class Stop(Struct, frozen=True):
    """All is saved: end. `off`: and switch the machine off."""

    off: bool = False


class TakeBackTurn(Struct, frozen=True):
    """No in silence: take back an end of turn, if that was the last act."""


MendWish = Literal[
    "start", "ready", "skip", "again", "leave", "compare", "accept", "board-right", "follow-board"
]


class Mend(Struct, frozen=True):
    """What a press means for the rebuild of the board."""

    wish: MendWish


class Repeat(Struct, frozen=True):
    """Say the last utterance again; pressed again with nothing between: slower."""


class History(Struct, frozen=True):
    """Walk the history: -1 back, +1 forward."""

    step: int


class Edge(Struct, frozen=True):
    """The short sound where a list wraps."""


class StillWaiting(Struct, frozen=True):
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
    | Marked
    | DoUnfelt
    | ItStands
    | LetGo
    | ListUndo
    | ListTickets
    | UndoBack
    | UndoLeft
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
