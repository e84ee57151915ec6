"""Whose turn it is, whether there is one, and what can be taken back."""

from collections.abc import Mapping
from typing import Final

from announce.refusals.reply import RefusalWords, RefusedCommand
from announce.words import Message, Words
from engine import Reason


def _not_your_turn(at: RefusedCommand) -> Words:
    mover = at.refusal.holder or at.state.to_move
    if mover is None:
        return at.words("not yet, {seat}: nobody is to move now. {now}")
    holder = at.v.seat(mover)
    if at.stands:
        normal = at.sentence("not yet, {seat}: {holder} is to move. Lift your token.", holder=holder)
        brief = at.sentence("{holder} to move. Lift it.", holder=holder)
    else:
        normal = at.sentence("not yet, {seat}: {holder} is to move. {now}", holder=holder)
        brief = at.sentence("{holder} to move.", holder=holder)
    if at.state.cards == "untracked":
        normal = " ".join((normal, at.sentence("did {holder} finish? Yes.", holder=holder)))
    return Words(normal, brief)


TURNS: Final[Mapping[Reason, RefusalWords]] = {
    Reason.NOT_YOUR_TURN: RefusalWords(
        public=_not_your_turn,
        plain=lambda state, no: f"It is not {no.command.seat}'s turn; {no.holder} is to move.",
    ),
    Reason.NO_SUCH_SEAT: RefusalWords(
        public=lambda at: at.words(
            "{what}: {seat} does not play. The seats are {seats}. {now}",
            "{seat} does not play. {now}",
            seats=at.v.seats(at.state.seats),
        ),
        plain=lambda state, no: (
            f"{no.command.seat} is no seat of this game; seats are {', '.join(state.seats)}."
        ),
    ),
    Reason.GAME_OVER: RefusalWords(
        public=Message("{what}: the game is over. Ask tells the scores.", "the game is over."),
        plain="The turns of this game are over.",
    ),
    Reason.CAN_STILL_ACT: RefusalWords(
        public=Message(
            "not passed: {seat} can still do something. Claim, draw or take tickets.", "{seat} can still act."
        ),
        plain="A seat passes only when it can do nothing else.",
    ),
    Reason.NOTHING_TO_UNDO: RefusalWords(
        public=Message("not taken back: nothing has been done yet. Play goes on.", "nothing to take back."),
        plain="There is nothing to take back.",
    ),
    Reason.SHOWN_SINCE: RefusalWords(
        public=Message(
            "not taken back: cards were shown since. The whole table must agree first.",
            "cards were shown since. Ask the table.",
        ),
        plain="Something was shown since; it is taken back only if the whole table agrees.",
    ),
    Reason.NOT_IN_EDITION: RefusalWords(
        public=Message(
            "{what}: this game has no such rule. Do something else.", "no such rule in this game."
        ),
        plain="This edition has no rule for that.",
    ),
    Reason.CARDS_NOT_TRACKED: RefusalWords(
        public=Message(
            "{what}: in this game the cards are in your hands. Use them, then press Yes.",
            "the cards are in your hands.",
        ),
        plain="Cards are not tracked in this game: leave them out.",
    ),
    Reason.CARDS_ARE_DEALT: RefusalWords(
        public=Message(
            "{what}: in this game I deal the cards. Yes opens what can be done.",
            "I deal the cards. Press Yes.",
        ),
        plain="Cards are dealt in this game: this is for games with cards untracked.",
    ),
}
