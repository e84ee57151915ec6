"""The words of the pause, and of the evening's end."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import GoesOn, Paused, Stopping, StopSure


def _paused(v: Vocabulary, mode: Paused, state: PublicState) -> Words:
    p = v.phrases
    return Words(p.sentence("paused: nothing on the board counts. Yes goes on."), p.sentence("paused."))


def _goes_on(v: Vocabulary, prompt: GoesOn, state: PublicState) -> Words:
    return Words(v.phrases.sentence("the game goes on."))


def _stop(v: Vocabulary, mode: StopSure, state: PublicState) -> Words:
    p = v.phrases
    if mode.over:
        return Words(p.sentence("a new game? Yes begins one, No stays here."), p.sentence("a new game?"))
    return Words(p.sentence("save and stop? Yes stops, No goes on."), p.sentence("stop?"))


def _stopping(v: Vocabulary, prompt: Stopping, state: PublicState) -> Words:
    p = v.phrases
    return Words(p.sentence("a new game begins.") if prompt.over else p.sentence("all is saved. Goodbye."))


def _paused_where(v: Vocabulary, mode: Paused, state: PublicState) -> Words:
    p = v.phrases
    return Words(p.sentence("a pause. Yes goes on with the game, No stays."), p.sentence("a pause."))


def _stop_where(v: Vocabulary, mode: StopSure, state: PublicState) -> Words:
    p = v.phrases
    return Words(p.sentence("save and stop. Yes stops, No goes on."), p.sentence("save and stop."))


TALK: Final = (
    aloud(Paused, _paused, "wait", where=_paused_where),
    aloud(GoesOn, _goes_on, "ready"),
    aloud(StopSure, _stop, "question", where=_stop_where),
    aloud(Stopping, _stopping, "ready"),
)
