"""The words of showing the tokens to the camera."""

from typing import Final

from announce.announcement import Announcement
from announce.shown_words import token_lesson
from announce.talks.kit import TalkRow, aloud, here
from announce.talks.setup.self_test import amiss
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, NoPicture, Showing, ShowingEnds, ShowTokens, TokensShown
from engine import Seat


def _offered(v: Vocabulary, mode: ShowTokens, desk: Desk) -> Words:
    p = v.phrases
    normal = p.sentence(
        "show me your tokens, so that I know their colours? It takes a minute. No goes on without."
    )
    return Words(normal, p.sentence("show me your tokens?"))


def _shown(
    v: Vocabulary, said: TokensShown | Showing, desk: Desk, asker: Seat | None
) -> tuple[Announcement, ...]:
    return token_lesson(v, said.news)


def _ends(v: Vocabulary, prompt: ShowingEnds, desk: Desk) -> Words:
    p, known, count = v.phrases, prompt.known, len(desk.showable)
    if known == 0:
        return Words(p.sentence("no tokens were shown."))
    return Words(p.sentence("{known} of {count} kinds of token were shown.", known=known, count=count))


def _no_picture(v: Vocabulary, prompt: NoPicture, desk: Desk) -> Words:
    return amiss(v, prompt.why)


def _offered_where(v: Vocabulary, mode: ShowTokens, desk: Desk) -> Words:
    return here(v.phrases.sentence("showing your tokens. Yes begins, No goes on without."))


def _shown_where(v: Vocabulary, mode: Showing, desk: Desk) -> Words:
    return here(v.phrases.sentence("showing your tokens. Yes: what to do. Forward: another seat. No ends."))


TALK: Final = (
    aloud(ShowTokens, _offered, "question", where=_offered_where),
    TalkRow(Showing, _shown, _shown_where),
    TalkRow(TokensShown, _shown, None),
    aloud(ShowingEnds, _ends),
    aloud(NoPicture, _no_picture, "fault"),
)
