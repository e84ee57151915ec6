"""Why the cards do not pay: for the ear of the seat that holds them, and for nobody else."""

from collections.abc import Mapping
from typing import Final

from announce.card_names import ships, trains
from announce.public import PublicState
from announce.refusals.buildings import building
from announce.refusals.reply import OWED, Facts, Own, Plain, RefusalWords
from announce.vocabulary import Vocabulary
from announce.words import Message, Words, for_an_ear
from engine import (
    GRAY,
    LOCOMOTIVE,
    Build,
    BuildHarbor,
    Card,
    ClaimRoute,
    Reason,
    Refusal,
    Route,
    State,
    payments,
)


def _facts(v: Vocabulary, command: ClaimRoute, route: Route) -> Facts:
    """What is said of a route and of cards that do not pay for it."""
    return {
        "route": v.route(route.id),
        "colour": v.colour(route.colour),
        "cards": v.cards(route.length),
        "locomotives": v.locomotives(route.locomotives),
        "need": need(v, route),
        "have": len(command.cards or ()),
    }


def _short(v: Vocabulary, command: ClaimRoute, route: Route, state: State) -> Words | None:
    """Said when no choice of cards could pay; None when the hand is enough."""
    hand = state.hands.get(command.seat, {})
    wild = hand.get(LOCOMOTIVE, 0)
    own = {card: n for card, n in hand.items() if card != LOCOMOTIVE}
    have = max(own.values(), default=0) if route.colour == GRAY else hand.get(Card(route.colour), 0)
    facts = _facts(v, command, route)
    if wild < route.locomotives:
        return v.phrases.words(
            "{route} is a ferry and needs {locomotives}; you have {have}. You may draw instead.",
            "a ferry: needs {locomotives}.",
            route=facts["route"],
            locomotives=facts["locomotives"],
            have=v.so_many(wild),
        )
    if have + wild >= route.length:
        return None
    facts |= {"need": route.length, "have": v.so_many(have)}
    facts["locomotives"] = v.locomotives(wild)
    if route.colour == GRAY:
        return v.phrases.words(
            "{route} needs {cards} of one colour; you have {have} and {locomotives}. You may draw.",
            "needs {need} of one colour, you have {have}.",
            **facts,
        )
    return v.phrases.words(
        "{route} needs {need} {colour}; you have {have} and {locomotives}. You may draw instead.",
        "needs {need} {colour}, you have {have}.",
        **facts,
    )


_SHORT_OF_TWO = Message(
    "{route} needs {need}; your hand has not enough. You may draw instead.", "needs {need}. Not in your hand."
)
_NEEDS = Message("{route} needs {need}; these cards do not fit. Choose again.", "needs {need}. Choose again.")
"""With two decks: what the route takes says more than what is wrong with the cards."""


def need(v: Vocabulary, route: Route) -> str:
    """What a route of trains, of ships or of pairs needs."""
    if route.pair:
        return v.phrases.count("a pair of trains", "{n} pairs of trains", route.length)
    kind = ships if route.kind == "ship" else trains
    return kind(v.phrases, route.colour, route.length)


def _price(v: Vocabulary, command: Build, state: State) -> Words:
    """What a building takes."""
    p, hand = v.phrases, state.hands.get(command.seat, {})
    if isinstance(command, BuildHarbor):
        return p.words(
            "a harbor takes two train and two ship cards of one colour with the symbol; wild ones fit.",
            "two train, two ship cards of one colour with the symbol.",
        )
    number = sum(owner == command.seat for owner in state.stations.values()) + 1
    cards = p.count("{n} card of any colour", "{n} cards of one colour", number)
    best = max((n for card, n in hand.items() if card != LOCOMOTIVE), default=0)
    if best + hand.get(LOCOMOTIVE, 0) < number:
        return p.words(
            "this station takes {cards}; your hand has not enough. You may draw instead.",
            "takes {cards}.",
            cards=cards,
        )
    return p.words(
        "this station takes {cards}, or locomotives. Choose them, please.", "takes {cards}.", cards=cards
    )


def _own(one_deck: Message | None, two_decks: Message) -> Own:
    """For the seat's own ear: what the route needs and what the hand holds. None: no claim is refused so."""

    @for_an_ear
    def private(v: Vocabulary, refusal: Refusal, state: State) -> Words:
        command = refusal.command
        if isinstance(command, Build):
            return _price(v, command, state)
        route = v.game_map.routes.get(command.route) if isinstance(command, ClaimRoute) else None
        if not isinstance(command, ClaimRoute) or route is None or one_deck is None:
            return v.phrases.words("not claimed: the cards do not fit. Choose them again.")
        if len(state.edition.decks) == 1:
            message, short = one_deck, _short(v, command, route, state)
            if short is not None:
                return short
        else:
            message = two_decks if payments(state, command.seat, route.id) else _SHORT_OF_TWO
        return v.phrases.said(message, **_facts(v, command, route))

    return private


