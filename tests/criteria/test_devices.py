"""Devices: criteria 45 to 49, losses and returns at a table with pins and camera."""

import pytest

from announce import Wording
from benchmarks.clumsy.honest_people import GameSetup
from benchmarks.clumsy.household import Household
from benchmarks.clumsy.mishaps import Rates
from dialog import Acts, ClaimListed, Whose
from engine import Seat, SourceFound, SourceLost, game_map
from reconcile import expected_tokens
from table.device_health import TableHealth
from tabletop import DeviceHealth, SiteId
from tests.criteria.sensed_table import DULUTH, LAYOUT, OMAHA, SANTA_FE, SensedTable


@pytest.mark.criterion(45)
def test_given_a_silent_hub_when_noticed_and_back_then_said_once_each_with_what_agrees() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    for _ in range(3):
        table.health("hub", "lost", "silent")
        table.wait(3.0)
    assert table.words() == ["The pins are silent: check the board's cable. The camera goes on alone."]
    table.paper.said.clear()
    table.hub_back({OMAHA: "blue", DULUTH: "red"})
    table.wait(5.0)
    assert table.words() == ["The pins are back; 2 tokens agree."]


@pytest.mark.criterion(45)
def test_given_a_change_while_nothing_was_felt_or_seen_when_the_hub_is_back_then_it_is_asked() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.health("camera", "lost", "unplugged")
    table.health("hub", "lost", "silent")
    table.wait(5.0)
    table.paper.said.clear()
    table.hub_back({OMAHA: "blue", DULUTH: "red", SANTA_FE: "green"})
    table.wait(6.0)
    assert table.words() == [
        "The pins are back; 2 tokens agree.",
        "A token on Denver to Santa Fe. Green triangle's? Yes, or No for another seat.",
    ]
    assert len(table.claims()) == 2  # those of before
    assert isinstance(table.mode, Whose)


def test_given_claims_without_a_token_when_the_hub_is_back_then_what_is_to_be_set_is_told() -> None:
    table = SensedTable(claims=(OMAHA,), camera=False)
    table.health("hub", "lost", "silent")
    table.wait(1.0)
    table.session.perform(ClaimListed(seat="red", site=DULUTH), table.at)
    table.session.perform(ClaimListed(seat="green", site=SANTA_FE), table.at)
    table.paper.said.clear()
    table.hub_back({OMAHA: "blue", DULUTH: "red"})
    table.wait(5.0)
    assert table.words() == [
        "The pins are back; 2 tokens agree.",
        "Set green triangle's token on Denver to Santa Fe, please.",
        "Chicago to Duluth is right; 1 left.",
    ]
    table.lift(DULUTH)
    table.wait(4.0)
    table.session.tracker.accept()
    table.health("hub", "lost", "silent")
    table.paper.said.clear()
    table.hub_back({OMAHA: "blue"})
    table.wait(5.0)
    assert table.words() == ["The pins are back; 1 token agrees."]  # the others are missing with consent


@pytest.mark.criterion(46)
@pytest.mark.parametrize("lost", ["camera", "hub"])
def test_given_either_sense_lost_when_play_goes_on_then_the_other_carries_the_game_to_its_end(
    lost: str,
) -> None:
    evening = GameSetup(camera=lost != "camera", pins=lost != "hub")
    household, both = Household(evening, Rates({}), seed=4), Household(GameSetup(), Rates({}), seed=4)
    household.play()
    both.play()
    assert household.session.over
    assert household.board.tokens == expected_tokens(household.session.game.state)
    assert household.session.game.events == both.session.game.events
    said = [one.normal for one in household.session.history]
    assert said == [one.normal for one in both.session.history]


@pytest.mark.criterion(47)
def test_given_a_lamp_off_and_on_when_it_settles_then_no_claim_was_made_or_taken_back() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    events = len(table.session.game.events)
    table.health("camera", "stale", "dark")
    table.wait(3.0)
    table.health("camera", "live")
    table.wait(5.0)
    assert table.words() == [
        "Too dark for the camera. Pins still work; I take each token as the mover's.",
        "The camera is back: I see again; 2 tokens agree.",
    ]
    assert len(table.session.game.events) == events


