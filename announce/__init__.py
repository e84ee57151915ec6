"""PURE: events, refusals, findings, prompts, health → sentences, each with an audience, in three lengths."""

from announce import house_words, page_words
from announce.aloud import Aloud
from announce.announcement import (
    EARS,
    LEVELS,
    Announcement,
    Audience,
    Ear,
    Earcon,
    Level,
    Mark,
    Urgency,
)
from announce.answers import Evening
from announce.catalogue import LanguageError, Phrases, languages
from announce.device_list import EarKind
from announce.earcon_words import earcon_named
from announce.refusals import explain
from announce.scores import explain_score
from announce.spoken import Spoken
from announce.story import Deed
from announce.talks.voice import Setting
from announce.typed_words import TypedWords
from announce.vocabulary import Vocabulary
from announce.wording import Wording

__all__ = [
    "EARS",
    "LEVELS",
    "Aloud",
    "Announcement",
    "Audience",
    "Deed",
    "Ear",
    "EarKind",
    "Earcon",
    "Evening",
    "LanguageError",
    "Level",
    "Mark",
    "Phrases",
    "Setting",
    "Spoken",
    "TypedWords",
    "Urgency",
    "Vocabulary",
    "Wording",
    "earcon_named",
    "explain",
    "explain_score",
    "house_words",
    "languages",
    "page_words",
]
