"""In the fresh system: a game goes on when every file of the program has become rubbish under it."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

PATIENCE_S = 60.0
RUBBISH = b"raise SystemExit('rubbish')\n"
address = "/run/fingerpost-midgame"
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
    manager.bind(address)
    manager.settimeout(PATIENCE_S)
    table = subprocess.Popen(
        [
            *("/opt/fingerpost/bin/fingerpost", "play", "--keyboard", "--plain", "--mute"),
            *("--config", "/packages/game.toml", "--new"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NOTIFY_SOCKET": address, "XDG_STATE_HOME": "/packages/midgame"},
    )
    heard: list[str] = []
    assert table.stdin is not None and table.stdout is not None
    reader = threading.Thread(target=lambda: heard.extend(table.stdout or ()))
    reader.start()
    while b"READY=1" not in manager.recv(4096):
        pass
    for room in Path("/opt/fingerpost/lib").glob("python3*/site-packages/*"):
        if room.name in ("numpy", "cv2") or ".libs" in room.name or "dist-info" in room.name:
            continue
        for path in room.rglob("*") if room.is_dir() else (room,):
            if path.suffix in (".py", ".pyc", ".mo", ".json", ".txt") and path.is_file():
                path.unlink()
                path.write_bytes(RUBBISH)
    # A hand asked for, a claim looked for, the language changed by the menu's words: what a game comes to.
    table.stdin.write("\n" * 12 + "?\n:help\nt\nh\nl\n:place ny wash\nstop\n")
    table.stdin.close()
    code = table.wait(PATIENCE_S)
    reader.join(PATIENCE_S)
Path(address).unlink()
text = "".join(heard)
if (
    code != 0
    or "Traceback" in text
    or "rubbish" in text
    or "nobody foresaw" in text
    or "draws from the deck" not in text
):
    sys.stdout.write(text)
    sys.exit(f"the game ended with {code}")
sys.stdout.write(f"a game went on over rubbish, {len(heard)} lines\n")
