"""The words of games that can be gone on with."""

from typing import Final

from announce.edition_names import edition_named
from announce.talks.kit import aloud, here, numbered
from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import Desk, Games, Resume, StoredGame


def _resume(v: Vocabulary, mode: Resume, desk: Desk) -> Words:
    p, game = v.phrases, desk.facts.latest
    assert game is not None, "asked only where there is one"
    stands, turn = _stands(v, game), _turn(game)
    if game.over:
        return Words(
            p.sentence("the power went. Your game is whole: {stands}. Hear the scores?", stands=stands),
            p.sentence("power cut. The game was over: hear the scores?"),
        )
    brief = p.sentence("turn {turn}: go on?", turn=turn)
    if game.unsaved:
        return Words(
            p.sentence(
                "the last turns could not be saved and are lost. What is left: {stands}. Go on?",
                stands=stands,
            ),
            p.sentence("the last turns are lost. Go on with turn {turn}?", turn=turn),
        )
    if game.cut:
        normal = p.sentence("the power went. Your game is whole: {stands}. Go on?", stands=stands)
        return Words(normal, p.sentence("power cut. Go on with turn {turn}?", turn=turn))
    match game.when:
        case "today":
            hello = p.sentence("welcome back. Today's game: {stands}. Go on with it?", stands=stands)
        case "yesterday":
            hello = p.sentence("welcome back. Yesterday's game: {stands}. Go on with it?", stands=stands)
        case _:
            hello = p.sentence("welcome back. Your last game: {stands}. Go on with it?", stands=stands)
    return Words(hello, brief)


def _turn(game: StoredGame) -> int:
    """The turn that is played on with; before the first one, that one."""
    return max(game.turn, 1)


def _stands(v: Vocabulary, game: StoredGame) -> str:
    """Edition, seats, turn, mover: within a sentence."""
    p = v.phrases
    named = game.own_map or edition_named(p, game.edition)
    facts: dict[str, str | int] = {"edition": named, "turn": _turn(game)}
    if game.over:
        return p.count("{edition}, {n} seat, over", "{edition}, {n} seats, over", len(game.seats), **facts)
    if game.to_move is None:
        return p.count(
            "{edition}, {n} seat, turn {turn}", "{edition}, {n} seats, turn {turn}", len(game.seats), **facts
        )
    return p.count(
        "{edition}, {n} seat, turn {turn}, {seat} to move",
        "{edition}, {n} seats, turn {turn}, {seat} to move",
        len(game.seats),
        seat=v.seat(game.to_move),
        **facts,
    )


def _game(v: Vocabulary, mode: Games, desk: Desk) -> Words:
    p, game = v.phrases, desk.facts.games[mode.index]
    facts: dict[str, str | int] = {"number": game.name, "turn": _turn(game)}
    stands = p.sentence("game {number}: {stands}.", stands=_stands(v, game), **facts)
    if game.over:
        words = Words(stands, p.sentence("game {number}, over.", **facts))
    else:
        words = Words(stands, p.sentence("game {number}, turn {turn}.", **facts))
    return numbered(v, words, mode.index, mode.size(desk))


_RESUME_WHERE: Final = here("the game played last. Yes goes on, No offers others.")
_GAMES_WHERE: Final = here("stored games. Yes goes on with it, No goes back.")
TALK: Final = (
    aloud(Resume, _resume, "question", where=_RESUME_WHERE),
    aloud(Games, _game, where=_GAMES_WHERE),
)
