"""No, in words: what is not done, why, and what can be done now. The words never blame.

Here, and nowhere else, a `Reason` becomes words. Each family of rules has a module with its table: the
reason, what the table hears of it, what a seat hears in its own ear when the reason would tell its hand,
and one plain sentence for programs (the referee's lines). A new reason is a row in one of them; a test
fails when one is missing, stands twice, or is secret and told to everyone.

Deliberately absent: which number of the casebook a refusal has (an edition's `rules`), what board and game
disagree about (`announce.board_words`), and what of a board cannot count (`announce.talks.board_right`).
"""

from collections.abc import Mapping
from typing import Final

from announce.announcement import Announcement
from announce.public import PublicState
from announce.refusals.buildings import BUILDINGS
from announce.refusals.drawing import DRAWING
from announce.refusals.optional import OPTIONAL
from announce.refusals.paying import PAYING, need
from announce.refusals.reply import RefusalWords, RefusedCommand
from announce.refusals.routes import ROUTES, taken_off
from announce.refusals.tickets import TICKETS
from announce.refusals.turns import TURNS
from announce.vocabulary import Vocabulary
from announce.words import tell, whisper
from engine import Reason, Refusal, State

FAMILIES: Final[tuple[Mapping[Reason, RefusalWords], ...]] = (
    TURNS, TICKETS, DRAWING, ROUTES, PAYING, BUILDINGS, OPTIONAL,
)  # fmt: skip
_REPLIES: Final = {reason: reply for family in FAMILIES for reason, reply in family.items()}


def refused(
    v: Vocabulary, refusal: Refusal, state: State, *, by_token: bool = True
) -> tuple[Announcement, ...]:
    """A refusal, to everyone or to its seat; of a secret reason everyone hears one fixed sentence.

    `by_token`: a token asked for it, and stands.
    """
    reply, seat = _REPLIES[refusal.reason], refusal.command.seat
    words = RefusedCommand(v, refusal, state, by_token).said(reply.public)
    if reply.private is not None:
        why = whisper(seat, reply.private(v, refusal, state), "refuse", urgency="assertive")
        return (tell("everyone", words, "refuse", urgency="assertive", timbre=seat), why)
    audience = seat if reply.choosing and seat in state.seats else "everyone"
    return (tell(audience, words, "refuse", urgency="assertive"),)


def explain(state: PublicState, refusal: Refusal) -> str:
    """One plain English sentence for programs and logs: what is refused and why, cities and seats by name."""
    plain = _REPLIES[refusal.reason].plain
    return plain if isinstance(plain, str) else plain(state, refusal)


__all__ = ["FAMILIES", "explain", "need", "refused", "taken_off"]
