"""The power goes while a newspaper's event is to be read out: it is called for again, and no card is lost."""

from pathlib import Path

import pytest

from announce import Wording
from dialog import Mending, News, Tickets, UndoBack
from engine import DrawCard, Game, KeepTickets, Seat
from storage.resume import resume
from storage.store import GameLog
from table.held_words import KIND, waited
from table.requests import DoAct, Request
from table.retelling import retold
from table.session import Session
from table.unheard import KIND as UNHEARD
from tabletop import Button, DeviceHealth, Press, board_layout
from tests.criteria.panel_table import MAPS, PanelTable, Paper, done

NAME = "legends-of-the-west"
SEATS: tuple[Seat, ...] = ("blue", "red")
PASS = "Pass the earphone to blue disc. Blue disc: Yes when it is in."
CALL = "Turn up the next event card, read it out, then Yes."


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """Blue has drawn, and a newspaper came up; nobody has said yet that its event was read out."""
    for seed in range(3, 40):
        game = Game.new(NAME, MAPS[NAME], SEATS, "dealt", seed)
        game = done(game, *(KeepTickets(seat=seat, tickets=game.state.offered[seat]) for seat in SEATS))
        if "newspaper" in game.state.deck[:1]:
            break
    path = tmp_path / "cut"
    store = GameLog(path)
    store.opened()
    table = PanelTable(NAME, "dealt", game=game, store=store)
    table.press("yes", "yes")
    assert isinstance(table.mode, News)
    return path


def drawn_from_afar(path: Path, *, newspaper: bool) -> PanelTable:
    """Blue has drawn by the wire, a newspaper first or none; nobody has the earphone of all."""
    for seed in range(3, 40):
        game = Game.new(NAME, MAPS[NAME], SEATS, "dealt", seed)
        game = done(game, *(KeepTickets(seat=seat, tickets=game.state.offered[seat]) for seat in SEATS))
        if ("newspaper" in game.state.deck[:1]) == newspaper:
            break
    store = GameLog(path)
    store.opened()
    table = PanelTable(NAME, "dealt", game=game, store=store)
    table.session.share_ear(SEATS, dict.fromkeys(SEATS, "shared"))
    table.wait(2)
    draw = Request(want=DoAct(command=DrawCard(seat="blue", source="deck")), seat="blue")
    table.session.handle(draw, table.at)
    table.wait(2)
    if newspaper:
        table.press("yes")
        table.wait(2)
    assert table.words()[-1] == PASS
    return table


class Later:
    """The game of a log that goes on, without devices."""

    def __init__(self, path: Path, *, passed_round: bool = False) -> None:
        """`passed_round`: one earphone is there for all."""
        self.path = path.with_name(f"{path.name}-later")
        for end in ("", "-wal"):
            if (part := Path(f"{path}{end}")).exists():
                Path(f"{self.path}{end}").write_bytes(part.read_bytes())
        sitting = resume(self.path)
        layout, self.paper, self.at = board_layout(MAPS[NAME]), Paper(), 0.0
        wording = Wording(sitting.game.state.game_map, layout)
        self.session = Session(
            sitting.game,
            layout=layout,
            wording=wording,
            store=sitting.store,
            sinks=[self.paper],
            earlier=sitting.earlier(
                tuple(retold(wording, sitting.game.events, sitting.acts, audience="blue"))
            ),
        )
        for device in ("hub", "camera"):
            self.session.handle(DeviceHealth(device=device, condition="lost", cause="absent", at=0.0), 0.0)
        if passed_round:
            self.session.share_ear(SEATS, dict.fromkeys(SEATS, "shared"))
        self.session.begin(0.0)

    def press(self, *buttons: Button) -> list[tuple[str, str]]:
        before = len(self.paper.said)
        for button in buttons:
            for _ in range(30):
                self.at += 0.1
                self.session.tick(self.at)
            for action in ("down", "up"):
                self.session.handle(Press(button=button, action=action, at=self.at), self.at)
        return self.told(before)

    def told(self, since: int = 0) -> list[tuple[str, str]]:
        return [(one.audience, one.normal) for one in self.paper.said[since:] if one.normal]


@pytest.mark.criterion(43)
@pytest.mark.criterion(54)
def test_given_a_power_cut_before_an_event_was_read_out_when_gone_on_with_then_it_is_called_for_again(
    cut: Path,
) -> None:
    """The paper's events were one behind for the rest of the game, and blue never heard of its card."""
    later = Later(cut)
    assert later.told()[-2:] == [("everyone", "Newspaper. A new event."), ("everyone", CALL)]
    assert not any(audience == "blue" for audience, _ in later.told())
    assert isinstance(later.session.panel.mode, News)
    told = later.press("yes")
    assert ("everyone", "Blue disc draws from the deck.") in told
    [card, second] = [text for audience, text in told if audience == "blue"]
    assert "you have" in card
    assert second.startswith("Second card: deck?")


