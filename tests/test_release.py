"""The script that tags a release: what it refuses in one line, and a tag that verifies."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
CHANGELOG = (
    "# Changelog\n\n## 0.3.0 (2030-01-31)\n\n- A new thing.\n\n## 0.2.0 (2029-05-01)\n\n- An old one.\n"
)


CITED_KEYS = {
    *(
        "abstract",
        "authors",
        "cff-version",
        "commit",
        "contact",
        "date-released",
        "doi",
        "identifiers",
        "keywords",
    ),
    *("license", "license-url", "message", "preferred-citation", "references", "repository"),
    *("repository-artifact", "repository-code", "title", "type", "url", "version"),
}
"""All that the Citation File Format 1.2.0 knows at the top; four of them it asks for."""


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A signing key that nobody trusts; its folder is short, for gpg's sockets lie there."""
    home = tmp_path_factory.mktemp("k")
    home.chmod(0o700)
    make = ["gpg", "--batch", "--passphrase", "", "--quick-generate-key", "releases@example.org", "ed25519"]
    environment = {**os.environ, "GNUPGHOME": str(home)}
    subprocess.run(make, env=environment, check=True, capture_output=True)
    return home


class Clone:
    """A checkout with what the script reads."""

    def __init__(self, folder: Path, keys: Path) -> None:
        self.folder = folder
        self._environment = {**os.environ, "GNUPGHOME": str(keys), "HOME": str(folder), "LC_ALL": "C"}
        (folder / "scripts").mkdir()
        shutil.copy(ROOT / "scripts" / "release", folder / "scripts" / "release")
        self.write("scripts/release-check", "#!/bin/sh\nexit 0\n")
        (folder / "scripts" / "release-check").chmod(0o755)
        self.write("pyproject.toml", '[project]\nversion = "0.3.0"\n')
        self.write("CITATION.cff", "version: 0.3.0\n")
        self.write("CHANGELOG.md", CHANGELOG)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("config", "user.name", "A maintainer")
        self.git("config", "user.email", "releases@example.org")
        self.commit()

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def git(self, *words: str) -> str:
        command = ["git", *words]
        made = subprocess.run(
            command, cwd=self.folder, env=self._environment, check=True, capture_output=True, text=True
        )
        return made.stdout

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change", "--no-gpg-sign")

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = ["scripts/release", *words]
        return subprocess.run(
            command, cwd=self.folder, env=self._environment, check=False, capture_output=True, text=True
        )


@pytest.fixture
def clone(tmp_path: Path, keys: Path) -> Clone:
    return Clone(tmp_path, keys)


def test_given_a_release_that_is_ready_when_tagged_then_the_tag_is_signed_and_tells_the_changelog(
    clone: Clone,
) -> None:
    made = clone.release("--key", "releases@example.org")
    assert made.returncode == 0, made.stderr
    clone.git("tag", "--verify", "v0.3.0")
    told = clone.git("tag", "--list", "--format", "%(contents)", "v0.3.0")
    assert "Fingerpost 0.3.0" in told
    assert "- A new thing." in told
    assert "An old one" not in told
    again = clone.release()
    assert again.returncode == 2
    assert "tagged already" in again.stderr


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("CHANGELOG.md", CHANGELOG.replace("(2030-01-31)", "(Unreleased)"), "give its day"),
        ("CHANGELOG.md", CHANGELOG.replace("0.3.0", "0.3.1"), "has no part for 0.3.0"),
        ("CITATION.cff", "version: 0.2.0\n", "names another version"),
        ("pyproject.toml", "[project]\n", "names no version"),
        ("scripts/release-check", "#!/bin/sh\nexit 1\n", "a language lacks something"),
    ],
)
def test_given_something_that_is_not_ready_when_tagged_then_one_line_says_what_and_nothing_is_tagged(
    name: str, text: str, said: str, clone: Clone
) -> None:
    clone.write(name, text)
    clone.commit()
    made = clone.release()
    assert made.returncode == 2
    assert made.stderr.count("\n") == 1
    assert said in made.stderr
    assert clone.git("tag") == ""


def test_given_changes_that_are_not_committed_when_tagged_then_one_line_says_so(clone: Clone) -> None:
    clone.write("CHANGELOG.md", "")
    made = clone.release()
    assert (made.returncode, made.stderr.count("\n")) == (2, 1)
    assert "commit them first" in made.stderr


def test_given_no_such_key_when_tagged_then_it_says_how_to_name_one(clone: Clone) -> None:
    made = clone.release("--key", "nobody@example.org")
    assert made.returncode == 2
    assert "--key ID" in made.stderr.splitlines()[-1]
    assert clone.git("tag") == ""


def test_given_the_citation_file_then_it_is_one_and_cites_this_version_and_license() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"authors", "cff-version", "message", "title"} <= cited.keys() <= CITED_KEYS
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert (cited["version"], cited["license"]) == (project["version"], project["license"])
    for author in cited["authors"]:
        assert author.keys() & {"name", "family-names"}
        assert all(isinstance(text, str) and text for text in author.values())
    words = cited["keywords"]
    assert len(words) == len(set(words)) > 0
    assert all(isinstance(text, str) and text for text in (*words, cited["message"], cited["title"]))
