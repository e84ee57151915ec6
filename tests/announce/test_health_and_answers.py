"""Device health and answers: each cause and each question has words by the rules."""

from typing import get_args

import pytest

from announce import Wording
from announce.device_words import BROKER_REFUSES, CAMERA_LIVE, GONE
from announce.hub_words import HUB_LIVE, PIN_GONE
from dialog import (
    Question,
    is_private,
)
from engine import (
    ClaimRoute,
    Game,
    GameMap,
    RouteId,
    State,
)
from tabletop import Condition, Device, DeviceHealth, sense_of
from tests.announce.sayings import DENVER_OMAHA, LONG, SEATS, Complaints

LENS_CAUSES = tuple(cause for cause in CAMERA_LIVE if cause)
HUB_WARNINGS = tuple(cause for cause in HUB_LIVE if cause)
_WORDED = {*BROKER_REFUSES, *HUB_LIVE, *CAMERA_LIVE, *PIN_GONE}.union(*GONE.values())
CAUSES = ("", "unheard-of", *sorted(cause for cause in _WORDED if cause))
DEVICE_HEALTH = [
    DeviceHealth(device=device, condition=condition, at=0.0, cause=cause, site=site)
    for device in get_args(Device)
    for condition in get_args(Condition)
    for cause in CAUSES
    for site in (LONG, None)
]


def test_given_any_health_when_told_then_there_are_words_by_the_rules(
    wording: Wording, state: State, complaints: Complaints
) -> None:
    everything = tuple(DeviceHealth(device=device, condition="live", at=0.0) for device in get_args(Device))
    nothing = tuple(DeviceHealth(device=device, condition="lost", at=0.0) for device in get_args(Device))
    for health in DEVICE_HEALTH:
        for others in ((), everything, nothing):
            (told,) = wording.health(health, state, others)
            assert told.audience == "everyone"
            assert not complaints(told)


