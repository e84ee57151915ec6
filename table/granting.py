"""Requests at the table: granted in the instant in which they are checked, or refused; then answered.

An act from afar is the same act as by token or key. With cards dealt a claim asks its seat how it pays, as a
token on the pin does: who claims from afar must not find out what a hand holds.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, assert_never, cast, get_args

import dialog
from announce import Announcement, house_words
from dialog import (
    PRIVATE_QUESTIONS,
    REGIONS,
    About,
    ClaimListed,
    Effect,
    EveningQuestion,
    OfTheEvening,
    Payable,
    PlaceQuestion,
    Question,
    asked_for,
    payable_commands,
    site_of,
    wish_at,
)
from engine import (
    BuildHarbor,
    BuildStation,
    ClaimRoute,
    Command,
    Game,
    Reason,
    Refusal,
    Seat,
    State,
)
from reconcile import Tracker
from table.answers import Answer, Code, Done, Refused
from table.requests import (
    AdmitPhone,
    AskQuestion,
    ClaimAt,
    DoAct,
    PressButton,
    Request,
    SayText,
    SetPause,
    SetVoice,
    TellCode,
)
from table.sealed import is_early
from tabletop import Button, DeviceHealth, SiteId

Answering = dialog.Answer | About | OfTheEvening

MOST_NAMED: Final = 150  # so many ids go into a refusal

_SENSES: Final = ("hub", "camera")


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What a session lets requests see and do."""

    game: Callable[[], Game]
    health: Callable[[], Iterable[DeviceHealth]]  # the newest of each device
    asks: Callable[[], bool]  # whether a question is open at the table
    paused: Callable[[], bool]
    pause: Callable[[bool, float], None]  # said, if it is news
    act: Callable[[Command, float], object]  # what has been found to be allowed: done, stored, told
    claim: Callable[[Seat, SiteId, float], None]  # without a token: its seat is asked how it pays
    tokenless: Callable[[SiteId], None]  # what will be claimed there has no token yet
    press: Callable[[Button, float], None]  # down and up
    asker: Callable[[], Seat]  # who is at the panel
    focused: Callable[[], bool]  # whether that is one seat alone, who hears in its ear
    answer: Callable[[Answering, float], None]
    perform: Callable[[Effect, float], None]  # as a press does: it stops speech first
    say: Callable[[Sequence[Announcement], float], None]


class Speaks(Protocol):
    """A voice that can be louder and faster."""

    volume: int
    rate: int


