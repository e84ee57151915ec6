"""Every criterion of docs/criteria.md has a test that carries its number."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def listed() -> list[int]:
    """The numbers of docs/criteria.md, in their order."""
    text = (ROOT / "docs" / "criteria.md").read_text(encoding="utf-8")
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]


def carried() -> dict[int, list[str]]:
    """The numbers that tests carry, with the files."""
    found: dict[int, list[str]] = {}
    for folder in ("tests", "hw_tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for numbers in re.findall(r"mark\.criterion\(([\d, ]+)\)", path.read_text(encoding="utf-8")):
                for number in numbers.split(","):
                    found.setdefault(int(number), []).append(path.name)
    return found


def test_given_the_list_of_criteria_when_read_then_it_is_whole() -> None:
    assert listed() == list(range(1, 91))


def test_given_a_criterion_when_looked_for_then_a_test_carries_its_number() -> None:
    missing = set(listed()) - set(carried())
    assert not missing, f"no test carries {sorted(missing)}; write one"


def test_given_a_test_when_it_carries_a_number_then_there_is_such_a_criterion() -> None:
    assert set(carried()) <= set(listed())
