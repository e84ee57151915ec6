"""Each seat's earphone: private words go there or nowhere, wait while it is gone, and the table is told."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from announce import EARS, Announcement, Ear
from audio import EarSetting, SinkName, SinkNameError, Speaker, TableSetting, VoiceHealth, parse_sink
from audio.channel import EarChannel, Manner, nothing
from audio.players import TablePlayer
from audio.sinks import command_for, default_command, present
from tests.audio.sound_server import SoundServer
from tests.criteria.heard import EarListener, Letters, TableListener

Make = Callable[..., Announcement]
Until = Callable[[Callable[[], bool]], bool]
HEADSET = SinkName("pipewire", "headset")
SECRET = "You have 5 blue cards, 3 red cards, 2 white cards and 1 locomotive; 11 cards in all."


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SoundServer:
    return SoundServer(tmp_path / "server", monkeypatch)


class Table:
    """A speaker with a loudspeaker and one earphone, and what it tells of that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **ears: SinkName) -> None:
        monkeypatch.setattr("audio.players._AGAIN_S", 0.1)
        monkeypatch.setattr("audio.players._PROVEN_S", 0.1)
        self.told: list[tuple[Ear, str, str]] = []
        loud = TableSetting(sink=SinkName("pipewire", "table"))
        seats: tuple[Ear, ...] = ("blue", "red", "green")
        self.speaker = Speaker(
            table=loud,
            ears={seat: EarSetting(sink=ears[seat]) for seat in seats if seat in ears},
            ear_changed=lambda ear, health: self.told.append((ear, health.condition, health.cause)),
        )

    def say(self, announcement: Announcement) -> None:
        self.speaker.say(announcement, time.monotonic())

    def heard_whole(self, ear: Ear = "blue") -> bool:
        return all(one.heard for one in self.speaker.history(ear))


