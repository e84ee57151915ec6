"""What a simulated game came to: the truth of the board beside what the session told of it.

A question whose answer is what the table would have guessed is needless, unless the table was misled: a sense
said what was not so, or was away when the token came. Such a question has to be asked
(criteria 25, 27, 31, 45), and nobody who had only the senses' words could have spared it. Both are
counted, each by itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from announce import Announcement, Wording
from dialog import Payment, site_of
from engine import Event, Game, HarborBuilt, Refusal, RouteClaimed, Seat, State, StationBuilt, TokenCommand
from reconcile import (
    ClaimOrStray,
    Fallen,
    Finding,
    LiftedForAnother,
    LiftedInGrace,
    MovedInGrace,
    SensesDiffer,
    Slid,
    TwoTokens,
    WhoseToken,
    WrongShape,
)
from table.session import Input, Session
from tabletop import (
    SENSES,
    BoardLayout,
    Device,
    DeviceHealth,
    Observation,
    Press,
    Seen,
    Sense,
    SiteId,
    TokenColour,
    sense_of,
)

LATE_S: Final = 1.5  # a token that was lifted so lately may still be claimed: nobody can know yet


class Truth(Protocol):
    """What really stands on the board."""

    @property
    def now(self) -> float:
        """Seconds of the table's clock."""

    @property
    def tokens(self) -> Mapping[SiteId, TokenColour]:
        """Whose token stands where."""

    @property
    def strayed(self) -> Collection[SiteId]:
        """Where a token stands that no hand has set there."""

    def stood(self, site: SiteId, within_s: float) -> TokenColour | None:
        """Whose token stands on a pin, or was lifted from it so lately."""

    def set_at(self, site: SiteId) -> float:
        """When the token that stands on a pin came there; of another pin anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one game went."""

    claims: int
    questions: int
    needless: tuple[str, ...]
    misled: tuple[str, ...]
    wrong: tuple[str, ...]
    unresolved: str  # empty: board and game agree at the end
    seconds: float  # of the table's clock


