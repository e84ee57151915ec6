"""SHELL: what goes from set-up on into a game: what was chosen, hub and camera, all that they have said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fingerpost.config import Config
from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.keyboard_part import KeyboardPart
from fingerpost.devices.table_parts import SensePart
from table.answers import NotDone
from table.ports import Part
from table.requests import Request
from tabletop import DeviceHealth, LessonNews, Motion, Observation, Press, of_a_sense
from web.page_part import PagePart


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOn:
    """The senses of a table, open, and where they go on telling; `known`: their word so far, health first."""

    inbox: Inbox
    senses: tuple[SensePart, ...]
    known: tuple[DeviceHealth | Observation, ...]

    def close(self) -> None:
        """Let them go; twice does no harm."""
        for sense in self.senses:
            sense.close()


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """What is to be played: the config it means, and the stored game, if it is one.

    `handed`, `page`: what set-up has left open for it.
    """

    config: Config
    name: str | None = None
    new: bool = False
    greeted: bool = False  # the table was welcomed to this stored game and has said Yes
    first: bool = False  # of this start, and no set-up has told where the page is
    handed: HandedOn | None = field(default=None, compare=False)
    page: PagePart | None = field(default=None, compare=False)

    def let_go(self) -> None:
        """Close what is still open; twice does no harm."""
        if self.handed is not None:
            self.handed.close()
        if self.page is not None:
            self.page.close()


class OpenedSenses:
    """The parts of a table before its game, for one board at a time; to the loop they are one part.

    Args:
        open_senses: opens hubs and camera of a config's board, which tell the inbox.
        open_rest: opens all but the senses: keys, buttons, lamps.
    """

    def __init__(
        self,
        config: Config,
        inbox: Inbox,
        open_senses: Callable[[Config, Inbox], list[SensePart]],
        open_rest: Callable[[Config, Sequence[SensePart]], list[Part]],
    ) -> None:
        self._inbox, self._open_senses, self._open_rest = inbox, open_senses, open_rest
        self.config = config
        self.senses: list[SensePart] = []
        self.rest: list[Part] = []
        self.typed_ahead: str | None = None  # what the keys had read and not done when they were let go

    def open(self) -> None:
        """Open all that the config names.

        Raises:
            CallError: something that cannot be had.
        """
        self.senses = self._open_senses(self.config, self._inbox)
        self.rest = self._open_rest(self.config, self.senses)

    def turn(self, config: Config) -> None:
        """Another board: all is let go and opened for it, and what was on its way of the old one is lost.

        Raises:
            CallError: what the config names does not fit the other board.
        """
        self.shut()
        drop_senses(self._inbox)
        self.config = config
        self.open()

    @property
    def keyless(self) -> bool:
        """Whether there are hubs, and every one has said that it has no keys."""
        hubs = [sense for sense in self.senses if isinstance(sense, HubPart)]
        return bool(hubs) and all(hub.keyless for hub in hubs)

    def poll(self, at: float) -> None:
        """Let every part move on."""
        for part in (*self.rest, *self.senses):
            part.poll(at)

    def close(self) -> None:
        """Let go of all but the senses: they may go on into the game."""
        for part in self.rest:
            part.close()
            if isinstance(part, KeyboardPart):
                self.typed_ahead = part.typed_ahead
        self.rest = []

    def shut(self) -> None:
        """Let go of everything."""
        self.close()
        for sense in self.senses:
            sense.close()
        self.senses = []


class Lent:
    """A part that the loop looks after and does not end: it goes on into the game."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def poll(self, at: float) -> None:
        """Let it move on."""
        self._part.poll(at)

    def close(self) -> None:
        """Nothing: whoever lent it ends it."""


def drop_senses(inbox: Inbox) -> None:
    """What waits of the senses is of a board that is no longer there; the rest goes on waiting."""
    for item in list(inbox.take()):
        if isinstance(item, Observation | Motion | LessonNews):
            continue
        if not (isinstance(item, DeviceHealth) and of_a_sense(item.device)):
            inbox.put(item)


def keep_senses(inbox: Inbox) -> None:
    """What waits of the senses is for the game; presses, requests and lessons were for what was before."""
    for item in list(inbox.take()):
        match item:
            case Request():
                item.answer(NotDone(code="busy"))
            case Press() | LessonNews():
                pass
            case _:
                inbox.put(item)
