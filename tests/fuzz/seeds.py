"""What a reader usually reads, small and whole: a seed that is refused leads nowhere."""

import json
import tempfile
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.campaign import campaign_to_json, new_campaign
from storage.backup import write_backup

ROOT: Final = Path(__file__).resolve().parents[2]


def shipped(*path: str) -> bytes:
    """A file of the clone."""
    return ROOT.joinpath(*path).read_bytes()


def _tight(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def small_campaign() -> bytes:
    """A campaign that has just begun."""
    return campaign_to_json(new_campaign(("blue", "red"), 1)).encode()


def small_picture() -> bytes:
    """A picture as small as a camera's may be."""
    _, made = cv2.imencode(".png", np.full((160, 160, 3), 200, np.uint8))
    return bytes(made)


def small_backup() -> bytes:
    """A backup of two files."""
    with tempfile.TemporaryDirectory() as folder:
        one, two, made = (Path(folder, name) for name in ("one", "two", "made.tar"))
        one.write_bytes(b"game-0001\n")
        two.write_bytes(b"[speech]\nmute = true\n")
        write_backup(made, {"games/latest": one, "config/table.toml": two}, program="x", made="now")
        return made.read_bytes()


POSITION: Final = b'{"edition":"europe","map":"europe","seats":[{"seat":"blue","routes":["berlin-danzig"]}]}'
COMMAND: Final = _tight(
    {
        "v": 1, "kind": "command", "type": "claim-route", "id": "c1", "src": "client/club",
        "table": "kitchen", "ttl_ms": 5000, "expect_seq": 3,
        "data": {"seat": "blue", "route": "denver-omaha"},
    }
)  # fmt: skip
SEEN: Final = _tight(
    {
        "v": 1, "kind": "observation", "type": "seen", "table": "kitchen", "src": "node/attic", "boot": "b",
        "seq": 1, "id": "i", "ts": "2026-01-01T00:00:00Z",
        "data": {
            "sent_ms": 1, "board": "usa",
            "items": [
                {"is": "site", "site": "denver-omaha", "sense": "camera", "seen": "blue", "age_ms": 1,
                 "confidence": 0.9},
            ],
        },
    }
)  # fmt: skip
TOLD: Final = _tight(
    {
        "v": 1, "kind": "event", "type": "route-claimed", "id": "i1", "ts": "2026-01-01", "boot": "b",
        "table": "kitchen", "game": "g1", "seq": 1, "data": {"seat": "blue", "route": "denver-omaha"},
    }
)  # fmt: skip
CAMERA: Final = _tight(
    {
        "format": "camera/1", "size_px": [1920, 1080], "matrix": [[1393, 0, 960], [0, 1393, 528], [0, 0, 1]],
        "dist": [-0.097, 0.013, -0.001, 0, 0],
    }
)  # fmt: skip
TOKENS: Final = _tight(
    {
        "format": "tokens/1", "board": "usa",
        "seats": {
            "green": {"rgb": [150, 205, 40], "footprint_mm": 16.5, "shown_as": [40, 170, 120]},
            "red": {"rgb": [213, 48, 50], "footprint_mm": 18.0, "shown_as": None},
        },
    }
)  # fmt: skip
CONTENT: Final = _tight(
    {
        "format": "content/1", "id": "card A", "game": 2, "when": "setup", "story": ["Read this out."],
        "trains": 22, "events": ["parade: lightning coins 1 all", "event-3: large coins 1"],
        "retire": ["event-5"], "office": {"blue": ["a token"]}, "settings": {"company_bonus": 3},
        "stickers": [{"where": "claim", "number": 7, "text": "Red.", "effect": "colour red coins 1"}],
    }
)  # fmt: skip
MEMORY: Final = _tight(
    {
        "format": "table-settings/1", "rate": 180,
        "last": {
            "edition": "europe", "cards": "dealt", "seats": ["blue", "red"], "starter": "red",
            "ears": {"blue": "own"},
        },
        "numbers": {"legends-of-the-west": {}},
    }
)  # fmt: skip
