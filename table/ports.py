"""What a table is connected to, as protocols: where its words and events go, what it is played with.

Whoever builds a table gives it things that keep to these. None of them may make the game wait, and none may
raise into it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from announce import Announcement, Audience, Setting
from bots.talk import Mishap
from dialog import EarWay, TuneItem
from engine import Command, Event, Game, Seat, State
from table.errors import StoreError
from tabletop import DeviceHealth


class Sink(Protocol):
    """Takes what happened; every method returns at once and raises nothing."""

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Events with their numbers, already stored, and the state after them."""

    def say(self, announcement: Announcement, at: float) -> None:
        """Words or a sound for an audience."""

    def again(self, announcement: Announcement, at: float) -> None:
        """The same utterance once more, because somebody asked."""

    def hush(self, at: float) -> bool:
        """A press stops what is being said; True when something was."""

    def health(self, health: DeviceHealth) -> None:
        """A device's condition changed."""

    def close(self) -> None:
        """Hand on what is left and let go."""


class QuietSink:
    """A `Sink` that takes nothing: who derives from it takes what it overrides."""

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        return

    def say(self, announcement: Announcement, at: float) -> None:
        return

    def again(self, announcement: Announcement, at: float) -> None:
        return

    def hush(self, at: float) -> bool:
        return False

    def health(self, health: DeviceHealth) -> None:
        return

    def close(self) -> None:
        return


PROGRAM: Final = "program"
"""The kind of what is no bot of ours."""


@runtime_checkable
class Program(Protocol):
    """Plays a seat, and takes its time. What it cannot do the planner does: it always comes to an act.

    Attributes:
        kind: the bot of ours that it is, which plays the seat again when the game goes on; else PROGRAM.
        mishaps: what it got wrong, the oldest first.
        taken_over: the planner plays on.
    """

    @property
    def kind(self) -> str: ...

    @property
    def mishaps(self) -> Sequence[Mishap]: ...

    @property
    def taken_over(self) -> bool: ...

    def think(self, game: Game) -> Command | None:
        """What the seat does in this game; None: it is still thinking, and is to be asked again."""


@runtime_checkable
class Hears(Protocol):
    """A sink that knows what was heard to its end."""

    def unheard(self, audience: Audience) -> Sequence[Announcement]:
        """What was cut by this audience and not heard whole since, oldest first."""


@runtime_checkable
class Begins(Protocol):
    """A sink that knows when its words begin."""

    def to_begin(self, audience: Audience) -> bool:
        """Whether words for this audience wait of which nothing could be heard yet."""


@runtime_checkable
class Queues(Protocol):
    """A sink whose words wait for their turn."""

    def close_question(self) -> None:
        """Nobody asks any more what was asked: what has not begun of it needs no saying."""


@runtime_checkable
class Keeps(Protocol):
    """A sink that lists what was said: an utterance that history walks to stands there already."""

    def walked(self, announcement: Announcement, at: float) -> None:
        """Back or Forward has come to this utterance."""


@runtime_checkable
class Shares(Protocol):
    """A sink with an earphone that several seats share."""

    def pass_ear(self, seat: Seat) -> None:
        """The seat has it in: from now on only its words go there."""


@runtime_checkable
class Copies(Protocol):
    """A sink that keeps what the log keeps."""

    def copy(self, events: Sequence[tuple[int, Event]], notes: Mapping[str, object]) -> None:
        """Write down an act, or none, and what was noted with it (`Store.note`): all of it or nothing."""


# The store: every event is in it before it is told

ActRows = tuple[int, Sequence[Event]]
"""An act: the number of its first event, and its events."""


class Store(Protocol):
    """Keeps one game's events and notes, and loses nothing that it has taken."""

    last: int
    """The last event that is on the disk."""

    was_cut: bool
    """Whether the sitting before this one ended by a power cut."""

    was_unsaved: bool
    """Whether acts of that sitting are lost, which could not be written."""

    failure: StoreError | None
    """Why nothing can be written yet."""

    @property
    def gone(self) -> bool:
        """Whether its file is no longer there."""

    def append_acts(self, acts: Sequence[ActRows], notes: Mapping[str, object] | None = None) -> None:
        """Write acts and what is noted with them, all or nothing. Raises StoreError."""

    def last_note(self, kind: str) -> object:
        """The newest note of a kind; None: none. Raises StoreError."""

    def open_again(self) -> None:
        """Try once more where it failed. Raises StoreError."""


class Tuner(Protocol):
    """Sets the voice by steps, and remembers what was set."""

    @property
    def voices(self) -> Mapping[str, str]:
        """Which voices may be chosen, as people call them; none: no other can speak here."""

    @property
    def ear_voices(self) -> Mapping[Seat, str]:
        """The seats in whose ears another one speaks than to the table, and which."""

    def choose(self, voice: str, seat: Seat | None) -> str | None:
        """Have it speak, in this seat's ear or (None) to the table; its name, None: there is none.

        "" in a seat's ear: the table's.
        """

    def tune(self, what: TuneItem, step: int) -> Setting:
        """One step more (+1) or less (-1), 0: as it is; what it is then."""


class EarRouter(Protocol):
    """Knows by which ways a seat's words can reach it, and changes them."""

    def ways(self, seat: Seat) -> Sequence[EarWay]:
        """How this seat could hear what is for it, the best first."""

    def route(self, seat: Seat, way: EarWay) -> None:
        """From now on it hears so."""


class Part(Protocol):
    """A device that the loop looks after."""

    def poll(self, at: float) -> None:
        """Move on: hand what was said to the inbox; raises nothing."""

    def close(self) -> None:
        """Let go."""


class Speaks(Protocol):
    """A voice that can be louder and faster."""

    volume: int
    rate: int
