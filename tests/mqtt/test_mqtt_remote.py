"""Commands from outside at a whole session: the act they are, what holds them, what they must not tell."""

from collections.abc import Mapping

import pytest

from announce import Announcement, Wording
from dialog import Payment, Table, UndoSure
from engine import (
    BuildStation,
    CardMode,
    CityId,
    ClaimRoute,
    Command,
    Game,
    KeepTickets,
    RouteId,
    Seat,
    Undo,
    payments,
)
from mqtt.codes import answer_fields
from mqtt.command_kinds import GameWant
from table.requests import AskQuestion, DoAct, PressButton, Request, SayText, SetPause, SetVoice
from table.session import Session
from tabletop import DeviceHealth, Observation, Press, SiteId, board_layout

LAYOUT = board_layout("usa")
ROUTE, OTHER = RouteId("denver-omaha"), RouteId("duluth-helena")


class Voice:
    volume, rate = 100, 175


class Played:
    """A session without a store; what it says is kept."""

    def __init__(
        self, cards: CardMode = "untracked", *, senses: bool = False, wall: float | None = None
    ) -> None:
        game = Game.new("us-accessible", "usa", ("blue", "red"), cards, 3)
        while cards == "dealt" and game.state.offered:
            seat = next(seat for seat in game.state.seats if seat in game.state.offered)
            answer = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
            assert isinstance(answer, tuple)
            game = answer[0]
        self.at = 0.0
        self.session = Session(
            game,
            layout=LAYOUT,
            wording=Wording(game.state.game_map, LAYOUT),
            store=None,
            sinks=(),
            wall=None if wall is None else lambda: wall,
        )
        for device in ("hub", "camera"):
            cause = "" if senses else "absent"
            condition = "live" if senses else "lost"
            self.session.handle(
                DeviceHealth(device=device, condition=condition, at=0.0, cause=cause),  # type: ignore[arg-type]
                0.0,
            )
        if senses:
            for site in game.state.game_map.routes:
                self.see(site, "empty")
        self.session.begin(0.0)
        self.pass_time(1.0)

    def see(self, site: str, what: str) -> None:
        felt = "something" if what != "empty" else "empty"
        for sense, seen in (("pin", felt), ("camera", what)):
            self.session.handle(
                Observation(site=SiteId(site), sense=sense, seen=seen, at=self.at),  # type: ignore[arg-type]
                self.at,
            )

    def pass_time(self, seconds: float) -> None:
        until = self.at + seconds
        while self.at < until:
            self.at += 0.05
            self.session.tick(self.at)

    def ask(
        self,
        wish: GameWant,
        *,
        expect: int | None = None,
        due: float | None = None,
        seat: Seat | None = None,
    ) -> Mapping[str, object]:
        answers: list[Mapping[str, object]] = []
        asked = Request(
            expect_seq=expect,
            due=due,
            want=wish,
            seat=seat,
            answer=lambda answer: answers.append(answer_fields(answer)),
        )
        self.session.handle(asked, self.at)
        (answer,) = answers
        return answer

    def act(self, command: Command, *, bound: bool = False) -> Mapping[str, object]:
        """`bound`: with its seat's own credential."""
        return self.ask(DoAct(command=command), expect=self.seq, seat=command.seat if bound else None)

    @property
    def seq(self) -> int:
        return self.session.game.state.seq

    def said(self, since: int = 0) -> list[Announcement]:
        return list(self.session.history[since:])


def code(answer: Mapping[str, object]) -> object:
    error = answer.get("error")
    return error["code"] if isinstance(error, dict) else None


