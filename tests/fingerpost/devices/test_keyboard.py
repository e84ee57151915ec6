"""The keyboard: keys and lines become presses, questions and tokens, equal to the panel in what follows."""

import argparse
import io
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce import Announcement, TypedWords
from audio import EarSetting, SinkName
from command_line.printed_words import Transcript
from dialog import Declare
from engine import CardMode, Event, Game, KeepTickets, RouteId, Seat
from fingerpost.config import Config, EarsSection, GameSection, PageSection
from fingerpost.devices.keyboard_part import KeyboardPart
from fingerpost.evening.whose_ear import at_the_screen, hears_ears, without_an_ear
from reconcile import UNHEARD_S
from table.keyboard import Keyboard
from table.typed_lines import Adjusted, AskedFor, Chosen, Ended, Placed, Pressed, TicketNamed, Told, Typed
from tabletop import BUTTONS, Button, SiteId, board_layout
from tests.criteria.four_ways import by_panel, by_wire
from tests.criteria.panel_table import PanelTable, done
from tests.waiting import PATIENCE_S

LAYOUT = board_layout("usa")
PLACES = [site.id for site in LAYOUT.pins()]
ROUTE = RouteId("denver-omaha")
EAR = EarSetting(sink=SinkName("pipewire", "headset"))
DENVER = SiteId(ROUTE)


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        ("\r", Pressed("yes")),
        ("r", Pressed("repeat")),
        ("R", Pressed("repeat")),
        ("\x1b[D", Pressed("back")),
        ("\x1b[C", Pressed("forward")),
        ("?", Pressed("ask")),
        ("\x1bOP", Pressed(seat="blue")),
        ("\x1b[15~", Pressed(seat="black")),
        ("t", AskedFor("turn")),
        ("l", AskedFor("since")),
        ("+", Adjusted("volume", 1)),
        ("[", Adjusted("rate", -1)),
        (":place den om\r", Placed(DENVER)),
        (":place den om red\r", Placed(DENVER, "red")),
        (":lift denver-omaha\r", Placed(DENVER, lift=True)),
        (":claim DEN OM\r", Chosen(DENVER)),
        (":stop\r", Ended()),
    ],
)
def test_given_a_key_when_typed_whole_or_split_then_it_is_what_it_says(keys: str, typed: Typed) -> None:
    assert Keyboard(PLACES).keys(keys, 0.0) == [typed]
    slow = Keyboard(PLACES)
    assert [one for letter in keys for one in slow.keys(letter, 0.0)] == [typed]


def test_given_escape_alone_when_nothing_follows_then_it_is_no_and_an_arrow_is_not() -> None:
    keyboard = Keyboard(PLACES)
    assert keyboard.keys("\x1b", 1.0) == []
    assert keyboard.keys("", 1.02) == []
    assert keyboard.keys("", 1.06) == [Pressed("no")]
    assert keyboard.keys("\x1b", 2.0) == []
    assert keyboard.keys("[C", 2.01) == [Pressed("forward")]


def test_given_a_line_with_the_colon_of_the_keys_when_typed_then_it_is_the_same_line() -> None:
    keyboard = Keyboard(PLACES)
    assert keyboard.line(":help") == keyboard.line("help") != keyboard.line(":fly")
    assert keyboard.line(":place dallas houston 1") == Placed(SiteId("dallas-houston:1"))


