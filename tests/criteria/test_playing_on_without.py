"""Reconcile, criteria 40 and 44: tokens missing by the table's word are not asked for after a stop."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from dialog import Mending, TakeBack
from engine import Event, Game, Seat
from reconcile import expected_tokens
from storage.store import GameLog
from table.agreements import KINDS
from table.session import Session
from tabletop import DeviceHealth, SiteId
from tests.criteria.panel_table import PanelTable
from tests.criteria.second_sitting import PinsAlone, goes_on
from tests.criteria.sensed_table import DULUTH, HELENA, OMAHA, SANTA_FE
from tests.criteria.test_mending import BOSTON, fallen_table, owner

Agreed = tuple[Path, Sequence[Event], dict[SiteId, Seat]]


def resumed(path: Path, events: Sequence[Event], stands: Mapping[SiteId, Seat]) -> tuple[Session, list[str]]:
    """The game in this log goes on over a board where these tokens stand: what is said in six seconds."""
    return goes_on(Game.replay(events), GameLog(path), stands)


@pytest.fixture
def agreed(tmp_path: Path) -> Agreed:
    """A log of five claims whose table plays on without two tokens, and the three that stand."""
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = fallen_table(store=store)
        events = table.session.game.events
        for site in (OMAHA, DULUTH):
            table.set_token(owner(table, site), site)
        table.press("no", "no", "yes")
    assert set(table.session.tracker.accepted) == {SANTA_FE, BOSTON}
    stands = expected_tokens(table.state)
    return path, events, {site: stands[site] for site in (OMAHA, DULUTH, HELENA)}


@pytest.mark.criterion(44)
def test_given_tokens_missing_by_the_tables_word_when_resumed_then_nobody_is_asked_again(
    agreed: Agreed,
) -> None:
    path, events, stands = agreed
    for _ in range(2):  # nor the time after that
        session, said = resumed(path, events, stands)
        assert said == ["Agreed: 2 tokens are missing. Green triangle to move."]
        assert not isinstance(session.panel.mode, Mending)


@pytest.mark.criterion(44)
def test_given_tokens_missing_by_the_tables_word_when_another_is_too_then_only_that_is_asked_for(
    agreed: Agreed,
) -> None:
    path, events, stands = agreed
    del stands[OMAHA]
    session, said = resumed(path, events, stands)
    assert said[0].startswith(
        "The board: 2 of 3 tokens agree. First: blue disc's token missing, Denver to Omaha"
    )
    assert said[1].startswith("1 of 1, blue disc: Denver to Omaha.")
    assert set(session.tracker.accepted) == {SANTA_FE, BOSTON}


@pytest.mark.criterion(44)
def test_given_a_token_missing_by_the_tables_word_when_it_was_put_back_then_it_is_missed_like_any_other(
    agreed: Agreed,
) -> None:
    path, events, stands = agreed
    whose = expected_tokens(Game.replay(events).state)[BOSTON]
    _, said = resumed(path, events, stands | {BOSTON: whose})
    assert said == ["Agreed: 1 token is missing. Green triangle to move."]
    _, said = resumed(path, events, stands)
    assert said[0].startswith("The board: 3 of 4 tokens agree. First: ")
    assert "Boston to Montréal, western" in said[0]


def test_given_a_refused_token_when_it_was_lifted_or_stands_after_a_stop_then_said_only_if_it_stands(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = PanelTable(store=store)
        table.set_token("blue", OMAHA)
        table.set_token("blue", DULUTH)
    events, stands = table.session.game.events, expected_tokens(table.state)
    assert list(table.session.tracker.refused) == [DULUTH]
    _, said = resumed(path, events, stands | {DULUTH: "blue"})
    assert said == ["First lift the token on Chicago to Duluth, please."]
    for _ in range(2):  # and it is forgotten
        session, said = resumed(path, events, stands)
        assert said == ["The board agrees: 1 token. Red square to move. Back tells what happened before."]
        assert session.tracker.refused == ()
    session, said = resumed(path, events, stands | {DULUTH: "blue"})
    assert said == ["A token on Chicago to Duluth. Red square's? Yes, or No for another seat."]


def test_given_a_note_that_is_no_list_of_tokens_when_resumed_then_every_token_is_asked_for(
    agreed: Agreed,
) -> None:
    path, events, stands = agreed
    for body in ([1], {"denver-omaha": 7}, "x"):
        with GameLog(path) as store:
            for kind in KINDS:
                store.note(kind, body)
        _, said = resumed(path, events, stands)
        assert said[0].startswith("The board: 3 of 5 tokens agree. First: ")


@pytest.mark.criterion(41)
def test_given_a_lifted_token_whose_claim_the_table_keeps_then_it_is_asked_for_and_told_when_it_is_back() -> (
    None
):
    """No kept the claim without a word of its token: the next who felt the bare pin claimed there in vain."""
    table = PinsAlone()
    table.set_token("blue", OMAHA)
    table.wait(4.0)
    assert table.lift(OMAHA) == ["Take back Denver to Omaha? Yes, or put the token back."]
    assert table.press("no")[0] == (
        "Denver to Omaha stays. If its token is off, put it back, middle, 6 centimetres north-east of Denver."
    )
    begun = len(table.paper.said)
    table.feel(OMAHA, "something")
    table.wait(1.0)
    assert table.words(begun) == ["Denver to Omaha is right again."]
    table.wait(60.0)
    assert table.words(begun)[1:] == []


@pytest.mark.criterion(31)
def test_given_a_lifted_token_whose_claim_the_table_keeps_when_off_then_it_is_missed_as_a_fallen_one() -> (
    None
):
    """It was booked as agreed, which nobody had: told once, and never counted."""
    table = PinsAlone()
    table.set_token("blue", OMAHA)
    table.wait(4.0)
    table.lift(OMAHA)
    table.press("no")
    begun = len(table.paper.said)
    table.wait(19.0)
    assert table.words(begun) == []
    table.wait(42.0)
    assert table.words(begun) == [
        "Denver to Omaha stays. If its token is off, put it back, middle, 6 centimetres north-east of Denver."
    ]
    assert [one.earcon for one in table.paper.said[begun + 1 :]] == ["wait"]  # then only softly
    assert table.session.tracker.accepted == ()
    for condition in ("lost", "live"):
        health = DeviceHealth(device="hub", condition=condition, at=table.at)
        table.session.handle(health, table.at)
        table.feel(OMAHA, "empty")
        table.wait(4.0)
    assert table.words()[-1] == "The pins are back; 0 of 1 tokens agree."


@pytest.mark.criterion(40)
@pytest.mark.criterion(41)
@pytest.mark.parametrize("back", [False, True])
def test_given_a_lifted_token_whose_claim_the_table_keeps_when_resumed_then_only_yes_agrees_to_do_without(
    tmp_path: Path, back: bool
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    with GameLog(path) as store:
        table = PinsAlone(store=store)
        table.set_token("blue", OMAHA)
        table.wait(4.0)
        table.feel(OMAHA, "empty")
        table.wait(2.0)
        assert isinstance(table.mode, TakeBack)
        table.press("no")
        table.wait(1.0)
        if back:
            table.feel(OMAHA, "something")
            table.wait(1.0)
    events = table.session.game.events
    for _ in range(2):
        session, said = resumed(path, events, {})
        assert said[0].startswith("The board: 0 of 1 tokens agree. First: ")
        assert isinstance(session.panel.mode, Mending)
        assert session.tracker.accepted == ()
