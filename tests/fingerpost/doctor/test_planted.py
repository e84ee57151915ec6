"""Faults planted one by one: the doctor finds each by its name, nothing else beside it, and says it aloud."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from announce import Phrases, Vocabulary
from announce.doctor_words import FINDINGS, more_on_screen, summed_up
from engine import game_map
from fingerpost import old_python
from fingerpost.cli import main
from fingerpost.doctor import checks as doctor
from fingerpost.doctor.hubs import findings
from firmware_bridge.fault_book import Evidence
from firmware_bridge.inspection import Inspection
from tests.fingerpost.doctor.plants import PLANTS, USA, Patch, config
from tests.fingerpost.doctor.test_hubs import hello

LANGUAGES = ("en", "de", "fr", "es")


@pytest.mark.parametrize(
    ("fault", "number"), [(fault, number) for fault, ways in PLANTS.items() for number in range(len(ways))]
)
def test_given_a_fault_that_is_planted_when_the_doctor_looks_then_it_alone_is_named(
    fault: str, number: int, tmp_path: Path, monkeypatch: Patch
) -> None:
    found = PLANTS[fault][number](tmp_path, monkeypatch)
    assert {check.fault for check in found if check.ok is False} == set(fault.split())
    assert all(check.advice for check in found if check.ok is False)
    said = {language: doctor.spoken(words(language), found) for language in LANGUAGES}
    # How many, what is amiss, where to read on: each in its own language.
    assert all(len(set(told)) == 2 + len(fault.split()) for told in said.values())
    for told in zip(*said.values(), strict=True):
        assert len(set(told)) == len(LANGUAGES)


def words(language: str) -> Vocabulary:
    """How the table of the United States calls its things."""
    return Vocabulary(Phrases(language), game_map("usa"), USA, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_given_any_finding_when_said_then_at_most_25_words_without_path_or_command(language: str) -> None:
    v = words(language)
    told = [v.phrases.said(row, whose=v.whose("red")).normal for row in FINDINGS.values()]
    told += [more_on_screen(v), summed_up(v, 20, 3, 1), summed_up(v, 20, 0, 0)]
    assert all(len(text.split()) <= 25 and not re.search(r"[{}/\[\]$`]", text) for text in told)


def test_given_two_pins_and_an_ear_when_said_then_each_is_named_as_the_table_names_it() -> None:
    ribbon = Inspection(hello=hello(), faults=(Evidence(3, "chat", 44, 1.0), Evidence(5, "short", 1, 1.0)))
    found = findings("hub", ribbon, {3: "denver-omaha", 5: "el-paso-houston"}, "/dev/hub")
    assert doctor.spoken(words("en"), found) == [
        "2 things are amiss.",
        "Pin Denver to Omaha flickers. I leave it out.",
        "Pin El Paso to Houston has a short: check its wires. I leave it out.",
        "The screen tells more, and what to type.",
    ]
    assert doctor.spoken(words("de"), found)[0] == "Nicht in Ordnung: 2."


@pytest.mark.parametrize("version", [(3, 7, 16), (3, 10, 13)])
def test_given_a_python_that_is_too_old_when_run_then_the_doctor_names_it_and_a_command_has_one_line(
    version: tuple[int, ...],
) -> None:
    def run(*said: str) -> subprocess.CompletedProcess[str]:
        start = "import sys; sys.version_info = {}; from fingerpost.__main__ import main; sys.exit(main())"
        words = [sys.executable, "-c", start.format((*version, "final", 0)), *said]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    ran = run("doctor", "--json")
    told = json.loads(ran.stdout)
    assert (ran.returncode, told["format"], told["ok"]) == (1, "doctor/1", False)
    assert [(check["fault"], check["what"]) for check in told["checks"]] == [
        ("python.old", ".".join(map(str, version)))
    ]
    assert "use Python 3.11 or newer" in run("doctor").stdout
    ran = run("demo")
    assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1) and "too old" in ran.stderr


def test_given_what_an_old_python_reads_when_parsed_as_3_7_then_it_is_understood() -> None:
    for name in ("__init__", "__main__", "old_python"):
        text = Path(old_python.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        ast.parse(text, feature_version=(3, 7))


@pytest.mark.parametrize(
    ("text", "fault"),
    [("[hub\n", "config.unreadable"), ("[hub]\nprot = 1\n", "config.key"), ("[hubs]\n", "config.key")],
)
def test_given_a_config_that_is_wrong_when_the_doctor_looks_then_it_is_a_finding_and_the_rest_is_told(
    text: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(text)
    assert main(["doctor", "--mute", "--json", "--config", str(tmp_path / "table.toml")]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["ok"]) == ("doctor/1", False)
    assert told["checks"][0]["fault"] == fault
    unseen = {check["id"] for check in told["checks"] if check["ok"] is None}
    assert {"hub", "camera", "broker", "page"} <= unseen  # nobody knows whether the table has them
    assert "store" in {check["id"] for check in told["checks"] if check["ok"] is True}


def test_given_a_table_that_is_well_when_the_doctor_looks_then_each_id_stands_once_and_no_fault(
    tmp_path: Path,
) -> None:
    told = json.loads(doctor.report(doctor.checks(config(tmp_path))))
    ids = [check["id"] for check in told["checks"]]
    assert told["ok"] is True and len(ids) == len(set(ids))
    assert all(list(check) == ["id", "ok", "fault", "what", "advice"] for check in told["checks"])
    assert {check["fault"] for check in told["checks"]} == {None}


def test_given_every_fault_of_the_code_when_looked_for_in_the_docs_then_it_is_there() -> None:
    told = set(re.findall(r"`(\w+\.\w+)`", Path("docs/doctor.md").read_text(encoding="utf-8")))
    named = {"config.key", "config.unreadable"}
    for path in Path("fingerpost/doctor").glob("*.py"):
        named |= set(re.findall(r'"((?:[a-z]+)\.(?:[a-z]+))"', path.read_text(encoding="utf-8")))
    named -= {"fingerpost.service"}
    assert named - told == set()
    faults = {name for name in told if not name.startswith(("state.", "table."))}
    planted = {fault for plant in PLANTS for fault in plant.split()}
    assert planted | {"config.key", "config.unreadable", "python.old"} == faults
    assert set(FINDINGS) >= faults - {"pin.stuck", "python.old"}
