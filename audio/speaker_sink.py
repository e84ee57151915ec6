"""The speaker as a sink of the session."""

import time

from announce import Announcement, Audience
from audio.speaker import Speaker
from engine import Seat
from table.ports import QuietSink


class SpeakerSink(QuietSink):
    """Has a speaker say what the session tells."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._instant = (-1.0, 0.0)  # of the game, and by the wall clock

    def say(self, announcement: Announcement, at: float) -> None:
        """Queue it; speech runs by the wall clock, whatever the game's clock is.

        What is said at one instant of the game is said at one here: the steps of an answer belong together.
        """
        if self._instant[0] != at:
            self._instant = (at, time.monotonic())
        self._speaker.say(announcement, self._instant[1])

    def close_question(self) -> None:
        """Nobody asks any more what was asked."""
        self._speaker.close_question()

    def again(self, announcement: Announcement, at: float) -> None:
        """The speaker keeps its own history: said again with nothing between, it is slower."""
        self._speaker.repeat(time.monotonic(), announcement.audience)

    def unheard(self, audience: Audience) -> tuple[Announcement, ...]:
        """What was cut and not heard whole since."""
        return tuple(one.announcement for one in self._speaker.history(audience) if one.cut and not one.heard)

    def to_begin(self, audience: Audience) -> bool:
        """Whether words for it have not begun yet."""
        return self._speaker.to_begin(audience)

    def pass_ear(self, seat: Seat) -> None:
        """The shared earphone is in this seat's ear."""
        self._speaker.pass_ear(seat)

    def hush(self, at: float) -> bool:
        """Silence at once."""
        now = time.monotonic()
        speaking = self._speaker.busy(now)
        self._speaker.stop(now)
        return speaking

    def close(self) -> None:
        """Finish what is being said, then stop."""
        self._speaker.close()
