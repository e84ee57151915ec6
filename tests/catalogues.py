"""Catalogues made for a test: what a language says while its words are not all there."""

from pathlib import Path

import pytest

from announce import catalogue
from scripts.compile_languages import compiled

HEADER = """msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""


def put_catalogue(monkeypatch: pytest.MonkeyPatch, folder: Path, *, language: str, text: str) -> None:
    """Let the table find this catalogue and no other."""
    place = folder / "phrases" / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / f"{catalogue.DOMAIN}.mo").write_bytes(compiled(text))
    monkeypatch.setattr(catalogue, "files", lambda package: folder)
