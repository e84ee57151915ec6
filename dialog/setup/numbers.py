"""Numbers that an edition's document lost: which are asked, and what was answered before."""

from typing import Final

from msgspec.structs import replace

from dialog.desk import Desk
from dialog.effects import Edge
from dialog.kit import Row, into
from dialog.setup.places import SetupMode, SetupStep, backward, onward
from engine import edition, number_range


class LostNumber(SetupMode, frozen=True):
    """A number that the edition's document lost: right? `name` is that of its setting."""

    name: str
    number: int


def lost_numbers(desk: Desk) -> tuple[str, ...]:
    """The settings that the chosen edition's document does not tell, nor the table's file."""
    rules = desk.draft.edition
    return tuple(name for name in edition(rules).lost if name not in desk.facts.settings) if rules else ()


def numbers_wanted(desk: Desk) -> tuple[str, ...]:
    """Those of them that are not settled."""
    settled = dict(desk.draft.settings)
    return tuple(name for name in lost_numbers(desk) if name not in settled)


def asked_number(desk: Desk, name: str) -> LostNumber:
    """The place that asks for one: it begins at the last answer, else at the edition's guess."""
    rules = desk.draft.edition
    guess = int(getattr(edition(rules).settings, name))
    return LostNumber(name, desk.facts.numbers.get(rules, {}).get(name, guess))


def known_numbers(desk: Desk) -> Desk:
    """Numbers that were answered at this table before need no asking."""
    known = desk.facts.numbers.get(desk.draft.edition, {})
    for name in numbers_wanted(desk):
        if name in known:
            desk = _with_number(desk, name, known[name])
    return desk


def _with_number(desk: Desk, name: str, number: int) -> Desk:
    """The game is played with this number, and the next one too."""
    others = tuple(one for one in desk.draft.settings if one[0] != name)
    rules = desk.draft.edition
    answered = {**desk.facts.numbers.get(rules, {}), name: number}
    facts = replace(desk.facts, numbers={**desk.facts.numbers, rules: answered})
    return replace(desk, facts=facts, draft=replace(desk.draft, settings=(*others, (name, number))))


def number_bounds(name: str) -> tuple[int, int]:
    """The least and the most that can be chosen: as the setting allows, but nothing below 0."""
    least, most = number_range(name)
    return max(0, least), most


def _take(mode: LostNumber, desk: Desk) -> SetupStep:
    desk = known_numbers(_with_number(desk, mode.name, mode.number))
    wanted = numbers_wanted(desk)
    return into(asked_number(desk, wanted[0]), desk=desk) if wanted else onward("numbers", desk)


def _back(mode: LostNumber, desk: Desk) -> SetupStep:
    """No: the number before it, before the first the step before."""
    before = lost_numbers(desk)
    before = before[: before.index(mode.name)] if mode.name in before else ()
    return into(asked_number(desk, before[-1])) if before else backward("numbers", desk)


def _less(mode: LostNumber, desk: Desk) -> SetupStep:
    return _counted(mode, -1)


def _more(mode: LostNumber, desk: Desk) -> SetupStep:
    return _counted(mode, +1)


def _counted(mode: LostNumber, step: int) -> SetupStep:
    """One less, one more; at either end it stays, with the sound of an end."""
    least, most = number_bounds(mode.name)
    number = max(least, min(most, mode.number + step))
    return into(replace(mode, number=number), (Edge(),) if number == mode.number else ())


ROWS: Final = (Row(mode=LostNumber, yes=_take, no=_back, back=_less, forward=_more),)