def test_given_a_claim_from_afar_when_no_token_stands_then_it_is_waited_for_and_not_missed() -> None:
    played = Played(senses=True)
    before = len(played.said())
    assert played.act(ClaimRoute(seat="blue", route=ROUTE))["ok"] is True
    played.pass_time(10.0)
    assert played.session.game.state.owners == {ROUTE: "blue"}
    words = [one.normal for one in played.said(before)]
    assert words[0] == "Blue disc claims Denver to Omaha: 4 trains, 7 points. Red square to move."
    assert len(words) == 2 and "token" in words[1]  # which is to be set now
    played.see(ROUTE, "blue")
    played.pass_time(3.0)
    assert isinstance(played.session.panel.mode, Table)
    assert "fell" not in " ".join(one.normal for one in played.said(before))


def test_given_another_seats_token_there_when_claimed_from_afar_then_the_board_says_otherwise() -> None:
    played = Played(senses=True)
    played.see(ROUTE, "red")  # and has not settled yet
    answer = played.act(ClaimRoute(seat="blue", route=ROUTE))
    assert code(answer) == "board-mismatch" and played.session.game.state.owners == {}
    error = answer["error"]
    assert isinstance(error, dict)
    assert error["data"] == {"differences": [{"site": ROUTE, "kind": "extra", "seat": "red"}]}


def test_given_senses_that_are_lost_when_claimed_from_afar_then_nobody_can_tell_what_lies_there() -> None:
    played = Played(senses=True)
    for device in ("hub", "camera"):
        lost = DeviceHealth(device=device, condition="lost", at=played.at, cause="unplugged")
        played.session.handle(lost, played.at)
    answer = played.act(ClaimRoute(seat="blue", route=ROUTE))
    assert code(answer) == "source-offline" and played.session.game.state.owners == {}
    played.session.handle(DeviceHealth(device="hub", condition="live", at=played.at), played.at)
    assert played.act(ClaimRoute(seat="blue", route=ROUTE))["ok"] is True


def payable(played: Played) -> RouteId:
    state = played.session.game.state
    return next(route for route in state.game_map.routes if payments(state, "blue", route))


def test_given_cards_dealt_when_a_route_is_claimed_from_afar_then_its_seat_is_asked_in_its_ear() -> None:
    played = Played("dealt")
    route, before = payable(played), len(played.said())
    answer = played.act(ClaimRoute(seat="blue", route=route))
    assert answer == {"ok": True, "seq": played.seq, "asked": "payment"}
    assert isinstance(played.session.panel.mode, Payment)
    assert [one.audience for one in played.said(before)] == ["everyone", "blue"]
    assert code(played.act(ClaimRoute(seat="blue", route=route))) == "busy"  # one question at a time
    assert played.ask(PressButton(button="ask"))["ok"] is True
    played.pass_time(1.0)
    assert played.ask(PressButton(button="yes"), expect=played.seq)["ok"] is True
    assert played.session.game.state.owners == {route: "blue"}


def test_given_cards_dealt_when_a_hand_cannot_pay_then_the_refusal_tells_no_reason_and_is_heard() -> None:
    played = Played("dealt")
    state = played.session.game.state
    dear = next(route for route in state.game_map.routes if not payments(state, "blue", route))
    before = len(played.said())
    answer = played.act(ClaimRoute(seat="blue", route=dear))
    error = answer["error"]
    assert isinstance(error, dict) and error["code"] == "illegal-move"
    assert error["data"] == {"rule": None, "reason": None} and error["args"] == {}
    assert [one.audience for one in played.said(before)] == ["everyone", "blue"]


def test_given_what_is_not_built_there_when_it_is_asked_for_from_afar_then_nothing_else_is_paid_for() -> None:
    played = Played("dealt")
    before = len(played.said())
    answer = played.act(BuildStation(seat="blue", city=CityId(ROUTE)))
    assert code(answer) == "illegal-move" and played.said(before) == []
    assert isinstance(played.session.panel.mode, Table)
    claim = played.act(ClaimRoute(seat="blue", route=RouteId("denver")))
    assert code(claim) == "illegal-move" and played.said(before) == []


