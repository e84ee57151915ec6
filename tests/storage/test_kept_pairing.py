"""What a page has given a seat to be known by: kept for its owner alone, and for that page alone."""

import json
import logging
import stat
from pathlib import Path

import pytest

from storage.kept_pairing import KeptPairing

PAGE = "https://bremen.example:8443"


def test_given_two_seats_that_have_joined_when_read_after_a_stop_then_each_has_its_own(
    tmp_path: Path,
) -> None:
    kept = KeptPairing(tmp_path / "home" / "kept.json", PAGE)
    kept.keep("red", "fingerpost=one")
    kept.keep("green", "fingerpost=two")
    again = KeptPairing(tmp_path / "home" / "kept.json", PAGE)
    assert (again.of("red"), again.of("green"), again.of("blue")) == ("fingerpost=one", "fingerpost=two", "")
    assert stat.S_IMODE((tmp_path / "home" / "kept.json").stat().st_mode) == 0o600


def test_given_what_one_page_has_given_when_another_is_followed_then_it_is_never_sent_there(
    tmp_path: Path,
) -> None:
    KeptPairing(tmp_path / "kept.json", PAGE).keep("red", "fingerpost=one")
    assert KeptPairing(tmp_path / "kept.json", "https://ulm.example:8443").of("red") == ""


def test_given_the_last_seat_when_it_is_forgotten_then_no_file_is_left(tmp_path: Path) -> None:
    kept = KeptPairing(tmp_path / "kept.json", PAGE)
    kept.keep("red", "fingerpost=one")
    kept.keep("green", "fingerpost=two")
    kept.forget("red")
    assert list(json.loads((tmp_path / "kept.json").read_text())["seats"]) == ["green"]
    kept.forget("green")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "junk", [b"", b"{", b"[]", b'{"page": 1, "seats": {}}', b'{"seats": {"red": 2}}', b"\xff"]
)
def test_given_a_file_that_is_none_of_ours_when_read_then_the_seat_joins_anew(
    junk: bytes, tmp_path: Path
) -> None:
    (tmp_path / "kept.json").write_bytes(junk)
    kept = KeptPairing(tmp_path / "kept.json", PAGE)
    assert kept.of("red") == ""
    kept.keep("red", "fingerpost=one")
    assert kept.of("red") == "fingerpost=one"


def test_given_a_folder_that_takes_no_file_when_a_seat_joins_then_a_line_says_so_without_the_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    (tmp_path / "no-folder").write_text("")
    KeptPairing(tmp_path / "no-folder" / "kept.json", PAGE).keep("red", "fingerpost=one")
    assert "cannot be kept" in caplog.text and "one" not in caplog.text.replace("none", "")
