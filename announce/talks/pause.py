"""The words of the pause, of the evening's end and of switching off."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, fixed
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import GoesOn, OffSure, Paused, Stopping, StopSure


def _stop(v: Vocabulary, mode: StopSure, state: PublicState) -> Words:
    p = v.phrases
    if mode.over:
        return p.words("a new game? Yes begins one, No stays here.", "a new game?")
    return p.words("save and stop? Yes stops, No goes on.", "stop?")


def _stop_where(v: Vocabulary, mode: StopSure, state: PublicState) -> Words:
    p = v.phrases
    if mode.over:
        return p.words("after the game. Yes begins a new one, No stays here.", "after the game.")
    return p.words("save and stop. Yes stops, No goes on.", "save and stop.")


def _stopping(v: Vocabulary, prompt: Stopping, state: PublicState) -> Words:
    p = v.phrases
    if prompt.off:
        return Words(p.sentence("all is saved. I switch off. Goodbye."))
    return Words(p.sentence("a new game begins.") if prompt.over else p.sentence("all is saved. Goodbye."))


_PAUSED: Final = fixed("paused: nothing on the board counts. Yes goes on.", "paused.")
_GOES_ON: Final = fixed("the game goes on.")
_PAUSED_WHERE: Final = fixed("a pause. Yes goes on with the game, No stays.", "a pause.")
_OFF: Final = fixed("switch off? Yes switches the table off, No leaves the game only.", "switch off?")
_OFF_WHERE: Final = fixed("switch off. Yes switches the table off, No leaves the game only.", "switch off.")
TALK: Final = (
    aloud(Paused, _PAUSED, "wait", where=_PAUSED_WHERE),
    aloud(GoesOn, _GOES_ON, "ready"),
    aloud(StopSure, _stop, "question", where=_stop_where),
    aloud(OffSure, _OFF, "question", where=_OFF_WHERE),
    aloud(Stopping, _stopping, "ready"),
)