def test_given_first_letters_when_several_pins_begin_so_then_they_are_named() -> None:
    told = Keyboard(PLACES).line("place den")
    assert isinstance(told, Told)
    assert "denver-omaha" in told.text
    assert "type more letters" in told.text
    unknown = Keyboard(PLACES).line("place atlantis")
    assert isinstance(unknown, Told) and "no such pin" in unknown.text
    assert Keyboard(PLACES).line("place dallas houston 1") == Placed(SiteId("dallas-houston:1"))


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "de",
            ("Fragezeichen: Fragen", "kein solcher Stift", "noch 4; gib mehr", "tut hier nichts"),
        ),
        ("fr", ("Échap", "aucun picot", "4 de plus", "ne sert à rien")),
        ("es", ("Escape: No", "no hay tal clavija", "4 más", "no sirve aquí")),
    ],
)
def test_given_a_language_when_typing_then_what_is_printed_is_in_it(
    language: str, wanted: tuple[str, ...]
) -> None:
    keyboard = Keyboard(PLACES, words=TypedWords(language))
    told = [*map(keyboard.line, ("help", "place atlantis", "place den")), *keyboard.keys("x", 0.0)]
    for words, said in zip(wanted, told, strict=True):
        assert isinstance(said, Told) and words in said.text


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("ticket ny atl", TicketNamed("ny atl")),
        (":ticket ny atl", TicketNamed("ny atl")),
        ("ticket", TicketNamed("")),
        ("ny atl", TicketNamed("ny atl", alone=True)),
        ("d", AskedFor("devices")),
        ("claim den om", Chosen(DENVER)),
    ],
)
def test_given_first_letters_when_typed_then_they_may_be_a_tickets_where_no_word_is_ours(
    line: str, typed: Typed
) -> None:
    assert Keyboard(PLACES).line(line) == typed


def test_given_no_list_of_tickets_when_letters_are_typed_then_one_line_tells_that() -> None:
    keys = Typist(PanelTable())
    keys.type("ny atl", "ticket ny atl", "ticket")
    ends = "no such ticket; while paper tickets are entered, type the first letters of its cities.\n"
    assert keys.out.getvalue() == (
        "Ny atl: not known; give yes, no, ask, place PIN, lift PIN, claim PIN or help.\n"
        f"Ny atl: {ends}No ticket named: {ends}"
    )


def test_given_paper_tickets_to_enter_when_first_letters_are_typed_then_the_ticket_is_named() -> None:
    table = PanelTable(cards="untracked", seats=("blue", "red"), settings={"trains": 4})
    keys = Typist(table)
    keys.type("place den om", "yes", "yes")
    assert isinstance(table.mode, Declare)
    keys.type("ny atl", "yes", "ticket el den", "yes", "no", "no")
    assert table.state.tickets["blue"] == ("denver-el-paso", "atlanta-new-york")
    assert "not known" not in keys.out.getvalue()


def test_given_a_line_being_typed_when_tab_is_pressed_then_the_only_name_is_written_out() -> None:
    keyboard = Keyboard(PLACES)
    assert keyboard.keys(":place hel om\t", 0.0) == [Told(":place helena-omaha")]
    assert keyboard.keys("\r", 0.0) == [Placed(SiteId("helena-omaha"))]


@given(st.text(max_size=40))
def test_given_any_keys_when_typed_then_nothing_breaks(text: str) -> None:
    keyboard = Keyboard(PLACES)
    keyboard.keys(text, 0.0)
    keyboard.keys("", 1.0)
    assert keyboard.line(text) is not None


class Typist:
    """A keyboard at a table; what it types is given line by line."""

    def __init__(self, table: PanelTable, *, pins: bool = True) -> None:
        self.table, self.out, self.text = table, io.StringIO(), ""
        self.part = KeyboardPart(
            table.session, LAYOUT, pins=pins, read=self._read, by_keys=False, out=self.out
        )

    def _read(self) -> str | None:
        text, self.text = self.text, ""
        return text

    def type(self, *lines: str) -> None:
        for line in lines:
            self.text = line + "\n"
            for _ in range(20):
                self.table.wait(0.1)
                self.part.poll(self.table.at)


def test_given_no_board_when_pins_are_typed_then_tokens_are_set_and_lifted() -> None:
    table = PanelTable()
    keys = Typist(table)
    keys.type("place den om", "place hel om", "lift hel om", "yes")
    assert dict(table.state.owners) == {ROUTE: "blue"}
    assert table.state.to_move == "red"


