"""A game at a table: what the senses and the panel say in, commands to the engine, events stored, then told.

One loop owns its parts and hands each its business: presses (`pressing`), findings about the board
(`judging`), requests (`granting`), effects of the panel (`effecting`) and by them claims (`token_claims`),
acts (`acting`) and words (`speaking`). What they share is one value (`common`), what they keep of the board
another (`board_side`). All state of the running table is changed here, by one caller; devices hand their
values to the loop that calls `handle` and `tick` with the time.

Deliberately absent: devices, files, wires, clocks. Whoever builds a session hands it what it needs of them
(`ports`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from announce import Announcement, EarKind, Evening, Wording
from bots.bot import Bot
from dialog import Effect, Panel, Say, Stopping, Table
from engine import Game, GameMap, Seat
from reconcile import Finding, Tracker, Trust, expected_tokens
from table.acting import CommandRunner
from table.agreements import KINDS
from table.answering import Answerer
from table.answers import Answer
from table.board_side import BoardSide
from table.common import Common
from table.device_health import Devices, TableHealth
from table.earlier import NEW_GAME, EarlierSittings
from table.effecting import Effecting
from table.far_seats import FarSeats
from table.followed import Followed
from table.granting import Granting
from table.homes import HostedHomes
from table.judging import Judging
from table.link_inbox import LinkInbox
from table.linked import Linked, LinkNews
from table.photo_sense import Pictures
from table.ports import EarRouter, Program, Sink, Store, Tuner
from table.pressing import Presses
from table.requests import Request
from table.saving import Keeper
from table.score_marks import ScoreMarks
from table.sealed import KINDS as SEALED
from table.sealed import Sealed
from table.seat_ears import KIND as EARS
from table.seat_ears import EarBook
from table.seat_habits import KIND as PRESSES
from table.seat_habits import SeatHabits
from table.sources import Sources
from table.speaking import Speaking
from table.stand_ins import KIND as BOTS
from table.stand_ins import StandIns, bots_to_note
from table.telling import Teller
from table.ticket_touch import TicketTouch
from table.token_claims import Claims
from table.voicing import Voicing
from table.wishes import KIND as WISHED
from tabletop import BoardLayout, DeviceHealth, LessonNews, Motion, Observation, Press, SiteId

FIRST_WORD_S: Final = 1.0  # after a resume: until then the senses may not have said all

Input = Observation | Motion | DeviceHealth | Press | Request | LessonNews | LinkNews


class Session:
    """A game at a table.

    Args:
        earlier: what there is of the game already; it is resumed where something is stored, else it begins.
        bots: seats that play by themselves, noted beside the game.
        trust: what was learned of the board's senses before.
        wall: see `Granting`.
        has_board: tokens are set on a board; False: keys or pages stand in for it.
        linked: this table's side of a game that is played in two homes.
        by_photos: that is photographed now and then, and has no other sense.
    Attributes:
        greeted: set-up has welcomed the table to this very game.
        page: where phones find the table's page, where no set-up has told it; told as the game begins.
    """

    def __init__(
        self,
        game: Game,
        *,
        layout: BoardLayout,
        wording: Wording,
        store: Store | None,
        sinks: Sequence[Sink],
        earlier: EarlierSittings = NEW_GAME,
        bots: Mapping[Seat, Bot | Program] | None = None,
        trust: Trust | None = None,
        wall: Callable[[], float] | None = None,
        has_board: bool = True,
        linked: Linked | None = None,
        by_photos: bool = False,
    ) -> None:
        panel, tracker = Panel(), Tracker(layout, trust)
        if not has_board:
            wording.without_board()
        self.common = common = Common(game, panel, tracker, wording, do=self._do)
        self._resumed = earlier.stored > 0
        self._bots = None if bots is None else bots_to_note(bots)  # None: nothing is known of that
        self.greeted, self.page = False, ""
        self.keeper = Keeper(store, game.events[: earlier.stored], acts=earlier.acts, agreed=earlier.agreed)
        noted = self.keeper.earlier(*KINDS, WISHED, *SEALED, PRESSES, EARS)
        far = FarSeats({} if linked is None else linked.far)
        self.board = board = BoardSide.of(layout, panel, tracker, noted, far, has_board=has_board)
        self.sealed = Sealed(game.state, noted)
        panel.marks = self.sealed.marks
        self.voicing = voicing = Voicing(common, Teller(sinks, earlier.past))
        self.stand_ins = StandIns(bots or {}, board=has_board)
        self.teller.unheard = panel.alone = self.stand_ins.seats
        self._devices = devices = Devices(tracker, wording)
        self._sources = Sources(game.events)
        self._marks = ScoreMarks(layout, wording)
        by_plan = self.stand_ins.by_plan
        self.answerer = Answerer(common, devices, self.keeper, self.teller, lambda: self.blind, by_plan)
        self.runner = runner = CommandRunner(
            common, voicing, board, keeper=self.keeper, sealed=self.sealed, devices=devices
        )
        self._claims = claims = Claims(common, voicing, runner, board, self.stand_ins)
        habits = SeatHabits(noted.get(PRESSES))
        self.ears = EarBook(self.teller, self.answerer, noted.get(EARS))
        self.speaking = speaking = Speaking(common, voicing, runner, board, self.answerer, habits, self.ears)
        self._judging = Judging(common, voicing, board, claims)
        self.on_finding: Callable[[Finding, float], None] = self._judging.found
        self._effecting = Effecting(common, voicing, runner, board, claims, speaking, sealed=self.sealed)
        self._ticket_touch = TicketTouch(panel)
        self.by_photos, self.pictures = by_photos, Pictures(common, voicing)
        self._presses = presses = Presses(common, voicing, speaking, self.stand_ins, far)
        self.granting = Granting(
            common, voicing, runner, board, claims, speaking, presses, devices=devices, wall=wall
        )
        self.linked = self.granting.linked = linked
        self._link_inbox = LinkInbox(linked)
        if linked is not None:
            self._join(linked)
        if game.state.tunnel is not None:  # of a game that goes on: its token asks for nothing new
            tracker.pay(SiteId(game.state.tunnel.route))

    def _join(self, linked: Linked) -> None:
        """Take a side in a game that is played in two homes."""
        linked.join(self.common, self.runner, self.board)
        self.ears.far = frozenset(linked.far)
        self.runner.elsewhere = linked.takes
        self._presses.elsewhere = linked.pressed
        if isinstance(linked, HostedHomes):
            linked.record = self.runner.record
        elif isinstance(linked, Followed):
            self._effecting.send_code = linked.pages.code
            self.answerer.host = linked.pages.host

    # What others may see of it

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return self.common.game

    @property
    def panel(self) -> Panel:
        """The panel: what is open there."""
        return self.common.panel

    @property
    def tracker(self) -> Tracker:
        """The board as it is believed."""
        return self.common.tracker

    @property
    def wording(self) -> Wording:
        """The words for this game's map and board."""
        return self.common.wording

    @property
    def teller(self) -> Teller:
        """What was said, and to whom."""
        return self.voicing.teller

    @property
    def history(self) -> Sequence[Announcement]:
        """Everything that was said, oldest first."""
        return self.teller.history

    @property
    def health(self) -> TableHealth:
        """How the devices are."""
        return self._devices.health

    @property
    def wanted(self) -> int:
        """How often anything was wanted of it."""
        return self.granting.wanted

    @property
    def blind(self) -> bool:
        """Whether all senses are lost; a table that has none is played by lists, and nothing is old there."""
        return self.tracker.in_doubt() and self._devices.health.has_senses()

    @property
    def begun(self) -> bool:
        """Whether the first words were said; before that nothing is done."""
        return self.common.begun

    @property
    def over(self) -> bool:
        """Whether the game is over and scored."""
        return self.common.state.phase == "over"

    @property
    def stopping(self) -> bool:
        """Whether somebody has chosen to stop."""
        return self.common.stopping

    @property
    def another(self) -> bool:
        """Whether whoever stopped wants another game."""
        return self.common.another

    @property
    def game_map(self) -> GameMap:
        """The map that is played on."""
        return self.common.state.game_map

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, in turn order."""
        return self.common.state.seats

    @property
    def mover(self) -> Seat:
        """The seat to move; the first, where none is."""
        return self.common.state.to_move or self.common.state.seats[0]

    @property
    def takes_tokens(self) -> bool:
        """A token that is set is answered."""
        return True

    @property
    def standing(self) -> Mapping[SiteId, Seat]:
        """What stands on the board by the game."""
        return expected_tokens(self.common.state)

    def evening(self, at: float) -> Evening:
        """What answers tell beside the game: how long it has been played, whether it is saved."""
        return self.answerer.evening(at)

    # How it is to speak

    def tune_by(self, tuner: Tuner) -> None:
        """The voice is set by this."""
        self.speaking.tuner = tuner

    def put_out_by(self, put_out: Callable[[Seat | None], None]) -> None:
        """This has a phone of a seat leave."""
        self._effecting.put_out = put_out

    def say_aloud(self, seats: Iterable[Seat]) -> None:
        """The table has agreed that these seats hear their words aloud; see `Speaking`."""
        self.speaking.say_aloud(frozenset(seats))

    def share_ear(self, seats: Iterable[Seat], ears: Mapping[Seat, EarKind], *, screen: bool = False) -> None:
        """These seats share one earphone, which is passed round, or a screen, at which each looks alone.

        `ears`: whose ear is whose, to be told.
        """
        self.ears.share(seats, ears, screen=screen)

    def route_ears_by(self, router: EarRouter) -> None:
        """Ears are changed by this."""
        self.ears.route_by(router, self.common.state)

    # The loop

    def begin(self, at: float) -> None:
        """Store and tell a new game's first events, or welcome a resumed one, and open what comes first."""
        common, say = self.common, self.voicing.say
        state, wording = common.state, common.wording
        common.begun, self.answerer.began = True, at
        where = (wording.page(self.page),) if self.page else ()
        if not self._resumed:
            self.runner.keep(1, common.game.events, at, self._bots)
            say((*wording.welcome(state), *where), at)
            say(common.words_of(None, common.game.events, state, 1), at)
            self.teller.told(tuple(enumerate(common.game.events, 1)), common.told.state, self._bots)
            if self.linked is not None:
                self.runner.write_down(self.linked.notes, at)
        else:
            lost, cut = self.keeper.was_unsaved, self.keeper.was_cut
            hello = wording.welcome(state, resumed=True, cut=cut, unsaved=lost, greeted=self.greeted)
            say((*hello, *where), at)
            self.teller.told((), common.told.state)
            if self._bots is not None and self.keeper.noted(BOTS) is None:  # a log older than these notes
                self.runner.write_down(self._bots, at)
            common.compare_at = at + FIRST_WORD_S
        for health in self._devices.newest():  # the senses have spoken before
            self._source(health, at)
        if not (self.runner.words_again(at) or self.runner.unseal(at)):
            heard = not (self.over and self.keeper.was_cut)  # else the power went as the scores were read
            common.effects((common.panel.follow if heard else common.panel.read_scores)(state, at), at)
        self._link_inbox.begin(at)

    def handle(self, item: Input, at: float) -> None:
        """Take in one thing that a device said, or that somebody wants."""
        match item:
            case Observation() if self._marks.take(item):
                pass
            case Observation():
                self.tracker.observe(item)
                state = self.common.state
                self.common.effects(self.board.explorer.observe(item, state, at), at)
                self.common.effects(self._ticket_touch.observe(item, state), at)
            case Motion():
                self.tracker.observe(item)
            case DeviceHealth():
                self._source(item, at)
                self.runner.device(item, at)
            case Press():
                self._presses.take(item, at)
            case Request():
                self.granting.take(item, at)
            case LessonNews():
                pass  # tokens are shown before a game
            case _:
                self._link_inbox.take(item, at)

    def tick(self, at: float) -> None:
        """Time has passed: judge what has settled, say again what waits for an answer."""
        common, panel, tracker = self.common, self.common.panel, self.common.tracker
        if not common.begun:
            return
        self.runner.tick(at)
        if self.linked is not None:
            self.linked.tick(at)
        self.voicing.say(self._devices.tick(common.state, at), at)
        self.speaking.pass_ear(at)
        self.voicing.remind(at)
        self._presses.tick(at)
        self.pictures.due(at)
        common.effects(self.board.explorer.tick(common.state, at), at)
        if not panel.paused and panel.exploring is None:
            for finding in self.board.explorer.judged(tracker.settle(at, common.state)):
                self.on_finding(finding, at)
            common.effects(self.board.early.due(common.state, at), at)
        if common.compare_at is not None and at >= common.compare_at and not tracker.in_doubt():
            common.compare_at = None
            self._judging.compare(at)
        if common.compare_at is None:
            self.runner.note(at)
        common.effects(panel.tick(common.state, at), at)
        self.voicing.listen(at)
        if isinstance(panel.mode, Table) and not (panel.paused or tracker.in_doubt()):
            self.voicing.say(self._marks.tick(common.state, at), at)
        if common.compare_at is None or tracker.in_doubt():  # else the board is looked at first
            common.effects(self.board.wishes.due(panel, common.state, at), at)
        self.runner.write_down(self.board.wishes.changed(), at)
        blind, words = tracker.in_doubt(), len(self.teller.history)
        common.effects(self.stand_ins.due(panel, common.game, words, at, blind=blind), at)
        self.speaking.forget_closed(at)
        self.voicing.look()

    def _do(self, effect: Effect, at: float) -> None:
        self._effecting.do(effect, at)

    def _source(self, health: DeviceHealth, at: float) -> None:
        """A sense that is lost or found while the game runs is an event: stored, then told."""
        decides = self.linked is None or self.linked.decides
        event = self._sources.heard(health) if self.begun and decides else None
        if event is not None:
            self.runner.record(event, at)

    # What others have it do

    def grant(self, request: Request, at: float) -> Answer:
        """Do what is wanted now, for whoever waits for what comes of it; its `answer` is not called."""
        return self.granting.grant(request, at)

    def tell(self, announcements: Sequence[Announcement], at: float) -> None:
        """Say words that come from elsewhere."""
        self.voicing.say(announcements, at)

    def hush(self, at: float) -> None:
        """Silence at once, as by any press."""
        self.teller.hush(at)

    def perform(self, effect: Effect, at: float) -> None:
        """Do what a key asks for, as the panel's list would have done it; it stops speech as a press does."""
        self._presses.perform(effect, at)

    def leave(self, at: float) -> None:
        """Somebody at the keys ends the evening, in whatever is open; no other game follows."""
        if self.begun:
            self.teller.hush(at)
            self.common.do(Say(Stopping(over=False)), at)
        self.common.stopping = True

    def end(self, at: float) -> bool:
        """The evening ends: what is not saved is tried once more; False: acts are lost, and that was said."""
        return self.runner.end(at)
