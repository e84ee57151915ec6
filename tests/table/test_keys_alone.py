"""Two people, one keyboard and no board: what is set, lifted and asked by lines that are typed."""

import io

import pytest

from announce import TypedWords, Wording
from dialog import BoardAgrees
from dialog.reading import More
from dialog.setup import Facts, StoredGame
from engine import EDITIONS, SEATS, game_map
from fingerpost.devices.keyboard_part import KeyboardPart
from table.keyboard import Keyboard
from table.retelling import deeds
from table.set_up_table import SetUpTable
from table.typed_lines import Placed, Told
from tabletop import SiteId, board_layout
from tests.criteria.panel_table import PanelTable
from tests.table.setting_up_table import Before


class Keys:
    """A table by keys alone."""

    def __init__(self) -> None:
        self.table, self.typed = PanelTable(seats=("blue", "red"), has_board=False), ""
        self.part = KeyboardPart(
            self.table.session,
            board_layout("usa"),
            pins=True,
            read=self._read,
            by_keys=True,
            out=io.StringIO(),
            before="",
        )
        self.type("route denver omaha")  # the part begins

    def _read(self) -> str:
        typed, self.typed = self.typed, ""
        return typed

    def type(self, line: str, seconds: float = 3.0) -> list[str]:
        """What is said of a line."""
        before, self.typed = len(self.table.paper.said), f":{line}\r"
        for _ in range(round(seconds * 2)):
            self.part.poll(self.table.at)
            self.table.wait(0.5)
        return self.table.words(before)


def test_given_no_board_when_a_token_is_lifted_late_then_no_place_of_a_board_is_told() -> None:
    keys = Keys()
    keys.type("claim denver omaha")
    keys.type("claim duluth winnipeg")
    keys.type("claim helena winnipeg")
    told = keys.type("lift denver omaha", 12.0)
    assert told == ["Blue disc's token fell off Denver to Omaha. Put it back, please."]


def test_given_an_answer_in_steps_when_the_turn_has_passed_then_yes_is_the_next_movers() -> None:
    """In the last round Yes, "no claim", read on a list that the other had asked for turns before."""
    keys = Keys()
    for claimed in (
        "denver omaha",
        "duluth winnipeg",
        "helena winnipeg",
        "el paso houston",
        "miami new orleans",
    ):
        keys.type(f"claim {claimed}")
    keys.type("city denver")
    assert isinstance(keys.table.mode, More)
    keys.type("claim boston montreal 1")
    assert not isinstance(keys.table.mode, More)
    assert keys.type("yes")[0].startswith("Blue disc: no claim.")


def test_given_a_game_of_less_than_a_minute_when_its_numbers_are_asked_then_no_time_is_told() -> None:
    keys = Keys()
    keys.type("claim denver omaha")
    game = keys.table.session.game
    wording = Wording(game.state.game_map, board_layout("usa"))
    assert wording.statistics(deeds(game), 0)[0].normal.startswith("1 turn. Longest route: ")
    assert wording.statistics(deeds(game), 1)[0].normal.startswith("1 turn in 1 minute. ")


def test_given_claims_as_long_as_one_another_when_the_numbers_are_asked_then_none_is_left_out() -> None:
    keys = Keys()
    game = keys.table.session.game
    wording = Wording(game.state.game_map, board_layout("usa"))

    def told() -> str:
        return " ".join(one.normal for one in wording.statistics(deeds(keys.table.session.game), 0))

    assert told() == "0 turns. No route was claimed."
    keys.type("claim calgary winnipeg")
    assert told() == (
        "1 turn. Longest route: blue disc, Calgary to Winnipeg, 6 trains. Most claims: blue disc, 1."
    )
    keys.type("claim portland salt lake city")
    assert told() == (
        "2 turns. Longest routes, 6 trains each: blue disc, Calgary to Winnipeg; "
        "red square, Portland to Salt Lake City. Most claims: blue disc and red square, 1 each."
    )


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_given_both_of_a_double_when_typed_then_the_example_that_is_told_finds_one(language: str) -> None:
    """No more letters of its cities tell them apart."""
    own, layout, words = game_map("starter"), board_layout("starter"), TypedWords(language)
    keyboard = Keyboard(
        [site.id for site in layout.pins()], cities=own.cities, words=words, named=words.names(own, layout)
    )
    told = keyboard.line("place bri elm")
    assert isinstance(told, Told)
    example = told.text.rstrip(".").rpartition(": ")[2].replace("\u202f", "")
    assert keyboard.line(f"place {example}") == Placed(SiteId("brindle-elmford:1"), None, lift=False)


@pytest.mark.parametrize("line", ["place denver omaha", "claim denver omaha", "lift denver omaha"])
def test_given_a_saved_game_when_a_pin_is_typed_before_yes_then_what_is_asked_is_told(line: str) -> None:
    """Somebody goes on at once, where the table still asks whether to go on."""
    saved = StoredGame(name="g", edition="us-accessible", seats=("blue", "red"), turn=5, to_move="blue")
    facts = Facts(
        editions=tuple(EDITIONS),
        ways=dict.fromkeys(SEATS, ("screen",)),
        by_keys=True,
        latest=saved,
        first=False,
    )
    before, typed, out = Before(expected=frozenset(), facts=facts), [f":{line}\r"], io.StringIO()
    desk = SetUpTable(before.table, game_map("usa"))
    part = KeyboardPart(
        desk,
        board_layout("usa"),
        pins=True,
        read=lambda: typed.pop() if typed and desk.begun else "",
        by_keys=True,
        out=out,
        before="",
    )
    assert before.wait(3.0)[-1].endswith("go on?")
    asked = len(before.paper.said)
    part.poll(before.at)
    part.poll(before.at)
    before.wait(3.0)
    if line.startswith("lift"):
        assert out.getvalue().endswith("Denver to Omaha: no token stands there.\n")
    else:
        assert before.said(asked) == ["The game played last. Yes goes on, No offers others."]
    assert before.table.choice is None
    before.press("yes")
    assert before.table.choice is not None


def test_given_no_board_when_the_tokens_agree_then_no_board_is_spoken_of() -> None:
    keys = Keys()
    keys.type("claim denver omaha")
    wording = keys.table.session.wording
    prompt = BoardAgrees(tokens=1, shapes_checked=False, after_stop=True)
    [told] = wording.prompt(prompt, keys.table.state)
    normal = "1 token stands as in the game. Red square to move. Back tells what happened before."
    assert told.normal == told.text("full") == normal
    assert told.text("brief") == "All tokens stand as in the game."
