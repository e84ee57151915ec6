"""The evening of a script: its set-up, its game and log, and the paper on which all words are written."""

import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from announce import Announcement, Wording
from engine import Game, Seat
from fingerpost.evening.whose_ear import hear
from lab.simulation.scenario import Setting
from lab.simulation.scenario_set_up import BeforeGame, ScriptedSetUp
from reconcile import expected_tokens
from storage.folder import remember
from storage.resume import Sitting, begin, resume
from table.page_of_game import GameStage
from table.page_of_set_up import SetUpStage
from table.page_stage import Stage
from table.ports import QuietSink
from table.requests import AdmitPhone, Request, TellCode
from table.session import Input, Session
from table.setting_up import TAKES
from tabletop import BoardLayout, Condition, DeviceHealth, SiteId, board_layout

ANSWER_S: Final = 0.6  # before a button: longer than a question takes to be taken as heard (criterion 14)
CODE: Final = "472916"  # of a page; a script's is always the same
EVENING: Final = datetime(2026, 1, 24, 19, 30, tzinfo=UTC)  # when every script is played


def _clock() -> datetime:
    return EVENING


@dataclass
class Paper(QuietSink):
    """A sink that writes down every utterance."""

    lines: list[str] = field(default_factory=list)

    def say(self, announcement: Announcement, at: float) -> None:
        """`audience urgency earcon | normal words | B brief words | F full words`."""
        if announcement.earcon == "tick" and not announcement.normal:
            return  # every press ticks; a transcript would be full of it
        words = [announcement.normal or "-"]
        if announcement.brief and announcement.brief != announcement.normal:
            words.append(f"B {announcement.brief}")
        elif announcement.unsaid_in_brief:
            words.append("B -")
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


class ScriptedEvening:
    """The game of a script and its log, which a power cut leaves as it is; it may be set up first."""

    def __init__(self, setting: Setting) -> None:
        self.paper = Paper()
        self._setting = setting
        self._folder = tempfile.TemporaryDirectory(prefix="fingerpost-")
        self._path = Path(self._folder.name)
        self._sitting: Sitting | None = None
        self._session: Session | None = None
        self._lobby: ScriptedSetUp | None = None
        self._off = False  # saved and stopped
        if setting.before is not None:
            self._lobby = self._set_up(setting.before, again=False)
            return
        game = Game.new(
            setting.edition, setting.map, setting.seats, setting.cards, setting.seed, setting.settings
        )
        self._sit_down(begin(self._path / "game-0001.fingerpost", game, clock=_clock))

    def _set_up(self, before: BeforeGame, *, again: bool) -> ScriptedSetUp:
        return ScriptedSetUp(before, self._path, Wording, [self.paper], clock=_clock, again=again)

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
        """All that is not in the log is gone; or what was saved and stopped is switched on again."""
        self._off = False
        if self._sitting is not None:
            self._sitting.store.close()
        if self._setting.before is not None:
            self._sitting = self._session = None
            self._lobby = self._set_up(self._setting.before, again=True)
        elif self._sitting is not None:
            self._sit_down(resume(self._sitting.store.path, clock=_clock))

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
        if self._off:
            return
        if self._lobby is None:
            self.session.handle(item, at)
            self._stop()
        elif isinstance(item, TAKES):
            self._lobby.handle(item, at)
            self._follow(self._lobby, at)

    def tick(self, at: float) -> None:
        """Time has passed."""
        if self._off:
            return
        if self._lobby is None:
            self.session.tick(at)
            self._stop()
        else:
            self._lobby.tick(at)
            self._follow(self._lobby, at)

    def _stop(self) -> None:
        """The table has saved and stopped: it hears nothing more, and its log says that this was wanted."""
        if self.session.stopping and self._sitting is not None:
            self._sitting.store.closed()
            self._off = True

    def ear(self, seat: Seat, at: float, *, there: bool) -> None:
        """A seat's earphone is pulled out, or put in again."""
        condition: Condition = "live" if there else "lost"
        self.handle(DeviceHealth(device="ear", condition=condition, at=at, ear=seat), at)

    def code_wanted(self, seat: Seat, at: float) -> None:
        """A phone asks for a seat's own page: the room hears a code."""
        self._page().grant(Request(want=TellCode(seat=seat, digits=CODE)), {}, at)

    def phone_joined(self, seat: Seat, at: float) -> None:
        """The code that was told is written."""
        self._page().grant(Request(want=AdmitPhone(seat=seat)), {}, at)

    def _page(self) -> Stage:
        """The table as its page has it; what only this room may hear goes to the paper."""
        if self._lobby is not None:
            return SetUpStage(self._lobby.desk, self._whispered)
        return GameStage(self.session, self._words, self._whispered)

    def _whispered(self, announcements: Sequence[Announcement], at: float) -> None:
        for one in announcements:
            self.paper.say(one, at)

    def _follow(self, lobby: ScriptedSetUp, at: float) -> None:
        """The game begins as soon as it is chosen, with all that the devices have said."""
        chosen = lobby.chosen()
        if chosen is None:
            return
        self._lobby, config = None, chosen.config
        if chosen.stored:
            self._sit_down(resume(chosen.log, clock=_clock))
            self.session.greeted = True
        else:
            said, seed = config.game, self._setting.seed
            game = Game.new(said.edition, said.map, said.seats, said.cards, seed, said.own_settings())
            self._sit_down(begin(chosen.log, game, clock=_clock))
        remember(chosen.log)
        hear(config, self.session, keys=False)
        for item in lobby.known():
            self.session.handle(item, at)
        self.session.begin(at)

    def _sit_down(self, sitting: Sitting) -> None:
        self._sitting = sitting
        state = sitting.game.state
        layout = board_layout(state.game_map.id)
        self._words = wording = Wording(state.game_map, layout)
        self._session = Session(
            sitting.game,
            layout=layout,
            wording=wording,
            store=sitting.store,
            sinks=[self.paper],
            earlier=sitting.earlier(sitting.past(wording)),
        )

    def owner(self, site: SiteId) -> Seat | None:
        """Whose a site is in the game."""
        return expected_tokens(self.session.game.state).get(site)

    def close(self) -> None:
        """The logs go, with their folder."""
        if self._sitting is not None:
            self._sitting.store.close()
        self._folder.cleanup()


class EveningTable:
    """What a script's table has at either level; all that moves things or time is the level's own."""

    def __init__(self, setting: Setting) -> None:
        self._evening = ScriptedEvening(setting)
        self._stuck = set(setting.before.stuck) if setting.before is not None else set[SiteId]()

    @property
    def now(self) -> float:
        """The time at the table."""
        raise NotImplementedError

    def settle(self) -> None:
        """Time passes until the table has understood what was done."""
        raise NotImplementedError

    @property
    def sites(self) -> Collection[str]:
        """Every site of its board."""
        return self._evening.layout.sites

    @property
    def heard(self) -> list[str]:
        """What was said since it was emptied."""
        return self._evening.paper.lines

    def ear(self, seat: Seat, *, there: bool) -> None:
        """A seat's earphone is pulled out, or put in again."""
        self._evening.ear(seat, self.now, there=there)

    def phone(self, seat: Seat) -> None:
        """A phone asks for a seat's own page, and has its code written."""
        self._evening.code_wanted(seat, self.now)
        self.settle()
        self._evening.phone_joined(seat, self.now)

    def owner(self, site: SiteId) -> Seat | None:
        """Whose a site is in the game."""
        return self._evening.owner(site)

    def close(self) -> None:
        """The log goes."""
        self._evening.close()
