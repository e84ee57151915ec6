"""The referee's lines: events and one closing line for each; the unreadable gets an error line."""

import json
from typing import cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from announce import explain
from engine import (
    CARD_MODES,
    CardMode,
    ClaimRoute,
    DrawCard,
    EditionError,
    KeepTickets,
    MapError,
    Reason,
    Referee,
    Refusal,
    Seat,
    StartError,
)

Line = dict[str, object]


def referee(cards: CardMode = "untracked", *, arrange: bool = False) -> Referee:
    return Referee(
        "usa", "us-accessible", ("blue", "red"), seed=3, cards=cards, arrange=arrange, explain=explain
    )


def said(umpire: Referee, line: object) -> tuple[list[Line], Line]:
    """The event lines and the closing line of an answer."""
    answer = [json.loads(text) for text in umpire.line(line if isinstance(line, str) else json.dumps(line))]
    assert all("\n" not in text for text in umpire.line('{"ask": "legal"}'))
    assert ["ok" in one for one in answer] == [False] * (len(answer) - 1) + [True]
    return answer[:-1], answer[-1]


def error(umpire: Referee, line: object) -> Line:
    before = umpire.game
    events, closing = said(umpire, line)
    assert (events, closing["ok"]) == ([], False)
    assert umpire.game is before
    found = cast(Line, closing["error"])
    assert set(found) == {"code", "reason", "rule", "message"}
    assert str(found["message"]).endswith(".")
    return found


def test_given_a_start_then_the_greeting_tells_the_game() -> None:
    game = cast(Line, json.loads(referee("dealt").greeting())["game"])
    assert (game["edition"], game["map"], game["seats"], game["cards"], game["seed"], game["seq"]) == (
        "us-accessible", "usa", ["blue", "red"], "dealt", 3, 6,
    )  # fmt: skip
    assert cast(Line, game["settings"])["trains"] == 45


def test_given_a_claim_then_its_events_and_a_closing_line() -> None:
    events, closing = said(referee(), {"do": "claim-route", "seat": "blue", "route": "helena-seattle"})
    assert events == [
        {
            "seq": 3, "type": "route-claimed", "seat": "blue", "route": "helena-seattle", "length": 6,
            "points": 15, "total": 15, "trains_left": 39, "cards": None,
        },
        {"seq": 4, "type": "turn-started", "seat": "red", "turn": 2},
    ]  # fmt: skip
    assert closing == {"ok": True, "seq": 4}


def test_given_a_refusal_then_reason_rule_and_cities() -> None:
    umpire = referee()
    said(umpire, {"do": "claim-route", "seat": "blue", "route": "boston-new-york:1"})
    assert error(umpire, {"do": "claim-route", "seat": "red", "route": "boston-new-york:2"}) == {
        "code": "illegal-move",
        "reason": "double-route-closed",
        "rule": "US-39",
        "message": "With 2 seats only one route from Boston to New York counts, and blue has it.",
    }
    refused = error(umpire, {"do": "end-turn", "seat": "blue"})
    assert (refused["code"], refused["reason"], refused["rule"]) == (
        "not-your-turn",
        "not-your-turn",
        "US-13",
    )


def test_given_questions_then_the_answer_is_in_the_closing_line() -> None:
    umpire = referee("dealt")
    public = cast(Line, said(umpire, {"ask": "state"})[1]["state"])
    own = cast(Line, said(umpire, {"ask": "state", "seat": "blue"})[1]["state"])
    assert public["own"] is None
    assert cast(Line, own["own"])["seat"] == "blue"
    legal = cast(list[Line], said(umpire, {"ask": "legal", "seat": "red"})[1]["legal"])
    assert {(one["do"], one["seat"]) for one in legal} == {("keep-tickets", "red")}
    position = cast(Line, said(umpire, {"ask": "position"})[1]["position"])
    assert position["edition"] == "us-accessible"


def test_given_a_whole_game_by_the_legal_answers_then_every_one_is_accepted_and_it_ends() -> None:
    for cards in CARD_MODES:
        umpire, last = referee(cards), 0
        for number in range(3000):
            legal = cast(list[Line], said(umpire, {"ask": "legal"})[1]["legal"])
            forward = [one for one in legal if one["do"] != "undo"]
            if not forward:
                break
            events, closing = said(umpire, forward[number * 7919 % len(forward)])
            assert closing["ok"]
            assert [one["seq"] for one in events] == list(
                range(cast(int, events[0]["seq"]), cast(int, closing["seq"]) + 1)
            )
            assert cast(int, events[0]["seq"]) > last
            last = cast(int, closing["seq"])
        assert umpire.game.state.phase == "over"
        assert error(umpire, {"do": "end-turn", "seat": "blue"})["reason"] == "game-over"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad-envelope"),
        ("[", "bad-envelope"),
        ("[]", "bad-envelope"),
        ("null", "bad-envelope"),
        ("{}", "bad-envelope"),
        ('{"do": "pass", "ask": "state"}', "bad-envelope"),
        ("[" * 30000, "bad-envelope"),
        ('{"do": ' * 9000, "bad-envelope"),
        ('{"do": "pass", "seat": "\ud800"}', "bad-envelope"),
        ("x" * 70000, "too-large"),
        ({"do": "dance"}, "unknown-command"),
        ({"do": ["pass"]}, "unknown-command"),
        ({"do": None}, "unknown-command"),
        ({"ask": "weather"}, "unknown-command"),
        ({"ask": {}}, "unknown-command"),
        ({"ask": "state", "seat": "green"}, "bad-data"),
        ({"ask": "state", "seat": []}, "bad-data"),
        ({"do": "pass"}, "bad-data"),
        ({"do": "pass", "seat": "pink"}, "bad-data"),
        ({"do": "pass", "seat": "blue", "extra": 1}, "bad-data"),
        ({"do": "claim-route", "seat": "blue"}, "bad-data"),
        ({"do": "claim-route", "seat": "blue", "route": 7}, "bad-data"),
        ({"do": "claim-route", "seat": "blue", "route": "x", "cards": "red"}, "bad-data"),
        ({"do": "draw-card", "seat": "blue", "from": "sky"}, "bad-data"),
        ({"do": "draw-card", "seat": "blue", "from": "row", "index": 1.5}, "bad-data"),
        ({"do": "draw-card", "seat": "blue", "from": "row", "index": 10**30}, "illegal-move"),
        ({"set": {"row": []}}, "unauthorized"),
        ({"do": "pass", "seat": "blue"}, "illegal-move"),
        ({"do": "claim-route", "seat": "blue", "route": "\u0000\n"}, "illegal-move"),
        ({"do": "end-turn", "seat": "green"}, "illegal-move"),
    ],
)
def test_given_a_line_that_cannot_be_done_then_one_error_line(line: object, code: str) -> None:
    assert error(referee(), line)["code"] == code


