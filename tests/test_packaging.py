"""What packs Fingerpost: locks, notices, wheels, a package's bytes and weight, a repository, the manual."""

import argparse
import gzip
import io
import os
import re
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from fingerpost.cli import parser
from fingerpost.commands.all import COMMANDS
from scripts.notices import NOTICE, notice
from scripts.notices import locked as locked_packages
from scripts.packaging import __main__ as packaging_main
from scripts.packaging import environment, wheels
from scripts.packaging.bom import names
from scripts.packaging.control import too_heavy
from scripts.packaging.files import pressed
from scripts.packaging.for_pip import plainly
from scripts.packaging.targets import Target

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
DEBIAN = DEPLOY / "debian"


def test_given_what_the_service_needs_when_locked_then_each_file_has_its_hash_and_each_wish_is_met() -> None:
    text = (DEPLOY / "locks" / "table.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\w)", text.partition("\n")[2].strip())
    locked = {entry.partition("==")[0]: re.split(r"[ ;]", entry.partition("==")[2])[0] for entry in entries}
    assert all("--hash=sha256:" in entry for entry in entries)
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(one) for one in (*project["dependencies"], *extras["vision"], *extras["page"])]
    wanted += [Requirement(one) for one in (*extras["pi"], *extras["hub"])]
    assert "espeakng-loader" not in locked  # the service speaks by the system's library
    assert all(one.specifier.contains(locked[one.name]) for one in wanted)


