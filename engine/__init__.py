"""PURE: the rules. A game is its events; `decide` tells what follows a command, `evolve` what is then so.

A command is a wish (`commands`). `decide` refuses it with a reason and its rule's number, or gives the
events that follow; `evolve` folds an event into the state and never refuses. A state is therefore a fold
over events, an old log replays under new code, and undoing is a fold over fewer of them (`game`). An
edition is data and a list of mechanics (`ruleset`, `editions`, `mechanics`): each optional rule is one
file, asked by name where the rules turn on it. What may be done now is `legal`; what one seat or everybody
may see is `view`.

Deliberately absent: clocks, I/O, randomness but a seed (`shuffle`), words, and any `if edition ==`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from engine.acts import Act
from engine.commands import (
    AcceptBoard,
    AnswerTunnel,
    Build,
    BuildHarbor,
    BuildStation,
    ChooseLoans,
    ChoosePieces,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    ExchangePieces,
    KeepTickets,
    OpenCommand,
    Pass,
    Refusal,
    ResolveEvent,
    TokenCommand,
    Undo,
)
from engine.dealing import StartError
from engine.decide import decide
from engine.drawable import can_draw, drawing, takeable
from engine.edition_library import EDITIONS, edition
from engine.event import tag_of
from engine.events import (
    CardDrawn,
    CardsArranged,
    CardsDealt,
    DeckShuffled,
    Event,
    FinalRoundStarted,
    GameCorrected,
    GameEnded,
    GameStarted,
    HomeAway,
    HomeBack,
    RouteClaimed,
    RowRefilled,
    RowTurned,
    SeatTotal,
    SourceFound,
    SourceLost,
    TableEvent,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
    TurnEnded,
    TurnPassed,
    TurnStarted,
    Undone,
)
from engine.evolve import ReplayError, evolve, fold
from engine.game import NONSENSE, Game
from engine.game_map import LONGEST_ROUTE, City, GameMap, Glance, MapError, Route, Ticket, twins
from engine.holdings import Holdings, Standing, standing_of
from engine.legal import affordable, affordable_bits, can_act, can_claim, legal, open_routes, optional_acts
from engine.map_library import game_map, shipped_maps
from engine.mechanic import Mechanic
from engine.mechanics.tours import tour_done
from engine.optional_events import (
    Built,
    CardGained,
    CoinsPaid,
    EventResolved,
    EventRetired,
    EventsShuffled,
    EventTurned,
    HarborBuilt,
    LoansAsked,
    LoansChosen,
    NewspaperTurned,
    OptionalEvent,
    PiecesAsked,
    PiecesChosen,
    PiecesExchanged,
    PiecesRevealed,
    StationBuilt,
    TunnelFailed,
    TunnelRevealed,
)
from engine.paths import longest_trail
from engine.payment import closed, payable, payments, within_reach
from engine.reach import payable_bits
from engine.reasons import SECRET_REASONS, Reason
from engine.ruleset import Edition, EditionError
from engine.scoring import (
    HarborScore,
    SeatScore,
    TicketScore,
    Tour,
    completed,
    longest_holders,
    network_of,
    place_of,
    ranked,
    route_points,
    score_seats,
    seat_scores,
)
from engine.settings import Settings, SettingValue, can_settle, settings_dict
from engine.settings_check import SettingsError, number_range, settings_from
from engine.shuffle import by_lot
from engine.start import start, tickets_in, unplayable
from engine.state import OpenTunnel, State
from engine.told_to_seat import events_for, legal_for, told_to_seat
from engine.values import (
    CARD_MODES,
    COLOURS,
    GRAY,
    LOCOMOTIVE,
    SEATS,
    Card,
    CardMode,
    CityId,
    Deck,
    Phase,
    Piece,
    RouteId,
    Seat,
    TicketId,
)
from engine.view import moment, seen_by, view  # at once: the module has the function's name
from engine.violations import violations  # and so has this

if TYPE_CHECKING:
    from engine.arrange import ArrangeError, arranged
    from engine.codec import (
        CodecError,
        command_from,
        command_from_json,
        command_to_json,
        event_from_json,
        event_to_dict,
        event_to_json,
    )
    from engine.loans import best_loans, on_offer
    from engine.map_check import TicketLength, map_complaints, place_complaints, ticket_lengths
    from engine.map_reader import map_from, parse_map
    from engine.position import PositionError, position_of, read_position, score_lines, score_position
    from engine.referee import Referee
    from engine.ways import cheapest_way, claimable

_LATER: Final = {
    "ArrangeError": "engine.arrange",
    "arranged": "engine.arrange",
    "CodecError": "engine.codec",
    "command_from": "engine.codec",
    "command_from_json": "engine.codec",
    "command_to_json": "engine.codec",
    "event_from_json": "engine.codec",
    "event_to_dict": "engine.codec",
    "event_to_json": "engine.codec",
    "best_loans": "engine.loans",
    "on_offer": "engine.loans",
    "TicketLength": "engine.map_check",
    "map_complaints": "engine.map_check",
    "place_complaints": "engine.map_check",
    "ticket_lengths": "engine.map_check",
    "map_from": "engine.map_reader",
    "parse_map": "engine.map_reader",
    "PositionError": "engine.position",
    "position_of": "engine.position",
    "read_position": "engine.position",
    "score_lines": "engine.position",
    "score_position": "engine.position",
    "Referee": "engine.referee",
    "cheapest_way": "engine.ways",
    "claimable": "engine.ways",
}
"""What a table that only plays never asks for: loaded when it is."""


if not TYPE_CHECKING:  # to a type checker a name that is not here is a mistake

    def __getattr__(name):
        """Load what is asked for the first time."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(_LATER[name]), name)
        return found


