"""SHELL: the last resort: what nobody foresaw ends in one line, and at a table in words that are heard."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fingerpost.config import Config
    from fingerpost.wiring import Builder

TRACEBACK: Final = "FINGERPOST_TRACEBACK"  # in the environment: what nobody foresaw is shown whole


def callers_faults() -> tuple[type[Exception], ...]:
    """Each says in one line what is wrong with the call or a file; loaded only where something is."""
    from engine import EditionError, MapError, PositionError, ReplayError, SettingsError, StartError
    from table.errors import CallError, StoreError
    from tabletop import LayoutError

    rules = (EditionError, MapError, PositionError, ReplayError, SettingsError, StartError)
    return (*rules, CallError, LayoutError, StoreError)


def line(error: Exception) -> str:
    """What happened, where, and what to do."""
    from table.errors import unforeseen

    return f"{unforeseen(error)}; nobody foresaw this: please report it, with what {TRACEBACK}=1 shows"


def say(config: "Config", builder: "Builder", cause: str = "stopped") -> None:
    """Tell the room that the table stops, or why else; whatever is wrong, trying it makes nothing worse."""
    from announce import Wording
    from command_line.by_name import the_layout, the_map
    from fingerpost.devices.inbox import Inbox
    from storage.unplayable import say_health
    from tabletop import DeviceHealth

    try:
        board, layout = the_map(config.game.map), the_layout(config.game.layout)
        wording = Wording(board, layout, language=config.speech.language)
        sinks = builder.voice(config, wording, Inbox()).sinks
        health = DeviceHealth(device="store", condition="fault", at=0.0, cause=cause)
        say_health(health, wording, sinks)
    except Exception:
        return  # the line on the screen has to do
