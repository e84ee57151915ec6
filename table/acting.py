"""What a table does: commands decided as one act, stored, then told.

The order never changes: decide, store, tell. What comes in from devices is `table.session`, what the
board means `table.judging`, what the panel asks for `table.effecting`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from announce import Announcement, Earcon, EarKind, Wording
from bots.players import Bot
from dialog import (
    Effect,
    NothingToTakeBack,
    Panel,
    Payment,
    Say,
    TakeBack,
    past_acts,
    payable_commands,
    site_of,
    wish_at,
)
from engine import (
    BuildHarbor,
    BuildStation,
    ClaimRoute,
    Command,
    DeclareTickets,
    EndTurn,
    Event,
    Game,
    Refusal,
    Seat,
    State,
    Undo,
)
from fingerpost.voice_settings import Tuner
from reconcile import (
    Slid,
    StillStands,
    Tracker,
    Trust,
)
from storage.store import Store
from table.agreements import KINDS, Agreements
from table.answering import Answerer
from table.board_right import BoardFollower
from table.device_health import Devices
from table.early_tokens import EarlyTokens
from table.expecting import Expecting
from table.exploring import Explorer
from table.held_words import HeldWords
from table.ports import Sink
from table.rebuilding import Mender
from table.refused import why_not
from table.reminding import Fewer, Reminder
from table.saving import Keeper
from table.sealed import KIND, Sealed, is_early
from table.sliding import slide
from table.stand_ins import StandIns
from table.telling import Teller
from table.undoing import Undoer, undo_only
from tabletop import BoardLayout, DeviceHealth, SiteId


class Acting(ABC):
    """A game at a table, as far as it acts; all its state is changed here and by the session."""

    def __init__(
        self,
        game: Game,
        *,
        layout: BoardLayout,
        wording: Wording,
        store: Store | None,
        sinks: Sequence[Sink],
        stored: int = 0,
        past: Sequence[Announcement] = (),
        bots: Mapping[Seat, Bot] | None = None,
        trust: Trust | None = None,
    ) -> None:
        """`stored`: how many of the game's events are in the store already; `past`: what was said of them.

        `bots`: seats that play by themselves. `trust`: what was learned of the board's senses before.
        """
        self.game = game
        self.panel = Panel()
        self.tracker = Tracker(layout, trust)
        self._mender = Mender(layout, self.panel, self.tracker)
        self._expecting = Expecting(self.panel, self.tracker, self._mender)
        self._follower = BoardFollower(self.panel, self.tracker)
        self._undoer = Undoer(self.panel, self.tracker)
        self._explorer = Explorer(self.panel, self.tracker, frozenset(site.id for site in layout.pins()))
        self._early = EarlyTokens(self.panel, self.tracker)
        self.tuner: Tuner | None = None  # None: nothing is spoken here
        self._reminder = Reminder()
        self._held = HeldWords()
        self.stopping = False  # somebody has chosen to stop
        self.another = False  # and to play another game
        self._loss_told = False
        self._compare_at: float | None = None  # after a stop: when the senses have had their first word
        self.ear_just_passed = False  # by the last press: No takes that Yes back
        self.put_out: Callable[[Seat], None] = lambda seat: None  # a phone of this seat has to leave
        self._wording = wording
        self._keeper = Keeper(store, game.events[:stored])
        noted = {kind: self._keeper.noted(kind) for kind in KINDS} if stored else None
        self._agreements = Agreements(self.tracker, self._early, noted)
        self.sealed = Sealed(game.state, self._keeper.noted(KIND) if stored else None)
        self._teller = Teller(sinks, past)
        self._bots = StandIns(bots or {})
        self._teller.unheard = self.panel.alone = self._bots.seats
        self._devices = Devices(self.tracker, wording)
        self._answerer = Answerer(wording, self._devices, self._keeper, self._teller, lambda: self.blind)

    @property
    def blind(self) -> bool:
        """Whether all senses are lost; a table that has none is played by lists, and nothing is old there."""
        return self.tracker.in_doubt() and self._devices.health.has_senses()

    def say_aloud(self, seats: Iterable[Seat]) -> None:
        """The table has agreed that these seats, which have no ear, hear their words aloud.

        Raises:
            ValueError: cards are dealt: what a hand holds is never said aloud.
        """
        aloud = frozenset(seats)
        if aloud and self.game.state.cards == "dealt":
            raise ValueError(f"{', '.join(sorted(aloud))}: a dealt hand is not said aloud; give it an ear")
        self._teller.aloud = aloud

    def share_ear(self, seats: Iterable[Seat], ears: Mapping[Seat, EarKind], *, screen: bool = False) -> None:
        """These seats share one earphone, which is passed round, or a screen, at which each looks alone.

        `ears`: whose ear is whose, to be told.
        """
        self._teller.shared.seats, self._teller.shared.screen = frozenset(seats), screen
        self._answerer.ears = ears

    # What a token asks for

    def _claim(self, seat: Seat, site: SiteId, at: float) -> None:
        """A token stands on a free pin: ask for the payment, or try what it asks for."""
        state = self.game.state
        self.panel.withdraw(site, at)  # a question about this very token is answered
        self.tracker.hold(site)
        self._early.forget(site)
        bots_word = self._bots.token_set(seat, site)
        if bots_word is not None:
            self._effects(bots_word, at)
            return
        others = [old for old in self.tracker.standing_refused() if old != site]
        if others:
            self._say(self._wording.finding(StillStands(site=others[0]), state), at)
        if state.cards == "untracked":
            self._claim_untracked(seat, site, at)
            return
        ways = payable_commands(state, seat, site)
        if ways:
            self.tracker.pay(site)
            self._effects(self.panel.ask(Payment(ways), at), at)
        else:
            self._try([wish_at(state, seat, site)], at)

    def _claim_listed(self, seat: Seat, site: SiteId, at: float) -> None:
        """A claim without a token: the list was used, or a key."""
        state = self.game.state
        self._expecting.listed.add(site)
        ways = payable_commands(state, seat, site) if state.cards == "dealt" else ()
        if ways:
            self._effects(self.panel.ask(Payment(ways, listed=True), at), at)
        elif state.cards == "dealt":
            self._try([wish_at(state, seat, site)], at)
        else:
            self._claim_untracked(seat, site, at)

    def _claim_untracked(self, seat: Seat, site: SiteId, at: float) -> None:
        """The next seat's token ends the mover's turn (criterion 33); any other seat is refused.

        At a table of two the next seat is the one that has just claimed: its second token ends no turn. After
        the last turn of a game nobody follows.
        """
        state = self.game.state
        wish = wish_at(state, seat, site)
        mover = state.to_move
        last = len(state.seats) == 1 or state.turns_left == 0
        follows = mover is not None and seat == state.next_seat(mover) and not last
        second = site not in self._expecting.listed and self.tracker.same_turn(seat, site)
        if mover is not None and follows and not second:
            self._try([EndTurn(seat=mover), wish], at)
        else:
            self._try([wish], at)

    def _correct(self, seat: Seat, old: SiteId, new: SiteId, at: float, *, agreed: bool = False) -> None:
        """The token slid in grace: one corrected claim, paid anew if it has to be; until then the old one.

        `agreed`: the table was asked, for something was shown since.
        """
        self.tracker.hold(new)
        state = self.game.state
        if seat in self._bots.seats:  # nobody chooses another pin for it
            self._say(self._wording.finding(Slid(seat=seat, old=old, new=new), state), at, wanted=(old,))
            return
        slid = slide(self.game, seat, new, agreed=agreed)
        if slid is None:
            self._effects(self.panel.ask(TakeBack(seat, old, True, new), at), at)
        elif slid.ask:
            self.tracker.pay(new)
            self._effects(self.panel.ask(Payment(tuple(slid.ways), instead=old), at), at)
        else:
            self._try([Undo(seat=seat, agreed=agreed), slid.ways[0]], at)

    def _claim_instead(self, seat: Seat, old: SiteId, new: SiteId, at: float) -> None:
        """By the table's word the token at `new` was to correct the claim at `old`."""
        acts = [act for act in past_acts(self.game)[:3] if act.kind != "turn-ended"]
        if [act.site for act in acts[:2]] != [new, old]:  # somebody has acted since
            self._effect(Say(NothingToTakeBack()), at)
            return
        go_back = [Undo(seat=seat, agreed=True)] * acts[1].back
        self._try([*go_back, wish_at(self.game.state, seat, new)], at)

    # Commands

    def _try(self, commands: Sequence[Command], at: float) -> bool:
        """Decide these commands as one act; all or none. Then store, then tell."""
        if len(commands) == 1 and is_early(commands[0], self.game.state) and self._seal(commands[0], at):
            return True
        self._say(self._held.rest(), at)
        game, events = self.game, list[Event]()
        before = game.state
        for command in commands:
            result = game.do(command)
            if isinstance(result, Refusal):
                self._refused(result, game.state, at)
                return False
            game, new = result
            events += new
        first_seq = len(self.game.events) + 1
        self.game = game
        follow_up = self._expecting.follow(before, commands, events, game, at)
        notes = {**self._agreements.changed(game.state), **self.sealed.opened(game.state)}
        self._kept(self._keeper.keep(first_seq, events, at, notes), at)
        said = self._wording.events(before, tuple(events), game.state, first_seq)
        self._say(self._held.cut(said, events, first_seq), at)
        self._teller.told(tuple(enumerate(events, first_seq)), self.game.state, notes)
        for site in self.tracker.standing_refused()[:1]:
            self._reminder.reword(self._wording.finding(StillStands(site=site), game.state))
        self._effects(follow_up, at)
        if undo_only(commands):
            self._effects(self._undoer.went_back(before, game.state), at)
        if not self._unseal(at):
            self._go_on(at)
        return True

    def _seal(self, entry: DeclareTickets, at: float) -> bool:
        """Tickets that are entered early are noted and nothing else: nobody hears or sees anything of it.

        Returns False where the game refuses them.
        """
        if isinstance(self.game.do(entry), Refusal):
            return False
        notes = self.sealed.enter(entry)
        self._kept(self._keeper.note(notes, at), at)
        self._teller.noted(notes)
        return True

    def _unseal(self, at: float) -> bool:
        """The last turn is over: what was entered early is told now. Returns whether anything was."""
        entry = self.sealed.due(self.game.state)
        return entry is not None and self._try([entry], at)

    def _go_on(self, at: float) -> None:
        """What the phase asks for is opened; but first everything is read out that waits for it."""
        state = self.game.state
        if self._held.left:
            self._effects(self.panel.news(self._held.left, at), at)
        else:
            self._effects(self.panel.follow(state, at), at)

    def _refused(self, refusal: Refusal, state: State, at: float) -> None:
        """Say why; `state` is that in which it was refused, after what would have gone before it."""
        self._say(why_not(self._wording, self.tracker, refusal, state), at)
        if isinstance(refusal.command, ClaimRoute | BuildStation | BuildHarbor):
            site = site_of(refusal.command)
            if site not in self._expecting.listed:
                self.tracker.hold(site)
                self._early.note(refusal, site)
            self._expecting.listed.discard(site)
        self._effects(self.panel.follow(self.game.state, at), at)

    def _note(self, at: float) -> None:
        """Write down what the table has agreed on beside the game."""
        notes = self._agreements.changed(self.game.state)
        self._kept(self._keeper.note(notes, at), at)
        self._teller.noted(notes)

    def _kept(self, changed: DeviceHealth | None, at: float) -> None:
        """A store that fails is said; the game goes on."""
        if changed is not None:
            self._device(changed, at)

    def end(self, at: float) -> bool:
        """The evening ends: what is not saved is tried once more; False: acts are lost, and that was said."""
        health = self._keeper.last_try(at)
        lost = health is not None and health.condition != "live"
        if not (lost and self._loss_told):
            self._kept(health, at)
        self._loss_told = lost
        return not lost

    def _device(self, health: DeviceHealth, at: float) -> None:
        self._teller.health(health)
        self._say(self._devices.take(health, self.game.state, at), at)

    # Telling

    def _say(
        self,
        announcements: Sequence[Announcement],
        at: float,
        *,
        wanted: Collection[SiteId] = (),
        fewer: Fewer | None = None,
    ) -> None:
        """Tell them. `wanted`, `fewer`: where a hand is wanted, of which is told again until it has come."""
        self._reminder.note(announcements, at, wanted, fewer)
        self._teller.say(announcements, at)

    def _remind(self, at: float) -> None:
        """What waits on the board for a hand is told of once more, then by a soft sound."""
        again = self._reminder.due(
            at,
            refused=bool(self.tracker.standing_refused()),
            differing=lambda: [one.site for one in self.tracker.differences(self.game.state)],
            quiet=self.panel.at_leisure,
        )
        if again is not None:
            self._teller.say((again,), at)

    def _sound(self, earcon: Earcon, at: float) -> None:
        self._say(self._wording.signal(earcon), at)

    def _effects(self, effects: Sequence[Effect], at: float) -> None:
        for effect in effects:
            self._effect(effect, at)

    @abstractmethod
    def _effect(self, effect: Effect, at: float) -> None:
        """What one of the panel's effects leads to."""
