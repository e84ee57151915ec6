"""The error codes of fingerpost/1: which may be tried again, and what a web page answers with."""

from collections.abc import Mapping
from typing import Final, get_args

from table.answers import Answer, Code, NotDone

CODES: Final[tuple[Code, ...]] = get_args(Code)

RETRYABLE: Final[frozenset[Code]] = frozenset(
    {"stale", "expired", "busy", "rate-limited", "board-mismatch", "source-offline", "paused"}
)
"""The same wish may be granted later; any other will be refused again as it stands."""

STATUS: Final[Mapping[Code, int]] = {
    "bad-envelope": 400,
    "unsupported-version": 400,
    "unknown-command": 400,
    "bad-data": 422,
    "too-large": 413,
    "unauthorized": 401,
    "wrong-seat": 403,
    "not-your-turn": 409,
    "illegal-move": 422,
    "stale": 409,
    "retained-command": 400,
    "expired": 409,
    "busy": 503,
    "rate-limited": 429,
    "board-mismatch": 409,
    "source-offline": 503,
    "paused": 409,
    "internal": 500,
}
"""The HTTP status of the web page's twin of each code."""


def error_fields(
    code: Code, data: Mapping[str, object] | None = None, args: Mapping[str, object] | None = None
) -> dict[str, object]:
    """The `data` of a result that says no. `args`: what a sentence about it may name."""
    return {
        "ok": False,
        "error": {
            "code": code,
            "message_key": f"mqtt.{code}",  # under which a client finds its sentence; ours are in `announce`
            "args": dict(args or {}),
            "retryable": code in RETRYABLE,
            "data": dict(data or {}),
        },
    }


def ok_fields(seq: int, **more: object) -> dict[str, object]:
    """The `data` of a result that says yes; `seq` is where the game is now."""
    return {"ok": True, "seq": seq, **more}


def answer_fields(answer: Answer) -> dict[str, object]:
    """The `data` of the result that tells what came of a request."""
    if isinstance(answer, NotDone):
        return error_fields(answer.code, answer.data, answer.args)
    return ok_fields(answer.seq, **({"asked": answer.asked} if answer.asked else {}))
