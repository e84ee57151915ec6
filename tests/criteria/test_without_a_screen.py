"""Criterion 77: from power-on to the winner with panel, tokens, loudspeaker and one shared earphone only.

The people know only what the table asks at the panel; they set tokens, press buttons and pass the earphone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from announce import Announcement, Wording
from bots.bot import GreedyBot
from dialog import PassEar
from dialog.setup import Draft, EarWay, Facts
from engine import EDITIONS, SEATS, CardMode, Event, Game, Seat, State, game_map
from lab.simulation.simulated_players import HEAR_S, Pause, Players
from table.self_test import Sensed
from table.session import Session
from table.setting_up import Item, SettingUp
from table.surroundings import Made, Surroundings
from tabletop import Button, DeviceHealth, Observation, Press, Seen, SiteId, board_layout
from tests.criteria.panel_table import MAPS

PLAYERS: tuple[Seat, ...] = ("red", "green", "blue")  # as they sit
WORDS: dict[Seat, str] = {"red": "red square", "green": "green triangle", "blue": "blue disc"}
NAMES = {
    "us-accessible": "United States",
    "us-10th-anniversary": "United States, tenth anniversary",
    "europe": "Europe",
    "rails-and-sails-world": "Rails and Sails, the World",
    "rails-and-sails-great-lakes": "Rails and Sails, the Great Lakes",
    "legends-of-the-west": "Legends of the West",
    "starter": "Starter map",
}
SHARED: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("shared",))
POWER_ON = DeviceHealth(device="hub", condition="live", at=0.0)
NO_CAMERA = DeviceHealth(device="camera", condition="lost", cause="absent", at=0.0)


@dataclass
class Loudspeaker:
    """What the whole table hears."""

    heard: list[str] = field(default_factory=list)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """It hears words only."""

    def say(self, announcement: Announcement, at: float) -> None:
        if announcement.audience == "everyone" and announcement.normal:
            self.heard.append(announcement.normal)

    def again(self, announcement: Announcement, at: float) -> None:
        self.say(announcement, at)

    def hush(self, at: float) -> bool:
        return False

    def health(self, health: DeviceHealth) -> None:
        """It hears words only."""

    def close(self) -> None:
        """Nothing to let go."""


@dataclass
class SharedEarphone(Loudspeaker):
    """Goes round. It sounds in one ear; words for another would be heard by the wrong one."""

    holder: Seat | None = None
    told_to: list[tuple[Seat, str]] = field(default_factory=list)

    def pass_ear(self, seat: Seat) -> None:
        """This seat has said that it has it in."""
        self.holder = seat

    def say(self, announcement: Announcement, at: float) -> None:
        if announcement.audience != "everyone" and announcement.normal:
            assert announcement.audience == self.holder, announcement
            self.told_to.append((announcement.audience, announcement.normal))


class _Steady:
    """Nobody's hand lingers."""

    def lingering_s(self, number: int) -> float:
        return 0.0


class Fingers:
    """The players' hands on the observation level: pins that tell whose token it is, six buttons, a clock."""

    faults = _Steady()

    def __init__(self, table: SettingUp | Session) -> None:
        self.table: SettingUp | Session = table
        self.at = 0.0
        self.tokens: dict[SiteId, Seat] = {}

    def sense(self, item: Item) -> None:
        self.table.handle(item, self.at)

    def feel(self, site: SiteId, seen: Seen) -> None:
        self.sense(Observation(site=site, sense="pin", seen=seen, at=self.at))

    def key(self, button: Button, *, down: bool) -> None:
        self.sense(Press(button=button, action="down" if down else "up", at=self.at))

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.wait(0.6)
            self.key(button, down=True)
            self.key(button, down=False)

    def reach(self, site: SiteId) -> None:
        """No camera sees the hand."""

    def withdraw(self) -> None:
        """No camera sees the hand."""

    def place(self, site: SiteId, seat: Seat) -> None:
        self.tokens[site] = seat
        self.feel(site, seat)

    def lift(self, site: SiteId) -> None:
        del self.tokens[site]
        self.feel(site, "empty")

    def wait(self, seconds: float) -> None:
        steps = max(1, round(seconds * 10))
        for _ in range(steps):
            self.at = round(self.at + seconds / steps, 4)
            self.table.tick(self.at)


