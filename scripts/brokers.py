"""Hold Debian's brokers against the rules of fingerpost/1, and print which rules hold where.

    make test-brokers

Mosquitto, RabbitMQ (its plug-in for MQTT) and nats-server are started one after the other, each on a port of
its own, with what it keeps in a folder that goes again; as root what is missing is installed by apt. The
conformance suite runs against each by clients that speak MQTT 5 and by clients that speak 3.1.1. Exit 1 where
a rule does not hold on Mosquitto, the broker that Fingerpost sets up; of the others it is only told.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mqtt.local_broker import answers

ROOT: Final = Path(__file__).resolve().parents[1]
SUITE: Final = "tests/mqtt/test_mqtt_conformance.py"
PACKAGES: Final = {"Mosquitto": "mosquitto", "RabbitMQ": "rabbitmq-server", "nats-server": "nats-server"}
PROTOCOLS: Final = {"Mosquitto": ("5", "3.1.1"), "RabbitMQ": ("3.1.1",), "nats-server": ("3.1.1",)}
START_S: Final = 120.0
_RULE: Final = re.compile(r"^rule +(\d+)  (.*?): (.*)$", re.MULTILINE)
_RABBIT: Final = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")


def free_port() -> int:
    """A port that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def program(broker: str) -> str | None:
    """Where a broker's program is; None: it is not installed."""
    if broker == "RabbitMQ":
        return str(_RABBIT) if _RABBIT.exists() else None
    return shutil.which(PACKAGES[broker], path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def version(package: str) -> str:
    """The version of a Debian package that is installed."""
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def installed(broker: str) -> bool:
    """Whether it is there, or could be installed."""
    if program(broker) is not None:
        return True
    if os.geteuid() != 0:
        print(f"{broker} is not installed; run: sudo apt-get install {PACKAGES[broker]}", file=sys.stderr)
        return False
    call = ["apt-get", "install", "-y", "--no-install-recommends", PACKAGES[broker]]
    subprocess.run(
        call, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=True, stdout=sys.stderr
    )
    return program(broker) is not None


@contextmanager
def running(broker: str) -> Iterator[int]:
    """The broker on a port of its own, letting everybody in."""
    with tempfile.TemporaryDirectory(prefix="fingerpost-brokers-") as name:
        folder, port = Path(name), free_port()
        call, env, after = _call(broker, folder, port)
        process = subprocess.Popen(
            call, cwd=folder, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _until_it_answers(process, broker, port)
            yield port
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(30)
            for last in after:
                subprocess.run(last, env={**os.environ, **env}, capture_output=True, check=False)


def _call(broker: str, folder: Path, port: int) -> tuple[list[str], dict[str, str], list[list[str]]]:
    """What starts it, with which environment, and what ends what it leaves."""
    path = program(broker)
    assert path is not None
    conf = folder / "broker.conf"
    match broker:
        case "Mosquitto":
            folder.chmod(0o755)  # started by root it becomes another user
            conf.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n")
            return [path, "-c", str(conf)], {}, []
        case "nats-server":
            conf.write_text(
                'server_name: "fingerpost"\nhost: "127.0.0.1"\nport: -1\n'
                f'jetstream {{ store_dir: "{folder}" }}\n'
                f'mqtt {{ host: "127.0.0.1", port: {port} }}\n'
            )
            return [path, "-c", str(conf)], {}, []
        case _:
            conf.write_text(
                "listeners.tcp = none\nmqtt.allow_anonymous = true\n"
                f"mqtt.listeners.tcp.local = 127.0.0.1:{port}\n"
            )
            plugins = folder / "enabled_plugins"
            plugins.write_text("[rabbitmq_mqtt].\n")
            env = {
                "HOME": str(folder),
                "RABBITMQ_NODENAME": f"fingerpost{port}@localhost",
                "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
                "RABBITMQ_LOG_BASE": str(folder / "log"),
                "RABBITMQ_CONFIG_FILE": str(conf.with_suffix("")),
                "RABBITMQ_ENABLED_PLUGINS_FILE": str(plugins),
                "RABBITMQ_DIST_PORT": str(free_port()),
                "ERL_EPMD_PORT": str(free_port()),
                "ERL_EPMD_ADDRESS": "127.0.0.1",
            }
            return [path], env, [["epmd", "-kill"]]


def _until_it_answers(process: "subprocess.Popen[bytes]", broker: str, port: int) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit(f"{broker} ended at once with {process.returncode}")
        if answers(port):
            return
        time.sleep(0.2)
    raise SystemExit(f"{broker} does not answer within {START_S:g} s")


def held(port: int, protocol: str) -> dict[int, str]:
    """Rule → how it was kept."""
    call = [sys.executable, "-m", "pytest", SUITE, "-n", "0", "-q", "--tb=line", "-p", "no:cacheprovider"]
    env = {**os.environ, "FINGERPOST_BROKER": f"mqtt://127.0.0.1:{port}", "FINGERPOST_BROKER_MQTT": protocol}
    env |= {"FINGERPOST_PATIENCE_S": os.environ.get("FINGERPOST_PATIENCE_S", "20")}
    done = subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    print(done.stdout[-4000:], file=sys.stderr)
    return {int(number): how for number, _, how in _RULE.findall(done.stdout)}


def cell(how: str) -> str:
    """What stands in the table: `1 passed, 1 failed` is 1 of 2."""
    counts = {what: int(count) for count, what in re.findall(r"(\d+) (passed|failed|error)", how)}
    kept, tried = counts.get("passed", 0), counts.get("passed", 0) + counts.get("failed", 0)
    if not tried:  # also where the client outside was not let in: then nothing is known of the rule
        return "not tried"
    return "holds" if kept == tried else "does not hold" if not kept else f"in part ({kept} of {tried})"


def main(names: list[str]) -> int:
    """Try each broker, and print the table."""
    from tests.mqtt.conftest import RULES

    columns: dict[str, dict[int, str]] = {}
    for broker in names or list(PACKAGES):
        if not installed(broker):
            continue
        for protocol in PROTOCOLS[broker]:
            with running(broker) as port:
                title = f"{broker} {version(PACKAGES[broker])}, clients of MQTT {protocol}"
                columns[title] = held(port, protocol)
    print("| rule | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    for number, what in RULES.items():
        told = [cell(column.get(number, "")) for column in columns.values()]
        print(f"| {number} {what} | " + " | ".join(told) + " |")
    ours = [
        how for title, column in columns.items() if title.startswith("Mosquitto") for how in column.values()
    ]
    return 1 if any("failed" in how or "error" in how for how in ours) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
