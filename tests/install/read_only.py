"""In the fresh system, the root read-only and only the games' folder open: a game is played and kept.

    python3 read_only.py kept|said

`kept`: the folder of games can be written; the log holds what was played. `said`: it cannot be written
either; the game goes on, and words say that it is not kept.
"""

import errno
import os
import pwd
import subprocess
import sys
from pathlib import Path

PATIENCE_S = 180.0
STATE = Path("/var/lib/fingerpost")
wanted = sys.argv[1]
try:
    Path("/etc/fingerpost/written").touch()
except OSError as error:
    if error.errno != errno.EROFS:
        sys.exit(f"the root does not refuse as it should: {error}")
else:
    sys.exit("the root can be written")
owner = pwd.getpwnam("fingerpost")
Path("/run/fingerpost").mkdir(exist_ok=True)
os.chown("/run/fingerpost", owner.pw_uid, owner.pw_gid)
before = {path: path.stat().st_size for path in STATE.rglob("*") if path.is_file()}
played = subprocess.run(
    [
        *("/opt/fingerpost/bin/fingerpost", "play", "--keyboard", "--plain", "--mute"),
        *("--config", "/packages/game.toml", "--new"),
    ],
    input="\n" * 12 + "t\nstop\n",
    capture_output=True,
    text=True,
    timeout=PATIENCE_S,
    check=False,
    user="fingerpost",
    group="fingerpost",
    extra_groups=[],
    cwd=str(STATE),
    env={
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "STATE_DIRECTORY": str(STATE),
        "RUNTIME_DIRECTORY": "/run/fingerpost",
        "LG_WD": str(STATE),
    },
)
told = played.stdout + played.stderr
if played.returncode != 0 or "Traceback" in told or "nobody foresaw" in told:
    sys.exit(f"{told}\nthe game ended with {played.returncode}")
grown = [
    path
    for path in STATE.rglob("*")
    if path.is_file() and path.stat().st_size > before.get(path, 0) and path.is_relative_to(STATE / "games")
]
if "draws from the deck" not in told:
    sys.exit(f"{told}\nno game was played")
if wanted == "kept" and not grown:
    sys.exit(f"{told}\nnothing was kept in {STATE}/games")
if wanted == "said" and "can only be read" not in told:
    sys.exit(f"{told}\nnobody was told that nothing is kept")
sys.stdout.write(
    f"on a read-only root a game was played, and {'kept' if grown else 'it was said that it is not kept'}\n"
)
