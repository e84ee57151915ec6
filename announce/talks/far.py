"""Two homes with one game: seats that play elsewhere, and the table there."""

from typing import Final

from announce.home_words import called
from announce.house_words import refusal_sentence
from announce.public import PublicState
from announce.talks.kit import aloud
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import (
    FarAsked,
    FarErrand,
    FarLine,
    FarMoves,
    FarNo,
    FarOnly,
    FarSets,
    FarStale,
    FarToken,
)


def _moves(v: Vocabulary, prompt: FarMoves, state: PublicState) -> Words:
    facts = {"seat": v.seat(prompt.seat), "home": called(prompt.home)}
    return v.phrases.words("{seat} plays in {home}. Wait for its word.", **facts)


def _token(v: Vocabulary, prompt: FarToken, state: PublicState) -> Words:
    facts = {"seat": v.seat(prompt.seat), "home": called(prompt.home), "site": v.site(prompt.site)}
    return v.phrases.words(
        "{seat} plays in {home}: here its token on {site} claims nothing. Lift it, please.",
        "lift {seat}'s token from {site}.",
        **facts,
    )


def _errand(v: Vocabulary, prompt: FarErrand, state: PublicState) -> Words:
    facts = {"seat": v.seat(prompt.seat), "home": called(prompt.home), "site": v.site(prompt.site)}
    return v.phrases.words(
        "for {seat} in {home}: set its token on {site}, please.",
        "{seat}'s token on {site}, please.",
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
    return p.words(
        "{home} does not answer: nothing can be done until it is back. I keep trying.",
        "{home} does not answer.",
        home=home,
    )


def _asked(v: Vocabulary, prompt: FarAsked, state: PublicState) -> Words:
    return v.phrases.words("{home} is asked whether it agrees.", home=called(prompt.home))


def _only(v: Vocabulary, prompt: FarOnly, state: PublicState) -> Words:
    p, home = v.phrases, called(prompt.home)
    return p.words(
        "the table in {home} keeps what is secret: use its page, or tell its people.",
        "that is done in {home}.",
        home=home,
    )


TALK: Final = (
    aloud(FarMoves, _moves, "wait"),
    aloud(FarToken, _token, "refuse", timbre=lambda prompt: prompt.seat),
    aloud(FarErrand, _errand, "question", timbre=lambda prompt: prompt.seat),
    aloud(FarStale, _stale, "refuse"),
    aloud(FarNo, _no, "refuse"),
    aloud(FarSets, _sets, "wait"),
    aloud(FarLine, _line, lambda prompt, state: "found" if prompt.there else "lost"),
    aloud(FarAsked, _asked, "wait"),
    aloud(FarOnly, _only, "refuse"),
)
