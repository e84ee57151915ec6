"""Taking a claim back, asked of everyone."""

from typing import Final

from announce.pin_places import owner_at, place_of
from announce.public import PublicState
from announce.talks.kit import aloud, built_at, tickets_shown
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import ClaimKept, TakeBack


def _asked(v: Vocabulary, mode: TakeBack, state: PublicState) -> Words:
    p, route = v.phrases, v.site(mode.site)
    if mode.instead is not None:
        facts = {"seat": v.seat(mode.seat), "new": v.site(mode.instead), "old": route}
        other = owner_at(mode.instead, state)
        if not mode.everybody and other is not None and other != mode.seat:
            return p.words(
                "{old} is empty. Did {seat}, not {other}, claim {new}? Yes, or put the token back.",
                "{new}: {seat}, not {other}?",
                other=v.seat(other),
                **facts,
            )
        if not mode.everybody:
            return p.words(
                "{old} is empty. Does {seat} claim {new} instead? Yes, or put the token back.",
                "{new} instead of {old}?",
                **facts,
            )
        return p.words(
            "cards were shown since. Does the whole table agree that {seat} has {new}, not {old}?",
            "{new}, not {old}: does everybody agree?",
            **facts,
        )
    if mode.everybody:
        if tickets_shown(state):
            normal = p.sentence(
                "tickets were shown since. Does the whole table agree to take back {route}?", route=route
            )
        else:
            normal = p.sentence(
                "cards were shown since. Does the whole table agree to take back {route}?", route=route
            )
        return Words(normal, p.sentence("does everybody agree?"))
    return p.words("take back {route}? Yes, or put the token back.", "take back {route}?", route=route)


def _kept(v: Vocabulary, prompt: ClaimKept, state: PublicState) -> Words:
    p, site, place = v.phrases, v.site(prompt.site), place_of(v, v.layout, prompt.site)
    brief = p.sentence("{site} stays. Put its token back.", site=site)
    if place is None:
        return Words(p.sentence("{site} stays. If its token is off, put it back.", site=site), brief)
    normal = p.sentence("{site} stays. If its token is off, put it back, {place}.", site=site, place=place)
    return Words(normal, brief)


def _where(v: Vocabulary, mode: TakeBack, state: PublicState) -> Words:
    p = v.phrases
    match built_at(mode.site, state):
        case "station":
            return p.words(
                "taking a station back. Yes does it, No keeps the station.", "taking a station back."
            )
        case "harbor":
            return p.words("taking a harbor back. Yes does it, No keeps the harbor.", "taking a harbor back.")
        case None:
            return p.words("taking a claim back. Yes does it, No keeps the claim.", "taking a claim back.")


TALK: Final = (
    aloud(TakeBack, _asked, "question", timbre=lambda mode: mode.seat, where=_where),
    aloud(ClaimKept, _kept),
)
