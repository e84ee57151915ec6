"""The words of a tunnel that costs more."""

from typing import Final

from announce.announcement import Earcon
from announce.public import PublicState
from announce.talks.kit import aloud, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Tunnel, TunnelToken


@for_an_ear
def _offered(v: Vocabulary, mode: Tunnel, state: PublicState) -> Words:
    p, index = v.phrases, mode.index
    ways = [v.payment(answer.cards or ()) for answer in mode.options]
    facts: dict[str, str | int] = {
        "owed": mode.owed,
        "cards": ways[index] if ways else "",
        "n": index + 1,
        "count": len(ways),
        "next": ways[(index + 1) % len(ways)] if ways else "",
    }
    if not ways:
        return p.words(
            "{owed} more to pay, and your hand cannot. Yes gives the tunnel up.",
            "you cannot pay {owed}. Yes gives up.",
            **facts,
        )
    brief = p.sentence("pay {cards}?", **facts)
    match len(ways):
        case 1:
            normal = p.sentence(
                "pay {owed} more: {cards}? No gives the tunnel up; your cards come back.", **facts
            )
        case 2:
            normal = p.sentence("pay {owed} more: {cards}? Forward: {next}. No gives the tunnel up.", **facts)
        case _:
            normal = p.sentence(
                "pay {owed} more: {cards}? {n} of {count}; Forward: {next}. No gives the tunnel up.", **facts
            )
    return Words(normal, brief)


def _where(v: Vocabulary, mode: Tunnel, state: PublicState) -> Words:
    return v.phrases.words(
        "what the tunnel {route} costs more. Yes pays, No gives it up.",
        "what the tunnel costs more.",
        route=v.route(mode.route),
    )


def _token(v: Vocabulary, prompt: TunnelToken, state: PublicState) -> Words:
    p, site = v.phrases, v.site(prompt.site)
    if prompt.stands:
        return p.words("the token stands on {site}; the tunnel is still to be paid.", "right.", site=site)
    return p.words(
        "the tunnel's token is off {site}. Put it back, or give the tunnel up.",
        "the tunnel's token is off. Put it back.",
        site=site,
    )


def _sound(prompt: TunnelToken, state: PublicState) -> Earcon:
    return "right" if prompt.stands else "off"


TALK: Final = (
    aloud(TunnelToken, _token, _sound),
    in_an_ear(Tunnel, _offered, "question", where=_where),
)
