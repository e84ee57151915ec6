"""The sentences of a rebuild: which token, where its pin is, which way from the wrong one."""

from typing import Final, assert_never

from announce.pin_places import landmark, place_of, way_between
from announce.public import PublicState
from announce.talks.kit import aloud, quiet
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import (
    AcceptAsked,
    BoardAgrees,
    BoardDiffers,
    BoardInDoubt,
    Mending,
    PlayOnWithout,
    RebuildAlso,
    RebuildAsked,
    RebuildLeft,
    RebuildSort,
    RebuildStep,
    RebuildWhere,
    RebuildWrongSite,
)
from engine import Seat


def _accept(v: Vocabulary, prompt: AcceptAsked, state: PublicState) -> Words:
    p, n = v.phrases, prompt.count
    return Words(
        p.sentences(
            "{n} token is still missing. Play on without it? No goes on looking.",
            "{n} tokens are still missing. Play on without them? No goes on looking.",
            n,
        ),
        p.sentences("play on without {n} token?", "play on without {n} tokens?", n),
    )


def _without(v: Vocabulary, prompt: PlayOnWithout, state: PublicState) -> Words:
    p = v.phrases
    said = p.sentences("agreed: {n} token is missing.", "agreed: {n} tokens are missing.", prompt.count)
    if state.to_move is None:
        return Words(said)
    moves = p.sentence("{seat} to move.", seat=v.seat(state.to_move))
    return Words(f"{said} {moves}", said)


def _asked(v: Vocabulary, prompt: RebuildAsked, state: PublicState) -> Words:
    p = v.phrases
    return Words(
        p.sentences(
            "stop, please: {n} token fell. Nothing is lost. Rebuild by voice?",
            "stop, please: {n} tokens fell. Nothing is lost. Rebuild by voice?",
            prompt.count,
        ),
        p.sentences("{n} token fell. Rebuild?", "{n} tokens fell. Rebuild?", prompt.count),
    )


def _left(v: Vocabulary, prompt: RebuildLeft, state: PublicState) -> Words:
    p = v.phrases
    return Words(
        p.sentences(
            "{n} token is off its pin. Put it back, or rebuild by Menu, Board help.",
            "{n} tokens are off their pins. Put them back in any order, or rebuild by Menu, Board help.",
            prompt.count,
        ),
        p.sentences("{n} token is off.", "{n} tokens are off.", prompt.count),
    )


def _sort(v: Vocabulary, prompt: RebuildSort, state: PublicState) -> Words:
    p = v.phrases
    listed = v.listing([_so_many(v, seat, count) for seat, count in prompt.counts])
    return p.words("sort them: {listed}. Yes when ready. Any order counts.", "{listed}.", listed=listed)


def _so_many(v: Vocabulary, seat: Seat, count: int) -> str:
    p = v.phrases
    match seat:
        case "blue":
            return p.count("{n} blue disc", "{n} blue discs", count)
        case "red":
            return p.count("{n} red square", "{n} red squares", count)
        case "green":
            return p.count("{n} green triangle", "{n} green triangles", count)
        case "yellow":
            return p.count("{n} yellow star", "{n} yellow stars", count)
        case "black":
            return p.count("{n} black cross", "{n} black crosses", count)
        case _:
            assert_never(seat)


def _wanted(v: Vocabulary, prompt: RebuildStep, state: PublicState) -> Words:
    p = v.phrases
    place = place_of(v, v.layout, prompt.site)
    facts: dict[str, str | int] = {
        "n": prompt.number,
        "total": prompt.total,
        "left": prompt.left,
        "seat": v.seat(prompt.seat),
        "route": v.site(prompt.site),
        "place": place or "",
    }
    if prompt.after is not None:
        way = way_between(v, v.layout, prompt.after, prompt.site)
        brief = p.sentence("right. {route}, {seat}.", **facts)
        if way is None:
            return Words(p.sentence("right, {left} left. {seat}: {route}.", **facts), brief)
        return Words(p.sentence("right, {left} left. {seat}: {route}, {way}.", way=way, **facts), brief)
    brief = p.sentence("{n} of {total}, {seat}: {route}.", **facts)
    if place is None:
        return Words(brief)
    normal = p.sentence("{n} of {total}, {seat}: {route}. {place}.", **facts)
    near = None if prompt.beside is None else landmark(v, v.layout, prompt.beside, prompt.site, state)
    if near is None:
        full = p.sentence("{n} of {total}, {seat}: {route}. {place}. Repeat is slower, No skips.", **facts)
    else:
        full = p.sentence(
            "{n} of {total}, {seat}: {route}. {place}; {near}. Repeat is slower, No skips.",
            near=near,
            **facts,
        )
    return Words(normal, brief, full)


