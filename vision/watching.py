"""A fixed camera over time → JSON objects of settled changes: the answer of `fingerpost watch`."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from tabletop import BoardLayout, DeviceHealth, Observation, SiteId, with_score_pins
from vision.devices import CameraError
from vision.frame import Frame
from vision.intrinsics import CameraModel
from vision.sensor import CameraSensor
from vision.settling import Pace
from vision.tokens import TokenLooks

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
    looks: TokenLooks | None = None,
) -> Iterator[Record]:
    """Tell each settled change once, at the frame in which it settled; score strips are read too.

    `token` is a seat's colour, or None for an empty site; before the first frame all are taken for empty. A
    site that cannot be judged keeps what was told of it. `board` is `found`, `moved` or `lost`; `found` after
    `moved` says that it rests and is read again. With a CameraError the board is lost, and looked for afresh.

    Args:
        decided: is told every settled observation with its frame, for instance `EvidenceRing.note`.
        health: is told how the camera is, whenever that changes.
        looks: how this table's tokens look; None: as the board's file says.
    Raises:
        FrameError: from the frames, or the board has no markers.
        CameraFileError: a frame's aspect is not the camera's.
    """
    layout = with_score_pins(layout)
    sensor, news = CameraSensor(layout, camera, reference, pace, looks), _News()
    for frame in frames:
        if isinstance(frame, CameraError):
            yield from news.board("lost")
            sensor = CameraSensor(layout, camera, reference, pace, looks)
            continue
        seen = sensor.see(frame)
        news.number = frame.number
        if decided is not None:
            decided(frame, [item for item in seen if isinstance(item, Observation)])
        for item in seen:
            if isinstance(item, Observation):
                yield from news.site(item)
            elif isinstance(item, DeviceHealth):
                if health is not None:
                    health(item)
                yield from news.board(_board_state(item))


def _board_state(health: DeviceHealth) -> str | None:
    """As the board is told of; None: it is where it was."""
    if health.condition == "stale":
        return "moved" if health.cause == "moved" else None
    return "found" if health.condition == "live" else "lost"


class _News:
    """What was told already; gives the record of what was not."""

    def __init__(self) -> None:
        self.number = 0  # of the newest frame
        self._sites: dict[SiteId, str] = {}
        self._board: str | None = None

    def board(self, state: str | None) -> Iterator[Record]:
        """The board's state; None: it is as it was."""
        if state not in (None, self._board):
            yield {"frame": self.number, "board": state}
        self._board = state or self._board

    def site(self, observation: Observation) -> Iterator[Record]:
        """What a site shows; what cannot be judged is no news."""
        seen = observation.seen
        if seen in ("unknown", "something") or self._sites.get(observation.site, "empty") == seen:
            return
        self._sites[observation.site] = seen
        token = None if seen == "empty" else seen
        confidence = round(observation.confidence, 3)
        site = str(observation.site)
        yield {"frame": self.number, "site": site, "token": token, "confidence": confidence}
