"""What kind of news an announcement is, how long it stays news, and where its sentences end. PURE."""

import re
from typing import Final, Literal

from announce import Announcement, Earcon

Class = Literal["alert", "answer", "result", "turn", "ambient"]
ORDER: Final[dict[Class, int]] = {"alert": 0, "answer": 1, "result": 1, "turn": 2, "ambient": 3}
"""What is said first of what waits; an answer and a result take their turn by age."""

Waits = Literal["alert", "answer", "question", "notice", "result", "turn", "ambient"]
"""How an utterance waits. A question is open, a notice tells of no event: neither is lost to what comes."""

CLASS: Final[dict[Waits, Class]] = {
    "alert": "alert",
    "answer": "answer",
    "question": "answer",
    "notice": "result",
    "result": "result",
    "turn": "turn",
    "ambient": "ambient",
}

LIFE_S: Final[dict[Waits, float]] = {
    "alert": float("inf"),
    "answer": 10.0,
    "question": float("inf"),
    "notice": float("inf"),
    "result": 15.0,
    "turn": float("inf"),
    "ambient": 3.0,
}
"""How long an utterance may wait before it is out of date. It stays in history all the same."""

USUAL: Final = 175
"""Words a minute for which these times are meant; who wants them slower waits longer for them."""

NEWS: Final[frozenset[Waits]] = frozenset({"result", "turn", "ambient"})
"""Nobody waits for these: they may be switched off, and do not begin while another voice speaks nearby."""

ENDS_A_GAME: Final[frozenset[Earcon | None]] = frozenset({"last", "win"})
"""These are said whole, however late: they follow what was said before, and replace nothing."""

ALWAYS_SAID: Final[frozenset[Earcon]] = frozenset(
    {"refuse", "lost", "question", "last", "win", "off", "fallen", "fault", "ear"}
)
"""Refusals, losses, the last round and questions cannot be silenced, nor what a seat must know of its ear."""

_BREATH: Final = re.compile(r"(?<=[,:;])\s+(?=\S)")
_WORDS_OF_A_BREATH: Final = 3

# not after a capital and one small letter: "Sault St. Marie" is one name
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)\s+(?=\S)")


def classify(announcement: Announcement) -> Class:
    """The class of an announcement: urgency first, then what it tells."""
    return CLASS[waits_as(announcement)]


def waits_as(announcement: Announcement) -> Waits:
    """How an announcement waits for its turn."""
    if announcement.urgency == "assertive":
        return "alert"
    if announcement.urgency == "ambient":
        return "ambient"
    if announcement.earcon == "turn":
        return "turn"
    if announcement.purpose != "news":
        return announcement.purpose
    return "notice" if announcement.seq is None else "result"


def may_be_silenced(announcement: Announcement) -> bool:
    """Whether a table may switch it off: news may, an answer that somebody asked for may not."""
    return announcement.earcon not in ALWAYS_SAID and waits_as(announcement) in NEWS


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order; empty for no words."""
    return [part for part in _SENTENCE_END.split(text) if part]


def in_parts(sentence: str) -> list[str]:
    """A sentence for a slow repeat: in breaths of some words, each up to a comma, colon or semicolon."""
    parts: list[str] = []
    for part in _BREATH.split(sentence):
        if parts and len(parts[-1].split()) < _WORDS_OF_A_BREATH:
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    if len(parts) > 1 and len(parts[-1].split()) < _WORDS_OF_A_BREATH:
        parts[-2:] = [" ".join(parts[-2:])]
    return parts
