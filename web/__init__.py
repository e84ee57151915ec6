"""The table as a web page that needs no mouse, no sight and no script; one for all, and one for each seat."""

from table.moment import KEPT, Entry, Lobby, Moment, Opened, Table, Viewer
from web.wishes import Acted, CodeWanted, Outcome, PhoneJoined, Pressed, Wish, Wished

__all__ = [
    "KEPT",
    "Acted",
    "CodeWanted",
    "Entry",
    "Lobby",
    "Moment",
    "Opened",
    "Outcome",
    "PhoneJoined",
    "Pressed",
    "Table",
    "Viewer",
    "Wish",
    "Wished",
]