def _secret(plain: str | Plain, one_deck: Message | None = None, *, two_decks: bool = False) -> RefusalWords:
    """A reason that would tell what a hand holds. `two_decks`: it is said of them as of one."""
    return RefusalWords(
        public=lambda at: at.lifting(
            at.words("{what}. {seat} hears why.", "{what}."),
            at.p.words("lift the token, please.", "lift it."),
        ),
        plain=plain,
        private=_own(one_deck, one_deck if two_decks and one_deck is not None else _NEEDS),
    )


def _plain(
    claim: str = "{seat} does not hold these cards for {name}.",
    built: str = "{seat} does not hold these cards for the {what}.",
    answer: str = OWED,
    *,
    by_ship: str | None = None,
) -> Plain:
    """The sentence for a claim, a building, or what is paid for something already begun."""

    def plain(state: PublicState, refusal: Refusal) -> str:
        command = refusal.command
        facts = {"seat": command.seat, "need": refusal.need, "have": refusal.have}
        if isinstance(command, Build):
            return built.format(what=building(refusal), **facts)
        if not isinstance(command, ClaimRoute):
            return answer.format(**facts)
        way = state.game_map.routes[command.route]
        text = by_ship if by_ship is not None and way.kind == "ship" else claim
        return text.format(
            name=state.game_map.route_name(way.id),
            colour=way.colour,
            kind=way.kind,
            wild="locomotives" if state.edition.wild == LOCOMOTIVE else "wild cards",
            **facts,
        )

    return plain


PAYING: Final[Mapping[Reason, RefusalWords]] = {
    Reason.NO_SUCH_CARD: RefusalWords(
        public=Message("not claimed: there is no such card. Choose the cards again."),
        plain=_plain(
            "One of the cards for {name} is no card of this edition.",
            "One of the cards for the {what} is no card of this edition.",
            "One of these cards is no card of this edition.",
        ),
        choosing=True,
    ),
    Reason.WRONG_NUMBER_OF_CARDS: _secret(
        _plain(
            "{name} takes exactly {need} cards, not {have}.",
            "This {what} takes exactly {need} cards, not {have}.",
            "Exactly {need} cards more are owed, not {have}.",
            by_ship="These cards do not cover the {need} spaces of {name}.",
        ),
        Message("{route} needs {cards}; {have} were chosen. Choose again.", "needs {cards}. Choose again."),
    ),
    Reason.WRONG_COLOUR: _secret(
        _plain("{name} takes {colour} cards and {wild} only."),
        Message(
            "{route} takes {colour} cards and locomotives only. Choose again.",
            "only {colour} and locomotives. Choose again.",
        ),
    ),
    Reason.WRONG_KIND_OF_CARD: _secret(
        _plain(
            "{name} takes {kind} cards, and wild ones.",
            "This {what} takes two train cards and two ship cards.",
        ),
        Message(
            "these cards are of the wrong kind for {route}. Choose again.",
            "wrong kind of card. Choose again.",
        ),
    ),
    Reason.MIXED_COLOURS: _secret(
        _plain(
            "{name} takes cards of one colour, and {wild}.",
            "This {what} takes cards of one colour, and wild ones.",
        ),
        Message(
            "{route} takes cards of one colour, with locomotives. Choose again.",
            "one colour only. Choose again.",
        ),
    ),
    Reason.TOO_FEW_LOCOMOTIVES: _secret(
        _plain("{name} takes at least {need} locomotives, not {have}."),
        Message(
            "{route} is a ferry and needs at least {locomotives}. Choose again.",
            "at least {locomotives}. Choose again.",
        ),
    ),
    Reason.SUPERFLUOUS_CARD: _secret(
        _plain("One of these cards is not needed for {name}."),
        Message(
            "{route} needs fewer cards than these. Leave one out and choose again.",
            "one card too many. Choose again.",
        ),
        two_decks=True,
    ),
    Reason.NOT_IN_PAIRS: _secret(
        _plain("{name} takes two cards of one colour for every space."),
        Message(
            "{route} needs two equal cards for every space. Choose again.",
            "two equal cards a space. Choose again.",
        ),
    ),
    Reason.NO_HARBOR_SYMBOL: _secret(
        _plain(built="A harbor takes cards with the harbor symbol, and wild ones.")
    ),
    Reason.CARDS_NOT_IN_HAND: _secret(
        _plain(answer="{seat} does not hold these cards beside the bid."),
        Message(
            "you do not have all the cards named for {route}. Choose again.",
            "not all in your hand. Choose again.",
        ),
        two_decks=True,
    ),
    Reason.CARDS_NEEDED: _secret(
        "Cards are dealt in this game: name the cards that pay.",
        Message("{route} wants its cards named. Claim it again and choose them.", "name the cards first."),
        two_decks=True,
    ),
    Reason.CAN_PAY_TUNNEL: _secret("The hand can pay for the tunnel, so it must be paid."),
}
