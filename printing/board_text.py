"""PURE: a board/1 text with other paths; every other byte stays as it is."""

import json
import re
from collections.abc import Mapping

from tabletop import Point, SiteId

_PATH = re.compile(r'"path": \[\[.*?\]\]\](?=[,}])')


def with_paths(text: str, paths: Mapping[SiteId, tuple[tuple[Point, ...], ...]]) -> str:
    """The text of a board whose sites stand a line each, with these paths in place of theirs."""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines):
        found = re.match(r'\s*\{"id": "([^"]+)"', line)
        if found is None or SiteId(found[1]) not in paths:
            continue
        told = json.dumps([[list(point) for point in part] for part in paths[SiteId(found[1])]])
        lines[number] = _PATH.sub(f'"path": {told}', line, count=1)
    return "".join(lines)
