"""Faults of the config, the package and its service, of voice, sound, broker, page and what is kept."""

import os
from collections.abc import Iterator
from pathlib import Path

from tests.install.planted.planting import INSIDE, PLACE, WAV, away, plants, run, server, stick

STATUS = Path("/var/lib/dpkg/status")


@plants("config.unreadable")
def _() -> Iterator[str]:
    yield "[hub\n"


@plants("config.key")
def _() -> Iterator[str]:
    yield WAV + "[hub]\nprot = 1\n"


@plants("package.changed")
def _() -> Iterator[str]:
    file = INSIDE / "bots" / "bot.py"
    before = file.read_bytes()
    file.write_bytes(before + b"\n")
    yield WAV
    file.write_bytes(before)


@plants("package.half")
def _() -> Iterator[str]:
    before = STATUS.read_text(encoding="utf-8")
    head, name, rest = before.partition("Package: fingerpost\n")
    STATUS.write_text(head + name + rest.replace("ok installed", "ok half-configured", 1), encoding="utf-8")
    yield WAV
    STATUS.write_text(before, encoding="utf-8")


@plants("service.off")
def _() -> Iterator[str]:
    run("systemctl", "disable", "fingerpost.service")
    yield WAV
    run("systemctl", "enable", "fingerpost.service")


@plants("service.group")
def _() -> Iterator[str]:
    run("gpasswd", "-d", "fingerpost", "dialout")
    yield WAV
    run("gpasswd", "-a", "fingerpost", "dialout")


@plants("extra.vision")
def _() -> Iterator[str]:
    with away(INSIDE / "cv2"):
        yield WAV + f'[camera]\ndevice = "{PLACE}/video0"\n'


@plants("extra.page package.changed")
def _() -> Iterator[str]:
    with away(INSIDE / "uvicorn"):
        yield WAV + "[page]\nport = 8124\n"


@plants("voice.absent")
def _() -> Iterator[str]:
    libraries = [*Path("/usr/lib").glob("*/libespeak-ng.so*")]
    with away(Path("/usr/bin/espeak-ng"), *libraries):
        yield WAV


@plants("sound.absent")
def _() -> Iterator[str]:
    yield ""


@plants("ear.absent sound.absent")
def _() -> Iterator[str]:
    yield '[ears]\nred = "alsa:plughw:CARD=Nowhere"\n'


@plants("broker.refused")
def _() -> Iterator[str]:
    yield WAV + '[mqtt]\nurl = "mqtt://127.0.0.1:1"\n'


@plants("broker.denied")
def _() -> Iterator[str]:
    with server(b"\x20\x03\x00\x87\x00") as port:
        yield WAV + f'[mqtt]\nurl = "mqtt://127.0.0.1:{port}"\n'


@plants("page.taken")
def _() -> Iterator[str]:
    with server(b"HTTP/1.0 200 OK\r\n\r\nsomething else") as port:
        yield WAV + f"[page]\nport = {port}\n"


@plants("store.denied")
def _() -> Iterator[str]:
    yield WAV + '[store]\npath = "/etc/games"\n'


@plants("store.full")
def _() -> Iterator[str]:
    with stick("100m") as place:
        yield WAV + f'[store]\npath = "{place}/games"\n'


@plants("backup.denied")
def _() -> Iterator[str]:
    with stick("300m", mode="0755") as place:
        yield WAV + f'[store]\nbackup = "{place}"\n'


@plants("backup.full")
def _() -> Iterator[str]:
    with stick("100m") as place:
        yield WAV + f'[store]\nbackup = "{place}"\n'


@plants("game.damaged")
def _() -> Iterator[str]:
    (PLACE / "games" / "game-0001.fingerpost").write_bytes(b"no database" * 1000)
    yield WAV + f'[store]\npath = "{PLACE}/games"\n'
    (PLACE / "games" / "game-0001.fingerpost").unlink()


@plants("backup.absent")
def _() -> Iterator[str]:
    yield WAV + '[store]\nbackup = "/media/no-stick"\n'


@plants("clock.behind")
def _() -> Iterator[str]:
    game = PLACE / "games" / "game-0002.fingerpost"
    game.touch()
    os.utime(game, (4e9, 4e9))
    yield WAV + f'[store]\npath = "{PLACE}/games"\n'
    game.unlink()
