"""Games that were over before anybody collected: a table tells which it keeps, and replays them."""

import json
from pathlib import Path

from club.database import opened
from engine import Game, Refusal, event_to_dict, legal, seen_by
from mqtt import MqttSink, TableOptions
from mqtt.inbound import EventLog, InboundHandler, InboundMessage
from mqtt.payloads import Encoder, Stamp, TableInfo
from mqtt.topics import Topics
from storage.kept_logs import KeptLogs
from storage.store import GameLog
from tests.club.collector import Collecting
from tests.mqtt.envelopes import envelope
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import PATIENCE_S

QUICK = (0.05, 0.2)


def played(seed: int) -> Game:
    """A short game to its end."""
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", seed, {"trains": 4})
    while game.state.result is None:
        choices = sorted(legal(game.state), key=str)
        answer = game.do(choices[(seed + game.state.seq * 7) % len(choices)])
        assert not isinstance(answer, Refusal)
        game = answer[0]
    return game


def store(folder: Path, number: int, game: Game) -> str:
    log = GameLog(folder / f"game-{number:04}.fingerpost")
    log.append(1, game.events)
    log.close()
    return log.game_id


def handler(folder: Path) -> InboundHandler:
    numbers = iter(range(1, 10**6))
    return InboundHandler(
        Topics("kitchen"),
        Encoder("kitchen", "now", "boot-1"),
        EventLog(),
        on_command=lambda asked: None,
        stamp=lambda: Stamp(next(numbers), bytes(10)),
        kept=KeptLogs(folder),
    )


def ask(
    inbound: InboundHandler, name: str, data: dict[str, object], game: str | None, id: str
) -> list[dict[str, object]]:
    fields = envelope(name, "club", id, data, game=game)
    message = InboundMessage(
        topic=f"fingerpost/1/kitchen/cmd/{name}/club", payload=json.dumps(fields).encode()
    )
    answers = [*inbound.take(message, 0.0), *iter(inbound.page, None)]
    return [json.loads(answer.payload)["data"] for answer in answers if answer is not None]


def test_given_stored_games_when_asked_then_they_are_listed_and_replayed_in_public_form(
    tmp_path: Path,
) -> None:
    games = [played(seed) for seed in (1, 2)]
    ids = [store(tmp_path, number, game) for number, game in enumerate(games, 1)]
    (tmp_path / "game-0003.fingerpost").write_bytes(b"no log")
    inbound = handler(tmp_path)
    (listed,) = ask(inbound, "games", {}, None, "a")
    assert listed["games"] == [
        {"game": ids[1], "seq": len(games[1].events), "ended": True},
        {"game": ids[0], "seq": len(games[0].events), "ended": True},
    ]
    assert ask(inbound, "games", {}, None, "a") == [{**listed, "duplicate": True}]
    pages = ask(inbound, "replay", {"from": 1, "to": 10**6}, ids[0], "b")
    told = [event for page in pages for event in page["events"]]  # type: ignore[attr-defined]
    assert [event["seq"] for event in told] == list(range(1, len(games[0].events) + 1))
    assert {event["game"] for event in told} == {ids[0]}
    for event, stored in zip(told, games[0].events, strict=True):
        public = json.loads(json.dumps(event_to_dict(seen_by(stored, None)), default=list))
        assert {"type": event["type"], **event["data"]} == public
    (no,) = ask(inbound, "replay", {"from": 1, "to": 2}, "none", "c")
    assert no["error"]["code"] == "stale"  # type: ignore[index]


def test_given_a_club_that_begins_late_when_it_collects_then_it_has_the_evenings_before_too(
    tmp_path: Path, where: str
) -> None:
    games = [played(seed) for seed in (1, 2)]
    ids = [store(tmp_path, number, game) for number, game in enumerate(games, 1)]
    with LocalBroker() as broker:
        sink = MqttSink(
            "kitchen",
            broker.url,
            game=None,
            boot="boot-1",
            on_health=lambda health: None,
            on_command=lambda asked: None,
            about=TableInfo(capabilities=("replay", "games")),
            options=TableOptions(backoff_s=QUICK, kept=KeptLogs(tmp_path)),
        )
        sink.start()
        with Collecting(where, broker.url, "--once") as collecting:
            assert collecting.process.wait(PATIENCE_S) == 0, collecting.lines
        sink.close()
    database = opened(where)
    found = {str(row[0]): row[1] for row in database.rows("SELECT game, COUNT(*) FROM event GROUP BY game")}
    assert found == {name: len(game.events) for name, game in zip(ids, games, strict=True)}
    for name, game in zip(ids, games, strict=True):
        assert game.state.result is not None
        totals = database.rows("SELECT seat, total FROM finished WHERE game = ? ORDER BY turn_order", name)
        assert totals == [(score.seat, score.total) for score in game.state.result.scores]
