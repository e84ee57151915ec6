"""PURE: what a seat can do, as forms that work without a script."""

from typing import Final

from announce import page_acts, page_words
from engine import Seat, TicketId
from table.moment import GameMoment
from web.markup import Html, tag, together
from web.seat_acts import Buttons, FurtherChoices, Marks, Offer, Select, Waits, early, offers

LEAVE_CLAIM: Final = "/seat/leave-claim"
"""Where a claim that waits for its token is taken back."""
SEAL: Final = tag("input", type="hidden", name="token", value="")
"""Stands in every form that changes something, until a browser's own token takes its place."""


def acts(table: GameMoment, seat: Seat) -> Html:
    """A form for everything that this seat can do now."""
    found, later = offers(table, seat), early(table, seat)
    nothing = None
    if not found:
        nothing = tag("p", page_words.label(table.wording.vocabulary.phrases, "not-your-turn"))
    listed = found if later is None else (*found, later)
    return together(nothing, *(_form(table, offer) for offer in listed))


def _form(table: GameMoment, offer: Offer) -> Html:
    """Named by its heading: what somebody has half chosen stays when others come or go around it."""

    def text(key: page_words.Label) -> str:
        return page_words.label(table.wording.vocabulary.phrases, key)

    name = offer.heading
    head = tag("h3", text(name), id=f"act-{name}")
    if isinstance(offer, FurtherChoices):
        link = tag("a", text(offer.link), href=offer.where, class_="button")
        return tag("div", head, tag("div", link, class_="acts"), id=f"do-{name}")
    if isinstance(offer, Waits):
        told, leave = tag("p", offer.told), tag("div", tag("button", text(offer.do)), class_="acts")
        return tag("form", SEAL, head, told, leave, method="post", action=LEAVE_CLAIM, id=f"do-{name}")
    seq = tag("input", type="hidden", name="seq", value=table.game.state.seq)
    match offer:
        case Buttons(choices=choices):
            inside = together(tag("button", one.name, name="command", value=one.command) for one in choices)
        case Select(what=what, choices=choices, do=do):
            empty = tag(
                "option", text("choose"), value=""
            )  # what has gone leaves this chosen, never a neighbour
            options = (tag("option", one.name, value=one.command) for one in choices)
            listed = tag("select", empty, *options, name="command", id=f"choose-{name}", required=True)
            inside = together(
                tag("label", text(what), for_=f"choose-{name}"),
                listed,
                tag("button", text(do)),
            )
        case Marks(kind=kind, tickets=tickets, least=least, do=do, marked=marked, folded=folded):
            boxes = (
                tag("label", _box(name, ticket, checked=ticket in marked), " ", told)
                for ticket, told in tickets
            )
            enough = tag("p", page_acts.at_least(table.wording.vocabulary.phrases, least)) if least else None
            kept = tag("input", type="hidden", name="kind", value=kind)
            inside = together(kept, enough, *boxes, tag("button", text(do)))
            if folded:
                inside = tag("details", tag("summary", folded), inside, id=f"open-{name}")
    group = tag("div", inside, class_="acts", role="group", aria_labelledby=f"act-{name}")
    return tag("form", SEAL, head, seq, group, method="post", action="/seat/act", id=f"do-{name}")


def _box(form: str, ticket: TicketId, *, checked: bool) -> Html:
    """Named by its ticket: a mark must never turn into its neighbour's when another list comes."""
    return tag("input", id=f"{form}-{ticket}", type="checkbox", name="ticket", value=ticket, checked=checked)
