"""The table's one loop: decide, store, tell; a store that fails does not stop the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from announce import Announcement, Wording
from dialog import About
from engine import CARD_MODES, CardMode, Event, Game, Seat, State, edition, game_map
from storage.store import GameLog
from table.earlier import EarlierSittings
from table.errors import StoreError
from table.ports import ActRows
from table.session import Session
from tabletop import BUTTONS, Button, DeviceHealth, Observation, Press, SiteId, board_layout

LAYOUT = board_layout("usa")


@dataclass
class Paper:
    """Writes down what it is told, and what the store held at that moment."""

    store: GameLog | None = None
    said: list[Announcement] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    stored_when_told: list[int] = field(default_factory=list)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        self.events += events
        if self.store is not None:
            self.stored_when_told.append(len(self.store.log().events))

    def say(self, announcement: Announcement, at: float) -> None:
        self.said.append(announcement)
        if self.store is not None and announcement.seq is not None:
            assert len(self.store.log().events) >= announcement.seq

    def again(self, announcement: Announcement, at: float) -> None:
        self.said.append(announcement)

    def hush(self, at: float) -> bool:
        return False

    def health(self, health: DeviceHealth) -> None:
        pass

    def close(self) -> None:
        pass

    def words(self) -> list[str]:
        return [announcement.normal for announcement in self.said if announcement.normal]


class FullStore(GameLog):
    """A disk that is full until somebody makes room."""

    full = False

    def append_acts(self, acts: Sequence[ActRows], notes: Mapping[str, object] | None = None) -> None:
        if self.full:
            raise StoreError("game log: the disk is full; free some space", "full")
        super().append_acts(acts, notes)


class Table:
    """A session, and fingers for its buttons and pins."""

    def __init__(self, store: GameLog | None = None, *, cards: CardMode = "untracked", seed: int = 1) -> None:
        game = Game.new(edition("us-accessible"), game_map("usa"), ("blue", "red"), cards=cards, seed=seed)
        self.paper = Paper(store)
        self.session = Session(
            game, layout=LAYOUT, wording=Wording(game_map("usa"), LAYOUT), store=store, sinks=[self.paper]
        )
        self.at = 0.0
        self.session.handle(DeviceHealth(device="hub", condition="live", at=0.0), 0.0)
        self.session.handle(DeviceHealth(device="camera", condition="lost", cause="absent", at=0.0), 0.0)
        for site in LAYOUT.pins():
            self.feel(site.id, "empty")
        self.session.begin(0.0)

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.wait(0.6)
            self.session.handle(Press(button=button, action="down", at=self.at), self.at)
            self.session.handle(Press(button=button, action="up", at=self.at), self.at)

    def feel(self, site: str, seen: str) -> None:
        self.session.handle(
            Observation(site=SiteId(site), sense="pin", seen=seen, at=self.at),  # type: ignore[arg-type]
            self.at,
        )

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.at = round(self.at + 0.1, 3)
            self.session.tick(self.at)


def test_given_a_game_when_anything_is_told_then_it_was_on_the_disk_before(tmp_path: Path) -> None:
    table = Table(GameLog(tmp_path / "a.fingerpost"))
    table.press("yes")
    table.feel("denver-omaha", "something")
    table.wait(1.0)
    table.press("yes")
    seqs = [seq for seq, _ in table.paper.events]
    assert seqs == list(range(1, len(seqs) + 1))
    assert table.paper.stored_when_told[-1] == seqs[-1]
    assert table.session.game.state.owners == {"denver-omaha": "red"}


def test_given_a_full_disk_when_played_on_then_said_once_and_nothing_is_lost(tmp_path: Path) -> None:
    store = FullStore(tmp_path / "a.fingerpost")
    table = Table(store)
    table.paper.store = None
    table.press("yes")
    kept = len(store.log().events)
    store.full = True
    table.press("yes", "yes", "yes")
    assert len(store.log().events) == kept
    warnings = [announcement for announcement in table.paper.said if announcement.earcon == "lost"]
    assert len(warnings) == 1
    store.full = False
    table.press("yes")
    assert store.log().events == table.session.game.events


def test_given_two_games_that_differ_in_one_hand_when_played_then_the_table_hears_the_same() -> None:
    heard: list[list[str]] = []
    for seed in (3, 4):
        table = Table(cards="dealt", seed=seed)
        table.press("yes", "yes", "no", "yes", "yes", "yes", "no", "yes", "yes", "yes")
        public = [a for a in table.paper.said if a.audience == "everyone" and a.seq is not None and a.normal]
        heard.append([a.normal for a in public[1:]])  # the first names the row, which everybody sees
    assert heard[0] == heard[1]
    assert len(heard[0]) >= 3


def test_given_an_answer_in_steps_when_another_is_asked_for_then_forward_tells_the_next_step_of_that() -> (
    None
):
    table = Table(cards="dealt", seed=3)
    table.press(*["yes"] * 8)  # type: ignore[arg-type]
    session = table.session
    of = {
        seat: [one.normal for one in session.wording.about("holdings", seat, "blue", session.game.state)]
        for seat in session.game.state.seats
    }
    assert [len(steps) for steps in of.values()] == [2, 2]
    session.perform(About("holdings", "blue", "blue"), table.at)
    table.press("forward")
    assert table.paper.words()[-1] == of["blue"][1]
    for _ in range(2):  # the same one asked for anew, too, begins at its first step
        session.perform(About("holdings", "red", "blue"), table.at)
        assert table.paper.words()[-1] == of["red"][0]
        table.press("forward")
        assert table.paper.words()[-1] == of["red"][1]


def test_given_the_hand_of_a_seat_when_asked_for_then_only_its_ear_hears_it() -> None:
    table = Table(cards="dealt", seed=3)
    table.press("yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes")
    before = len(table.paper.said)
    table.press("ask", "forward", "forward", "forward", "yes", "yes")
    answers = [a for a in table.paper.said[before:] if "card" in a.normal]
    assert answers
    assert {a.audience for a in answers} == {"blue"}


def test_given_any_phase_when_any_button_is_pressed_then_something_is_heard() -> None:
    mover: Seat | None = "blue"
    for button in BUTTONS:
        for cards in CARD_MODES:
            table = Table(cards=cards)
            before = len(table.paper.said)
            table.press(button)
            heard = [announcement.earcon for announcement in table.paper.said[before:]]
            assert heard[0] == "tick"
            assert len(heard) > 1, (button, cards, mover)


def test_given_a_resumed_game_when_begun_then_no_old_event_is_told_again(tmp_path: Path) -> None:
    with GameLog(tmp_path / "a.fingerpost") as store:
        table = Table(store)
        table.press("yes")
        events = store.log().events
        paper = Paper()
        session = Session(
            Game.replay(events),
            layout=LAYOUT,
            wording=Wording(game_map("usa"), LAYOUT),
            store=store,
            sinks=[paper],
            earlier=EarlierSittings(stored=len(events)),
        )
        session.begin(0.0)
        assert paper.events == []
        assert "turn 2, red square to move" in paper.words()[0]
        assert store.log().events == events
