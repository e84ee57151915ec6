"""A seat names a paper ticket at the keys: first letters of its cities, in any order, as of any place.

Several that are meant are walked by themselves; No leads from them back to the letters.
"""

from dialog import Declare, NoneMarked, Panel, named_among
from engine import GameMap, TicketId
from table.typed_names import TypedNames
from tabletop import SiteId


def name_tickets(panel: Panel, typed: str, game_map: GameMap) -> bool:
    """Go to what is meant in the list of tickets that is open; False: none is open, or nothing is meant.

    What is asked above that list is to be answered first, and stays.
    """
    listed = panel.ticket_list
    found = () if listed is None else tickets_meant(listed.tickets, typed, game_map)
    if listed is None or not found:
        return False
    if isinstance(panel.mode, Declare | NoneMarked):
        panel.mode = named_among(listed, found, game_map)
    return True


def tickets_meant(tickets: tuple[TicketId, ...], typed: str, game_map: GameMap) -> tuple[TicketId, ...]:
    """Those of whose cities the parts that were typed are first letters, short names or initials."""
    joined = {ticket: SiteId("-".join(game_map.tickets[ticket].cities)) for ticket in tickets}
    spoken = {
        joined[ticket]: " ".join(game_map.cities[city].name for city in game_map.tickets[ticket].cities)
        for ticket in tickets
    }
    names = TypedNames(list(map(SiteId, game_map.cities)), spoken.__getitem__)
    fitting = set(names.fitting(typed, list(spoken)))
    return tuple(ticket for ticket in tickets if joined[ticket] in fitting)
