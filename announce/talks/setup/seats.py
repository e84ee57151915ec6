"""The words of who plays."""

from typing import Final, assert_never

from announce.announcement import Earcon
from announce.talks.kit import aloud, here, numbered
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import (
    BotLevel,
    BotSits,
    Desk,
    SeatLeft,
    SeatNamed,
    SeatRefused,
    SeatSits,
    SeatsRight,
    Who,
    levels,
    who,
)


def _begins(v: Vocabulary, desk: Desk) -> Words:
    """Nobody sits: how one is named."""
    p, first = v.phrases, v.seat("blue")
    if desk.facts.by_keys:  # nobody has a pin there on which a token could be set
        normal = p.sentence(
            "who plays? Nobody is named yet. "
            "In seating order: F1 is {first}, F2 {second}, and so on. Then Yes.",
            first=first,
            second=v.seat("red"),
        )
        return Words(normal, p.sentence("who plays? Nobody yet. F1 to F5, then Yes."))
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
    level = mode.level(desk)
    if level is not None:
        told = p.words("an opponent that plays by itself, {level}?", "{level}?", level=level_named(v, level))
        return numbered(v, told, mode.index, mode.size(desk))
    if seat is not None:
        return numbered(v, p.words("{seat}?", seat=v.seat(seat)), mode.index, mode.size(desk))
    if mode.size(desk) > mode.index + 1:
        normal = p.sentence(
            "is that all? Yes goes on. Back: more seats. Forward: opponents. No: one seat less."
        )
    else:
        normal = p.sentence("is that all? Yes goes on. Back: more seats. No: one seat less.")
    return Words(normal, p.sentence("is that all?"))


def level_named(v: Vocabulary, level: BotLevel) -> str:
    """How well a seat plays that plays by itself."""
    p = v.phrases
    match level:
        case "easy":
            return p.name("how well an opponent plays", "easy")
        case "fair":
            return p.name("how well an opponent plays", "fair")
        case "strong":
            return p.name("how well an opponent plays", "strong")


def bots_told(v: Vocabulary, desk: Desk) -> str:
    """Which seats play by themselves, and how well; "" where none does."""
    p, bots, levels = v.phrases, desk.draft.bots, desk.draft.levels
    each = (  # who was chosen strong before the cards or the edition were chosen anew plays as a fair one
        p.phrase(
            "{seat}, {level}",
            seat=v.seat(seat),
            level=level_named(v, level if level in levels else "fair"),
        )
        for seat, level in bots
    )
    told = p.apart(each)
    return p.sentences("opponent: {bots}.", "opponents: {bots}.", len(bots), bots=told) if told else ""


def _sound(mode: Who, desk: Desk) -> Earcon | None:
    begins = not desk.draft.seats and mode == who(desk)
    all_ = mode.seat(desk) is None and mode.level(desk) is None
    return "question" if begins or all_ else None


def _right(v: Vocabulary, mode: SeatsRight, desk: Desk) -> Words:
    p, seats = v.phrases, desk.draft.seats
    normal = p.sentences(
        "{n} seat: {seats}. Right?", "{n} seats: {seats}. Right?", len(seats), seats=v.seats(seats)
    )
    bots = bots_told(v, desk)
    return Words(f"{bots} {normal}" if bots else normal, p.sentence("{seats}. Right?", seats=v.seats(seats)))


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


def _bot_sits(v: Vocabulary, prompt: BotSits, desk: Desk) -> Words:
    facts: dict[str, str | int] = {"seat": v.seat(prompt.seat), "level": level_named(v, prompt.level)}
    return v.phrases.words(
        "{seat} is number {n} and plays by itself, {level}.", "{seat}: {level}.", n=prompt.place, **facts
    )


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
            brief = p.sentences(
                "this game needs {n} seat. Add one: Back walks them.",
                "this game needs {n} seats. Add one: Back walks them.",
                n,
            )
            if not levels(desk):
                return Words(brief)
            normal = p.sentences(
                "this game needs {n} seat. Add one: Back walks them, Forward walks opponents.",
                "this game needs {n} seats. Add one: Back walks them, Forward walks opponents.",
                n,
            )
            return Words(normal, brief)
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
    aloud(BotSits, _bot_sits, "turn", timbre=lambda prompt: prompt.seat),
    aloud(SeatLeft, _left, "turn", timbre=lambda prompt: prompt.seat),
    aloud(SeatRefused, _refused, "refuse"),
)
