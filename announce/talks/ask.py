"""The names of all that can be asked, and the words of its lists."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from announce.public import PublicState
from announce.talks.kit import fixed, of_many, to_a_seat
from announce.talks.press_habits import habit_names
from announce.talks.voice import news_names
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import AskItem, Questions, QuestionsOpened


def question_name(v: Vocabulary, question: AskItem) -> str:
    """An item of the lists behind Ask."""
    return _names(v)[question]


@lru_cache(maxsize=8)  # a page lists them all, and is made anew at each act
def _names(v: Vocabulary) -> Mapping[AskItem, str]:
    p = v.phrases
    return {
        "turn": p.phrase("turn"),
        "scores": p.phrase("scores"),
        "trains": p.phrase("trains left"),
        "row": p.phrase("row and decks"),
        "longest": p.phrase("longest path"),
        "hand": p.phrase("my hand"),
        "tickets": p.phrase("my tickets"),
        "missing": p.phrase("what is missing"),
        "devices": p.phrase("devices"),
        "buildings": p.phrase("buildings"),
        "money": p.phrase("money and event"),
        "since": p.phrase("since my turn"),
        "why": p.phrase("why an opponent did that"),
        "story": p.phrase("the game told short"),
        "statistics": p.phrase("statistics"),
        "cut": p.phrase("what I cut"),
        "explore": p.phrase("explore"),
        "city": p.phrase("routes at a city"),
        "route": p.phrase("a route"),
        "pay": p.phrase("can I pay it"),
        "region": p.phrase("a region"),
        "glance": p.phrase("a glance by ear"),
        "holdings": p.phrase("who has what"),
        "supplies": p.phrase("cards and supply"),
        "others": p.phrase("other lists"),
        "voice": p.phrase("voice"),
        "rate": p.phrase("speed of speech"),
        "volume": p.phrase("volume"),
        "voice-name": p.phrase("which voice speaks"),
        "level": p.phrase("length of words"),
        "own-level": p.phrase("length for my own acts"),
        "sounds": p.phrase("short sounds"),
        "sound-volume": p.phrase("how loud short sounds are"),
        "earcons": p.phrase("hear the short sounds"),
        "news": p.phrase("which news I say"),
        **news_names(v),
        **habit_names(v),
        "seats": p.phrase("seats and ears"),
        "ears": p.phrase("how a seat hears"),
        "presses": p.phrase("how I press"),
        "mine": p.phrase("mine"),
        "board": p.phrase("board"),
        "menu": p.phrase("menu"),
        "help": p.phrase("board help"),
        "for-whom": p.phrase("for whom"),
        "undo": p.phrase("undo"),
        "own-tickets": p.phrase("my paper tickets"),
        "acts": p.phrase("acts"),
        "pause": p.phrase("pause"),
        "stop": p.phrase("save and stop"),
        "ear-back": p.phrase("pass the earphone anew"),
        "rebuild": p.phrase("compare and rebuild"),
        "board-right": p.phrase("the board is right"),
    }


def _item(v: Vocabulary, mode: Questions, state: PublicState) -> Words:
    return of_many(v, question_name(v, mode.items[mode.index]), mode.index, len(mode.items))


def _opened(v: Vocabulary, prompt: QuestionsOpened, state: PublicState) -> Words:
    words = _item(v, prompt.questions, state)
    return Words(words.longest, words.brief, words.longest)


_WHERE: Final = fixed(
    "questions. Yes hears the answer, No leaves the list; Ask once more: the board.",
    "questions.",
)
TALK: Final = (
    to_a_seat(Questions, _item, lambda mode, state, asker: asker, where=_WHERE),
    to_a_seat(QuestionsOpened, _opened, lambda prompt, state, asker: asker),
)
