"""Databases of both kinds for the club."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from club.database import Database, opened
from tests.club.databases import LocalPostgres

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[LocalPostgres]:
    with LocalPostgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database: where it is."""
    if request.param == "sqlite":
        return str(tmp_path / "club.sqlite")
    server = request.getfixturevalue("postgres")
    assert isinstance(server, LocalPostgres)
    return server.fresh(f"club{next(_NUMBERS)}")


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "club.sqlite")


@pytest.fixture
def database(path: str) -> Iterator[Database]:
    database = opened(path)
    yield database
    database.close()
