"""Clumsy, honest people round a board whose senses err: what they want to stand, what they do about it."""

from dataclasses import dataclass
from random import Random
from typing import Final

from announce import Wording
from dialog import Declare, Mending, TakeBack, Whose
from engine import BuildStation, Game, Seat, State, edition, game_map, open_routes, optional_acts
from fingerpost.witness import Watched, Witness
from reconcile import expected_tokens
from simulator.mishaps import Dice, Rates
from simulator.sensed_board import SensedBoard
from tabletop import Button, Press, SiteId, board_layout

STEP_S: Final = 0.1
THINK_S: Final = 0.7  # before a press: longer than a question takes to be taken as heard (G7)
HEAR_S: Final = 2.5  # people act on what was said after they have heard it
DRAWS: Final = 0.45  # share of turns without a claim
BUILDS: Final = 0.1  # of claims that are stations, where the edition has them
PATIENCE: Final = 60  # rounds of looking at the table before a game counts as stuck


class StuckGameError(Exception):
    """The table never came to rest: what differs, and what was said last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Which game is played, by whom, with which senses."""

    map: str = "usa"
    edition: str = "us-accessible"
    seats: tuple[Seat, ...] = ("blue", "red", "green")
    pins: bool = True
    camera: bool = True
    coded: bool = False


