"""The documents are true of the code: arrows, subcommands, settings."""

import re
import tomllib
from argparse import ArgumentParser, _SubParsersAction
from pathlib import Path

from msgspec.structs import fields

from fingerpost.cli import parser
from fingerpost.config import TableFile

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "engine", "tabletop", "reconcile", "dialog", "bots", "announce", "table", "storage", "firmware_bridge",
    "vision", "audio", "mqtt", "web", "printing", "programs", "command_line", "learner_env", "board_reading",
    "upkeep", "integrations", "club", "fingerpost", "lab",
)  # fmt: skip


def arrows_told() -> dict[str, set[str]]:
    """The last table of ARCHITECTURE.md: package → what it may import of ours."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("| package | may import of ours |")[1]
    told: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (`.+?) \| (.+?) \|$", text, flags=re.MULTILINE):
        named = set(re.findall(r"`(\w+)`", row[1]))
        allowed = set(PACKAGES) - named if row[1].startswith("all") else named
        for package in re.findall(r"`(\w+)`", row[0]):
            told[package] = allowed
    return told


def arrows_drawn() -> dict[str, set[str]]:
    """Which of our packages each package's modules name in their import statements."""
    drawn: dict[str, set[str]] = {}
    for package in PACKAGES:
        text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / package).rglob("*.py"))
        names = re.findall(r"^\s*(?:from|import) (\w+)", text, flags=re.MULTILINE)
        drawn[package] = {name for name in names if name in PACKAGES} - {package}
    return drawn


def test_given_the_arrows_of_the_architecture_when_compared_with_the_imports_then_they_hold() -> None:
    told, drawn = arrows_told(), arrows_drawn()
    assert set(told) == set(PACKAGES)
    for package in PACKAGES:
        assert drawn[package] <= told[package], package


def test_given_every_package_when_looked_for_in_the_architecture_then_it_is_described() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert all(f"| `{package}` |" in text for package in PACKAGES)


def test_given_every_package_when_looked_for_in_the_contracts_then_it_is_checked() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(config["tool"]["importlinter"]["root_packages"]) == set(PACKAGES)


def test_given_every_subcommand_when_looked_for_in_the_readme_then_it_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    (\w+) ", parser().format_help(), flags=re.MULTILINE)
    assert len(commands) >= 10
    assert all(f"`fingerpost {command}" in readme for command in commands)


def test_given_every_setting_of_the_config_when_looked_for_in_the_example_then_it_is_there() -> None:
    example = (ROOT / "deploy" / "table.toml").read_text(encoding="utf-8")
    for section in fields(TableFile):
        assert f"[{section.name}]" in example
        assert all(
            f"{key} = " in example for key in getattr(section.type, "__struct_encode_fields__", ("wait",))
        )


