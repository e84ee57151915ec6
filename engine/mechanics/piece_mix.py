"""Each seat chooses its trains and ships in secret, and may exchange later (RS-6 to RS-8, RS-61 to RS-63)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from engine.commands import ChoosePieces, Command, ExchangePieces, Refusal
from engine.ending import end_turn, first_turn
from engine.events import Event
from engine.evolve import act_over, fold
from engine.holdings import Holdings, Standing
from engine.mechanic import Answers, Mechanic
from engine.optional_events import PiecesAsked, PiecesChosen, PiecesExchanged, PiecesRevealed
from engine.reasons import Reason
from engine.refusing import refuse
from engine.scoring import SeatScore
from engine.settings import Settings
from engine.state import State
from engine.values import Piece, Seat


class PieceMix(Mechanic):
    """A supply of two kinds of pieces; what is not chosen waits in the box."""

    settings = ("ships", "pieces", "first_trains", "exchange_points")
    commands = (ChoosePieces, ExchangePieces)
    acts = (ExchangePieces,)
    answers: ClassVar[Answers] = {ChoosePieces: ("pieces", Reason.NOTHING_TO_CHOOSE)}
    events = (PiecesAsked, PiecesChosen, PiecesRevealed, PiecesExchanged)
    position_keys = ("exchanged", "pieces")

    def before_first_turn(self, state: State) -> Sequence[Event]:
        """Everybody is asked once; the last answer leads on (`decide`)."""
        if state.chosen:
            return ()
        settings = state.settings
        asked = PiecesAsked(
            pieces=settings.pieces,
            trains=settings.trains,
            ships=settings.ships,
            first_trains=settings.first_trains,
        )
        return (asked,)

    def decide(self, state: State, command: Command) -> tuple[Event, ...] | Refusal:
        """A mix is chosen, or pieces are exchanged, and that is the turn."""
        if isinstance(command, ChoosePieces):
            return _choose(state, command)
        assert isinstance(command, ExchangePieces)
        seat, give, count = command.seat, command.give, command.count
        trains, ships = state.trains[seat], state.ships[seat]
        have = trains if give == "train" else ships
        if not 0 < count <= have:
            return refuse(state, command, Reason.NOTHING_TO_EXCHANGE, need=count, have=have)
        box = in_box(state, seat, "ship" if give == "train" else "train")
        if count > box:
            return refuse(state, command, Reason.TOO_FEW_IN_BOX, need=count, have=box)
        points, trains_given = count * state.settings.exchange_points, count if give == "train" else -count
        exchanged = PiecesExchanged(
            seat=seat,
            give=give,
            count=count,
            trains_left=trains - trains_given,
            ships_left=ships + trains_given,
            points=points,
            total=state.points[seat] + points,
        )
        return end_turn(state, seat, [exchanged])

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """Mixes are kept apart from the supplies until all are open."""
        match event:
            case PiecesAsked():
                return replace(state, seq=seq, phase="pieces", to_move=None)
            case PiecesChosen(seat=seat, train=train, ship=ship):
                chosen = {**state.chosen, seat: (train or 0, ship or 0)}
                return replace(state, seq=seq).with_seldom(chosen=chosen)
            case PiecesRevealed(trains=trains, ships=ships):
                chosen = {seat: (trains[seat], ships[seat]) for seat in state.seats}
                return replace(state, seq=seq, trains=trains, ships=ships).with_seldom(chosen=chosen)
            case _:
                assert isinstance(event, PiecesExchanged)
                return _exchanged(state, event, seq)

    def legal(self, state: State) -> Iterator[Command]:
        """Every mix for those who have not chosen, every exchange for the seat to move."""
        if state.phase == "pieces":
            for seat in state.waiting_for():
                for train in mixes(state.settings):
                    yield ChoosePieces(seat=seat, train=train, ship=state.settings.pieces - train)
        elif state.phase == "turn" and state.to_move is not None:
            seat = state.to_move
            trains, ships = exchangeable(state, seat, box(state, seat))
            for count in range(1, trains + 1):
                yield ExchangePieces(seat=seat, give="train", count=count)
            for count in range(1, ships + 1):
                yield ExchangePieces(seat=seat, give="ship", count=count)

    def scored(self, standing: Standing, score: SeatScore) -> SeatScore:
        """Points lost for every piece exchanged."""
        points = standing.held[score.seat].exchanged * standing.settings.exchange_points
        return replace(score, exchange=points)

    def violations(self, standing: Standing) -> Iterator[str]:
        """A mix that cannot be, or more pieces on the board than there were."""
        for seat, held in standing.held.items():
            if held.exchanged < 0:
                yield f"RS-61: {seat} has exchanged {held.exchanged} pieces"
            yield from _wrong_mix(standing.settings, seat, held)
            yield from _overused(standing, seat, held)

    def table_view(self, state: State) -> dict[str, object]:
        """What can be chosen, and the mix for those who play for the first time (RS-8)."""
        settings = state.settings
        first = {"train": settings.first_trains, "ship": settings.pieces - settings.first_trains}
        most = {"pieces": settings.pieces, "train": settings.trains, "ship": settings.ships}
        return {"mix": {**most, "first_game": first}}

    def seat_view(self, state: State, seat: Seat) -> dict[str, object]:
        """Ships, the box, and the mix when all are open."""
        chosen, open_now = state.chosen.get(seat), bool(state.ships)
        return {
            "ships": state.ships.get(seat, state.settings.ships),
            "box": box(state, seat),
            "exchanged": state.exchanged.get(seat, 0),
            "has_chosen": chosen is not None,
            "pieces": {"train": chosen[0], "ship": chosen[1]} if chosen is not None and open_now else None,
        }

    def own_view(self, state: State, seat: Seat) -> dict[str, object]:
        """The seat's own mix, as soon as it has chosen."""
        mix = state.chosen.get(seat)
        return {"pieces": None if mix is None else {"train": mix[0], "ship": mix[1]}}


