"""What the words of all conversations share: a row for each mode and prompt, and who hears it.

Words for everyone are made from a `PublicState`, in a set-up from its `Desk`; only a row `in_an_ear` is given
the rest, and its words are `Private`, which nothing but that seat's ear opens.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from announce.announcement import Announcement, Earcon, Urgency
from announce.public import PublicState
from announce.vocabulary import Vocabulary
from announce.words import Message, Private, Words, tell, together, whisper
from dialog import Said
from dialog.setup import Desk
from engine import BuildHarbor, CityId, Seat, State
from tabletop import SiteId

S = TypeVar("S", bound=Said)
G = TypeVar("G", PublicState, Desk)
Worded = Callable[[Vocabulary, S, G], Words]


@dataclass(frozen=True, slots=True)
class TalkRow:
    """How one mode or prompt is said.

    `told`: on coming to it, for whom; None: nothing is said then. `where`: what Ask tells in it, what Yes and
    No do there; None: it is a prompt, where nobody is.
    """

    said: type[Said]
    told: Callable[[Vocabulary, Any, Any, Seat | None], tuple[Announcement, ...]] | None
    where: Callable[[Vocabulary, Any, Any], Words] | None


def aloud(
    said: type[S],
    words: Worded[S, G],
    earcon: Earcon | Callable[[S, G], Earcon | None] | None = None,
    *,
    urgency: Urgency = "polite",
    timbre: Callable[[S], Seat | None] | None = None,
    where: Worded[S, G] | None = None,
) -> TalkRow:
    """For everyone. `earcon`: the short sound, or which by what it says; `timbre`: in whose it is heard."""

    def told(v: Vocabulary, one: S, ground: G, asker: Seat | None) -> tuple[Announcement, ...]:
        sound = earcon(one, ground) if callable(earcon) else earcon
        whose = None if timbre is None else timbre(one)
        return (tell("everyone", words(v, one, ground), sound, urgency=urgency, timbre=whose),)

    return TalkRow(said, told, where)


def to_a_seat(
    said: type[S],
    words: Worded[S, PublicState],
    seat: Callable[[S, PublicState, Seat], Seat],
    *,
    where: Worded[S, PublicState] | None = None,
) -> TalkRow:
    """No secret, but one seat's matter. `seat`: whose, of the state and who stands at the panel."""

    def told(v: Vocabulary, one: S, state: PublicState, asker: Seat | None) -> tuple[Announcement, ...]:
        return (tell(seat(one, state, asker or mover(state)), words(v, one, state)),)

    return TalkRow(said, told, where)


def in_an_ear(
    said: type[S],
    words: Callable[[Vocabulary, S, State], Private[Words]],
    earcon: Earcon | None = None,
    *,
    seat: Callable[[S], Seat] | None = None,
    urgent: Callable[[S], bool] = lambda said: False,
    where: Worded[S, PublicState] | None = None,
) -> TalkRow:
    """For one seat alone. `seat`: whose; else it is the seat in it, or the mover's matter.

    `urgent`: it does not wait for what is being said.
    """

    def told(v: Vocabulary, one: S, state: State, asker: Seat | None) -> tuple[Announcement, ...]:
        whose: Seat = getattr(one, "seat", mover(state)) if seat is None else seat(one)
        urgency: Urgency = "assertive" if urgent(one) else "polite"
        return (whisper(whose, words(v, one, state), earcon, urgency=urgency),)

    return TalkRow(said, told, where)


def quiet(said: type[S], where: Worded[S, PublicState]) -> TalkRow:
    """Nothing is said on coming to it, or the session says what it is about."""
    return TalkRow(said, None, where)


def mover(state: PublicState) -> Seat:
    """Whose turn it is; between turns the first seat."""
    return state.to_move or state.seats[0]


def tickets_shown(state: PublicState) -> bool:
    """Whether it was tickets that the table was shown last, not cards: those lie in hands, at the end."""
    return state.cards == "untracked" and state.phase == "over"


def built_at(site: SiteId, state: PublicState) -> Literal["station", "harbor"] | None:
    """What a token on a city's pin stands for; None: it stands on a route."""
    if CityId(site) not in state.game_map.cities:
        return None
    return "station" if state.edition.of_command(BuildHarbor) is None else "harbor"


def of_many(v: Vocabulary, name: str, index: int, count: int) -> Words:
    """An item of a list: "Scores. 2 of 8."."""
    p = v.phrases
    facts: dict[str, str | int] = {"name": name, "n": index + 1, "count": count}
    return p.words(
        "{name}. {n} of {count}.",
        "{name}.",
        "{name}. {n} of {count}. Yes takes it, Forward goes on, No leaves.",
        **facts,
    )


def fixed(words: str, brief: str | None = None) -> Callable[[Vocabulary, Any, Any], Words]:
    """Words that hang on nothing: most tell where one is, and what Yes and No do there."""

    return lambda v, one, ground: v.phrases.said(Message(words, brief))


def here(words: str) -> Callable[[Vocabulary, Any, Any], Words]:
    """Where one is, in one sentence that is brief without the item's number."""
    return fixed(words, words)


def numbered(v: Vocabulary, words: Words, index: int, count: int) -> Words:
    """An item of a list of several: "Red square? 2 of 5."."""
    if count < 2:
        return words
    return together([words, v.phrases.words("{n} of {count}.", n=index + 1, count=count)])