class Evening:
    """One table from power-on; `name` and `cards` are what its people want to play."""

    def __init__(self, name: str, cards: CardMode) -> None:
        self.name, self.cards = name, cards
        self.layout, board = board_layout(MAPS[name]), game_map(MAPS[name])
        self.wording = Wording(board, self.layout)
        self.loud, self.ear = Loudspeaker(), SharedEarphone()
        facts = Facts(editions=tuple(EDITIONS), ways=SHARED)
        sensed = Sensed(self.layout, frozenset({"hub"}))
        self.table = SettingUp(
            facts,
            Draft(),
            sensed=sensed,
            wording=self.wording,
            sinks=[self.loud, self.ear],
            around=Surroundings(),
            seed=5,
            coded=True,
        )
        self.hands = Fingers(self.table)
        self.hands.sense(POWER_ON)
        self.hands.sense(NO_CAMERA)
        for pin in self.layout.pins():
            self.hands.feel(pin.id, "empty")
        self.hands.wait(1.0)

    def set_up(self) -> Draft:
        """Answer what is heard until a game is chosen: what was not understood nobody could answer."""
        hands, pins = self.hands, [pin.id for pin in self.layout.pins()]
        for _ in range(60):
            if isinstance(self.table.choice, Made):
                return self.table.choice.draft
            heard = self.loud.heard[-1]
            answer = next((does for asks, does in self.answers() if re.match(asks, heard)), None)
            assert answer is not None, f"nobody knows what to answer to: {heard}"
            if answer != "tokens":
                hands.press(*answer)
                continue
            for pin, seat in zip(pins, PLAYERS, strict=False):
                hands.place(pin, seat)
                hands.wait(0.5)
                assert re.search(rf"{WORDS[seat]} (sits first|is number \d)\. Lift it again\.", self.newest())
                hands.lift(pin)
            hands.press("yes")
        raise AssertionError(f"no game is chosen; last heard: {self.loud.heard[-1]}")

    def newest(self) -> str:
        """What was heard last, its first letter as within a sentence."""
        return self.loud.heard[-1][0].lower() + self.loud.heard[-1][1:]

    def answers(self) -> Sequence[tuple[str, str | tuple[Button, ...]]]:
        """What these people answer, by how it is asked: words alone tell them where they are."""
        edition, nth = NAMES[self.name], rf" \d of {len(NAMES)}\."
        mine, other = (
            ("dealt by me", "in your hands") if self.cards == "dealt" else ("in your hands", "dealt by me")
        )
        return (
            (r"Slower: Back\. Faster: Forward\. Yes when this speed is right\.$", ("yes",)),
            (
                r"Button practice: press any button to hear its name\. Press No twice to end\.$",
                ("ask", "no", "no"),
            ),
            (r"Ready\. New game: Yes\.", ("yes",)),
            (rf"(Which edition\? )?{edition}[.,]{nth}", ("yes",)),
            (rf"(Which edition\? )?[A-Z][^?]+[.,]{nth}", ("forward",)),
            (rf"Cards: {mine}\? Forward: {other}\.$", ("yes",)),
            (rf"Cards: {other}\? Forward: {mine}\.$", ("forward",)),
            (r"Who plays\? .*set a token on any pin\. Then Yes\.$", "tokens"),
            (r"3 seats: red square, green triangle and blue disc\. Right\?$", ("yes",)),
            (r"\w+ bonus \d+ dollars\. Right\? Back: less\. Forward: more\.$", ("yes",)),
            (r"\w+ \w+ has no ear yet\. Pass round the shared earphone\? Forward: another way\.$", ("yes",)),
            (r"\w+ \w+ has no ear yet\. .*Forward: another way\.$", ("forward",)),
            (r"(Who starts\? .*say the rules\. )?Green triangle\? \d of 4\.$", ("yes",)),
            (r"Who starts\? .*say the rules\. .*\? 1 of 4\.$", ("forward",)),
            (r".*Green triangle starts\..* Start\?$", ("yes",)),
        )

    def pass_round(self, session: Session) -> None:
        """The earphone goes where the table asks for it, and its seat says Yes and hears what waited."""
        while isinstance(session.panel.mode, PassEar):
            self.hands.press("yes")
            self.hands.wait(HEAR_S)

    def play(self, draft: Draft) -> Session:
        """The game that was set up, to its end."""
        settings = dict(draft.settings)
        game = Game.new(draft.edition, MAPS[draft.edition], draft.turn_order(), self.cards, 5, settings)
        session = Session(
            game, layout=self.layout, wording=self.wording, store=None, sinks=[self.loud, self.ear]
        )
        session.share_ear(PLAYERS, dict.fromkeys(PLAYERS, "shared"))
        for item in self.table.sensed.rest():
            session.handle(item, self.hands.at)
        session.begin(self.hands.at)
        self.hands.table = session
        players = Players(session, self.hands, {seat: GreedyBot(5) for seat in game.state.seats})  # type: ignore[arg-type]
        self.pass_round(session)
        while not session.over:
            for step in players.next_act():
                if isinstance(step, Pause):
                    self.hands.wait(step.seconds)
                self.pass_round(session)
        self.hands.wait(1.0)
        return session


