"""Clumsy people of one game: what they want to claim, and what goes wrong while they do it.

People do what the dice tell them, repair what they are told of, and answer questions truthfully, on a virtual
clock; what the session did wrong, asked for nothing or never mended is counted.
"""

from typing import Final

from benchmarks.clumsy.honest_people import THINK_S, GameSetup, HonestPeople, StuckGameError
from benchmarks.clumsy.mishaps import Rates
from benchmarks.clumsy.witness import Outcome
from bots.bot import RandomBot
from dialog import ClaimListed, Declare, Do, NoneMarked, site_of
from engine import Build, Command, RouteId, Seat, State, TokenCommand, open_routes, optional_acts
from reconcile import expected_tokens
from tabletop import SiteId

DRAWS: Final = 0.45  # share of turns without a claim
BUILDS: Final = 0.1  # of claims that are stations or harbors, where the edition has them


def play_game(evening: GameSetup, rates: Rates, seed: int) -> Outcome:
    """Play one game to its end."""
    household = Household(evening, rates, seed)
    unresolved = ""
    try:
        household.play()
    except StuckGameError as error:
        unresolved = str(error)
    return household.witness.outcome(unresolved)


class Household(HonestPeople):
    """What should stand where in one game, and all the mishaps on the way there."""

    def __init__(self, evening: GameSetup, rates: Rates, seed: int) -> None:
        super().__init__(evening, rates, seed)
        self._bot = RandomBot(seed)  # what people do with cards and pieces
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
            if isinstance(self.session.panel.mode, NoneMarked):
                self._press("yes")
                continue
            if self.session.game.state.phase != "turn":
                self._beside_the_board()
                continue
            heard = self.witness.heard
            self._mishaps()
            if self.witness.heard > heard or self._asked() is not None:
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
        if state.cards == "dealt":
            self._dealt()
            return
        site = self._wanted(state, seat)
        if site is None and seat == state.to_move:
            self._press("yes")
            self._settle(f"{seat} ends the turn")
        if site is None:
            return
        self._claim(seat, site)

    def _claim(self, seat: Seat, site: SiteId) -> None:
        """A token is set, all that comes of it is settled, and now and then it is regretted."""
        self._set(seat, site)
        self._settle(f"{seat} claims {site}")
        if self._dice.falls("regret") and site in self._should and self.session.tracker.grace == site:
            del self._should[site]
            self.board.lift(site)
            self._settle(f"{seat} takes {site} back")

    def _dealt(self) -> None:
        """A turn where Fingerpost deals: a token, or cards and whatever else is no matter of the board."""
        state = self.session.game.state
        if self._asked() is not None or state.phase != "turn" or state.to_move is None:
            return
        command = self._bot.choose(state, state.to_move)
        if not isinstance(command, TokenCommand):
            self._do(command)
        elif site_of(command) in self._mute:
            self._claim_by_list(command.seat, site_of(command))
        else:
            self._claim(command.seat, site_of(command))

    def _claim_by_list(self, seat: Seat, site: SiteId) -> None:
        """Its pin feels no token: the route is chosen from the list, then the token is set."""
        self._should[site] = seat
        self.session.perform(ClaimListed(seat=seat, site=site), self.board.now)
        self.board.place(site, seat)
        self._settle(f"{seat} claims {site} from the list")

    def _beside_the_board(self) -> None:
        """Cards, tickets, pieces, newspapers."""
        state = self.session.game.state
        waiting = state.waiting_for()
        if self._asked() is not None:
            self._settle("a question")
        elif waiting:
            self._do(self._bot.choose(state, waiting[0]))
        else:
            self._pass(1.0)

    def _do(self, command: Command) -> None:
        """As the panel would have it done."""
        state = self.session.game.state
        self.session.perform(Do(command), self.board.now)
        if self.session.game.state.seq == state.seq:
            raise StuckGameError(f"{command}: not done; last said: {self.session.history[-1].normal}")
        self._pass(THINK_S)

    def _wanted(self, state: State, seat: Seat) -> SiteId | None:
        """Where a seat would set a token now; None: nowhere, it draws its paper cards."""
        if self._random.random() < DRAWS:
            return None
        cities = [SiteId(act.city) for act in optional_acts(state) if isinstance(act, Build)]
        if cities and seat == state.to_move and self._random.random() < BUILDS:
            return self._random.choice(cities)
        routes = [
            SiteId(route)
            for route in open_routes(state, seat)
            if self._has_pieces(state, seat, route) and SiteId(route) not in self.board.tokens
        ]
        return self._random.choice(routes) if routes else None

    def _has_pieces(self, state: State, seat: Seat, route: RouteId) -> bool:
        found = state.game_map.routes[route]
        return found.length <= (state.ships if found.kind == "ship" else state.trains)[seat]

    def _set(self, seat: Seat, site: SiteId) -> None:
        """Set a token, more or less well."""
        self._should[site] = seat
        lands = site
        if self._dice.falls("slip"):
            lands = self.board.nearest_free(site, self._routes)
        if lands in self.board.tokens:
            if self.board.tokens[lands] == seat:
                self.board.strayed.discard(lands)  # an accident left one there; now it is wanted there
            return
        linger = self._dice.seconds(1, 7) if self._dice.falls("linger") else 0.4
        self.board.place(lands, seat, hand_s=linger)
        if self._dice.falls("two"):
            self._hesitate()
            other = self.board.nearest_free(lands, self._routes)
            self.board.place(other, seat)
        if lands != site and self._random.random() < 0.5:  # noticed at once
            self._pass(self._dice.seconds(1.0, 2.5))
            self._slide(lands, site)
        elif self._dice.falls("rethink"):
            self._rethink(seat, lands, site)

    def _slide(self, old: SiteId, new: SiteId) -> None:
        if old in self.board.tokens and new not in self.board.tokens:
            seat = self.board.tokens[old]
            self.board.lift(old)
            self._pass(0.4)
            self._hesitate()
            self.board.place(new, seat)

    def _rethink(self, seat: Seat, old: SiteId, wanted: SiteId) -> None:
        """A token is set on another pin first, and only then the old one lifted."""
        self._hesitate(8.0)
        # Where somebody's token has just fallen nobody claims.
        new = self.board.nearest_free(old, [site for site in self._routes if site not in self._should])
        self.board.place(new, seat)
        del self._should[wanted]
        self._should[new] = seat
        self._pass(self._dice.seconds(0.3, 3.0))
        if old in self.board.tokens:
            self.board.lift(old)

    def _hesitate(self, most_s: float = 2.0) -> None:
        """A hand takes its time; not where pins alone would take its token for the next seat's."""
        if self._dice.falls("hesitate"):
            self._pass(self._dice.seconds(0.2, most_s if self._camera_serves() else 1.0))

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
