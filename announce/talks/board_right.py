"""The board is right: what that would change in the game, each change by itself, and that it is changed."""

from typing import Final, assert_never

from announce.public import PublicState
from announce.talks.kit import aloud, fixed
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import BoardChange, BoardHasMore, BoardLeft, BoardRight
from engine import GameCorrected


def _told(v: Vocabulary, mode: BoardRight, state: PublicState) -> Words:
    """The question, or one of the changes."""
    return _asked(v, mode) if mode.index < 0 else _change(v, mode)


def _asked(v: Vocabulary, mode: BoardRight) -> Words:
    """The question, with how many claims and buildings go and come, and how many cannot."""
    p, kinds = v.phrases, [change.kind for change in mode.changes]
    facts: dict[str, str | int] = {"out": kinds.count("out"), "new": kinds.count("in")}
    left = len(kinds) - kinds.count("out") - kinds.count("in")
    if left == len(kinds):
        return Words(
            p.sentences(
                "{n} token differs and cannot count. Leave it as it is? Forward names it.",
                "{n} tokens differ and cannot count. Leave them as they are? Forward names each.",
                left,
            ),
            p.sentences("leave {n} token as it is?", "leave {n} tokens as they are?", left),
        )
    brief = p.sentence("change the game: {out} out, {new} in?", **facts)
    if left:
        return Words(
            p.sentence(
                "change the game to the board: {out} out, {new} in; {left} cannot count. "
                "Yes does it, No leaves it; Forward names each.",
                left=left,
                **facts,
            ),
            brief,
        )
    return Words(
        p.sentence(
            "change the game to the board: {out} out, {new} in. Yes does it, No leaves it; "
            "Forward names each.",
            **facts,
        ),
        brief,
    )


def _change(v: Vocabulary, mode: BoardRight) -> Words:
    """One change, named."""
    p, change = v.phrases, mode.changes[mode.index]
    facts: dict[str, str | int] = {
        "n": mode.index + 1,
        "count": len(mode.changes),
        "seat": v.seat(change.seat),
        "site": v.site(change.site),
    }
    match change.kind:
        case "out":
            return p.words("{n} of {count}, out: {seat}, {site}.", **facts)
        case "in":
            return p.words("{n} of {count}, in: {seat}, {site}.", **facts)
        case "kept":
            return p.words(
                "{n} of {count}, cannot go: {seat}, {site}; {why}.",
                "{n} of {count}, cannot go: {seat}, {site}.",
                why=_why(v, change),
                **facts,
            )
        case "left":
            return p.words(
                "{n} of {count}, cannot count: {seat}, {site}; {why}.",
                "{n} of {count}, cannot count: {seat}, {site}.",
                why=_why(v, change),
                **facts,
            )
        case _:
            assert_never(change.kind)


def _why(v: Vocabulary, change: BoardChange) -> str:
    p = v.phrases
    match change.why:
        case "twin":
            return p.phrase("its twin is taken")
        case "own-twin":
            return p.phrase("that seat holds its twin")
        case "pieces":
            return p.phrase("too few are left for it")
        case "unpaid":
            return p.phrase("cards are paid for it in a turn")
        case "harbor":
            return p.phrase("a harbor needs it")
        case "rules":
            return p.phrase("the rules do not allow it")
        case _:
            assert_never(change.why)


def _has_more(v: Vocabulary, prompt: BoardHasMore, state: PublicState) -> Words:
    """What stands and is none of the game's: lift it, or let it count."""
    p, site = v.phrases, v.site(prompt.site)
    return Words(
        p.sentences(
            "{n} token stands that is not in the game: {site}. Lift it, or take the board as right.",
            "{n} tokens stand that are not in the game. First: {site}. Lift it, or take the board as right.",
            prompt.count,
            site=site,
        ),
        p.sentences("{n} token too many: {site}.", "{n} tokens too many: {site}.", prompt.count, site=site),
    )


def _left(v: Vocabulary, prompt: BoardLeft, state: PublicState) -> Words:
    """Nothing of it can count: it is left, and play goes on."""
    p = v.phrases
    said = p.sentences(
        "agreed: {n} token is left as it is.", "agreed: {n} tokens are left as they are.", prompt.count
    )
    if state.to_move is None:
        return Words(said)
    moves = p.sentence("{seat} to move.", seat=v.seat(state.to_move))
    return Words(f"{said} {moves}", said)


_WHERE: Final = fixed(
    "changing the game to the board. Forward names each change, Yes does it, No leaves.",
    "changing the game to the board.",
)
TALK: Final = (
    aloud(BoardRight, _told, lambda mode, state: "question" if mode.index < 0 else None, where=_WHERE),
    aloud(BoardHasMore, _has_more, "off"),
    aloud(BoardLeft, _left, "right"),
)


def settled_with(v: Vocabulary, event: GameCorrected, before: PublicState) -> tuple[Words, ...]:
    """What the change has brought back or taken: a seat's cards, its dollars; that the last round is off."""
    p, told = v.phrases, list[Words]()
    paid = {seat for seat in event.removed.values() if before.cards == "dealt"}
    for seat in before.seats:
        facts: dict[str, str | int] = {"seat": v.seat(seat)}
        back, coins = len(event.returned.get(seat, ())), event.coins.get(seat, 0) - before.coins.get(seat, 0)
        if back:
            told.append(
                Words(p.sentences("{seat} gets {n} card back.", "{seat} gets {n} cards back.", back, **facts))
            )
        elif seat in paid:
            told.append(p.words("{seat} gets no cards back: they are in the deck again.", **facts))
        if seat in event.given_up:
            n = len(event.given_up[seat])
            gives = p.sentences("{seat} gives back {n} card.", "{seat} gives back {n} cards.", n, **facts)
            told.append(Words(gives if n else p.sentence("{seat} has spent the card it got.", **facts)))
        if seat in event.coins and coins:
            facts["dollars"] = v.dollars(abs(coins))
            gets = p.sentence("{seat} gets {dollars}.", **facts)
            told.append(Words(gets if coins > 0 else p.sentence("{seat} gives back {dollars}.", **facts)))
    if event.last_round_off:
        told.append(p.words("the last round is off: nobody has so few left now."))
    return tuple(told)


def game_changed(v: Vocabulary, event: GameCorrected, after: PublicState) -> Words:
    """The game has followed the board; who is to move."""
    p = v.phrases
    facts: dict[str, str | int] = {"out": len(event.removed), "new": len(event.added)}
    brief = p.sentence("changed: {out} out, {new} in.", **facts)
    if after.to_move is None:
        return Words(p.sentence("the game follows the board: {out} out, {new} in.", **facts), brief)
    facts["seat"] = v.seat(after.to_move)
    return Words(
        p.sentence("the game follows the board: {out} out, {new} in. {seat} to move.", **facts), brief
    )