DOCUMENTS = (
    *(ROOT / part for part in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)


def headings(document: Path) -> list[str]:
    """The headings of a page; a remark in a block of code is none."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)


def anchors(document: Path) -> set[str]:
    """What a link may name behind `#`: each heading, as a forge writes it."""
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings(document)}


def links(document: Path) -> list[tuple[str, str]]:
    """(path, heading) of each relative link and picture; the path is empty for the page itself."""
    found = re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", document.read_text(encoding="utf-8"))
    return [(path, heading) for path, heading in found if not re.match(r"[a-z]+:", path)]


def test_given_every_link_of_the_documents_when_followed_then_file_and_heading_are_there() -> None:
    for document in DOCUMENTS:
        for path, heading in links(document):
            target = document.parent / path if path else document
            assert target.exists(), f"{document.name}: {path}"
            assert not heading or heading in anchors(target), f"{document.name}: {path}#{heading}"


def test_given_every_page_when_links_are_followed_from_the_readme_then_it_is_reached() -> None:
    reached, ahead = set[Path](), [(ROOT / "README.md").resolve()]
    while ahead:
        page = ahead.pop()
        if page.is_dir():
            ahead += page.glob("*.md")
        elif page.suffix == ".md" and page not in reached:
            reached.add(page)
            ahead += [(page.parent / path).resolve() for path, _ in links(page) if path]
    assert [page.name for page in DOCUMENTS if page.resolve() not in reached] == []


def test_given_every_measurement_when_looked_for_then_a_page_of_the_documents_links_to_it() -> None:
    pages = [page for page in DOCUMENTS if page.parent.name != "measured"]
    linked = {(page.parent / path).resolve() for page in pages for path, _ in links(page)}
    measured = (ROOT / "docs" / "measured").glob("*.md")
    assert [page.name for page in measured if page.resolve() not in linked] == []


def test_given_every_page_that_the_code_names_when_looked_for_then_it_and_its_heading_are_there() -> None:
    named = re.compile(r'(docs/[a-z0-9/-]+\.md)(?:, "([^"\n]+?),?")?')
    folders = (*PACKAGES, "benchmarks", "deploy", "hw_tests", "training")
    files = [
        path for folder in folders for kind in ("py", "toml") for path in (ROOT / folder).rglob(f"*.{kind}")
    ]
    assert len(files) > 300
    for path in files:
        for page, heading in named.findall(path.read_text(encoding="utf-8")):
            assert (ROOT / page).exists(), f"{path}: {page}"
            assert not heading or heading in headings(ROOT / page), f"{path}: {page}, {heading}"


def test_given_every_file_of_ours_that_a_document_names_when_looked_for_then_it_is_there() -> None:
    ours = "|".join((*PACKAGES, "benchmarks", "deploy", "docs", "hw_tests", "scripts", "tests", "training"))
    named = re.compile(rf"`((?:{ours})/[a-z0-9_./-]+\.\w+)[`:]")
    for document in DOCUMENTS:
        for path in named.findall(document.read_text(encoding="utf-8")):
            assert (ROOT / path).exists(), f"{document.name}: {path}"


def test_given_every_word_of_ours_when_looked_for_then_each_room_that_is_named_uses_one_of_its_row() -> None:
    rows = re.findall(
        r"^\| ([^|]+) \|[^|]+\|[^|]+\| ([^|]+) \|$", (ROOT / "docs/words.md").read_text("utf-8"), re.M
    )
    used = {
        room: " ".join(path.read_text("utf-8") for path in (ROOT / room).rglob("*.py"))
        .lower()
        .replace("_", " ")
        for room in PACKAGES
    }
    assert len(rows) > 120
    for words, rooms in rows:
        stems = [one.rstrip("s").lower() for one in re.split(r"[;,] ", re.sub(r" \(.*?\)", "", words))]
        for room in re.findall(r"`(\w+)`", rooms):
            assert [one for one in stems if one in used[room]], f"docs/words.md: {words}: not in {room}"


def options_known() -> dict[tuple[str, ...], set[str]]:
    """Each subcommand, and those within it → its options."""
    found: dict[tuple[str, ...], set[str]] = {}

    def walk(one: ArgumentParser, path: tuple[str, ...]) -> None:
        found[path] = {name for action in one._actions for name in action.option_strings}
        for action in one._actions:
            if isinstance(action, _SubParsersAction):
                for name, within in action.choices.items():
                    walk(within, (*path, name))

    walk(parser(), ())
    return found


def test_given_every_call_that_a_document_shows_when_looked_up_then_it_has_these_options() -> None:
    known, called = options_known(), 0
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for call in re.findall(r"(?<![\w-])fingerpost((?: +[^\s`|)]+)+)", text):
            words = call.split()
            options = {found[0] for word in words if (found := re.match(r"--[a-z-]+", word.strip("[(")))}
            fitting = [one for one in known if one and set(one) <= {*words} and one[0] == words[0]]
            if not fitting:
                assert not options - {"--version", "--help"}, f"{document.name}: fingerpost{call}"
                continue
            called += 1
            there = set[str]().union(*(known[one] for one in fitting))
            assert options <= there, f"{document.name}: fingerpost{call}"
    assert called > 150


def test_given_every_target_that_make_or_a_document_names_when_looked_for_then_there_is_a_rule_for_it() -> (
    None
):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rules = set(re.findall(r"^([a-z][\w-]*):", makefile, flags=re.MULTILINE))
    declared = set(re.findall(r"^\.PHONY: (.+)$", makefile, flags=re.MULTILINE)[0].split())
    told = "\n".join(page.read_text(encoding="utf-8") for page in DOCUMENTS)
    named = set(re.findall(r"`make ([a-z][\w-]*)[^`]*`", told))
    assert len(named) > 5
    assert declared | named <= rules
