"""A fixed camera over time → JSON objects of settled changes: the answer of `fingerpost watch`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from tabletop import BoardLayout, DeviceHealth, Observation, SiteId
from vision.devices import CameraError
from vision.frame import Frame
from vision.intrinsics import CameraModel
from vision.score_track import with_score_pins
from vision.sensor import CameraSensor
from vision.settle import Pace

Record = dict[str, object]
"""`{"frame", "site", "token", "confidence"}` or `{"frame", "board"}`."""


def watch(
    frames: Iterable[Frame | CameraError],
    layout: BoardLayout,
    camera: CameraModel | None = None,
    reference: Frame | None = None,
    pace: Pace | None = None,
    decided: Callable[[Frame, Sequence[Observation]], None] | None = None,
    health: Callable[[DeviceHealth], None] | None = None,
) -> Iterator[Record]:
    """Tell each settled change once, at the frame in which it settled; score strips are read too.

    `token` is a seat's colour, or None for an empty site. The board is taken for empty before the first
    frame, so the tokens that stand there at the start are told and empty sites are not. A site that cannot
    be judged keeps what was told of it. `board` is `found`, `moved` or `lost`; `found` after `moved` says
    that it rests and is read again. A CameraError among the frames
    says that the camera is gone for now: the board is lost with it, and looked for afresh.

    Args:
        decided: is told every settled observation with its frame, for instance `EvidenceRing.note`.
        health: is told how the camera is, whenever that changes.
    Raises:
        FrameError: from the frames, or the board has no markers.
        CameraFileError: a frame's aspect is not the camera's.
    """
    layout = with_score_pins(layout)
    sensor = CameraSensor(layout, camera, reference, pace)
    told: dict[SiteId, str] = {}
    board: str | None = None
    number = 0
    for frame in frames:
        if isinstance(frame, CameraError):
            if board != "lost":
                yield {"frame": number, "board": "lost"}
            board = "lost"
            sensor = CameraSensor(layout, camera, reference, pace)
            continue
        number = frame.number
        seen = sensor.see(frame)
        if decided is not None:
            decided(frame, [item for item in seen if isinstance(item, Observation)])
        for item in seen:
            if isinstance(item, Observation):
                if item.seen not in ("unknown", "something") and told.get(item.site, "empty") != item.seen:
                    told[item.site] = item.seen
                    yield _change(frame.number, item)
            elif isinstance(item, DeviceHealth):
                state = "found" if item.condition == "live" else _BOARD.get(item.cause)
                if health is not None:
                    health(item)
                if state not in (None, board):
                    yield {"frame": frame.number, "board": state}
                board = state or board


_BOARD: Final = {"board-lost": "lost", "moved": "moved"}


def _change(number: int, observation: Observation) -> Record:
    token = None if observation.seen == "empty" else observation.seen
    confidence = round(observation.confidence, 3)
    return {"frame": number, "site": str(observation.site), "token": token, "confidence": confidence}
