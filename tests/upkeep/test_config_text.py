"""The text of a table.toml with other values: what somebody wrote around them stays."""

import tomllib

import pytest

from table.errors import CallError
from upkeep.config_text import with_values

PLACE = '/var/lib/ünser "Tisch"/games'


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ""),
        ('[store]\npath = "/old"  # of May\nbackup = "/b"\n', "# of May"),
        ("[store]  # where\npath='/old'\n[game]\nmap = 'usa'", "map = 'usa'"),
        ('store.path = "/old"\n[game]\nmap = "usa"\n', 'map = "usa"'),
        ('[store]\nbackup = "/b"\n[camera]\npath = 3\n', "path = 3"),
        ('# path = "/no"\n[game]\nmap = "usa"\n\n', '# path = "/no"'),
    ],
)
def test_given_a_config_when_a_value_changes_then_it_says_that_and_all_else_as_before(
    text: str, kept: str
) -> None:
    wanted = tomllib.loads(text)
    wanted.setdefault("store", {})["path"] = PLACE
    changed = with_values(text, {("store", "path"): PLACE})
    assert tomllib.loads(changed) == wanted
    assert kept in changed


@pytest.mark.parametrize(
    "text", ['store = { path = "/old" }', '[store]\npath = """\n/old"""', '["store"]\npath = "/a"']
)
def test_given_a_form_that_is_not_changed_when_tried_then_the_key_is_named(text: str) -> None:
    with pytest.raises(CallError, match=r"\[store\] path: stands in a form"):
        with_values(text, {("store", "path"): PLACE})