def test_given_a_token_that_stands_when_placed_again_or_none_when_lifted_then_that_is_said() -> None:
    """Both were answered by nothing at all."""
    table = PanelTable()
    keys = Typist(table)
    keys.type("place den om")
    before = keys.out.getvalue()
    keys.type("place den om")
    assert keys.out.getvalue() == (
        f"{before}Denver to Omaha: a token stands there already; lift takes it off.\n"
    )
    keys.type("place den om blue")
    assert (
        keys.out.getvalue().count("Denver to Omaha: a token stands there already; lift takes it off.\n") == 2
    )
    keys.type("lift hel om")
    assert keys.out.getvalue().endswith("Helena to Omaha: no token stands there.\n")
    assert dict(table.state.owners) == {ROUTE: "blue"} and table.state.to_move == "red"


def test_given_a_board_when_a_pin_is_typed_then_the_hand_has_to_set_it_but_a_claim_is_heard() -> None:
    table = PanelTable()
    keys = Typist(table, pins=False)
    keys.type("place den om")
    assert not table.state.owners
    assert "pins of its own" in keys.out.getvalue()
    keys.type("claim den om")
    assert dict(table.state.owners) == {ROUTE: "blue"}
    assert table.words()[-1] == "Set blue disc's token on Denver to Omaha, please."
    table.wait(5.0)
    assert not any("fell" in one for one in table.words())  # its token is waited for
    assert table.set_token("blue", DENVER)[-1] == "Denver to Omaha is right again."


def by_line(table: PanelTable, button: Button) -> None:
    """A line from a pipe: the button's name."""
    KeyboardPart(
        table.session, LAYOUT, pins=False, read=lambda: button + "\n", by_keys=False, out=io.StringIO()
    ).poll(table.at)


@pytest.mark.criterion(20)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize("press", [by_line, by_wire])
def test_given_one_command_by_another_way_when_compared_then_events_and_words_are_equal(
    cards: CardMode, press: Callable[[PanelTable, Button], None]
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), cards, 3)
    for seat in list(game.state.offered):
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    buttons = (*BUTTONS, "yes", "yes", "ask", "ask", "forward", "yes", "no", "repeat", "yes", "back", "no")
    heard: list[tuple[list[str], list[tuple[int, Event]]]] = []
    for way in (by_panel, press):
        table = PanelTable(cards=cards, game=game)
        for button in buttons:
            table.wait(0.6)
            way(table, button)
        heard.append((table.words(), table.paper.events))
    assert heard[0] == heard[1]
    assert len(heard[0][0]) > 8


@pytest.mark.criterion(20)
def test_given_a_question_by_its_key_when_answered_then_in_the_words_of_the_list() -> None:
    by_list, by_key = PanelTable(), PanelTable()
    by_list.press("ask")
    by_list.pick("scores")
    Typist(by_key).type("scores")
    assert by_list.words()[-1] == by_key.words()[-1]


def test_given_a_terminal_when_keys_are_pressed_then_a_game_is_played_in_plain_lines(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    call = ["play", "--keyboard", "--mute", "--edition", "us-accessible", "--seats", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "fingerpost", *call],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    lines: list[str] = []

    def hears(words: str) -> None:
        end = time.monotonic() + 30.0
        while not any(words in line for line in lines):
            assert time.monotonic() < end, lines
            lines.append(process.stdout.readline())  # type: ignore[union-attr]

    try:
        hears("Blue disc to move.")
        os.write(ours, b":place den om\r")
        hears("Blue disc claims Denver to Omaha")
        time.sleep(UNHEARD_S + 0.1)  # a Yes before is the claim's, and tells it again
        os.write(ours, b"\r")
        hears("Red square: no claim.")
        os.write(ours, b"s")
        hears("Blue disc 7, red square 0.")
        os.write(ours, b":stop\r")
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
        process.communicate()
        os.close(ours)
        os.close(theirs)
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("route den om", "Denver to Omaha: free, 4 trains"),
        ("city denver", "Denver, "),
        ("region south-w", "South-west: "),
        ("holdings red", "Red square has no route."),
        ("statistics", "0 turns. No route was claimed."),
        ("pay den om", "Your cards are in your own hands."),
    ],
)
def test_given_a_question_about_a_place_when_typed_then_it_is_answered(line: str, begins: str) -> None:
    table = PanelTable()
    out = io.StringIO()
    lines = iter([line + "\n"])
    part = KeyboardPart(table.session, LAYOUT, pins=False, read=lambda: next(lines, ""), out=out)
    part.poll(table.at)
    assert table.words()[-1].startswith(begins), table.words()[-1]