@pytest.mark.criterion(77)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("name", MAPS)
def test_given_panel_tokens_loudspeaker_and_one_earphone_when_played_then_from_power_on_to_the_winner(
    name: str, cards: CardMode
) -> None:
    evening = Evening(name, cards)
    draft = evening.set_up()
    assert (draft.edition, draft.cards, draft.seats) == (name, cards, PLAYERS)
    assert draft.turn_order() == ("green", "blue", "red")
    assert dict(draft.ears) == dict.fromkeys(PLAYERS, "shared")
    before = len(evening.loud.heard)
    session = evening.play(draft)
    heard = evening.loud.heard
    assert heard[0].startswith("Hello, this is Fingerpost.")
    assert any("Start?" in line for line in heard[:before])
    assert any("wins with" in line or line.startswith("A tie") for line in heard)
    assert {seat for seat, _ in evening.ear.told_to} == set(PLAYERS)
    aloud, tickets = before_scoring(heard), ticket_words(evening, session)
    assert not [line for line in aloud if any(ticket in line for ticket in tickets)]
    in_ears = [line for _, line in evening.ear.told_to]
    assert any(ticket in line for line in in_ears for ticket in tickets)


def before_scoring(heard: Sequence[str]) -> Sequence[str]:
    """What the loudspeaker said before hands were laid open."""
    return heard[: next(n for n, line in enumerate(heard) if re.match(r"(Scores, )?1 of \d", line))]


def ticket_words(evening: Evening, session: Session) -> list[str]:
    """How a ticket is told in an ear: its cities, then its points."""
    tickets, words = session.game.state.game_map.tickets, evening.wording.vocabulary
    return [f"{words.ticket(ticket)}, {tickets[ticket].value}" for ticket in tickets]


@pytest.mark.criterion(77)
@pytest.mark.parametrize("name", MAPS)
def test_given_a_table_that_comes_back_when_it_plays_as_last_time_then_four_presses_do(
    name: str,
) -> None:
    first = Evening(name, "untracked")
    draft = first.set_up()
    again = Evening(name, "untracked")
    numbers = first.table.panel.desk.facts.numbers  # that were answered
    facts = Facts(editions=(name,), ways=SHARED, last=draft, first=False, numbers=numbers)
    again.table = SettingUp(
        facts,
        Draft(),
        sensed=Sensed(again.layout, frozenset({"hub"})),
        wording=again.wording,
        sinks=[again.loud, again.ear],
        around=Surroundings(),
        seed=5,
        coded=True,
    )
    again.hands.table = again.table
    again.hands.sense(POWER_ON)
    for pin in again.layout.pins():
        again.hands.feel(pin.id, "empty")
    again.hands.wait(1.0)
    again.hands.press("yes", "yes", "yes")
    assert isinstance(again.table.choice, Made)
    assert again.table.choice.draft.seats == PLAYERS