__all__ = [
    "CARD_MODES",
    "COLOURS",
    "EDITIONS",
    "GRAY",
    "LOCOMOTIVE",
    "LONGEST_ROUTE",
    "NONSENSE",
    "SEATS",
    "SECRET_REASONS",
    "AcceptBoard",
    "Act",
    "AnswerTunnel",
    "ArrangeError",
    "Build",
    "BuildHarbor",
    "BuildStation",
    "Built",
    "Card",
    "CardDrawn",
    "CardGained",
    "CardMode",
    "CardsArranged",
    "CardsDealt",
    "ChooseLoans",
    "ChoosePieces",
    "City",
    "CityId",
    "ClaimRoute",
    "CodecError",
    "CoinsPaid",
    "Command",
    "Deck",
    "DeckShuffled",
    "DeclareTickets",
    "DrawCard",
    "DrawTickets",
    "Edition",
    "EditionError",
    "EndTurn",
    "Event",
    "EventResolved",
    "EventRetired",
    "EventTurned",
    "EventsShuffled",
    "ExchangePieces",
    "FinalRoundStarted",
    "Game",
    "GameCorrected",
    "GameEnded",
    "GameMap",
    "GameStarted",
    "Glance",
    "HarborBuilt",
    "HarborScore",
    "Holdings",
    "HomeAway",
    "HomeBack",
    "KeepTickets",
    "LoansAsked",
    "LoansChosen",
    "MapError",
    "Mechanic",
    "NewspaperTurned",
    "OpenCommand",
    "OpenTunnel",
    "OptionalEvent",
    "Pass",
    "Phase",
    "Piece",
    "PiecesAsked",
    "PiecesChosen",
    "PiecesExchanged",
    "PiecesRevealed",
    "PositionError",
    "Reason",
    "Referee",
    "Refusal",
    "ReplayError",
    "ResolveEvent",
    "Route",
    "RouteClaimed",
    "RouteId",
    "RowRefilled",
    "RowTurned",
    "Seat",
    "SeatScore",
    "SeatTotal",
    "SettingValue",
    "Settings",
    "SettingsError",
    "SourceFound",
    "SourceLost",
    "Standing",
    "StartError",
    "State",
    "StationBuilt",
    "TableEvent",
    "Ticket",
    "TicketId",
    "TicketLength",
    "TicketScore",
    "TicketsDealt",
    "TicketsDeclared",
    "TicketsKept",
    "TokenCommand",
    "Tour",
    "TunnelFailed",
    "TunnelRevealed",
    "TurnEnded",
    "TurnPassed",
    "TurnStarted",
    "Undo",
    "Undone",
    "affordable",
    "affordable_bits",
    "arranged",
    "best_loans",
    "by_lot",
    "can_act",
    "can_claim",
    "can_draw",
    "can_settle",
    "cheapest_way",
    "claimable",
    "closed",
    "command_from",
    "command_from_json",
    "command_to_json",
    "completed",
    "decide",
    "drawing",
    "edition",
    "event_from_json",
    "event_to_dict",
    "event_to_json",
    "events_for",
    "evolve",
    "fold",
    "game_map",
    "legal",
    "legal_for",
    "longest_holders",
    "longest_trail",
    "map_complaints",
    "map_from",
    "moment",
    "network_of",
    "number_range",
    "on_offer",
    "open_routes",
    "optional_acts",
    "parse_map",
    "payable",
    "payable_bits",
    "payments",
    "place_complaints",
    "place_of",
    "position_of",
    "ranked",
    "read_position",
    "route_points",
    "score_lines",
    "score_position",
    "score_seats",
    "seat_scores",
    "seen_by",
    "settings_dict",
    "settings_from",
    "shipped_maps",
    "standing_of",
    "start",
    "tag_of",
    "takeable",
    "ticket_lengths",
    "tickets_in",
    "told_to_seat",
    "tour_done",
    "twins",
    "unplayable",
    "view",
    "violations",
    "within_reach",
]
