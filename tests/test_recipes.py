"""The recipes of CONTRIBUTING.md name files that are there, and all of those in which an example stands."""

import re
from dataclasses import dataclass, field
from functools import cache

import pytest

from tests.test_docs import PACKAGES, ROOT

RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n## Recipes\n")[1].split("\n## ")[0]
KINDS = (".css", ".json", ".mjs", ".po", ".py", ".toml", ".txt")
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")


@dataclass(frozen=True, kw_only=True)
class Example:
    """Something that is there and was made as the recipe says.

    `path`, `stands`: how its own name is written in paths, and in the product's files; `names`: what the
    capitals of the recipe are for it; `others`: files in which the same word means another thing, and what.
    """

    path: str
    stands: str
    names: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)


EXAMPLES = {
    "An edition rule": Example(
        path="piece_mix|exchange",
        stands=r'\b(ExchangePieces|PiecesExchanged|PieceMix|Exchange)\b|"(exchange|pieces-exchanged)"'
        r"|\bexchange_points\b|\.exchange(d?)\b|\bexchange\.(ROWS|TALK)\b",
        names={"RULE": "piece_mix", "TALK": "exchange"},
    ),
    "A map": Example(
        path="great.lakes",
        stands="great.lakes",
        names={"MAP": "great-lakes", "EDITION": "rails_and_sails_great_lakes"},
    ),
    "A language": Example(path="fr", stands=r"\bfr\b", names={"LANGUAGE": "fr"}),
    "An earcon": Example(path="flip", stands='"flip"'),
    "A question to the table": Example(path="statistics", stands=r'"statistics\b|\bstatistics\('),
    "An MQTT command": Example(
        path="say_text",
        stands=r'\bSayText\b|"say"',
        others={
            "fingerpost/commands/all.py": "the subcommand `fingerpost say`",
            "fingerpost/commands/say.py": "the subcommand `fingerpost say`",
        },
    ),
    "A sense": Example(path="camera", stands='"camera"'),
}


def recipe(title: str) -> str:
    """The text below a heading."""
    return RECIPES.split(f"### {title}\n")[1].split("\n### ")[0]


def named(title: str) -> set[str]:
    """The files and folders that a recipe names, as they are for its example; a folder ends in `/`."""
    text = recipe(title)
    for capitals, name in EXAMPLES[title].names.items():
        text = re.sub(rf"(?<![A-Z]){capitals}(?![A-Z])", name, text)
    return set(NAMED.findall(text))


@cache
def product() -> dict[str, str]:
    """Each file of the product with its text; the catalogues of words have none: each word stands in them."""
    found = dict[str, str]()
    for folder in (*PACKAGES, "deploy", "scripts"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS:
                name = path.relative_to(ROOT).as_posix()
                found[name] = "" if "/phrases/" in name else path.read_text(encoding="utf-8")
    return found


def holding(example: Example) -> set[str]:
    """The files in which an example stands, or that are named after it."""
    called = re.compile(rf"(?<![a-z])({example.path})(?![a-z])")
    return {
        name
        for name, text in product().items()
        if called.search(name) or re.search(example.stands, text)
    } - set(example.others)  # fmt: skip


def covered(name: str, listed: set[str]) -> bool:
    return name in listed or any(folder.endswith("/") and name.startswith(folder) for folder in listed)


def test_given_the_recipes_when_counted_then_each_has_an_example() -> None:
    titles = re.findall(r"^### (.+)$", RECIPES, flags=re.MULTILINE)
    assert titles == [*EXAMPLES, "All else"]


@pytest.mark.parametrize("title", EXAMPLES)
def test_given_a_recipe_when_its_files_are_looked_for_then_they_are_there(title: str) -> None:
    assert [name for name in sorted(named(title)) if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("title", EXAMPLES)
def test_given_a_recipe_when_its_example_is_looked_for_then_it_stands_in_no_file_but_those(
    title: str,
) -> None:
    listed, found = named(title), holding(EXAMPLES[title])
    assert len(found) >= 4
    assert [name for name in sorted(found) if not covered(name, listed)] == []


@pytest.mark.parametrize("title", EXAMPLES)
def test_given_a_recipe_when_read_then_it_lists_no_whole_room_of_the_core(title: str) -> None:
    whole = {
        f"{room}/"
        for room in ("engine", "tabletop", "reconcile", "dialog", "announce", "table", "mqtt", "web")
    }
    assert not named(title) & whole  # it would hide every file that is missing


@pytest.mark.parametrize("title", EXAMPLES)
def test_given_what_has_an_examples_name_by_chance_then_it_still_has(title: str) -> None:
    example = EXAMPLES[title]
    assert all(re.search(example.stands, product()[name]) for name in example.others)
