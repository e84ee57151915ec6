"""Plays a script without devices: observations, as settled sensors hand them on, and a clock that steps.

And `play`, which has a script played here or with simulated devices (scenario_devices).
"""

import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from announce import Announcement, Wording
from engine import SEATS, Event, Game, Seat, State
from fingerpost.games.folder import remember
from fingerpost.games.resume import Sitting, begin, resume
from fingerpost.rehearsal import scenario
from fingerpost.rehearsal.scenario import Setting
from fingerpost.rehearsal.scenario_set_up import BeforeGame, Lobby
from fingerpost.rehearsal.scenario_verbs import Plug
from fingerpost.session import Input, Session
from fingerpost.set_up.setting_up import TAKES
from fingerpost.sound.whose_ear import hear
from reconcile import expected_tokens
from tabletop import (
    BUTTONS,
    BoardLayout,
    Condition,
    Device,
    DeviceHealth,
    Motion,
    Observation,
    Press,
    Seen,
    Sense,
    SiteId,
    board_layout,
)

STEP_S = 0.1
ANSWER_S = 0.6  # before a button: longer than a question takes to be taken as heard (criterion 14)


@dataclass
class Paper:
    """A sink that writes down every utterance."""

    lines: list[str] = field(default_factory=list)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Nothing: words come by `say`."""

    def say(self, announcement: Announcement, at: float) -> None:
        """`audience urgency earcon | normal words | B brief words | F full words`."""
        if announcement.earcon == "tick" and not announcement.normal:
            return  # every press ticks; a transcript would be full of it
        words = [announcement.normal or "-"]
        if announcement.brief and announcement.brief != announcement.normal:
            words.append(f"B {announcement.brief}")
        if announcement.full and announcement.full != announcement.normal:
            words.append(f"F {announcement.full}")
        audience = (
            announcement.audience if announcement.audience == "everyone" else f"seat {announcement.audience}"
        )
        head = f"{audience} {announcement.urgency} {announcement.earcon or '-'}"
        self.lines.append(" | ".join([head, *words]))

    def again(self, announcement: Announcement, at: float) -> None:
        """The same once more."""
        self.say(announcement, at)

    def hush(self, at: float) -> bool:
        """Paper does not speak."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Nothing: words come by `say`."""

    def close(self) -> None:
        """Nothing to let go of."""


