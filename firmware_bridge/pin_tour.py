"""Every pin tried by hand, one after the other: what to do next, what was felt, what is wired wrong. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_bridge.debounce import seen


@dataclass(slots=True)
class PinTrial:
    """Goes from pin to pin; each wants a token put and lifted.

    Args:
        names: channel → what the pin is called, in the order of the tour.
    """

    names: Mapping[int, str]
    well: list[int] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)
    wrong: dict[int, int] = field(default_factory=dict)  # asked for → the one that was felt instead
    _at: int = 0
    _full: bool = False  # the pin in question has been felt full

    @property
    def done(self) -> bool:
        """Whether all have been tried or skipped."""
        return self._at >= len(self.names)

    @property
    def channel(self) -> int:
        """The pin in question."""
        return list(self.names)[self._at]

    def ask(self) -> str:
        """What to do now."""
        return f"{self._at + 1} of {len(self.names)}: put a token on {self._name(self.channel)}"

    def changed(self, channel: int, token: int) -> list[str]:
        """A pin says something else; what to tell, and what to do next."""
        if self.done:
            return []
        what = seen(token, coded=False)
        if channel == self.channel:
            return self._felt(what)
        if what == "something" and not self._full:
            self.wrong[self.channel] = channel
            words = f"that is channel {channel}, {self._name(channel)}"
            return [f"{words}; lift it and try {self._name(self.channel)} again, or skip it"]
        return []

    def _felt(self, what: str | None) -> list[str]:
        if what == "something" and not self._full:
            self._full = True
            self.wrong.pop(self.channel, None)
            return ["full; lift it"]
        if what == "empty" and self._full:
            self.well.append(self.channel)
            return ["empty; well", *self._next()]
        return ["it cannot be felt: set aside by the hub; skip it"] if what == "unknown" else []

    def skip(self) -> list[str]:
        """Go on without this one."""
        if self.done:
            return []
        self.skipped.append(self.channel)
        return self._next()

    def _next(self) -> list[str]:
        self._at += 1
        self._full = False
        return [] if self.done else [self.ask()]

    def summary(self) -> list[str]:
        """How the tour went."""
        left = len(self.names) - len(self.well) - len(self.skipped)
        lines = [f"{len(self.well)} pins well, {len(self.skipped)} skipped, {left} not tried"]
        for asked, felt in self.wrong.items():
            lines.append(
                f"{self._name(asked)} was felt at channel {felt}; check its wire and the board's file"
            )
        return lines

    def _name(self, channel: int) -> str:
        return self.names.get(channel, f"channel {channel}, which no site uses")
