"""Setting up at the table: presses and tokens in, words out, until a game is chosen (docs/setup.md)."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from announce import Announcement, Audience, Wording, phone_words
from dialog import Edge, History, NothingToDo, PutOut, Repeat, Said, Say, StillWaiting
from dialog.setup import (
    BeginShowing,
    BringEarlier,
    Brought,
    Desk,
    Draft,
    EndShowing,
    Facts,
    Finding,
    FirstWords,
    GoOnWith,
    ListGames,
    LookAgain,
    LookForEarlier,
    NewGame,
    PageTold,
    PinFault,
    PinTour,
    SelfTest,
    SetupEffect,
    SetUpLeft,
    SetupPanel,
    SwitchOff,
    TurnRate,
    WantTokens,
)
from engine import SEATS, Seat, by_lot, edition
from table.lateness import made_at, too_late
from table.ports import Sink
from table.self_test import Sensed
from table.surroundings import Choice, Made, Renewed, Stored, Surroundings, SwitchedOff
from table.telling import Teller
from tabletop import (
    SENSES,
    BoardLayout,
    DeviceHealth,
    LessonNews,
    Motion,
    Observation,
    Press,
    Sense,
    SiteId,
    of_a_sense,
)

WAIT_S: Final = 5.0  # between the soft sounds while speech starts
RATE_STEP: Final = 25  # words a minute
SLOWEST, FASTEST = 80, 450

Item = Observation | Motion | DeviceHealth | Press | LessonNews


TAKES: Final = (Observation, Motion, DeviceHealth, Press, LessonNews)
"""What of the inbox set-up takes in."""


class SettingUp:
    """A table before its game.

    Args:
        coded: tokens tell their seat by the pin.
        seed: of the lot.
        again: a game has just ended at this table: no hello, no self-test.
        brief: who sits there has heard it all before; None: so it is after the first evening.
    """

    def __init__(
        self,
        facts: Facts,
        draft: Draft,
        *,
        sensed: Sensed,
        wording: Wording,
        sinks: Sequence[Sink],
        around: Surroundings,
        seed: int,
        coded: bool = False,
        again: bool = False,
        brief: bool | None = None,
    ) -> None:
        self.sensed = sensed
        self.choice: Choice | None = None
        self.panel = SetupPanel(Desk(facts=facts, draft=draft))
        self._wording, self._around, self._seed, self._coded = wording, around, seed, coded
        self._teller = Teller(sinks)
        self._again = again
        self._brief = not facts.first if brief is None else brief  # who knows it wants little
        self._down_at: float | None = None  # when the button that is let go next went down
        self._asking = False  # whether the first question was put
        self._started: float | None = None
        self._wait_at = 0.0
        self._played = draft.edition  # the board that is open is this edition's, as far as one is chosen
        self._other_board = False  # than the one that was there at first
        self._turned: float | None = None  # when another board was opened that has not been tested yet
        self._held: tuple[SetupEffect, ...] = ()  # what is said once the board of the edition is there

        self.put_out: Callable[[Seat | None], None] = lambda seat: None  # a phone of this seat has to leave

    @property
    def wording(self) -> Wording:
        """The words of the board that is there."""
        return self._wording

    @property
    def history(self) -> Sequence[Announcement]:
        """All that was said, oldest first."""
        return self._teller.history

    @property
    def begun(self) -> bool:
        """Whether the first question was put."""
        return self._asking

    @property
    def layout(self) -> BoardLayout:
        """The board that is looked at."""
        return self.sensed.layout

    # What comes in

    def handle(self, item: Item, at: float) -> None:
        """Take in one thing that a device said."""
        match item:
            case Press():
                self._press(item, at)
            case Observation():
                self._observed(item, at)
            case DeviceHealth():
                before = self.sensed.health(item.device)
                self.sensed.take(item)
                self._teller.health(item)
                if item.device == "camera" and (
                    before is None or dataclasses.replace(before, at=item.at) != item
                ):
                    self._camera_changed(at)
                if item.ear is not None and item.condition != "live":
                    self._effects(self.panel.ear_gone(item.ear, at), at)
            case LessonNews():
                self._effects(self.panel.shown(item, at), at)
            case Motion():
                pass
            case _:
                assert_never(item)

    def _camera_changed(self, at: float) -> None:
        """Somebody plugs it in or moves its arm: each step is told, but no word of it twice."""
        if self._asking and isinstance(self.panel.mode, SelfTest):
            self._look_again(at)
        self._effects(self.panel.camera(self._no_picture(), at), at)

    def _no_picture(self) -> DeviceHealth | None:
        """Why the camera gives no pictures, if it gives none."""
        health = self.sensed.health("camera")
        return health if health is not None and health.cause in ("unplugged", "frozen") else None

    def _showable(self) -> tuple[Seat, ...]:
        """Whose tokens a camera can be shown."""
        return () if self._around.camera() is None else tuple(self.layout.tokens.shapes)

    def _observed(self, item: Observation, at: float) -> None:
        new = self.sensed.take(item)
        if not self._asking:
            return
        if new is not None:
            if not SENSES[item.sense].looks:
                self._say(self._wording.signal("place"), at)  # felt, whoever's it is
            whose = item.seen if self.sensed.whose(item) else None
            seat = next((one for one in SEATS if one == whose), None)
            if self._told_by(item.sense, seat):
                self._effects(self.panel.token(seat, item.site, at), at)
        self._effects(self.panel.standing(self.sensed.standing(), at), at)

    def _told_by(self, sense: Sense, seat: Seat | None) -> bool:
        """Whether this sense's word of a new token counts: of two that tell of it only one does."""
        if isinstance(self.panel.mode, PinTour):
            return sense == "pin"  # what the camera sees is no proof of the pin
        return seat is not None or SENSES[sense].names or not self.sensed.names()  # that one will tell whose

    def leave(self, at: float) -> None:
        """Whoever types has gone: nobody should wait for a game."""
        self._let_go(at)
        self._teller.hush(at)
        self._prompt(SetUpLeft(), at)

    def tick(self, at: float) -> None:
        """Time has passed."""
        if self._started is None:
            self._started = self._wait_at = at
        if self._asking:
            self._follow_board(at)
            self._effects(self.panel.tick(at), at)
            self._listen(at)
            return
        if self._around.ready() and self.sensed.had_word(self._started, at):
            self._begin(at)
        elif at >= self._wait_at:
            self._wait_at = at + WAIT_S
            self._say(self._wording.signal("wait"), at)

    def _follow_board(self, at: float) -> None:
        """The board of the edition that is chosen is the one that is felt and seen; a new one is tested."""
        if self._other_edition:
            self._played = self.panel.desk.draft.edition
            turned = self._around.turn(self._played)
            if turned is not None:
                self.sensed, self._wording = turned
                self._turned, self._other_board = at, True
                told = self.panel.turned(self._pins(), at)
                if not self._by_keys:
                    self._effects(told, at)
                self.panel.desk = replace(self.panel.desk, showable=self._showable())
        self._let_go(at)
        if self._turned is not None and self.sensed.had_word(self._turned, at):
            self._turned = None
            self._effects(self.panel.tested_board(self._findings(), at), at)
            self._effects(self.panel.standing(self.sensed.standing(), at), at)

    @property
    def _other_edition(self) -> bool:
        """Whether an edition is chosen whose board was not looked for yet."""
        return self.panel.desk.draft.edition not in ("", self._played)

    @property
    def _by_keys(self) -> bool:
        """Whether keys stand in for the board: nothing feels or sees one."""
        return self._coded and not any(of_a_sense(device) for device in self.sensed.expected)

    def _hold(self, effects: Sequence[SetupEffect], at: float) -> None:
        """What a press has led to, told at once; where it chose an edition of another map, after its board.

        So the last words ask. That board is opened in no press, but as soon as time passes.
        """
        self._held = (*self._held, *effects)
        if not self._other_edition or edition(self.panel.desk.draft.edition).map == self.layout.map:
            self._let_go(at)

    def _let_go(self, at: float) -> None:
        held, self._held = self._held, ()
        self._effects(held, at)

    def _pins(self) -> tuple[SiteId, ...]:
        """The pins that can be tried by hand."""
        if "hub" not in self.sensed.expected and not self._coded:
            return ()
        return tuple(site.id for site in self.layout.pins() if site.channel is not None)

    def _begin(self, at: float) -> None:
        self._asking = True
        desk = self.panel.desk
        identities = self._coded or self.sensed.names()
        self.panel.desk = replace(
            desk,
            facts=replace(desk.facts, identities=identities),
            findings=() if self._again else self._findings(),
            standing=self.sensed.standing(),
            pins=self._pins(),
            showable=self._showable(),
            offered=not self.sensed.live("camera"),  # it would see none
        )
        if not self._again:
            self._prompt(FirstWords(), at)
            if self.panel.desk.facts.address:
                self._prompt(PageTold(), at)
        for news in self._around.news:
            self._say(self._wording.health(news), at)
        self._effects(self.panel.begin(at), at)

    def _findings(self) -> tuple[Finding, ...]:
        """What all devices are found to be; of another board only what is felt and seen there."""
        if not self._other_board:
            return self.sensed.findings(self._around.looked())
        return tuple(
            one for one in self.sensed.findings() if isinstance(one, PinFault) or of_a_sense(one.device)
        )

    def _press(self, press: Press, at: float) -> None:
        if press.action == "down":
            self._listen(at)
            self._down_at = made_at(press, at)
            self._teller.hush(at)
            self._say(self._wording.signal("tick"), at)
        if press.action != "up":
            return
        down_at, self._down_at = self._down_at, None
        if too_late(press, at):
            self._prompt(NothingToDo(button=press.button or "yes", why="late"), at)
            return
        before = self._teller.uttered
        if press.seat is not None:
            self._hold(self.panel.press_seat(press.seat, at), at)
        elif press.button is not None:
            went_at = made_at(press, at)
            self._hold(
                self.panel.press(press.button, at, went_at=went_at, down_at=down_at, named=press.named), at
            )
        if self._teller.uttered == before and self.choice is None and not self._held:
            self._say(self._wording.signal("edge"), at)

    def _listen(self, at: float) -> None:
        """Tell the panel whether whoever answers there can have heard what was said to him."""
        seat: Seat | None = getattr(self.panel.mode, "seat", None)
        audiences: tuple[Audience, ...] = ("everyone",) if seat is None else ("everyone", seat)
        self.panel.hear(at, begun=not self._teller.to_begin(*audiences))

    def phone_joined(self, seat: Seat | None, at: float) -> bool:
        """A phone has joined: the table is asked; False: it is not asked anything yet, or no more."""
        if not self._asking or self.choice is not None:
            return False
        self._listen(at)
        self._effects(self.panel.phone(seat, at), at)
        return True

    def tell(self, announcements: Sequence[Announcement], at: float) -> None:
        """Say words that come from elsewhere."""
        self._say(announcements, at)

    # What goes out

    def _effects(self, effects: Sequence[SetupEffect], at: float) -> None:
        for effect in effects:
            self._effect(effect, at)

    def _effect(self, effect: SetupEffect, at: float) -> None:
        match effect:
            case Say(prompt=prompt):
                self._prompt(prompt, at)
            case TurnRate(steps=steps):
                wanted = self.panel.desk.facts.rate + RATE_STEP * steps
                rate = self._around.set_rate(max(SLOWEST, min(FASTEST, wanted)))
                self._effects(self.panel.rate(rate, at), at)
            case LookAgain():
                self._look_again(at)
            case ListGames():
                self._effects(self.panel.listed(self._around.games(), at), at)
            case GoOnWith(name=name):
                self.choice = Stored(name)
            case NewGame():
                self.choice = Made(self._drawn(self.panel.desk.draft))
            case SwitchOff():
                self.choice = SwitchedOff()
            case LookForEarlier():
                self._effects(self.panel.found_earlier(self._around.earlier(), at), at)
            case BringEarlier(name=name) if self._around.bring(name):
                self._prompt(Brought(here=True), at)
                self.choice = Renewed()
            case BringEarlier():
                self._effects(self.panel.not_brought(at), at)
            case PutOut(seat=seat):
                self.put_out(seat)
                self._say(phone_words.put_out(self._wording.vocabulary, seat), at)
            case BeginShowing() | WantTokens() | EndShowing():
                self._around.show(effect)
            case Repeat():
                self._teller.again(at)
            case History(step=step):
                if not self._teller.walk(step, at):
                    self._say(self._wording.signal("edge"), at)
            case Edge():
                self._say(self._wording.signal("edge"), at)
            case StillWaiting():
                self._say(self._wording.signal("wait"), at)
            case _:
                assert_never(effect)

    def _look_again(self, at: float) -> None:
        self._effects(self.panel.found(self._findings(), at), at)

    def _drawn(self, draft: Draft) -> Draft:
        """The lot is drawn now, if it decides who starts."""
        if draft.starter == "lot":
            draft = replace(draft, starter=by_lot(draft.seats, self._seed))
        return draft

    def _prompt(self, prompt: Said, at: float) -> None:
        self._say(self._wording.prompt(prompt, self.panel.desk), at)

    def _say(self, announcements: Sequence[Announcement], at: float) -> None:
        self._teller.say([self._short(one) for one in announcements], at)

    def _short(self, announcement: Announcement) -> Announcement:
        """Brief words are the normal ones on a later evening; whoever hears full words hears all the same."""
        if not self._brief or not announcement.brief:
            return announcement
        return dataclasses.replace(
            announcement, normal=announcement.brief, brief="", full=announcement.text("full")
        )
