"""The table that is set up, where the loop, the keys and the house expect one that plays."""

from collections.abc import Callable, Mapping
from typing import Final

from engine import SEATS, GameMap, Seat
from table.answers import Answer, Done, NotDone
from table.device_health import TableHealth
from table.requests import AskQuestion, ClaimAt, PressButton, Request
from table.session import Input
from table.setting_up import TAKES, SettingUp
from tabletop import Button, DeviceHealth, Press, SiteId

_NOTHING: Final[Mapping[SiteId, Seat]] = {}


class SetUpTable:
    """The table that is set up, where the loop and the keys expect one that plays."""

    def __init__(self, setting_up: SettingUp, game_map: GameMap) -> None:
        self.setting_up, self.game_map = setting_up, game_map
        self.health = TableHealth()
        self.keyless: Callable[[], bool] = lambda: False  # nobody could ever press anything
        self.wanted = 0  # how often anything was wanted of it, by whomever
        self._ended = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Whoever may play."""
        return SEATS

    @property
    def mover(self) -> Seat:
        """Nobody moves yet: a token that names no seat is the first one's."""
        return SEATS[0]

    @property
    def takes_tokens(self) -> bool:
        """Whether the open question is about tokens or pins."""
        return self.setting_up.panel.takes_tokens

    @property
    def standing(self) -> Mapping[SiteId, Seat]:
        """No game knows of any token."""
        return _NOTHING

    @property
    def begun(self) -> bool:
        """Whether the first question was put; what is typed before waits."""
        return self.setting_up.begun

    @property
    def stopping(self) -> bool:
        """Whether a game is chosen, the keys have ended, or there turn out to be none."""
        return self._ended or self.setting_up.choice is not None or self.keyless()

    def leave(self, at: float) -> None:
        """The keys have ended."""
        if self.begun and not self._ended:
            self.setting_up.leave(at)
        self._ended = True

    def begin(self, at: float) -> None:
        """Set-up begins with its first tick."""

    def handle(self, item: Input, at: float) -> None:
        """Take in what a device said."""
        if isinstance(item, DeviceHealth):
            self.health = self.health.after(item)
        else:
            self.wanted += 1
        if isinstance(item, TAKES):
            self.setting_up.handle(item, at)
        elif isinstance(item, Request):
            item.answer(self.grant(item, at))

    def grant(self, request: Request, at: float) -> Answer:
        """Buttons and Ask are pressed; all else is for a game that is not there yet."""
        if request.due is not None and at > request.due:
            return NotDone(code="expired")
        if not self.begun or not isinstance(request.want, PressButton | AskQuestion | ClaimAt):
            return NotDone(code="busy")
        self._pressed(request.want.button if isinstance(request.want, PressButton) else "ask", at)
        return Done()

    def _pressed(self, button: Button, at: float) -> None:
        self.setting_up.handle(Press(button=button, action="down", at=at), at)
        self.setting_up.handle(Press(button=button, action="up", at=at), at)

    def tick(self, at: float) -> None:
        """Time has passed."""
        self.setting_up.tick(at)