class Evening:
    """The game of a script and its log, which a power cut leaves as it is; it may be set up first."""

    def __init__(self, setting: Setting) -> None:
        self.paper = Paper()
        self._setting = setting
        self._folder = tempfile.TemporaryDirectory(prefix="fingerpost-")
        self._path = Path(self._folder.name)
        self._sitting: Sitting | None = None
        self._session: Session | None = None
        self._lobby: Lobby | None = None
        if setting.before is not None:
            self._lobby = self._set_up(setting.before, again=False)
            return
        game = Game.new(
            setting.edition, setting.map, setting.seats, setting.cards, setting.seed, setting.settings
        )
        self._sit_down(begin(self._path / "game-0001.fingerpost", game))

    def _set_up(self, before: BeforeGame, *, again: bool) -> Lobby:
        return Lobby(before, self._path, Wording, [self.paper], again=again)

    @property
    def layout(self) -> BoardLayout:
        """The board that lies there now."""
        return board_layout(self.board)

    @property
    def board(self) -> str:
        """The map of the board that lies there now."""
        return self.session.game.state.game_map.id if self._lobby is None else self._lobby.board

    @property
    def session(self) -> Session:
        """The game. Raises ValueError: none is chosen yet."""
        if self._session is None:
            raise ValueError("there is no game yet")
        return self._session

    def power_cut(self) -> None:
        """All that is not in the log is gone."""
        if self._sitting is not None:
            self._sitting.store.close()
        if self._setting.before is not None:
            self._sitting = self._session = None
            self._lobby = self._set_up(self._setting.before, again=True)
        elif self._sitting is not None:
            self._sit_down(resume(self._sitting.store.path))

    @property
    def begun(self) -> bool:
        """Whether there is a game."""
        return self._lobby is None

    def begin(self, at: float) -> None:
        """The devices have had their first word; set-up begins by itself."""
        if self._lobby is None:
            self.session.begin(at)

    def handle(self, item: Input, at: float) -> None:
        """What a device said."""
        if self._lobby is None:
            self.session.handle(item, at)
        elif isinstance(item, TAKES):
            self._lobby.handle(item, at)
            self._follow(self._lobby, at)

    def tick(self, at: float) -> None:
        """Time has passed."""
        if self._lobby is None:
            self.session.tick(at)
        else:
            self._lobby.tick(at)
            self._follow(self._lobby, at)

    def _follow(self, lobby: Lobby, at: float) -> None:
        """The game begins as soon as it is chosen, with all that the devices have said."""
        chosen = lobby.chosen()
        if chosen is None:
            return
        self._lobby, config = None, chosen.config
        if chosen.stored:
            self._sit_down(resume(chosen.log))
            self.session.greeted = True
        else:
            of = (config.edition, config.map, config.seats, config.cards, self._setting.seed)
            self._sit_down(begin(chosen.log, Game.new(*of)))
        remember(chosen.log)
        hear(config, self.session, keys=False)
        for item in lobby.known():
            self.session.handle(item, at)
        self.session.begin(at)

    def _sit_down(self, sitting: Sitting) -> None:
        self._sitting = sitting
        state = sitting.game.state
        layout = board_layout(state.game_map.id)
        wording = Wording(state.game_map, layout)
        self._session = Session(
            sitting.game,
            layout=layout,
            wording=wording,
            store=sitting.store,
            sinks=[self.paper],
            stored=sitting.stored,
            past=sitting.past(wording),
        )

    def owner(self, site: SiteId) -> Seat | None:
        """Whose a site is in the game."""
        return expected_tokens(self.session.game.state).get(site)

    def close(self) -> None:
        """The logs go, with their folder."""
        if self._sitting is not None:
            self._sitting.store.close()
        self._folder.cleanup()


