"""`fingerpost schemas`: what is published is current, and true of what is written and read."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from bots.talk import Talk
from engine import EDITIONS, SEATS, Game, Refusal, position_of, score_position
from engine.codec import command_to_json
from fingerpost.cli import main
from lab.file_schemas import files, schemas

DOCS = Path(__file__).parents[2] / "docs" / "schemas"
MADE = schemas()


@cache
def validator(name: str, line: str | None) -> Draft202012Validator:
    schema = MADE[name] if line is None else {**MADE[name], "anyOf": [{"$ref": f"#/$defs/{line}"}]}
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def valid(name: str, value: object, *, line: str | None = None) -> bool:
    try:
        validator(name, line).validate(value)
    except ValidationError as error:
        return _told(error)
    return True


def _told(error: ValidationError) -> bool:
    print(error.message[:300])  # noqa: T201
    return False


def test_given_the_published_schemas_when_made_anew_then_they_are_the_same(tmp_path: Path) -> None:
    assert main(["schemas", "--out", str(tmp_path)]) == 0
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    there = {path.name: path.read_text("utf-8") for path in DOCS.glob("*.json")}
    assert {f"{name}-1.schema.json" for name in ("position", "score", "arena", "bot")} <= set(made)
    assert made == files() == there, "run: fingerpost schemas --out docs/schemas"


@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_whole_game_by_bot_1_then_every_line_position_and_score_is_as_published(name: str) -> None:
    game = Game.new(name, EDITIONS[name].map, SEATS[:2], "dealt", 5)
    talks = {seat: Talk(game, seat, ms=1000, explain=lambda state, refusal: "no") for seat in SEATS[:2]}
    for talk in talks.values():
        assert valid("bot-1", json.loads(talk.hello), line="hello")
    while game.state.result is None:
        seat = game.state.waiting_for()[0]
        question = json.loads(talks[seat].ask(game, 0.0))
        if game.state.turn % 10 == 0:
            assert valid("bot-1", question, line="ask")
        command = talks[seat].decided(game, 2.0) or pytest.fail("it is late")
        if game.state.turn % 10 == 0:
            answer = {"ask": question["ask"], **json.loads(command_to_json(command))}
            assert valid("bot-1", answer, line="answer")
            del answer["seat"]
            assert valid("bot-1", answer, line="answer")
        after = game.do(command)
        assert not isinstance(after, Refusal)
        game = after[0]
    assert valid("bot-1", json.loads(talks["blue"].over(game)), line="over")
    assert valid("position-1", position_of(game.state))
    assert valid("score-1", score_position(position_of(game.state)))


def test_given_an_arena_then_its_result_is_as_published(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert main(["arena", "--games", "2", "--bots", "greedy,random", "--out", str(out)]) == 0
    made: dict[str, Any] = json.loads(out.read_text("utf-8"))
    assert valid("arena-1", made)
    del made["games"][0]["digest"]
    assert not valid("arena-1", made)


@pytest.mark.parametrize(
    ("value", "line", "fits"),
    [
        ({"ask": 1, "pick": 0}, "answer", True),
        ({"ask": 1, "do": "draw-card", "from": "deck"}, "answer", True),
        ({"ask": 1}, "answer", False),
        ({"ask": 1, "pick": 0, "do": "pass"}, "answer", False),
        ({"ask": 0, "pick": 0}, "answer", False),
        ({"bot": 1, "name": "mine"}, "greeting", True),
        ({"bot": 2, "name": "mine"}, "greeting", False),
        ({"refused": 1, "error": {"code": "x", "reason": None, "rule": None, "message": "m"}, "left": 2},
         "refused", True),
    ],
)  # fmt: skip
def test_given_a_line_then_it_fits_its_schema_or_does_not(value: object, line: str, fits: bool) -> None:
    assert valid("bot-1", value, line=line) is fits


@pytest.mark.parametrize(
    ("more", "fits"),
    [
        ({}, True),
        ({"x_note": 1}, True),
        ({"nite": 1}, False),
        ({"seats": []}, False),
        ({"claims": None}, True),
    ],
)
def test_given_a_position_then_an_unknown_key_is_an_error_as_it_is_for_score(
    more: dict[str, object], fits: bool
) -> None:
    position = {"edition": "us-accessible", "seats": [{"seat": "blue", "routes": []}], **more}
    assert valid("position-1", position) is fits
    try:
        score_position(position)
        scored = True
    except ValueError:
        scored = False
    assert scored is fits


@pytest.mark.parametrize(
    ("pieces", "fits"),
    [
        ({"train": 25, "ship": 25}, True),
        ({"train": 27, "ship": None}, True),
        ({"train": 27}, True),
        (None, True),
        ({}, True),
        ({"train": 27, "x_note": "counted twice"}, True),
        ({"train": 27, "boat": 23}, False),
        ({"train": "27"}, False),
        ([27, 23], False),
    ],
)
def test_given_a_mix_of_pieces_then_its_schema_takes_what_is_scored(pieces: object, fits: bool) -> None:
    seats = [{"seat": "blue", "pieces": pieces}, {"seat": "red"}]
    position = {"edition": "rails-and-sails-great-lakes", "map": "great-lakes", "seats": seats}
    assert valid("position-1", position) is fits
    if fits:
        score_position(position)
        return
    with pytest.raises(ValueError):
        score_position(position)
