"""How often each sense has been right at each site: learned in play, bounded, kept for the next evening.

A claim that stands, a question that was answered, teach who was right. A bad pin or a glare spot loses weight
that way, one site at a time, and wins it back by being right. A contact that flickered is another matter: it
changes by itself, and shows it by not resting. Its word is doubted while it is fresh and believed when it has
stayed for some seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from tabletop import SENSES, Sense, SiteId

REMEMBERED: Final = 60  # words of a sense at a site; older ones fade
PRESUMED: Final = 40  # how many words the usual error of a sense counts for
RESTS_S: Final = 1.0  # of the words of a contact that changes by itself half are gone after so long
FORGIVEN: Final = 0.9  # what a spell of flickering counts after each word that turned out right
SPELLS: Final = 8.0  # more of them tell nothing new


@dataclass(frozen=True, slots=True)
class Record:
    """How many words of one sense at one site turned out right and wrong, and how often it flickered."""

    right: float = 0.0
    wrong: float = 0.0
    flickered: float = 0.0

    def error(self, usual: float) -> float:
        """The share of wrong words to expect; `usual`: of such a sense anywhere."""
        return (usual * PRESUMED + self.wrong) / (PRESUMED + self.right + self.wrong)

    def after(self, *, right: bool) -> "Record":
        """One word more; beyond `REMEMBERED` the old ones count less."""
        fade = min(1.0, (REMEMBERED - 1) / max(self.right + self.wrong, 1.0))
        spells = self.flickered * FORGIVEN if right else self.flickered
        return Record(self.right * fade + right, self.wrong * fade + (not right), spells)

    def unrest(self) -> "Record":
        """It flickered once more."""
        return Record(self.right, self.wrong, min(SPELLS, self.flickered + 1))

    def rested(self, seconds: float) -> "Record":
        """What to expect of a word that has stayed for so long: a flicker takes it back soon."""
        if not self.flickered:
            return self
        halvings = min(max(0.0, seconds) // (RESTS_S / 4) / 4, 20.0)  # by quarters: few steps, each counts
        return Record(self.right, self.wrong + self.flickered * 0.5**halvings)


FRESH: Final = Record()


@dataclass(slots=True)
class Trust:
    """The records of a board: site and sense → record. Sites never heard of are as good as usual."""

    records: dict[tuple[SiteId, Sense], Record] = field(default_factory=dict)

    def of(self, site: SiteId, sense: Sense) -> Record:
        """What is known of one sense at one site."""
        return self.records.get((site, sense), FRESH)

    def wavers(self, site: SiteId) -> bool:
        """Whether a contact has flickered at this site, some time."""
        return any(kind.contact and self.of(site, sense).flickered > 0 for sense, kind in SENSES.items())

    def note(self, site: SiteId, sense: Sense, *, right: bool) -> None:
        """A word of this sense turned out right or wrong."""
        self.records[site, sense] = self.of(site, sense).after(right=right)

    def flickered(self, site: SiteId, sense: Sense) -> None:
        """This sense has changed its mind again and again."""
        self.records[site, sense] = self.of(site, sense).unrest()

    def plain(self) -> dict[str, dict[str, list[float]]]:
        """Site → sense → [right, wrong, flickered], for a file; only what ever erred is worth keeping."""
        kept: dict[str, dict[str, list[float]]] = {}
        for (site, sense), record in sorted(self.records.items()):
            if record.wrong >= 0.5 or record.flickered >= 0.5:
                counts = (record.right, record.wrong, record.flickered)
                kept.setdefault(site, {})[sense] = [round(count, 2) for count in counts]
        return kept

    @classmethod
    def from_plain(cls, kept: object) -> Self:
        """What `plain` gave; files of before have no third number.

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
                records[SiteId(str(site)), known] = Record(*map(float, counts))
        return cls(records)


def _counts(counts: object) -> bool:
    return (
        isinstance(counts, list)
        and len(counts) in (2, 3)
        and all(isinstance(one, int | float) and 0 <= one <= REMEMBERED for one in counts)
    )
