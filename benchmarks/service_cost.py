"""What the service takes of a small computer: start to READY, at rest, and with the camera.

    python -m benchmarks.service_cost [--times 5] [--seconds 20] [--program /opt/fingerpost/bin/fingerpost]

The service is started as its unit starts it, with a socket for its manager and a hub on a pseudo-terminal;
beside it, in turn, a bare Python that loads the same modules of others. Then it rests. The camera is
`benchmarks.vision_service`, ten frames a second. Prints a table; 1: a bar is missed. How busy the machine is
stands in the first line: where more wait than it has cores, only processor time and memory count.
"""

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from lab.hub.process import HubProcess
from tabletop import board_layout

READY_BAR_S: Final = 5.0
IDLE_BAR: Final = 3.0
CAMERA_BAR: Final = 60.0
MEMORY_BAR_MB: Final = 250.0
PATIENCE_S: Final = 120.0
SETTLED_S: Final = 3.0
"""After READY: what is loaded late is loaded by then."""

BARE: Final = (
    "import asyncio, email, json, sqlite3, ssl, msgspec, serial, starlette, uvicorn, paho.mqtt.client"
)
CONFIG: Final = """
[game]
map = "usa"
edition = "us-accessible"
cards = "dealt"
set_up = false
seats = ["blue", "red"]
[hub]
port = "{port}"
[speech]
mute = true
[store]
path = "{folder}/games"
"""


@contextmanager
def service(program: list[str], config: Path) -> Iterator[tuple[int, float, float]]:
    """The running service: its number, seconds from its start to READY, and its processor time of these."""
    address = config.with_name("notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(PATIENCE_S)
        began = time.monotonic()
        with subprocess.Popen(
            [*program, "play", "--config", str(config)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "NOTIFY_SOCKET": str(address)},
        ) as process:
            try:
                while b"READY=1" not in manager.recv(4096):
                    pass
                yield process.pid, time.monotonic() - began, _spent(process.pid)
            finally:
                process.terminate()
    address.unlink()


def bare() -> float:
    """Seconds that Python needs for modules that are not ours."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", BARE], check=True)
    return time.monotonic() - began


def at_rest(pid: int, seconds: float) -> tuple[float, float]:
    """Percent of a core, and megabytes resident, of a service that nobody touches."""
    time.sleep(SETTLED_S)
    before, began = _spent(pid), time.monotonic()
    time.sleep(seconds)
    share = 100 * (_spent(pid) - before) / (time.monotonic() - began)
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return share, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _spent(pid: int) -> float:
    """Seconds of processor time so far."""
    rest = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")


def with_camera(seconds: float) -> tuple[float, float]:
    """Percent of a core, and megabytes resident without the benchmark's own pictures."""
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.vision_service", str(seconds)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    share = re.search(r"([\d.]+) % of a core", told)
    memory = re.search(r"([\d.]+) MB resident, ([\d.]+) MB of it", told)
    if share is None or memory is None:
        raise SystemExit(f"service_cost: benchmarks.vision_service said {told!r}")
    return float(share[1]), float(memory[1]) - float(memory[2])


def main() -> int:
    """Print the table; 1: a bar is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--program", help="an installed one, instead of this checkout's")
    args = parser.parse_args()
    program = [args.program] if args.program else [sys.executable, "-m", "fingerpost"]
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "table.toml"
        with HubProcess(max(board_layout("usa").channels()) + 1, seed=1) as hub:
            config.write_text(CONFIG.format(port=hub.port, folder=name), encoding="utf-8")
            starts, works, bares = [], [], []
            for _ in range(args.times):
                bares.append(bare())
                with service(program, config) as (_, took, work):
                    starts.append(took)
                    works.append(work)
            with service(program, config) as (pid, _, _):
                idle, idle_mb = at_rest(pid, args.seconds)
    camera, camera_mb = with_camera(args.seconds)
    ready = median(starts)
    rows = (
        (f"start to READY, median of {args.times} (worst {max(starts):.1f})", ready, READY_BAR_S, "s"),
        ("start to READY, processor time of it", median(works), READY_BAR_S, "s"),
        ("at rest, processor time", idle, IDLE_BAR, "% of a core"),
        ("at rest, memory", idle_mb, MEMORY_BAR_MB, "MB"),
        ("camera at 10 frames a second, processor time", camera, CAMERA_BAR, "% of a core"),
        ("camera at 10 frames a second, memory", camera_mb, MEMORY_BAR_MB, "MB"),
    )
    for what, value, bar, unit in rows:
        print(f"{what}: {value:.1f} {unit} (bar {bar:g}) {'kept' if value <= bar else 'MISSED'}")
    print(f"a bare Python that loads others' modules, beside it: median {median(bares):.1f} s")
    return 0 if all(value <= bar for _, value, bar, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
