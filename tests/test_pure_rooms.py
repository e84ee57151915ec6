"""The pure rooms touch no world: what they import says so, read from their syntax trees."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PURE = ("engine", "tabletop", "reconcile", "dialog", "bots", "announce", "table")
WORLD = frozenset({
    "asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "queue", "random", "secrets",
    "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid", "cv2", "gpiozero", "numpy", "paho", "serial", "starlette", "uvicorn",
})  # fmt: skip
NAMED = {("engine/shuffle.py", "random")}
"""The one place where a seed becomes an order."""

TOOLS = {"benchmarks", "hw_tests", "scripts", "tests", "training"}


def imported(text: str) -> Iterator[str]:
    """The packages that a module imports anywhere in it, early or late."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield node.module.partition(".")[0]


def touched(text: str, file: str) -> set[str]:
    """What of the world a module imports that it may not."""
    return {name for name in imported(text) if name in WORLD and (file, name) not in NAMED}


@pytest.mark.parametrize("room", PURE)
def test_given_a_pure_room_when_its_imports_are_read_then_it_touches_no_world(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    found = {
        str(path.relative_to(ROOT)): touched(path.read_text("utf-8"), str(path.relative_to(ROOT)))
        for path in files
    }
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "text",
    ["import time", "import os.path", "from pathlib import Path", "def f():\n    from threading import Lock"],
)
def test_given_a_module_that_touches_the_world_when_read_then_it_is_found(text: str) -> None:
    assert touched(text, "table/session.py")


def test_given_the_rooms_when_compared_with_the_layers_of_the_contracts_then_each_has_its_place() -> None:
    """`layers` knows no `exhaustive` for packages at the top: so it is held here."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (
        one["layers"] for one in config["contracts"] if one["type"] == "layers" and "containers" not in one
    )
    placed = [room.strip() for layer in layers for room in layer.split("|")]
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - TOOLS
    assert sorted(placed) == sorted(packages) == sorted(config["root_packages"])
    (knots,) = (one["ancestors"] for one in config["contracts"] if one["type"] == "acyclic_siblings")
    assert sorted(knots) == sorted(packages)


def openings() -> Iterator[tuple[str, str]]:
    """Each package of a few modules, and what it opens with; on a hub there is no room for words."""
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} - TOOLS
    for opening in sorted(one for room in rooms for one in (ROOT / room).rglob("__init__.py")):
        place = opening.parent.relative_to(ROOT).as_posix()
        if len(list(opening.parent.glob("*.py"))) > 3 and place != "firmware_bridge/firmware":
            yield place, ast.get_docstring(ast.parse(opening.read_text("utf-8"))) or ""


def test_given_a_package_when_opened_then_it_says_how_it_works_and_what_is_absent() -> None:
    """But for the subcommands of a room, one each."""
    silent = [
        place
        for place, told in openings()
        if not place.endswith("/commands") and (len(told.splitlines()) < 9 or "absent: " not in told)
    ]
    assert silent == []


def test_given_what_packages_open_with_when_a_module_is_named_there_then_there_is_one() -> None:
    """As `room.module`, or as a file beside it."""
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    gone, count = [], 0
    for place, told in openings():
        for name in re.findall(r"`([a-z_]+\.[a-z_.]+)`", told):
            if name.endswith(".py"):
                path = ROOT / place / name
            elif name.split(".")[0] in rooms:
                path = ROOT.joinpath(*name.split("."))
            else:
                continue
            count += 1
            if not (path.is_file() or path.is_dir() or path.with_suffix(".py").is_file()):
                gone.append(f"{place}: {name}")
    assert count > 30
    assert gone == []


def test_given_the_rooms_when_set_up_then_each_is_compiled_once_and_not_at_every_start() -> None:
    (line,) = (
        one
        for one in (ROOT / "scripts" / "setup").read_text("utf-8").splitlines()
        if "-m compileall -q announce" in one
    )
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} - TOOLS <= set(line.split())


def test_given_every_room_when_its_public_classes_are_named_then_no_name_stands_twice() -> None:
    """One word, one meaning: who searches for a class finds one. Firmware has its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for room in sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} - TOOLS):
        for path in (ROOT / room).rglob("*.py"):
            place = str(path.relative_to(ROOT))
            if not place.startswith("firmware_bridge/firmware/"):
                for node in ast.parse(path.read_text("utf-8")).body:
                    if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                        found[node.name].append(place)
    assert len(found) > 900
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


CONVERSATIONS = ("dialog/", "announce/talks/", "announce/refusals/", "announce/scores/")
"""A conversation and its words stand in files of one name, the name of what they are about."""

TWICE = {
    "answers": "what can be asked, in words; what comes of a request",
    "claims": "claims that a bot weighs; those that learners choose from",
    "drawing": "drawing cards; a position drawn for learners",
    "values": "ids of the rules; ids of the board: neither room may import the other",
}
"""Module names that two rooms have, and why."""


def test_given_every_room_when_its_modules_are_named_then_no_name_stands_twice_without_need() -> None:
    """But for conversations, and subcommands, which are called as what they run. Firmware has its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for room in sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} - TOOLS):
        for path in (ROOT / room).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            aside = place.startswith((*CONVERSATIONS, "firmware_bridge/firmware/")) or "/commands/" in place
            if not (aside or path.stem.startswith("__")):
                found[path.stem].append(place)
    assert len(found) > 600
    assert {name: places for name, places in found.items() if len(places) > 1 and name not in TWICE} == {}
