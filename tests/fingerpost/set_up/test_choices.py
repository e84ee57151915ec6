"""What a file, the last evening and the choice at the panel mean for the next game."""

import pytest
from msgspec.structs import replace

from dialog.setup import BotLevel, Draft, EarWay, StoredGame
from engine import EDITIONS, Seat
from fingerpost.config import (
    CameraSection,
    Config,
    GameSection,
    HubSection,
    PageSection,
    PanelSection,
    SpeechSection,
)
from fingerpost.evening.set_up_choices import (
    can_press,
    ears_of,
    expected_of,
    facts_of,
    given_of,
    gone_on_with,
    made,
    remembered,
)
from integrations.wire_settings import MqttSection
from storage.table_memory import Memory
from tests.criteria.panel_table import PanelTable
from tests.fingerpost.some_ears import some_ears


def test_given_a_config_when_facts_are_made_then_its_keys_are_given_and_the_last_edition_is_first() -> None:
    config = Config(game=GameSection(map="usa", seats=("red", "blue")), given=frozenset({"map", "seats"}))
    last = Draft(edition="us-10th-anniversary", cards="dealt", seats=("red", "blue"))
    facts = facts_of(config, Memory(known=True, last=last), (), screen=True)
    assert facts.editions == ("us-10th-anniversary", "us-accessible")
    assert facts.given == {"seats", "starter"}
    assert not facts.first
    assert facts.ways["black"] == ("screen",)
    assert given_of(config) == Draft(seats=("red", "blue"), starter="red")
    assert len(facts_of(Config(), Memory(), (), screen=False).editions) == len(EDITIONS)
    assert remembered(Config(), Memory(known=True, rate=300)).speech.rate == 300
    spoken = Config(speech=SpeechSection(rate=150), given=frozenset({"rate"}))
    assert remembered(spoken, Memory(known=True, rate=300)).speech.rate == 150


def test_given_opponents_that_were_chosen_when_played_then_they_play_by_themselves_at_their_level() -> None:
    bots: tuple[tuple[Seat, BotLevel], ...] = (("green", "strong"), ("red", "easy"))
    draft = Draft(edition="europe", cards="dealt", seats=("blue", "red", "green"), starter="green", bots=bots)
    config = made(Config(game=GameSection(bots=("red",), players={"red": "greedy"})), draft)
    assert config.game.bots == ("green", "red")
    assert config.game.players == {"green": "strong", "red": "easy"}


def test_given_a_game_that_was_made_when_played_then_board_and_order_are_its_own() -> None:
    draft = Draft(
        edition="europe",
        cards="untracked",
        seats=("blue", "red", "green"),
        starter="green",
        ears=(("red", "aloud"),),
    )
    config = made(Config(game=GameSection(bots=("red", "black"))), draft)
    assert (config.game.map, config.game.edition, config.game.cards) == ("europe", "europe", "untracked")
    assert config.game.seats == ("green", "blue", "red")
    assert config.game.bots == ("red",)
    assert config.aloud == ("red",)


def test_given_an_earphone_that_was_not_heard_when_the_game_is_made_then_it_has_none() -> None:
    all_ears = some_ears(blue="one", red="two", shared="round")
    before = Config(ears=all_ears)
    assert ears_of(before, "blue", screen=False) == ("own", "shared")
    assert ears_of(before, "black", screen=False) == ("shared",)
    ears: tuple[tuple[Seat, EarWay], ...] = (("red", "shared"), ("blue", "own"))
    draft = Draft(edition="us-accessible", cards="dealt", seats=("blue", "red"), starter="blue", ears=ears)
    after = made(before, draft)
    assert tuple(after.ears.own) == ("blue",)
    assert after.ears.shared == all_ears.shared


def test_given_numbers_answered_and_in_the_file_when_a_game_is_made_then_it_has_them_all() -> None:
    numbers = {"legends-of-the-west": {"company_bonus": 3}}
    config = Config(game=GameSection(settings={"trains": 9}))
    facts = facts_of(config, Memory(known=True, numbers=numbers), (), screen=False)
    assert (facts.numbers, facts.settings) == (numbers, {"trains": 9})
    draft = Draft(
        edition="legends-of-the-west", cards="dealt", seats=("blue", "red"), settings=(("company_bonus", 3),)
    )
    assert made(config, draft).game.own_settings() == {"trains": 9, "company_bonus": 3}


def test_given_a_table_when_nobody_can_press_anything_then_it_is_known() -> None:
    assert not can_press(Config(camera=CameraSection(device="0")), keyboard=False)
    assert not can_press(Config(hub=HubSection(port="gpio")), keyboard=False)
    ways = (
        Config(panel=PanelSection(gpio=True)),
        Config(hub=HubSection(port="auto")),
        Config(mqtt=MqttSection(url="mqtt://localhost")),
    )
    assert all(can_press(config, keyboard=False) for config in ways)
    assert can_press(Config(), keyboard=True)


def test_given_no_device_at_all_when_expected_then_only_the_disk_is_tested() -> None:
    assert expected_of(Config(speech=SpeechSection(mute=True))) == {"store"}


def test_given_a_hand_that_was_dealt_when_it_should_be_said_aloud_then_it_is_refused() -> None:
    table = PanelTable("us-accessible", "dealt")
    with pytest.raises(ValueError, match="blue: a dealt hand is not said aloud"):
        table.session.say_aloud(("blue",))
    open_cards = PanelTable("us-accessible", "untracked")
    open_cards.session.say_aloud(("blue",))
    open_cards.paper.said.clear()
    open_cards.press("ask")
    assert {one.audience for one in open_cards.paper.said} == {"everyone"}


def test_given_last_evenings_ears_when_a_stored_game_goes_on_then_each_seat_is_heard_so_again() -> None:
    all_ears = some_ears(blue="one", red="two", shared="round")
    config = Config(page=PageSection(port=8080), ears=all_ears)
    ears: tuple[tuple[Seat, EarWay], ...] = (("blue", "shared"), ("red", "own"), ("green", "page"))
    last = Draft(edition="us-accessible", cards="dealt", seats=("blue", "red", "green"), ears=ears)
    game = StoredGame(name="1", edition="europe", seats=("blue", "red", "green"), turn=3, to_move="red")
    after = gone_on_with(config, game, last)
    assert (tuple(after.ears.own), after.by_page, after.game.map) == (("red",), ("green",), "europe")
    gone = config.but("ears", shared=None)
    assert tuple(gone_on_with(gone, game, last).ears.own) == ("blue", "red")  # what is not there is no way
    assert gone_on_with(config, game, None).ears == all_ears


def test_given_a_seat_that_was_heard_aloud_when_a_stored_game_goes_on_then_only_with_cards_in_hands() -> None:
    config = Config(ears=some_ears(blue="one"))
    seats: tuple[Seat, ...] = ("blue", "red")
    last = Draft(edition="europe", cards="untracked", seats=seats, ears=(("blue", "aloud"), ("red", "aloud")))
    game = StoredGame(name="1", edition="europe", seats=seats, turn=3, to_move="red")
    after = gone_on_with(config, game, last)
    assert (after.aloud, tuple(after.ears.own)) == (seats, ())
    after = gone_on_with(config, replace(game, dealt=True), last)
    assert (after.aloud, tuple(after.ears.own)) == ((), ("blue",))
