"""Plays a script of what people do at a table, without devices, and writes down all that is said.

A script is plain text. Lines with `>` are what somebody does; the lines between are what is heard:
`audience urgency earcon | normal words | B brief words | F full words`, a level left out when it is the same
as normal. The first line names the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from announce import Announcement, Wording
from engine import CARD_MODES, SEATS, Event, Game, State, edition, game_map
from fingerpost.session import Session
from tabletop import (
    BUTTONS,
    Condition,
    Device,
    DeviceHealth,
    Motion,
    Observation,
    Press,
    SiteId,
    board_layout,
)

STEP_S = 0.1


@dataclass
class Paper:
    """A sink that writes down every utterance."""

    lines: list[str] = field(default_factory=list)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        pass

    def say(self, announcement: Announcement, at: float) -> None:
        if announcement.earcon == "tick" and not announcement.normal:
            return  # every press ticks; a transcript would be full of it
        words = [announcement.normal or "-"]
        if announcement.brief and announcement.brief != announcement.normal:
            words.append(f"B {announcement.brief}")
        if announcement.full and announcement.full != announcement.normal:
            words.append(f"F {announcement.full}")
        audience = (
            announcement.audience if announcement.audience == "everyone" else f"seat {announcement.audience}"
        )
        head = f"{audience} {announcement.urgency} {announcement.earcon or '-'}"
        self.lines.append(" | ".join([head, *words]))

    def again(self, announcement: Announcement, at: float) -> None:
        self.say(announcement, at)

    def hush(self, at: float) -> bool:
        return False

    def health(self, health: DeviceHealth) -> None:
        pass

    def close(self) -> None:
        pass


class Script:
    """One script being played."""

    def __init__(self, first_line: str) -> None:
        words = dict(pair.split("=") for pair in first_line.removeprefix("game ").split())
        map_name = words["map"]
        seats = tuple(seat for seat in SEATS if seat in words["seats"].split(","))
        mode = next(mode for mode in CARD_MODES if mode == words["cards"])
        self._game = Game.new(
            edition(words["edition"]), game_map(map_name), seats, cards=mode, seed=int(words["seed"])
        )
        self.paper = Paper()
        layout = board_layout(map_name)
        self._session = Session(
            self._game,
            layout=layout,
            wording=Wording(self._game.state.game_map, layout),
            store=None,
            sinks=[self.paper],
        )
        self._at = 0.0
        self._camera = True
        self._stands: dict[SiteId, str] = {}
        for device in ("hub", "camera"):
            self._session.handle(DeviceHealth(device=device, condition="live", at=0.0), 0.0)
        for site in layout.pins():
            self._sense(site.id, "empty")
        self._session.begin(0.0)

    def do(self, line: str) -> None:
        """One `>` line."""
        match line.removeprefix(">").split():
            case ["press", *buttons]:
                for button in buttons:
                    self._press(button)
            case ["sets", seat, site]:
                self._sense(SiteId(site), seat)
                self._wait(1.2)
            case ["brushes", seat, site]:
                self._sense(SiteId(site), seat)
                self._wait(0.2)
                self._sense(SiteId(site), "empty")
                self._wait(1.2)
            case ["lifts", *sites]:
                for site in sites:
                    self._sense(SiteId(site), "empty")
                self._wait(1.2)
            case ["slides", seat, old, new]:
                self._sense(SiteId(old), "empty")
                self._wait(0.3)
                self._sense(SiteId(new), seat)
                self._wait(1.2)
            case ["feels", site]:
                self._session.handle(_saw(site, "pin", "something", self._at), self._at)
                self._wait(3.0)
            case ["hand", site, "for", seconds]:
                for _ in range(round(float(seconds) / STEP_S)):
                    self._session.handle(Motion(sites=frozenset({SiteId(site)}), at=self._at), self._at)
                    self._wait(STEP_S)
            case ["waits", seconds]:
                self._wait(float(seconds))
            case ["camera", "lost"]:
                self._health("camera", "lost", "unplugged")
            case ["camera", "back"]:
                self._health("camera", "live", "")
                for site, seen in self._stands.items():
                    self._session.handle(_saw(site, "camera", seen, self._at), self._at)
                self._wait(1.0)
            case ["hub", "lost"]:
                self._health("hub", "lost", "silent")
            case ["hub", "back"]:
                self._health("hub", "live", "")
            case other:
                raise ValueError(f"a script cannot do {other}")

    def _health(self, device: Device, condition: Condition, cause: str) -> None:
        health = DeviceHealth(device=device, condition=condition, at=self._at, cause=cause)
        self._camera = self._camera if device != "camera" else condition == "live"
        self._session.handle(health, self._at)
        self._wait(0.5)

    def _sense(self, site: SiteId, seen: str) -> None:
        self._stands[site] = seen
        felt = "empty" if seen == "empty" else "something"
        self._session.handle(_saw(site, "pin", felt, self._at), self._at)
        if self._camera:
            self._session.handle(_saw(site, "camera", seen, self._at), self._at)

    def _press(self, name: str) -> None:
        button = next((button for button in BUTTONS if button == name), None)
        seat = next((seat for seat in SEATS if seat == name), None)
        self._wait(0.6)
        for action in ("down", "up"):
            press = Press(button=button, seat=seat, action=action, at=self._at)
            self._session.handle(press, self._at)

    def _wait(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / STEP_S))):
            self._at = round(self._at + STEP_S, 3)
            self._session.tick(self._at)


def _saw(site: str, sense: str, seen: str, at: float) -> Observation:
    confidence = 1.0 if sense == "pin" else 0.998
    return Observation(site=SiteId(site), sense=sense, seen=seen, at=at, confidence=confidence)  # type: ignore[arg-type]


def play(text: str) -> str:
    """The script with everything that is heard filled in after each line that causes it."""
    lines = [line for line in text.splitlines() if line.startswith((">", "#", "game "))]
    script = Script(next(line for line in lines if line.startswith("game ")))
    written: list[str] = []
    for line in lines:
        if line.startswith(">"):
            script.do(line)
        written.append(line)
        if not line.startswith("#"):
            written += script.paper.lines
            script.paper.lines.clear()
    return "\n".join(written) + "\n"
