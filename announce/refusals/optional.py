"""What only some editions ask beside claims and buildings: tunnels, pieces of two kinds, events."""

from collections.abc import Mapping
from typing import Final

from announce.public import PublicState
from announce.refusals.reply import RefusalWords
from announce.words import Message
from engine import Reason, Refusal


def _numbers(state: PublicState, refusal: Refusal) -> str:
    return f"These numbers do not go: {refusal.need} are wanted, {refusal.have} can be had."


OPTIONAL: Final[Mapping[Reason, RefusalWords]] = {
    Reason.ANSWER_TUNNEL_FIRST: RefusalWords(
        public=Message(
            "{what}: {seat} still has a tunnel to pay, or to leave. {now}", "{seat}: the tunnel first."
        ),
        plain="Cards were turned for the tunnel; pay for it or decline first.",
    ),
    Reason.NO_TUNNEL: RefusalWords(
        public=Message("{what}: no tunnel waits to be paid. Play goes on.", "no tunnel waits."),
        plain="No tunnel waits for an answer.",
    ),
    Reason.CHOOSE_PIECES_FIRST: RefusalWords(
        public=Message(
            "{what}: {seat} first chooses how many trains and ships. {now}", "{seat}: trains and ships first."
        ),
        plain="Choose how many trains and ships first.",
    ),
    Reason.WAIT_FOR_PIECES: RefusalWords(
        public=Message("{what}: others still choose their trains and ships. {now}", "others still choose."),
        plain="Nobody acts before all seats have chosen their trains and ships.",
    ),
    Reason.WRONG_PIECES: RefusalWords(
        public=Message(
            "{what}: these numbers of trains and ships do not go. Choose again.", "these numbers do not go."
        ),
        plain=_numbers,
    ),
    Reason.NOTHING_TO_EXCHANGE: RefusalWords(
        public=Message("{what}: {seat} does not have so many to give. Choose again.", "not so many to give."),
        plain="An exchange gives at least one piece, and no more than the seat has.",
    ),
    Reason.TOO_FEW_IN_BOX: RefusalWords(
        public=Message("{what}: the box does not hold so many. Choose fewer.", "not so many in the box."),
        plain=_numbers,
    ),
    Reason.NO_SUCH_CONDITION: RefusalWords(
        public=Message(
            "{what}: nothing here takes one locomotive more. Choose again.",
            "no such condition. Choose again.",
        ),
        plain="No such condition is open here; each takes a locomotive more, once.",
    ),
    Reason.NO_EVENT_TO_RESOLVE: RefusalWords(
        public=Message("{what}: no event asks for that now. Play goes on.", "no event asks for that."),
        plain="No event that the table settles asks for that now.",
    ),
    Reason.TOO_FEW_COINS: RefusalWords(
        public=Message("{what}: {seat} does not have so many dollars. Choose fewer.", "not so many dollars."),
        plain="The seat does not have so many coins.",
    ),
}
