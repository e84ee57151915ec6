"""Commands from outside, at the table: done in the instant in which they are checked, then answered.

An act by MQTT is the same act as by token or key. With cards dealt a claim asks its seat how it pays, as a
token on the pin does: who claims from afar must not find out what a hand holds.
"""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, cast, get_args

from announce import Announcement, house_words
from dialog import (
    PRIVATE_QUESTIONS,
    REGIONS,
    About,
    Answer,
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
from mqtt import Asked, AskQuestion, DoAct, PressButton, SayText, SetPause, SetVoice, error_fields, ok_fields
from mqtt.codes import Code
from reconcile import Tracker
from table.sealed import is_early
from tabletop import Button, DeviceHealth, SiteId, sense_of

Fields = dict[str, object]

MOST_NAMED: Final = 150  # so many ids go into a refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What a session lets commands from outside see and do."""

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
    answer: Callable[[Answer | About | OfTheEvening, float], None]
    say: Callable[[Sequence[Announcement], float], None]


class Speaks(Protocol):
    """A voice that can be louder and faster."""

    volume: int
    rate: int


class Remote:
    """Does what clients ask of one table."""

    def __init__(
        self,
        door: Door,
        tracker: Tracker,
        wall: Callable[[], float] = time.monotonic,  # the clock of `Asked.due`; a game's own may be virtual
    ) -> None:
        self._wall = wall
        self.begun = False
        self.acts = 0  # how many acts came from outside
        self.speaker: Speaks | None = None  # None: nothing is heard here
        self._door, self._tracker = door, tracker

    def take(self, asked: Asked, at: float) -> None:
        """Do it or say why not; then answer. A bug of ours is answered too, before it ends the program."""
        try:
            fields = self._done(asked, at)
        except Exception:
            asked.answer(error_fields("internal"))
            raise
        asked.answer(fields)

    def _done(self, asked: Asked, at: float) -> Fields:
        door, seq = self._door, self._door.game().state.seq
        if not self.begun:
            return error_fields("busy")
        if asked.due is not None and self._wall() > asked.due:
            return error_fields("expired")
        if asked.expect_seq is not None and asked.expect_seq != seq:
            return error_fields("stale", {"seq": seq}, {"seq": seq})
        match asked.wish:
            case DoAct(command=command):
                return self._act(asked, command, at)
            case PressButton(button=button):
                door.press(button, at)
            case AskQuestion():
                return self._asked(asked.wish, asked.seat, at)
            case SayText(text=text):
                door.say(house_words.said_for_the_house(text), at)
            case SetPause(paused=paused):
                door.pause(paused, at)
            case SetVoice(what=what, value=value):
                if self.speaker is None:
                    return error_fields("source-offline", {"source": "voice"})
                setattr(self.speaker, what, value)
        return ok_fields(door.game().state.seq)

    def _asked(self, wish: AskQuestion, seat: Seat | None, at: float) -> Fields:
        """Answer at the table; what one seat may know in its ear, if its own credential asks."""
        door, state = self._door, self._door.game().state
        question = "pay" if wish.question == "can-pay" else wish.question
        private = question in PRIVATE_QUESTIONS
        if private and (seat is None or seat not in state.seats):
            return error_fields("unauthorized")
        asker = seat if private and seat is not None else door.asker()
        if question in get_args(PlaceQuestion):
            place = cast(PlaceQuestion, question)
            known = subjects(place, state)
            if wish.about not in known:
                return error_fields("bad-data", {"about": sorted(known)[:MOST_NAMED]})
            door.answer(About(place, wish.about, asker), at)
        elif private or question in public_questions():
            door.answer(asked_for(cast(Question | EveningQuestion, question), asker), at)
        else:
            return error_fields("bad-data", {"questions": public_questions()})
        return ok_fields(state.seq)

    # Acts

    def _act(self, asked: Asked, command: Command, at: float) -> Fields:
        state = self._door.game().state
        if command.seat not in state.seats:
            return error_fields("wrong-seat", {"seats": list(state.seats)})
        if self._door.paused():
            return error_fields("paused")
        if isinstance(command, ClaimRoute | BuildStation | BuildHarbor):
            hindered = self._hindered(command, near=asked.near)
            if hindered is not None:
                return hindered
            what_is_there = wish_at(state, command.seat, site_of(command))
            if state.cards == "dealt" and isinstance(command, type(what_is_there)):
                return self._paid_claim(asked, command, at)
        elif isinstance(getattr(command, "cards", None), tuple) and not asked.bound:
            return error_fields("unauthorized")  # cards are named by their own seat only
        return self._decided(asked, command, at)

    def _paid_claim(self, asked: Asked, command: Payable, at: float) -> Fields:
        """With cards dealt: the seat's own phone may name the cards, everybody else has the seat asked."""
        door, state = self._door, self._door.game().state
        if command.cards is not None:
            return self._decided(asked, command, at) if asked.bound else error_fields("unauthorized")
        ways = payable_commands(state, command.seat, site_of(command))
        if ways and door.asks():
            return error_fields("busy")
        refused = door.game().do(command) if not ways else None
        door.claim(command.seat, site_of(command), at)  # aloud: nobody tries hands in silence
        if isinstance(refused, Refusal):
            return _refused(refused)
        now = door.game().state.seq
        return ok_fields(now) if now != state.seq else ok_fields(now, asked="payment")

    def _decided(self, asked: Asked, command: Command, at: float) -> Fields:
        answer = self._door.game().do(command)
        if isinstance(answer, Refusal):
            return _refused(answer)
        if is_early(command, self._door.game().state):
            self._door.act(command, at)
            return ok_fields(self._door.game().state.seq)  # no event yet
        if self._door.asks():  # what the open question is about must not change meanwhile
            return error_fields("busy")
        self.acts += 1
        if isinstance(command, ClaimRoute | BuildStation | BuildHarbor):
            self._door.tokenless(site_of(command))
        self._door.act(command, at)
        return ok_fields(answer[0].state.seq)

    def _hindered(self, command: Payable, *, near: bool) -> Fields | None:
        """What the senses have against a claim: they are away, or see another's token there."""
        site = site_of(command)
        known = [one for one in self._door.health() if sense_of(one.device) and one.cause != "absent"]
        if known and all(one.condition != "live" for one in known):
            offline = error_fields("source-offline", {"sources": [one.device for one in known]})
            return None if near else offline
        differing = [
            {"site": one.site, "kind": one.kind, "seat": one.seat}
            for one in self._tracker.differences(self._door.game().state)
            if one.site == site and one.kind == "extra" and one.seat not in (None, command.seat)
        ]
        return error_fields("board-mismatch", {"differences": differing}) if differing else None


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


def _refused(refusal: Refusal) -> Fields:
    """The rule's number goes along, but where it would tell what a hand holds."""
    if refusal.reason is Reason.NOT_YOUR_TURN:
        code: Code = "not-your-turn"
    elif refusal.reason is Reason.NO_SUCH_SEAT:
        code = "wrong-seat"
    else:
        code = "illegal-move"
    if refusal.secret:
        return error_fields(code, {"rule": None, "reason": None})
    return error_fields(code, {"rule": refusal.rule or None, "reason": refusal.reason.value})
