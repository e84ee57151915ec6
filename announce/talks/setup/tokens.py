"""The words of showing the tokens to the camera."""

from typing import Final

from announce.announcement import Announcement
from announce.shown_words import token_lesson
from announce.talks.kit import TalkRow, aloud, fixed, here
from announce.talks.setup.self_test import amiss
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, NoPicture, Showing, ShowingEnds, ShowTokens, TokensShown
from engine import Seat


def _shown(
    v: Vocabulary, said: TokensShown | Showing, desk: Desk, asker: Seat | None
) -> tuple[Announcement, ...]:
    return token_lesson(v, said.news)


def _ends(v: Vocabulary, prompt: ShowingEnds, desk: Desk) -> Words:
    p, known, count = v.phrases, prompt.known, len(desk.showable)
    if known == 0:
        return p.words("no tokens were shown.")
    return p.words("{known} of {count} kinds of token were shown.", known=known, count=count)


def _no_picture(v: Vocabulary, prompt: NoPicture, desk: Desk) -> Words:
    return amiss(v, prompt.why)


_OFFERED: Final = fixed(
    "show me your tokens, so that I know their colours? It takes a minute. No goes on without.",
    "show me your tokens?",
)
_OFFERED_WHERE: Final = here("showing your tokens. Yes begins, No goes on without.")
_SHOWN_WHERE: Final = here("showing your tokens. Yes: what to do. Forward: another seat. No ends.")
TALK: Final = (
    aloud(ShowTokens, _OFFERED, "question", where=_OFFERED_WHERE),
    TalkRow(Showing, _shown, _SHOWN_WHERE),
    TalkRow(TokensShown, _shown, None),
    aloud(ShowingEnds, _ends),
    aloud(NoPicture, _no_picture, "fault"),
)
