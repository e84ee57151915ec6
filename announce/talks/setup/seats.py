"""The words of who plays."""

from typing import Final, assert_never

from announce.announcement import Earcon
from announce.talks.kit import aloud, here, numbered
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, SeatLeft, SeatNamed, SeatRefused, SeatSits, SeatsRight, Who, who


def _begins(v: Vocabulary, desk: Desk) -> Words:
    """Nobody sits: how one is named."""
    p, first = v.phrases, v.seat("blue")
    if desk.facts.identities:
        normal = p.sentence(
            "who plays? Nobody is named yet. In seating order, clockwise, set a token on any pin. Then Yes."
        )
        return Words(normal, p.sentence("who plays? Nobody yet. Set tokens, then Yes."))
    normal = p.sentence(
        "who plays? Nobody is named yet. In seating order, clockwise. {seat}: Yes. Forward: the next seat.",
        seat=first,
    )
    return Words(normal, p.sentence("who plays? Nobody yet. {seat}?", seat=first))


def _who(v: Vocabulary, mode: Who, desk: Desk) -> Words:
    """The question, before anybody sits; then each seat in the list, and whether that is all."""
    p, seat = v.phrases, mode.seat(desk)
    if not desk.draft.seats and mode == who(desk):
        return _begins(v, desk)
    if seat is None:
        normal = p.sentence("is that all? Yes. Back: more seats. No: one seat less.")
        return Words(normal, p.sentence("is that all?"))
    return numbered(v, p.words("{seat}?", seat=v.seat(seat)), mode.index, mode.size(desk))


def _sound(mode: Who, desk: Desk) -> Earcon | None:
    begins = not desk.draft.seats and mode == who(desk)
    return "question" if begins or mode.seat(desk) is None else None


def _right(v: Vocabulary, mode: SeatsRight, desk: Desk) -> Words:
    p, seats = v.phrases, desk.draft.seats
    normal = p.sentences(
        "{n} seat: {seats}. Right?", "{n} seats: {seats}. Right?", len(seats), seats=v.seats(seats)
    )
    return Words(normal, p.sentences("{n} seat. Right?", "{n} seats. Right?", len(seats)))


def _named(v: Vocabulary, prompt: SeatNamed, desk: Desk) -> Words:
    return v.phrases.words("{seat}.", seat=v.seat(prompt.seat))


def _sits(v: Vocabulary, prompt: SeatSits, desk: Desk) -> Words:
    p, seat = v.phrases, v.seat(prompt.seat)
    if prompt.place == 1:
        normal = p.sentence("{seat} sits first.", seat=seat)
    else:
        normal = p.sentence("{seat} is number {n}.", seat=seat, n=prompt.place)
    again = p.sentence("lift it again.")
    return Words(f"{normal} {again}" if prompt.token else normal, p.sentence("{seat}.", seat=seat))


def _left(v: Vocabulary, prompt: SeatLeft, desk: Desk) -> Words:
    return v.phrases.words("{seat} does not play.", seat=v.seat(prompt.seat))


def _refused(v: Vocabulary, prompt: SeatRefused, desk: Desk) -> Words:
    p, n, seat = v.phrases, prompt.number, "" if prompt.seat is None else v.seat(prompt.seat)
    match prompt.why:
        case "sits":
            return p.words("{seat} sits already. Choose another seat.", seat=seat)
        case "full":
            return Words(
                p.sentences("all {n} seat is taken. Yes goes on.", "all {n} seats are taken. Yes goes on.", n)
            )
        case "few":
            return Words(
                p.sentences(
                    "this game needs {n} seat. Add one: Back walks them.",
                    "this game needs {n} seats. Add one: Back walks them.",
                    n,
                )
            )
        case "unknown":
            return p.words(
                "a token, but whose? Press your seat button, or Forward through the seats.",
                "whose token? Forward through the seats.",
            )
        case _:
            assert_never(prompt.why)


_WHO_WHERE: Final = here("who plays. Yes takes what was named, No takes one back.")
_RIGHT_WHERE: Final = here("the seats. Yes: they are right. No: one seat less.")
TALK: Final = (
    aloud(Who, _who, _sound, where=_WHO_WHERE),
    aloud(SeatsRight, _right, "question", where=_RIGHT_WHERE),
    aloud(SeatNamed, _named, "turn", timbre=lambda prompt: prompt.seat),
    aloud(SeatSits, _sits, "turn", timbre=lambda prompt: prompt.seat),
    aloud(SeatLeft, _left, "turn", timbre=lambda prompt: prompt.seat),
    aloud(SeatRefused, _refused, "refuse"),
)
