"""Criterion 9 at one table: a dead sound card keeps nothing from store, page and events, and is told."""

from pathlib import Path

import pytest

from audio import Speaker
from audio.players import TablePlayer
from audio.speaker_sink import SpeakerSink
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.voice import voice_changed
from storage.store import GameLog, read_file
from tabletop import DeviceHealth
from tests.criteria.heard import Letters
from tests.waiting import until
from tests.web.page_table import PageTable


@pytest.mark.criterion(9)
def test_given_a_dead_sound_card_when_played_on_then_store_page_and_events_go_on_and_health_says_so(
    tmp_path: Path,
) -> None:
    inbox, path = Inbox(), tmp_path / "game-0001.fingerpost"
    dead = TablePlayer(("/nonexistent/player",))
    speaker = Speaker(voice=Letters(), table_player=dead, changed=voice_changed(inbox))
    with GameLog(path) as store:
        table = PageTable(cards="untracked", store=store, sinks=[SpeakerSink(speaker)])
        table.set_token("blue", "denver-omaha")
        table.set_token("red", "helena-omaha")
        table.set_token("blue", "chicago-duluth")
        said: list[DeviceHealth] = []

        def told() -> bool:
            said.extend(one for one in inbox.take() if isinstance(one, DeviceHealth))
            return bool(said)

        assert until(told)
        lost = said[-1]
        assert (lost.condition, lost.cause) == ("lost", "no-sound")
        table.session.handle(lost, table.at)
        shown = table.browser().page.text
        assert "Blue disc claims Chicago to Duluth" in shown
        assert table.words()[-1] in shown and "sound" in table.words()[-1].lower()
        assert len(table.state.owners) == 3
        assert [event for _, event in table.paper.events] == list(table.session.game.events)
    assert read_file(path).events == table.session.game.events
    speaker.close()
