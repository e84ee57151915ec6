"""An undo in two homes: both are asked to how many acts, and nothing goes that either has not agreed to."""

from dialog import ClaimListed, UndoBack, UndoSure, past_acts
from engine import Undo
from table.answers import NotDone
from table.requests import DoAct, Request
from tabletop import SiteId
from tests.table.two_tables import TwoTables, said, session_of, state_of

DENVER, DALLAS = "denver-omaha", "dallas-el-paso"


def after_a_turn() -> tuple[TwoTables, int]:
    """Blue has claimed, and red is to move; how many acts that were."""
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    table.yes(table.guest)
    return table, len(session_of(table.host).game.acts)


def test_given_an_undo_at_the_host_when_both_homes_say_yes_then_it_is_undone_in_both() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    before = len(table.guest.words.said)
    assert table.undo(table.host, "blue") == ["Kiel is asked whether it agrees."]
    assert said(table.guest, before) == [
        "Undo 1 act: blue disc claimed Denver to Omaha; 7 points lost? No keeps it."
    ]
    assert list(state_of(table.host).owners) == [DENVER]
    table.yes(table.guest)
    assert not state_of(table.host).owners
    assert not state_of(table.guest).owners


def test_given_an_undo_that_the_other_home_has_not_agreed_to_when_it_is_cut_off_then_nothing_is_undone() -> (
    None
):
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    assert table.undo(table.host, "blue") == ["Kiel is asked whether it agrees."]
    table.press(table.guest, "no")
    table.cut(20.0)
    table.wait(10.0)
    assert "Kiel is away; the game goes on." in said(table.host)
    assert list(state_of(table.host).owners) == [DENVER]


def test_given_a_yes_to_one_act_on_its_way_when_the_host_asks_for_more_then_it_is_no_yes_to_those() -> None:
    """The number was not on the wire: so three acts went that Kiel had not been asked about."""
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    table.yes(table.guest)
    before = len(table.guest.words.said)
    acts = len(session_of(table.host).game.acts)
    assert acts >= 2
    table.undo(table.host, "blue")
    session_of(table.host).perform(UndoBack("blue", acts), table.at)
    table.yes(table.guest)  # to the one act of which Kiel has heard
    assert list(state_of(table.host).owners) == [DENVER]
    assert said(table.guest, before)[-1].startswith(f"Undo {acts} acts, the first: ")
    table.yes(table.guest)
    assert not state_of(table.host).owners
    assert not state_of(table.guest).owners


def test_given_a_yes_to_an_undo_on_its_way_when_the_host_claims_meanwhile_then_nothing_newer_is_undone() -> (
    None
):
    table = TwoTables(seats=("blue", "green", "red"))
    table.token(table.host, "blue", DENVER)
    table.undo(table.host, "blue")
    before = len(table.guest.words.said)
    table.press(table.guest, "yes", then_s=0.0)
    session_of(table.host).perform(ClaimListed("green", SiteId(DALLAS)), table.at)
    table.wait(6.0)
    assert set(state_of(table.host).owners) == {DENVER, DALLAS} == set(state_of(table.guest).owners)
    heard = said(table.guest, before)
    assert heard[-1] == "Bremen has gone on meanwhile. Listen, then try again."
    assert not any(one.startswith("Undo ") for one in heard)  # that of the newer act nobody wants


def test_given_an_undo_of_two_acts_in_the_other_home_when_the_host_is_asked_then_it_hears_of_both() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    table.yes(table.guest)
    acts = len(session_of(table.host).game.acts)
    before = len(table.host.words.said)
    session_of(table.guest).perform(UndoBack("red", acts), table.at)
    table.wait(3.0)
    assert said(table.host, before)[-1].startswith(f"Undo {acts} acts, the first: blue disc claimed Denver")
    table.yes(table.host)
    assert not state_of(table.guest).owners


def test_given_an_undo_in_the_other_home_when_the_host_says_yes_then_it_is_undone() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    before = len(table.host.words.said)
    table.undo(table.guest, "red")
    assert said(table.host, before)[-1].startswith("Undo 1 act: blue disc claimed Denver to Omaha")
    table.yes(table.host)
    assert not state_of(table.guest).owners