def test_given_the_notice_when_written_again_then_it_names_every_locked_package() -> None:
    row = re.compile(r"^\| ([\w.-]+) \| ([\d., a-z]+) \| [^|]+ \|", re.MULTILINE)
    rows = row.findall(notice())
    assert {name for name, _ in rows} == {name for name, _ in locked_packages()}
    listed = re.findall(
        r"^\| ([\w.-]+) \| ([\d., a-z]+) \|", NOTICE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert listed == rows


@pytest.mark.parametrize(
    ("name", "packed", "installed_kb", "heavy"),
    [
        ("fingerpost", 10_000_000, 50_000, False),
        ("fingerpost", 10_375_836, 43_000, True),
        ("fingerpost", 9_000_000, 51_000, True),
        ("fingerpost-vision", 65_000_000, 250_000, False),
        ("fingerpost-vision", 66_000_000, 240_000, True),
    ],
)
def test_given_a_package_when_weighed_then_what_is_over_its_bar_is_said_with_both_figures(
    name: str, packed: int, installed_kb: int, heavy: bool
) -> None:
    told = too_heavy(name, packed, installed_kb)
    assert bool(told) == heavy
    if heavy:
        assert told.startswith(f"{name} has {packed / 1e6:.1f} MB")


def test_given_a_wheel_that_nothing_imports_when_locked_then_it_is_not_in_the_package() -> None:
    names = {name for name, _ in locked_packages()}
    assert "colorzero" in names
    assert "setuptools" not in names


def test_given_modules_of_any_name_when_recorded_then_their_bytecode_is_too(tmp_path: Path) -> None:
    cached = tmp_path / "__pycache__"
    cached.mkdir()
    for name in ("a.py", "unicode10-0-0.py", "b[1].py"):
        (tmp_path / name).touch()
        (cached / f"{Path(name).stem}.cpython-311.pyc").touch()
    (tmp_path / "one.dist-info").mkdir()
    record = tmp_path / "one.dist-info" / "RECORD"
    record.write_text("a.py,,\nunicode10-0-0.py,,\nb[1].py,,\none.dist-info/RECORD,,\n")
    environment._record(record, tmp_path)
    listed = {line.partition(",")[0] for line in record.read_text().splitlines()}
    assert listed == {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}


def test_given_a_file_when_pressed_then_nothing_of_who_pressed_it_is_in_its_head() -> None:
    made = pressed(b"one line\n" * 9)
    assert gzip.decompress(made) == b"one line\n" * 9
    assert made[:10] == bytes.fromhex("1f8b08 00 00000000 02 ff")


def test_given_an_environment_when_started_then_it_names_the_very_python_whose_bytecode_it_has(
    tmp_path: Path,
) -> None:
    target = Target(suite="bookworm", arch="amd64")
    environment._start(tmp_path, target)
    told = (tmp_path / "pyvenv.cfg").read_text(encoding="utf-8")
    asked = [environment.python_of(target), "-c", "import platform; print(platform.python_version())"]
    one = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    assert f"\nversion = {one}\n" in told and one.startswith("3.11.")


def test_given_two_machines_when_their_lists_are_named_then_neither_takes_the_others_place() -> None:
    own = [names("0.1.0+deb12", Target(suite="bookworm", arch=arch))[0] for arch in ("amd64", "arm64")]
    assert own == ["fingerpost_0.1.0+deb12_amd64.cdx.json", "fingerpost_0.1.0+deb12_arm64.cdx.json"]


def _packed(members: Sequence[str], *, mode: int, owner: str, at: int) -> bytes:
    """A source archive as somebody packs it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name in members:
            member = tarfile.TarInfo(name)
            member.mode, member.uname, member.mtime, member.size = mode, owner, at, len(name)
            tar.addfile(member, io.BytesIO(name.encode()))
    return packed.getvalue()


def test_given_a_source_packed_by_two_people_when_made_plain_then_the_bytes_are_the_same() -> None:
    one = _packed(["f/a.py", "f/scripts/b"], mode=0o700, owner="anna", at=1_700_000_000)
    other = _packed(["f/scripts/b", "f/a.py"], mode=0o755, owner="root", at=1_800_000_000)
    assert one != other
    made = plainly(one, 60)
    assert made == plainly(other, 60)
    with tarfile.open(fileobj=io.BytesIO(made)) as tar:
        told = [(one.name, one.mode, one.uname, one.mtime) for one in tar.getmembers()]
        read = tar.extractfile("f/a.py")
        assert read is not None and read.read() == b"f/a.py"
    assert told == [("f/a.py", 0o755, "", 60), ("f/scripts/b", 0o755, "", 60)]


def test_given_every_command_when_the_manual_page_is_read_then_it_is_there_with_its_help() -> None:
    page = (DEBIAN / "fingerpost.1").read_text(encoding="utf-8").replace("\\-", "-")
    named = re.findall(r"^\.TP\n\.B (\S+)\n(.*)$", page, re.MULTILINE)
    (commands,) = [one for one in parser()._actions if isinstance(one, argparse._SubParsersAction)]
    assert named[: len(COMMANDS)] == [(one.dest, one.help) for one in commands._choices_actions]


@pytest.mark.parametrize(
    ("there", "first"),
    [(("bookworm", "trixie"), "bookworm"), (("bookworm",), "bookworm"), (("trixie",), "trixie")],
)
def test_given_packages_of_both_suites_when_a_repository_is_made_then_each_has_sources_of_its_own(
    there: Sequence[str], first: str, tmp_path: Path
) -> None:
    for folder in ("scripts", "dist", "programs"):
        (tmp_path / folder).mkdir()
    shutil.copy(DEPLOY.parent / "scripts" / "apt-repo", tmp_path / "scripts")
    endings = {"bookworm": "+deb12", "trixie": "+deb13"}
    for suite in there:
        (tmp_path / "dist" / f"fingerpost_0.1.0{endings[suite]}_amd64.deb").touch()
    # reprepro --silent --basedir B --outdir O includedeb SUITE PACKAGE
    fakes = {"reprepro": 'mkdir -p "$5/dists/$7"; echo "$7 ${8##*/}" >>included', "gpg": "echo key"}
    for name, script in fakes.items():
        program = tmp_path / "programs" / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path / 'programs'}:{os.environ['PATH']}"}
    subprocess.run(
        [tmp_path / "scripts" / "apt-repo", "CAFE"], env=environment, check=True, capture_output=True
    )
    assert (tmp_path / "included").read_text().split("\n")[:-1] == [
        f"{suite} fingerpost_0.1.0{endings[suite]}_amd64.deb" for suite in there
    ]
    made = tmp_path / "dist" / "apt"
    written = {path.name: path.read_text() for path in made.glob("*.sources")}
    assert set(written) == {"fingerpost.sources", *(f"fingerpost-{suite}.sources" for suite in there)}
    for suite in there:
        assert re.findall("^Suites: (.*)$", written[f"fingerpost-{suite}.sources"], re.MULTILINE) == [suite]
    assert written["fingerpost.sources"] == written[f"fingerpost-{first}.sources"]


def test_given_a_source_without_git_when_built_then_its_day_is_one_that_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert packaging_main._epoch() == packaging_main._WITHOUT_COMMITS


@pytest.mark.parametrize(
    ("given", "wanted"),
    [({}, 4), ({"suite": "trixie"}, 2), ({"arch": "arm64"}, 2), ({"suite": "bookworm", "arch": "amd64"}, 1)],
)
def test_given_a_suite_or_a_machine_when_wheels_are_fetched_then_no_other_s(
    given: dict[str, str], wanted: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Target] = []
    monkeypatch.setattr(wheels, "_download", lambda locks, target, into: asked.append(target))
    wheels.fetch(tmp_path, **given)
    assert len(set(asked)) == wanted
    assert all(getattr(one, key) == value for one in asked for key, value in given.items())
