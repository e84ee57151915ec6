import json
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vision import CameraFileError, CameraModel, parse_camera

LENS = CameraModel(
    size=(1920, 1080), focal=(1400.0, 1402.0), centre=(955.5, 541.25), dist=(-0.1, 0.01, 0, 0, 0)
)


def test_given_a_lens_when_written_and_read_then_the_same() -> None:
    assert parse_camera(LENS.to_json()) == LENS


def test_given_a_smaller_picture_of_the_same_aspect_when_scaled_then_the_middle_stays_the_middle() -> None:
    half = LENS.scaled((960, 540))
    assert half.focal == (700.0, 701.0)
    assert half.centre == pytest.approx(((955.5 + 0.5) / 2 - 0.5, (541.25 + 0.5) / 2 - 0.5))
    assert half.dist == LENS.dist


def test_given_another_aspect_when_scaled_then_refused_with_both_sizes() -> None:
    with pytest.raises(CameraFileError, match="1920 x 1080 pixels, the picture has 1024 x 768"):
        LENS.scaled((1024, 768))


def _broken(change: Callable[[dict[str, object]], object]) -> str:
    record: dict[str, object] = json.loads(LENS.to_json())
    change(record)
    return json.dumps(record)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not JSON"),
        ("[]", "no camera file"),
        ('{"format": "board/1"}', "no camera file"),
        (_broken(lambda r: r.pop("size_px")), "size_px"),
        (_broken(lambda r: r.update(matrix=[[1, 2, 3]])), "matrix"),
        (_broken(lambda r: r.update(matrix="big")), "matrix"),
        (_broken(lambda r: r.update(dist=[0, 0, "x", 0, 0])), "dist"),
        (_broken(lambda r: r.update(size_px=[0.5, 3])), "size_px"),
        (_broken(lambda r: r.update(matrix=[[-5, 0, 9], [0, 5, 9], [0, 0, 1]])), "calibrate again"),
        (_broken(lambda r: r.update(dist=[1e6, 0, 0, 0, 0])), "dist"),
        ("[" * 100_000, "too deep"),
    ],
)
def test_given_a_bad_camera_file_when_read_then_one_line_says_what(text: str, complaint: str) -> None:
    with pytest.raises(CameraFileError, match=complaint) as trouble:
        parse_camera(text, source="lens.json")
    assert str(trouble.value).startswith("lens.json: ")
    assert "\n" not in str(trouble.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(["size_px", "matrix", "dist"]), value=JSON)
@example(key="size_px", value="\n")
@example(key="dist", value=["\n"] * 5)
def test_given_any_nonsense_in_a_key_when_read_then_a_lens_or_a_camera_file_error(
    key: str, value: object
) -> None:
    record: dict[str, object] = json.loads(LENS.to_json())
    record[key] = value
    try:
        parse_camera(json.dumps(record))
    except CameraFileError as error:
        assert "\n" not in str(error)
