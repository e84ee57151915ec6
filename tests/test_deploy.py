"""What is installed on a table's machine: script, service, udev rule, broker's settings, config."""

import argparse
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from fingerpost.cli import parser
from fingerpost.commands.all import COMMANDS
from fingerpost.config import Config, GameSection, HubSection
from fingerpost.table_file import read_config
from mqtt.topics import Topics
from scripts.notices import NOTICE, notice
from scripts.notices import locked as locked_packages
from scripts.packaging import __main__ as packaging_main
from scripts.packaging import environment, wheels
from scripts.packaging.bom import names
from scripts.packaging.control import too_heavy
from scripts.packaging.files import pressed
from scripts.packaging.for_pip import plainly
from scripts.packaging.targets import Target
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import PATIENCE_S

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
DEBIAN = DEPLOY / "debian"
INSTALL = DEPLOY / "install.sh"
CHANGES = ("apt-get", "useradd", "userdel", "usermod", "systemctl", "udevadm", "install", "ln", "rm")


@pytest.fixture
def copy() -> Iterator[Path]:
    """The folder where anybody may read it, beside fakes of every command that changes a system."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copytree(DEPLOY, folder / "deploy")
        (folder / "bin").mkdir()
        (folder / "done").touch()
        (folder / "done").chmod(0o666)
        for command in CHANGES:
            put(folder, command, f'#!/bin/sh\necho "{command} $*" >>{folder}/done\n')
        # A machine on which Fingerpost is not installed yet, whatever this one is.
        put(folder, "getent", '#!/bin/sh\n[ "$1" = group ]\n')
        yield folder


def put(copy: Path, command: str, script: str) -> None:
    """A fake of a command of the system."""
    (copy / "bin" / command).write_text(script)
    (copy / "bin" / command).chmod(0o755)


def run(copy: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The script, run by somebody who is not root."""
    nobody = 65534 if os.geteuid() == 0 else None
    return subprocess.run(
        ["bash", str(copy / "deploy" / "install.sh"), *options],
        capture_output=True,
        text=True,
        env={"PATH": f"{copy}/bin:/usr/bin:/bin:/usr/sbin:/sbin"},
        cwd=copy,
        user=nobody,
        timeout=PATIENCE_S,
        check=False,
    )


