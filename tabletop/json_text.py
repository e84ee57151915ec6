"""JSON that somebody else wrote: every room that reads boards, cameras or tokens complains of it alike."""

import json
from collections.abc import Callable


def read_json(text: str | bytes, *, source: str, advice: str, error: Callable[[str], Exception]) -> object:
    """What a text says, whatever shape it has.

    Args:
        source: names the text in a complaint; `advice` ends it: what to do.
    Raises:
        What `error` makes of one line: it is no JSON, or too deep for Python's own stack.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise error(f"{source}: too deep; {advice}") from None
    except ValueError as why:
        raise error(f"{source}: not JSON ({why}); {advice}") from None
