"""What the host's page sees and wants of a running table. All is said aloud; what loses anything is asked."""

from typing import assert_never

from announce.host_words import no_such_voice
from dialog import ChangeEar as Changed
from dialog import (
    EarChanged,
    EarTested,
    EarTrying,
    Effect,
    Mend,
    Say,
    Stop,
    Stopping,
    TuneVoice,
    UndoSure,
    past_acts,
    tune_items,
)
from table.answers import Answer, Done, NotDone
from table.moment import HostView
from table.requests import ChooseVoice, HearBy, HostWant, MendBoard, TuneTable, UndoActs
from table.session import Session


def seen_by_host(session: Session) -> HostView:
    """The devices and the board as they are now."""
    state, board, tuner = session.game.state, session.board, session.speaking.tuner
    return HostView(
        paused=session.panel.paused,
        pins=session.tracker.words(),
        differences=session.tracker.differences(state),
        wanted=board.mender.wanted,
        acts=past_acts(session.game),
        ears=session.ears.listed(state, session.panel.alone),
        voice={} if tuner is None else {what: tuner.tune(what, 0) for what in tune_items(state)},
        voices={} if tuner is None else tuner.voices,
        ear_voices={} if tuner is None else tuner.ear_voices,
    )


def do_for_host(session: Session, want: HostWant, at: float) -> Answer:
    """Do it as the panel's lists would; an undo is a question, which anybody may answer."""
    match want:
        case UndoActs(seq=seq):
            acts = past_acts(session.game)
            back = next((one.back for one in acts if one.seq == seq), None)
            if back is None:  # it is undone already
                return NotDone(code="stale")
            if session.panel.asked:
                return NotDone(code="busy")
            _do(session, session.panel.ask(UndoSure(acts[:back]), at), at)
        case TuneTable(what=what, step=step):
            _do(session, (TuneVoice(what, step, session.panel.asker(session.game.state)),), at)
        case ChooseVoice():
            return _choose_voice(session, want, at)
        case HearBy():
            return _hear_by(session, want, at)
        case MendBoard(wish=wish) if wish in ("compare", "board-right") or session.board.mender.begun:
            _do(session, (Mend(wish),), at)
        case MendBoard():
            return NotDone(code="stale")
        case _:
            assert_never(want)
    return Done(seq=len(session.game.events))


def play_again(session: Session, at: float) -> Answer:
    """The game is over: save, and begin another."""
    if not session.over:
        return NotDone(code="stale")
    _do(session, (Say(Stopping(over=True)), Stop()), at)
    return Done(seq=len(session.game.events))


def _choose_voice(session: Session, want: ChooseVoice, at: float) -> Answer:
    """It is heard at once, by whom it speaks to."""
    tuner, wording = session.speaking.tuner, session.wording
    if want.seat not in (None, *session.game.state.seats):
        return NotDone(code="stale")
    name = None if tuner is None else tuner.choose(want.voice, want.seat)
    if name is None:
        return NotDone(code="bad-data", text=no_such_voice(wording.vocabulary, want.voice))
    session.hush(at)
    session.voicing.say(wording.tuned("voice-name", name, want.seat or "everyone"), at)
    return Done(seq=len(session.game.events))


def _hear_by(session: Session, want: HearBy, at: float) -> Answer:
    """An earphone is tried before it counts."""
    known = {one.seat: one for one in session.ears.listed(session.game.state, session.panel.alone)}
    ear = known.get(want.seat)
    if ear is None or want.way not in ear.ways:
        return NotDone(code="stale")
    if session.panel.asked:
        return NotDone(code="busy")
    if want.way == "own":
        _do(session, (Changed(want.seat, "own", heard=False), Say(EarTrying(seat=want.seat))), at)
        _do(session, session.panel.ask(EarTested(want.seat, ear.now), at), at)
    else:
        _do(session, (Changed(want.seat, want.way), Say(EarChanged(seat=want.seat, way=want.way))), at)
    return Done(seq=len(session.game.events))


def _do(session: Session, effects: tuple[Effect, ...], at: float) -> None:
    session.hush(at)
    for effect in effects:
        session.perform(effect, at)