def test_given_cards_named_when_the_client_is_not_that_seat_then_unauthorized_and_else_the_act() -> None:
    played = Played("dealt")
    route = payable(played)
    claim = ClaimRoute(seat="blue", route=route, cards=payments(played.session.game.state, "blue", route)[0])
    assert code(played.act(claim)) == "unauthorized" and played.session.game.state.owners == {}
    assert played.act(claim, bound=True)["ok"] is True
    assert played.session.game.state.owners == {route: "blue"}


def test_given_a_stale_or_late_command_when_taken_then_nothing_is_done() -> None:
    played = Played()
    claim = DoAct(command=ClaimRoute(seat="blue", route=ROUTE))
    assert code(played.ask(claim, expect=played.seq + 1)) == "stale"
    assert code(played.ask(claim, expect=played.seq, due=0.0)) == "expired"
    assert code(played.ask(PressButton(button="yes"), expect=0)) == "stale"
    assert played.session.game.state.owners == {}


def test_given_a_game_of_virtual_time_when_a_command_is_late_by_the_wall_then_it_has_expired() -> None:
    """A demo without waiting plays hours in seconds; a client's `ttl_ms` runs by the clock of the wire."""
    played = Played(wall=50.0)
    claim = DoAct(command=ClaimRoute(seat="blue", route=ROUTE))
    assert code(played.ask(claim, expect=played.seq, due=49.0)) == "expired"
    assert played.ask(claim, expect=played.seq, due=51.0)["ok"] is True


def test_given_a_session_that_has_not_begun_when_asked_then_busy() -> None:
    played = Played()
    played.session.common.begun = False
    assert code(played.ask(SayText(text="Hello."))) == "busy"


def test_given_a_pause_when_tokens_are_set_then_they_wait_and_are_claimed_when_it_ends() -> None:
    played = Played(senses=True)
    assert played.ask(SetPause(paused=True))["ok"] is True
    assert played.ask(SetPause(paused=True))["ok"] is True
    played.see(ROUTE, "blue")
    played.pass_time(5.0)
    assert code(played.act(ClaimRoute(seat="blue", route=OTHER))) == "paused"
    assert played.session.game.state.owners == {}
    assert [one.normal for one in played.said()][-1].startswith("Paused")
    for action in ("down", "up"):
        played.session.handle(
            Press(button="yes", action=action, at=played.at),
            played.at,
        )
    played.pass_time(2.0)
    assert played.session.game.state.owners == {ROUTE: "blue"}
    words = [one.normal for one in played.said()]
    assert sum("aused" in one for one in words) == 1 and "The game goes on." in words


def test_given_an_undo_from_afar_when_nothing_was_shown_since_then_the_claim_is_taken_back() -> None:
    played = Played()
    played.act(ClaimRoute(seat="blue", route=ROUTE))
    assert played.act(Undo(seat="blue"))["ok"] is True
    assert played.session.game.state.owners == {}
    assert code(played.act(Undo(seat="blue"))) == "illegal-move"


def test_given_an_undo_with_one_seat_s_credential_when_the_act_was_another_s_then_the_table_is_asked() -> (
    None
):
    played = Played()
    played.act(ClaimRoute(seat="blue", route=ROUTE), bound=True)
    answer = played.act(Undo(seat="red"), bound=True)
    assert (answer["ok"], answer["asked"]) == (True, "undo")
    assert played.session.game.state.owners == {ROUTE: "blue"}
    assert isinstance(played.session.panel.mode, UndoSure)
    assert code(played.act(Undo(seat="red"), bound=True)) == "busy"
    played.session.handle(Press(button="yes", action="down", at=played.at), played.at)
    played.pass_time(2.0)
    played.session.handle(Press(button="yes", action="up", at=played.at), played.at)
    assert played.session.game.state.owners == {}


def test_given_an_undo_with_the_credential_of_whose_act_it_was_then_it_is_done() -> None:
    played = Played()
    played.act(ClaimRoute(seat="blue", route=ROUTE), bound=True)
    assert played.act(Undo(seat="blue"), bound=True) == {"ok": True, "seq": played.seq}
    assert played.session.game.state.owners == {}


