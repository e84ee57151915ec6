"""Long tickets: a few are dealt at the start beside the others, the rest leave the game (EU-3 to EU-6)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.dealing import StartError, offer_tickets
from engine.events import Event, GameStarted
from engine.game_map import GameMap
from engine.mechanic import Mechanic
from engine.settings import Settings
from engine.shuffle import shuffled

_DECK = "long"
_SALT = 2  # the seed's third order, after the cards' and the tickets'


class LongTickets(Mechanic):
    """Tickets of the deck `long`."""

    settings = ("start_long_tickets",)
    ticket_decks = (_DECK,)

    def begun(self, event: GameStarted, board: GameMap, settings: Settings) -> GameStarted:
        """The ticket deck with each seat's long tickets before its others; the other long ones are out."""
        long = shuffled((t.id for t in board.tickets.values() if t.deck == _DECK), event.seed or 0, _SALT)
        each, usual, count = settings.start_long_tickets, settings.start_tickets, len(event.seats)
        if len(long) < count * each:
            raise StartError(
                f"{len(long)} long tickets are too few to deal; make the setting start_long_tickets smaller"
            )
        tickets = event.ticket_deck
        dealt = [
            ticket
            for number in range(count)
            for ticket in (
                *long[number * each : (number + 1) * each],
                *tickets[number * usual : (number + 1) * usual],
            )
        ]
        removed = event.removed + long[count * each :]
        return replace(event, ticket_deck=(*dealt, *tickets[count * usual :]), removed=removed)

    def offers(self, begun: GameStarted, settings: Settings) -> Sequence[Event]:
        """The long ones and the others together; of all these some must be kept."""
        return offer_tickets(begun, settings.start_long_tickets + settings.start_tickets, settings.start_keep)
