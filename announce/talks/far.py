"""Two homes with one game: seats that play elsewhere, and the table there."""

from collections.abc import Mapping
from typing import Final

from announce.home_words import called, unreached
from announce.house_words import refusal_sentence
from announce.public import PublicState
from announce.talks.kit import aloud
from announce.vocabulary import Vocabulary
from announce.words import Message, Words
from dialog import (
    FarAsked,
    FarDigits,
    FarErrand,
    FarKeeps,
    FarLine,
    FarMoves,
    FarNo,
    FarOnly,
    FarPage,
    FarSets,
    FarStale,
    FarToken,
    SeatCondition,
)


def _moves(v: Vocabulary, prompt: FarMoves, state: PublicState) -> Words:
    facts = {"seat": v.seat(prompt.seat), "home": called(prompt.home)}
    return v.phrases.words("{seat} plays in {home}. Wait for its word.", **facts)


def _token(v: Vocabulary, prompt: FarToken, state: PublicState) -> Words:
    facts = {
        "seat": v.seat(prompt.seat),
        "whose": v.whose(prompt.seat),
        "home": called(prompt.home),
        "site": v.site(prompt.site),
    }
    return v.phrases.words(
        "{seat} plays in {home}: here its token on {site} claims nothing. Lift it, please.",
        "lift {whose} token from {site}.",
        **facts,
    )


def _errand(v: Vocabulary, prompt: FarErrand, state: PublicState) -> Words:
    facts = {
        "seat": v.seat(prompt.seat),
        "whose": v.whose(prompt.seat),
        "home": called(prompt.home),
        "site": v.site(prompt.site),
    }
    return v.phrases.words(
        "for {seat} in {home}: set its token on {site}, please.",
        "{whose} token on {site}, please.",
        **facts,
    )


def _stale(v: Vocabulary, prompt: FarStale, state: PublicState) -> Words:
    p, home = v.phrases, called(prompt.home)
    if prompt.site is None:
        return p.words("{home} has gone on meanwhile. Listen, then try again.", home=home)
    return p.words(
        "{home} has gone on meanwhile. Lift the token from {site}; it claims nothing.",
        "lift the token from {site}.",
        home=home,
        site=v.site(prompt.site),
    )


def _no(v: Vocabulary, prompt: FarNo, state: PublicState) -> Words:
    p = v.phrases
    return p.words(
        "{home} says: {why}", "{why}", home=called(prompt.home), why=refusal_sentence(p, prompt.code)
    )


def _sets(v: Vocabulary, prompt: FarSets, state: PublicState) -> Words:
    return v.phrases.words("wait: {home} still sets its tokens.", home=called(prompt.home))


def _line(v: Vocabulary, prompt: FarLine, state: PublicState) -> Words:
    p, home = v.phrases, called(prompt.home)
    if prompt.there:
        return p.words("{home} is there.", home=home)
    return unreached(p, prompt.home, prompt.why)


def _asked(v: Vocabulary, prompt: FarAsked, state: PublicState) -> Words:
    return v.phrases.words("{home} is asked whether it agrees.", home=called(prompt.home))


def _keeps(v: Vocabulary, prompt: FarKeeps, state: PublicState) -> Words:
    return v.phrases.words("{home} does not agree: nothing is undone.", home=called(prompt.home))


def _only(v: Vocabulary, prompt: FarOnly, state: PublicState) -> Words:
    p, home = v.phrases, called(prompt.home)
    return p.words(
        "the table in {home} keeps what is secret: use its page, or tell its people.",
        "that is done in {home}.",
        home=home,
    )


def _digits(v: Vocabulary, mode: FarDigits, state: PublicState) -> Words:
    facts: dict[str, str | int] = {"seat": v.seat(mode.seat), "home": called(mode.home), "digit": mode.index}
    if not mode.entered and not mode.index:
        return v.phrases.words(
            "{home} says 6 digits for {seat}. First: {digit}? Forward: one more.",
            "first of 6 digits: {digit}?",
            **facts,
        )
    return v.phrases.words("digit {number}: {digit}?", number=len(mode.entered) + 1, digit=mode.index)


def _digits_where(v: Vocabulary, mode: FarDigits, state: PublicState) -> Words:
    return v.phrases.words(
        "digit {number} of 6 for {seat}. Forward is one more, Yes takes it, No goes back. Or type all six.",
        "digit {number} of 6.",
        number=len(mode.entered) + 1,
        seat=v.seat(mode.seat),
    )


_CONDITIONS: Final[Mapping[SeatCondition, Message]] = {
    "joined": Message("{home} now tells {seat} its own words in its ear here.", "{seat} hears {home}."),
    "wrong-code": Message(
        "those are not the digits for {seat}. Listen in {home}; Yes has new ones said.", "wrong digits."
    ),
    "no-code": Message("in {home} no digits wait for {seat}. Yes has new ones said.", "no digits wait."),
    "too-many": Message(
        "too many wrong digits for {seat}. Yes has new ones said in {home}.", "too many wrong digits."
    ),
    "busy": Message(
        "{home} has no time for the digits of {seat}. Try again in a moment, with Yes.", "{home} is busy."
    ),
    "put-out": Message(
        "{home} no longer knows {seat} here: its own words do not come. Yes has new digits said.",
        "{home} no longer knows {seat} here.",
    ),
    "seal": Message(
        "the page in {home} has a seal that is not known here: {seat} hears nothing. Check its certificate.",
        "the seal of {home} is not known here.",
    ),
    "gone": Message(
        "the page in {home} does not answer: {seat} hears no words of its own. I keep trying.",
        "the page in {home} does not answer.",
    ),
    "back": Message("the page in {home} is there again.", "the page is there again."),
}


def _page(v: Vocabulary, prompt: FarPage, state: PublicState) -> Words:
    facts = {"home": called(prompt.home), "seat": v.seat(prompt.seat)}
    return v.phrases.said(_CONDITIONS[prompt.condition], **facts)


_GOOD: Final = ("joined", "back")
TALK: Final = (
    aloud(FarMoves, _moves, "wait"),
    aloud(FarToken, _token, "refuse", timbre=lambda prompt: prompt.seat),
    aloud(FarErrand, _errand, "question", timbre=lambda prompt: prompt.seat),
    aloud(FarStale, _stale, "refuse"),
    aloud(FarNo, _no, "refuse"),
    aloud(FarSets, _sets, "wait"),
    aloud(FarLine, _line, lambda prompt, state: "found" if prompt.there else "lost"),
    aloud(FarAsked, _asked, "wait"),
    aloud(FarKeeps, _keeps, "refuse"),
    aloud(FarOnly, _only, "refuse"),
    aloud(FarDigits, _digits, "question", where=_digits_where),
    aloud(FarPage, _page, lambda prompt, state: "found" if prompt.condition in _GOOD else "lost"),
)
