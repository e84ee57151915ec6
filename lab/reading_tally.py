"""PURE: labels of pictures, what a reader says of them, and the count (docs/reading-benchmark.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, TypeAlias

import msgspec

from tabletop import TOKEN_COLOURS

EMPTY, HIDDEN, UNKNOWN = "empty", "hidden", "unknown"
_LABELS: Final = frozenset((EMPTY, HIDDEN, *TOKEN_COLOURS))
_ANSWERS: Final = frozenset((EMPTY, UNKNOWN, *TOKEN_COLOURS))
Answers: TypeAlias = Mapping[str, str]
"""Site → a seat, `empty` or `unknown`."""


class PictureLabel(msgspec.Struct, frozen=True):
    """A line of labels.jsonl."""

    image: str
    board: str
    sites: dict[str, str]


class ReaderAnswer(msgspec.Struct, frozen=True):
    """A line of a reader."""

    image: str
    sites: dict[str, object]


def label_of(line: str) -> PictureLabel:
    """A line of labels.jsonl.

    Raises:
        ValueError: it is none; in words, without its place.
    """
    try:
        label = msgspec.json.decode(line, type=PictureLabel)
    except msgspec.DecodeError as error:
        raise ValueError(f"is no label: {error}") from None
    other = next((site for site, stands in label.sites.items() if stands not in _LABELS), None)
    if other is not None:
        raise ValueError(
            f"{other} is {label.sites[other][:40]!r}; give {', '.join(sorted(_LABELS))} for each place"
        )
    return label


def answer_of(line: bytes) -> tuple[str, Answers] | None:
    """A picture and what is said of it; all but a seat and `empty` is unknown. None: no answer."""
    try:
        answer = msgspec.json.decode(line, type=ReaderAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    said = {site: seen for site, seen in answer.sites.items() if isinstance(seen, str)}
    return answer.image, {site: seen if seen in _ANSWERS else UNKNOWN for site, seen in said.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTally:
    """Counts over the places that are not hidden."""

    pictures: int = 0
    whole: int = 0  # pictures of which all places are right
    sites: int = 0
    right: int = 0
    false_claims: int = 0  # a seat where none has a token
    wrong_seats: int = 0  # another seat than that whose token stands there
    missed: int = 0  # empty where a token stands
    unknown: int = 0
    hidden: int = 0  # not counted among the sites

    def __add__(self, other: "ReadTally") -> "ReadTally":
        """Both together."""
        return ReadTally(
            **{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(ReadTally)}
        )


def judged(labels: Mapping[str, str], answers: Answers) -> ReadTally:
    """One picture; a place without an answer is unknown."""
    told = [(stands, answers.get(site, UNKNOWN)) for site, stands in labels.items() if stands != HIDDEN]
    right = sum(stands == seen for stands, seen in told)
    seats = [(stands, seen) for stands, seen in told if stands != seen and seen in TOKEN_COLOURS]
    false_claims = sum(stands == EMPTY for stands, _ in seats)
    return ReadTally(
        pictures=1,
        whole=int(right == len(told)),
        sites=len(told),
        right=right,
        false_claims=false_claims,
        wrong_seats=len(seats) - false_claims,
        missed=sum(stands != EMPTY and seen == EMPTY for stands, seen in told),
        unknown=sum(seen == UNKNOWN for _, seen in told),
        hidden=len(labels) - len(told),
    )
