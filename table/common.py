"""What the parts of a session share: the game, the panel, the board as believed, how far the evening is.

A part holds what is its own; what more than one of them reads or changes stands here. An effect that a part
asks for is done by the session, which knows every part.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from announce import Announcement, Wording
from dialog import Effect, Panel
from engine import Event, Game, State
from engine.seen_state import seen_state
from reconcile import Tracker


@dataclass(slots=True)
class Common:
    """One table's evening, as all parts of its session see it.

    Attributes:
        do: has one effect done; the session does.
        begun: the first words were said; before that nothing is done.
        stopping: somebody has chosen to stop; `another`: and to play another game; `off`: and to switch off.
        switches_off: the table can switch its machine off.
        compare_at: after a stop, when the senses have had their first word; None: the board was compared.
        ear_just_passed: by the last press: No takes that Yes back.
        blank: the cards are dealt by another table, and what this one is told of them is blank.
        counts: at which seq, and how that table shows the game to everybody: how much hands and decks hold.
    """

    game: Game
    panel: Panel
    tracker: Tracker
    wording: Wording
    do: Callable[[Effect, float], None]
    begun: bool = False
    stopping: bool = False
    another: bool = False
    off: bool = False
    switches_off: bool = False
    compare_at: float | None = None
    ear_just_passed: bool = False
    blank: bool = False
    counts: tuple[int, Mapping[str, object]] | None = None

    @property
    def state(self) -> State:
        """The game as it is now."""
        return self.game.state

    @property
    def uncounted(self) -> bool:
        """Whether nobody here knows how much hands and decks hold now."""
        return self.blank and (self.counts is None or self.counts[0] != self.state.seq)

    @property
    def told(self) -> Game:
        """The game as it is told and shown: where another table deals, with its counts of hands and decks."""
        if self.counts is None or self.uncounted:
            return self.game
        return replace(self.game, state=seen_state(self.state, self.counts[1], None))

    def words_of(
        self,
        before: State | None,
        events: tuple[Event, ...],
        after: State,
        first_seq: int,
        *,
        by_token: bool = True,
    ) -> tuple[Announcement, ...]:
        """What an act is told with; of what is blank here no ear hears a guess.

        `by_token`: a token asked for it, and stands.
        """
        told = self.wording.public if self.blank else self.wording.events
        return told(before, events, after, first_seq, by_token=by_token)

    def effects(self, effects: Sequence[Effect], at: float) -> None:
        """Have these done, one after the other."""
        for effect in effects:
            self.do(effect, at)
