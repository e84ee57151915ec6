"""The words of paying: the ways to pay in the payer's ear, that it is done and left for everyone."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Payment, PaymentBegins, PaymentLeft
from engine import BuildHarbor, BuildStation, ClaimRoute


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
    facts["next"] = v.payment(mode.options[(mode.index + 1) % count].cards or ())
    if ferry and count == 2:
        normal = p.sentence("a ferry: pay {cards}? Forward: {next}.", **facts)
    elif ferry:
        normal = p.sentence("a ferry: pay {cards}? {n} of {count}; Forward: {next}.", **facts)
    elif count == 2:
        normal = p.sentence("pay {cards}? Forward: {next}.", **facts)
    else:
        normal = p.sentence("pay {cards}? {n} of {count}; Forward: {next}.", **facts)
    full = p.sentence("pay {cards} for {route}? {n} of {count}. Forward: {next}. No leaves it.", **facts)
    return Words(normal, brief, full)


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
