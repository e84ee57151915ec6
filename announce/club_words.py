"""Words of a club: a line a table, what is called out in the hall, headings and buttons of its pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from announce.catalogue import Phrases
from announce.scores.standing import totals
from announce.vocabulary import Vocabulary
from engine import Seat

Label = Literal[
    "hall", "tables", "no-tables", "calls", "no-calls", "rounds", "help", "no-help", "standings", "rank",
    "number", "name", "games", "wins", "points", "total", "back", "skip", "no-map", "no-game", "away",
    "no-such", "desk", "call-text", "call-table", "call-minutes", "call-round", "do-call", "results",
    "no-results", "take-results", "write-result", "wrong", "foreign", "attention", "told", "picture",
    "pods", "nothing-told", "routes", "no-such-table", "not-paired", "changed-since",
]  # fmt: skip
"""A fixed text of a club's pages."""

Trouble = Literal["offline", "missing", "device"]
"""What a table needs help with, beside being silent."""


def label(p: Phrases, key: Label) -> str:
    """A heading, a button or a label."""
    return _LABELS[key](p)


_LABELS: Final[dict[Label, Callable[[Phrases], str]]] = {
    "hall": lambda p: p.phrase("The hall"),
    "tables": lambda p: p.phrase("Tables"),
    "no-tables": lambda p: p.sentence("no table has been heard yet."),
    "calls": lambda p: p.phrase("Calls, newest first"),
    "no-calls": lambda p: p.sentence("nothing was called yet."),
    "rounds": lambda p: p.phrase("Rounds"),
    "help": lambda p: p.phrase("Who needs help"),
    "no-help": lambda p: p.sentence("no table needs help."),
    "standings": lambda p: p.phrase("Standings"),
    "rank": lambda p: p.phrase("Rank"),
    "number": lambda p: p.phrase("Number"),
    "name": lambda p: p.phrase("Name"),
    "games": lambda p: p.phrase("Games"),
    "wins": lambda p: p.phrase("Wins"),
    "points": lambda p: p.phrase("Points"),
    "total": lambda p: p.phrase("Total"),
    "back": lambda p: p.phrase("Back to the hall"),
    "skip": lambda p: p.phrase("Skip to the content"),
    "no-map": lambda p: p.sentence("nobody has drawn this board."),
    "no-game": lambda p: p.sentence("there is no game at this table yet."),
    "away": lambda p: p.sentence("the club's database is away; try again in a moment."),
    "no-such": lambda p: p.sentence("there is no such page."),
    "desk": lambda p: p.phrase("The desk"),
    "call-text": lambda p: p.phrase("Call out any words"),
    "call-table": lambda p: p.phrase("Call a table to the desk"),
    "call-minutes": lambda p: p.phrase("Call how many minutes are left"),
    "call-round": lambda p: p.phrase("Call the round: who sits where"),
    "do-call": lambda p: p.phrase("Call"),
    "results": lambda p: p.phrase("Results that are missing"),
    "no-results": lambda p: p.sentence("no result is missing."),
    "take-results": lambda p: p.phrase("Take the games that are over"),
    "write-result": lambda p: p.phrase("Write this result"),
    "wrong": lambda p: p.sentence("not understood; nothing has changed."),
    "no-such-table": lambda p: p.sentence("no such table; choose one from the list."),
    "not-paired": lambda p: p.sentence("no round of it has been paired; pair one first."),
    "changed-since": lambda p: p.sentence("this has changed meanwhile; here is how it is now."),
    "foreign": lambda p: p.sentence("this came from another site; load the page again."),
    "attention": lambda p: p.phrase("What needs attention"),
    "told": lambda p: p.phrase("What happened, newest first"),
    "nothing-told": lambda p: p.sentence("nothing has happened yet."),
    "picture": lambda p: p.phrase("The board, seen from above; whose routes are whose stands in words below"),
    "routes": lambda p: p.phrase("Whose routes are whose"),
    "pods": lambda p: p.phrase("Who sits where"),
}


def to_move(v: Vocabulary, table: str, seat: Seat, turn: int, *, last: bool) -> str:
    """Whose turn it is at a table; `last`: in the last round."""
    facts: dict[str, str | int] = {"table": table, "seat": v.seat(seat), "turn": turn}
    if last:
        return v.phrases.sentence("{table}: {seat} to move, turn {turn}; last round.", **facts)
    return v.phrases.sentence("{table}: {seat} to move, turn {turn}.", **facts)


def over(v: Vocabulary, table: str, final: Sequence[tuple[Seat, int]]) -> str:
    """A game that is over, with each seat's total."""
    if not final:
        return v.phrases.sentence("{table}: the game is over.", table=table)
    return v.phrases.sentence("{table}: the game is over; {totals}.", table=table, totals=totals(v, final))


Stage = Literal["tickets", "declaring", "lobby", "nothing"]
"""When no seat is to move."""


def waits(p: Phrases, table: str, stage: Stage) -> str:
    """A table at which no seat is to move."""
    match stage:
        case "tickets":
            return p.sentence("{table}: tickets are being chosen.", table=table)
        case "declaring":
            return p.sentence("{table}: the last turn is over, tickets are being entered.", table=table)
        case "lobby":
            return p.sentence("{table}: no game yet.", table=table)
        case "nothing":
            return p.sentence("{table}: nothing heard yet.", table=table)


