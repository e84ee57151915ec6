"""What the page shows and does while a game is played."""

from collections.abc import Mapping
from dataclasses import replace

from announce import Audience, Wording, house_words, phone_words
from dialog import PassEar, Phone, TokenWanted, Where, site_of
from dialog import Table as NothingOpen
from engine import Refusal, Seat, TokenCommand
from table.answers import Answer, Done
from table.hosting import do_for_host, play_again, seen_by_host
from table.moment import GameMoment, OpenQuestion
from table.page_stage import Asks, PageWords, Room, late, refused
from table.photographed import photo_says, photo_taken
from table.requests import (
    AdmitPhone,
    ChooseVoice,
    DoAct,
    EnterDigits,
    HearBy,
    LeaveClaim,
    MendBoard,
    PhotoFailed,
    PhotoSays,
    PhotoTaken,
    PlayAgain,
    PressButton,
    Request,
    TellCode,
    TellIn,
    TellRemoved,
    TuneTable,
    UndoActs,
)
from table.retelling import deeds
from table.sealed import is_early
from table.session import Session
from tabletop import DeviceHealth, Press


class GameStage:
    """A game and its session, as the page sees it."""

    def __init__(self, session: Session, wording: Wording, room: Room) -> None:
        self._session, self._wording, self._room = session, wording, room

    @property
    def begun(self) -> bool:
        """Whether anything can be asked for."""
        return self._session.begun

    def here(self) -> tuple[object, ...]:
        """Changes whenever what is asked may have changed."""
        session = self._session
        return (
            session.panel.mode,
            session.panel.focus,
            session.game.since,
            session.blind,
            session.sealed.tickets,
            session.board.wishes.waits,
            tuple(self._wording.tongues.values()),
        )

    def asks(self) -> Asks:
        """What is asked of whom now."""
        words = open_words(self._session, self._wording)
        return Asks(self._session.game.state.seats, words, self._session.game.since)

    def health(self, health: DeviceHealth, at: float) -> None:
        """The page itself is lost, or back."""
        self._session.handle(health, at)

    def moment(self, kept: PageWords, at: float) -> GameMoment:
        """The table now."""
        session = self._session
        bots, wish = session.panel.alone, session.board.wishes.waits
        return GameMoment(
            game=session.game,
            counted=session.common.told.state if session.common.blank else None,
            wording=self._wording,
            people=tuple(seat for seat in session.game.state.seats if seat not in bots),
            health=session.health.all(),
            evening=session.evening(at),
            doubt=session.blind,
            unsure=frozenset(one.site for one in session.tracker.doubts(session.game.state)),
            said=kept.said,
            opened=kept.opened,
            repeated=kept.repeated,
            deeds=deeds,
            token_wanted=isinstance(session.panel.mode, TokenWanted),
            wish=None if wish is None else (wish.seat, wish.site),
            sealed=session.sealed.tickets,
            host=seen_by_host(session) if kept.hosted else None,
            by_photos=session.by_photos,
        )

    @property
    def stirs(self) -> int:
        """Another number when something is felt or seen otherwise."""
        return self._session.tracker.stirs

    def phones(self, seats: frozenset[Seat], at: float) -> None:
        """These seats have joined: who shares a screen reads on a phone what is for it alone."""
        if self._session.begun:
            self._session.speaking.read_on_phones(seats, at)

    # Requests

    def grant(self, request: Request, opened: Mapping[Audience, OpenQuestion], at: float) -> Answer:
        """Do what a page wants; what came of it. `opened`: what is asked now, as the pages show it."""
        session = self._session
        if not session.begun:
            return refused(self._wording, "busy")
        match request.want:
            case PressButton() as press:
                return self._press(session, press, opened, at)
            case DoAct() as act:
                return self._act(session, request, act, at)
            case EnterDigits() if session.panel.digits_of is None:
                return refused(self._wording, "not-now")
            case TellCode(seat=seat, digits=digits):
                return self._tell_code(session, seat, digits, at)
            case AdmitPhone(seat=seat):
                return self._admit(session, seat, at)
            case TellRemoved(seat=seat):
                session.tell(phone_words.removed(self._wording.vocabulary, seat, request.seat), at)
                return Done()
            case PhotoSays() as says:
                return self._told_why(photo_says(session, says, at))
            case PhotoTaken() | PhotoFailed() as photo:
                return self._told_why(photo_taken(session, photo, at))
            case PlayAgain():
                return self._told_why(play_again(session, at))
            case LeaveClaim():
                return self._told_why(session.grant(request, at))
            case TellIn(language=language):
                if request.seat is not None:
                    self._wording.tell_in(request.seat, language)
                return Done()
            case UndoActs() | TuneTable() | ChooseVoice() | HearBy() | MendBoard() as want:
                return self._told_why(do_for_host(session, want, at), of_host=True)
            case _:
                return session.grant(request, at)

    def _admit(self, session: Session, seat: Seat | None, at: float) -> Answer:
        """A phone joins. The question about the one before it gives way, and that phone stays.

        If nothing of that question was heard yet it comes back: nobody could have said No to it.
        """
        panel = session.panel
        above = self._asks_far() or isinstance(panel.mode, PassEar)  # whose that is may be who joins
        if isinstance(panel.mode, Phone):
            session.voicing.listen(at)
            above = panel.unheard
        elif panel.asked and not above:  # it would be lost
            return refused(self._wording, "asked")
        for effect in panel.ask(Phone(seat), at, above=above):
            session.perform(effect, at)
        return Done()

    def _asks_far(self) -> bool:
        """Whether what is open asks a seat of another home, which cannot answer before it is let in."""
        linked, panel = self._session.linked, self._session.panel
        return linked is not None and panel.asked and getattr(panel.mode, "seat", None) in linked.far

    def _told_why(self, answer: Answer, *, of_host: bool = False) -> Answer:
        """A refusal in words. `of_host`: no question was answered, so that none can be another by now."""
        if isinstance(answer, Done):
            return answer
        if answer.text:
            return answer
        if answer.code == "paused" or (of_host and answer.code == "stale"):
            said = house_words.refusal_sentence(self._wording.vocabulary.phrases, answer.code)
            return replace(answer, text=said)
        return refused(self._wording, "late" if answer.code == "stale" else "asked-first", answer.code)

    def _press(
        self, session: Session, press: PressButton, opened: Mapping[Audience, OpenQuestion], at: float
    ) -> Answer:
        """A press that answers another question than the one that was shown is refused."""
        wording = self._wording.to(press.seat)
        if late(press, opened):
            return refused(wording, "late", "stale")
        waits = isinstance(session.panel.mode, TokenWanted) and session.board.wishes.of(press.seat)
        if waits and press.button == "yes":
            return refused(wording, "token-first")
        asks_afar = press.button == "ask" and _from_afar(session, press.seat)
        if press.seat is not None and (asks_afar or self._takes_panel(session, press.seat, opened)):
            session.handle(Press(seat=press.seat, action="down", at=at, by=press.seat), at)
            session.handle(Press(seat=press.seat, action="up", at=at, by=press.seat), at)
            if press.button in ("yes", "no"):
                return Done()  # what its seat is asked now was not shown before
        for action in ("down", "up"):
            session.handle(Press(button=press.button, action=action, at=at, named=True, by=press.seat), at)
        return Done()

    def _takes_panel(self, session: Session, seat: Seat, opened: Mapping[Audience, OpenQuestion]) -> bool:
        """Whether the panel is another seat's now; a question to everybody is anybody's to answer."""
        if opened["everyone"].text:
            return False
        asked = [one for one in session.game.state.seats if opened[one].text]
        return seat not in (asked or [session.panel.asker(session.game.state)])

    def _act(self, session: Session, request: Request, act: DoAct, at: float) -> Answer:
        """The act of a seat's own page; `expect_seq` is where the game was that the page has shown."""
        game, command = session.game, act.command
        early = is_early(command, game.state)
        if not early:  # else all would hear that something was done
            session.hush(at)
        shown = game.state.seq if request.expect_seq is None else request.expect_seq
        # What was shown before a sense was lost or found is as true after it; and which tickets one holds
        # no act changes. Nor does what the others choose change what is left to choose for this seat.
        state = game.state
        own = state.to_move is None and command.seat in state.waiting_for()
        fresh = early or own or game.since <= shown <= state.seq
        answer = session.grant(replace(request, expect_seq=game.state.seq if fresh else shown), at)
        if isinstance(answer, Done):
            return answer
        if answer.data.get("waits") == "token":
            return refused(self._wording, "own-token")
        refusal = game.do(command)
        if isinstance(refusal, Refusal) and fresh:
            text, own = self._why(session, refusal)
            return replace(answer, text=text, data={**answer.data, "own": own})
        return replace(
            answer, text=house_words.refusal_sentence(self._wording.vocabulary.phrases, answer.code)
        )

    def _why(self, session: Session, refusal: Refusal) -> tuple[str, bool]:
        """The refusal as its seat would hear it (lifted is what stands), and whether it alone may hear it."""
        command, standing = refusal.command, session.tracker.standing_refused()
        by_token = isinstance(command, TokenCommand) and site_of(command) in standing
        told = self._wording.refusal(refusal, session.game.state, by_token=by_token)
        said = [one for one in told if one.normal]
        own = [one for one in said if one.audience == refusal.command.seat]
        return (own or said)[0].normal, bool(own)

    def _tell_code(self, session: Session, seat: Seat | None, digits: str, at: float) -> Answer:
        """Everybody hears that a code is wanted; the code itself only this room."""
        vocabulary = self._wording.vocabulary
        session.tell(house_words.said_for_the_house(phone_words.code_wanted(vocabulary, seat)), at)
        self._room(phone_words.code_told(vocabulary, seat, digits), at)
        return Done()


def _from_afar(session: Session, seat: Seat | None) -> bool:
    """Whether the seat plays in another home and has not taken the panel: what it asks would be told here."""
    far = {} if session.linked is None else session.linked.far
    return seat in far and session.panel.focus != seat and session.panel.mode.traits.at_rest


def open_words(session: Session, wording: Wording) -> dict[Audience, str]:
    """What is open at the panel, in words for each audience that may hear them; empty: nothing is."""
    panel, state = session.panel, session.game.state
    if isinstance(panel.mode, NothingOpen):
        return {}
    traits = panel.mode.traits
    told = Where(panel.mode) if traits.quiet or traits.in_the_room else panel.mode
    found: dict[Audience, str] = {}
    for one in wording.prompt(told, state, panel.shown_to(state)):
        if one.normal:
            found[one.audience] = " ".join(filter(None, (found.get(one.audience), one.normal)))
    return found
