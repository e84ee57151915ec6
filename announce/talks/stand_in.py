"""What a hand is asked to do, or to leave, for a seat that cannot reach the board."""

from typing import Final, assert_never

from announce.public import PublicState
from announce.talks.kit import aloud
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import BotMoves, BotReplaced, BotWantsOther, SetToken, TokenFirst, TokenWanted


def _set(v: Vocabulary, prompt: SetToken | TokenWanted, state: PublicState) -> Words:
    p, facts = v.phrases, {"whose": v.whose(prompt.seat), "site": v.site(prompt.site)}
    return p.words("set {whose} token on {site}, please.", "token on {site}, please.", **facts)


def _moves(v: Vocabulary, prompt: BotMoves, state: PublicState) -> Words:
    return v.phrases.words("{seat} plays by itself. Wait for its word.", seat=v.seat(prompt.seat))


def _replaced(v: Vocabulary, prompt: BotReplaced, state: PublicState) -> Words:
    p, facts = v.phrases, {"whose": v.whose(prompt.seat)}
    match prompt.why:
        case "late" if not prompt.plays_on:
            return p.words("{whose} program was late; the planner played.", **facts)
        case "late":
            return p.words("{whose} program was late; the planner plays on.", **facts)
        case "gone":
            return p.words("{whose} program is gone; the planner plays on.", **facts)
        case "unreadable" | "too-large" | "refused":
            return p.words("{whose} program gave no fit answer; the planner plays on.", **facts)
        case _:
            assert_never(prompt.why)


def _wants_other(v: Vocabulary, prompt: BotWantsOther, state: PublicState) -> Words:
    p = v.phrases
    facts = {"seat": v.seat(prompt.seat), "site": v.site(prompt.site), "wanted": v.site(prompt.wanted)}
    return p.words(
        "not {site}: {seat} wants {wanted}. Move its token, please.", "{seat} wants {wanted}.", **facts
    )


def _waits(v: Vocabulary, mode: TokenWanted, state: PublicState) -> Words:
    p, facts = v.phrases, {"seat": v.seat(mode.seat), "site": v.site(mode.site)}
    if mode.wished:
        return p.words(
            "{seat} waits for its token on {site}. Set it there, or Yes if it stands. No leaves it.",
            "{seat} waits for its token on {site}.",
            **facts,
        )
    return p.words(
        "{seat} waits for its token on {site}. Set it there, or Yes if it stands.",
        "{seat} waits for its token on {site}.",
        **facts,
    )


def _first(v: Vocabulary, prompt: TokenFirst, state: PublicState) -> Words:
    facts = {"seat": v.seat(prompt.seat), "holder": v.seat(prompt.mover), "site": v.site(prompt.site)}
    return v.phrases.words(
        "not yet, {seat}: {holder} waits for its token on {site}. Lift yours.",
        "{holder} to move. Lift it.",
        **facts,
    )


TALK: Final = (
    aloud(TokenWanted, _set, "question", timbre=lambda mode: mode.seat, where=_waits),
    aloud(SetToken, _set, "question", timbre=lambda prompt: prompt.seat),
    aloud(TokenFirst, _first, "refuse", urgency="assertive", timbre=lambda prompt: prompt.mover),
    aloud(BotMoves, _moves, "wait"),
    aloud(BotReplaced, _replaced, "wait", timbre=lambda prompt: prompt.seat),
    aloud(BotWantsOther, _wants_other, "refuse", timbre=lambda prompt: prompt.seat),
)
