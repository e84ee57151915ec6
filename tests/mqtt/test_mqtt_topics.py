"""Topic names: what may stand in them, what they address."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtt.access import AddressError, parse_address
from mqtt.payloads import Envelope
from mqtt.topics import CommandTopic, NodeTopic, OwnTopic, TopicError, Topics
from tabletop import BUTTONS

NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True)


@given(NAMES, NAMES)
def test_given_any_good_names_when_a_command_topic_is_built_then_it_parses_back(
    table: str, name: str
) -> None:
    topics = Topics(table)
    assert topics.parse(topics.command(name)) == CommandTopic(name)
    assert topics.parse(f"{topics.root}/node/{name}/observation") == NodeTopic(name, "observation")


@given(st.text(max_size=80))
def test_given_any_text_when_parsed_then_it_is_none_of_ours(text: str) -> None:
    assert Topics("kitchen").parse(text) is None


@pytest.mark.parametrize(
    "word", ["", "-a", "A", "a b", "a/b", "a+", "#", "ä", "a" * 33, "kitchen\n", "kitchen/../x"]
)
def test_given_a_word_that_cannot_stand_in_a_topic_when_used_then_one_line_says_so(word: str) -> None:
    for use in (Topics, Topics("t").reply, Topics("t").command):
        with pytest.raises(TopicError) as told:
            use(word)
        assert "\n" not in str(told.value) and "1 to 32" in str(told.value)


def test_given_a_clients_own_command_topic_when_parsed_then_it_names_who_may_write_there() -> None:
    topics = Topics("kitchen")
    assert topics.parse(topics.command("press", "lamp")) == CommandTopic("press", "lamp")
    assert topics.parse(topics.node_command("cam", "report")) == OwnTopic()
    assert topics.discovery == "homeassistant/device/fingerpost_kitchen/config"


@pytest.mark.parametrize(
    "topic",
    ["kitchen2/cmd/press", "kitchen/cmd/a/b/c", "kitchen/cmd/", "kitchen/node/x/y", "kitchen/private/x"],
)
def test_given_a_topic_that_is_not_for_the_engine_when_parsed_then_none(topic: str) -> None:
    assert Topics("kitchen").parse(f"fingerpost/1/{topic}") is None


def test_given_the_frozen_tree_when_built_then_every_topic_is_as_written_down() -> None:
    topics = Topics("k")
    built = (topics.availability, topics.info, topics.state, topics.health, topics.event, topics.announce)
    names = ("availability", "info", "state", "health", "event", "announce")
    assert built == tuple(f"fingerpost/1/k/{name}" for name in names)
    assert (topics.commands, topics.nodes) == ("fingerpost/1/k/cmd/#", "fingerpost/1/k/node/+/#")
    assert topics.reply("lamp") == "fingerpost/1/k/reply/lamp"
    assert topics.parse(topics.info) == OwnTopic()


@pytest.mark.parametrize(
    ("url", "host", "port", "tls", "user"),
    [
        ("mqtt://localhost", "localhost", 1883, False, None),
        ("mqtts://ada@broker.lan", "broker.lan", 8883, True, "ada"),
        ("mqtt://[::1]:1999/", "::1", 1999, False, None),
    ],
)
def test_given_an_address_when_parsed_then_host_port_and_user_are_known(
    url: str, host: str, port: int, tls: bool, user: str | None
) -> None:
    address = parse_address(url)
    assert (address.host, address.port, address.tls, address.user) == (host, port, tls, user)


@pytest.mark.parametrize(
    "url",
    ["", "localhost", "http://x", "mqtt://", "mqtt://x:99999", "mqtt://x:0", "mqtt://x/topic", "mqtt://[::1"],
)
def test_given_an_address_that_is_none_when_parsed_then_one_line_says_what_to_give(url: str) -> None:
    with pytest.raises(AddressError) as told:
        parse_address(url)
    assert "\n" not in str(told.value) and "mqtt://host:1883" in str(told.value)


def test_given_a_password_in_an_address_when_parsed_then_it_is_refused_and_not_repeated() -> None:
    with pytest.raises(AddressError) as told:
        parse_address("mqtt://ada:hunter2@host")
    assert "hunter2" not in str(told.value) and "FINGERPOST_MQTT_PASSWORD" in str(told.value)


CODES = (
    "bad-envelope too-large unsupported-version unknown-command bad-data stale retained-command "
    "rate-limited internal"
)


def test_given_the_documentation_when_read_then_every_topic_field_command_and_code_is_in_it() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "mqtt-topics.md").read_text(encoding="utf-8")
    topics = Topics("k")
    own = (topics.availability, topics.info, topics.state, topics.health, topics.event, topics.announce)
    names = [topic.removeprefix("fingerpost/1/k/") for topic in own]
    words = [*names, "cmd/<name>", "reply/<client>", "replay", "press", *BUTTONS, *Envelope.__struct_fields__]
    assert [word for word in (*words, *CODES.split()) if f"`{word}`" not in page] == []
