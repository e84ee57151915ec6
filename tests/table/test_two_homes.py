"""One game in two homes: errands, far seats, stale and away, in words."""

import pytest

from announce import Wording
from bots.bot import GreedyBot
from dialog import FarErrand, FarLine, FarStale, FarToken, Say
from engine import DeclareTickets, EndTurn, HomeAway, HomeBack, SourceLost, seen_by
from reconcile import expected_tokens
from table.linked import HostThere, HostTold
from tabletop import SiteId, board_layout
from tests.table.far_kiel import Kiel
from tests.table.two_tables import TwoTables, said, session_of, state_of

BOT = GreedyBot(7)
DENVER, HELENA, DALLAS = "denver-omaha", "helena-omaha", "dallas-el-paso"


def test_given_two_homes_when_the_host_claims_then_the_other_home_hears_it_and_is_asked_for_the_token() -> (
    None
):
    table = TwoTables()
    before = len(table.guest.words.said)
    assert table.token(table.host, "blue", DENVER)[-1].startswith(
        "Blue disc claims Denver to Omaha: 4 trains"
    )
    heard = said(table.guest, before)
    assert heard[0].startswith("Blue disc claims Denver to Omaha: 4 trains, 7 points.")
    assert heard[1] == "For blue disc in Bremen: set its token on Denver to Omaha, please."
    assert table.token(table.guest, "blue", DENVER) == ["Denver to Omaha is right again."]
    assert not session_of(table.guest).tracker.differences(state_of(table.guest))


def test_given_the_other_homes_turn_when_its_token_stands_then_the_host_decides_and_has_an_errand() -> None:
    table = TwoTables()
    table.token(table.host, "blue", DENVER)
    before = len(table.host.words.said)
    words = table.token(table.guest, "red", HELENA)
    assert words[0].startswith("Blue disc: no claim.") or "Red square claims Helena to Omaha" in words[0]
    assert state_of(table.host).owners[HELENA] == "red"  # type: ignore[index]
    assert "For red square in Kiel: set its token on Helena to Omaha, please." in said(table.host, before)
    assert HELENA not in session_of(table.guest).tracker.unset  # it stands there already
    assert HELENA in session_of(table.host).tracker.unset


@pytest.mark.parametrize("turn", ["its own", "another's"])
def test_given_a_far_seats_token_when_set_on_a_free_pin_then_it_claims_nothing_and_is_said(turn: str) -> None:
    table = TwoTables()
    if turn == "its own":
        table.token(table.host, "blue", DENVER)
        table.yes(table.host)
        assert state_of(table.host).to_move == "red"
    before = session_of(table.host).game
    words = table.token(table.host, "red", DALLAS)
    assert words == [
        "Red square plays in Kiel: here its token on Dallas to El Paso claims nothing. Lift it, please."
    ]
    assert session_of(table.host).game == before
    table.token(table.host, None, DALLAS)
    assert not session_of(table.host).tracker.standing_refused()


def test_given_a_far_seats_turn_when_yes_is_pressed_then_nobody_acts_in_its_stead() -> None:
    table = TwoTables()
    assert table.yes(table.guest) == ["Blue disc plays in Bremen. Wait for its word."]
    assert state_of(table.host).to_move == "blue"


def test_given_an_act_that_came_too_late_when_the_host_has_gone_on_then_the_token_is_to_be_lifted() -> None:
    table = TwoTables(seats=("red", "blue"))
    table.cut(6.0)
    table.guest.feel(SiteId(DENVER), "red", 4.0)
    session_of(table.host).runner.attempt([EndTurn(seat="red")], 4.0)
    before = len(table.guest.words.said)
    table.wait(14.0)
    heard = said(table.guest, before)
    assert "Bremen has gone on meanwhile. Lift the token from Denver to Omaha; it claims nothing." in heard
    assert DENVER in session_of(table.guest).tracker.standing_refused()
    assert not state_of(table.host).owners


@pytest.mark.parametrize("home_comes_back_s", [1.0, 9.0])
def test_given_a_token_set_while_the_line_was_cut_when_nothing_was_played_then_it_counts_by_itself(
    home_comes_back_s: float,
) -> None:
    """That Kiel was away counts among the host's events, and its people were told to lift the token."""
    table = TwoTables(seats=("red", "blue"))
    table.cut(6.0 + home_comes_back_s)
    table.wait(2.0)
    before = len(table.guest.words.said)
    table.token(table.guest, "red", DENVER, then_s=25.0)
    assert list(state_of(table.host).owners) == [DENVER]
    heard = said(table.guest, before)
    assert not [one for one in heard if "gone on meanwhile" in one or "Kiel" in one]
    assert heard[-1].startswith("Red square claims Denver to Omaha")


