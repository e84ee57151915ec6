"""The words of the first minute: hello, how fast it speaks, and what the buttons are called."""

from typing import Final

from announce.talks.kit import aloud, here
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import ButtonNamed, Desk, Hello, Practice, Speed, Waking


def _hello(v: Vocabulary, prompt: Hello, desk: Desk) -> Words:
    normal = v.phrases.sentence("hello, this is Fingerpost. If you hear this, the loudspeaker works.")
    return Words(normal, v.phrases.sentence("Fingerpost. Loudspeaker works."))


def _waking(v: Vocabulary, mode: Waking, desk: Desk) -> Words:
    return Words(v.phrases.sentence("I am starting; one moment, please."), v.phrases.sentence("one moment."))


def _speed(v: Vocabulary, mode: Speed, desk: Desk) -> Words:
    p = v.phrases
    normal = p.sentence("slower: Back. Faster: Forward. Yes when this speed is right.")
    rate = p.sentences("{n} word a minute.", "{n} words a minute.", desk.facts.rate)
    return Words(normal, p.sentence("speed right?"), f"{normal} {rate}")


def _practice(v: Vocabulary, mode: Practice, desk: Desk) -> Words:
    normal = v.phrases.sentence("button practice: press any button to hear its name. Press No twice to end.")
    return Words(normal, v.phrases.sentence("button practice. No twice ends it."))


def _button(v: Vocabulary, prompt: ButtonNamed, desk: Desk) -> Words:
    p = v.phrases
    match prompt.button:
        case "yes":
            return Words(p.sentence("Yes: takes what was named."), p.sentence("Yes."))
        case "no":
            return Words(p.sentence("No: leaves it. Press it again to end the practice."), p.sentence("No."))
        case "back":
            return Words(p.sentence("Back: one item back in a list."), p.sentence("Back."))
        case "forward":
            return Words(p.sentence("Forward: one item on in a list."), p.sentence("Forward."))
        case "repeat":
            return Words(p.sentence("Repeat: says the last words again."), p.sentence("Repeat."))
        case "ask":
            return Words(p.sentence("Ask: the questions, and where you are."), p.sentence("Ask."))


def _waking_where(v: Vocabulary, mode: Waking, desk: Desk) -> Words:
    return here(v.phrases.sentence("starting. Yes and No wait, as I do."))


def _speed_where(v: Vocabulary, mode: Speed, desk: Desk) -> Words:
    return here(v.phrases.sentence("speed of speech. Back slower, Forward faster; Yes or No keeps it."))


def _practice_where(v: Vocabulary, mode: Practice, desk: Desk) -> Words:
    return here(v.phrases.sentence("button practice. Yes and No say their names; No twice ends."))


TALK: Final = (
    aloud(Hello, _hello, "ready"),
    aloud(Waking, _waking, "wait", where=_waking_where),
    aloud(Speed, _speed, "question", where=_speed_where),
    aloud(Practice, _practice, where=_practice_where),
    aloud(ButtonNamed, _button),
)
