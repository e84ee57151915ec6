"""Why a page's wish is not done, in words."""

from collections.abc import Callable
from typing import Final, Literal

from announce.catalogue import Phrases

Refused = Literal[
    "late",
    "busy",
    "asked",
    "wrong-code",
    "no-code",
    "too-many",
    "foreign",
    "gone",
    "unclear",
    "no-such",
    "watching",
    "no-game",
    "nothing-typed",
    "at-the-table",
    "own-question",
    "own-claim",
    "not-now",
    "no-such-seat",
    "no-step",
    "asked-first",
    "no-host",
    "token-first",
    "own-token",
    "letters",
]
"""Why a page's wish is not done, beside what the rules have against it."""


def refused(p: Phrases, why: Refused) -> str:
    """Why a wish is not done, for whoever had it."""
    return _REFUSED[why](p)


_REFUSED: Final[dict[Refused, Callable[[Phrases], str]]] = {
    "late": lambda p: p.sentence("that came too late: something else is asked now."),
    "busy": lambda p: p.sentence("the table is busy; try again in a moment."),
    "asked": lambda p: p.sentence("the table is asked something; answer that, then send the code again."),
    "wrong-code": lambda p: p.sentence("that is not the code. Look, or listen, and write it again."),
    "no-code": lambda p: p.sentence("no code is waiting; ask for a new one."),
    "too-many": lambda p: p.sentence("too many wrong codes; ask for a new one."),
    "foreign": lambda p: p.sentence("this came from another site, or the page is too old; load it again."),
    "gone": lambda p: p.sentence("this page belongs to no seat any more; join again."),
    "unclear": lambda p: p.sentence("not understood; load the page again."),
    "watching": lambda p: p.sentence("here you can only read; press at the table, or join as a seat."),
    "no-such": lambda p: p.sentence("there is no such page."),
    "no-step": lambda p: p.sentence("nothing like that can be done now; what can be stands here."),
    "no-game": lambda p: p.sentence("there is no game yet."),
    "nothing-typed": lambda p: p.sentence("nothing is typed. help tells what can be."),
    "at-the-table": lambda p: p.sentence("that is done at the table, not by a page."),
    "own-question": lambda p: p.sentence("only a seat's own page tells that."),
    "own-claim": lambda p: p.sentence("claim by a token, or on your seat's own page."),
    "not-now": lambda p: p.sentence("there is no answer to that now."),
    "asked-first": lambda p: p.sentence("something is asked at the table; answer that first."),
    "no-host": lambda p: p.sentence("this is the host's page no more; join again."),
    "no-such-seat": lambda p: p.sentence("nobody plays that seat."),
    "token-first": lambda p: p.sentence("whoever stands at the board says that your token stands."),
    "own-token": lambda p: p.sentence("your token is still waited for; take that claim back first."),
    "letters": lambda p: p.sentence("give each a letter or sign of its own, or none."),
}
