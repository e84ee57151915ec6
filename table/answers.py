"""What comes of a request: done, or why not. One type, whoever asked and however it is told.

The wire writes an answer as a result of fingerpost/1 (`mqtt.codes`), a page as a sentence, a key not at all:
what happened has been heard.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Code = Literal[
    "bad-envelope", "unsupported-version", "unknown-command", "bad-data", "too-large", "unauthorized",
    "wrong-seat", "not-your-turn", "illegal-move", "stale", "retained-command", "expired", "busy",
    "rate-limited", "board-mismatch", "source-offline", "paused", "internal",
]  # fmt: skip
"""Why not, as fingerpost/1 has it; its first ones concern messages and come from the wire alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """It is done, and the game is at `seq`; or something is open about it (`asked`).

    `payment`: how its seat pays; `undo`: whether everybody agrees; `host`: what another table makes of it.
    """

    seq: int = 0
    asked: Literal["", "payment", "undo", "host"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDone:
    """It is not done.

    `data`: what a program may want to know of it; `args`: what a sentence about it may name. `text`: the
    sentence for whoever asked, where it is known.
    """

    code: Code
    data: Mapping[str, object] = field(default_factory=dict)
    args: Mapping[str, object] = field(default_factory=dict)
    text: str = ""


Answer = Done | NotDone
