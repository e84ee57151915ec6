"""Every rule of the casebook that an edition plays by has a test that names it; so has every example."""

import ast
import re
from pathlib import Path

import pytest

from engine import EDITIONS, Reason, Settings

HERE = Path(__file__).parent

SECTIONS = {
    "us": ("us-accessible", 62),
    "ta": ("us-10th-anniversary", 25),
    "eu": ("europe", 50),
    "rs": ("rails-and-sails-world", 66),
    "lw": ("legends-of-the-west", 66),
}
EXAMPLES = {
    "us": (*range(1, 26), 51, 52, 61),
    "eu": (*range(26, 39), 53, 54, 55, 56),
    "rs": (*range(39, 50), 57, 58, 59, 60),
    "lw": (50,),
}
FLOWS = {
    "us": (1, 2, 5, 7, 11, 12, 13, 14, 19),
    "ta": (27,),
    "eu": (15, 16, 17, 18),
    "rs": (3, 6, 9, 10, 25, 26),
    "lw": (4, 8, 20, 21, 22, 23, 24),
}
QUESTIONS = {
    "us": (*range(1, 14), *range(31, 38)),
    "eu": (*range(14, 21), 39),
    "rs": (*range(21, 27),),
    "lw": (*range(27, 31),),
}
"""Open questions of the documents, each with a setting or a test; 38 is a sentence without a rule."""

KNOWN = [section for section, (edition, _) in SECTIONS.items() if edition in EDITIONS]


def named(what: str) -> set[int]:
    """The numbers that tests carry, in their names (`test_us_39_…`, `…_w_26_…`) or cases (`"W-12"`)."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = re.findall(r"def (test_\w+)", text)
    numbers = [number for name in names for number in re.findall(rf"_{what}_(\d+)(?=_)", name)]
    return set(map(int, [*numbers, *re.findall(rf'"{what.upper()}-(\d+)"', text)]))


@pytest.mark.parametrize("section", KNOWN)
def test_given_a_section_of_the_casebook_then_every_rule_has_a_test_that_names_it(section: str) -> None:
    assert set(range(1, SECTIONS[section][1] + 1)) - named(section) == set()


@pytest.mark.parametrize("section", KNOWN)
def test_given_worked_examples_and_flows_then_each_has_a_test_that_names_it(section: str) -> None:
    assert set(EXAMPLES.get(section, ())) - named("w") == set()
    assert set(FLOWS.get(section, ())) - named("f") == set()
    assert set(QUESTIONS.get(section, ())) - named("x") == set()


def asserting(tree: ast.AST) -> bool:
    """True when something in there can fail a test."""
    nodes = list(ast.walk(tree))
    raises = (isinstance(node, ast.Attribute) and node.attr == "raises" for node in nodes)
    return any(isinstance(node, ast.Assert) for node in nodes) or any(raises)


def test_given_every_test_of_the_rules_then_it_or_what_it_calls_asserts_something() -> None:
    silent: list[str] = []
    for path in HERE.glob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        judges = {function.name for function in functions if asserting(function)}
        for test in functions:
            called = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
            if test.name.startswith("test_") and test.name not in judges and not called & judges:
                silent.append(f"{path.name}: {test.name}")
    assert silent == []


def test_given_every_setting_then_it_is_documented() -> None:
    page = (HERE.parents[1] / "docs" / "editions.md").read_text(encoding="utf-8")
    assert [name for name in Settings.__struct_fields__ if f"`{name}`" not in page] == []


def test_given_every_edition_then_it_is_documented() -> None:
    page = (HERE.parents[1] / "docs" / "editions.md").read_text(encoding="utf-8")
    assert [name for name in EDITIONS if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_given_an_edition_then_the_numbers_of_its_refusals_are_of_the_casebook(name: str) -> None:
    rules = EDITIONS[name]
    reasons = {key.split("@")[0] for key in rules.rules} - {"route-points"}
    assert reasons <= set(Reason)
    for number in rules.rules.values():
        section, count = number.split("-")
        assert 1 <= int(count) <= SECTIONS[section.lower()][1]
    assert set(rules.setting_names) <= set(Settings.__struct_fields__)
