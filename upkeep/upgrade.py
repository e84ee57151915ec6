"""`fingerpost upgrade`: the newest version from its own repository, and the way back if it does not start."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from command_line.arguments import Subparsers
from storage.places import STATE_OF_THE_MACHINE
from table.errors import CallError
from upkeep.machine_state import told_state

SOURCES: Final = Path("/etc/apt/sources.list.d/fingerpost.sources")
SERVICES: Final = Path("/run/systemd/system")
"""There where systemd is the service manager."""
HELPER: Final = Path("/usr/libexec/fingerpost-helper")
_ONLY: Final = ("-o", f"Dir::Etc::sourcelist={SOURCES}", "-o", "Dir::Etc::sourceparts=-")
_UPDATE_S: Final = 900.0  # apt gives up by itself long before, unless a server goes on and says nothing
BROKEN_OFF: Final = (
    "run: sudo dpkg --configure -a; sudo apt-get -f install; or sudo apt-get install --reinstall fingerpost"
)
"""What mends an installation that was broken off; the last where dpkg wants all of it anew."""
_BACK: Final = 1
_NEITHER_STARTS: Final = 3
"""What the helper's `settle` ends with: the former version runs again; it is back and starts as little."""
_ENDING: Final = re.compile(r"\+deb\d+$")
_NEWS: Final = re.compile(r"^ New in (\S+): (.+(?:\n (?!\.$).+)*)", re.MULTILINE)
"""The last paragraph of a package's description (`scripts.packaging.control`)."""


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("upgrade", help="the newest version, with a way back", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="say whether there is a newer one; change nothing"
    )
    parser.add_argument("--again", action="store_true", help="take also one that did not start here before")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0: the newest runs, or waits; 1: a newer is there (--check), the way back, or no source."""
    if os.geteuid() != 0:
        raise CallError("upgrade changes the system; run: sudo fingerpost upgrade")
    if not SOURCES.is_file():
        raise CallError(f"{SOURCES} is not there; add the repository: deploy/install.sh --repository URL")
    if not _updated():
        return _no("its repository cannot be reached; check the network, or put the stick in")
    installed, newest = versions(_asked("policy", "fingerpost"))
    if not newest or newest == installed:
        _say(f"{_short(installed)} is the newest")
        return 0
    if _short(newest) in _refused() and not args.again:
        what = f"{_short(newest)} did not start here and is taken no more; {_short(installed)} goes on"
        _say(f"{what}; to try it once more: sudo fingerpost upgrade --again")
        return 0
    news = news_of(_asked("show", f"fingerpost={newest}"))
    if args.check:
        _say(f"{_short(newest)} is there; {_short(installed)} is installed{news}")
        return 1
    return _upgrade(newest, news)


def _upgrade(newest: str, news: str) -> int:
    _say(f"{_short(newest)} comes; a game that is played goes on{news}")
    done = _apt(
        *("install", "-y", "-q", "--only-upgrade", "-o", "Dpkg::Options::=--force-confold"),
        f"fingerpost={newest}",
    )
    if done.returncode != 0:
        return _no(f"apt could not install it; {BROKEN_OFF}")
    if told_state().get("phase") == "game":
        _say(f"{_short(newest)} waits for the end of the game, then the table starts anew by itself")
        return 0
    if not SERVICES.is_dir():
        _say(f"{_short(newest)} is installed; no service runs here")
        return 0
    # No limit of time: a helper that is killed on its way back leaves no table at all.
    settled = subprocess.run([str(HELPER), "settle"], check=False, stdin=subprocess.DEVNULL).returncode
    if settled == _BACK:
        return _no("The new version did not start; the former one is back.")
    if settled == _NEITHER_STARTS:
        return _no(
            "The new version did not start. The former one is back and does not start either, "
            "so the fault is another; run: sudo fingerpost doctor"
        )
    if settled != 0:
        return _no(
            f"The new version did not start, and the former one is not back; {BROKEN_OFF}; "
            "then: sudo systemctl restart fingerpost; why: journalctl -u fingerpost"
        )
    _say(f"{_short(newest)} runs")
    subprocess.run([sys.argv[0], "doctor", "--mute"], check=False, stdin=subprocess.DEVNULL)
    return 0


def versions(policy: str) -> tuple[str, str]:
    """What is installed and what is newest, of `apt-cache policy`; "" for none."""
    found = dict(re.findall(r"^  (Installed|Candidate): (.+)$", policy, re.MULTILINE))
    installed, newest = (found.get(key, "") for key in ("Installed", "Candidate"))
    return installed.replace("(none)", ""), newest.replace("(none)", "")


def news_of(shown: str) -> str:
    """What a version brings, of `apt-cache show`, as a sentence more; "" where its package is silent."""
    found = _NEWS.search(shown)
    return "" if found is None else f". New in {found[1]}: {' '.join(found[2].split())}"


def _updated() -> bool:
    """Whether apt knows what the source has now."""
    try:
        return _apt("update", "-q", "-o", "APT::Update::Error-Mode=any", limit_s=_UPDATE_S).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _apt(*words: str, limit_s: float | None = None) -> subprocess.CompletedProcess[str]:
    """apt with Fingerpost's own source alone: no other program of the machine comes along.

    An installation has no limit of time: apt that is killed leaves half a package.

    Raises:
        TimeoutExpired: it took longer than `limit_s`, and was ended.
    """
    keep = ("-o", "APT::Get::List-Cleanup=0") if words[0] == "update" else ()
    return subprocess.run(
        ["apt-get", *_ONLY, *keep, *words],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=2,  # its words are not the result
        text=True,
        timeout=limit_s,
        check=False,
    )


def _asked(*words: str) -> str:
    """What apt knows of Fingerpost's own source."""
    return subprocess.run(
        ["apt-cache", *_ONLY, *words],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def _refused() -> set[str]:
    try:
        return set((STATE_OF_THE_MACHINE / "refused").read_text(encoding="utf-8").split())
    except OSError:
        return set()


def _short(version: str) -> str:
    """As people know it: without the suite that it was built for."""
    return _ENDING.sub("", version)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _no(text: str) -> int:
    sys.stderr.write(f"fingerpost upgrade: {text}\n")
    return 1
