"""The first words of a sitting: a new game, or the one that was going on."""

from announce.act_words import waiting_for
from announce.announcement import Announcement
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import State


def edition_name(v: Vocabulary, state: State) -> str:
    """An edition as it is spoken."""
    p = v.phrases
    names = {
        "us-accessible": p.name("edition", "United States"),
        "us-10th-anniversary": p.name("edition", "United States, tenth anniversary"),
        "europe": p.name("edition", "Europe"),
        "rails-and-sails-world": p.name("edition", "Rails and Sails, the World"),
        "rails-and-sails-great-lakes": p.name("edition", "Rails and Sails, the Great Lakes"),
        "legends-of-the-west": p.name("edition", "Legends of the West"),
    }
    return names.get(state.edition.name, state.game_map.name)


def welcomed(v: Vocabulary, state: State, *, resumed: bool) -> tuple[Announcement, ...]:
    """A new game: what is played, who sits where. A resumed one: where it stands."""
    return (_back(v, state),) if resumed else (_new(v, state),)


def _new(v: Vocabulary, state: State) -> Announcement:
    p = v.phrases
    facts: dict[str, str | int] = {
        "edition": edition_name(v, state),
        "seats": v.listing([v.introduced(seat) for seat in state.seats]),
    }
    if state.cards == "dealt":
        normal = p.sentence("new game: {edition}, cards dealt by me. In turn order: {seats}.", **facts)
    else:
        normal = p.sentence("new game: {edition}, cards in your hands. In turn order: {seats}.", **facts)
    brief = p.sentences("new game, {n} seat.", "new game, {n} seats.", len(state.seats))
    words = Words(normal, brief, " ".join((normal, *_doubles(v, state))))
    return tell("everyone", words, "ready")


def _doubles(v: Vocabulary, state: State) -> list[str]:
    if len(state.seats) > state.settings.double_lock_max_seats:
        return []
    n = len(state.seats)
    return [
        v.phrases.sentences(
            "with {n} seat only one of each double route can be claimed.",
            "with {n} seats only one of each double route can be claimed.",
            n,
        )
    ]


def _back(v: Vocabulary, state: State) -> Announcement:
    p = v.phrases
    facts: dict[str, str | int] = {"edition": edition_name(v, state), "turn": state.turn}
    if state.phase == "over":
        words = Words(
            p.sentence("welcome back. This game is over: {edition}. Ask tells the scores.", **facts),
            p.sentence("welcome back. This game is over."),
        )
    elif state.to_move is None:
        facts["seats"] = v.seats(waiting_for(state))
        words = Words(
            p.sentence("welcome back. {edition}; waiting for the tickets of {seats}.", **facts),
            p.sentence("welcome back. Waiting for {seats}.", **facts),
        )
    else:
        facts["seat"] = v.introduced(state.to_move)
        normal = p.sentences(
            "welcome back. {edition}, {n} seat, turn {turn}, {seat} to move.",
            "welcome back. {edition}, {n} seats, turn {turn}, {seat} to move.",
            len(state.seats),
            **facts,
        )
        words = Words(normal, p.sentence("welcome back. {seat} to move.", **facts))
    return tell("everyone", words, "ready", seq=state.seq or None)
