"""The text of a table.toml with other values in it: all else, comments too, stays as somebody wrote it."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Final

from table.errors import CallError

Key = tuple[str, str]
"""A section and a key in it."""

_HEADER: Final = re.compile(r"\s*\[([^\[\]]*)\]\s*(?:#.*)?$")
_VALUE: Final = r"""(\s*=\s*)(?:"(?:[^"\\]|\\.)*"|'[^']*')(\s*(?:#.*)?)$"""


def with_values(text: str, values: Mapping[Key, str]) -> str:
    """A table.toml that says these texts where it said others, or nothing.

    Raises:
        CallError: what it says stands in a form that is not changed here; names the key.
    """
    for (section, key), value in values.items():
        changed = "\n".join(_changed(text.split("\n"), section, key, json.dumps(value, ensure_ascii=False)))
        wanted = tomllib.loads(text)
        try:
            wanted.setdefault(section, {})[key] = value
            right = tomllib.loads(changed) == wanted
        except (TypeError, tomllib.TOMLDecodeError):  # the first: the section is none
            right = False
        if not right:
            raise CallError(f"[{section}] {key}: stands in a form that cannot be changed; give it a line")
        text = changed
    return text


def _changed(lines: list[str], section: str, key: str, value: str) -> list[str]:
    """With the key's line anew, or with one more."""
    within, header = "", None
    for number, line in enumerate(lines):
        if (found := _HEADER.match(line)) is not None:
            within = found[1].strip()
            header = number if within == section else header
        name = key if within == section else rf"{section}\s*\.\s*{key}" if within == "" else None
        if name is not None and (said := re.match(rf"(\s*{name}){_VALUE}", line)) is not None:
            return [*lines[:number], f"{said[1]}{said[2]}{value}{said[3]}", *lines[number + 1 :]]
    if header is not None:
        return [*lines[: header + 1], f"{key} = {value}", *lines[header + 1 :]]
    return [*lines, f"[{section}]", f"{key} = {value}", ""]