def mixes(settings: Settings) -> range:
    """The numbers of trains that a mix can have."""
    return range(max(0, settings.pieces - settings.ships), min(settings.trains, settings.pieces) + 1)


def box(state: State, seat: Seat) -> dict[Piece, int]:
    """How many pieces of each kind the box holds for a seat; none before the mixes are open."""
    if not state.ships:
        return {"train": 0, "ship": 0}
    trains = ships = 0
    routes = state.game_map.routes
    for name, owner in state.owners.items():
        if owner == seat:
            route = routes[name]
            if route.kind == "ship":
                ships += route.length
            else:
                trains += route.length
    settings = state.settings
    return {
        "train": max(0, settings.trains - state.trains[seat] - trains),
        "ship": max(0, settings.ships - state.ships[seat] - ships),
    }


def in_box(state: State, seat: Seat, piece: Piece) -> int:
    """How many pieces of one kind the box holds for a seat."""
    return box(state, seat)[piece]


def exchangeable(state: State, seat: Seat, left: Mapping[Piece, int]) -> tuple[int, int]:
    """The most trains that a seat can give for ships now, and ships for trains; `left`: in its box."""
    return min(state.trains[seat], left["ship"]), min(state.ships[seat], left["train"])


def _choose(state: State, command: ChoosePieces) -> tuple[Event, ...] | Refusal:
    seat, train, ship, settings = command.seat, command.train, command.ship, state.settings
    if train + ship != settings.pieces:
        return refuse(state, command, Reason.WRONG_PIECES, need=settings.pieces, have=train + ship)
    if train not in mixes(settings):
        few = train > settings.trains or train < 0
        need, have = (train, settings.trains) if few else (ship, settings.ships)
        return refuse(state, command, Reason.WRONG_PIECES, need=need, have=have)
    act: list[Event] = [PiecesChosen(seat=seat, train=train, ship=ship)]
    chosen = {**state.chosen, seat: (train, ship)}
    if len(chosen) == len(state.seats):
        trains = {other: chosen[other][0] for other in state.seats}
        act.append(PiecesRevealed(trains=trains, ships={other: chosen[other][1] for other in state.seats}))
        act += first_turn(fold(state, act))
    return tuple(act)


def _exchanged(state: State, event: PiecesExchanged, seq: int) -> State:
    seat = event.seat
    return act_over(
        replace(
            state,
            seq=seq,
            trains={**state.trains, seat: event.trains_left},
            ships={**state.ships, seat: event.ships_left},
            points={**state.points, seat: event.total},
            passes=0,
        ).with_seldom(exchanged={**state.exchanged, seat: state.exchanged.get(seat, 0) + event.count})
    )


def _wrong_mix(settings: Settings, seat: Seat, held: Holdings) -> Iterator[str]:
    mix = held.pieces
    if mix is None:
        return
    train, ship = mix["train"], mix["ship"]
    if train + ship != settings.pieces or train not in mixes(settings):
        wanted = f"{settings.pieces} of at most {settings.trains} trains and {settings.ships} ships"
        yield f"RS-6: {seat} has chosen {train} trains and {ship} ships; a mix is {wanted}"


def _overused(standing: Standing, seat: Seat, held: Holdings) -> Iterator[str]:
    settings = standing.settings
    ways = [standing.game_map.routes[route] for route in held.routes]
    ships = sum(way.length for way in ways if way.kind == "ship")
    trains = sum(way.length for way in ways) - ships
    for used, most, what in ((trains, settings.trains, "trains"), (ships, settings.ships, "ships")):
        if used > most:
            yield f"RS-30: {seat} has used {used} {what}; there are {most}"
    if trains + ships > settings.pieces:
        yield f"RS-30: {seat} has used {trains + ships} pieces; the supply has {settings.pieces}"
    elif held.pieces is not None:
        short = max(0, trains - held.pieces["train"]) + max(0, ships - held.pieces["ship"])
        if short > max(0, held.exchanged):
            sentence = f"{seat} has used {trains} trains and {ships} ships"
            yield f"RS-61: {sentence}, which the mix and {held.exchanged} exchanged pieces do not give"
