"""The page as a part of the table: it is handed what it shows; what it wants is done on the game's thread.

Nothing queues up on the way out: the page gets the newest moment of the table and what was said lately.
"""

import queue
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from announce import Announcement, Audience, Wording, house_words, page_words
from dialog import (
    QuestionOffered,
    Questions,
    mode_prompt,
    where,
)
from dialog import Table as NothingOpen
from engine import Event, Refusal, Seat, State
from fingerpost.retelling import deeds
from fingerpost.session import Session
from fingerpost.sinks import Sink
from mqtt import Asked, DoAct, SayText
from tabletop import DeviceHealth, Press
from web import KEPT, Acted, CodeWanted, Entry, Opened, Outcome, PhoneJoined, Pressed, Table, Wish, Wished

WAITING: Final = 64  # wishes that wait for the game's thread; more are refused


class Shown(Protocol):
    """Where the moments of the table go."""

    def look(self, at: float) -> DeviceHealth | None:
        """How the page is, if that has changed."""

    def show(self, table: Table) -> None: ...

    def put_out(self, seat: Seat) -> None: ...

    def close(self) -> None: ...


class PagePart:
    """The page of one game: a sink of its words, and a part that the loop looks after.

    Args:
        past: what everybody was told in earlier sittings.
        aloud: the sinks that speak and print in this room; the code of a seat's page goes to them alone.
    """

    def __init__(self, wording: Wording, past: Sequence[Announcement], aloud: Sequence[Sink]) -> None:
        self._wording, self._aloud = wording, tuple(aloud)
        self._wishes: queue.Queue[Wished] = queue.Queue(WAITING)
        self._said: dict[Audience, deque[Entry]] = {}
        self._repeated: Mapping[Audience, Entry] = {}
        self._opened: dict[Audience, Opened] = {}
        self._asked_about: dict[Audience, tuple[object, ...]] = {}
        self._looked_at: tuple[object, ...] = ()
        self._fresh = True
        self._session: Session | None = None
        self._server: Shown | None = None
        for announcement in past[-KEPT:]:
            self._keep(announcement)

    def follow(self, session: Session, server: Shown) -> None:
        """Show this session there, and do here what is wanted there."""
        self._session, self._server = session, server
        session.put_out = server.put_out

    def wish(self, wished: Wished) -> bool:
        """Take a wish, from any thread; False: too many wait."""
        try:
            self._wishes.put_nowait(wished)
        except queue.Full:
            return False
        return True

    # A sink of words

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """The game has gone on."""
        self._fresh = True

    def say(self, announcement: Announcement, at: float) -> None:
        """Keep what was said, for its audience."""
        self._keep(announcement)

    def again(self, announcement: Announcement, at: float) -> None:
        """Nothing new for a list; but an open page has it read aloud once more."""
        if announcement.normal:
            before = self._repeated.get(announcement.audience)
            number = 1 if before is None else before.number + 1
            again = Entry(number, announcement.normal, announcement.urgency)
            self._repeated = {**self._repeated, announcement.audience: again}
            self._fresh = True

    def walked(self, announcement: Announcement, at: float) -> None:
        """Back and Forward read aloud what is listed already."""
        self.again(announcement, at)

    def hush(self, at: float) -> bool:
        """A page does not speak."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """A device has changed."""
        self._fresh = True

    def _keep(self, announcement: Announcement) -> None:
        if not announcement.normal:
            return
        kept = self._said.setdefault(announcement.audience, deque(maxlen=KEPT))
        number = kept[-1].number + 1 if kept else 1
        kept.append(Entry(number, announcement.normal, announcement.urgency))
        self._fresh = True

    # A part of the loop

    def poll(self, at: float) -> None:
        """Do what was wanted, then show what has changed."""
        session = self._session
        if session is None:
            return
        while not self._wishes.empty():
            wished = self._wishes.get_nowait()
            if not wished.wanted():
                continue
            self._look(session)
            wished.answer(self._done(session, wished.wish, at))
        self._look(session)
        if session.begun and self._server is not None and (health := self._server.look(at)) is not None:
            session.handle(health, at)
        if self._fresh and self._server is not None:
            self._fresh = False
            self._server.show(self._moment(session, at))

    def close(self) -> None:
        """End the page; a second time is once too often, and does nothing."""
        server, self._server, self._session = self._server, None, None
        if server is not None:
            server.close()

    def _moment(self, session: Session, at: float) -> Table:
        return Table(
            game=session.game,
            wording=self._wording,
            health=session.health.all(),
            evening=session.evening(at),
            doubt=session.blind,
            bots=session.panel.alone,
            said={audience: tuple(kept) for audience, kept in self._said.items()},
            opened=dict(self._opened),
            repeated=self._repeated,
            deeds=deeds,
        )

    # What is asked

    def _look(self, session: Session) -> None:
        """Note what is asked of whom, if that may have changed."""
        panel = session.panel
        here = (panel.mode, panel.focus, session.game.state.seq, session.blind)
        if here == self._looked_at:
            return
        self._looked_at, self._fresh = here, True
        asked = open_words(session, self._wording)
        everybody = asked.get("everyone", "")
        self._ask("everyone", session, everybody, elsewhere=not everybody and bool(asked))
        for seat in session.game.state.seats:
            own = asked.get(seat, everybody)
            self._ask(seat, session, own, elsewhere=not own and bool(asked))

    def _ask(self, audience: Audience, session: Session, text: str, *, elsewhere: bool) -> None:
        """A new number when what this audience knows has changed: others' lists do not count."""
        about = (session.game.state.seq, text, elsewhere)
        if self._asked_about.get(audience) != about:
            self._asked_about[audience] = about
            number = self._opened.get(audience, Opened()).number + 1
            self._opened[audience] = Opened(number, text, elsewhere)

    # Wishes

    def _done(self, session: Session, wish: Wish, at: float) -> Outcome:
        if not session.begun:
            return self._no("busy")
        match wish:
            case Pressed():
                return self._press(session, wish, at)
            case Acted():
                return self._act(session, wish, at)
            case CodeWanted(seat=seat, digits=digits):
                return self._tell_code(session, seat, digits, at)
            case PhoneJoined(seat=seat):
                if session.panel.asked:  # it would be lost
                    return self._no("busy")
                for effect in session.panel.ask_phone(seat, session.game.state, at):
                    session.perform(effect, at)
                return Outcome(True)

    def _press(self, session: Session, wish: Pressed, at: float) -> Outcome:
        """A press that answers another question than the one that was shown is refused."""
        audience: Audience = wish.seat or "everyone"
        if wish.button in ("yes", "no") and wish.asked != self._opened[audience].number:
            return self._no("late")
        if wish.seat is not None and self._takes_panel(session, wish.seat):
            session.handle(Press(seat=wish.seat, action="down", at=at), at)
            session.handle(Press(seat=wish.seat, action="up", at=at), at)
            if wish.button in ("yes", "no"):
                return Outcome(True)  # what its seat is asked now was not shown before
        session.handle(Press(button=wish.button, action="down", at=at), at)
        session.handle(Press(button=wish.button, action="up", at=at), at)
        return Outcome(True)

    def _takes_panel(self, session: Session, seat: Seat) -> bool:
        """Whether the panel is another seat's now; a question to everybody is anybody's to answer."""
        if self._opened["everyone"].text:
            return False
        asked = [one for one in session.game.state.seats if self._opened[one].text]
        return seat not in (asked or [session.panel.asker(session.game.state)])

    def _act(self, session: Session, wish: Acted, at: float) -> Outcome:
        """The act of a seat's own page: as from a client that the seat is bound to."""
        session.hush(at)
        found: list[Mapping[str, object]] = []
        game = session.game
        session.handle(
            Asked(
                client=f"page-{wish.command.seat}",
                id="page",
                vouched=True,
                bound=True,
                expect_seq=wish.seq,
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
        if isinstance(answer, Refusal) and game.state.seq == wish.seq:
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
        for announcement in page_words.code_told(vocabulary, seat, digits):
            for sink in self._aloud:
                sink.say(announcement, at)
        return Outcome(True)

    def _no(self, why: page_words.Refused) -> Outcome:
        return Outcome(False, page_words.refused(self._wording.vocabulary.phrases, why))


def open_words(session: Session, wording: Wording) -> dict[Audience, str]:
    """What is open at the panel, in words for each audience that may hear them; empty: nothing is."""
    panel, state = session.panel, session.game.state
    if isinstance(panel.mode, NothingOpen):
        return {}
    asker = panel.asker(state)
    prompt = mode_prompt(panel.mode, state) or where(panel.mode, state)
    if isinstance(panel.mode, Questions) and isinstance(prompt, QuestionOffered):
        prompt = replace(prompt, seat=asker)
    found: dict[Audience, str] = {}
    for one in wording.prompt(prompt, state, asker):
        if one.normal:
            found[one.audience] = " ".join(filter(None, (found.get(one.audience), one.normal)))
    return found
