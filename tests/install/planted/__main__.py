"""In the fresh system that has booted: faults planted one by one; the doctor names each, and no other.

First a table that is well: no fault is named. No look takes more than 20 s or changes a file. Of the
doctor's 42 faults (docs/doctor.md) 41 are planted here; a Python that is too old, which no system of ours
has, in tests/fingerpost/doctor alone.
"""

import json
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from tests.install.planted import at_the_hub, at_the_pi, in_the_system
from tests.install.planted.planting import INSIDE, MODEL, PLACE, PLANTS, WAV, hub

PARTS = (in_the_system, at_the_hub, at_the_pi)
"""Each plants its own as it is imported."""
# As the table's own user; LG_WD is where lgpio makes its file.
AS_THE_TABLE = ["setpriv", "--reuid=fingerpost", "--regid=fingerpost", "--groups=dialout,video,audio"]
# A machine whose kernel says that it is a Pi: its /proc, and the model beside it.
ON_A_PI = """
mkdir -p /run/proc
mount --bind /proc /run/proc
mount -t tmpfs tmpfs /proc
for one in /run/proc/*; do ln -s "$one" /proc/; done
mkdir -p /proc/device-tree
cp "$0" /proc/device-tree/model
exec "$@"
"""
MOST_S = 20.0
LOOKS_S: list[float] = []


def files() -> set[tuple[str, int]]:
    """What a look could change but must not, each with when it was last written, ns."""
    places = (PLACE, INSIDE, Path("/etc"))
    found = (path for place in places for path in place.rglob("*"))
    return {(str(path), path.stat().st_mtime_ns) for path in found if path.is_file() or path.is_dir()}


def doctor(config: str) -> tuple[set[str], int]:
    """The faults that the installed doctor names to the table's own user, and its exit code."""
    (PLACE / "table.toml").write_text(config, encoding="utf-8")
    words = [*AS_THE_TABLE, "fingerpost", "doctor", "--mute", "--json", "--config", str(PLACE / "table.toml")]
    if MODEL.exists():
        words = ["unshare", "--mount", "sh", "-euc", ON_A_PI, str(MODEL), *words]
    before, began = files(), time.monotonic()
    told = subprocess.run(
        words,
        cwd="/var/lib/fingerpost",
        env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "HOME": "/var/lib/fingerpost"},
        capture_output=True,
        text=True,
        check=False,
    )
    LOOKS_S.append(time.monotonic() - began)
    if changed := {path for path, _ in before ^ files()}:
        sys.exit(f"the doctor changed {sorted(changed)}")
    if "Traceback" in told.stderr or not told.stdout:
        sys.exit(f"the doctor fell over: {told.stderr}")
    return {one["fault"] for one in json.loads(told.stdout)["checks"] if one["fault"]}, told.returncode


def main() -> None:
    """Look at a table that is well, then at each fault; what was not as it should be ends this."""
    for folder in (PLACE, PLACE / "words", PLACE / "games"):
        folder.mkdir(exist_ok=True)
        shutil.chown(folder, "fingerpost", "fingerpost")
    (PLACE / "video0").touch()
    (PLACE / "video0").chmod(0o666)
    wrong: list[str] = []
    with hub() as port:
        well = f'[hub]\nport = "{port}"\n[camera]\ndevice = "{PLACE}/video0"\n[page]\nport = 8124\n'
        for config in (WAV, WAV + well):
            if (found := doctor(config)) != (set(), 0):
                wrong.append(f"a table that is well: {found}")
    for faults, plant in PLANTS.items():
        with contextmanager(plant)() as config:
            found = doctor(config)
        if found != (set(faults.split()), 1):
            wrong.append(f"{faults}: {found}")
    if max(LOOKS_S) > MOST_S:
        wrong.append(f"a look took {max(LOOKS_S):.1f} s; {MOST_S:.0f} are allowed")
    if wrong:
        sys.exit("\n".join(wrong))
    planted = {fault for faults in PLANTS for fault in faults.split()}
    sys.stdout.write(
        f"the doctor names each of {len(planted)} planted faults, and none where none is; "
        f"it took {max(LOOKS_S):.1f} s at most, and changed nothing\n"
    )


main()