@pytest.mark.parametrize(
    "wanted",
    [
        [], 7, {"deck": "red"}, {"deck": ["pink"]}, {"hands": {"green": []}}, {"hands": {"pink": []}},
        {"sky": []},
        {"tickets": {"blue": ["no-such"]}}, {"ticket_deck": ["no-such"]}, {"trains": {"blue": -1}},
        {"trains": {"blue": "x"}},
    ],
)  # fmt: skip
def test_given_an_arrangement_of_what_is_not_there_then_bad_data(wanted: object) -> None:
    assert error(referee("dealt", arrange=True), {"set": wanted})["code"] == "bad-data"


def test_given_untracked_cards_when_hands_are_set_then_bad_data_but_trains_may_be() -> None:
    umpire = referee(arrange=True)
    assert error(umpire, {"set": {"hands": {"blue": ["red"]}}})["code"] == "bad-data"
    events, _ = said(umpire, {"set": {"trains": {"blue": 2}, "tickets": {"red": ["boston-miami"]}}})
    assert events[0]["type"] == "cards-arranged"
    assert umpire.game.state.trains["blue"] == 2


def test_given_everything_arranged_then_it_lies_there() -> None:
    umpire = referee("dealt", arrange=True)
    wanted = {
        "deck": ["red", "locomotive"], "row": ["blue"] * 5, "discards": ["green"],
        "hands": {"blue": ["white", "white"]},
        "ticket_deck": ["boston-miami"], "tickets": {"red": ["calgary-phoenix"]}, "trains": {"red": 3},
    }  # fmt: skip
    assert said(umpire, {"set": wanted})[1]["ok"]
    state = umpire.game.state
    assert (state.deck, state.row, state.discards) == (("red", "locomotive"), ("blue",) * 5, ("green",))
    assert (dict(state.hands["blue"]), state.ticket_deck, state.tickets["red"], state.trains["red"]) == (
        {"white": 2}, ("boston-miami",), ("calgary-phoenix",), 3,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("board", "edition", "seats", "trouble"),
    [
        ("mars", "us-accessible", ("blue", "red"), MapError),
        ("usa", "mars", ("blue", "red"), EditionError),
        ("usa", "us-accessible", ("blue",), StartError),
        ("usa", "us-accessible", ("blue", "pink"), StartError),
    ],
)
def test_given_a_wrong_call_then_one_line(
    board: str, edition: str, seats: tuple[Seat, ...], trouble: type
) -> None:
    with pytest.raises(trouble) as caught:
        Referee(board, edition, seats, explain=explain)
    assert "\n" not in str(caught.value)


def test_given_every_reason_then_a_sentence_in_plain_english() -> None:
    state = referee("dealt").game.state
    commands = (
        ClaimRoute(seat="blue", route=next(iter(state.game_map.routes))),
        KeepTickets(seat="blue", tickets=()),
        DrawCard(seat="blue", source="deck"),
    )
    for reason in Reason:
        for command in commands:
            text = explain(
                state, Refusal(command=command, reason=reason, rule="", holder="red", need=3, have=2)
            )
            assert text.endswith(".")
            assert text[0].isupper() or text.startswith(("blue", "red"))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["blue", "deck", "red"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
fields = st.sampled_from(
    ["do", "ask", "set", "seat", "route", "cards", "from", "index", "tickets", "agreed", "deck", "hands"]
)
words = st.sampled_from(
    [
        "claim-route",
        "draw-card",
        "keep-tickets",
        "undo",
        "pass",
        "declare-tickets",
        "state",
        "legal",
        "position",
        "blue",
    ]
)


piles: st.SearchStrategy[dict[str, object]] = st.dictionaries(
    st.sampled_from(["deck", "row", "hands", "tickets", "trains"]),
    st.just([]) | st.just({"blue": []}) | st.just({"red": 3}) | json_values,
    max_size=2,
)


@settings(max_examples=300)
@given(
    st.text(max_size=60)
    | st.dictionaries(fields, json_values | words, max_size=5).map(json.dumps)
    | st.fixed_dictionaries({"set": piles}).map(json.dumps)
)
@example('{"set": {"row": []}}')  # one that is done: an event is told before the closing line
def test_given_any_line_at_all_then_one_closing_line_and_never_a_traceback(line: str) -> None:
    umpire = Referee("usa", "us-accessible", ("blue", "red"), cards="dealt", arrange=True, explain=explain)
    answer = umpire.line(line)
    assert "ok" in json.loads(answer[-1])
    assert all("type" in json.loads(one) for one in answer[:-1])
