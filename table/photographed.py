"""What a photograph says: of one pin, after somebody's Yes, a claim or the game changed to the board; of all
pins, where photographs are the table's only sense (`pictures`)."""

from typing import assert_never

from announce import host_words, house_words
from dialog import ClaimListed, Do
from engine import Seat, State
from table.answers import Answer, Done, NotDone
from table.requests import PhotoFailed, PhotoSays, PhotoTaken
from table.session import Session


def photo_says(session: Session, want: PhotoSays, at: float) -> Answer:
    """Have the game follow it. A token that may be a claim now is one, and is said and paid as one."""
    state, by_game = session.game.state, session.standing.get(want.site)
    if by_game == want.seat:
        return Done(seq=len(session.game.events))
    if session.panel.asked:
        return NotDone(code="busy")
    session.hush(at)
    before = len(session.game.events)
    if by_game is None and want.seat is not None and _may_claim(state, want.seat):
        session.perform(ClaimListed(want.seat, want.site), at)
        if len(session.game.events) == before and not session.panel.asked:
            return NotDone(code="illegal-move", text=_last_words(session))
        return Done(seq=len(session.game.events))
    gone = [want.site] if by_game is not None else []
    stand = {str(want.site): want.seat} if want.seat is not None else {}
    command, refused = session.game.board_accepted(session.panel.asker(state), gone, stand)
    if refused:
        said = session.wording.refusal(refused[0][1], state)
        return NotDone(code="illegal-move", text=next((one.normal for one in said if one.normal), ""))
    session.perform(Do(command), at)
    return Done(seq=len(session.game.events))


def photo_taken(session: Session, want: PhotoTaken | PhotoFailed, at: float) -> Answer:
    """Judge it at once, so that whoever sent it is shown what is asked; or say why it changes nothing."""
    if session.over or session.panel.paused:
        return NotDone(code="paused" if session.panel.paused else "stale")
    match want:
        case PhotoTaken(seen=seen):
            session.pictures.take(seen, session.standing, at)
            session.tick(at)
        case PhotoFailed(why=why):
            words = host_words.photo_trouble(session.wording.vocabulary.phrases, why)
            session.tell(house_words.said_for_the_house(words), at)
        case _:
            assert_never(want)
    return Done(seq=len(session.game.events))


def _may_claim(state: State, seat: Seat) -> bool:
    """The mover's token is its claim; with cards in hands the next seat's ends the mover's turn."""
    mover = state.to_move
    if state.phase != "turn" or mover is None:
        return False
    return seat == mover or (state.cards == "untracked" and seat == state.next_seat(mover))


def _last_words(session: Session) -> str:
    return next((one.normal for one in reversed(session.history) if one.normal), "")
