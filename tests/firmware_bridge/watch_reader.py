"""A reader of a watch's lines, on a hub of another program behind a cable, on one clock."""

import json

from firmware_bridge.watch import Watcher
from tests.firmware_bridge.lone_hub import Cable, LoneHub

STEP_MS = 10
Tokens = tuple[int | None, ...]


class Reader:
    """Keeps a copy of the sites from the lines; `late_ms`: how long the bytes are on their way."""

    def __init__(
        self, hub: LoneHub, seed: int, *, loss: float = 0.1, harm: float = 0.01, late_ms: int = 0
    ) -> None:
        self.hub, self.watcher = hub, Watcher(None, json_lines=True)
        self.down, self.up = Cable(loss, harm, seed + 1), Cable(loss, harm, seed + 2)
        self.late_ms = late_ms
        self.ms = 0
        self.copy: list[int | None] = [None] * len(hub.sites)
        self.said = ""
        self.against = 0  # packets after which the last word was live, and the copy not what was heard
        self.unaware: list[int] = []  # ms for each time that it was live, and a change was not known yet
        self._since: int | None = None
        self.asked_at: list[int] = []
        self._going_up: list[tuple[int, bytes]] = []
        self._coming: list[tuple[int, bytes, Tokens | None]] = []
        self.take(self.watcher.opened(0.0))

    @property
    def right(self) -> bool:
        return self.said == "live" and tuple(self.copy) == stands(self.hub.sites)

    def step(self, *, noisy: bool) -> None:
        self.ms += STEP_MS
        for line in self.watcher.take_outgoing().splitlines(keepends=True):
            self._going_up.append((self.ms + self.late_ms, self.up.line(line) if noisy else line))
        arrived = b"".join(line for due, line in self._going_up if due <= self.ms)
        self._going_up = [item for item in self._going_up if item[0] > self.ms]
        said = self.hub.step(arrived, self.ms).splitlines(keepends=True)
        for line, known in zip(said, list(self.hub.log), strict=True):
            sent = self.down.line(line) if noisy else line
            whole = known is not None and (self.down.whole or not noisy)
            self._coming.append((self.ms + self.late_ms, sent, stands(known) if known and whole else None))
        self._arrive(self.ms / 1000)
        self.asked_at += [ms for ms, verb in self.hub.hosts if verb == "s"]
        self.hub.hosts.clear()
        self._judge()

    def _arrive(self, at: float) -> None:
        while self._coming and self._coming[0][0] <= self.ms:
            _, line, heard = self._coming.pop(0)
            self.take(self.watcher.feed(line, at))
            self.against += heard is not None and self.said == "live" and tuple(self.copy) != heard
        self.take(self.watcher.tick(at))
        if self.watcher.wants_reopen:
            self.take([*self.watcher.closed(at), *self.watcher.opened(at)])

    def take(self, lines: list[str]) -> None:
        for record in map(json.loads, lines):
            self.said = record.get("hub", self.said)
            if "site" in record:
                self.copy[record["site"]] = record["token"]

    def _judge(self) -> None:
        if self.said == "live" and not self.right:
            self._since = self.ms if self._since is None else self._since
        elif self._since is not None:
            self.unaware.append(self.ms - self._since)
            self._since = None


def stands(tokens: list[int] | tuple[int, ...]) -> Tokens:
    """The tokens of all sites as the lines tell them."""
    return tuple(token or None for token in tokens)
