"""club.toml: one line says what cannot stand there."""

from pathlib import Path

import pytest

from club import ClubConfig, read_club
from table.errors import CallError

ROOT = Path(__file__).parents[2]


def test_given_the_example_when_read_then_it_holds_and_options_beat_it() -> None:
    found = read_club(ROOT / "deploy" / "club.toml", database="x.sqlite", url="mqtt://h:1")
    assert (found.club.database, found.mqtt.url, found.label("t1")) == ("x.sqlite", "mqtt://h:1", "Table 1")
    assert read_club(None) == ClubConfig()


@pytest.mark.parametrize(
    "text",
    [
        "[club]\nnam = 'x'", "[hall]", "[club]\nname = 'A b'",
        "[club]\nlanguage = 'xx'", "[serve]\ndelay_s = 901",
        "[mqtt]\nurl = 'http://x'", "[keep]\ndays = -1", "[club]\ntables = ['T']", "x",
    ],
)  # fmt: skip
def test_given_what_cannot_stand_there_when_read_then_one_line_says_so(text: str, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CallError) as error:
        read_club(tmp_path / "club.toml")
    assert "\n" not in str(error.value)