@pytest.mark.criterion(54)
def test_given_an_event_that_was_read_out_when_gone_on_with_then_nobody_turns_up_another(cut: Path) -> None:
    later = Later(cut)
    later.press("yes")
    again = Later(later.path)
    assert ("everyone", CALL) not in again.told()
    assert not isinstance(again.session.panel.mode, News)


@pytest.mark.criterion(43)
@pytest.mark.criterion(74)
@pytest.mark.parametrize("newspaper", [True, False])
def test_given_words_that_wait_for_the_earphone_when_the_power_goes_then_they_wait_for_it_again(
    newspaper: bool, tmp_path: Path
) -> None:
    """Which card it was blue then heard by asking for its hand alone."""
    table = drawn_from_afar(tmp_path / "cut", newspaper=newspaper)
    later = Later(tmp_path / "cut", passed_round=True)
    assert not [text for audience, text in later.told() if audience != "everyone"]
    assert {*later.press("back")} == {("everyone", PASS)}
    told = later.press("yes")
    [card] = [text for audience, text in told if audience == "blue" and "you have" in text]
    assert sum(one.normal == card for one in later.session.history) == 1  # of which Back has it
    held = table.state.hands["blue"]
    assert any(f"you have {count}." in card for count in held.values())
    later.session.tick(later.at)
    again = Later(later.path, passed_round=True)  # heard now: it is told no second time
    assert not [text for _, text in (*again.told(), *again.press("yes", "yes")) if text == card]


@pytest.mark.criterion(74)
@pytest.mark.parametrize("newspaper", [True, False])
def test_given_words_that_wait_for_the_earphone_when_their_act_is_undone_then_they_are_not_said(
    newspaper: bool, tmp_path: Path
) -> None:
    """Blue heard which card it had drawn after the draw was taken back."""
    table = drawn_from_afar(tmp_path / "cut", newspaper=newspaper)
    table.session.perform(UndoBack("blue", 1), table.at)
    table.wait(2)
    told = table.press("yes")
    assert told and not any("; you have" in text for text in told)
    later = Later(tmp_path / "cut", passed_round=True)
    assert not any("; you have" in text for _, text in (*later.told(), *later.press("yes")))


@pytest.mark.criterion(54)
def test_given_words_of_the_very_act_that_wait_for_the_earphone_when_its_event_is_called_for_then_after_it(
    cut: Path,
) -> None:
    before = Later(cut)
    before.session.keeper.note({UNHEARD: {"blue": [len(before.session.game.events)]}}, before.at)
    later = Later(before.path)
    assert not any(audience == "blue" for audience, _ in later.told())
    assert sum("you have" in text for _, text in later.press("yes")) == 1


@pytest.mark.parametrize("noted", [7, {}, {"blue": 3}, {"blue": [True, "a", 9000]}, {"pink": [2]}])
def test_given_a_note_of_words_that_is_nonsense_when_gone_on_with_then_the_game_goes_on(
    noted: object, cut: Path
) -> None:
    with GameLog(cut.with_name("other")) as store:
        PanelTable(NAME, "dealt", SEATS, store=store)
        store.note(UNHEARD, noted)
    assert isinstance(Later(cut.with_name("other")).session.panel.mode, Tickets)


@pytest.mark.criterion(54)
def test_given_an_event_to_be_read_out_when_one_walks_back_then_the_card_is_not_told_before_it(
    cut: Path,
) -> None:
    later = Later(cut)
    assert not any("draws" in one.normal or "you have" in one.normal for one in later.session.history)
    later.press("yes")
    assert sum("you have" in one.normal for one in later.session.history) == 1


def test_given_an_event_to_be_read_out_when_the_board_is_put_right_first_then_it_is_called_for_after_it(
    cut: Path,
) -> None:
    later = Later(cut)
    panel = later.session.panel
    panel.mend()
    assert isinstance(panel.mode, Mending)
    panel.mended(later.session.game.state, later.at)
    assert isinstance(panel.mode, News)


@pytest.mark.parametrize(
    "noted", [None, 7, {}, {"first": 3, "last": 2, "left": 1}, {"first": "a"}, {"left": 1}]
)
def test_given_a_note_that_tells_of_no_act_when_read_then_nothing_waited(noted: object) -> None:
    assert waited(noted) is None


def test_given_a_note_of_an_act_without_a_newspaper_when_gone_on_with_then_the_game_goes_on(
    cut: Path,
) -> None:
    with GameLog(cut.with_name("other")) as store:
        table = PanelTable(NAME, "dealt", SEATS, store=store)
        store.note(KIND, {"first": 2, "last": 2, "left": 1})
        assert table.state.phase == "tickets"
    assert isinstance(Later(cut.with_name("other")).session.panel.mode, Tickets)
