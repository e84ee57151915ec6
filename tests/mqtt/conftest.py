"""Brokers to hold the rules of fingerpost/1 against: open, guarded, or one that is named."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from fingerpost.broker.files import BrokerFiles
from tests.mqtt.engine import Engine
from tests.mqtt.listener import Listener
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import ENGINE, USERS, Place, guarded, open_to_all

RULES = {
    1: "one writer a topic, one engine a table",
    2: "the order of every connection",
    3: "events, then the state",
    4: "replay",
    5: "a command is done once, a retained one never",
    6: "results",
    7: "quality of service, and what is retained",
    8: "what is unknown is passed over",
    9: "what is switched off is cleared",
    10: "observations are no events",
}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say of each rule of fingerpost/1 how it was kept, after the conformance suite."""
    found: dict[str, Counter[str]] = {}
    for outcome in ("passed", "failed", "error"):
        for report in terminalreporter.getreports(outcome):
            if report.when == "teardown" and outcome == "passed":
                continue
            _, _, test = report.nodeid.partition("test_mqtt_conformance.py::test_rule_")
            if test:
                found.setdefault(test.partition("_")[0], Counter())[outcome] += 1
    if found:
        terminalreporter.section("fingerpost/1, rule by rule")
        for number, what in RULES.items():
            told = found.get(str(number), Counter())
            kept = ", ".join(f"{count} {outcome}" for outcome, count in told.items()) or "not tried"
            terminalreporter.write_line(f"rule {number:2}  {what}: {kept}")


@pytest.fixture(scope="session")
def guarded_place() -> Iterator[Place]:
    with guarded() as place:
        yield place


@pytest.fixture(scope="session")
def open_place() -> Iterator[Place]:
    with open_to_all() as place:
        yield place


@pytest.fixture(params=["open", "guarded"] if "FINGERPOST_BROKER" not in os.environ else ["named"])
def place(request: pytest.FixtureRequest) -> Place:
    """Each broker in turn; with FINGERPOST_BROKER=mqtt://host:port that one alone.

    FINGERPOST_BROKER_DIR: the folder of `fingerpost broker setup`, where it asks for names; its users are
    those of `tests.mqtt.table.USERS`.
    """
    if request.param == "named":
        named, folder = urlsplit(os.environ["FINGERPOST_BROKER"]), os.environ.get("FINGERPOST_BROKER_DIR")
        port, host = named.port or 1883, named.hostname or "localhost"
        if folder is None:
            return Place(port, host=host)
        return Place(port, host=host, files=BrokerFiles(Path(folder)), users={"engine": ENGINE, **USERS})
    found = request.getfixturevalue(f"{request.param}_place")
    assert isinstance(found, Place)
    return found


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as broker:
        yield broker


@pytest.fixture
def ear(broker: LocalBroker) -> Iterator[Listener]:
    listener = Listener(broker.url)
    yield listener
    listener.close()


@pytest.fixture
def engine(broker: LocalBroker) -> Iterator[Engine]:
    engine = Engine(broker.url)
    yield engine
    engine.sink.close()