def holds(v: Vocabulary, seat: Seat, places: Sequence[str]) -> str:
    """A seat and all that it holds on the board."""
    facts = {"seat": v.introduced(seat), "places": v.phrases.apart(places)}
    if not places:
        return v.phrases.sentence("{seat}: nothing yet.", **facts)
    return v.phrases.sentence("{seat}: {places}.", **facts)


def silent(p: Phrases, minutes: int) -> str:
    """A table that says it is there, and has said nothing for so long."""
    return p.sentences("silent for {n} minute.", "silent for {n} minutes.", minutes)


def trouble(p: Phrases, which: Trouble) -> str:
    """What else a table needs help with."""
    match which:
        case "offline":
            return p.sentence("offline.")
        case "missing":
            return p.sentence("part of the game is missing.")
        case "device":
            return p.sentence("a device is missing or faulty.")


def needs(p: Phrases, table: str, why: Sequence[str]) -> str:
    """A table and what it needs help with; each a sentence of its own."""
    return p.sentence("{table}: {why}", table=table, why=" ".join(why))


def contradicts(p: Phrases, table: str, n: int) -> str:
    """A table told something twice, and differently."""
    return p.sentences(
        "{table}: {n} event came again with other content.",
        "{table}: {n} events came again with other content.",
        n,
        table=table,
    )


# Calls


def seated(p: Phrases, table: str, names: Sequence[str]) -> str:
    """Who sits at a table, in turn order: of a call, and as a line."""
    return p.sentence("{table}: {names}.", table=table, names=", ".join(names))


def round_called(p: Phrases, number: int, pods: Sequence[tuple[str, Sequence[str]]]) -> str:
    """A round begins: who sits where."""
    told = [p.sentence("round {n}.", n=number)]
    return " ".join([*told, *(seated(p, table, names) for table, names in pods)])


def pod_name(p: Phrases, number: int) -> str:
    """A pod that has no table."""
    return p.phrase("Pod {n}", n=number)


_SMALL: Final[Mapping[int, Callable[[Phrases], str]]] = {
    1: lambda p: p.sentence("one minute left."),
    2: lambda p: p.sentence("two minutes left."),
    3: lambda p: p.sentence("three minutes left."),
    4: lambda p: p.sentence("four minutes left."),
    5: lambda p: p.sentence("five minutes left."),
    10: lambda p: p.sentence("ten minutes left."),
    15: lambda p: p.sentence("fifteen minutes left."),
    20: lambda p: p.sentence("twenty minutes left."),
    30: lambda p: p.sentence("thirty minutes left."),
}


def minutes_left(p: Phrases, minutes: int) -> str:
    """So much time is left; none: it is up."""
    if minutes <= 0:
        return p.sentence("time is up.")
    if minutes in _SMALL:
        return _SMALL[minutes](p)
    return p.sentences("{n} minute left.", "{n} minutes left.", minutes)


def to_the_desk(p: Phrases, table: str) -> str:
    """A table is wanted at the desk."""
    return p.sentence("{table}, please come to the desk.", table=table)


# Rounds and results


def round_clock(p: Phrases, tournament: str, number: int, stage: str, minutes: int | None) -> str:
    """A round that is played, and what is left of its time where that is limited."""
    told = p.sentence("{tournament}, round {n}, {stage}.", tournament=tournament, n=number, stage=stage)
    return told if minutes is None else f"{told} {minutes_left(p, minutes)}"


def results_due(p: Phrases, n: int) -> str:
    """How many results of a round are missing."""
    return p.sentences("{n} result is missing.", "{n} results are missing.", n)


def standings_of(p: Phrases, tournament: str, stage: str) -> str:
    """The heading of standings."""
    return p.phrase("Standings of {tournament}, {stage}", tournament=tournament, stage=stage)


def total_of(p: Phrases, name: str) -> str:
    """The label of a field: a person's total."""
    return p.phrase("Total of {name}", name=name)


def correct_results(p: Phrases, tournament: str, number: int) -> str:
    """The results of a round that are there, to be put right."""
    return p.phrase("Put results right: {tournament}, round {n}", tournament=tournament, n=number)


def taken(p: Phrases, n: int) -> str:
    """How many results were taken from games that are over."""
    return p.sentences("{n} result was taken.", "{n} results were taken.", n)


# What cannot be taken at the desk


def total_wrong(p: Phrases, name: str, most: int, typed: str) -> str:
    """A person's total that is none, and what may be one; `typed` may be empty."""
    facts: dict[str, str | int] = {"name": name, "most": most, "typed": typed}
    if not typed:
        return p.sentence("total of {name}: give a whole number, -{most} to {most}.", **facts)
    return p.sentence("total of {name}: give a whole number, -{most} to {most}, not {typed}.", **facts)


def minutes_wrong(p: Phrases, most: int, typed: str) -> str:
    """Minutes that are none, and what may be; `typed` may be empty."""
    if not typed:
        return p.sentence("minutes: give a whole number, 0 to {most}.", most=most)
    return p.sentence("minutes: give a whole number, 0 to {most}, not {typed}.", most=most, typed=typed)


def words_wrong(p: Phrases, most: int) -> str:
    """Words to call that are none, or too many."""
    return p.sentence("give 1 to {most} signs to call out.", most=most)


def other_game(p: Phrases, table: str) -> str:
    """A table's game is over and was not taken: its map or edition is another than the round's."""
    return p.sentence("{table}: map or edition is not the round's; not taken.", table=table)
