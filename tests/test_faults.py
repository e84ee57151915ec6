"""docs/faults.md keeps its word: every failure has a row, and every test that a row names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "faults.md"
FAILURES = 58


def rows() -> dict[int, list[str]]:
    """Number of the failure → the other cells of its row."""
    found: dict[int, list[str]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        match = re.match(r"\| (\d+) \|", line)
        if match is not None:
            assert int(match[1]) not in found, line
            found[int(match[1])] = [cell.strip() for cell in line.strip("| \n").split(" | ")][1:]
    return found


def all_tests() -> set[str]:
    """The names of all tests."""
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("tests", "hw_tests")
        for path in (ROOT / folder).rglob("test_*.py")
    )
    return set(re.findall(r"^\s*def (test_\w+)", text, flags=re.MULTILINE))


def test_given_the_page_of_faults_when_counted_then_each_has_what_is_heard_and_what_shows_it() -> None:
    found = rows()
    assert sorted(found) == list(range(1, FAILURES + 1))
    for number, cells in found.items():
        assert len(cells) == 3 and all(cells), number
        assert "`test_" in cells[2], number


def test_given_the_tests_that_the_page_names_when_looked_for_then_each_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 70
    assert sorted(named - all_tests()) == []


def test_given_the_steps_by_hand_when_looked_for_on_the_page_then_each_shows_a_failure() -> None:
    text = (ROOT / "hw_tests" / "test_by_hand.py").read_text(encoding="utf-8")
    steps = re.findall(r"^def (test_\w+)", text, flags=re.MULTILINE)
    page = PAGE.read_text(encoding="utf-8")
    assert [step for step in steps if f"`{step}`" not in page] == []


def test_given_the_code_that_decides_when_read_then_it_never_asks_the_wall_clock() -> None:
    asks = re.compile(r"\btime\.time\(|\bdatetime\b|\btime\.localtime|\btime\.strftime")
    rooms = (
        "engine",
        "tabletop",
        "firmware_bridge",
        "vision",
        "reconcile",
        "dialog",
        "bots",
        "announce",
        "table",
    )
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            assert not asks.search(path.read_text(encoding="utf-8")), path
    assert not asks.search((ROOT / "fingerpost" / "evening" / "loop.py").read_text(encoding="utf-8"))
