"""Phones that join, are removed and put out: what the page offers, and what the table hears of them."""

from announce.announcement import Announcement
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import Seat


def join_as(v: Vocabulary, seat: Seat) -> str:
    """The button that asks for a code."""
    return v.phrases.phrase("Join as {seat}", seat=v.seat(seat))


def code_told(v: Vocabulary, seat: Seat | None, code: str) -> tuple[Announcement, ...]:
    """The code of a seat's page, digit by digit: for the loudspeaker alone, never for a page or a wire.

    `seat` None: of the host's page.
    """
    spelt = v.phrases.apart((", ".join(code[:3]), ", ".join(code[3:])))
    if seat is None:
        told = v.phrases.sentence("the code for the host's page: {code}.", code=spelt)
    else:
        told = v.phrases.sentence("the code for {whose} page: {code}.", whose=v.whose(seat), code=spelt)
    return (tell("everyone", Words(told), in_the_room=True),)


def code_wanted(v: Vocabulary, seat: Seat | None) -> str:
    """What everybody hears when a code is asked for."""
    if seat is None:
        return v.phrases.sentence("a phone wants to be the host's.")
    return v.phrases.sentence("a phone wants to join as {seat}.", seat=v.seat(seat))


def put_out(v: Vocabulary, seat: Seat | None) -> tuple[Announcement, ...]:
    """The phone that has just joined has to leave."""
    if seat is None:
        return (tell("everyone", v.phrases.words("the host's phone is out.")),)
    return (tell("everyone", v.phrases.words("the phone of {seat} is out.", seat=v.seat(seat))),)


def removed(v: Vocabulary, seat: Seat, by: Seat | None) -> tuple[Announcement, ...]:
    """A page has put a phone out: the host's (None), or a seat's, its own seat's phone or another's."""
    if by in (seat, None):
        return put_out(v, seat)
    facts = {"seat": v.seat(seat), "other": v.seat(by)}
    return (
        tell("everyone", v.phrases.words("the phone of {seat} is out: {other} has removed it.", **facts)),
    )
