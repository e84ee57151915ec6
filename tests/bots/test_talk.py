"""bot/1 as bytes and instants: what a program hears, what its answers mean, and what goes wrong."""

import json

import pytest

from bots.talk import MISHAPS, MOST_BYTES, Talk
from bots.talk_lines import LONGEST_LINE, GreetingError, bot_seed, name_in
from engine import SEATS, Game, Refusal, State

MS = 1000
LATE = (MS + 100) / 1000


def explain(state: State, refusal: Refusal) -> str:
    return refusal.reason.value


def begun() -> Game:
    """Blue's first turn."""
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 7)
    for seat in SEATS[:2]:
        game = done(game, Talk(game, seat, ms=MS, explain=explain), b'{"ask":1,"pick":0}\n')
    return game


def done(game: Game, talk: Talk, answer: bytes) -> Game:
    talk.ask(game, 0.0)
    assert talk.heard(answer) == b""
    command = talk.decided(game, 0.0)
    assert command is not None
    after = game.do(command)
    assert not isinstance(after, Refusal)
    return after[0]


def asked() -> tuple[Game, Talk, dict[str, object]]:
    game = begun()
    talk = Talk(game, "blue", ms=MS, explain=explain)
    question = json.loads(talk.ask(game, 0.0))
    talk.written(0.0, 0.0)
    return game, talk, question


def test_given_a_question_then_it_tells_what_the_referee_would() -> None:
    game, talk, question = asked()
    hello = json.loads(talk.hello)
    assert (hello["bot"], hello["seat"], hello["seats"]) == (1, "blue", ["blue", "red"])
    assert hello["seed"] == bot_seed(7, "blue")
    assert hello["map"]["format"] == "map/1"
    assert [event["seq"] for event in question["events"]] == list(range(1, len(game.events) + 1))  # type: ignore[attr-defined]
    assert {act["do"] for act in question["legal"]} == {"draw-card", "draw-tickets", "claim-route"}  # type: ignore[attr-defined]
    assert talk.decided(game, LATE - 0.001) is None


def test_given_more_questions_then_events_come_once() -> None:
    game, talk, _ = asked()
    talk.drop()
    assert json.loads(talk.ask(game, 1.0))["events"] == []


def test_given_a_command_then_its_seat_may_be_left_out_and_unknown_keys_are_passed_over() -> None:
    game, talk, _ = asked()
    assert talk.heard(b'{"ask":1,"do":"draw-card","from":"deck","why":"luck"}\n') == b""
    command = talk.decided(game, 0.0)
    assert command is not None
    assert (command.seat, talk.mishaps) == ("blue", [])


@pytest.mark.parametrize(
    ("answer", "kind", "code"),
    [
        (b"hello", "unreadable", "bad-envelope"),
        (b"[]", "unreadable", "bad-envelope"),
        (b"\xff\xfe", "unreadable", "bad-envelope"),
        (b"[" * 60000, "unreadable", "bad-envelope"),
        (b'{"ask":1}', "unreadable", "bad-envelope"),
        (b'{"ask":1,"pick":0,"do":"pass"}', "unreadable", "bad-envelope"),
        (b'{"ask":2,"pick":0}', "unreadable", "bad-envelope"),
        (b'{"ask":true,"pick":0}', "unreadable", "bad-envelope"),
        (b'{"pick":0}', "unreadable", "bad-envelope"),
        (b"x" * (LONGEST_LINE + 1), "too-large", "too-large"),
        (b'{"ask":1,"pick":-1}', "refused", "bad-data"),
        (b'{"ask":1,"pick":99999}', "refused", "bad-data"),
        (b'{"ask":1,"pick":true}', "refused", "bad-data"),
        (b'{"ask":1,"do":"draw-card","from":"row","index":9}', "refused", "illegal-move"),
        (b'{"ask":1,"do":"draw-card","from":7}', "refused", "bad-data"),
        (b'{"ask":1,"do":"draw-tickets","seat":"red"}', "refused", "unauthorized"),
        (b'{"ask":1,"do":"undo","agreed":true}', "refused", "unauthorized"),
        (b'{"ask":1,"do":["pass"]}', "refused", "unauthorized"),
        (b'{"ask":1,"do":"claim-route","route":"nowhere"}', "refused", "illegal-move"),
        (b'{"ask":1,"do":"pass"}', "refused", "unauthorized"),
    ],
)
def test_given_no_fit_answer_then_it_is_told_what_is_wrong_and_may_try_again(
    answer: bytes, kind: str, code: str
) -> None:
    game, talk, _ = asked()
    told = json.loads(talk.heard(answer + b"\n"))
    assert (told["refused"], told["left"], told["error"]["code"]) == (1, MISHAPS - 1, code)
    assert [one.kind for one in talk.mishaps] == [kind]
    assert talk.decided(game, 0.5) is None
    assert talk.heard(b'{"ask":1,"pick":0}\n') == b""
    assert talk.decided(game, 0.5) is not None


