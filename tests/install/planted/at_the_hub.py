"""Faults of the hub, its cable and its pins."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.install.planted.planting import PYTHON, WAV, away, hub, plants, port_of, run


@plants("hub.absent")
def _() -> Iterator[str]:
    yield WAV + '[hub]\nport = "/dev/no-such-hub"\n'


@plants("hub.denied")
def _() -> Iterator[str]:
    with hub() as port:
        Path(port).chmod(0o600)
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.silent")
def _() -> Iterator[str]:
    with port_of() as port:
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.held")
def _() -> Iterator[str]:
    with hub() as port:
        hold = "import serial, sys; held = serial.Serial(sys.argv[1], exclusive=True)"
        words = [PYTHON, "-c", f"{hold}; print(flush=True); sys.stdin.read()", port]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdin is not None and holder.stdout is not None
            holder.stdout.readline()
            yield WAV + f'[hub]\nport = "{port}"\n'
            holder.stdin.close()


@plants("hub.sites")
def _() -> Iterator[str]:
    with hub(40) as port:
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.version")
def _() -> Iterator[str]:
    hello = (
        "HubHello(version=(2, 0), firmware='fw/9', id='beef', epoch=1, sites=144, capabilities=('s',),"
        " line_limit=80, beat_ms=1000, debounce_ms=16, scans=250, reset='por')"
    )
    code = "import sys; from firmware_bridge import HubHello; from firmware_bridge.protocol import encode"
    said = subprocess.run(
        [PYTHON, "-c", f"{code}; sys.stdout.buffer.write(encode({hello}, 1))"],
        cwd="/",
        capture_output=True,
        check=True,
    )
    with port_of(said.stdout) as port:
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.supply")
def _() -> Iterator[str]:
    with hub(script='{"at": 500, "brown": true}\n') as port:
        run("sleep", "2")
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.test pin.stuck")  # a ribbon that is torn: the hub tells of both
def _() -> Iterator[str]:
    with hub(script='{"at": 500, "torn": true}\n') as port:
        run("sleep", "2")
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.cable")
def _() -> Iterator[str]:
    with hub(script='{"at": 0, "garble": 0.002}\n') as port:
        yield WAV + f'[hub]\nport = "{port}"\n'


@plants("hub.rule package.changed")
def _() -> Iterator[str]:
    typist = Path("/usr/sbin/ModemManager")
    typist.touch(0o755)
    with away(Path("/usr/lib/udev/rules.d/99-fingerpost.rules")), hub() as port:
        yield WAV + f'[hub]\nport = "{port}"\n'
    typist.unlink()


@plants("pin.stuck")
def _() -> Iterator[str]:
    with hub(script='{"at": 0, "flicker": 3, "hz": 40, "for_ms": 600000}\n') as port:
        run("sleep", "8")  # a pin is set aside when it has chattered for some seconds
        yield WAV + f'[hub]\nport = "{port}"\n'