def _how_far(v: Vocabulary, prompt: RebuildWhere, state: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"done": prompt.done, "total": prompt.total}
    far = p.sentence("{done} of {total} done.", **facts)
    if prompt.skipped:
        far = p.sentences(
            "{done} of {total} done, {n} skipped.",
            "{done} of {total} done, {n} skipped.",
            prompt.skipped,
            **facts,
        )
    ways = p.sentence("Yes goes on, No skips a token; Menu, Board help can change the game.")
    return Words(f"{far} {ways}", far)


def _also(v: Vocabulary, prompt: RebuildAlso, state: PublicState) -> Words:
    p = v.phrases
    return p.words("{route} as well; {n} left.", "{n} left.", route=v.site(prompt.site), n=prompt.left)


def _wrong_site(v: Vocabulary, prompt: RebuildWrongSite, state: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"route": v.site(prompt.site), "wanted": v.site(prompt.wanted)}
    way = way_between(v, v.layout, prompt.site, prompt.wanted)
    if way is None:
        return p.words("that is {route}. Wanted: {wanted}.", **facts)
    return p.words("that is {route}. Go {way}.", "{route}. {way}.", way=way, **facts)


def _agrees(v: Vocabulary, prompt: BoardAgrees, state: PublicState) -> Words:
    p, n = v.phrases, prompt.tokens
    brief = p.sentence("the board agrees.")
    agree = p.sentences("the board agrees: {n} token.", "the board agrees: {n} tokens.", n)
    if not v.has_board:  # keys or pages have set the tokens
        brief = p.sentence("all tokens stand as in the game.")
        agree = p.sentences("{n} token stands as in the game.", "{n} tokens stand as in the game.", n)
    told = prompt.shapes_checked or not v.has_board
    unchecked = "" if told else p.sentence("I could not check shapes without the camera.")
    mover = p.sentence("{seat} to move.", seat=v.seat(state.to_move)) if state.to_move is not None else ""
    before = p.sentence("Back tells what happened before.") if prompt.after_stop else ""
    return Words(
        " ".join(part for part in (agree, mover, before) if part),
        brief,
        " ".join(part for part in (agree, unchecked, mover, before) if part),
    )


def _in_doubt(v: Vocabulary, prompt: BoardInDoubt, state: PublicState) -> Words:
    p, n, where = v.phrases, prompt.count, v.site(prompt.site)
    if prompt.felt:
        said = p.sentences(
            "{n} pin in doubt: {where}. I feel a token but see none. Set it again, or free the pin.",
            "{n} pins in doubt. First: {where}. I feel a token but see none. Set it again, or free the pin.",
            n,
            where=where,
        )
    else:
        said = p.sentences(
            "{n} pin in doubt: {where}. I see a token but feel none. Press it down, or lift it.",
            "{n} pins in doubt. First: {where}. I see a token but feel none. Press it down, or lift it.",
            n,
            where=where,
        )
    return Words(
        said, p.sentences("{n} pin in doubt: {where}.", "{n} pins in doubt: {where}.", n, where=where)
    )


def _differs(v: Vocabulary, prompt: BoardDiffers, state: PublicState) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {
        "agree": prompt.agree,
        "total": prompt.total,
        "differ": prompt.total - prompt.agree,
        "whose": v.whose(prompt.seat),
        "seat": v.seat(prompt.seat),
        "route": v.site(prompt.site),
    }
    return p.words(
        "the board: {agree} of {total} tokens agree. First: {whose} token missing, {route}.",
        "{differ} of {total} differ. {route}: {seat} missing.",
        **facts,
    )


def _where(v: Vocabulary, mode: Mending, state: PublicState) -> Words:
    p = v.phrases
    return p.words(
        "putting the board right. Yes goes on, No skips a token; Menu, Board help can change the game.",
        "putting the board right.",
    )


TALK: Final = (
    quiet(Mending, _where),
    aloud(AcceptAsked, _accept, "question"),
    aloud(PlayOnWithout, _without, "right"),
    aloud(RebuildAsked, _asked, "fallen", urgency="assertive"),
    aloud(RebuildLeft, _left),
    aloud(RebuildSort, _sort),
    aloud(
        RebuildStep,
        _wanted,
        lambda prompt, state: None if prompt.after is None else "right",
        timbre=lambda prompt: prompt.seat,
    ),
    aloud(RebuildWhere, _how_far),
    aloud(RebuildAlso, _also, "right", urgency="ambient"),
    aloud(RebuildWrongSite, _wrong_site, "off"),
    aloud(BoardAgrees, _agrees, "right"),
    aloud(BoardInDoubt, _in_doubt, "off"),
    aloud(BoardDiffers, _differs, "off"),
)
