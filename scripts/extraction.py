"""Writes `phrases/fingerpost.pot`, the list of all there is to translate: `python -m scripts.extraction`.

For translators and tests, never at a table; needs Babel (the extra `dev`). Names of cities come from the
maps that ship.
"""

import io
import sys
from pathlib import Path

from announce.catalogue import DOMAIN
from engine import game_map, shipped_maps

_PACKAGE = Path(__file__).resolve().parents[1] / "announce"
TEMPLATE = _PACKAGE / "phrases" / f"{DOMAIN}.pot"

_KEYWORDS: dict[str, tuple[int, ...] | tuple[tuple[int, str], int] | None] = {
    "sentence": None,
    "phrase": None,
    "sentences": (1, 2),
    "count": (1, 2),
    "name": ((1, "c"), 2),
}


def template() -> str:
    """The text of the template: every message once, in order, with the files that say it."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_dir
    from babel.messages.pofile import write_po

    catalogue = Catalog(domain=DOMAIN, project="Fingerpost", charset="utf-8", fuzzy=False)
    found = extract_from_dir(
        str(_PACKAGE),
        method_map=[("**.py", "python")],
        keywords=_KEYWORDS,
        comment_tags=(),
        strip_comment_tags=False,
    )
    for file, _line, message, _comments, context in found:
        catalogue.add(message, None, [(f"announce/{file}", 0)], context=context)
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
