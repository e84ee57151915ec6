"""SHELL: how a node was set, in a small file, so that it is so after a restart, too."""

import json
import logging
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from mqtt.orders import CHANCES, OrderError, order_from
from storage.reading import read_text
from storage.whole_file import write_whole
from table.errors import CallError, in_words, why

FORMAT: Final = "node/1"
CAMERA, EMPTY, TOKENS, SETTINGS = "camera.json", "empty.png", "tokens.json", "node.json"

log = logging.getLogger("fingerpost.node")


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSettings:
    """From which chance a camera says what it sees; how long a hub lets contacts bounce (None: its own)."""

    chance: float = CHANCES[0]
    debounce_ms: int | None = None


class NodeMemory:
    """What a node was ordered to be like.

    Args:
        folder: where it is kept; None: nowhere.
    Raises:
        CallError: the folder cannot be used.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.settings = NodeSettings()
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CallError(f"--keep {folder}: {why(error)}; name a folder that can be written to") from None
        self.settings = _read(folder / SETTINGS)

    def file(self, name: str, given: str = "") -> str:
        """The file that is used for something: the one that was named, else the kept one; "": none."""
        if given or self.folder is None or not (self.folder / name).exists():
            return given
        return str(self.folder / name)

    def place(self, name: str, given: str = "") -> Path | None:
        """Where something is to be kept: where it was named, else in the folder; None: nowhere."""
        if given:
            return Path(given)
        return None if self.folder is None else self.folder / name

    def told(self) -> dict[str, object]:
        """What was set, for who asks."""
        return {key: value for key, value in asdict(self.settings).items() if value is not None}

    def change(self, *, chance: float | None = None, debounce_ms: int | None = None) -> bool:
        """Set what is not None; True when it is kept."""
        if chance is not None:
            self.settings = replace(self.settings, chance=chance)
        if debounce_ms is not None:
            self.settings = replace(self.settings, debounce_ms=debounce_ms)
        text = json.dumps({"format": FORMAT, **asdict(self.settings)}, indent=1) + "\n"
        return keep(self.place(SETTINGS), text.encode())


def keep(path: Path | None, content: bytes, *, aside: bool = False) -> bool:
    """Write a file whole or not at all; False: there is no place for it, or (a line in the log) none left.

    `aside`: what stood there before stays, as `<name>.before`.
    """
    if path is None:
        return False
    try:
        if aside and path.exists():
            write_whole(path.with_name(f"{path.name}.before"), path.read_bytes())
        write_whole(path, content)
    except OSError as error:
        log.warning("%s: %s; what was learned is used until the end only", path, why(error))
        return False
    return True


def _read(path: Path) -> NodeSettings:
    """What was kept; as at first where there is no such file, or (a line in the log) none of use."""
    try:
        raw = json.loads(read_text(path))
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise ValueError(f'not "format": "{FORMAT}"')
        order_from("set-threshold", {"chance": raw.get("chance")}, "camera")
        debounce = raw.get("debounce_ms")
        if debounce is not None:
            order_from("set-threshold", {"debounce_ms": debounce}, "pin")
        return NodeSettings(chance=float(raw["chance"]), debounce_ms=debounce)
    except FileNotFoundError:
        return NodeSettings()
    except (OSError, ValueError, RecursionError, OrderError) as error:
        log.warning("%s: %s; the node is as it is at first", path, in_words(error))
        return NodeSettings()