class Granting:
    """Grants what is wanted of one table, or tells why not."""

    def __init__(
        self,
        door: Door,
        tracker: Tracker,
        wall: Callable[[], float] | None = None,
    ) -> None:
        """`wall`: the clock of `Request.due`, where the game's own is virtual; None: the game's."""
        self._wall = wall
        self.begun = False
        self.acts = 0  # how many acts came from outside
        self.speaker: Speaks | None = None  # None: nothing is heard here
        self._door, self._tracker = door, tracker

    def take(self, request: Request, at: float) -> None:
        """Do it or say why not; then answer. A bug of ours is answered too, before it ends the program."""
        try:
            answer = self.grant(request, at)
        except Exception:
            request.answer(Refused(code="internal"))
            raise
        request.answer(answer)

    def grant(self, request: Request, at: float) -> Answer:
        """Do it; what came of it."""
        door, seq = self._door, self._door.game().state.seq
        if not self.begun:
            return Refused(code="busy")
        now = at if self._wall is None else self._wall()
        if request.due is not None and now > request.due:
            return Refused(code="expired")
        if request.expect_seq is not None and request.expect_seq != seq:
            return Refused(code="stale", data={"seq": seq}, args={"seq": seq})
        match request.want:
            case DoAct(command=command):
                return self._act(request, command, at)
            case ClaimAt(site=site):
                state = door.game().state
                door.perform(ClaimListed(state.to_move or state.seats[0], site), at)
            case PressButton(button=button):
                door.press(button, at)
            case AskQuestion():
                return self._asked(request.want, request, at)
            case SayText(text=text):
                door.say(house_words.said_for_the_house(text), at)
            case SetPause(paused=paused):
                door.pause(paused, at)
            case SetVoice(what=what, value=value):
                if self.speaker is None:
                    return Refused(code="source-offline", data={"source": "voice"})
                setattr(self.speaker, what, value)
            case TellCode() | AdmitPhone():
                return Refused(code="unknown-command")  # a page's own, which its stage grants
            case _:
                assert_never(request.want)
        return Done(seq=door.game().state.seq)

    def _asked(self, want: AskQuestion, request: Request, at: float) -> Answer:
        """Answer at the table; what one seat may know in its ear, if its own credential asks."""
        door, state = self._door, self._door.game().state
        question = "pay" if want.question == "can-pay" else want.question
        private = question in PRIVATE_QUESTIONS
        if private and not request.by_key and request.seat not in state.seats:
            return Refused(code="unauthorized")
        asker, ear = door.asker(), request.by_key and door.focused()
        if private and request.seat is not None:
            asker = request.seat
        wanted: Answering
        if question in get_args(PlaceQuestion):
            place = cast(PlaceQuestion, question)
            known = subjects(place, state)
            if want.about not in known:
                return Refused(code="bad-data", data={"about": sorted(known)[:MOST_NAMED]})
            wanted = About(place, want.about, asker, ear)
        elif private or request.by_key or question in public_questions():
            wanted = asked_for(cast(Question | EveningQuestion, question), asker, ear=ear)
        else:
            return Refused(code="bad-data", data={"questions": public_questions()})
        if request.by_key:
            door.perform(wanted, at)
        else:
            door.answer(wanted, at)
        return Done(seq=state.seq)

    # Acts

    def _act(self, request: Request, command: Command, at: float) -> Answer:
        state = self._door.game().state
        if command.seat not in state.seats:
            return Refused(code="wrong-seat", data={"seats": list(state.seats)})
        if self._door.paused():
            return Refused(code="paused")
        if isinstance(command, ClaimRoute | BuildStation | BuildHarbor):
            hindered = self._hindered(command, near=request.near)
            if hindered is not None:
                return hindered
            what_is_there = wish_at(state, command.seat, site_of(command))
            if state.cards == "dealt" and isinstance(command, type(what_is_there)):
                return self._paid_claim(request, command, at)
        elif isinstance(getattr(command, "cards", None), tuple) and request.seat != command.seat:
            return Refused(code="unauthorized")  # cards are named by their own seat only
        return self._decided(command, at)

    def _paid_claim(self, request: Request, command: Payable, at: float) -> Answer:
        """With cards dealt: the seat's own phone may name the cards, everybody else has the seat asked."""
        door, state = self._door, self._door.game().state
        if command.cards is not None:
            bound = request.seat == command.seat
            return self._decided(command, at) if bound else Refused(code="unauthorized")
        ways = payable_commands(state, command.seat, site_of(command))
        if ways and door.asks():
            return Refused(code="busy")
        refused = door.game().do(command) if not ways else None
        door.claim(command.seat, site_of(command), at)  # aloud: nobody tries hands in silence
        if isinstance(refused, Refusal):
            return _refused(refused)
        now = door.game().state.seq
        return Done(seq=now, asked="" if now != state.seq else "payment")

    def _decided(self, command: Command, at: float) -> Answer:
        answer = self._door.game().do(command)
        if isinstance(answer, Refusal):
            return _refused(answer)
        if is_early(command, self._door.game().state):
            self._door.act(command, at)
            return Done(seq=self._door.game().state.seq)  # no event yet
        if self._door.asks():  # what the open question is about must not change meanwhile
            return Refused(code="busy")
        self.acts += 1
        if isinstance(command, ClaimRoute | BuildStation | BuildHarbor):
            self._door.tokenless(site_of(command))
        self._door.act(command, at)
        return Done(seq=answer[0].state.seq)

    def _hindered(self, command: Payable, *, near: bool) -> Refused | None:
        """What the senses have against a claim: they are away, or see another's token there."""
        site = site_of(command)
        known = [one for one in self._door.health() if one.device in _SENSES and one.cause != "absent"]
        if known and all(one.condition != "live" for one in known):
            offline = Refused(code="source-offline", data={"sources": [one.device for one in known]})
            return None if near else offline
        differing = [
            {"site": one.site, "kind": one.kind, "seat": one.seat}
            for one in self._tracker.differences(self._door.game().state)
            if one.site == site and one.kind == "extra" and one.seat not in (None, command.seat)
        ]
        return Refused(code="board-mismatch", data={"differences": differing}) if differing else None


def subjects(question: PlaceQuestion, state: State) -> Collection[str]:
    """What can be asked about, by id."""
    match question:
        case "route" | "pay":
            return state.game_map.routes
        case "city":
            return state.game_map.cities
        case "region":
            return REGIONS
        case "holdings":
            return state.seats


def public_questions() -> list[str]:
    """The questions that may be asked from outside."""
    known = (*get_args(Question), *get_args(EveningQuestion), *get_args(PlaceQuestion))
    return [question for question in known if question not in PRIVATE_QUESTIONS]


def _refused(refusal: Refusal) -> Refused:
    """The rule's number goes along, but where it would tell what a hand holds."""
    code: Code = "illegal-move"
    if refusal.reason is Reason.NOT_YOUR_TURN:
        code = "not-your-turn"
    elif refusal.reason is Reason.NO_SUCH_SEAT:
        code = "wrong-seat"
    rule, reason = (None, None) if refusal.secret else (refusal.rule or None, refusal.reason.value)
    return Refused(code=code, data={"rule": rule, "reason": reason}, refusal=refusal)