def unit() -> dict[str, list[str]]:
    """The service's keys; a key may stand more than once."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "fingerpost.service").read_text().splitlines():
        if line and not line.startswith(("#", "[")):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_given_the_script_when_bash_reads_it_then_it_is_well_formed_and_strict() -> None:
    subprocess.run(["bash", "-n", str(INSTALL)], check=True)
    text = INSTALL.read_text()
    assert "set -euo pipefail" in text and os.access(INSTALL, os.X_OK)
    for line in text.splitlines():
        code = line.split(" #")[0]
        assert not re.search(r"rm -rf[^\n]*\s\$", code), f"an unquoted variable is removed: {line}"
        assert "curl" not in code and "--break-system-packages" not in code


def test_given_the_service_when_it_stops_then_the_logs_of_the_wires_stay_in_memory_to_be_read() -> None:
    assert unit()["RuntimeDirectory"] == ["fingerpost"]
    assert unit()["RuntimeDirectoryPreserve"] == ["yes"]


@pytest.mark.parametrize(
    "options", [(), ("--broker",), ("--from-source",), ("--repository", "https://a.example/apt")]
)
def test_given_a_dry_run_when_not_root_then_every_step_is_said_and_none_done(
    copy: Path, options: tuple[str, ...]
) -> None:
    ran = run(copy, "--dry-run", *options)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Dry run: every step is said, none is done.")
    assert (copy / "done").read_text() == ""
    steps = [line for line in ran.stdout.splitlines() if line.startswith("- ")]
    assert len(steps) >= 3


def test_given_a_repository_when_installed_from_then_its_key_its_source_and_the_package_are_named(
    copy: Path,
) -> None:
    told = run(copy, "--dry-run", "--broker", "--repository", "/media/stick").stdout
    for word in (
        "Take the key of its packages from file:/media/stick",
        "/etc/apt/sources.list.d/fingerpost.sources",
        "install_them fingerpost mosquitto",
        "/etc/mosquitto/conf.d/fingerpost.conf",
    ):
        assert word in told, word


def test_given_a_repository_that_anybody_may_change_on_its_way_when_named_then_it_is_refused(
    copy: Path,
) -> None:
    ran = run(copy, "--dry-run", "--repository", "http://a.example/apt")
    assert ran.returncode == 2 and "https://" in ran.stderr


def test_given_no_root_when_it_would_change_the_system_then_one_line_says_what_to_do(copy: Path) -> None:
    ran = run(copy)
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr.count("\n") == 1 and "sudo" in ran.stderr
    assert (copy / "done").read_text() == ""


def test_given_an_option_that_is_none_when_called_then_it_is_named(copy: Path) -> None:
    ran = run(copy, "--dry-run", "--everything")
    assert ran.returncode == 2 and "unknown option --everything" in ran.stderr


def test_given_the_service_when_read_then_it_watches_restarts_and_belongs_to_its_own_user() -> None:
    keys = unit()
    assert keys["Type"] == ["notify"] and keys["WatchdogSec"] == ["15"] and keys["Restart"] == ["always"]
    assert keys["StartLimitIntervalSec"] == ["0"]
    assert keys["User"] == ["fingerpost"] and keys["StateDirectory"] == ["fingerpost"]
    assert keys["WorkingDirectory"] == ["/var/lib/fingerpost"]
    assert "LG_WD=/var/lib/fingerpost" in keys["Environment"]
    assert keys["NoNewPrivileges"] == ["yes"] and keys["ProtectSystem"] == ["strict"]


def test_given_the_service_when_read_then_the_devices_of_a_table_are_open_to_it_and_no_others() -> None:
    # ProtectClock and PrivateDevices restrict devices too; SupplementaryGroups fails without the group.
    keys = unit()
    assert not {"PrivateDevices", "ProtectClock", "SupplementaryGroups", "PrivateNetwork"} & keys.keys()
    assert keys["DevicePolicy"] == ["closed"]
    allowed = {entry.split()[0] for entry in keys["DeviceAllow"]}
    assert {
        f"char-{one}" for one in ("ttyACM", "ttyUSB", "video4linux", "media", "alsa", "gpiochip")
    } <= allowed


def test_given_the_service_and_the_package_when_compared_then_they_name_the_same_paths() -> None:
    (start,) = unit()["ExecStart"]
    assert start == "/opt/fingerpost/bin/fingerpost play --config /etc/fingerpost/table.toml"
    target = Target(suite="bookworm", arch="amd64")
    assert target.site_packages.startswith("opt/fingerpost/lib/python3.11/")
    assert (DEBIAN / "table.toml").is_file()


def test_given_the_config_that_is_installed_when_read_then_it_is_a_table_that_may_be_played() -> None:
    assert read_config(DEBIAN / "table.toml") == read_config(DEPLOY / "table.toml")
    assert len((DEBIAN / "table.toml").read_text(encoding="utf-8").splitlines()) <= 12


@pytest.mark.parametrize("fails", ["mkdir", "mktemp", "tar"])
def test_given_a_full_card_when_what_runs_cannot_be_packed_then_no_older_package_stays_to_go_back_to(
    fails: str, tmp_path: Path
) -> None:
    for folder in ("info", "cache", "bin"):
        (tmp_path / folder).mkdir()
    (tmp_path / "info" / "fingerpost.md5sums").touch()
    (tmp_path / "cache" / "former.deb").write_text("of the year before last")
    text = (DEBIAN / "preinst").read_text(encoding="utf-8")
    assert text.count("cache=/var/cache/fingerpost") == 1
    text = text.replace("/var/cache/fingerpost", str(tmp_path / "cache"))
    asked = f'if [ "$1" = --control-path ]; then echo "{tmp_path}/info/$2.$3"; fi'
    for command, done in (("md5sum", "exit 0"), ("dpkg-query", asked), (fails, "exit 1")):
        put(tmp_path, command, f"#!/bin/sh\n{done}\n")
    way = f"{tmp_path}/bin:{os.environ['PATH']}"
    ran = subprocess.run(
        ["sh", "-c", text, "preinst", "upgrade"],
        env={**os.environ, "PATH": way},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "no way back from this upgrade" in ran.stderr) == (0, True)
    assert list((tmp_path / "cache").iterdir()) == []


@pytest.mark.parametrize(
    "ones", [("", "boot"), ("", "smoke"), ("arm64", "whole"), ("arm64", "smoke upgrade")]
)
def test_given_a_part_that_an_architecture_has_not_when_tested_then_it_is_named_and_not_passed(
    ones: tuple[str, str],
) -> None:
    arch, part = ones
    done = subprocess.run(
        [DEPLOY.parent / "scripts" / "test-install", *(("--arch", arch) if arch else ())],
        env={**os.environ, "ONLY": part},
        capture_output=True,
        text=True,
        check=False,
    )
    there = "smoke upgrade beside" if arch else "whole stick source booted"
    told = f"scripts/test-install: unknown part ONLY={part}; of {arch or 'amd64'}: {there}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


@pytest.mark.parametrize("script", ["preinst", "postinst", "prerm", "postrm", "fingerpost-helper"])
def test_given_a_script_that_runs_as_root_when_the_shell_reads_it_then_it_is_well_formed_and_strict(
    script: str,
) -> None:
    subprocess.run(["sh", "-n", str(DEBIAN / script)], check=True)
    text = (DEBIAN / script).read_text(encoding="utf-8")
    assert re.search(r"^set -eu?$", text, re.MULTILINE)
    assert "python" not in text  # a broken release must not break the way back


def test_given_the_units_when_verified_then_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    for name in ("fingerpost-helper.path", "fingerpost-helper.service", "fingerpost-prove.service"):
        text = (DEBIAN / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/usr/libexec/fingerpost-helper", "/bin/true"))
    (tmp_path / "fingerpost.service").write_text(
        re.sub("ExecStart=.*", "ExecStart=/bin/true", (DEPLOY / "fingerpost.service").read_text())
    )
    names = [str(path) for path in tmp_path.iterdir()]
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *names], capture_output=True, text=True, check=False
    )
    told = [line for line in ran.stderr.splitlines() if "fingerpost" in line]
    assert (ran.returncode, told) == (0, [])


def test_given_the_rule_when_read_then_it_names_the_hub_as_the_config_does() -> None:
    rule = (DEPLOY / "99-fingerpost.rules").read_text()
    assert 'ENV{ID_FS_LABEL}=="FINGERPOST"' in rule and "--options=ro,nosuid,nodev,noexec" in rule
    config = read_config(DEPLOY / "table.toml")
    link = re.search(r'SYMLINK\+="([^"]+)"', rule)
    assert link is not None and config.hub.port == f"/dev/{link[1]}"
    assert 'ATTRS{idVendor}=="2e8a"' in rule and 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule


def test_given_the_example_config_when_read_then_it_is_a_table_that_may_be_played() -> None:
    config = read_config(DEPLOY / "table.toml")
    assert config == Config(
        hub=HubSection(port="/dev/fingerpost-hub"), game=GameSection(set_up=True), given=frozenset({"map"})
    )
    Topics(config.mqtt.table)


def test_given_the_example_config_when_all_is_switched_on_then_every_key_is_known(tmp_path: Path) -> None:
    text = re.sub(r"^# (\w+ = )", r"\1", (DEPLOY / "table.toml").read_text(), flags=re.MULTILINE)
    path = tmp_path / "table.toml"
    path.write_text(text)
    shutil.copy(DEPLOY.parent / "tabletop" / "layouts" / "usa.json", tmp_path / "board.json")
    assert read_config(path).game.seed == 7
    keys = {f"{section}.{key}" for section, content in tomllib.loads(text).items() for key in content}
    assert {"game.seed", "speech.wav", "store.path", "camera.calibration"} <= keys


def test_given_the_brokers_settings_when_mosquitto_starts_with_them_then_it_serves() -> None:
    settings = (DEPLOY / "mosquitto" / "fingerpost.conf").read_text()
    assert "listener 1883 127.0.0.1" in settings and "set_tcp_nodelay true" in settings
    with LocalBroker(
        settings=settings.replace("listener 1883 127.0.0.1", "listener {port} 127.0.0.1")
    ) as broker:
        assert broker.port > 0  # it would have raised if it had not come to listen


def test_given_the_service_when_its_hardening_is_scored_then_it_is_1_8_at_most() -> None:
    scored = subprocess.run(
        [
            "systemd-analyze",
            "security",
            "--offline=true",
            "--threshold=18",
            str(DEPLOY / "fingerpost.service"),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert scored.returncode == 0, scored.stdout[-200:]


def test_given_what_the_service_needs_when_locked_then_each_file_has_its_hash_and_each_wish_is_met() -> None:
    text = (DEPLOY / "locks" / "table.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\w)", text.partition("\n")[2].strip())
    locked = {entry.partition("==")[0]: re.split(r"[ ;]", entry.partition("==")[2])[0] for entry in entries}
    assert all("--hash=sha256:" in entry for entry in entries)
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [Requirement(one) for one in (*project["dependencies"], *extras["vision"], *extras["page"])]
    wanted += [Requirement(one) for one in extras["pi"]]
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


def test_given_the_source_when_it_is_to_be_installed_then_only_this_machine_s_wheels_are_fetched(
    copy: Path,
) -> None:
    told = run(copy, "--dry-run", "--from-source").stdout
    assert re.search(r"scripts/deb --fetch --suite \S+ --arch \S+$", told, re.MULTILINE)
    assert re.search(r"scripts/deb --suite \S+$", told, re.MULTILINE) and "make " not in told


@pytest.mark.parametrize(
    ("config", "voice", "newer", "back"),
    [
        ("", "en", "A newer version is here. I start anew.", "the former one is back."),
        ('[game]\n[speech]\nlanguage = "de"\n[page]\n', "de", "Eine neuere Version ist da.", "wieder da."),
        ("[speech]\nrate = 200\n  language = 'fr'\n", "fr", "Une version plus récente", "est de retour."),
        ('[speech]\nlanguage="es" # here\n', "es", "Hay una versión más nueva.", "ha vuelto."),
        ('[speech]\nrate = 180\n[store]\nlanguage = "de"\n', "en", "A newer version", "is back."),
    ],
)
@pytest.mark.parametrize("starts", [True, False])
def test_given_a_newer_version_when_it_is_started_then_the_table_s_language_says_so_and_whether_it_went_back(
    config: str, voice: str, newer: str, back: str, starts: bool, tmp_path: Path
) -> None:
    for folder in ("bin", "run", "cache", "state"):
        (tmp_path / folder).mkdir()
    (tmp_path / "table.toml").write_text(config)
    (tmp_path / "cards").write_text(" 0 [Headphones]\n")
    (tmp_path / "cache" / "unproven").touch()
    (tmp_path / "cache" / "former.deb").touch()
    text = (DEBIAN / "fingerpost-helper").read_text(encoding="utf-8")
    for path, name in {
        "/etc/fingerpost/table.toml": "table.toml",
        "/proc/asound/cards": "cards",
        "/run/fingerpost": "run",
        "/var/cache/fingerpost": "cache",
        "/var/lib/fingerpost": "state",
        "ALIVE_S=5": "",
    }.items():
        text = text.replace(path, str(tmp_path / name) if name else "ALIVE_S=0")
    started = "exit 0" if starts else '[ "$1" != restart ]'
    fakes = {
        "systemctl": started,
        "dpkg": "exit 0",
        "dpkg-query": "echo 0.2.0+deb12",
        "runuser": "cat >/dev/null",
    }
    for name, script in {**fakes, "espeak-ng": f'echo "$2 $3" >>{tmp_path}/said'}.items():
        put(tmp_path, name, f"#!/bin/sh\n{script}\n")
    ran = subprocess.run(
        ["sh", "-c", text, "helper", "settle"],
        env={**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"},
        capture_output=True,
        check=False,
    )
    said = (tmp_path / "said").read_text(encoding="utf-8").splitlines()
    assert (ran.returncode, len(said)) == ((0, 1) if starts else (1, 2))
    assert said[0].startswith(f"{voice} {newer}")
    assert starts or (said[1].startswith(f"{voice} ") and said[1].endswith(back))


@pytest.mark.parametrize(
    ("wish", "done"),
    [
        ("settle\n", ["restart fingerpost.service"]),
        ("power-off\n", ["--no-block poweroff"]),
        ("reboot\n", []),
        ("settle; power-off\n", []),
        ("", []),
        ("a" * 100_000, []),
        (None, []),  # a link to a file that says settle
    ],
)
def test_given_a_wish_of_the_table_when_root_reads_it_then_only_two_words_do_something_and_it_is_gone(
    wish: str | None, done: Sequence[str], tmp_path: Path
) -> None:
    for folder in ("bin", "run", "cache"):
        (tmp_path / folder).mkdir()
    (tmp_path / "elsewhere").write_text("settle\n")
    if wish is None:
        (tmp_path / "run" / "wish").symlink_to(tmp_path / "elsewhere")
    else:
        (tmp_path / "run" / "wish").write_text(wish)
    text = (DEBIAN / "fingerpost-helper").read_text(encoding="utf-8")
    for path, name in {"/run/fingerpost": "run", "/var/cache/fingerpost": "cache"}.items():
        text = text.replace(path, str(tmp_path / name))
    calls = f'case $1 in restart | --no-block) echo "$*" >>{tmp_path}/calls ;; esac'
    for name, script in {"systemctl": calls, "sleep": "exit 0", "dpkg-query": "echo 0.2.0"}.items():
        put(tmp_path, name, f"#!/bin/sh\n{script}\n")
    subprocess.run(
        ["sh", "-c", text, "helper", "wish"],
        env={**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"},
        capture_output=True,
        check=True,
    )
    called = tmp_path / "calls"
    assert (called.read_text().splitlines() if called.exists() else []) == done
    assert not os.path.lexists(tmp_path / "run" / "wish") and (tmp_path / "elsewhere").exists()


def test_given_what_is_installed_when_packed_for_the_way_back_then_the_configs_are_conffiles_of_it(
    tmp_path: Path,
) -> None:
    for folder in ("bin", "info", "cache", "shipped/fingerpost", "shipped/needrestart/conf.d"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("fingerpost/table.toml", "needrestart/conf.d/fingerpost.conf"):
        (tmp_path / "shipped" / name).write_text("as it was shipped\n")
    program = tmp_path / "program"
    program.write_text("the program\n")
    digest = hashlib.md5(program.read_bytes(), usedforsecurity=False).hexdigest()
    (tmp_path / "info" / "fingerpost.md5sums").write_text(f"{digest}  {str(program)[1:]}\n")
    text = (DEBIAN / "preinst").read_text(encoding="utf-8")
    for path, name in {"/var/cache/fingerpost": "cache", "/usr/share/fingerpost/shipped": "shipped"}.items():
        text = text.replace(path, str(tmp_path / name))
    # As dpkg-query does it: it tells no place of the list of conffiles.
    asked = f"""case $1 in
      --control-path) [ "$3" = conffiles ] || echo "{tmp_path}/info/$2.$3" ;;
      -L) echo {program} ;;
      -s) printf 'Package: fingerpost\\nStatus: install ok installed\\nConffiles:\\n /etc/x 0\\n'
          printf 'Version: 0.1.0\\nArchitecture: all\\nMaintainer: a <a@b.org>\\nDescription: one\\n' ;;
    esac"""
    put(tmp_path, "dpkg-query", f"#!/bin/sh\n{asked}\n")
    subprocess.run(
        ["sh", "-c", text, "preinst", "upgrade"],
        env={**os.environ, "PATH": f"{tmp_path}/bin:{os.environ['PATH']}"},
        capture_output=True,
        check=True,
    )
    former = tmp_path / "cache" / "former.deb"
    told = subprocess.run(["dpkg-deb", "-I", former, "conffiles"], capture_output=True, text=True, check=True)
    assert told.stdout == "/etc/fingerpost/table.toml\n/etc/needrestart/conf.d/fingerpost.conf\n"
    listed = subprocess.run(["dpkg-deb", "-c", former], capture_output=True, text=True, check=True).stdout
    assert str(program) in listed and "drwxr-xr-x root/root" in listed.splitlines()[0]
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["former.deb"]
