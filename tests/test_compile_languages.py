"""The compiled catalogues: read as Babel's are, written where they differ; a line for what cannot be read."""

import gettext
import io
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

from scripts import compile_languages
from scripts.compile_languages import compile_all, compiled
from scripts.translating import catalogue, source, translated
from tests.catalogues import HEADER

GONE = HEADER + '\nmsgid "gone"\nmsgstr "weg"\n'


def messages(binary: bytes) -> dict[object, str]:
    """What gettext reads of a compiled catalogue, but for its header."""
    read = gettext.GNUTranslations(io.BytesIO(binary))
    return {key: text for key, text in vars(read)["_catalog"].items() if key}


@pytest.mark.parametrize("language", translated())
def test_given_a_language_when_compiled_then_every_message_is_as_babel_has_it(language: str) -> None:
    binary = io.BytesIO()
    write_mo(binary, catalogue(language))
    ours = messages(compiled(source(language).read_text(encoding="utf-8")))
    assert len(ours) > 1500
    assert ours == messages(binary.getvalue())


def test_given_signs_and_lines_of_all_kinds_when_compiled_then_the_words_are_as_written() -> None:
    text = f"""# a note
#~ msgid "old"
#~ msgstr "alt"
{HEADER}
#. of the sources
#: announce/words.py
#| msgid "before"
msgid ""
"two "
"lines"
msgstr ""
"zwei\u2028"
"\\"Zeilen\\"\\n"

#, python-brace-format, fuzzy
msgctxt "seat"
msgid "fuzzy"
msgstr "unsicher"
msgctxt "seat"
msgid "last"
msgstr "zuletzt"
"""
    assert messages(compiled(text)) == {"two lines": 'zwei\u2028"Zeilen"\n', "seat\x04last": "zuletzt"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the header, which says charset=utf-8, is not there"),
        ('msgid "a"\nmsgstr "b"\n', "the header, which says charset=utf-8, is not there"),
        (f"{HEADER}\nmessage", "line 6 is not of a catalogue: message"),
        (f'{HEADER}\n\nmsgid "a" b"', 'line 7 is not one text in quotes: "a" b"'),
        (f'{HEADER}\nmsgid "a"\nmsgid "b"', "line 7: msgid stands where none can be"),
        (f'{HEADER}\nmsgctxt "a"\nmsgstr "b"', "line 7: msgstr stands where none can be"),
    ],
)
def test_given_what_is_no_catalogue_when_compiled_then_the_line_is_told(text: str, why: str) -> None:
    with pytest.raises(ValueError) as raised:
        compiled(text)
    assert str(raised.value) == why


def test_given_a_checkout_when_compiled_then_what_is_missing_or_old_is_written_and_what_is_left_over_goes(
    tmp_path: Path,
) -> None:
    for language in ("de", "fr"):
        (tmp_path / language / "LC_MESSAGES").mkdir(parents=True)
    german = tmp_path / "de" / "LC_MESSAGES" / "fingerpost.po"
    german.write_text(HEADER, encoding="utf-8")
    left_over = tmp_path / "fr" / "LC_MESSAGES" / "fingerpost.mo"
    left_over.write_bytes(b"of a language that went")
    compile_all(tmp_path)
    assert not left_over.exists()
    assert german.with_suffix(".mo").read_bytes() == compiled(HEADER)
    german.write_text(GONE, encoding="utf-8")
    compile_all(tmp_path)
    assert german.with_suffix(".mo").read_bytes() == compiled(GONE)
    assert sorted(path.name for path in german.parent.iterdir()) == ["fingerpost.mo", "fingerpost.po"]


def test_given_a_catalogue_that_cannot_be_read_when_compiled_then_one_line_names_it_and_the_old_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    german = tmp_path / "de" / "LC_MESSAGES" / "fingerpost.po"
    german.parent.mkdir(parents=True)
    german.write_text(GONE, encoding="utf-8")
    monkeypatch.setattr(compile_languages, "PHRASES", tmp_path)
    assert compile_languages.main() == 0
    german.write_text(f"{HEADER}\nmessage", encoding="utf-8")
    assert compile_languages.main() == 1
    assert capsys.readouterr().err == (
        "de/LC_MESSAGES/fingerpost.po: line 6 is not of a catalogue: message; correct it\n"
    )
    assert german.with_suffix(".mo").read_bytes() == compiled(GONE)
