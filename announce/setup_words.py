"""What is said while a table is set up: hello, speed, practice, games, edition, seats, ears, who starts."""

from typing import assert_never

from announce.announcement import Announcement, Earcon
from announce.game_choice import game_choice
from announce.selftest_words import all_well, finding_told
from announce.setup_where import setup_place
from announce.shown_words import showing, token_lesson
from announce.talks.phone import phone_joined
from announce.talks.table import nothing_to_do
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from dialog import NothingToDo
from dialog.setup import (
    AllWell,
    ButtonNamed,
    EarAsked,
    FindingTold,
    Hello,
    PhoneSeated,
    PinFelt,
    PinUntested,
    PracticeAsked,
    SeatLeft,
    SeatNamed,
    SeatSits,
    SetupPrompt,
    SetupWhere,
    ShowingEnds,
    SpeedAsked,
    StillWaking,
    TokensAsked,
    TokensShown,
    TourBegins,
    TourEnds,
)
from engine import Seat

Said = tuple[Words, Earcon | None]


def set_up(v: Vocabulary, prompt: SetupPrompt) -> tuple[Announcement, ...]:
    """The announcements of a prompt: all for everyone, but for the words that try a seat's ear."""
    match prompt:
        case EarAsked(seat=seat):
            return (
                tell("everyone", _listen(v, seat), "question", timbre=seat),
                tell(seat, _ear(v, seat), "ear"),
            )
        case SeatSits(seat=seat) | SeatNamed(seat=seat) | SeatLeft(seat=seat):
            return (tell("everyone", _seat(v, prompt), "turn", timbre=seat),)
        case PhoneSeated(seat=seat):
            return (tell("everyone", phone_joined(v, seat), "found", timbre=seat),)
        case TokensShown(news=news):
            return token_lesson(v, news)
        case TokensAsked() | ShowingEnds():
            words, earcon = showing(v, prompt)
        case FindingTold():
            words, earcon = finding_told(v, prompt)
        case AllWell():
            words, earcon = all_well(v, prompt.findings), "ready"
        case (
            Hello() | StillWaking() | SpeedAsked() | PracticeAsked() | ButtonNamed() | TourBegins()
            | PinFelt() | PinUntested() | TourEnds()
        ):  # fmt: skip
            words, earcon = _starting(v, prompt)
        case SetupWhere():
            words, earcon = setup_place(v, prompt), None
        case NothingToDo():
            words, earcon = nothing_to_do(v, prompt), None
        case _:
            words, earcon = game_choice(v, prompt)
    return (tell("everyone", words, earcon),)


def _starting(
    v: Vocabulary,
    prompt: Hello | StillWaking | SpeedAsked | PracticeAsked | ButtonNamed | TourBegins | PinFelt
    | PinUntested | TourEnds,
) -> Said:  # fmt: skip
    p = v.phrases
    match prompt:
        case Hello():
            normal = p.sentence("hello, this is Fingerpost. If you hear this, the loudspeaker works.")
            return Words(normal, p.sentence("Fingerpost. Loudspeaker works.")), "ready"
        case StillWaking():
            return Words(p.sentence("I am starting; one moment, please."), p.sentence("one moment.")), "wait"
        case SpeedAsked(rate=rate):
            normal = p.sentence("slower: Back. Faster: Forward. Yes when this speed is right.")
            return Words(normal, p.sentence("speed right?"), f"{normal} {_rate(v, rate)}"), "question"
        case PracticeAsked():
            normal = p.sentence("button practice: press any button to hear its name. Press No twice to end.")
            return Words(normal, p.sentence("button practice. No twice ends it.")), None
        case ButtonNamed(button=button):
            return _button(v, button), None
        case TourBegins(count=count):
            normal = p.sentences(
                "touch each pin with a token to hear its name; there is {n}. No ends.",
                "touch each pin with a token to hear its name; there are {n}. No ends.",
                count,
            )
            return Words(normal, p.sentence("touch each pin. No ends.")), None
        case PinFelt(site=site, tested=tested, count=count):
            where = v.site(site)
            normal = p.sentence("{where}. {tested} of {count}.", where=where, tested=tested, count=count)
            return Words(normal, p.sentence("{where}.", where=where)), "right"
        case PinUntested(site=None):
            return Words(p.sentence("every pin was tested.")), "ready"
        case PinUntested(site=site, left=left):
            where = "" if site is None else v.site(site)
            text = p.sentence("not yet: {where}; {left} left.", where=where, left=left)
            return Words(text), None
        case TourEnds(tested=tested, count=count):
            text = p.sentence("{tested} of {count} pins were tested.", tested=tested, count=count)
            return Words(text), None
        case _:
            assert_never(prompt)


def _rate(v: Vocabulary, rate: int) -> str:
    return v.phrases.sentences("{n} word a minute.", "{n} words a minute.", rate)


def _button(v: Vocabulary, button: str) -> Words:
    p = v.phrases
    names = {
        "yes": Words(p.sentence("Yes: takes what was named."), p.sentence("Yes.")),
        "no": Words(p.sentence("No: leaves it. Press it again to end the practice."), p.sentence("No.")),
        "back": Words(p.sentence("Back: one item back in a list."), p.sentence("Back.")),
        "forward": Words(p.sentence("Forward: one item on in a list."), p.sentence("Forward.")),
        "repeat": Words(p.sentence("Repeat: says the last words again."), p.sentence("Repeat.")),
        "ask": Words(p.sentence("Ask: the questions, and where you are."), p.sentence("Ask.")),
    }
    return names[button]


def _seat(v: Vocabulary, prompt: SeatSits | SeatNamed | SeatLeft) -> Words:
    p, seat = v.phrases, v.seat(prompt.seat)
    match prompt:
        case SeatNamed():
            return Words(p.sentence("{seat}.", seat=seat))
        case SeatLeft():
            return Words(p.sentence("{seat} does not play.", seat=seat))
        case SeatSits(place=1):
            normal = p.sentence("{seat} sits first.", seat=seat)
        case SeatSits(place=place):
            normal = p.sentence("{seat} is number {n}.", seat=seat, n=place)
    brief = p.sentence("{seat}.", seat=seat)
    again = p.sentence("lift it again.")
    return Words(f"{normal} {again}" if prompt.token else normal, brief)


def _listen(v: Vocabulary, seat: Seat) -> Words:
    p, who = v.phrases, v.seat(seat)
    return Words(
        p.sentence("{seat}, listen in your earphone. Yes if you hear me, No if not.", seat=who),
        p.sentence("{seat}, do you hear me?", seat=who),
    )


def _ear(v: Vocabulary, seat: Seat) -> Words:
    p, who = v.phrases, v.seat(seat)
    return Words(
        p.sentence("{seat}, this is your ear. Yes if you hear me.", seat=who), p.sentence("your ear.")
    )
