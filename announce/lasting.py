"""How long a text takes to say: by its letters, numbers and stops, which words by themselves do not tell.

Lines through what espeak-ng makes of whole games at 180 words a minute, with a standard deviation of 0.3 s.
A word takes a third of a second at least. `benchmarks.talk_length` measures the sound itself.
"""

import re
from functools import cache, lru_cache
from typing import Final

from announce.aloud_table import aloud_table

ROOM_S: Final = 7.35
"""So long may words of normal length be: as sound they are then 8 s at most (criterion 83)."""
LONGEST_S: Final = 7.9
"""By this line something is left out only where it is likely to be longer: a number of a step, a cause."""
MOVER_S: Final = 1.7
"""Who is to move next, told with what was done."""

_WORD_S: Final = 1 / 3
_NUMBER_S: Final = (
    (re.compile(r"(?<!\d)\d(?!\d)"), 0.26),
    (re.compile(r"(?<!\d)(?:1\d|[2-9]0)(?!\d)"), 0.42),
    (re.compile(r"(?<!\d)[2-9][1-9](?!\d)"), 0.7),
    (re.compile(r"\d{3,}"), 1.3),
)
_STOP_S: Final = (
    (re.compile(r"[.?!](?=\s|$)"), 0.37),
    (re.compile(r"[:;]"), 0.24),
    (re.compile(r","), 0.2),
    (re.compile(r"–"), 0.3),  # between two cities: a word
)


@lru_cache(4096)  # whether a sentence has room is asked again and again of the same few
def spoken_s(text: str, language: str) -> float:
    """About how many seconds a text of this language lasts, at 180 words a minute."""
    words = sum(any(map(str.isalnum, word)) for word in text.split())  # a stop alone, as in French, is none
    pace = aloud_table(language).pace
    numbers = sum(len(kind.findall(text)) * each for kind, each in _NUMBER_S) * pace.numbers
    numbers += sum(len(_number(form).findall(text)) * each for form, each in pace.longer_s.items())
    stops = sum(len(kind.findall(text)) * each for kind, each in _STOP_S)
    return max(words * _WORD_S, sum(map(str.isalpha, text)) * pace.letter_s + numbers + stops)


@cache
def _number(form: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\d)(?:{form})(?!\d)")
