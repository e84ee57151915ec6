"""How often each sense has been right at each site: learned in play, bounded, kept for the next evening.

A claim that stands, a question that was answered, teach who was right. A bad pin or a glare spot loses weight
that way, one site at a time, and wins it back by being right.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from tabletop import Sense, SiteId

REMEMBERED: Final = 60  # words of a sense at a site; older ones fade
PRESUMED: Final = 40  # how many words the usual error of a sense counts for

SENSES: Final[tuple[Sense, ...]] = ("pin", "camera")


@dataclass(frozen=True, slots=True)
class Record:
    """How many words of one sense at one site turned out right and wrong."""

    right: float = 0.0
    wrong: float = 0.0

    def error(self, usual: float) -> float:
        """The share of wrong words to expect; `usual`: of such a sense anywhere."""
        return (usual * PRESUMED + self.wrong) / (PRESUMED + self.right + self.wrong)

    def after(self, *, right: bool) -> "Record":
        """One word more; beyond `REMEMBERED` the old ones count less."""
        fade = min(1.0, (REMEMBERED - 1) / max(self.right + self.wrong, 1.0))
        return Record(self.right * fade + right, self.wrong * fade + (not right))


FRESH: Final = Record()


@dataclass(slots=True)
class Trust:
    """The records of a board: site and sense → record. Sites never heard of are as good as usual."""

    records: dict[tuple[SiteId, Sense], Record] = field(default_factory=dict)

    def of(self, site: SiteId, sense: Sense) -> Record:
        """What is known of one sense at one site."""
        return self.records.get((site, sense), FRESH)

    def note(self, site: SiteId, sense: Sense, *, right: bool) -> None:
        """A word of this sense turned out right or wrong."""
        self.records[site, sense] = self.of(site, sense).after(right=right)

    def plain(self) -> dict[str, dict[str, list[float]]]:
        """Site → sense → [right, wrong], for a file; only what was ever wrong is worth keeping."""
        kept: dict[str, dict[str, list[float]]] = {}
        for (site, sense), record in sorted(self.records.items()):
            if record.wrong >= 0.5:
                kept.setdefault(site, {})[sense] = [round(record.right, 2), round(record.wrong, 2)]
        return kept

    @classmethod
    def from_plain(cls, kept: object) -> Self:
        """What `plain` gave.

        Raises:
            ValueError: it is something else; the message names the site.
        """
        if not isinstance(kept, Mapping):
            raise ValueError("it does not map sites to records")
        records: dict[tuple[SiteId, Sense], Record] = {}
        for site, senses in kept.items():
            if not isinstance(senses, Mapping):
                raise ValueError(f"site {site}: no records")
            for sense, counts in senses.items():
                known = next((one for one in SENSES if one == sense), None)
                if known is None or not _counts(counts):
                    raise ValueError(f"site {site}: {sense} {counts!r} is no record")
                records[SiteId(str(site)), known] = Record(float(counts[0]), float(counts[1]))
        return cls(records)


def _counts(counts: object) -> bool:
    return (
        isinstance(counts, list)
        and len(counts) == 2
        and all(isinstance(one, int | float) and 0 <= one <= REMEMBERED for one in counts)
    )
