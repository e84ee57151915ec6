"""Actions by number: a key for every command that an edition knows, told alike in every game of it.

A key leaves out what hardly matters: sets of cards that differ in harbor symbols or double ships share one.
An action does the first of the referee's legal commands that has its key.
"""

from collections.abc import Iterator

from engine import (
    GRAY,
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    Card,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    Edition,
    ExchangePieces,
    GameMap,
    KeepTickets,
    Pass,
    Route,
    Settings,
    State,
    affordable,
    payments,
)
from engine.commands import ChoosePieces
from engine.legal import legal
from engine.mechanics.piece_mix import mixes
from engine.travel_cards import COLOUR_OF

_STATION_CARDS = 3  # the third station costs most
_HARBOR_CARDS = 4
_TUNNEL_CARDS = 3


class Actions:
    """All actions of an edition on a map.

    Attributes:
        keys: the key of every action, in order.
    """

    def __init__(self, rules: Edition, board: GameMap, settings: Settings, offered: int) -> None:
        """`offered`: the most tickets that are ever offered at once."""
        coloured = [COLOUR_OF.get(card, card) for card in rules.order if card != rules.wild]
        self._colours = tuple(dict.fromkeys(coloured))
        self._wild = rules.wild
        self.keys = tuple(self._all(rules, board, settings, offered))
        self._number = {key: at for at, key in enumerate(self.keys)}
        self._draws: dict[object, int | None] = {}  # those that came up: nearly all legal commands draw
        self._glances = {
            way.id: ((way.asks, way.length, way.locomotives), self._ends(way))
            for way in board.routes.values()
        }

    def _ends(self, route: Route) -> dict[str, int]:
        """A route's claims, by how their keys end."""
        begins = len(f"claim:{route.id}:")
        return {key[begins:]: self._number[key] for key in self._claims(route)}

    def legal(self, state: State, *, mover: str) -> dict[int, Command]:
        """What each action that is possible now does; `mover`: whose."""
        found: dict[int, Command] = {}
        for command in legal(state, claims=False):
            if command.seat == mover:
                number = self._number_of(command, state)
                if number is not None:
                    found.setdefault(number, command)
        if state.phase == "turn" and state.to_move == mover:
            self._add_claims(found, state)
        return found

    def _number_of(self, command: Command, state: State) -> int | None:
        if isinstance(command, DrawCard):
            return self._drawn(command)
        key = self._key(command, state)
        return None if key is None else self._number.get(key)

    def _drawn(self, command: DrawCard) -> int | None:
        drawn = command.source, command.index, command.replace
        if drawn not in self._draws:
            key = ":".join(["draw", *(str(one) for one in drawn if one is not None)])
            self._draws[drawn] = self._number.get(key)
        return self._draws[drawn]

    def _add_claims(self, found: dict[int, Command], state: State) -> None:
        """The claims: routes that ask for the same are paid in the same ways, so that is worked out once."""
        seat = state.to_move
        assert seat is not None
        paid: dict[tuple[str, int, int], dict[str, tuple[Card, ...]]] = {}
        for name in affordable(state, seat):
            asked, numbers = self._glances[name]
            ways = paid.get(asked)
            if ways is None:
                ways = paid[asked] = {}
                route = state.game_map.routes[name]
                for cards in payments(state, seat, name):
                    ways.setdefault(self._way(route, cards), cards)
            for way, cards in ways.items():
                found[numbers[way]] = ClaimRoute(seat=seat, route=name, cards=cards)

    def _key(self, command: Command, state: State) -> str | None:
        match command:
            case KeepTickets(seat=seat, tickets=kept):
                places = [str(at) for at, one in enumerate(state.offered[seat]) if one in kept]
                return f"keep:{','.join(places)}"
            case ChoosePieces(train=train):
                return f"pieces:{train}"
            case DrawTickets():
                return "draw-tickets"
            case AnswerTunnel(decline=True):
                return "tunnel:decline"
            case AnswerTunnel(cards=cards):
                return f"tunnel:{(cards or ()).count(self._wild)}"
            case BuildStation(city=city, cards=cards):
                return f"station:{city}:{self._paid(cards or ())}"
            case BuildHarbor(city=city, cards=cards):
                return f"harbor:{city}:{self._paid(cards or ())}"
            case ExchangePieces(give=give, count=count):
                return f"exchange:{give}:{count}"
            case Pass():
                return "pass"
        return None

    def _way(self, route: Route, cards: tuple[Card, ...]) -> str:
        """How a route is paid, as its key ends."""
        if route.pair:
            return f"pairs:{cards.count(self._wild)}"
        if cards.count(self._wild) == len(cards):
            return f"wild:{route.length}"
        return self._paid(cards)

    def _paid(self, cards: tuple[Card, ...]) -> str:
        """Colour and number of wild cards."""
        colour = next((COLOUR_OF.get(card, card) for card in cards if card != self._wild), "wild")
        return f"{colour}:{cards.count(self._wild)}"

    def _all(self, rules: Edition, board: GameMap, settings: Settings, offered: int) -> Iterator[str]:
        commands = {kind for mechanic in rules.mechanics for kind in mechanic.commands}
        for number in range(1, 2**offered):
            yield "keep:" + ",".join(str(at) for at in range(offered) if number >> at & 1)
        if ChoosePieces in commands:
            yield from (f"pieces:{train}" for train in mixes(settings))
        yield from (f"draw:{deck}" for deck in rules.decks)
        refills = [f":{deck}" for deck in rules.decks] if len(rules.decks) > 1 else [""]
        yield from (f"draw:row:{at}{refill}" for at in range(settings.row_size) for refill in refills)
        yield "draw-tickets"
        for route in board.routes.values():
            yield from self._claims(route)
        if AnswerTunnel in commands:
            yield from (f"tunnel:{wilds}" for wilds in range(_TUNNEL_CARDS + 1))
            yield "tunnel:decline"
        if BuildStation in commands:
            for city in board.cities:
                yield from self._paid_with(f"station:{city}", range(_STATION_CARDS))
                yield from (f"station:{city}:wild:{count}" for count in range(1, _STATION_CARDS + 1))
        if BuildHarbor in commands:
            for city in (city.id for city in board.cities.values() if city.port):
                yield from self._paid_with(f"harbor:{city}", range(_HARBOR_CARDS))
                yield f"harbor:{city}:wild:{_HARBOR_CARDS}"
        if ExchangePieces in commands:
            most = settings.trains + settings.ships - settings.pieces
            for give in ("train", "ship"):
                yield from (f"exchange:{give}:{count}" for count in range(1, most + 1))
        yield "pass"

    def _claims(self, route: Route) -> Iterator[str]:
        name = f"claim:{route.id}"
        if route.pair:
            yield from (f"{name}:pairs:{wilds}" for wilds in range(2 * route.length + 1))
            return
        colours = self._colours if route.colour == GRAY else (route.colour,)
        for wilds in range(route.locomotives, route.length):
            yield from (f"{name}:{colour}:{wilds}" for colour in colours)
        yield f"{name}:wild:{route.length}"

    def _paid_with(self, name: str, wilds: range) -> Iterator[str]:
        for count in wilds:
            yield from (f"{name}:{colour}:{count}" for colour in self._colours)
