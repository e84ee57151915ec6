"""A sense on another machine, when the broker between is gone."""

from collections.abc import Callable

import pytest

from announce import Announcement
from announce.device_words import trouble
from announce.wording import Wording
from tabletop import Condition, Device, DeviceHealth

Complaints = Callable[[Announcement], list[str]]


def lost(device: Device, cause: str = "") -> DeviceHealth:
    return DeviceHealth(device=device, condition="lost", at=0.0, cause=cause)


def live(device: Device) -> DeviceHealth:
    return DeviceHealth(device=device, condition="live", at=0.0)


def told(wording: Wording, *health: DeviceHealth) -> list[Announcement]:
    """What is said of these, one after the other, by a table that knows the ones before."""
    newest: dict[Device, DeviceHealth] = {}
    words: list[Announcement] = []
    for one in health:
        newest[one.device] = one
        words += wording.health(one, None, newest.values())
    return words


@pytest.mark.parametrize(
    ("senses", "words"),
    [
        (
            (live("hub"), lost("camera", "no-broker")),
            "No message broker answers, so the other machine's camera is not heard. "
            "Pins still work; I take each token as the mover's.",
        ),
        (
            (live("camera"), lost("hub", "no-broker")),
            "No message broker answers, so the other machine's pins are not heard. The camera goes on alone.",
        ),
        (
            (lost("hub", "no-broker"), lost("camera", "no-broker")),
            "No message broker answers: pins and camera elsewhere are not heard. Use the list.",
        ),
    ],
)
def test_given_senses_elsewhere_when_the_broker_goes_then_it_is_blamed_and_all_is_said_once(
    wording: Wording, complaints: Complaints, senses: tuple[DeviceHealth, ...], words: str
) -> None:
    before = [one for one in senses if one.condition == "live"]
    said = told(wording, *senses, lost("broker"))[len(before) :]
    assert [one.normal for one in said] == [words]
    assert said[0].urgency == "assertive" and not complaints(said[0])


def test_given_senses_at_the_table_when_the_broker_goes_then_only_messages_wait(wording: Wording) -> None:
    (said,) = told(wording, lost("camera", "node-offline"), lost("broker"))[1:]
    assert said.normal == "No message broker answers. The game goes on; messages wait."


@pytest.mark.parametrize(("device", "named"), [("hub", "pins are"), ("camera", "camera is")])
def test_given_no_game_when_a_sense_elsewhere_is_not_heard_then_the_broker_is_blamed(
    wording: Wording, device: Device, named: str
) -> None:
    words = trouble(wording.vocabulary, lost(device, "no-broker")).normal
    assert words == f"No message broker answers, so the other machine's {named} not heard."


@pytest.mark.parametrize(
    ("condition", "cause", "words"),
    [
        ("lost", "forbidden", "The message broker does not grant this table its rights: check its set-up."),
        ("fault", "forbidden", "The message broker does not grant this table its rights: check its set-up."),
        ("lost", "untrusted", "The message broker's certificate is not good: check its set-up."),
        (
            "fault",
            "second-engine",
            "Another table has this one's name at the message broker: give it another.",
        ),
        ("fault", "too-large", "The message broker takes only short messages: check its set-up."),
    ],
)
def test_given_a_broker_that_is_there_when_it_is_not_as_it_should_be_then_it_is_not_called_gone(
    wording: Wording, complaints: Complaints, condition: Condition, cause: str, words: str
) -> None:
    broker = DeviceHealth(device="broker", condition=condition, at=0.0, cause=cause)
    (said,) = told(wording, broker)
    assert said.normal == f"{words} Play on." and not complaints(said)
    said = told(wording, lost("camera", "no-broker"), broker)[-1]
    assert said.normal == f"{words} What other machines sense is not heard." and not complaints(said)
    assert said.urgency == "assertive"
