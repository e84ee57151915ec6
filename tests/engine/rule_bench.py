"""Games at a chosen point, and the few things that a rule test does with one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from bots.bot import Bot
from engine import (
    SEATS,
    Card,
    CardMode,
    ClaimRoute,
    Command,
    DrawCard,
    Event,
    Game,
    GameMap,
    KeepTickets,
    Refusal,
    RouteId,
    Seat,
    State,
    arranged,
    edition,
    score_position,
)

SHORT = {"l": "locomotive", "r": "red", "b": "blue", "g": "green", "y": "yellow", "k": "black"}
SHORT |= {"w": "white", "o": "orange", "p": "purple", "n": "newspaper"}
STUCK: dict[str, Any] = {
    "hands": {"blue": "", "red": ""}, "deck": "", "discards": "", "row": "", "ticket_deck": []
}  # fmt: skip
"""Nobody can do anything."""


DECK = DrawCard(seat="blue", source="deck")


def row(index: int, seat: Seat = "blue") -> DrawCard:
    """A draw of this card of the row."""
    return DrawCard(seat=seat, source="row", index=index)


def claim(route: str, cards: Sequence[Card] | None, seat: Seat = "blue") -> ClaimRoute:
    """A claim, paid with these cards."""
    return ClaimRoute(seat=seat, route=RouteId(route), cards=None if cards is None else tuple(cards))


def others_draw(game: Game) -> Game:
    """Every other seat draws two cards, so that it is the first seat's turn again."""
    for seat in game.state.seats[1:]:
        game = play(game, *[DrawCard(seat=seat, source="deck")] * 2)
    return game


def cards(letters: str) -> tuple[Card, ...]:
    """`rrl` → two red cards and a locomotive."""
    return tuple(Card(SHORT[letter]) for letter in letters)


def begin(
    seats: int = 2,
    mode: CardMode = "dealt",
    *,
    seed: int = 1,
    settings: Mapping[str, object] | None = None,
    rules: str = "us-accessible",
    board: GameMap | None = None,
    **arrangement: object,
) -> Game:
    """A game in its first turn. Decks, row and hands may be given as letters, see `SHORT`."""
    game = Game.new(
        rules, edition(rules).map if board is None else board, SEATS[:seats], mode, seed, settings
    )
    return arrange(kept(game, 2), **arrangement)


def kept(game: Game, count: int) -> Game:
    """The game after every seat has kept so many of its tickets, the first ones."""
    keep = [KeepTickets(seat=seat, tickets=some[:count]) for seat, some in game.state.offered.items()]
    return play(game, *keep)


def arrange(game: Game, **arrangement: object) -> Game:
    """The same arrangement in a running game."""
    return laid(game, cards, arrangement)


def laid(game: Game, cards: Callable[[str], tuple[Card, ...]], arrangement: Mapping[str, object]) -> Game:
    """The game with decks, row (text) and hands (seat → text) as arranged; `cards` reads a text."""
    raw: dict[str, object] = {}
    for key, value in arrangement.items():
        if isinstance(value, str):
            raw[key] = list(cards(value))
        elif key == "hands" and isinstance(value, dict):
            raw[key] = {seat: list(cards(text)) for seat, text in value.items()}
        else:
            raw[key] = value
    return game.told((arranged(game.state, raw),)) if raw else game


def did(game: Game, command: Command) -> tuple[Game, tuple[Event, ...]]:
    """The game after a command that must be accepted, and its events."""
    answer = game.do(command)
    assert not isinstance(answer, Refusal), answer
    return answer


def play(game: Game, *commands: Command) -> Game:
    """The game after commands that must all be accepted."""
    for command in commands:
        game = did(game, command)[0]
    return game


def played_out(game: Game, bot: Bot) -> Game:
    """The game when it is over, a bot playing every seat."""
    while game.state.phase != "over":
        game = play(game, bot.choose(game.state, game.state.waiting_for()[0]))
    return game


def events_of(game: Game, command: Command) -> tuple[Event, ...]:
    """The events that follow from one command that must be accepted."""
    return did(game, command)[1]


def refused(game: Game, command: Command) -> Refusal:
    """The refusal of a command that must be refused; nothing may have changed by it."""
    before = game.state
    answer = game.do(command)
    assert isinstance(answer, Refusal), answer
    assert game.state is before
    assert Game.replay(game.events, before.game_map).state == before
    return answer


def why(game: Game, command: Command) -> tuple[str, str]:
    """Reason and rule of such a refusal."""
    answer = refused(game, command)
    return answer.reason.value, answer.rule


def conserved(state: State) -> tuple[int, int]:
    """How many cards and how many tickets there are in all, wherever they lie."""
    hands = sum(sum(hand.values()) for hand in state.hands.values())
    held: Sequence[Sequence[object]] = (*state.tickets.values(), *state.offered.values())
    turned = 0 if state.tunnel is None else len(state.tunnel.cards)
    return (
        hands + len(state.row) + len(state.deck) + len(state.discards) + turned,
        sum(map(len, held)) + len(state.ticket_deck) + len(state.removed),
    )


def by_hand(rules: str, *seats: tuple[object, ...], **settings: object) -> dict[str, object]:
    """The score of seats whose routes and tickets are given as two cities and a length or value.

    A seat is (routes, tickets) or (routes, tickets, more of position/1).
    """
    routes: list[dict[str, object]] = []
    tickets: list[dict[str, object]] = []
    lines: list[dict[str, object]] = []
    cities = {"A"}
    for number, (held, wanted, *more) in enumerate(seats):
        line: dict[str, object] = {"seat": SEATS[number], "routes": [], "tickets": []}
        for ways, key, value, into in (
            (held, "routes", "length", routes),
            (wanted, "tickets", "value", tickets),
        ):
            for count, (a, b, size) in enumerate(cast(list[tuple[str, str, int]], ways)):
                name = f"{number}-{count}"
                ends: dict[str, object] = {"a": a, "b": b} if into is routes else {"cities": [a, b]}
                into.append({"id": name, value: size, **ends})
                cast(list[str], line[key]).append(name)
                cities |= {a, b}
        for extra in more:
            line |= cast(dict[str, object], extra)
        lines.append(line)
    board = {
        "format": "map/1",
        "id": "by-hand",
        "cities": [{"id": city} for city in sorted(cities)],
        "routes": routes,
        "tickets": tickets,
    }
    return score_position({"edition": rules, "map": board, "settings": settings, "seats": lines})
