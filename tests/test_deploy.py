"""What is installed on a table's machine: script, service, udev rule, broker's settings, config."""

import os
import re
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.config import Config, GameSection, HubSection
from fingerpost.table_file import read_config
from mqtt.topics import Topics
from scripts.packaging.targets import Target
from tests.fake_commands import put
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
        on_system(folder, "bookworm", "arm64")
        put(folder, "getent", '#!/bin/sh\n[ "$1" = group ]\n')
        yield folder


def on_system(copy: Path, suite: str, arch: str) -> None:
    """The script finds that system; all that it changes lies in the copy."""
    (copy / "os-release").write_text(f'PRETTY_NAME="Some System ({suite})"\nVERSION_CODENAME={suite}\n')
    put(copy, "dpkg", f"#!/bin/sh\necho {arch}\n")
    script = copy / "deploy" / "install.sh"
    script.write_text(script.read_text().replace(" /etc/os-release", f" {copy}/os-release"))


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
    lines = ran.stdout.splitlines()
    assert sum(line.startswith("- ") for line in lines) >= 3
    own = re.findall(r"^(\w+)\(\)", INSTALL.read_text(), re.MULTILINE)
    assert not {line.split()[0] for line in lines if line.startswith("    ")} & {*own}  # names of no command


def test_given_a_repository_when_installed_from_then_its_key_its_source_and_the_package_are_named(
    copy: Path,
) -> None:
    told = run(copy, "--dry-run", "--broker", "--repository", "/media/stick").stdout
    for word in (
        "Take the key of its packages from file:/media/stick",
        "/etc/apt/sources.list.d/fingerpost.sources",
        "install -D -m 0644 /media/stick/fingerpost.pgp /usr/share/keyrings/fingerpost.pgp",
        "      URIs: file:/media/stick",
        "apt-get install -y -q -o Dpkg::Options::=--force-confold fingerpost mosquitto",
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


@pytest.mark.parametrize(
    ("suite", "arch", "told"),
    [
        ("noble", "amd64", "this is Some System (noble); the packages are for Debian or Raspberry Pi OS"),
        ("forky", "arm64", "this is Some System (forky); "),
        ("bookworm", "armhf", "this system is armhf; the packages are for amd64 and arm64; on a Pi"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--from-source",), ("--dry-run",)])
def test_given_a_system_that_no_package_is_for_then_it_is_named_before_anything_is_changed(
    copy: Path, options: tuple[str, ...], suite: str, arch: str, told: str
) -> None:
    on_system(copy, suite, arch)
    put(copy, "id", "#!/bin/sh\necho 0\n")
    ran = run(copy, *options)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"install.sh: {told}") and ran.stderr.count("\n") == 1
    assert (copy / "done").read_text() == ""


@pytest.mark.parametrize("earlier", [False, True])
def test_given_a_repository_that_does_not_serve_then_only_one_that_was_there_before_stays(
    copy: Path, earlier: bool
) -> None:
    """Each later update of the machine would complain of it."""
    sources = copy / "etc" / "fingerpost.sources"
    sources.parent.mkdir()
    sources.parent.chmod(0o777)
    if earlier:
        sources.write_text("Types: deb\n")
        sources.chmod(0o666)
    script = copy / "deploy" / "install.sh"
    script.write_text(script.read_text().replace("/etc/apt/sources.list.d", str(sources.parent)))
    put(copy, "id", "#!/bin/sh\necho 0\n")
    put(copy, "apt-get", '#!/bin/sh\ncase "$*" in *"install -y"*) exit 100 ;; esac\n')
    (copy / "bin" / "rm").unlink()
    put(copy, "chmod", "#!/bin/sh\n")
    ran = run(copy, "--repository", str(copy / "apt"))
    assert ran.returncode == 1 and "what apt says stands above" in ran.stderr
    assert "- Add the repository" in ran.stdout
    assert sources.exists() == earlier and ("take" in ran.stderr) != earlier


@pytest.mark.parametrize(
    ("place", "says", "told"),
    [
        (
            "/media/empty",
            "cannot stat",
            "there is no Fingerpost repository in /media/empty: it has no finger",
        ),
        (
            "https://a.example",
            "E: Failed to fetch  404  Not Found",
            "there is no Fingerpost repository at https",
        ),
        ("https://a.example", "W: _apt\nE: Could not resolve", "https://a.example cannot be reached; check "),
    ],
)
def test_given_a_place_without_a_repository_when_installed_from_then_one_line_says_what_to_do(
    copy: Path, place: str, says: str, told: str
) -> None:
    put(copy, "id", "#!/bin/sh\necho 0\n")
    fails = f"#!/bin/sh\necho '{says}' >&2\nexit 1\n"
    put(copy, "install", fails)
    put(copy, "apt-helper", fails)
    script = copy / "deploy" / "install.sh"
    script.write_text(script.read_text().replace("/usr/lib/apt/apt-helper", f"{copy}/bin/apt-helper"))
    ran = run(copy, "--repository", place)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert ran.stderr.startswith(f"install.sh: {told}")
    assert "apt-get" not in (copy / "done").read_text()


def test_given_no_network_when_it_is_built_from_source_then_one_line_says_so(
    tmp_path: Path,
) -> None:
    """Ten warnings of pip, and advice that needed the network as well."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (tmp_path / "scripts").mkdir()
    (tmp_path / "deploy" / "locks").mkdir(parents=True)
    shutil.copy(DEPLOY.parent / "scripts" / "deb", tmp_path / "scripts")
    (tmp_path / "deploy" / "locks" / "build.txt").touch()
    pip = "#!/bin/sh\nprintf 'WARNING: one\\nERROR: No matching distribution\\n' >&2\nexit 1\n"
    made = f'mkdir -p "$3/bin"; cp {bin_}/pip "$3/bin/python"'
    put(tmp_path, "pip", pip)
    put(tmp_path, "python3", f'#!/bin/sh\ncase "$2" in venv) {made} ;; esac\n')
    script = tmp_path / "scripts" / "deb"
    script.write_text(script.read_text().replace("/usr/bin/python3 python3", "python3"))
    for options, advice in ((["--fetch"], "check the network"), ([], "run, with a network: make wheels")):
        ran = subprocess.run(
            [script, *options],
            env={"PATH": f"{bin_}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
        told = "scripts/deb: what builds the package could not be had (ERROR: No matching distribution); "
        assert ran.stderr.startswith(told + advice)


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


def test_given_the_source_when_it_is_to_be_installed_then_only_this_machine_s_wheels_are_fetched(
    copy: Path,
) -> None:
    told = run(copy, "--dry-run", "--from-source").stdout
    assert re.search(r"scripts/deb --fetch --suite \S+ --arch \S+$", told, re.MULTILINE)
    assert re.search(r"scripts/deb --suite \S+$", told, re.MULTILINE) and "make " not in told
