"""What one seat may know is nowhere but in its ear and in the log, which only its owner can read."""

import io
import logging
from pathlib import Path

import pytest

from announce import Wording
from benchmarks.soak import SensedTable
from bots.bot import Bot, GreedyBot
from command_line.printed_words import Transcript
from engine import Game, Seat, State
from lab.simulation.simulated_players import Pause, Players
from storage.resume import begin
from storage.second_copy import SecondCopy
from table.ports import Sink
from table.session import Session

ACTS = 60


def ticket_names(state: State) -> set[str]:
    """Every ticket that somebody holds, as it would be said; a ticket may be called as a route is."""
    board = state.game_map
    held = {ticket for seat in state.seats for ticket in state.tickets[seat]}
    pairs = [board.tickets[one].cities[:2] for one in held]
    routes = {frozenset((route.a, route.b)) for route in board.routes.values()}
    return {
        f"{board.cities[a].name} to {board.cities[b].name}"
        for a, b in pairs
        if frozenset((a, b)) not in routes
    }


@pytest.mark.criterion(68)
def test_given_a_dealt_game_when_played_then_no_ticket_is_on_paper_or_in_a_log_and_files_are_the_owners(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    stick = tmp_path / "stick"
    stick.mkdir()
    table = SensedTable("usa", 3)
    sitting = begin(tmp_path / "a", Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3))
    wording = Wording(sitting.game.state.game_map, table.layout)
    second = SecondCopy(
        stick,
        sitting.store.path,
        sitting.store.game_id,
        past=(),
        changed=lambda health: logging.info("%s", health),
        apart=lambda _folder, _log: True,
    )
    paper, ears = io.StringIO(), io.StringIO()
    sinks: list[Sink] = [Transcript(paper, ears=False), Transcript(ears, ears=True), second]
    session = Session(sitting.game, layout=table.layout, wording=wording, store=sitting.store, sinks=sinks)
    bots: dict[Seat, Bot] = {seat: GreedyBot(3) for seat in session.game.state.seats}
    play(table, session, Players(session, table, bots))
    names = ticket_names(session.game.state)
    assert len(names) >= 4
    assert all(name in ears.getvalue() for name in names)  # they were said, in ears
    assert [name for name in names if name in paper.getvalue() + caplog.text] == []
    second.close()
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) >= 2
    assert {file.stat().st_mode & 0o077 for file in files} == {0}
    sitting.store.close()
    table.close()


def play(table: SensedTable, session: Session, players: Players) -> None:
    """Some turns."""

    def passes(seconds: float) -> None:
        end = table.now + seconds
        while table.now < end - 1e-9:
            for item in table.step():
                session.handle(item, table.now)
            session.tick(table.now)

    for item in table.begin():
        session.handle(item, table.now)
    session.begin(table.now)
    for _ in range(ACTS):
        for step in players.next_act():
            passes(step.seconds if isinstance(step, Pause) else 1.0)