def test_given_nothing_played_when_an_undo_is_wanted_in_the_other_home_then_the_rules_do_not_allow_that() -> (
    None
):
    table = TwoTables()
    before = len(table.host.words.said)
    assert table.undo(table.guest, "red") == ["Bremen says: The rules do not allow that."]
    assert said(table.host, before) == []


def test_given_a_host_that_was_busy_when_asked_again_then_it_hears_of_as_many_acts() -> None:
    """The second time it heard of no number: of the last act alone."""
    table, acts = after_a_turn()
    table.undo(table.guest, "red")
    before = len(table.guest.words.said)
    session_of(table.guest).perform(UndoBack("red", acts), table.at)  # while Bremen is asked about one
    table.wait(1.0)
    assert said(table.guest, before)[-1] == "Bremen says: The table is busy; try again in a moment."
    before = len(table.host.words.said)
    table.press(table.host, "no")
    assert said(table.host, before)[-1].startswith(f"Undo {acts} acts, the first: blue disc claimed Denver")


def test_given_an_undo_wanted_while_the_line_is_cut_when_back_then_the_host_hears_of_as_many_acts() -> None:
    """That Kiel was away counts among the host's events: so it asks again."""
    table, acts = after_a_turn()
    table.cut(15.0)
    table.wait(2.0)
    before = len(table.host.words.said)
    session_of(table.guest).perform(UndoBack("red", acts), table.at)
    table.wait(25.0)
    assert said(table.host, before)[-1].startswith(f"Undo {acts} acts, the first: blue disc claimed Denver")


def test_given_an_undo_that_is_on_its_way_when_more_acts_are_to_go_then_the_host_hears_of_those() -> None:
    table, acts = after_a_turn()
    before = len(table.host.words.said)
    session_of(table.guest).perform(UndoBack("red", 1), table.at)
    session_of(table.guest).perform(UndoBack("red", acts), table.at)
    table.wait(3.0)
    assert said(table.host, before)[-1].startswith(f"Undo {acts} acts, the first: blue disc claimed Denver")


def test_given_an_undo_at_the_host_when_the_other_home_says_no_then_it_hears_so_and_may_ask_anew() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    for _ in range(2):
        assert table.undo(table.host, "blue") == ["Kiel is asked whether it agrees."]
        before = len(table.host.words.said)
        table.press(table.guest, "no")
        assert said(table.host, before) == ["Kiel does not agree: nothing is undone."]
        assert list(state_of(table.host).owners) == [DENVER]
    table.undo(table.host, "blue")
    table.yes(table.guest)
    assert not state_of(table.host).owners


def test_given_an_undo_in_the_other_home_when_the_host_says_no_then_that_home_hears_so_once() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    for _ in range(2):
        assert table.undo(table.guest, "red") == ["Bremen is asked whether it agrees."]
        before = len(table.guest.words.said)
        table.press(table.host, "no")
        table.wait(5.0)
        assert said(table.guest, before) == ["Bremen does not agree: nothing is undone."]
    table.undo(table.guest, "red")
    before = len(table.guest.words.said)
    table.yes(table.host)
    assert not state_of(table.guest).owners
    assert not [words for words in said(table.guest, before) if "does not agree" in words]


def test_given_an_undo_of_the_hosts_own_that_it_leaves_when_told_then_no_home_hears_of_it() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    before = len(table.guest.words.said)
    session = session_of(table.host)
    session.common.effects(session.panel.ask(UndoSure(past_acts(session.game)[:1]), table.at), table.at)
    table.wait(1.0)
    table.press(table.host, "no")
    assert said(table.guest, before) == []


def test_given_a_no_to_an_undo_from_who_is_no_home_when_granted_then_nothing_is_undone() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    wanted = Request(want=DoAct(command=Undo(seat="blue"), acts=0))
    answer = session_of(table.host).grant(wanted, table.at)
    assert isinstance(answer, NotDone) and answer.code == "bad-data"
    assert list(state_of(table.host).owners) == [DENVER]
