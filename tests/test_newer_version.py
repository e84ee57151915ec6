"""What root does on a table's machine for a newer version: it says so, does its wishes, can go back."""

import hashlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.fake_commands import put

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
DEBIAN = DEPLOY / "debian"


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
@pytest.mark.parametrize(
    ("starts", "ended"),
    [("exit 0", 0), ('[ "$1" != restart ]', 1), ("case $1 in restart | start) exit 1 ;; esac", 3)],
)
def test_given_a_newer_version_when_it_is_started_then_the_table_s_language_says_so_and_whether_it_went_back(
    config: str, voice: str, newer: str, back: str, starts: str, ended: int, tmp_path: Path
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
    fakes = {
        "systemctl": starts,
        "dpkg": "exit 0",
        "dpkg-query": "echo 0.2.0+deb12",
        "runuser": f"cat >{tmp_path}/refused",
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
    assert (ran.returncode, len(said)) == (ended, 1 if ended == 0 else 2)
    assert said[0].startswith(f"{voice} {newer}")
    refused = tmp_path / "refused"  # only a version whose former one does start
    assert (refused.read_text() if refused.exists() else "") == ("0.2.0\n" if ended == 1 else "")
    assert ended == 0 or (said[1].startswith(f"{voice} ") and said[1].endswith(back))


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