@pytest.mark.parametrize(("what", "value"), [("volume", 40), ("rate", 220)])
def test_given_a_voice_when_it_is_set_then_it_is_and_without_one_that_is_told(what: str, value: int) -> None:
    played, voice = Played(), Voice()
    wish = SetVoice(what=what, value=value)  # type: ignore[arg-type]
    assert code(played.ask(wish)) == "source-offline"
    played.session.granting.speaker = voice
    assert played.ask(wish)["ok"] is True and getattr(voice, what) == value


def test_given_a_question_when_asked_then_answered_aloud_and_private_ones_never() -> None:
    played = Played("dealt")
    before = len(played.said())
    assert played.ask(AskQuestion(question="scores"))["ok"] is True
    public = len(played.said(before))
    assert {one.audience for one in played.said(before)} == {"everyone"}
    for private in ("hand", "tickets"):
        assert code(played.ask(AskQuestion(question=private))) == "unauthorized"
    assert code(played.ask(AskQuestion(question="weather"))) == "bad-data"
    assert len(played.said(before)) == public


def test_given_a_bug_of_ours_when_a_command_meets_it_then_the_client_hears_internal_before_we_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played()
    monkeypatch.setattr(Game, "do", lambda self, command: 1 / 0)
    answers: list[Mapping[str, object]] = []
    wish = DoAct(command=ClaimRoute(seat="blue", route=ROUTE))
    asked = Request(
        want=wish,
        answer=lambda answer: answers.append(answer_fields(answer)),
    )
    with pytest.raises(ZeroDivisionError):
        played.session.handle(asked, 0.0)
    assert [code(answer) for answer in answers] == ["internal"]


@pytest.mark.criterion(75)
@pytest.mark.parametrize(
    ("question", "about"), [("hand", ""), ("tickets", ""), ("missing", ""), ("pay", ROUTE)]
)
def test_given_a_private_question_when_a_seats_own_credential_asks_then_only_its_ear_is_answered(
    question: str, about: str
) -> None:
    played = Played("dealt")
    wish = AskQuestion(question=question, about=about)
    before = len(played.said())
    assert code(played.ask(wish)) == "unauthorized"
    assert code(played.ask(wish, seat="green")) == "unauthorized"  # nobody of that colour plays
    assert played.said(before) == []
    assert played.ask(wish, seat="red")["ok"] is True
    assert {one.audience for one in played.said(before)} == {"red"}  # though blue is to move


@pytest.mark.criterion(75)
def test_given_presses_from_afar_when_their_answer_is_private_then_it_goes_to_the_movers_ear() -> None:
    played = Played("dealt")
    for button in ("ask", "forward", "forward", "forward", "yes", "yes"):
        assert played.ask(PressButton(button=button), expect=played.seq)["ok"] is True
        played.pass_time(0.6)
    last = played.said()[-1]
    assert last.audience == "blue" and "cards:" in last.normal


@pytest.mark.parametrize(
    ("question", "about", "begins"),
    [
        ("route", ROUTE, "Denver to Omaha: free"),
        ("city", "denver", "Denver, "),
        ("region", "west", "West: "),
        ("holdings", "red", "Red square has no route"),
        ("since", "", "Since your turn"),
        ("statistics", "", "0 turns. No route was claimed."),
        ("cut", "", "You have cut nothing"),
    ],
)
def test_given_a_public_question_from_afar_when_asked_then_the_table_hears_the_answer(
    question: str, about: str, begins: str
) -> None:
    played = Played()
    assert played.ask(AskQuestion(question=question, about=about))["ok"] is True
    last = played.said()[-1]
    assert last.audience == "everyone" and last.normal.startswith(begins), last.normal
    assert code(played.ask(AskQuestion(question="city", about="atlantis"))) == "bad-data"
