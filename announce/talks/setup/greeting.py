"""The words of the first minute: hello, how fast it speaks, and what the buttons are called."""

from typing import Final

from announce.talks.kit import aloud, fixed, here
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import ButtonNamed, Desk, FirstWords, Practice, Speed, Waking


def _hello(v: Vocabulary, prompt: FirstWords, desk: Desk) -> Words:
    if not desk.facts.voiced:
        return v.phrases.words(
            "hello, this is Fingerpost. Nothing is spoken here; the words are shown.", "Fingerpost."
        )
    return v.phrases.words(
        "hello, this is Fingerpost. If you hear this, the loudspeaker works.",
        "Fingerpost. Loudspeaker works.",
    )


def _speed(v: Vocabulary, mode: Speed, desk: Desk) -> Words:
    p = v.phrases
    normal = p.sentence("slower: Back. Faster: Forward. Yes when this speed is right.")
    rate = p.sentences("{n} word a minute.", "{n} words a minute.", desk.facts.rate)
    return Words(normal, p.sentence("speed right?"), f"{normal} {rate}")


def _button(v: Vocabulary, prompt: ButtonNamed, desk: Desk) -> Words:
    p = v.phrases
    match prompt.button:
        case "yes":
            return p.words("Yes: takes what was named.", "Yes.")
        case "no":
            return p.words("No: leaves it. Press it again to end the practice.", "No.")
        case "back":
            return p.words("Back: one item back in a list.", "Back.")
        case "forward":
            return p.words("Forward: one item on in a list.", "Forward.")
        case "repeat":
            return p.words("Repeat: says the last words again.", "Repeat.")
        case "ask":
            return p.words("Ask: the questions, and where you are.", "Ask.")


_WAKING: Final = fixed("I am starting; one moment, please.", "one moment.")
_PRACTICE: Final = fixed(
    "button practice: press any button to hear its name. Press No twice to end.",
    "button practice. No twice ends it.",
)
_WAKING_WHERE: Final = here("starting. Yes and No wait, as I do.")
_SPEED_WHERE: Final = here("speed of speech. Back slower, Forward faster; Yes or No keeps it.")
_PRACTICE_WHERE: Final = here("button practice. Yes and No say their names; No twice ends.")
TALK: Final = (
    aloud(FirstWords, _hello, "ready"),
    aloud(Waking, _WAKING, "wait", where=_WAKING_WHERE),
    aloud(Speed, _speed, "question", where=_SPEED_WHERE),
    aloud(Practice, _PRACTICE, where=_PRACTICE_WHERE),
    aloud(ButtonNamed, _button),
)