@pytest.mark.criterion(47)
def test_given_a_lamp_off_and_on_when_the_camera_names_all_again_then_every_site_is_as_before() -> None:
    claims = (OMAHA, DULUTH)
    table = SensedTable(claims=claims)
    stands: dict[SiteId, Seat] = dict(zip(claims, ("blue", "red"), strict=True))
    events = len(table.session.game.events)
    for _ in range(2):
        for site in LAYOUT.pins():
            table.look(site.id, "unknown", 0.0)
        table.health("camera", "stale", "dark")
        table.wait(4.0)
        assert table.session.tracker.differences(table.state) == ()
        table.health("camera", "live")
        for site in LAYOUT.pins():
            table.look(site.id, stands.get(site.id, "empty"))
        table.wait(5.0)
        assert table.session.tracker.differences(table.state) == ()
    assert len([words for words in table.words() if words.endswith("2 tokens agree.")]) == 2
    assert len(table.words()) == 4  # dark and back, twice
    acts = [
        event
        for event in table.session.game.events[events:]
        if not isinstance(event, SourceLost | SourceFound)
    ]
    assert acts == []
    table.set_token("green", SANTA_FE)  # and what is set now is claimed
    assert table.claims()[-1] == ("green", SANTA_FE)


@pytest.mark.criterion(48)
def test_given_both_senses_lost_when_asked_then_as_last_known_and_claims_come_from_the_list() -> None:
    table = SensedTable(claims=(OMAHA, DULUTH))
    table.health("camera", "lost", "unplugged")
    table.health("hub", "lost", "silent")
    assert "Pins and camera are lost; claim from the list." in table.words()[-1]
    table.paper.said.clear()
    table.press("ask")
    table.pick("scores")
    said = table.words()
    assert said[said.index("As last known:") + 1].startswith("Blue disc 7, red square 4")
    table.press("no")
    table.press("ask")
    table.pick("acts", "claim")
    assert not isinstance(table.mode, Acts)


@pytest.mark.criterion(49)
@pytest.mark.parametrize("cause", ["stuck", "float", "chat", "amb", "short", "open"])
def test_given_each_fault_of_a_pin_when_said_then_the_thing_and_what_is_done_are_named(cause: str) -> None:
    wording = Wording(game_map("usa"), LAYOUT)
    fault = DeviceHealth(device="pin", condition="fault", at=0.0, cause=cause, site=OMAHA)
    camera = DeviceHealth(device="camera", condition="live", at=0.0)
    [alone], [seen] = wording.health(fault), wording.health(fault, None, (fault, camera))
    assert "Denver to Omaha" in alone.normal and "Denver to Omaha" in seen.normal
    # A pin that feels a token and cannot tell whose is believed so far: whose it is, is asked.
    assert alone.normal.endswith("clean it." if cause == "amb" else "I leave it out.")
    assert seen.normal.endswith(("camera there.", "camera.", "camera there; Board help tells more."))


def test_given_words_of_devices_when_kept_then_health_is_a_value_in_one_place() -> None:
    empty = TableHealth()
    live = DeviceHealth(device="hub", condition="live", at=0.0)
    lost = DeviceHealth(device="hub", condition="lost", at=1.0, cause="silent")
    assert not empty.is_news(live)
    assert empty.is_news(lost)
    after = empty.after(live).after(lost)
    assert empty.all() == ()
    assert after.all() == (lost,)
    assert not after.is_news(lost)
    assert after.is_news(live)
    assert (empty.status(), after.status()) == ("all devices well", "hub lost (silent)")
    left_out = DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent")
    assert not empty.is_news(left_out)
    assert empty.after(left_out).status() == "all devices well"
