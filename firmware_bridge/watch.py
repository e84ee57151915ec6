"""What a hub says, decoded, as lines: the pure part of `fingerpost hub watch`."""

import json
from collections.abc import Mapping
from typing import Final, Literal

from firmware_bridge.command_queue import CommandQueue
from firmware_bridge.listener import HubListener
from firmware_bridge.states import FaultMoved, KeyMoved, LinkEvent, LinkState, Moved, SitesChanged
from tabletop import BoardLayout, HubId, SiteId

Token = int | Literal["unreadable", "unknown"] | None
Condition = Literal["live", "stale", "lost"]
FIRST_HUB: Final = HubId(0)
FIRST_WORD_S: Final = 5.0  # how long a hub may take to answer at all before that is said
_WORDS: Final[dict[Token, str]] = {None: "empty", 1: "something is here"}


def token(byte: int) -> Token:
    """A token byte as a reader of the lines sees it: None is empty, a number a class (1: no identity)."""
    if byte == 0:
        return None
    if byte <= 0xDF:
        return byte
    if byte <= 0xEF:
        return 1  # reserved by hub/1: occupied, by whom is not known
    return "unreadable" if byte == 0xF0 else "unknown"


class Watcher(HubListener[list[str]]):
    """A link that tells what it learns as lines, JSON or words.

    The sites of a mirror that has become current are told before `live`: who keeps what the lines say has
    a true copy whenever the last word on the hub is `live`.
    """

    def __init__(
        self,
        layout: BoardLayout | None,
        *,
        json_lines: bool,
        only: str | None = None,
        hub: HubId = FIRST_HUB,
        asking: CommandQueue | None = None,
    ) -> None:
        sites = {} if layout is None else layout.channels(hub)
        self._sites: dict[int, SiteId] = {int(channel): site for channel, site in sites.items()}
        super().__init__(max(self._sites, default=-1) + 1, only, asking)
        self._json = json_lines
        self._shown: dict[int, Token] = {}
        self._said: Condition | None = None
        self._opened_at: float | None = None
        self._refusals: list[str] = []

    def opened(self, at: float) -> list[str]:
        """The port is open."""
        if self._opened_at is None:
            self._opened_at = at
        return super().opened(at)

    def take_notes(self) -> list[str]:
        """Words for whoever maintains the hub: boot messages, refusals, digests that differ."""
        refusals, self._refusals = self._refusals, []
        return [*super().take_notes(), *refusals]

    def trust_first_answer(self) -> None:
        """The next answer to a hello cannot be an old one: it comes from a log."""
        self._link.trust_first_answer()

    def _heard(self, events: list[LinkEvent], at: float) -> list[str]:
        lines: list[str] = []
        for event in events:
            match event:
                case SitesChanged():
                    lines += self._changed(event)
                case Moved():
                    lines += self._moved(event)
                case KeyMoved():
                    record = {"key": event.key, "action": event.action}
                    lines.append(self._line(record, f"key {event.key} {event.action}"))
                case FaultMoved():
                    lines.append(self._fault(event))
        if self._said is None and self._opened_at is not None and at - self._opened_at >= FIRST_WORD_S:
            lines += self._say("lost")
        return lines

    def _changed(self, event: SitesChanged) -> list[str]:
        channels = range(len(event.tokens)) if event.whole else [channel for channel, _ in event.changes]
        lines: list[str] = []
        for channel in channels:
            byte = event.tokens[channel]
            new = token(byte)
            if byte == 0xF1:  # changing right now: the old value stays; a site never named is empty
                new = self._shown.get(channel)
            changed = new != self._shown.get(channel)
            if changed or (event.whole and new is not None):
                self._shown[channel] = new
                name = self._name(channel)
                words = _WORDS.get(new, f"class {new}" if isinstance(new, int) else str(new))
                lines.append(self._line({"site": name, "token": new}, f"site {name}: {words}"))
        return lines

    def _moved(self, event: Moved) -> list[str]:
        match event.state:
            case LinkState.LIVE:
                return self._say("live")
            case LinkState.STALE | LinkState.SILENT | LinkState.GREETING:
                return self._say("stale") if self._said == "live" else []
            case LinkState.CLOSED:
                return self._say("lost") if self._said is not None else []
            case LinkState.READ_ONLY:
                record = {"fault": {"kind": event.cause, "site": None, "standing": True, "count": 0}}
                if self._json:  # a line has the kind alone; people are told which two do not fit
                    self._refusals.append(event.detail)
                return [self._line(record, event.detail), *self._say("lost")]

    def _say(self, condition: Condition) -> list[str]:
        if condition == self._said:
            return []
        self._said = condition
        return [self._line({"hub": condition}, f"hub {condition}")]

    def _fault(self, event: FaultMoved) -> str:
        where = None if event.channel is None else self._name(event.channel)
        fault = {"kind": event.kind, "site": where, "standing": event.standing, "count": event.count}
        words = f"{'the hub' if where is None else f'site {where}'}: fault {event.kind}"
        return self._line({"fault": fault}, words if event.standing else f"{words} is over")

    def _name(self, channel: int) -> SiteId | int:
        return self._sites.get(channel, channel)

    def _line(self, record: Mapping[str, object], words: str) -> str:
        return json.dumps(record, ensure_ascii=False) if self._json else words
