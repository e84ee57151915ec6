"""SHELL: a simulated hub in another process, held by a handle: what a host opens is a real serial port."""

import json
import os
import select
import sys
from pathlib import Path
from typing import Final, Literal

from lab.hub.hub_child import ChildProcess

_ANSWER_S: Final = 60.0
"""It begins by starting a Python, which took more than 10 s by emulation on a busy machine."""


class HubProcessError(Exception):
    """The simulated hub did not do as it was told; the message says what."""


class HubProcess(ChildProcess):
    """Starts a simulated hub; its pins and keys are moved by the methods, its port is `port`.

    Args:
        channels: how many pins, 1 to 250.
        link: a link that follows the port through `unplug` and `plug`.
        id: the hub's own number.
        loss: share of packets lost, each way. garble: share of bytes harmed.
        baud: how slow the cable is; 0: as fast as it goes. bytewise: every byte is written for itself.
        faults: a script of what happens when (docs/firmware.md).
        clock: `wall` lives by itself; `lockstep` lives only while `advance` is called.
    """

    def __init__(
        self,
        channels: int = 144,
        *,
        id: str = "e6614103e7452d2f",
        link: Path | str | None = None,
        loss: float = 0.0,
        garble: float = 0.0,
        baud: int = 0,
        bytewise: bool = False,
        faults: Path | str | None = None,
        seed: int = 0,
        clock: Literal["wall", "lockstep"] = "wall",
    ) -> None:
        command = [sys.executable, "-P", "-m", "lab.hub.hub_server", "--channels", str(channels)]
        command += ["--loss", str(loss), "--garble", str(garble), "--seed", str(seed), "--clock", clock]
        command += ["--id", id, "--baud", str(baud), *(["--bytewise"] if bytewise else [])]
        if link is not None:
            command += ["--link", str(link)]
        if faults is not None:
            command += ["--faults", str(faults)]
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        super().__init__(command, {**os.environ, "PYTHONPATH": path})
        self._lines = b""
        try:
            self.port = str(self._answer("port"))
        except HubProcessError:
            self.close()
            raise

    def contact(self, channel: int, token: int, *, bounce_ms: int = 0) -> None:
        """Put a token (its byte) on a pin, or lift it (0)."""
        self._tell({"contact": channel, "token": token, "bounce_ms": bounce_ms})

    def key(self, index: int, down: bool) -> None:
        """Press a key, or let it go."""
        self._tell({"key": index, "down": down})

    def flicker(self, channel: int, hz: float, for_ms: int) -> None:
        """A contact goes bad for a while."""
        self._tell({"flicker": channel, "hz": hz, "for_ms": for_ms})

    def reboot(self) -> None:
        """The hub restarts."""
        self._tell({"reboot": True})

    def brown(self) -> None:
        """Its supply breaks down and comes back."""
        self._tell({"brown": True})

    def tear(self, torn: bool) -> None:
        """The ribbon between two panels is pulled, or put back."""
        self._tell({"torn": torn})

    def hang(self, for_ms: int) -> None:
        """The hub's program stands still for a while."""
        self._tell({"hang": for_ms})

    def unplug(self) -> None:
        """Pull the cable."""
        self._tell({"unplug": True})

    def plug(self) -> str:
        """Plug the cable in again; the port's new name."""
        self._tell({"plug": True})
        self.port = str(self._answer("port"))
        return self.port

    def rename(self) -> str:
        """Pull the cable and put it in again at once; the port's new name, which is another one."""
        self._tell({"rename": True})
        return str(self._answer("renamed"))

    def cable(self, what: Literal["loss", "garble", "baud", "full"], value: float) -> None:
        """Change the cable, both ways: share of packets lost or bytes harmed, speed, whether it is full."""
        self._tell({what: value})

    def advance(self, t_ms: int, rx: int) -> int:
        """Lockstep: take the host's bytes up to `rx` in all, live until `t_ms`; bytes written in all."""
        self._tell({"advance": t_ms, "rx": rx})
        return int(self._answer("tx"))

    def _tell(self, request: dict[str, int | float | bool]) -> None:
        try:
            self.write(json.dumps(request).encode())
        except (OSError, ValueError) as error:
            raise HubProcessError(f"the simulated hub has ended ({error})") from None

    def _answer(self, key: str) -> str | int:
        while True:
            answer = self._next_line()
            if "renamed" in answer:
                self.port = str(answer["renamed"])
            if key in answer:
                return answer[key]
            if "renamed" not in answer:
                raise HubProcessError(f"simulated hub: {answer.get('error', answer)}")

    def _next_line(self) -> dict[str, str | int]:
        assert self._process.stdout is not None
        while b"\n" not in self._lines:
            ready, _, _ = select.select([self._process.stdout], [], [], _ANSWER_S)
            data = os.read(self._process.stdout.fileno(), 4096) if ready else b""
            if not data:
                raise HubProcessError("simulated hub gave no answer; see its words on stderr")
            self._lines += data
        line, _, self._lines = self._lines.partition(b"\n")
        return dict(json.loads(line))


if __name__ == "__main__":
    from lab.hub.hub_server import main

    sys.exit(main())
