"""One seat's ear in another language: its words alone, in each kind of what is said."""

import pytest

from announce import LanguageError, Wording
from bots.bot import GreedyBot
from engine import Game, Seat
from tabletop import board_layout

SEATS: tuple[Seat, ...] = ("blue", "red")


@pytest.fixture
def dealt() -> Game:
    return Game.new("us-accessible", "usa", SEATS, "dealt", 5)


@pytest.fixture
def wording(dealt: Game) -> Wording:
    found = Wording(dealt.state.game_map, board_layout("usa"))
    found.tell_in("red", "de")
    return found


def heard(wording: Wording, game: Game, audience: str) -> list[str]:
    said = wording.events(None, game.events, game.state, 1)
    return [one.normal for one in said if one.normal and one.audience == audience]


def test_given_a_seat_of_another_language_when_hands_are_dealt_then_it_alone_hears_its_own_in_it(
    dealt: Game, wording: Wording
) -> None:
    assert any("4 Karten:" in one for one in heard(wording, dealt, "red"))
    assert any("4 cards:" in one for one in heard(wording, dealt, "blue"))
    english = Wording(dealt.state.game_map, board_layout("usa"))
    assert heard(wording, dealt, "blue") == heard(english, dealt, "blue")
    assert heard(wording, dealt, "everyone") == heard(english, dealt, "everyone")


def test_given_a_seat_of_another_language_when_it_asks_for_its_hand_then_the_answer_is_in_it(
    dealt: Game, wording: Wording
) -> None:
    (told,) = wording.answer("hand", "red", dealt.state)
    assert told.audience == "red" and "4 Karten:" in told.normal
    (told,) = wording.answer("hand", "blue", dealt.state)
    assert "4 cards:" in told.normal


def test_given_every_act_of_a_game_when_one_ear_hears_german_then_what_all_hear_and_its_order_stay(
    dealt: Game, wording: Wording
) -> None:
    english, game, bot = Wording(dealt.state.game_map, board_layout("usa")), dealt, GreedyBot(5)
    for _ in range(60):
        before = game.state
        done = game.do(bot.choose(before, before.waiting_for()[0]))
        assert isinstance(done, tuple)
        game, events = done
        first = game.state.seq - len(events) + 1
        plain = english.events(before, events, game.state, first)
        mixed = wording.events(before, events, game.state, first)
        assert [one.audience for one in plain] == [one.audience for one in mixed]
        assert [one for one in plain if one.audience != "red"] == [
            one for one in mixed if one.audience != "red"
        ]


def test_given_a_language_that_is_left_again_when_told_then_it_is_the_tables(
    dealt: Game, wording: Wording
) -> None:
    wording.tell_in("red", None)
    assert any("4 cards:" in one for one in heard(wording, dealt, "red"))
    assert wording.to("red") is wording


def test_given_a_language_without_a_catalogue_when_wanted_then_nothing_changes(wording: Wording) -> None:
    with pytest.raises(LanguageError):
        wording.tell_in("red", "tlh")
    assert wording.to("red").language == "de"