def test_given_a_line_too_long_when_it_comes_in_parts_then_it_is_one_mishap_and_skipped_to_its_end() -> None:
    game, talk, _ = asked()
    sent = b"".join(talk.heard(b"y" * 50_000) for _ in range(5))
    assert json.loads(sent)["left"] == 2
    assert talk.heard(b'yy\n{"ask":1,"pi') == b""
    assert talk.heard(b'ck":0}\n') == b""
    assert talk.decided(game, 0.0) is not None
    assert len(talk.mishaps) == 1


def test_given_a_late_answer_then_the_planner_decides_once_and_the_answer_is_nobodys() -> None:
    game, talk, _ = asked()
    assert talk.decided(game, LATE) is not None
    assert [one.kind for one in talk.mishaps] == ["late"]
    assert not talk.taken_over
    talk.ask(game, 5.0)
    assert talk.heard(b'{"ask":1,"pick":0}\n') == b""
    assert talk.decided(game, 5.0) is None
    assert talk.heard(b'{"ask":2,"pick":1}\n') == b""
    assert talk.decided(game, 5.0) is not None
    assert len(talk.mishaps) == 1


def test_given_a_program_that_does_not_read_then_that_is_its_own_time() -> None:
    game, talk, _ = asked()
    talk.written(1.0, 1.0)
    assert talk.decided(game, LATE) is not None
    assert [one.kind for one in talk.mishaps] == ["late"]


def test_given_three_mishaps_then_the_planner_plays_on_without_a_further_word() -> None:
    game, talk, _ = asked()
    for left in (2, 1):
        assert json.loads(talk.heard(b"no\n"))["left"] == left
    assert talk.heard(b"no\n") == b""
    assert talk.taken_over
    assert [(one.ask, one.kind) for one in talk.mishaps] == [*[(1, "unreadable")] * 3, (1, "taken-over")]
    assert talk.decided(game, 0.0) is not None


def test_given_a_mebibyte_of_words_then_the_program_is_gone() -> None:
    game, talk, _ = asked()
    talk.heard(b"{}\n")
    for _ in range(MOST_BYTES // 50_000 + 1):
        talk.heard(b"z" * 50_000)
    assert [one.kind for one in talk.mishaps] == ["unreadable", "too-large", "gone", "taken-over"]
    assert talk.decided(game, 0.0) is not None


@pytest.mark.parametrize(
    ("line", "name"),
    [(b'{"bot":1,"name":"mine","author":"me"}', "mine"), (b'{"bot":1,"name":"%s"}' % (b"z" * 80), "z" * 80)],
)
def test_given_a_greeting_then_its_name_is_known(line: bytes, name: str) -> None:
    assert name_in(line) == name


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"mine", 'its first line is no greeting; give {"bot": 1, "name": …}'),
        (b"[1]", 'its first line is no greeting; give {"bot": 1, "name": …}'),
        (
            b'{"bot":2,"name":"mine"}',
            'its greeting is of no version that is spoken here: "bot" is 2; give "bot": 1',
        ),
        (
            b'{"name":"mine"}',
            'its greeting is of no version that is spoken here: there is no "bot"; give "bot": 1',
        ),
        (b'{"bot":1}', 'its greeting has no name; give "name", a text'),
        (b'{"bot":1,"name":7}', 'its greeting has no name; give "name", a text'),
        (b'{"bot":1,"name":""}', 'its greeting has no name; give "name", a text'),
        (
            b'{"bot":1,"name":"%s"}' % (b"z" * 10_000),
            "the name in its greeting has 10000 characters; give at most 80",
        ),
        (
            b'{"bot":1,"name":"\\u001b[2J"}',
            "the name in its greeting holds U+001B, which nobody can print; leave it out",
        ),
    ],
)
def test_given_a_first_line_that_is_no_greeting_then_what_is_wrong_with_it_is_told(
    line: bytes, told: str
) -> None:
    with pytest.raises(GreetingError) as error:
        name_in(line)
    assert str(error.value) == told