@pytest.fixture
def table(server: SoundServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    server.plug("headset")
    table = Table(monkeypatch, blue=HEADSET)
    yield table
    table.speaker.close()


def test_given_an_earphone_when_private_words_come_then_only_it_hears_them(
    server: SoundServer, table: Table, make: Make, until: Until
) -> None:
    table.say(make("You have 5.", to="blue"))
    assert until(lambda: bool(table.speaker.history("blue")) and table.heard_whole())
    assert server.heard("headset") > 5_000
    assert server.heard("table") == 0
    table.say(make("Blue disc to move."))
    assert table.speaker.wait_idle(5)
    assert until(lambda: server.heard("table") > 5_000)
    assert table.told == []


@pytest.mark.criterion(73)
def test_given_an_ear_unplugged_mid_word_when_it_is_back_then_nobody_else_heard_and_all_is_said_again(
    server: SoundServer, table: Table, make: Make, until: Until
) -> None:
    table.say(make(SECRET, to="blue", seq=1))
    assert until(lambda: server.heard("headset") > 2_000)
    server.unplug("headset")
    assert until(lambda: table.told == [("blue", "lost", "unplugged")])
    heard = server.heard("headset")
    table.say(make("A ticket is done.", to="blue", seq=2))
    table.say(make("Red square to move."))
    assert until(lambda: server.heard("table") > 5_000)  # the table goes on, and the ear's words wait
    assert table.speaker.wait_idle(5)
    assert until(lambda: server.quiet("table"))  # what was written for it is heard a little later
    at_table = server.heard("table")
    assert server.heard("headset") == heard and not table.heard_whole()
    server.plug("headset")
    assert until(lambda: ("blue", "live", "") in table.told)
    assert until(lambda: server.heard("headset") > heard + 20_000)
    assert server.heard("table") == at_table
    table.speaker.stop(time.monotonic())


def test_given_an_earphone_that_is_not_there_when_words_are_due_then_no_sample_anywhere(
    server: SoundServer, monkeypatch: pytest.MonkeyPatch, make: Make, until: Until
) -> None:
    table = Table(monkeypatch, blue=SinkName("pipewire", "head"))
    server.plug("headset")  # a name that only begins alike
    table.say(make(SECRET, to="blue"))
    assert until(lambda: table.told == [("blue", "lost", "unplugged")])
    table.say(make("Red square to move."))
    assert table.speaker.wait_idle(5)
    assert server.heard("headset") == 0
    assert not table.heard_whole()
    table.speaker.close()


def test_given_a_seat_without_an_ear_when_private_words_are_due_then_the_table_hears_only_that(
    server: SoundServer, monkeypatch: pytest.MonkeyPatch, make: Make
) -> None:
    table = Table(monkeypatch)
    for seat in ("blue", "red", "blue"):
        table.say(make(SECRET, to=seat))
    assert table.speaker.wait_idle(5)
    assert table.told == [("blue", "lost", "none"), ("red", "lost", "none")]
    assert server.heard("table") == 0
    table.speaker.close()


def test_given_no_program_for_an_earphone_when_words_are_due_then_said_once(
    monkeypatch: pytest.MonkeyPatch, make: Make
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    told: list[VoiceHealth] = []
    ears: dict[Ear, EarSetting] = {"blue": EarSetting(sink=SinkName("alsa", "plughw:CARD=Headset"))}
    speaker = Speaker(ears=ears, ear_changed=lambda ear, health: told.append(health))
    for _ in range(2):
        speaker.say(make(SECRET, to="blue"), time.monotonic())
    speaker.close()
    assert [one.cause for one in told] == ["no-sound"]


@pytest.mark.parametrize(
    "text",
    ["default", "alsa:default", "alsa:pulse", "alsa:sysdefault:CARD=a", "alsa:", "pipewire:", "usb:x", ""],
)
def test_given_a_sink_that_might_play_elsewhere_when_named_for_an_ear_then_one_line_says_what_to_give(
    text: str,
) -> None:
    with pytest.raises(SinkNameError, match="give ") as told:
        parse_sink(text, private=True)
    assert "\n" not in str(told.value)


def test_given_sinks_when_named_then_the_programs_are_told_exactly_where(
    server: SoundServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = command_for(parse_sink("pipewire:headset", private=True), private=True)
    public = command_for(parse_sink("pipewire:hall", private=False), private=False, channels=2)
    assert private is not None and public is not None
    assert "{ node.dont-reconnect = true }" in private and "headset" in private
    assert "--properties" not in public and public[public.index("--channels") + 1] == "2"
    (tmp_path / "server" / "bin" / "aplay").touch(mode=0o755)
    card = parse_sink("alsa:plughw:CARD=Headset,DEV=0", private=True)
    command = command_for(card, private=True)
    assert command is not None and command[:4] == ("aplay", "-q", "-D", "plughw:CARD=Headset,DEV=0")
    assert parse_sink("alsa:default", private=False).name == "default"
    monkeypatch.setattr("audio.sinks._ASOUND", tmp_path)
    assert not present(card) and default_command() is None
    (tmp_path / "Headset").mkdir()
    (tmp_path / "card2").mkdir()
    (tmp_path / "cards").write_text(" 0 [Headset        ]: USB-Audio\n")
    assert present(card) and present(SinkName("alsa", "hw:2,0")) and not present(SinkName("alsa", "hw:3"))
    found = default_command(2)
    assert found is not None and found[0] == "aplay"
    monkeypatch.setenv("PATH", "/nonexistent")
    assert command_for(card, private=True) is None and default_command() is None
    assert not present(SinkName("pipewire", "table"))


def test_given_an_ears_own_manner_when_words_come_then_in_its_rate_level_and_volume(
    server: SoundServer, make: Make, until: Until
) -> None:
    server.plug("headset")
    long, short = "Blue disc claims Denver to Omaha: 4 trains, 7 points.", "Denver."
    setting = EarSetting(sink=HEADSET, rate=450, level="brief", volume=20)
    speaker = Speaker(table_player=TablePlayer(("cat",)), ears={"blue": setting})
    speaker.say(make(long, to="blue", brief=short, seq=1), time.monotonic())
    assert until(lambda: server.heard("headset") > 2_000)
    assert speaker.wait_idle(5)
    assert server.heard("headset") < 22_050
    speaker.close()


def test_given_a_shared_earphone_with_a_length_of_its_own_when_the_table_chooses_another_then_it_keeps_it(
    make: Make, until: Until
) -> None:
    ear = EarListener("blue")
    shared = EarSetting(sink=HEADSET, level="brief", volume=20)
    speaker = Speaker(
        ears={}, shared=shared, voice=Letters(), table_player=TableListener(), ear_player=lambda *_: ear
    )
    quiet = ear.share
    speaker.pass_ear("red")
    words = make("You have 5 blue cards.", to="red", brief="5 blue.")
    speaker.say(words, time.monotonic())
    assert until(lambda: ear.sentences == ["5 blue."])
    speaker.level, speaker.volume = "full", 50
    speaker.say(words, time.monotonic())
    assert until(lambda: ear.sentences == ["5 blue.", "5 blue."])
    assert 0 < ear.share < quiet
    speaker.close()


def test_given_an_earphone_without_a_program_and_one_that_others_share_when_words_are_due_then_told(
    make: Make,
) -> None:
    usb, headset = SinkName("alsa", "plughw:CARD=Usb"), EarListener("blue")
    told: list[tuple[Ear, str]] = []
    speaker = Speaker(
        ears={"red": EarSetting(sink=usb)},
        shared=EarSetting(sink=HEADSET),
        voice=Letters(),
        table_player=TableListener(),
        ear_player=lambda setting, ear: headset if setting.sink == HEADSET else None,
        ear_changed=lambda ear, health: told.append((ear, health.cause)),
    )
    for seat in ("red", "green", "red"):
        speaker.say(make(SECRET, to=seat), time.monotonic())
    speaker.close()
    assert told == [("red", "no-sound")]
    assert headset.sentences == []


def test_given_another_seats_earphone_when_a_way_to_a_seat_is_made_of_it_then_it_is_refused() -> None:
    for ear in EARS[1:]:
        with pytest.raises(ValueError, match=f"no way to {ear}"):
            EarChannel(
                ear, Manner(say=nothing), player=EarListener("blue"), recording=None, hold=lambda: False
            )