def test_given_its_own_absence_told_with_a_lost_sense_when_back_then_a_home_says_nothing_of_it() -> None:
    """Back after a cut Kiel told its own people that it was away, and never that it was back."""
    kiel = Kiel("red").begins()
    first = len(kiel.host.events) + 1
    events = (HomeAway(home="kiel"), SourceLost(source="hub", cause="node-offline"), HomeBack(home="kiel"))
    kiel.linked.hear(HostTold(events=tuple(enumerate(events, first)), act=True), kiel.at)
    assert kiel.session.game.events[-3:] == events
    assert not [one for one in kiel.paper.said if "Kiel" in one.normal]


def test_given_an_end_of_turn_in_the_other_home_when_no_is_pressed_then_it_is_asked_and_no_more_is_said() -> (
    None
):
    """In the same breath it was said that there is nothing to take back."""
    table = TwoTables(seats=("red", "blue"))
    table.yes(table.guest)
    assert state_of(table.host).to_move == "blue"
    assert table.press(table.host, "no") == ["Kiel is asked whether it agrees."]
    table.yes(table.guest)
    assert state_of(table.host).to_move == "red"
    table.yes(table.guest)
    table.yes(table.host)
    before = len(table.host.words.said)
    assert "Nothing to take back." not in table.press(table.guest, "no")
    assert said(table.host, before)[-1].startswith("Undo 1 act: blue disc ended the turn")


def test_given_a_claim_taken_back_after_its_token_fell_when_made_again_then_only_the_errand_is_said() -> None:
    """20 s after the fall the token of the new claim was told to have fallen."""
    table = TwoTables(seats=("blue", "red"))
    table.token(table.host, "blue", DENVER)
    table.token(table.guest, "blue", DENVER)
    table.token(table.guest, None, DENVER, then_s=0.1)
    assert table.token(table.host, None, DENVER, then_s=6.0) == [
        "Take back Denver to Omaha? Yes, or put the token back."
    ]
    table.yes(table.host)
    table.yes(table.guest)
    assert not state_of(table.host).owners
    before = len(table.guest.words.said)
    table.token(table.host, "blue", DENVER, then_s=15.0)
    assert [one for one in said(table.guest, before) if "fell off" in one] == []


def test_given_an_errand_when_the_own_token_is_set_first_then_it_claims_as_soon_as_the_errand_is_done() -> (
    None
):
    """Its question stood on, untrue by then, and the host heard nothing."""
    table = TwoTables(wait="both", seats=("blue", "red"))
    table.token(table.host, "blue", DENVER)
    assert table.nameless(table.guest, DALLAS) == [
        "A token on Dallas to El Paso; blue disc's is due on Denver to Omaha. "
        "A claim? Yes, or move it there, 18 centimetres north."
    ]
    heard = table.nameless(table.guest, DENVER)
    assert heard[0] == "Denver to Omaha is right again."
    assert heard[1].startswith("Red square claims Dallas to El Paso")
    assert set(state_of(table.host).owners) == {DENVER, DALLAS}
    before = len(table.guest.words.said)
    table.wait(40.0)
    assert said(table.guest, before) == []


def test_given_an_errand_when_the_own_token_is_said_to_claim_then_the_errand_stays() -> None:
    table = TwoTables(seats=("blue", "red"))
    table.token(table.host, "blue", DENVER)
    table.nameless(table.guest, DALLAS)
    table.yes(table.guest)
    assert set(state_of(table.host).owners) == {DENVER, DALLAS}
    assert session_of(table.guest).tracker.unset == (DENVER,)
    assert table.nameless(table.guest, DENVER) == ["Denver to Omaha is right again."]


def test_given_a_claim_whose_answer_is_lost_when_the_line_is_back_then_it_counts_once() -> None:
    table = TwoTables(seats=("red", "blue"))
    table.token(table.guest, "red", DENVER, then_s=2.0)
    table.cut(10.0)
    table.wait(20.0)
    assert list(state_of(table.guest).owners) == list(state_of(table.host).owners) == [DENVER]
    assert not session_of(table.guest).tracker.standing_refused()


def test_given_wait_for_both_when_a_board_is_behind_then_the_next_token_waits_and_counts_by_itself() -> None:
    table = TwoTables(wait="both", seats=("blue", "green", "red"))
    table.token(table.host, "blue", DENVER)
    assert table.token(table.host, "green", HELENA)[-1] == "Wait: Kiel still sets its tokens."
    assert list(state_of(table.host).owners) == [DENVER]
    table.token(table.guest, "blue", DENVER)
    assert list(state_of(table.host).owners) == [DENVER, HELENA]


def test_given_wait_for_both_when_the_waiting_token_is_lifted_then_it_claims_nothing_later() -> None:
    table = TwoTables(wait="both", seats=("blue", "green", "red"))
    table.token(table.host, "blue", DENVER)
    table.token(table.host, "green", HELENA)
    table.token(table.host, None, HELENA)
    table.token(table.guest, "blue", DENVER)
    assert list(state_of(table.host).owners) == [DENVER]


