"""The first words of a sitting: a new game, or the one that was going on."""

from typing import Literal

from announce.announcement import Announcement
from announce.catalogue import Phrases
from announce.edition_names import edition_names
from announce.lasting import ROOM_S
from announce.optional_words import EARCONS, tunnel_turned
from announce.public import PublicState
from announce.scores import of_seats
from announce.vocabulary import Vocabulary
from announce.words import Words, tell, together
from engine import TunnelRevealed


def edition_name(v: Vocabulary, state: PublicState) -> str:
    """What is played, as it is spoken: the edition, or a map that is not the edition's own."""
    named, played = edition_names(v.phrases), state.game_map
    return named.get(state.edition.name, played.name) if played.id == state.edition.map else played.name


def page_told(p: Phrases, address: str) -> Words:
    """Where phones find the table's page, of an address like https://192.168.1.5:8443."""
    scheme, _, place = address.partition("://")
    host, _, port = place.rpartition(":")
    if scheme == "https":  # a browser that is not told so tries without, and shows nothing
        return Words(p.sentence("my page for phones, by https: {host}, port {port}.", host=host, port=port))
    return Words(p.sentence("my page for phones: {host}, port {port}.", host=host, port=port))


Back = Literal["well", "cut", "unsaved"]
"""How a game that goes on was left: as it should, by a power cut, or with turns that no card took."""


def welcomed(
    v: Vocabulary, state: PublicState, back: Back | None, *, greeted: bool = False
) -> tuple[Announcement, ...]:
    """A new game: what is played, who sits where. A resumed one: where it stands, and how it was left.

    `back`: None for a new one; `greeted`: set-up has just said welcome, and how it was left.
    """
    if back is None:
        return _new(v, state)
    tunnel = state.tunnel  # its cards were turned before the stop, and it is asked about again
    turned = () if tunnel is None else (tunnel_turned(v, tunnel.route, tunnel.cards, tunnel.owed),)
    more = tuple(tell("everyone", words, EARCONS[TunnelRevealed]) for words in turned)
    if greeted:
        return (tell("everyone", _stands(v, state), "ready", seq=state.seq or None), *more)
    return (_back(v, state, back), *more)


def _new(v: Vocabulary, state: PublicState) -> tuple[Announcement, ...]:
    p = v.phrases
    facts: dict[str, str | int] = {
        "edition": edition_name(v, state),
        "seats": v.listing([v.introduced(seat) for seat in state.seats]),
    }
    if state.cards == "dealt":
        normal = p.sentence("new game: {edition}, cards dealt by me. In turn order: {seats}.", **facts)
    else:
        normal = p.sentence("new game: {edition}, cards in your hands. In turn order: {seats}.", **facts)
    shorter = p.sentence("new game: {edition}. In turn order: {seats}.", **facts)
    brief = p.sentences("new game, {n} seat.", "new game, {n} seats.", len(state.seats))
    told = next((Words(one, brief) for one in (normal, shorter) if p.lasts_s(one) <= ROOM_S), None)
    *before, last = [told] if told is not None else _by_turns(v, state, facts, brief)
    words = (*before, Words(last.normal, last.brief, " ".join((last.normal, *_doubles(v, state)))))
    return tuple(tell("everyone", one, None if place else "ready") for place, one in enumerate(words))


def _by_turns(v: Vocabulary, state: PublicState, facts: dict[str, str | int], brief: str) -> list[Words]:
    """A new game of many seats, or of long names, in utterances that each have room."""
    p = v.phrases
    begins = Words(p.sentence("new game: {edition}.", **facts), brief)
    seats = [v.introduced(seat) for seat in state.seats]
    unsaid = [""] * len(seats)  # in brief their number is enough
    return p.breaths(
        begins, *of_seats(v, lambda part: p.sentence("in turn order: {seats}.", seats=part), seats, unsaid)
    )


def _doubles(v: Vocabulary, state: PublicState) -> list[str]:
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


def _back(v: Vocabulary, state: PublicState, back: Back) -> Announcement:
    p = v.phrases
    match back:
        case "unsaved":
            hello = p.words("the last turns could not be saved and are lost.", "the last turns are lost.")
        case "cut":
            hello = p.words("the power went. Your game is whole.", "power cut.")
        case "well":
            hello = p.words("welcome back.")
    return tell("everyone", together([hello, _stands(v, state)]), "ready", seq=state.seq or None)


def _stands(v: Vocabulary, state: PublicState) -> Words:
    """Where the game stands."""
    p = v.phrases
    facts: dict[str, str | int] = {"edition": edition_name(v, state), "turn": state.turn}
    if state.phase == "over":
        return p.words("this game is over: {edition}. Ask tells the scores.", "this game is over.", **facts)
    if state.to_move is None:
        facts["seats"] = v.seats(state.waiting_for())
        match state.phase:
            case "pieces":
                return p.words(
                    "{edition}; waiting for the trains and ships of {seats}.", "waiting for {seats}.", **facts
                )
            case "loans":
                return p.words(
                    "{edition}; waiting for what the stations of {seats} lend.",
                    "waiting for {seats}.",
                    **facts,
                )
            case _:
                return p.words(
                    "{edition}; waiting for the tickets of {seats}.", "waiting for {seats}.", **facts
                )
    facts["seat"] = v.introduced(state.to_move)
    normal = p.sentences(
        "{edition}, {n} seat, turn {turn}, {seat} to move.",
        "{edition}, {n} seats, turn {turn}, {seat} to move.",
        len(state.seats),
        **facts,
    )
    return Words(normal, p.sentence("{seat} to move.", **facts))