def test_given_the_devices_there_are_when_told_then_none_is_in_the_words_that_do_for_any(
    wording: Wording, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ("any_gone", "any_back"):
        monkeypatch.delattr(f"announce.device_words.{words}")
    for health in DEVICE_HEALTH:
        if health.device in ("hub", "camera") or sense_of(health.device) is None:  # a new sense may have none
            assert wording.health(health, state, ())


@pytest.mark.parametrize("device", [device for device, causes in GONE.items() if len(causes) > 1])
def test_given_different_causes_when_told_then_the_words_differ(wording: Wording, device: Device) -> None:
    said = {
        wording.health(DeviceHealth(device=device, condition="lost", at=0.0, cause=cause or "any other"))[
            0
        ].normal
        for cause in GONE[device]
    }
    assert len(said) == len(GONE[device])


def test_given_a_camera_that_sees_badly_when_told_then_it_is_warned_of_and_goes_on(wording: Wording) -> None:
    for cause in LENS_CAUSES:
        (told,) = wording.health(DeviceHealth(device="camera", condition="live", at=0.0, cause=cause))
        assert told.earcon == "fault"
        assert "I go on" in told.normal


def test_given_a_hub_that_is_live_when_it_warns_then_it_is_not_back_but_warned_of(wording: Wording) -> None:
    said = {
        cause: wording.health(DeviceHealth(device="hub", condition="live", at=0.0, cause=cause))[0]
        for cause in ("", *HUB_WARNINGS)
    }
    assert len({told.normal for told in said.values()}) == len(said)
    assert [cause for cause, told in said.items() if "back" in told.normal] == [""]
    assert {cause: told.earcon for cause, told in said.items()} == {
        "": "found",
        "eased": "found",
        "noise": "fault",
        "supply": "fault",
        "mem": "fault",
    }


def test_given_each_kind_of_fault_of_a_pin_when_told_then_its_own_words_and_who_judges_now(
    wording: Wording,
) -> None:
    camera = DeviceHealth(device="camera", condition="live", at=0.0)
    own = [cause for cause in PIN_GONE if cause not in (None, "chain", "supply", "mem")]
    for others, rest in (((camera,), "I trust the camera there"), ((), "I leave it out")):
        said = {}
        for cause in own:
            pin = DeviceHealth(device="pin", condition="fault", at=0.0, cause=cause, site=LONG)
            (told,) = wording.health(pin, None, others)
            said[cause] = told.normal
        assert len(set(said.values())) == len(own)
        left = [cause for cause, words in said.items() if f" {rest}" not in words]
        assert left == ([] if others else ["amb"])  # it is believed, but for whose token it is
        more = [cause for cause, words in said.items() if words.endswith("; Board help tells more.")]
        assert more == (["chat"] if others else [])


def test_given_a_silent_hub_when_the_camera_is_live_then_it_goes_on_alone(wording: Wording) -> None:
    camera = DeviceHealth(device="camera", condition="live", at=0.0)
    hub = DeviceHealth(device="hub", condition="lost", at=1.0, cause="silent")
    (told,) = wording.health(hub, None, (camera,))
    assert told.normal == "The pins are silent: check the board's cable. The camera goes on alone."
    assert (told.urgency, told.earcon) == ("assertive", "lost")
    gone = DeviceHealth(device="camera", condition="lost", at=0.5, cause="dark")
    assert (
        "pins and camera are lost; claim from the list."
        in wording.health(hub, None, (gone,))[0].normal.lower()
    )


def test_given_a_table_with_one_sense_when_it_goes_then_only_that_is_called_lost(wording: Wording) -> None:
    none = DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent")
    hub = DeviceHealth(device="hub", condition="lost", at=1.0, cause="silent")
    (told,) = wording.health(hub, None, (none,))
    assert told.normal == "The pins are silent: check the board's cable. Claim from the list."
    assert told.brief == "Pins silent: check the cable. Claim from the list."


@pytest.mark.parametrize("question", get_args(Question))
def test_given_any_question_when_asked_then_never_silence(
    wording: Wording, state: State, untracked: State, complaints: Complaints, question: Question
) -> None:
    for moment in (state, untracked):
        told = wording.answer(question, "red", moment, ())
        assert told
        for one in told:
            assert one.audience == ("red" if is_private(question) else "everyone")
            assert not complaints(one)


def test_given_the_journeys_questions_when_answered_then_in_their_words(
    wording: Wording, usa: GameMap
) -> None:
    from engine import Refusal

    game = Game.new("us-accessible", usa, SEATS[:3], "untracked", 7)
    answer = game.do(ClaimRoute(seat="blue", route=RouteId(DENVER_OMAHA)))
    assert not isinstance(answer, Refusal)
    state = answer[0].state

    def said(question: Question) -> str:
        return wording.answer(question, "blue", state)[0].normal

    assert said("turn") == "Red square to move, turn 2: claim, draw, or take tickets."
    assert said("scores") == "Blue disc 7, red square 0, green triangle 0. Tickets not counted."
    assert said("trains") == "Blue disc 41, red square 45, green triangle 45. The last round comes at 2."
    assert said("longest") == (
        "Longest path: blue disc, 4 trains, from Denver to Omaha. Red square 0, green triangle 0."
    )
    assert said("tickets") == "Your tickets are in your own hands."


def test_given_a_pin_set_aside_when_devices_are_asked_then_it_is_named(
    wording: Wording, state: State
) -> None:
    health = (
        DeviceHealth(device="hub", condition="live", at=0.0),
        DeviceHealth(device="camera", condition="live", at=0.0),
        DeviceHealth(device="pin", condition="fault", at=0.0, cause="chat", site=DENVER_OMAHA),
    )
    (told,) = wording.answer("devices", "blue", state, health)
    assert told.normal == "Board live, camera live. One pin set aside: Denver to Omaha."


def test_given_a_table_without_a_camera_when_devices_are_asked_then_none_is_called_lost(
    wording: Wording, state: State
) -> None:
    health = (
        DeviceHealth(device="hub", condition="live", at=0.0),
        DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent"),
    )
    (told,) = wording.answer("devices", "blue", state, health)
    assert (told.normal, told.brief) == ("Board live.", "All devices are well.")


@pytest.mark.parametrize(
    ("edition", "map_id", "words"),
    [
        ("us-accessible", "usa", "Nothing is built in this game but routes."),
        ("europe", "europe", "Stations: red square nowhere, 3 left; blue disc nowhere, 3 left."),
    ],
)
def test_given_buildings_asked_for_when_the_edition_has_none_then_none_are_named(
    edition: str, map_id: str, words: str
) -> None:
    game = Game.new(edition, map_id, ("red", "blue"), "untracked", 1)
    told = Wording(game.state.game_map, None).answer("buildings", "red", game.state)
    assert told[0].normal == words