@pytest.mark.parametrize("line", ["city", "city atlantis", "route", "pay x y", "region up", "holdings pink"])
def test_given_a_place_that_is_not_when_asked_about_then_one_line_tells_what_to_type(line: str) -> None:
    routes, cities = ["denver-omaha"], ["denver"]
    told = Keyboard(PLACES, routes=routes, cities=cities).line(line)
    assert isinstance(told, Told)
    assert "not known; type the first letters, as in: " in told.text


def test_given_a_seat_that_does_not_play_when_its_routes_are_asked_for_then_the_seats_are_named() -> None:
    table, out = PanelTable(seats=("blue", "red")), io.StringIO()
    lines = iter(["holdings black\n"])
    part = KeyboardPart(table.session, LAYOUT, pins=False, read=lambda: next(lines, ""), out=out)
    part.poll(table.at)
    assert out.getvalue() == "Black: does not play; seats are blue, red.\n"


@pytest.mark.parametrize(
    ("cards", "bots", "ears", "seats"),
    [
        ("dealt", (), {}, ("blue", "red")),
        ("dealt", (), {"red": EAR}, ("blue",)),
        ("dealt", ("red",), {}, ()),  # one person alone reads all that is its own
        ("untracked", (), {}, ()),
    ],
)
def test_given_people_at_one_screen_when_cards_are_dealt_then_those_without_an_ear_share_it(
    cards: CardMode, bots: tuple[Seat, ...], ears: dict[str, EarSetting], seats: tuple[Seat, ...]
) -> None:
    config = Config(
        game=GameSection(cards=cards, bots=bots),
        ears=EarsSection(**ears),
    )
    state = PanelTable(cards=cards, seats=("blue", "red")).state
    assert at_the_screen(config, state) == seats
    out = io.StringIO()
    transcript = Transcript(out, ears=hears_ears(config, argparse.Namespace(keyboard=True), state))
    for audience in ("everyone", "blue", "red"):
        transcript.say(Announcement(audience=audience, urgency="polite", normal=f"For {audience}."), 0.0)
    shown = seats or tuple(seat for seat in ("blue", "red") if seat not in bots)
    assert out.getvalue().count("ear]") == len(shown)
    assert all(f"For {seat}." in out.getvalue() for seat in shown)
    assert hears_ears(config, argparse.Namespace(keyboard=False), state) is False


@pytest.mark.parametrize(
    ("cards", "config", "keys", "seats"),
    [
        ("untracked", Config(), False, ("blue", "red")),
        ("untracked", Config(ears=EarsSection(red=EAR)), False, ("blue",)),
        ("untracked", Config(ears=EarsSection(shared=EAR)), False, ()),
        ("untracked", Config(page=PageSection(port=8080)), False, ()),
        ("untracked", Config(), True, ()),
        ("dealt", Config(), False, ()),  # what a hand holds is never said aloud
    ],
)
def test_given_a_loudspeaker_alone_when_cards_are_in_hands_then_lists_are_heard_there(
    cards: CardMode, config: Config, keys: bool, seats: tuple[Seat, ...]
) -> None:
    state = PanelTable(cards=cards, seats=("blue", "red")).state
    assert without_an_ear(config, state, keys=keys) == seats
