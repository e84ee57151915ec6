"""Every rule of the casebook's section US has a test that names it; docs/editions.md lists all settings."""

import re
from pathlib import Path

from engine import Settings

HERE = Path(__file__).parent


def test_every_rule_us_1_to_us_62_has_a_test_that_names_it() -> None:
    names = re.findall(
        r"def (test_\w+)", "\n".join(path.read_text() for path in HERE.glob("test_rules_*.py"))
    )
    named = {int(number) for name in names for number in re.findall(r"_us_(\d+)(?=_)", name)}
    assert {number for number in range(1, 63) if number not in named} == set()


def test_every_setting_is_documented() -> None:
    page = (HERE.parents[1] / "docs" / "editions.md").read_text(encoding="utf-8")
    assert [name for name in Settings.__struct_fields__ if f"`{name}`" not in page] == []
