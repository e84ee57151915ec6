"""Brokers to hold the rules of fingerpost/1 against: open, guarded, or one that is named."""

import os
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from mqtt.local_broker import LocalBroker
from tests.mqtt.engine import Engine
from tests.mqtt.listener import Listener
from tests.mqtt.table import Place, guarded, open_to_all


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
    """Each broker in turn; with FINGERPOST_BROKER=mqtt://host:port that one alone."""
    if request.param == "named":
        named = urlsplit(os.environ["FINGERPOST_BROKER"])
        return Place(named.port or 1883, host=named.hostname or "localhost")
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
