"""Whether all that a page opens is closed again, inside what it was opened in: one look through its tags."""

import re
from functools import cache
from typing import Final

VOID: Final = frozenset({"meta", "link", "input", "br", "img"})
"""What holds nothing and is never closed."""
_WITHIN: Final = r"(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+"
"""The rest of a tag; a value may hold a sign that would end it."""
_TAGS: Final = re.compile(
    rf"<!--.*?-->|<(script|style)\b{_WITHIN}>.*?</\1\s*>"  # what stands in these is no tag
    rf"|<(/?)([a-zA-Z][\w-]*)({_WITHIN})>",
    re.DOTALL,
)


def badly_closed(html: str) -> str:
    """What is closed in the wrong place, or not at all; "" where the page is whole."""
    tags = (
        (close, name.lower()) for _, close, name, rest in _TAGS.findall(html) if name and rest[-1:] != "/"
    )
    return _badly_closed(tuple(tags))


@cache
def _badly_closed(tags: tuple[tuple[str, str], ...]) -> str:
    """The same of a page's tags: many pages of a game have those of one before."""
    opened: list[str] = []
    for close, name in tags:
        if name in VOID:
            continue
        if not close:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return f"{name} is closed where it is not the last that was opened"
    return f"never closed: {', '.join(opened)}" if opened else ""
