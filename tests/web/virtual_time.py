"""An event loop whose clock only moves when there is nothing to do: hours pass at once, and exactly."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _NoWait(selectors.SelectSelector):
    """Moves the clock on instead of waiting."""

    at = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.at += timeout or 0.0
        return super().select(0)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it; its clock begins at 0."""
    selector = _NoWait()

    def loop() -> asyncio.AbstractEventLoop:
        made = asyncio.SelectorEventLoop(selector)
        made.time = lambda: selector.at  # type: ignore[method-assign]
        return made

    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(work)
