"""The documents are true of the code: arrows, subcommands, settings."""

import re
import tomllib
from pathlib import Path

from msgspec.structs import fields

from fingerpost.cli import parser
from fingerpost.config import TableFile

ROOT = Path(__file__).parent.parent
PACKAGES = (
    "engine", "tabletop", "reconcile", "dialog", "announce", "firmware_bridge", "vision", "audio", "mqtt",
    "web", "simulator", "fingerpost",
)  # fmt: skip


def arrows_told() -> dict[str, set[str]]:
    """The last table of ARCHITECTURE.md: package → what it may import of ours."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("| package | may import of ours |")[1]
    told: dict[str, set[str]] = {}
    for row in re.findall(r"^\| (`.+?) \| (.+?) \|$", text, flags=re.MULTILINE):
        allowed = set(PACKAGES) if row[1] == "all" else set(re.findall(r"`(\w+)`", row[1]))
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
        assert all(f"{key} = " in example for key in section.type.__struct_encode_fields__)


DOCUMENTS = (
    *(ROOT / part for part in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)


def anchors(document: Path) -> set[str]:
    """What a link may name behind `#`: each heading, as a forge writes it."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_given_every_link_of_the_documents_when_followed_then_file_and_heading_are_there() -> None:
    for document in DOCUMENTS:
        for path, heading in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", document.read_text(encoding="utf-8")):
            if path.startswith("http"):
                continue
            target = document.parent / path if path else document
            assert target.exists(), f"{document.name}: {path}"
            assert not heading or heading in anchors(target), f"{document.name}: {path}#{heading}"


def test_given_every_file_of_ours_that_a_document_names_when_looked_for_then_it_is_there() -> None:
    ours = "|".join((*PACKAGES, "benchmarks", "deploy", "docs", "hw_tests", "scripts", "tests", "training"))
    named = re.compile(rf"`((?:{ours})/[a-z0-9_./-]+\.\w+)[`:]")
    for document in DOCUMENTS:
        for path in named.findall(document.read_text(encoding="utf-8")):
            assert (ROOT / path).exists(), f"{document.name}: {path}"
