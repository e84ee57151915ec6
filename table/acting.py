"""What a table does: commands decided as one act, stored, then told. The order never changes."""

from collections.abc import Callable, Mapping, Sequence

from announce import Announcement
from dialog import Effect, Panel, site_of
from engine import Command, DeclareTickets, Event, Game, Refusal, State, TokenCommand
from reconcile import StillStands, expected_tokens
from table.board_side import BoardSide
from table.common import Common
from table.device_health import Devices
from table.held_words import KIND as NEWS
from table.held_words import HeldWords, waited
from table.refused import why_not
from table.saving import Keeper
from table.sealed import Sealed, is_early
from table.undoing import undo_only
from table.unheard import KIND as UNHEARD
from table.unheard import Unheard
from table.voicing import Voicing
from tabletop import DeviceHealth


class CommandRunner:
    """Tries commands, keeps what follows, tells it, and opens what comes next.

    Attributes:
        on_refused: hears of every refusal, before it is told.
        elsewhere: what commands wait for before they are decided here, or that they are decided elsewhere.
    """

    def __init__(
        self,
        common: Common,
        voicing: Voicing,
        board: BoardSide,
        *,
        keeper: Keeper,
        sealed: Sealed,
        devices: Devices,
    ) -> None:
        self._common, self._voicing, self._board = common, voicing, board
        self._keeper, self._sealed, self._devices = keeper, sealed, devices
        self._held = HeldWords()
        self._unheard = Unheard(voicing.teller.shared, keeper.noted(UNHEARD))
        self._loss_told = False
        self.on_refused: Callable[[Refusal], None] = lambda refusal: None
        self.elsewhere: Callable[[Sequence[Command], float], Sequence[Effect] | None] = _here
        self.undo_left: Callable[[int, float], None] = lambda acts, at: None

    @property
    def _panel(self) -> Panel:
        return self._common.panel

    def attempt(self, commands: Sequence[Command], at: float) -> bool:
        """Decide these commands as one act; all or none. Then store, then tell. Whether it was done."""
        common = self._common
        held = self.elsewhere(commands, at)
        if held is not None:
            common.effects(held, at)
            return False
        if len(commands) == 1 and is_early(commands[0], common.state) and self._seal(commands[0], at):
            return True
        self._tell_the_rest(at)
        game, events = common.game, list[Event]()
        for command in commands:
            result = game.do(command)
            if isinstance(result, Refusal):
                self.refused(result, game.state, at)
                return False
            game, new = result
            events += new
        self.happened(commands, events, game, at)
        return True

    def happened(
        self,
        commands: Sequence[Command],
        events: Sequence[Event],
        game: Game,
        at: float,
        *,
        silent: bool = False,
    ) -> None:
        """These have followed: store, tell, and open what comes next.

        `commands`: what led to them; `silent`: nobody here needs to hear of it.
        """
        common, voicing = self._common, self._voicing
        before, first_seq = common.game.state, len(common.game.events) + 1
        common.game = game
        by_token = self._board.expecting.by_token(events)
        follow_up = self._board.expecting.follow(before, commands, events, game, at)
        notes = {**self._board.agreements.changed(game.state), **self._sealed.opened(game.state)}
        said: Sequence[Announcement] = ()
        if not silent:
            said = common.words_of(before, tuple(events), game.state, first_seq, by_token=by_token)
            said = self._held.cut(said, events, first_seq)
            notes |= self._held.changed()
        self.kept(self._keeper.keep(first_seq, events, at, notes), at)
        voicing.say(said, at)
        voicing.teller.told(tuple(enumerate(events, first_seq)), common.told.state, notes)
        voicing.reminder.forget(expected_tokens(before).keys() - expected_tokens(game.state).keys())
        for site in common.tracker.standing_refused()[:1]:
            voicing.reminder.reword(common.wording.finding(StillStands(site=site), game.state))
        common.effects(follow_up, at)
        if commands and undo_only(commands):
            common.effects(self._board.undoer.went_back(before, game.state), at)
        if not self.unseal(at):
            self._go_on(at)

    def _seal(self, entry: DeclareTickets, at: float) -> bool:
        """Tickets that are entered early are noted and nothing else: nobody hears or sees anything of it.

        Returns False where the game refuses them.
        """
        if isinstance(self._common.game.do(entry), Refusal):
            return False
        self.write_down(self._sealed.enter(entry), at)
        return True

    def unseal(self, at: float) -> bool:
        """The last turn is over: what was entered early is told now. Returns whether anything was."""
        entry = self._sealed.due(self._common.state)
        return entry is not None and self.attempt([entry], at)

    def read_on(self, at: float) -> None:
        """The words that wait, one step on; then what the phase asks for."""
        self._voicing.say(self._held.next(), at)
        self.write_down(self._held.changed(), at)
        self._go_on(at)

    def _tell_the_rest(self, at: float) -> None:
        """Somebody acts without a Yes to what was read out: nothing waits any longer."""
        if self._held.left:
            self._voicing.say(self._held.rest(), at)
            self.write_down(self._held.changed(), at)

    def words_again(self, at: float) -> bool:
        """A game is gone on with: what waited for a Yes, or for the shared earphone, waits for it again.

        True: a newspaper's event is called for once more, and nothing else is opened before it.
        """
        news = self._keeper.earlier(NEWS).get(NEWS)
        waits = waited(news)
        words = self._unheard.again(self._common, self._keeper.acts, None if waits is None else waits[0])
        self._voicing.teller.untold(words)
        self._voicing.say(words, at)
        return self._news_again(waits, at)

    def _news_again(self, note: tuple[int, int, int] | None, at: float) -> bool:
        """A game is gone on with: what waited for Yes after a newspaper waits for it again.

        What was told just before is told again, for nobody may have heard it. False: nothing waited.
        """
        common, game = self._common, self._common.game
        if note is None or note[0] < 2 or note[1] > len(game.events):
            return False
        first, last, left = note
        act = game.events[first - 1 : last]
        before, after = (
            Game.replay(game.events[:end], game.state.game_map).state for end in (first - 1, last)
        )
        said = common.words_of(before, act, after, first, by_token=False)
        told = self._held.restore(left, said, act, first)
        if not self._held.left:
            return False
        self._voicing.teller.untold(self._held.waiting)
        self._voicing.say(told, at)
        self._go_on(at)
        return True

    def _go_on(self, at: float) -> None:
        """What the phase asks for is opened; but first everything is read out that waits for it."""
        state = self._common.state
        if self._held.left:
            self._common.effects(self._panel.news(self._held.left, at), at)
        else:
            self._common.effects(self._panel.follow(state, at), at)

    def refused(self, refusal: Refusal, state: State, at: float) -> None:
        """Say why; `state` is that in which it was refused, after what would have gone before it."""
        self.on_refused(refusal)
        tracker, listed = self._common.tracker, self._board.expecting.listed
        by_token = not (isinstance(refusal.command, TokenCommand) and site_of(refusal.command) in listed)
        why = why_not(self._common.wording, tracker, refusal, state, by_token=by_token)
        if self._common.blank:  # what its hand has to do with it is said where that is known
            why = [one for one in why if one.audience == "everyone"] or why
        self._voicing.say(why, at)
        if isinstance(refusal.command, TokenCommand):
            site = site_of(refusal.command)
            if by_token:
                tracker.hold(site)
                self._board.early.note(refusal, site)
            listed.discard(site)
        self._common.effects(self._panel.follow(self._common.state, at), at)

    # Keeping

    def note(self, at: float) -> None:
        """Write down what the table has agreed on beside the game."""
        self.write_down(self._board.agreements.changed(self._common.state), at)

    def record(self, event: Event, at: float) -> None:
        """What happened to the table and not in the game: stored, told, and said where it has words."""
        common = self._common
        if not common.begun or common.state.phase == "over":
            return
        common.game = common.game.told((event,))
        seq = len(common.game.events)
        self.keep(seq, (event,), at)
        self._voicing.say(common.wording.events(common.state, (event,), common.state, seq), at)
        self._voicing.teller.told(((seq, event),), common.told.state)

    def write_down(self, notes: Mapping[str, object], at: float) -> None:
        """Note this beside the game."""
        if notes:
            self.kept(self._keeper.note(notes, at), at)
            self._voicing.teller.noted(notes)

    def keep(
        self,
        first_seq: int,
        events: Sequence[Event],
        at: float,
        notes: Mapping[str, object] | None = None,
    ) -> None:
        """Store events that no command has led to, and what is noted with them."""
        self.kept(self._keeper.keep(first_seq, events, at, notes), at)

    def recount(self) -> None:
        """How much hands and decks hold is known now: it is shown anew."""
        if self._common.begun:
            self._voicing.teller.told((), self._common.told.state)

    def tick(self, at: float) -> None:
        """Time has passed: what is not saved is tried again, and what waits for the earphone is noted."""
        self.kept(self._keeper.tick(at), at)
        self.write_down(self._unheard.changed(), at)

    def kept(self, changed: DeviceHealth | None, at: float) -> None:
        """A store that fails is said; the game goes on."""
        if changed is not None:
            self.device(changed, at)

    def end(self, at: float) -> bool:
        """The evening ends: what is not saved is tried once more; False: acts are lost, and that was said."""
        health = self._keeper.last_try(at)
        lost = health is not None and health.condition != "live"
        if not (lost and self._loss_told):
            self.kept(health, at)
        self._loss_told = lost
        return not lost

    def device(self, health: DeviceHealth, at: float) -> None:
        """How a device is now: told, if it is news."""
        self._voicing.teller.health(health)
        self._voicing.say(self._devices.take(health, self._common.state, at), at)


def _here(commands: Sequence[Command], at: float) -> None:
    """Nothing is waited for, and nobody else decides."""
