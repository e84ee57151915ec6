"""Every reader stands what once broke one, its usual input, and small changes of that."""

import random

import pytest

from tests.fuzz.__main__ import CORPUS, LONGEST
from tests.fuzz.readers import READERS

WORDS = (
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"-1",
    b"1e999",
    b"\xff",
    b"\x00",
    b"\\ud800",
    b"[" * 2000,
    b"9" * 5000,
    b"",
)


@pytest.mark.parametrize("name", READERS)
def test_given_what_once_broke_a_reader_when_read_again_then_it_is_read_or_refused(name: str) -> None:
    for path in sorted(CORPUS.joinpath(name).glob("*")):
        READERS[name].take(path.read_bytes())


@pytest.mark.parametrize("name", READERS)
def test_given_the_first_of_what_a_reader_usually_reads_when_read_then_it_is_not_refused(name: str) -> None:
    seed = READERS[name].seeds[0]
    assert len(seed) <= LONGEST
    read = READERS[name].read(seed)
    assert type(read).__name__ not in ("Rejected", "Refused")


@pytest.mark.parametrize("name", READERS)
def test_given_what_a_reader_knows_when_changed_a_little_then_it_is_read_or_refused(name: str) -> None:
    chance, reader = random.Random(name), READERS[name]
    for seed in reader.seeds:
        reader.take(seed)
        for _ in range(reader.inputs):
            data = bytearray(seed)
            for _ in range(chance.randint(1, 4)):
                at = chance.randrange(len(data) + 1)
                match chance.randrange(4):
                    case 0:
                        data[at : at + chance.randint(0, 40)] = chance.choice(WORDS)
                    case 1:
                        data[at : at + 1] = bytes([chance.randrange(256)])
                    case 2:
                        del data[at:]
                    case _:
                        data += data[at : at + 100]
            reader.take(bytes(data))
