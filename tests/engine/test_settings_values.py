"""Every setting is given its other values by some test; here are those that fit nowhere else."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from engine import (
    EDITIONS,
    SEATS,
    DrawTickets,
    Game,
    KeepTickets,
    Reason,
    Refusal,
    Settings,
    SettingsError,
    edition,
    number_range,
    score_position,
    view,
)

HERE = Path(__file__).parent
ONE_VALUE = {"stuck", "tunnel_colour", "tunnel_short"}
"""Questions with one answer only (X-7, X-15, X-17)."""


def other_values() -> Iterator[tuple[str, str]]:
    """Every setting with each named value that no edition has by itself; `""` for numbers and lists."""
    for name, kind in get_type_hints(Settings).items():
        values = get_args(kind) if get_origin(kind) is Literal else ("",)
        own = {getattr(edition(rules).settings, name) for rules in EDITIONS}
        yield from ((name, value) for value in values if value not in own)


def test_given_every_setting_then_some_test_gives_it_each_of_its_other_values() -> None:
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    tests = [test for text in texts for test in text.split("\n\n\n")]
    missing = [
        (name, value)
        for name, value in other_values()
        if name not in ONE_VALUE
        and not any(re.search(rf'"{name}"[:,]|{name}=', test) and value in test for test in tests)
    ]
    assert missing == []
    assert {name for name, _ in other_values()} >= {"tour_harbors", "loans", "trains", "reshuffle"}


def seat_score(rules: str, settings: dict[str, object], **held: object) -> dict[str, Any]:
    """The first seat's line of score/1."""
    seats = [{"seat": "blue", **held}, {"seat": "red"}]
    score = score_position({"edition": rules, "settings": settings, "seats": seats})
    lines = score["seats"]
    assert isinstance(lines, list)
    line: dict[str, Any] = lines[0]
    return line


def test_given_a_setting_when_its_range_is_asked_then_only_a_single_number_has_one() -> None:
    assert number_range("end_at") == (0, 100)
    with pytest.raises(ValueError, match="trains_bonus is no single number"):
        number_range("trains_bonus")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"newspapers": [12, 4, 3, 3]}, "give a list of whole numbers of 0 to 10, for 1, 2 and so on"),
        ({"events": ["event-1"]}, "or 'event-1: text', each name once"),
    ],
)
def test_given_a_list_with_one_wrong_item_when_refused_then_what_it_may_be_is_told(
    given: dict[str, object], told: str
) -> None:
    with pytest.raises(SettingsError, match=told):
        Game.new("legends-of-the-west", "legends-east", SEATS[:2], "dealt", 1, given)


def test_given_other_numbers_of_tickets_to_draw_and_keep_then_they_hold() -> None:
    settings: dict[str, object] = {"draw_tickets": 4, "draw_keep": 2}
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 1, settings)
    for seat in SEATS[:2]:
        game = done(game, KeepTickets(seat=seat, tickets=game.state.offered[seat]))
    game = done(game, DrawTickets(seat="blue"))
    offered = game.state.offered["blue"]
    assert (len(offered), game.state.keep_at_least) == (4, 2)
    refusal = game.do(KeepTickets(seat="blue", tickets=offered[:1]))
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.KEEP_MORE_TICKETS
    assert done(game, KeepTickets(seat="blue", tickets=offered[:2])).state.to_move == "red"


def done(game: Game, command: DrawTickets | KeepTickets) -> Game:
    answer = game.do(command)
    assert not isinstance(answer, Refusal)
    return answer[0]


@pytest.mark.parametrize("name", ["rails-and-sails-world", "rails-and-sails-great-lakes"])
def test_given_other_numbers_of_rails_and_sails_then_they_hold(name: str) -> None:
    settings: dict[str, object] = {
        "start_hand": 1,
        "start_ship_cards": 4,
        "first_trains": 30,
        "pieces": 48,
    }
    game = Game.new(name, EDITIONS[name].map, SEATS[:2], "dealt", 1, settings)
    hand = game.state.hands["blue"]
    assert sum(count for card, count in hand.items() if card.startswith("ship:")) == 4
    assert game.state.hand_size("blue") == 5
    shown: dict[str, Any] = view(game.state, None)
    assert shown["mix"]["first_game"] == {"train": 30, "ship": 18}
    scored = seat_score(name, {"exchange_points": -3, "harbor_missing": -5, "harbors": 2}, exchanged=4)
    assert (scored["exchange"], scored["harbors_missing"]) == (-12, -10)
