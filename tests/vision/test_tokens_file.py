"""tokens/1 files: what is written is read again; whatever is wrong gets one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import TOKEN_COLOURS, TokenColour
from vision import TokenLook, TokenLooks, TokensFileError, parse_looks

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)
LOOKS = st.builds(
    TokenLook,
    rgb=COLOURS,
    footprint_mm=st.floats(8, 34, allow_nan=False),
    shown_as=st.none() | COLOURS,
)


@given(seats=st.dictionaries(st.sampled_from(TOKEN_COLOURS), LOOKS, min_size=1))
def test_given_looks_when_written_and_read_then_they_are_the_same(
    seats: dict[TokenColour, TokenLook],
) -> None:
    looks = TokenLooks(board="usa", seats=seats)
    assert parse_looks(looks.to_json()) == looks


GOOD = {"rgb": [1, 2, 3], "footprint_mm": 18}


@pytest.mark.parametrize(
    "seats",
    [
        None,
        {},
        {"pink": GOOD},
        {"blue": 3},
        {"blue": {**GOOD, "rgb": [1, 2]}},
        {"blue": {**GOOD, "rgb": [1, 2, 256]}},
        {"blue": {**GOOD, "rgb": [1, True, 2]}},
        {"blue": {**GOOD, "footprint_mm": "18"}},
        {"blue": {**GOOD, "footprint_mm": 80}},
        {"blue": {**GOOD, "shown_as": "lime"}},
    ],
)
def test_given_a_bad_file_when_read_then_one_line_names_it(seats: object) -> None:
    with pytest.raises(TokensFileError) as caught:
        parse_looks(json.dumps({"format": "tokens/1", "seats": seats}), source="t.json")
    assert str(caught.value).startswith("t.json: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", '{"format": "tokens/2"}', "[" * 100_000, "\x00"])
def test_given_no_tokens_file_when_read_then_one_line(text: str) -> None:
    with pytest.raises(TokensFileError) as caught:
        parse_looks(text)
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=60))
def test_given_any_bytes_when_read_then_looks_or_one_line(content: bytes) -> None:
    with pytest.raises(TokensFileError):
        parse_looks(content)
