"""A seat's words go where it was routed, and nowhere else."""

import time

from announce import Announcement, Ear
from audio import EarSetting, SinkName, Speaker
from tests.criteria.heard import EarListener, Letters, TableListener


def test_given_a_speaker_when_a_seat_is_routed_then_its_words_sound_there_and_nowhere_else() -> None:
    listeners: dict[str, EarListener] = {}

    def ear_player(setting: EarSetting, seat: Ear) -> EarListener:
        return listeners.setdefault(setting.sink.name, EarListener(seat))

    def heard() -> dict[str, list[str]]:
        assert speaker.wait_idle(5)
        return {name: [*one.sentences] for name, one in listeners.items()}

    settings = {"red": EarSetting(sink=SinkName("pipewire", "red"))}
    speaker = Speaker(
        ears=settings,  # type: ignore[arg-type]
        shared=EarSetting(sink=SinkName("pipewire", "shared")),
        voice=Letters(),
        table_player=TableListener(),
        ear_player=ear_player,
    )

    def say(text: str) -> None:
        speaker.say(Announcement(audience="red", urgency="polite", normal=text), time.monotonic())

    try:
        say("One.")
        assert heard()["red"] == ["One."]
        speaker.route("red", "shared")
        speaker.pass_ear("red")
        say("Two.")
        assert heard() == {"shared": ["Two."], "red": ["One."]}
        speaker.route("red", "elsewhere")
        say("Three.")
        assert heard() == {"shared": ["Two."], "red": ["One."]}
        speaker.route("red", "own")
        say("Four.")
        assert heard()["red"] == ["One.", "Four."]
    finally:
        speaker.close()
