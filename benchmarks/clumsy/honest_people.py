"""Honest people round a board whose senses err: they answer truthfully and put right what they hear of."""

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from announce import Wording
from benchmarks.clumsy.mishaps import Dice, Rates
from benchmarks.clumsy.sensed_board import SensedBoard
from benchmarks.clumsy.witness import Watched, Witness
from dialog import (
    BoardRight,
    LeftOver,
    Mend,
    Mending,
    News,
    Payable,
    Payment,
    TakeBack,
    Tunnel,
    Whose,
    site_of,
)
from engine import CardMode, Game, Seat, edition, game_map
from reconcile import expected_tokens
from tabletop import Button, Press, SiteId, board_layout

STEP_S: Final = 0.1
THINK_S: Final = 0.7  # before a press: longer than a question takes to be taken as heard (criterion 14)
HEAR_S: Final = 2.5  # people act on what was said after they have heard it
PATIENCE: Final = 60  # rounds of looking at a table that senses before a game counts as stuck


class StuckGameError(Exception):
    """The table never came to rest: what differs, and what was said last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """Which game is played, by whom, with which senses."""

    map: str = "usa"
    edition: str = "us-accessible"
    seats: tuple[Seat, ...] = ("blue", "red", "green")
    pins: bool = True
    camera: bool = True
    coded: bool = False
    cards: CardMode = "untracked"


Question = Whose | LeftOver | TakeBack | Mending | BoardRight | Payment | Tunnel | News


class HonestPeople:
    """The people of one game: what they want to stand on its board, until board, game and they agree."""

    def __init__(self, evening: GameSetup, rates: Rates, seed: int) -> None:
        self._random = Random(seed)
        self._dice = Dice(rates, self._random)
        layout = board_layout(evening.map)
        game = Game.new(
            edition(evening.edition), game_map(evening.map), evening.seats, cards=evening.cards, seed=seed
        )
        senses = Dice(rates, Random(f"{seed}: senses"))  # what people want does not hang on what is sensed
        self.board = SensedBoard(
            layout, senses, pins=evening.pins, camera=evening.camera, coded=evening.coded
        )
        self.witness = Witness(self.board)
        wording = Wording(game.state.game_map, layout)
        self.session = Watched(self.witness, game, layout=layout, wording=wording)
        self._should: dict[SiteId, Seat] = {}  # what the people want to stand
        self._tried: SiteId | None = None  # the pin where a token was set once more
        self._mute: set[SiteId] = set()  # pins that never answered: there one claims from the list
        self._routes = [SiteId(route) for route in game.state.game_map.routes]

    # Coming to rest

    def _settle(self, why: str) -> None:
        """Answer what is asked and put right what is said, until board, game and people agree."""
        heard = self.witness.heard
        patience = PATIENCE
        for number in count():
            self._pass(0.6)
            blind = self.session.blind  # until something is felt or seen again nobody is stuck
            patience -= not blind
            if patience < 0:
                break
            self._obey()
            if number % 15 == 14 and not blind and not self._nothing_to_lift():
                self._try_again()
            if self._answer():
                heard = self.witness.heard
                continue
            if self._at_rest():
                return
            if self.board.tokens != self._should and (self.witness.heard > heard or number % 10 == 9):
                self._pass(HEAR_S)
                if self._asked() is None:
                    self._put_right()
                heard = self.witness.heard
        raise StuckGameError(f"{why}: {self._differs()}; last said: {self.session.history[-1].normal}")

    def _obey(self) -> None:
        """What was refused is not wanted any longer; a claim that an accident moved in grace is left so."""
        expected = expected_tokens(self.session.game.state)
        for seat, old, new in self.witness.moved:
            if new in self.board.strayed and expected.get(new) == seat:
                self.board.strayed.discard(new)
                self._should.pop(old, None)
                self._should[new] = seat
        self.witness.moved.clear()
        for site in self.session.tracker.standing_refused():
            if site not in expected and self.witness.refused(site):
                self._should.pop(site, None)

    def _nothing_to_lift(self) -> bool:
        """A token is to be lifted where none stands: the board is taken as right."""
        told = self.session.tracker.standing_refused()
        if self.board.tokens != self._should or all(site in self.board.tokens for site in told):
            return False
        self.session.perform(Mend("board-right"), self.board.now)
        return True

    def _try_again(self) -> None:
        """Nobody reacts to a token: it is set once more, and then given up."""
        for site in self._should.keys() - expected_tokens(self.session.game.state).keys():
            if self.board.tokens.get(site) == self._should[site]:
                seat = self._should[site]
                self.board.lift(site)
                self._pass(2.0)
                if self._tried == site:
                    del self._should[site]
                    self._mute.add(site)
                else:
                    self.board.place(site, seat)
                self._tried = site
                return

    def _at_rest(self) -> bool:
        if self.session.game.state.phase != "turn":
            return True  # the last token came too late
        agreed = self.board.tokens == self._should == expected_tokens(self.session.game.state)
        return agreed and self._asked() is None and not self.session.tracker.standing_refused()

    def _differs(self) -> str:
        game, board = expected_tokens(self.session.game.state), self.board.tokens
        sites = {site for site in (*game, *board, *self._should) if game.get(site) != self._should.get(site)}
        sites |= {site for site in (*board, *self._should) if board.get(site) != self._should.get(site)}
        return ", ".join(
            f"{site}: game {game.get(site)}, board {board.get(site)}, wanted {self._should.get(site)}"
            for site in sorted(sites)
        )

    def _put_right(self) -> None:
        """One token: lift what should not stand, else set what should, now and then on the next pin."""
        board = self.board
        for site, seat in sorted(board.tokens.items()):
            if self._should.get(site) != seat:
                board.lift(site)
                return
        for site, seat in sorted(self._should.items()):
            if site not in board.tokens:
                slips = self._dice.falls("slip")
                board.place(board.nearest_free(site, self._routes) if slips else site, seat)
                return

    # Answers

    def _asked(self) -> Question | None:
        mode = self.session.panel.mode
        return mode if isinstance(mode, Question) else None

    def _answer(self) -> bool:
        """Answer what is asked, truthfully; False: nothing is."""
        match self._asked():
            case Whose(site=site, seats=seats, index=index):
                stands = self.board.tokens.get(site)
                if stands != self._should.get(site):
                    self._put_right()
                    self._pass(1.0)
                else:
                    named = seats[index] if index < len(seats) else None
                    self._press("yes" if stands == named else "forward")
            case LeftOver(seat=seat, site=site):
                self._press("yes" if self._should.get(site) == seat else "no")
            case TakeBack(site=site):
                if self._should.get(site) is None:
                    self._press("yes")
                elif site in self.board.tokens:
                    self._press("no")
                else:
                    self._put_right()
            case Mending(stage="step") if self.board.tokens != self._should:
                self._put_right()
                self._pass(1.0)
            case Mending(stage="step"):
                self._pass(2.0)
                if isinstance(self.session.panel.mode, Mending):
                    self._press("no")  # it stands, whatever is felt or seen
            case Payment(options=options):
                self._pay(options[0])
            case Tunnel(route=route, options=options):
                if not options:
                    self._should.pop(SiteId(route), None)
                self._press("yes" if options else "no")
            case Mending() | BoardRight() | News():
                self._press("yes")
            case _:
                return False
        return True

    def _pay(self, asked: Payable) -> None:
        """Cards are paid for what stands where it should, and for nothing else."""
        site = site_of(asked)
        if self._should.get(site) != asked.seat:
            self._press("no")
        elif self.board.tokens.get(site) != asked.seat:
            self._put_right()
            self._pass(1.0)
        else:
            self._press("yes")

    def _press(self, button: Button) -> None:
        """Press a button, unless something else is asked meanwhile."""
        asked = self._asked()
        self._pass(THINK_S)
        if type(self._asked()) is not type(asked):
            return
        self.session.handle(Press(button=button, action="down", at=self.board.now), self.board.now)
        self.session.handle(Press(button=button, action="up", at=self.board.now), self.board.now)

    # Time

    def _pass(self, seconds: float) -> None:
        until = round(self.board.now + seconds, 3)
        while self.board.now < until:
            step = min(round(self.board.now + STEP_S, 3), until)
            for item in self.board.until(step):
                self.session.handle(item, self.board.now)
            self.session.tick(step)
