"""A game in American cities, and what its acts sound like."""

from announce import Announcement, Wording
from engine import (
    Card,
    Command,
    Event,
    Game,
    Refusal,
    RouteId,
    Seat,
)
from engine.events import CardsArranged

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
RED, GREEN, BLUE, BLACK, WHITE = Card("red"), Card("green"), Card("blue"), Card("black"), Card("white")
LOCO = Card("locomotive")
DENVER_OMAHA = RouteId("denver-omaha")
Told = tuple[Announcement, ...]


class Table:
    """A game and what its acts sound like."""

    def __init__(self, wording: Wording, game: Game) -> None:
        self.wording, self.game = wording, game

    def do(self, *commands: Command) -> Told:
        before = self.game.state
        events: list[Event] = []
        for command in commands:
            answer = self.game.do(command)
            assert not isinstance(answer, Refusal), answer
            self.game, new = answer
            events.extend(new)
        return self.wording.events(before, tuple(events), self.game.state, before.seq + 1)

    def arrange(self, event: CardsArranged) -> None:
        self.game = self.game.told((event,))


def texts(told: Told, audience: str = "everyone", level: str = "normal") -> list[str]:
    return [one.text(level) for one in told if one.audience == audience]  # type: ignore[arg-type]