class ObservedTable:
    """A table whose sensors are always right, unless they are lost."""

    def __init__(self, setting: Setting) -> None:
        self._evening = Evening(setting)
        self._at = 0.0
        self._senses: dict[Sense, bool] = {"pin": setting.hub, "camera": setting.camera}
        self._has = {"hub": setting.hub, "camera": setting.camera}
        self._stands: dict[SiteId, Seen] = {}
        self._stuck = set(setting.before.stuck) if setting.before is not None else set()
        self._start()
        self._hello()

    @property
    def sites(self) -> Collection[str]:
        """Every site of its board."""
        return self._evening.layout.sites

    @property
    def heard(self) -> list[str]:
        """What was said since it was emptied."""
        return self._evening.paper.lines

    def _start(self) -> None:
        for device in ("hub", "camera"):
            condition, cause = ("live", "") if self._has[device] else ("lost", "absent")
            self._health(device, condition, cause)  # type: ignore[arg-type]
        self._board = self._evening.board
        for site in self._evening.layout.pins():
            self._sense(site.id, self._stands.get(site.id, "empty"))
            if site.id in self._stuck:
                self._saw(site.id, "pin", "something")
        self._evening.begin(self._at)

    def _hello(self) -> None:
        """Set-up says hello when all senses have had their word."""
        if not self._evening.begun:
            self.wait(1.0)

    def set_down(self, seat: Seat, site: SiteId) -> None:
        """A seat's token is set on a pin."""
        self._stands.pop(site, None)  # the newest is the last
        self._stands[site] = seat
        self._sense(site, seat)

    def take_up(self, site: SiteId) -> None:
        """The token on a pin is gone."""
        self._stands.pop(site, None)
        self._stuck.discard(site)
        self._sense(site, "empty")

    def feel(self, site: SiteId) -> None:
        """A contact closes under nothing that could be seen."""
        self._saw(site, "pin", "something")

    def cover(self, site: SiteId, seconds: float) -> None:
        """A hand stays over a site."""
        for _ in range(round(seconds / STEP_S)):
            self._evening.handle(Motion(sites=frozenset({site}), at=self._at), self._at)
            self.wait(STEP_S)

    def press(self, name: str, action: Literal["press", "hold"]) -> None:
        """A button goes down, stays for a hold, and comes up."""
        button = next((button for button in BUTTONS if button == name), None)
        seat = next((seat for seat in SEATS if seat == name), None)
        self.wait(ANSWER_S)
        for what in ("down", "held", "up") if action == "hold" else ("down", "up"):
            press = Press(button=button, seat=seat, action=what, at=self._at)
            self._evening.handle(press, self._at)

    def lamp(self, *, on: bool) -> None:
        """The camera sees nothing without light, and says so."""
        self._sees(on, "dark")

    def plug(self, device: Plug, *, there: bool) -> None:
        """A device is lost, or back with all that it senses now."""
        if device == "camera":
            self._sees(there, "unplugged")
            return
        self._senses["pin"] = there
        self._health("hub", "live" if there else "lost", "" if there else "silent")
        if there:
            for site in self._evening.layout.pins():
                self._saw(site.id, "pin", self._stands.get(site.id, "empty"))
        self.wait(0.5)

    def _sees(self, there: bool, cause: str) -> None:
        self._senses["camera"] = there
        self._health("camera", "live" if there else "lost", "" if there else cause)
        self.wait(0.5)
        if there:
            for site in self._evening.layout.pins():
                self._saw(site.id, "camera", self._stands.get(site.id, "empty"))
            self.wait(1.0)

    def power_cut(self) -> None:
        """The service starts anew, and its sensors with it."""
        self._evening.power_cut()
        self._start()
        self.wait(2.0)

    def wait(self, seconds: float) -> None:
        """The clock steps."""
        for _ in range(max(1, round(seconds / STEP_S))):
            self._at = round(self._at + STEP_S, 3)
            self._evening.tick(self._at)
            if self._evening.board != self._board:
                self._start()  # another board lies there

    def settle(self) -> None:
        """Half a second of quiet, and a glance."""
        self.wait(1.2)

    def owner(self, site: SiteId) -> Seat | None:
        """Whose a site is in the game."""
        return self._evening.owner(site)

    def standing(self) -> Sequence[SiteId]:
        """The pins with a token, in the order they were set."""
        return tuple(self._stands)

    def close(self) -> None:
        """The log goes."""
        self._evening.close()

    def _health(self, device: Device, condition: Condition, cause: str) -> None:
        health = DeviceHealth(device=device, condition=condition, at=self._at, cause=cause)
        self._evening.handle(health, self._at)

    def _sense(self, site: SiteId, seen: Seen) -> None:
        self._saw(site, "pin", seen)
        self._saw(site, "camera", seen)

    def _saw(self, site: SiteId, sense: Sense, seen: Seen) -> None:
        if not self._senses[sense]:
            return
        felt: Seen = "something" if sense == "pin" and seen != "empty" else seen
        confidence = 1.0 if sense == "pin" else 0.998
        self._evening.handle(
            Observation(site=site, sense=sense, seen=felt, at=self._at, confidence=confidence), self._at
        )


def play(text: str, *, devices: bool = False, source: str = "script") -> scenario.Played:
    """The script with everything that is heard filled in after each line that causes it.

    Args:
        devices: with bytes of a hub and frames of a camera, instead of what they mean.
        source: what errors call the script.
    Raises:
        ScenarioError: a line that cannot be played.
    """
    if devices:
        from fingerpost.rehearsal.scenario_devices import DeviceTable

        return scenario.play(text, DeviceTable, source=source)
    return scenario.play(text, ObservedTable, source=source)
