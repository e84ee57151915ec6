"""CONTRIBUTING.md keeps its word: a recipe names files that are there, and its example stands in no other."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ELSEWHERE = ("benchmarks/", "docs/", "hw_tests/", "lab/", "tests/", "training/")
"""Who measures, tells, tries or simulates."""

EXAMPLES = {
    "A rule that only some editions have": r"\bBuildStation\b",
    "A map": r"\bgreat-lakes\b",
    "A language": r"\"fr\"|/fr/|_fr\.",
    "A short sound": r"\"flip\"",
    "A question to the table": r"\"statistics\"",
    "An MQTT command": r"\bSetPause\b",
}


def recipes() -> dict[str, str]:
    """The heading of each recipe, without its example → its text."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = text.split("## Seven recipes")[1].split("\n## ")[0]
    return {
        one.splitlines()[0].split(" (example")[0]: "\n".join(one.splitlines()[1:])
        for one in part.split("\n### ")[1:]
    }


def named(recipe: str) -> set[str]:
    """The files and folders that a recipe names."""
    rooms = {path.name for path in ROOT.iterdir() if path.is_dir()}
    return {path for path in re.findall(r"`([\w./-]+)`", recipe) if path.partition("/")[0] in rooms}


def ours() -> list[str]:
    """The product's files, as git has them, tests and figures left out."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    wanted = (".py", ".json", ".po")
    return [file for file in listed.splitlines() if file.endswith(wanted) and not file.startswith(ELSEWHERE)]


def says(file: str, example: str) -> bool:
    """Whether a file's name or its text has the example; a catalogue has the words of all."""
    if re.search(example, f"/{file}"):
        return True
    text = "" if file.endswith(".po") else (ROOT / file).read_text(encoding="utf-8")
    return re.search(example, text) is not None


def test_given_the_recipes_when_counted_then_they_are_seven() -> None:
    assert len(recipes()) == 7 and set(EXAMPLES) < set(recipes())


@pytest.mark.parametrize("name", sorted(recipes()))
def test_given_a_recipe_when_its_files_are_looked_for_then_each_is_there(name: str) -> None:
    files = named(recipes()[name])
    assert files
    assert [file for file in sorted(files) if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_given_a_recipe_when_its_example_is_looked_for_then_it_stands_in_these_files_only(name: str) -> None:
    found = [file for file in ours() if says(file, EXAMPLES[name])]
    assert found
    listed = tuple(named(recipes()[name]))
    assert [file for file in found if not file.startswith(listed)] == []