def test_given_a_home_that_is_cut_off_when_away_and_back_then_both_are_events_and_the_host_goes_on() -> None:
    table = TwoTables()
    before = len(table.guest.words.said)
    table.cut(20.0)
    table.wait(8.0)
    assert "Kiel is away; the game goes on." in said(table.host)
    assert said(table.guest, before)[0].startswith("Bremen does not answer: nothing can be done")
    table.token(table.host, "blue", DENVER)
    table.wait(20.0)
    assert said(table.host)[-1] == "Kiel is back."
    kinds = [type(event) for event in session_of(table.host).game.events]
    assert kinds.count(HomeAway) == kinds.count(HomeBack) == 1
    assert said(table.guest)[-1] == "For blue disc in Bremen: set its token on Denver to Omaha, please."
    assert session_of(table.guest).game.events == tuple(
        seen_by(event, None) for event in session_of(table.host).game.events
    )


def test_given_a_home_that_never_came_when_a_minute_has_passed_then_it_is_missed_once() -> None:
    table = TwoTables(guest_comes=False)
    table.wait(50.0)
    assert "Kiel is away; the game goes on." not in said(table.host)
    table.wait(90.0)
    assert said(table.host).count("Kiel is away; the game goes on.") == 1
    table.start(table.guest)
    table.wait(4.0)
    assert said(table.host)[-1] == "Kiel is back."


def test_given_a_home_killed_when_it_starts_again_then_what_it_missed_is_told_act_by_act_as_errands() -> None:
    table = TwoTables()
    table.kill(table.guest)
    table.token(table.host, "blue", DENVER)
    table.yes(table.host)
    table.wait(3.0)
    before = len(table.guest.words.said)
    table.start(table.guest)
    table.wait(6.0)
    heard = [one for one in said(table.guest, before) if "Denver to Omaha" in one or "no claim" in one]
    assert heard[0].startswith("Blue disc claims Denver to Omaha")
    assert heard[1] == "For blue disc in Bremen: set its token on Denver to Omaha, please."
    assert expected_tokens(state_of(table.guest)) == expected_tokens(state_of(table.host))


def test_given_the_last_turn_when_tickets_are_secret_then_the_other_home_is_told_where_they_go() -> None:
    table = TwoTables(seats=("blue", "red"))
    host = session_of(table.host)
    for _ in range(200):
        if state_of(table.host).phase != "turn":
            break
        state = state_of(table.host)
        assert state.to_move is not None
        assert host.runner.attempt([BOT.choose(state, state.to_move)], 10.0)
    table.wait(5.0)
    assert "The table in Bremen keeps what is secret: use its page, or tell its people." in said(table.guest)
    declared = BOT.choose(state_of(table.host), "blue")
    assert isinstance(declared, DeclareTickets) and declared.tickets
    assert host.runner.attempt([declared], 10.0)
    table.wait(5.0)
    assert state_of(table.host).waiting_for() == ("red",)
    assert not [one for one in table.wire for ticket in declared.tickets if f'"{ticket}"'.encode() in one]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Für Scheibe Blau in Bremen: Setzt bitte den Stein auf Denver–Omaha."),
        ("fr", "Pour le disque bleu à Bremen : posez son jeton sur Denver–Omaha, s'il vous plaît."),
        ("es", "Por el disco azul en Bremen: poned su ficha en Denver–Omaha, por favor."),
    ],
)
def test_given_a_home_when_it_speaks_its_own_language_then_errands_are_said_in_it(
    language: str, words: str
) -> None:
    table = TwoTables()
    state = state_of(table.guest)
    wording = Wording(state.game_map, board_layout("usa"), language=language)
    told = wording.prompt(FarErrand(seat="blue", site=SiteId(DENVER), home="bremen"), state, "blue")
    assert told[0].normal.replace("\u00a0", " ").replace("\u202f", " ") == words
    for prompt in (
        FarToken(seat="blue", site=SiteId(DENVER), home="bremen"),
        FarStale(home="bremen"),
        FarLine(home="bremen", there=False),
        FarLine(home="bremen", there=False, why="refused"),
    ):
        assert "Bremen" in wording.prompt(prompt, state, "blue")[0].normal


def test_given_another_table_in_its_place_when_a_home_acts_then_it_is_told_that_and_not_to_wait() -> None:
    kiel = Kiel("red").begins()
    kiel.linked.hear(HostThere(there=False, why="taken-over"), kiel.at)
    told = "Another table plays with Bremen under the name of this one: end one of the two. "
    assert kiel.paper.said[-1].normal == f"{told}I try again in 5 minutes."
    assert kiel.linked.takes([EndTurn(seat="red")], kiel.at) == (
        Say(FarLine(home="bremen", there=False, why="taken-over")),
    )
