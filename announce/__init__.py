"""PURE: events, refusals, findings, modes of the panel, health → sentences, each with an audience.

`Wording` is the one way in: values come, announcements go, each in three lengths, with its audience,
urgency and sound. Whoever words for everyone is given a `PublicState`, and what is worded of a hand is
`Private`: the other way does not type-check (`public`, `words`). The words of a conversation stand in
`talks/` under the name that it has in `dialog`, a refusal's in its row in `refusals/`, the scores' in
`scores/`. Names of things are `vocabulary`. A sentence is English in the source and goes through one
language's catalogue (`catalogue`); what a language lacks is said in English.

Deliberately absent: who listens, how loudly, and when.
"""

from announce import (
    club_words,
    course_words,
    doctor_words,
    home_words,
    host_words,
    house_words,
    map_words,
    page_acts,
    page_refusals,
    page_words,
    phone_words,
)
from announce.aloud import Aloud
from announce.aloud_table import LanguageError
from announce.announcement import (
    EARS,
    LEVELS,
    Announcement,
    Audience,
    Ear,
    Earcon,
    Level,
    Mark,
    Purpose,
    Urgency,
)
from announce.answers import Evening
from announce.catalogue import Phrases, languages
from announce.colour_letters import colour_letters
from announce.device_list import EarKind
from announce.earcon_words import earcon_names
from announce.refusals import explain
from announce.scores import ScoreTable, explain_score
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
    "Purpose",
    "ScoreTable",
    "Setting",
    "Spoken",
    "TypedWords",
    "Urgency",
    "Vocabulary",
    "Wording",
    "club_words",
    "colour_letters",
    "course_words",
    "doctor_words",
    "earcon_names",
    "explain",
    "explain_score",
    "home_words",
    "host_words",
    "house_words",
    "languages",
    "map_words",
    "page_acts",
    "page_refusals",
    "page_words",
    "phone_words",
]
