"""What the page shows and does while a game is played."""

from collections.abc import Mapping

from announce import Audience, Wording, house_words, page_words
from dialog import Phone, Where
from dialog import Table as NothingOpen
from engine import Refusal, Seat, State
from mqtt import Asked, DoAct, SayText
from table.page_stage import Asks, Kept, Room, late, refused
from table.retelling import deeds
from table.sealed import is_early
from table.session import Session
from tabletop import DeviceHealth, Press
from web import Acted, CodeWanted, Opened, Outcome, PhoneJoined, Pressed, Table, Wish


class GameStage:
    """A game and its session, as the page sees it."""

    def __init__(self, session: Session, wording: Wording, room: Room) -> None:
        self._session, self._wording, self._room = session, wording, room

    @property
    def begun(self) -> bool:
        """Whether anything can be wished."""
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
        )

    def asks(self) -> Asks:
        """What is asked of whom now."""
        words = open_words(self._session, self._wording)
        return Asks(self._session.game.state.seats, words, self._session.game.since)

    def health(self, health: DeviceHealth, at: float) -> None:
        """The page itself is lost, or back."""
        self._session.handle(health, at)

    def moment(self, kept: Kept, at: float) -> Table:
        """The table now."""
        session = self._session
        bots = session.panel.alone
        return Table(
            game=session.game,
            wording=self._wording,
            people=tuple(seat for seat in session.game.state.seats if seat not in bots),
            health=session.health.all(),
            evening=session.evening(at),
            doubt=session.blind,
            said=kept.said,
            opened=kept.opened,
            repeated=kept.repeated,
            deeds=deeds,
            sealed=session.sealed.tickets,
        )

    # Wishes

    def done(self, wish: Wish, opened: Mapping[Audience, Opened], at: float) -> Outcome:
        """Do what a page wants. `opened`: what is asked now, as the pages show it."""
        session = self._session
        if not session.begun:
            return self._no("busy")
        match wish:
            case Pressed():
                return self._press(session, wish, opened, at)
            case Acted():
                return self._act(session, wish, at)
            case CodeWanted(seat=seat, digits=digits):
                return self._tell_code(session, seat, digits, at)
            case PhoneJoined(seat=seat):
                if session.panel.asked:  # it would be lost
                    return self._no("asked")
                for effect in session.panel.ask(Phone(seat), at):
                    session.perform(effect, at)
                return Outcome(True)

    def _press(
        self, session: Session, wish: Pressed, opened: Mapping[Audience, Opened], at: float
    ) -> Outcome:
        """A press that answers another question than the one that was shown is refused."""
        if late(wish, opened):
            return self._no("late")
        if wish.seat is not None and self._takes_panel(session, wish.seat, opened):
            session.handle(Press(seat=wish.seat, action="down", at=at), at)
            session.handle(Press(seat=wish.seat, action="up", at=at), at)
            if wish.button in ("yes", "no"):
                return Outcome(True)  # what its seat is asked now was not shown before
        session.handle(Press(button=wish.button, action="down", at=at, named=True), at)
        session.handle(Press(button=wish.button, action="up", at=at, named=True), at)
        return Outcome(True)

    def _takes_panel(self, session: Session, seat: Seat, opened: Mapping[Audience, Opened]) -> bool:
        """Whether the panel is another seat's now; a question to everybody is anybody's to answer."""
        if opened["everyone"].text:
            return False
        asked = [one for one in session.game.state.seats if opened[one].text]
        return seat not in (asked or [session.panel.asker(session.game.state)])

    def _act(self, session: Session, wish: Acted, at: float) -> Outcome:
        """The act of a seat's own page: as from a client that the seat is bound to."""
        early = is_early(wish.command, session.game.state)
        if not early:  # else all would hear that something was done
            session.hush(at)
        found: list[Mapping[str, object]] = []
        game = session.game
        # What was shown before a sense was lost or found is as true after it.
        fresh = early or game.since <= wish.seq <= game.state.seq  # which tickets one holds no act changes
        session.handle(
            Asked(
                client=f"page-{wish.command.seat}",
                id="page",
                vouched=True,
                bound=True,
                near=True,
                expect_seq=game.state.seq if fresh else wish.seq,
                due=None,
                wish=DoAct(command=wish.command),
                answer=found.append,
            ),
            at,
        )
        error = found[0].get("error")
        if not isinstance(error, dict):
            return Outcome(True)
        answer = game.do(wish.command)
        if isinstance(answer, Refusal) and fresh:
            return Outcome(False, self._why(answer, game.state))
        return Outcome(
            False, house_words.refusal_sentence(self._wording.vocabulary.phrases, str(error["code"]))
        )

    def _why(self, refusal: Refusal, state: State) -> str:
        """The refusal as its seat would hear it."""
        said = [one for one in self._wording.refusal(refusal, state) if one.normal]
        own = [one for one in said if one.audience == refusal.command.seat]
        return (own or said)[0].normal

    def _tell_code(self, session: Session, seat: Seat, digits: str, at: float) -> Outcome:
        """Everybody hears that a code is wanted; the code itself only this room."""
        vocabulary = self._wording.vocabulary
        wanted = SayText(text=page_words.code_wanted(vocabulary, seat))
        session.handle(
            Asked(
                client="page",
                id="page",
                vouched=True,
                bound=False,
                expect_seq=None,
                due=None,
                wish=wanted,
                answer=lambda fields: None,
            ),
            at,
        )
        self._room(page_words.code_told(vocabulary, seat, digits), at)
        return Outcome(True)

    def _no(self, why: page_words.Refused) -> Outcome:
        return refused(self._wording, why)


def open_words(session: Session, wording: Wording) -> dict[Audience, str]:
    """What is open at the panel, in words for each audience that may hear them; empty: nothing is."""
    panel, state = session.panel, session.game.state
    if isinstance(panel.mode, NothingOpen):
        return {}
    told = Where(panel.mode) if panel.mode.traits.quiet else panel.mode
    found: dict[Audience, str] = {}
    for one in wording.prompt(told, state, panel.shown_to(state)):
        if one.normal:
            found[one.audience] = " ".join(filter(None, (found.get(one.audience), one.normal)))
    return found
