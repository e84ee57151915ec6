"""Who hears what where: an ear of one's own, the one that goes round, a page, the screen, or aloud."""

import argparse
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from audio import Speaker
from dialog import Answer
from engine import CardMode, Seat
from fingerpost.config import Config
from fingerpost.devices.voice import OpenedVoice
from fingerpost.evening.whose_ear import EarRoutes, hear, hears_ears, route_far, share_ear, without_an_ear
from fingerpost.wiring import _let_hear
from tabletop import DeviceHealth
from tests.criteria.panel_table import PanelTable
from tests.fingerpost.some_ears import some_ears
from tests.table.far_kiel import Kiel
from tests.waiting import PATIENCE_S

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
        (replace(ROUND, far=("red",)), ("blue", "green")),  # it plays in another home, and hears there
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
        (replace(NOTHING, far=("red",)), "dealt", ("blue", "green")),
        (replace(NOTHING, far=("red", "green")), "dealt", ()),
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


@pytest.mark.criterion(74)
@pytest.mark.parametrize(
    ("config", "cards", "printed"),
    [
        (NOTHING, "dealt", SEATS),
        (NOTHING, "untracked", True),
        (OWN, "dealt", ("red", "green")),
        (Config(ears=some_ears(blue="one", red="two", green="three")), "dealt", ()),
        (ROUND, "dealt", ()),
        (NOTHING.but("game", bots=("red", "green")), "dealt", ("blue",)),
        (replace(NOTHING, far=("red",)), "dealt", ("blue", "green")),
        (replace(NOTHING, far=("red", "green")), "dealt", ("blue",)),
        (replace(NOTHING, far=("red", "green")), "untracked", True),  # the host enters their tickets
    ],
)
def test_given_a_keyboards_screen_when_words_are_for_one_seat_then_only_those_who_look_there_read_them(
    config: Config, cards: CardMode, printed: bool | tuple[Seat, ...]
) -> None:
    assert hears_ears(config, argparse.Namespace(keyboard=True), table(cards).state) == printed


@pytest.mark.parametrize(("cards", "silent"), [("dealt", ["blue"]), ("untracked", [])])
def test_given_an_earphone_here_when_its_seat_plays_in_another_home_then_nothing_dealt_is_said_in_it(
    cards: CardMode, silent: list[Seat]
) -> None:
    routed: list[tuple[str, str]] = []
    speaker = Mock(spec=Speaker)
    speaker.route.side_effect = lambda ear, to: routed.append((ear, to))
    route_far(replace(OWN, far=("blue",)), speaker, table(cards).state)
    assert routed == [(seat, "elsewhere") for seat in silent]


@pytest.mark.parametrize(("cards", "listed"), [("dealt", ["blue", "green"]), ("untracked", list(SEATS))])
def test_given_a_seat_that_plays_in_another_home_when_ears_are_listed_then_a_dealt_one_cannot_be_had_here(
    cards: CardMode, listed: list[Seat]
) -> None:
    played = table(cards)
    played.session.ears.far = frozenset[Seat]({"red"})
    hear(replace(ROUND, far=("red",)), played.session, keys=False)
    played.session.route_ears_by(EarRoutes(ROUND, Mock(spec=Speaker)))
    assert [one.seat for one in played.session.ears.listed(played.state, ())] == listed


def test_given_cards_in_hands_when_a_seat_plays_elsewhere_then_the_shared_ear_is_passed_for_it_too() -> None:
    """The host enters its tickets."""
    played = table("untracked")
    share_ear(replace(ROUND, far=("red",)), played.session, keys=False)
    assert played.session.teller.shared.seats == set(SEATS)


def test_given_a_table_that_follows_when_its_ears_are_listed_then_only_those_of_its_own_seats_are() -> None:
    kiel = Kiel("red").begins()
    hear(replace(ROUND, far=("blue", "green")), kiel.session, keys=False)
    kiel.session.route_ears_by(EarRoutes(ROUND, Mock(spec=Speaker)))
    state = kiel.session.game.state
    assert [one.seat for one in kiel.session.ears.listed(state, ())] == ["red"]


def test_given_a_voice_when_a_seat_plays_in_another_home_then_its_earphone_here_is_silent(
    tmp_path: Path,
) -> None:
    speaker = Mock(spec=Speaker)
    config = replace(OWN.but("store", path=tmp_path), far=("blue",))
    _let_hear(config, table().session, OpenedVoice(sinks=(), ears=speaker), keys=True)
    speaker.route.assert_called_once_with("blue", "elsewhere")


def test_given_a_seat_in_another_home_when_one_plays_here_alone_by_keys_then_all_that_is_its_own_is_read(
    tmp_path: Path,
) -> None:
    """Blue had to say each time that it alone was looking."""
    file = tmp_path / "table.toml"
    file.write_text(
        '[game]\nmap = "usa"\nseats = ["blue", "red"]\ncards = "dealt"\n[homes]\nkiel = ["red"]\n'
        '[mqtt]\nurl = "mqtt://127.0.0.1:9"\n[speech]\nmute = true\n[store]\npath = "games"\n',
        encoding="utf-8",
    )
    call = (sys.executable, "-m", "fingerpost", "play", "--keyboard", "--config", str(file))
    told = subprocess.run(
        call, input="quit\n", capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    assert "[blue disc's ear] 1 of 3: " in told.stdout
    assert "red square's ear" not in told.stdout
