"""Where words and events go after they are stored: speech, the wire, the transcript."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TextIO, runtime_checkable

from announce import Announcement, Audience, Ear
from engine import Event, Seat, State
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


@runtime_checkable
class Hears(Protocol):
    """A sink that knows what was heard to its end."""

    def unheard(self, audience: Audience) -> Sequence[Announcement]:
        """What was cut by this audience and not heard whole since, oldest first."""


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


class Transcript:
    """Prints every spoken line, as it is said, to a terminal or a file.

    At a real table only public words appear (`ears` False). A simulated table has no secrets from
    the one who watches it, so the demo shows the ears' words too, marked as such. Of several people at
    one screen only these seats' words appear.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        ears: bool | Collection[Audience],
        named: Callable[[Ear], str] = lambda ear: f"{ear}'s ear",
    ) -> None:
        """`named`: whose ear it is, in the table's language (`Wording.ear`)."""
        self._out = out
        self._ears = ears
        self._named = named
        self._gone = False

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Nothing: words come by `say`."""

    def say(self, announcement: Announcement, at: float) -> None:
        """One line of words; sounds without words are not printed."""
        if not announcement.normal:
            return
        if announcement.audience == "everyone":
            self._line(announcement.normal)
        elif self._ears is True or (self._ears and announcement.audience in self._ears):
            self._line(f"    [{self._named(announcement.audience)}] {announcement.normal}")

    def again(self, announcement: Announcement, at: float) -> None:
        """The line once more."""
        self.say(announcement, at)

    def hush(self, at: float) -> bool:
        """Paper does not speak."""
        return False

    def _line(self, text: str) -> None:
        if self._gone:
            return
        try:
            self._out.write(text + "\n")
            self._out.flush()
        except (OSError, ValueError):  # the reader has gone (`| head`): the game goes on without it
            self._gone = True

    def health(self, health: DeviceHealth) -> None:
        """Nothing: words come by `say`."""

    def close(self) -> None:
        """Nothing to let go."""
