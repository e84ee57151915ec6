"""Writes `phrases/fingerpost.pot`, the list of all there is to translate: `python -m scripts.extraction`.

For translators and tests, never at a table; needs Babel (the extra `dev`). Names of cities come from the
maps that ship.
"""

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from announce.catalogue import DOMAIN
from engine import game_map, shipped_maps

_PACKAGE = Path(__file__).resolve().parents[1] / "announce"
TEMPLATE = _PACKAGE / "phrases" / f"{DOMAIN}.pot"


def _said(source: str) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """Every message that a module says, with its context, by the verbs of `announce.catalogue`."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        verb = getattr(call.func, "attr", getattr(call.func, "id", ""))
        given = (one.value for one in call.args if isinstance(one, ast.Constant))
        match verb, [text for text in given if isinstance(text, str) and text]:
            case "sentence" | "phrase", [message, *_]:
                yield message, None
            case "sentences" | "count", [one, more]:
                yield (one, more), None
            case "name", [context, message]:
                yield message, context
            case "words" | "Message" | "fixed" | "here", lengths:
                yield from ((message, None) for message in lengths)


def template() -> str:
    """The text of the template: every message once, in order, with the files that say it."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalogue = Catalog(domain=DOMAIN, project="Fingerpost", charset="utf-8", fuzzy=False)
    for path in sorted(_PACKAGE.rglob("*.py")):
        where = path.relative_to(_PACKAGE.parent).as_posix()
        for message, context in _said(path.read_text(encoding="utf-8")):
            catalogue.add(message, None, [(where, 0)], context=context)
    for name in shipped_maps():
        for city in game_map(name).cities.values():
            catalogue.add(city.name, None, [(f"engine/maps/{name}.json", 0)], context="city")
    out = io.BytesIO()
    write_po(out, catalogue, sort_output=True, omit_header=True, no_location=False, include_lineno=False)
    return _HEADER + out.getvalue().decode("utf-8")


_HEADER = """\
# Fingerpost: everything that is said, in English. Copy this file to LANGUAGE/LC_MESSAGES/fingerpost.po
# and fill it in; docs/translating.md tells how.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def main() -> int:
    """Write the template."""
    TEMPLATE.write_text(template(), encoding="utf-8")
    sys.stderr.write(f"written: {TEMPLATE.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