class Household:
    """The people of one game: what should stand where, and what they do about it."""

    def __init__(self, evening: Evening, rates: Rates, seed: int) -> None:
        self._random = Random(seed)
        self._dice = Dice(rates, self._random)
        layout = board_layout(evening.map)
        game = Game.new(
            edition(evening.edition), game_map(evening.map), evening.seats, cards="untracked", seed=seed
        )
        senses = Dice(rates, Random(f"{seed}: senses"))  # what people want does not hang on what is sensed
        self.board = SensedBoard(
            layout, senses, pins=evening.pins, camera=evening.camera, coded=evening.coded
        )
        self.witness = Witness(self.board)
        wording = Wording(game.state.game_map, layout)
        self.session = Watched(game, layout=layout, wording=wording, store=None, sinks=[self.witness])
        self.session.witness = self.witness
        self._should: dict[SiteId, Seat] = {}  # what the people want to stand
        self._tried: SiteId | None = None  # the pin where a token was set once more
        self._routes = [SiteId(route) for route in game.state.game_map.routes]
        self._spoilt = [
            (self._random.randrange(2, 80), site, kind)
            for site in self._routes
            for kind in ("stuck", "flutter")
            if self._dice.falls(kind)
        ]

    def play(self) -> None:
        """The whole evening.

        Raises:
            StuckGameError: board and game do not come to agree.
        """
        self._pass(1.0)
        self.session.begin(self.board.now)
        while not self.session.over:
            if isinstance(self.session.panel.mode, Declare):
                self._press("no")
                continue
            heard = self.witness.heard
            self._mishaps()
            if self.witness.heard > heard:
                self._settle("a mishap")
            if self.session.game.state.phase == "turn":
                self._turn()
        for site in self.board.tokens.keys() - expected_tokens(self.session.game.state).keys():
            self.board.lift(site)

    # Turns

    def _turn(self) -> None:
        state = self.session.game.state
        seat = state.to_move
        if seat is None:
            self._pass(1.0)
            return
        if self._dice.falls("wrong_turn"):
            self._out_of_turn(seat)
        if self._dice.falls("forget") and self._camera_serves() and state.phase == "turn":
            seat = state.next_seat(seat)
        site = self._wish(state, seat)
        if site is None and seat == state.to_move:
            self._press("yes")
            self._settle(f"{seat} ends the turn")
        if site is None:
            return
        self._set(seat, site)
        self._settle(f"{seat} claims {site}")
        if self._dice.falls("regret") and site in self._should and self.session.tracker.grace == site:
            del self._should[site]
            self.board.lift(site)
            self._settle(f"{seat} takes {site} back")

    def _wish(self, state: State, seat: Seat) -> SiteId | None:
        """Where a seat would set a token now; None: nowhere, it draws its paper cards."""
        if self._random.random() < DRAWS:
            return None
        cities = [SiteId(act.city) for act in optional_acts(state) if isinstance(act, BuildStation)]
        if cities and seat == state.to_move and self._random.random() < BUILDS:
            return self._random.choice(cities)
        trains = state.trains[seat]
        routes = [
            SiteId(route)
            for route in open_routes(state, seat)
            if state.game_map.routes[route].length <= trains and SiteId(route) not in self.board.tokens
        ]
        return self._random.choice(routes) if routes else None

    def _set(self, seat: Seat, site: SiteId) -> None:
        """Set a token, more or less well."""
        self._should[site] = seat
        lands = site
        if self._dice.falls("slip"):
            lands = self.board.nearest_free(site, self._routes)
        if lands in self.board.tokens:
            return
        linger = self._dice.seconds(1, 7) if self._dice.falls("linger") else 0.4
        self.board.place(lands, seat, hand_s=linger)
        if self._dice.falls("two"):
            other = self.board.nearest_free(lands, self._routes)
            self.board.place(other, seat)
        if lands != site and self._random.random() < 0.5:  # noticed at once
            self._pass(self._dice.seconds(1.0, 2.5))
            self._slide(lands, site)

    def _slide(self, old: SiteId, new: SiteId) -> None:
        if old in self.board.tokens and new not in self.board.tokens:
            seat = self.board.tokens[old]
            self.board.lift(old)
            self._pass(0.4)
            self.board.place(new, seat)

    def _out_of_turn(self, mover: Seat) -> None:
        state = self.session.game.state
        others = [seat for seat in state.seats if seat not in (mover, state.next_seat(mover))]
        if not others or not self._camera_serves():
            return
        site = self.board.nearest_free(self._random.choice(self._routes), self._routes)
        self.board.place(site, self._random.choice(others))
        self._settle("a token out of turn")

    def _camera_serves(self) -> bool:
        """Whether the table tells tokens apart; without it people end each turn by Yes, as they were told."""
        return self.board.coded or self.session.tracker.sees()

    def _mishaps(self) -> None:
        """What goes wrong by itself or by clumsiness at the start of this turn."""
        board, dice, state = self.board, self._dice, self.session.game.state
        free = [site for site in self._routes if site not in board.tokens]
        standing = sorted(board.tokens)
        for turn, site, kind in self._spoilt:
            if turn == state.turn and site not in board.tokens:
                board.stick(site) if kind == "stuck" else board.flutter(site)
        if dice.falls("hub"):
            board.lose("hub", "lost", "silent", dice.seconds(5, 40))
        if dice.falls("camera"):
            board.lose("camera", "lost", "unplugged", dice.seconds(5, 60))
        if dice.falls("dark"):
            board.lose("camera", "stale", "dark", dice.seconds(2, 20))
        if free and dice.falls("brush"):
            board.brush(self._random.choice(free))
        if free and dice.falls("ghost"):
            board.ghost(self._random.choice(free))
        if not standing:
            return
        if dice.falls("vanish"):
            board.ghost(self._random.choice(standing))
        for site in standing:
            if dice.falls("dirty"):
                board.dirt(site)
        if dice.falls("fall"):
            board.fall(self._random.choice(standing))
        if dice.falls("knock") and len(standing) > 3:
            self._knock(standing)
        if dice.falls("drag") and free and board.tokens:
            site = self._random.choice(sorted(board.tokens))
            board.fall(site, onto=board.nearest_free(site, self._routes))
        self._pass(dice.seconds(0.5, 4.0))

    def _knock(self, standing: list[SiteId]) -> None:
        for site in self._random.sample(standing, min(len(standing), self._random.randrange(3, 9))):
            if site in self.board.tokens:
                stray = self._random.random() < 0.1
                onto = self.board.nearest_free(site, self._routes) if stray else None
                self.board.fall(site, onto=onto)
                self._pass(0.1)

    # Coming to rest

    def _settle(self, why: str) -> None:
        """Answer what is asked and put right what is said, until board, game and people agree."""
        heard = self.witness.heard
        for number in range(PATIENCE):
            self._pass(0.6)
            self._obey()
            if number % 15 == 14:
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

    def _try_again(self) -> None:
        """Nobody reacts to a token: it is set once more, and then given up."""
        for site in self._should.keys() - expected_tokens(self.session.game.state).keys():
            if self.board.tokens.get(site) == self._should[site]:
                seat = self._should[site]
                self.board.lift(site)
                self._pass(2.0)
                if self._tried == site:
                    del self._should[site]
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

    def _asked(self) -> Whose | TakeBack | Mending | None:
        mode = self.session.panel.mode
        return mode if isinstance(mode, Whose | TakeBack | Mending) else None

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
            case Mending():
                self._press("yes")
            case _:
                return False
        return True

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
