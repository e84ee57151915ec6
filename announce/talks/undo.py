"""What was done, as the end of a sentence; what an undo takes away; what was done since a turn."""

from collections.abc import Sequence
from typing import Final

from announce.public import PublicState
from announce.talks.kit import aloud, fixed, tickets_shown
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog import LiftAsked, NothingToTakeBack, PastAct, Undos, UndoSure
from engine import Event, Undone

_NAMED = 3
"""So many acts are named in one answer; those before them are counted."""


def act_phrase(v: Vocabulary, act: PastAct) -> str:
    """`green triangle drew cards`, `red square claimed Berlin to Essen`."""
    p = v.phrases
    facts: dict[str, str | int] = {
        "seat": v.seat(act.seat),
        "site": "" if act.site is None else v.site(act.site),
    }
    match act.kind:
        case "route-claimed":
            return p.phrase("{seat} claimed {site}", **facts)
        case "tunnel-revealed":
            return p.phrase("{seat} tried the tunnel {site}", **facts)
        case "station-built":
            return p.phrase("{seat} built a station in {site}", **facts)
        case "harbor-built":
            return p.phrase("{seat} built a harbor in {site}", **facts)
        case "card-drawn" | "newspaper-turned":
            return p.phrase("{seat} drew cards", **facts)
        case "tickets-dealt":
            return p.phrase("{seat} drew tickets", **facts)
        case "tickets-kept":
            return p.phrase("{seat} chose tickets", **facts)
        case "tickets-declared":
            return p.phrase("{seat} entered tickets", **facts)
        case "pieces-chosen":
            return p.phrase("{seat} chose trains and ships", **facts)
        case "pieces-exchanged":
            return p.phrase("{seat} exchanged trains and ships", **facts)
        case "loans-chosen":
            return p.phrase("{seat} chose what stations lend", **facts)
        case "event-resolved":
            return p.phrase("an event was settled for {seat}", **facts)
        case "game-corrected":
            return p.phrase("{seat} changed the game to the board", **facts)
        case "turn-passed":
            return p.phrase("{seat} passed", **facts)
        case _:
            return p.phrase("{seat} ended the turn", **facts)


def _offered(v: Vocabulary, mode: Undos, state: PublicState) -> Words:
    p, act = v.phrases, act_phrase(v, mode.acts[mode.index])
    if len(mode.acts) < 2:
        return p.words("undo: {act}. Yes undoes it.", "undo: {act}?", act=act)
    return p.words("undo: {act}. Yes undoes it; Forward goes further back.", "undo: {act}?", act=act)


_MOVES_POINTS: Final = {"game-corrected", "pieces-exchanged"}
"""Acts by which somebody's points go up or down, otherwise than by a claim's own."""


def _lost(v: Vocabulary, acts: Sequence[PastAct], state: PublicState) -> str:
    """What goes with these acts: points, or dollars where these are what is played for."""
    p, kinds = v.phrases, {act.kind for act in acts}
    points, dollars = sum(act.points for act in acts), [act.dollars for act in acts]
    if kinds & _MOVES_POINTS or None in dollars or (state.coins and "route-claimed" in kinds):
        return p.phrase("with all that came of it")
    if state.coins and not any(dollars):
        return p.phrase("no dollars lost")
    if state.coins:
        return p.phrase("{points} lost", points=v.dollars(sum(filter(None, dollars))))
    if not points and "route-claimed" in kinds:
        return p.phrase("with all that came of it")
    return p.phrase("{points} lost", points=v.points(points)) if points else p.phrase("no points lost")


def _sure(v: Vocabulary, mode: UndoSure, state: PublicState) -> Words:
    """The question that names what is lost; the table is asked if something was shown since."""
    p, acts = v.phrases, mode.acts
    lost = _lost(v, acts, state)
    facts: dict[str, str | int] = {"act": act_phrase(v, acts[-1]), "lost": lost}
    if acts[-1].shown and tickets_shown(state):
        return Words(
            p.sentences(
                "tickets were shown since. Does everybody agree to undo {n} act: {act}; {lost}?",
                "tickets were shown since. Does everybody agree to undo {n} acts, the first: {act}; {lost}?",
                len(acts),
                **facts,
            ),
            p.sentence("does everybody agree?"),
        )
    if acts[-1].shown:
        return Words(
            p.sentences(
                "cards were shown since. Does everybody agree to undo {n} act: {act}; {lost}?",
                "cards were shown since. Does everybody agree to undo {n} acts, the first: {act}; {lost}?",
                len(acts),
                **facts,
            ),
            p.sentence("does everybody agree?"),
        )
    return Words(
        p.sentences(
            "undo {n} act: {act}; {lost}? No keeps it.",
            "undo {n} acts, the first: {act}; {lost}? No keeps them.",
            len(acts),
            **facts,
        ),
        p.sentences("undo {n} act?", "undo {n} acts?", len(acts)),
    )


def _lift(v: Vocabulary, prompt: LiftAsked, state: PublicState) -> Words:
    """A token of an undone act still stands."""
    p, site = v.phrases, v.site(prompt.site)
    if prompt.left < 2:
        return p.words("one token to lift: {site}.", "lift {site}.", site=site)
    return p.words("{n} tokens to lift. First: {site}.", "lift {site}; {n} in all.", n=prompt.left, site=site)


def undone_far(v: Vocabulary, undone: Sequence[Event], after: PublicState) -> Words:
    """Several acts are taken back at once: where the game stands now."""
    p, mover = v.phrases, after.to_move
    acts = [event for event in undone if isinstance(event, Undone)]
    facts: dict[str, str | int] = {"turn": after.turn}
    if mover is None:
        return Words(p.sentences("{n} act undone.", "{n} acts undone.", len(acts)))
    facts["seat"] = v.seat(mover)
    return Words(
        p.sentences(
            "{n} act undone, back to turn {turn}: {seat} to move.",
            "{n} acts undone, back to turn {turn}: {seat} to move.",
            len(acts),
            **facts,
        ),
        p.sentence("turn {turn}. {seat} to move.", **facts),
    )


def since_turn(v: Vocabulary, acts: Sequence[PastAct]) -> Words:
    """What the others have done since a seat's turn, the newest last."""
    p = v.phrases
    if not acts:
        return p.words("since your turn: nothing.", "nothing since.")
    newest = [act_phrase(v, act) for act in acts[: -_NAMED - 1 : -1]]

    def told(part: Sequence[str]) -> str:
        listed = p.apart(reversed(part))
        if len(acts) > len(part):
            more = len(acts) - len(part)
            return p.sentence("since your turn, after {n} more: {listed}.", n=more, listed=listed)
        return p.sentence("since your turn: {listed}.", listed=listed)

    many = p.as_many(newest, told, _NAMED)
    return Words(told(newest[:many]), p.sentence("{act}.", act=newest[0]))


_NOTHING: Final = fixed("nothing to take back.")
_LIST_WHERE: Final = fixed(
    "what can be undone, newest first. Yes asks to undo, No leaves.",
    "what can be undone, newest first.",
)
_SURE_WHERE: Final = fixed("an undo. Yes undoes what was named, No keeps it.", "an undo.")
TALK: Final = (
    aloud(Undos, _offered, where=_LIST_WHERE),
    aloud(UndoSure, _sure, "question", where=_SURE_WHERE),
    aloud(LiftAsked, _lift, "off"),
    aloud(NothingToTakeBack, _NOTHING),
)
