"""In the fresh system: the service as its unit starts it, until it says READY, and how long that took."""

import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

PATIENCE_S = 60.0
owner = pwd.getpwnam("fingerpost")
Path("/run/fingerpost").mkdir(exist_ok=True)
os.chown("/run/fingerpost", owner.pw_uid, owner.pw_gid)
address = "/run/fingerpost/notify"
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
    manager.bind(address)
    Path(address).chmod(0o666)
    manager.settimeout(PATIENCE_S)
    began = time.monotonic()
    service = subprocess.Popen(
        ["/opt/fingerpost/bin/fingerpost", "play", "--config", "/etc/fingerpost/table.toml"],
        user="fingerpost",
        group="fingerpost",
        extra_groups=[],
        cwd="/var/lib/fingerpost",
        stdin=subprocess.DEVNULL,
        env={
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "NOTIFY_SOCKET": address,
            "STATE_DIRECTORY": "/var/lib/fingerpost",
            "RUNTIME_DIRECTORY": "/run/fingerpost",
            "LG_WD": "/var/lib/fingerpost",
        },
    )
    try:
        while b"READY=1" not in manager.recv(4096):
            pass
        took = time.monotonic() - began
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(PATIENCE_S)
Path(address).unlink()
sys.stdout.write(f"the service was ready after {took:.1f} s\n")
