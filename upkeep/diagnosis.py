"""SHELL: what somebody elsewhere needs to find a fault, in one tar, without games and without secrets.

Each part is written even where another cannot be had; then a line says why. Passwords, tokens, users in
addresses and the names of people and networks are `***` in every part.
"""

import io
import os
import platform
import re
import subprocess
import tarfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from command_line.extras import EXTRAS
from storage.version import version
from storage.whole_file import SECRET
from table.errors import CallError
from upkeep.machine_state import RUN
from upkeep.written_secrets import IN_ADDRESS, IN_CALL, QUERY_VALUE

HIDDEN: Final = "***"
_KEY: Final = re.compile(r"(?:[\"']([^\"'=\n]{1,100})[\"']|([\w-]{1,100}))\s{0,20}=")  # of a line of TOML
_MOST: Final = 1_000_000  # bytes of a part, its end
_ASK_S: Final = 20.0
_SECRETS: Final = (  # none that takes long, whatever a hub or a stranger has brought into a log
    IN_CALL,
    QUERY_VALUE,
    re.compile(
        r"(?i)(?P<keep>(?:pass(?:word|wd|phrase)?|pwd|token|secret|psk|api[-_]?key)"
        r"[\w.-]{0,40}[\"']?\s{0,20}[=:]\s{0,20})"
        r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s,;}]+)"
    ),
    re.compile(r"(?i)(?P<keep>\b[be]?ssid[\"']?\s{0,20}[=: ]\s{0,20})(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s,;]+)"),
    re.compile(r"(?P<keep>\b)(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.IGNORECASE),
)
_KERNEL: Final = re.compile(r"usb|tty|uvc|video|snd|alsa|gpio|mmc|ext4|voltage|thrott", re.IGNORECASE)
Ask = Callable[[Sequence[str]], str]


def ask(words: Sequence[str]) -> str:
    """What a program of the system says.

    Raises:
        OSError: it is not there.
        TimeoutExpired: it does not end.
    """
    ran = subprocess.run(words, capture_output=True, timeout=_ASK_S, check=False, stdin=subprocess.DEVNULL)
    return ran.stdout[-_MOST:].decode("utf-8", errors="replace")


def people_of(config_text: str) -> set[str]:
    """Who is named in a table.toml: at the broker, and among its rights; also where it is no TOML."""
    names = {found["who"] for pattern in IN_ADDRESS for found in pattern.finditer(config_text)}
    within = False
    for line in config_text.splitlines():
        if line.lstrip().startswith("["):
            within = "rights" in line
        if within or re.match(r"\s*(?:mqtt\s*\.\s*)?rights\b", line):
            names |= {plain or quoted for quoted, plain in _KEY.findall(line)}
    return {name for name in names if len(name) > 1} - {"rights", "mqtt"}


def masked(text: str, people: Iterable[str] = ()) -> str:
    """A text without what is nobody else's business."""
    for pattern in IN_ADDRESS:
        text = pattern.sub(rf"\g<keep>{HIDDEN}@", text)
    for pattern in _SECRETS:
        text = pattern.sub(lambda found: found["keep"] + HIDDEN, text)
    for name in sorted(people, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", HIDDEN, text)
    return text


def collect(
    config_file: Path | None, doctor: Callable[[], str], run: Path = RUN, ask: Ask = ask
) -> dict[str, str]:
    """Name in the tar → text, masked."""
    config = "" if config_file is None else _tried(lambda: _end_of(config_file))
    parts: dict[str, Callable[[], str]] = {
        "doctor.json": doctor,
        "state.json": lambda: _end_of(run / "state.json"),
        "versions.txt": lambda: _versions(ask),
        "table.toml": lambda: config,
        "journal.txt": lambda: ask(("journalctl", "-u", "fingerpost*", "-b", "--no-pager", "-n", "20000")),
        "kernel.txt": lambda: _kernel(ask(("dmesg", "--ctime"))),
    }
    for log in sorted(run.glob("hub-*.log")) if run.is_dir() else ():
        parts[f"wire/{log.name}"] = partial(_end_of, log)
    people = people_of(config)
    return {name: masked(_tried(part), people)[-_MOST:] for name, part in parts.items()}


def write(file: Path, parts: Mapping[str, str]) -> None:
    """Put the parts into a new file that only its owner reads.

    Raises:
        CallError: the file is there already.
    """
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, SECRET)
    except FileExistsError:
        raise CallError(f"{file}: is there already; name another file") from None
    with os.fdopen(opened, "wb") as out:
        out.write(packed(parts))


def packed(parts: Mapping[str, str]) -> bytes:
    """The parts as one tar."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, text in parts.items():
            raw = text.encode("utf-8", errors="replace")
            info = tarfile.TarInfo(f"fingerpost-diagnosis/{name}")
            info.size, info.mode = len(raw), SECRET
            tar.addfile(info, io.BytesIO(raw))
    return out.getvalue()


def _end_of(path: Path) -> str:
    """The end of a file, as text."""
    if not path.is_file():
        raise OSError(f"{path} is no file")
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - _MOST))
        return file.read(_MOST).decode("utf-8", "replace")


def _tried(part: Callable[[], str]) -> str:
    try:
        return part()
    except Exception as error:  # whatever fails, the rest is what is needed then
        return f"could not be had: {type(error).__name__}: {error}\n"


def _versions(ask: Ask) -> str:
    lines = [
        f"fingerpost {version()}",
        f"python {platform.python_version()}",
        f"machine {platform.machine()} {platform.release()}",
        *(f"extra {extra.name}: {'missing' if extra.missing else 'there'}" for extra in EXTRAS.values()),
        _tried(lambda: ask(("dpkg-query", "-W", "fingerpost*", "python3", "espeak-ng", "alsa-utils"))),
        _tried(lambda: Path("/etc/os-release").read_text(encoding="utf-8")),
    ]
    return "\n".join(lines) + "\n"


def _kernel(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if _KERNEL.search(line)) + "\n"
