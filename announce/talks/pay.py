"""The words of paying: the ways to pay in the payer's ear, that it is done and left for everyone."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Payment, PaymentBegins, PaymentLeft
from engine import BuildHarbor, BuildStation, Card, ClaimRoute


@for_an_ear
def payment(v: Vocabulary, mode: Payment, state: PublicState) -> Words:
    """One way to pay: "Pay 3 black? Forward: 2 black, 1 locomotive."."""
    p, wish, count = v.phrases, mode.wish, len(mode.options)
    facts: dict[str, str | int] = {
        "cards": v.payment(wish.cards or ()),
        "route": v.wish(wish),
        "n": mode.index + 1,
        "count": count,
    }
    brief = p.sentence("pay {cards}?", **facts)
    ferry = isinstance(wish, ClaimRoute) and v.game_map.routes[wish.route].kind == "ferry"
    if count < 2:
        return Words(
            p.sentence("a ferry: pay {cards}? No leaves it.", **facts)
            if ferry
            else p.sentence("pay {cards}? No leaves it.", **facts),
            brief,
            p.sentence("pay {cards} for {route}? Yes pays, No leaves it.", **facts),
        )
    following = mode.options[(mode.index + 1) % count].cards or ()
    facts["next"] = v.payment(following)

    def told(following: str) -> str:
        said = facts | {"next": following}
        if ferry and count == 2:
            return p.sentence("a ferry: pay {cards}? Forward: {next}.", **said)
        if ferry:
            return p.sentence("a ferry: pay {cards}? {n} of {count}; Forward: {next}.", **said)
        if count == 2:
            return p.sentence("pay {cards}? Forward: {next}.", **said)
        return p.sentence("pay {cards}? {n} of {count}; Forward: {next}.", **said)

    normal = p.fitting(
        told(v.payment(following)),
        told(_difference(v, wish.cards or (), following)),
        told(p.phrase("another way")),
        brief,
    )
    full = p.sentence("pay {cards} for {route}? {n} of {count}. Forward: {next}. No leaves it.", **facts)
    return Words(normal, brief, full)


def _difference(v: Vocabulary, cards: Sequence[Card], following: Sequence[Card]) -> str:
    """What the next way pays in the place of what this one pays: `1 black for 1 red`."""
    now, then = Counter(cards), Counter(following)
    facts = {"new": v.payment((then - now).elements()), "old": v.payment((now - then).elements())}
    return v.phrases.phrase("{new} for {old}", **facts)


def _left(v: Vocabulary, prompt: PaymentLeft, state: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"what": v.wish(prompt.wish), "seat": v.seat(prompt.wish.seat)}
    if prompt.listed:
        return p.words("{seat} leaves {what}.", "left.", **facts)
    brief = p.sentence("left. Lift the token.")
    if isinstance(prompt.wish, ClaimRoute):
        return Words(p.sentence("not claimed: {seat} leaves {what}. Lift the token, please.", **facts), brief)
    return Words(p.sentence("not built: {seat} leaves {what}. Lift the token, please.", **facts), brief)


def _begins(v: Vocabulary, prompt: PaymentBegins, state: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"what": v.wish(prompt.wish), "seat": v.seat(prompt.wish.seat)}
    return p.words("{seat} wants {what}, and chooses the cards.", "{what}: {seat} pays.", **facts)


def _where(v: Vocabulary, mode: Payment, state: PublicState) -> Words:
    p = v.phrases
    brief = p.sentence("ways to pay.")
    match mode.wish:
        case BuildStation():
            words = p.sentence("ways to pay. Yes pays, Forward is the next way, No leaves the station.")
        case BuildHarbor():
            words = p.sentence("ways to pay. Yes pays, Forward is the next way, No leaves the harbor.")
        case ClaimRoute():
            words = p.sentence("ways to pay. Yes pays, Forward is the next way, No leaves the route.")
    return Words(words, brief)


TALK: Final = (
    in_an_ear(Payment, payment, "question", where=_where),
    aloud(PaymentBegins, _begins, timbre=lambda prompt: prompt.wish.seat),
    aloud(PaymentLeft, _left, "refuse", timbre=lambda prompt: prompt.wish.seat),
)
