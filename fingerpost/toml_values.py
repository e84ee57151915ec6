"""A value of a TOML file as the file has it: whoever wrote `true` finds no `True` there."""

import json
from typing import Final

_LONGEST: Final = 60


def as_written(value: object) -> str:
    """On one line, cut off after 60 characters: `true`, `"text"`, `[1, 2]`, `{ "a" = 1 }`, 2026-01-31."""
    text = _toml(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _toml(value: object) -> str:
    match value:
        case bool() | str():
            return json.dumps(value, ensure_ascii=False)  # what JSON writes of these TOML reads
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{ {', '.join(f'{_toml(key)} = {_toml(item)}' for key, item in value.items())} }}"
        case _:
            return str(value)
