"""Who hears what where: an ear of one's own, the one that goes round, a page, the screen, or aloud."""

import pytest
from msgspec.structs import replace

from dialog import Answer
from engine import CardMode, Seat
from fingerpost.config import Config
from fingerpost.evening.whose_ear import hear, share_ear, without_an_ear
from tabletop import DeviceHealth
from tests.criteria.panel_table import PanelTable
from tests.fingerpost.some_ears import some_ears

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
NOTHING = Config()
OWN = Config(ears=some_ears(blue="one"))
ROUND = Config(ears=some_ears(shared="round"))
BOTH = Config(ears=some_ears(blue="one", shared="round"))


def table(cards: CardMode = "dealt") -> PanelTable:
    return PanelTable("us-accessible", cards, SEATS)


@pytest.mark.criterion(74)
@pytest.mark.parametrize(
    ("config", "passed_to"),
    [
        (ROUND, SEATS),
        (replace(ROUND, by_page=("red",)), ("blue", "green")),
        (replace(ROUND, aloud=("green",)), SEATS),  # a hand that is dealt is said aloud to nobody
        (ROUND.but("game", bots=("red",)), ("blue", "green")),
        (BOTH, ("red", "green")),
        (replace(BOTH, by_page=("blue",)), ("red", "green")),
        (ROUND.but("speech", mute=True), ()),
        (OWN, ()),
        (NOTHING, ()),
    ],
)
def test_given_ears_of_a_config_when_a_game_begins_then_the_shared_one_is_passed_to_who_has_no_other(
    config: Config, passed_to: tuple[Seat, ...]
) -> None:
    played = table()
    share_ear(config, played.session, keys=False)
    assert played.session.teller.shared.seats == set(passed_to)
    assert not played.session.teller.shared.screen


@pytest.mark.parametrize(
    ("config", "cards", "told"),
    [
        (BOTH, "dealt", "Ears: blue disc its own, red square the shared one, green triangle the shared one."),
        (
            replace(BOTH, by_page=("blue", "red")),
            "dealt",
            "Ears: blue disc its own, red square its page, green triangle the shared one.",
        ),
        (
            replace(OWN, by_page=("red",)),
            "dealt",
            "Ears: blue disc its own, red square its page, green triangle none.",
        ),
        (
            replace(BOTH, aloud=("green",)),
            "untracked",
            "Ears: blue disc its own, red square the shared one, green triangle at the table, aloud.",
        ),
    ],
)
def test_given_ears_of_a_config_when_devices_are_asked_then_each_seat_is_told_where_it_hears(
    config: Config, cards: CardMode, told: str
) -> None:
    played = table(cards)
    hear(config, played.session, keys=False)
    assert told in said_of_devices(played)


def test_given_an_earphone_that_is_out_when_devices_are_asked_then_it_is_told_whose_once() -> None:
    played = table()
    hear(BOTH, played.session, keys=False)
    played.session.handle(DeviceHealth(device="ear", ear="blue", condition="lost", at=played.at), played.at)
    told = said_of_devices(played)
    assert "Ears: blue disc its own, which is gone, red square the shared one" in told
    assert "ear lost" not in told.lower()


def said_of_devices(played: PanelTable) -> str:
    """What is heard when somebody asks for the devices."""
    played.paper.said.clear()
    played.session.perform(Answer(question="devices", asker="blue"), played.at)
    return " ".join(one.normal for one in played.paper.said)


@pytest.mark.criterion(74)
@pytest.mark.parametrize(
    ("config", "cards", "looking"),
    [
        (NOTHING, "dealt", SEATS),
        (OWN, "dealt", ("red", "green")),
        (NOTHING.but("game", bots=("green",)), "dealt", ("blue", "red")),
        (NOTHING.but("game", bots=("red", "green")), "dealt", ()),
        (NOTHING, "untracked", ()),
    ],
)
def test_given_several_people_at_a_keyboards_screen_when_a_game_begins_then_each_looks_alone(
    config: Config, cards: CardMode, looking: tuple[Seat, ...]
) -> None:
    played = table(cards)
    share_ear(config, played.session, keys=True)
    assert played.session.teller.shared.seats == set(looking)
    assert played.session.teller.shared.screen == bool(looking)


@pytest.mark.criterion(72)
@pytest.mark.parametrize(
    ("config", "cards", "keys", "heard"),
    [
        (NOTHING, "untracked", False, SEATS),
        (OWN, "untracked", False, ("red", "green")),
        (ROUND, "untracked", False, ()),
        (NOTHING.but("page", port=8080), "untracked", False, ()),
        (NOTHING, "untracked", True, ()),
        (NOTHING, "dealt", False, ()),
    ],
)
def test_given_nothing_but_a_loudspeaker_when_cards_are_in_hands_and_only_then_all_is_said_aloud(
    config: Config, cards: CardMode, keys: bool, heard: tuple[Seat, ...]
) -> None:
    assert without_an_ear(config, table(cards).state, keys=keys) == heard


@pytest.mark.criterion(72)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_a_seat_that_was_heard_aloud_when_a_dealt_game_goes_on_then_it_shares_the_earphone(
    cards: CardMode,
) -> None:
    played = table(cards)
    hear(replace(ROUND, aloud=("red",)), played.session, keys=False)
    aloud = {"red"} if cards == "untracked" else set()
    assert played.session.teller.aloud == aloud
    assert played.session.teller.shared.seats == set(SEATS) - aloud