@dataclass
class Witness:
    """A sink that holds the truth beside what is told."""

    board: Truth
    claims: int = 0
    questions: int = 0
    needless: list[str] = field(default_factory=list)
    misled: list[str] = field(default_factory=list)  # as needless, but a sense had erred or was away
    words: dict[tuple[SiteId, Sense], Observation] = field(default_factory=dict)  # the last ones
    back: dict[Device | SiteId, float] = field(default_factory=dict)  # live senses and pins: since when
    wrong: list[str] = field(default_factory=list)
    moved: list[tuple[Seat, SiteId, SiteId]] = field(default_factory=list)  # claims corrected in grace
    refusals: set[SiteId] = field(default_factory=set)
    asked: bool = False  # the act that is being told comes from an answer, or corrects a claim in grace
    heard: int = 0

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Count claims and buildings; one is wrong when that seat's token does not stand there."""
        for seq, event in events:
            match event:
                case RouteClaimed(seat=seat, route=place) | StationBuilt(seat=seat, city=place):
                    self._claimed(seq, seat, SiteId(place))
                case HarborBuilt(seat=seat, city=place):
                    self._claimed(seq, seat, SiteId(place))
                case _:
                    pass

    def _claimed(self, seq: int, seat: Seat, site: SiteId) -> None:
        self.claims += 1
        stands, strayed = self.board.stood(site, LATE_S), site in self.board.strayed
        if (stands != seat or strayed) and not self.asked:
            self.wrong.append(f"{seq}: {seat} {site}, stands {stands}{', strayed' * strayed}")

    def found(self, finding: Finding, mover: Seat | None) -> None:
        """Count questions, and those that a better table would not have asked."""
        stands = self.board.tokens
        match finding:
            case WhoseToken(site=site) | SensesDiffer(site=site) | ClaimOrStray(site=site):
                needless = stands.get(site) == mover
            case LiftedInGrace(site=site) | LiftedForAnother(old=site):
                needless = site in stands
            case Fallen(tokens=tokens):
                needless = all(site in stands for site, _ in tokens)
            case TwoTokens(sites=sites):
                needless = sum(site in stands for site in sites) < 2
            case MovedInGrace(seat=seat, old=old, new=new):
                self.moved.append((seat, old, new))
                return
            case WrongShape(site=site, owner=owner):
                needless = stands.get(site) == owner
            case Slid(old=old):
                needless = old in stands
            case _:
                return
        self.questions += 1
        if needless:
            misled = self._misled(finding)
            told = f"{self.board.now:.1f} {finding}{self._after(finding)}"
            (self.misled if misled else self.needless).append(told)

    def outcome(self, unresolved: str) -> Outcome:
        """All that was counted, when the game is over."""
        return Outcome(
            claims=self.claims,
            questions=self.questions,
            needless=tuple(self.needless),
            misled=tuple(self.misled),
            wrong=tuple(self.wrong),
            unresolved=unresolved,
            seconds=self.board.now,
        )

    def sensed(self, item: object) -> None:
        """Something that a device said, before the table hears it."""
        match item:
            case Observation(site=site, sense=sense):
                self.words[site, sense] = item
            case DeviceHealth(device="pin", site=site, condition="live", at=at) if site is not None:
                self.back[site] = at
            case DeviceHealth(device=device, condition="live", at=at) if sense_of(device):
                self.back.setdefault(device, at)  # told again, it has been live all the time
            case DeviceHealth(device=device) if sense_of(device):
                self.back.pop(device, None)

    def _after(self, finding: Finding) -> str:
        """What the senses have said last of the sites that a finding names."""
        named = repr(finding)
        return "".join(
            f"; {sense} {site} {word.seen} {word.confidence:.2f}, {self.board.now - word.at:.1f} s ago"
            for (site, sense), word in self.words.items()
            if repr(site) in named
        )

    def _misled(self, finding: Finding) -> bool:
        match finding:
            case WhoseToken(site=site) | SensesDiffer(site=site) | ClaimOrStray(site=site):
                return self._mistaken(site) or self._unwatched(site)
            case WrongShape(site=site):
                return self._mistaken(site)
            case TwoTokens(sites=sites):
                return any(site not in self.board.tokens and self._mistaken(site) for site in sites)
            case LiftedInGrace(site=site) | Slid(old=site) | LiftedForAnother(old=site):
                return self._off_by_its_contact(site)
            case Fallen(tokens=tokens):
                return all(self._off_by_its_contact(site) for site, _ in tokens)
            case _:
                return False

    def _mistaken(self, site: SiteId) -> bool:
        """Whether a live sense says what is not so. One that says that it cannot tell does not."""
        stands = self.board.tokens.get(site)
        right = {"unknown", "empty"} if stands is None else {"unknown", "something", stands}
        return any(self._said(site, sense) not in right for sense in self._live())

    def _said(self, site: SiteId, sense: Sense) -> Seen:
        word = self.words.get((site, sense))
        return "unknown" if word is None else word.seen

    def _off_by_its_contact(self, site: SiteId) -> bool:
        """Whether a contact has opened under a standing token, and no camera is there to see it stand."""
        return self._live() == ["pin"] and self._said(site, "pin") == "empty"

    def _unwatched(self, site: SiteId) -> bool:
        """Whether the token came while none of the senses that are live now was there."""
        came, backs = self.board.set_at(site), list[float]()
        for sense in self._live():
            back = self.back[SENSES[sense].device]
            backs.append(max(back, self.back.get(site, back)) if sense == "pin" else back)
        return bool(backs) and all(came < back for back in backs)

    def _live(self) -> list[Sense]:
        return [sense for sense, kind in SENSES.items() if kind.device in self.back]

    def refusal(self, site: SiteId) -> None:
        """The game has refused what a token on this pin asks for."""
        self.refusals.add(site)

    def refused(self, site: SiteId) -> bool:
        """Whether it has, since the last time this was asked."""
        refused = site in self.refusals
        self.refusals.discard(site)
        return refused

    def say(self, announcement: Announcement, at: float) -> None:
        """People have something to act on."""
        self.heard += 1 if announcement.normal else 0

    def again(self, announcement: Announcement, at: float) -> None:
        """Nothing new."""

    def hush(self, at: float) -> bool:
        """Nothing speaks."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Said as words too."""

    def close(self) -> None:
        """Nothing to let go."""


class Watched(Session):
    """A session that shows each finding, refusal and press to a witness first."""

    def __init__(self, witness: Witness, game: Game, *, layout: BoardLayout, wording: Wording) -> None:
        super().__init__(game, layout=layout, wording=wording, store=None, sinks=[witness])
        self.witness = witness
        self.runner.on_refused = self._refused
        found = self.on_finding

        def judged(finding: Finding, at: float) -> None:
            witness.found(finding, self.game.state.to_move)
            witness.asked = isinstance(finding, MovedInGrace)
            found(finding, at)
            witness.asked = False

        self.on_finding = judged

    def handle(self, item: Input, at: float) -> None:
        """As the session does, after the witness."""
        self.witness.sensed(item)
        # How to pay is asked of every claim; it is no doubt whether the token stands there.
        self.witness.asked = isinstance(item, Press) and not isinstance(self.panel.mode, Payment)
        super().handle(item, at)
        self.witness.asked = False

    def _refused(self, refusal: Refusal) -> None:
        if isinstance(refusal.command, TokenCommand):
            self.witness.refusal(site_of(refusal.command))
