"""Every subcommand, in the order of the help; imported when it is called, so that each begins at once."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from command_line.arguments import Subparsers

COMMANDS: Final[
    Mapping[str, str]
] = {  # name → module of this folder or of another, and what adds it there where that is not `add`
    "demo": "lab.commands.demo",
    "play": "play",
    "read": "board_reading.commands.reading:add_read",
    "watch": "board_reading.commands.reading:add_watch",
    "calibrate": "board_reading.commands.calibrate",
    "hub": "hub",
    "listen": "integrations.commands.listen",
    "mqtt": "integrations.commands.mqtt",
    "node": "node",
    "broker": "broker",
    "club": "club.commands.club",
    "score": "score",
    "referee": "referee",
    "map": "map",
    "board": "printing.commands.board",
    "campaign": "campaign",
    "replay": "replay",
    "transcript": "transcript",
    "games": "games",
    "export": "export",
    "backup": "backup:add_backup",
    "restore": "backup:add_restore",
    "upgrade": "upkeep.upgrade",
    "simulate": "lab.commands.simulate",
    "arena": "lab.commands.arena",
    "bot": "bot",
    "schemas": "lab.commands.schemas",
    "say": "say",
    "earcons": "earcons",
    "doctor": "doctor",
    "diagnose": "diagnose",
    "benchmark": "lab.commands.benchmark",
}


def add_commands(sub: "Subparsers", names: Iterable[str] = COMMANDS) -> None:
    """Import the modules of these subcommands, and add them."""
    for name in names:
        module, _, add = COMMANDS[name].partition(":")
        place = module if "." in module else f"fingerpost.commands.{module}"
        getattr(import_module(place), add or "add")(sub)
