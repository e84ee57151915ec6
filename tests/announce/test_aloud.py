"""Numbers before nouns and the dash between cities, as a voice is given them."""

import re

import pytest

from announce import Aloud, LanguageError, Spoken, aloud_table
from scripts.translating import catalogue

_COUNTED = re.compile(r"\{n\} ([^\W\d_]+)")
_NOT_COUNTED = {
    # "1 of 4", "1 more", "1 in all", "number 1 and …": the bare numeral is right there
    "de": {"von", "oder", "und", "im", "insgesamt", "weiteren"},
    "fr": {"sur", "et", "en", "de", "à", "ou", "par", "autres"},
    "es": {"de", "y", "más", "o", "en", "a", "por"},
}


@pytest.mark.parametrize(
    ("language", "written", "said"),
    [
        ("de", "Noch 1 Zielkarte, 1 Wagen, 11 Wagen.", "Noch eine Zielkarte, ein Wagen, 11 Wagen."),
        ("de", "1 von 4; Zug 1. 101 Punkte.", "1 von 4; Zug 1. hundertein Punkte."),
        ("de", "1 Schiff für 1 Wagen", "ein Schiff für einen Wagen"),
        ("de", "Santa Fe–Salt Lake City", "Santa Fe nach Solt Lehk Sitti"),
        ("de", "Eine grüne Karte; du hast 1.", "Eine grüne Karte; du hast eine."),
        ("de", "Ein Joker; du hast 1.", "Ein Joker; du hast einen."),
        ("fr", "Une carte verte\u202f; vous en avez 1.", "Une carte verte\u202f; vous en avez une."),
        ("fr", "Un wagon vert\u202f; vous en avez 1.", "Un wagon vert\u202f; vous en avez 1."),
        ("es", "Una locomotora; tienes 1. 2 cartas.", "Una locomotora; tienes una. 2 cartas."),
        ("fr", "21 cartes, 1 carte, 1 wagon", "vingt et une cartes, une carte, un wagon"),
        ("fr", "Paris–Frankfurt : 2 wagons", "Paris, Frankfurt : 2 wagons"),
        ("es", "1 de 4: 21 vagones, 11 cartas", "1 de 4: veintiún vagones, 11 cartas"),
        ("es", "31 cartas", "treinta y una cartas"),
        ("es", "Gana disco azul con 121 puntos.", "Gana disco azul con ciento veintiún puntos."),
        ("en", "1 train, 21 cards", "1 train, 21 cards"),
    ],
)  # fmt: skip
def test_given_a_number_before_a_noun_when_spoken_then_as_people_say_it(
    language: str, written: str, said: str
) -> None:
    assert Spoken(language)(written) == said


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_given_every_message_that_counts_when_spoken_then_its_noun_is_known(language: str) -> None:
    counted: set[str] = set()
    for message in catalogue(language):
        texts = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        counted |= {noun for text in texts for noun in _COUNTED.findall(text)} if message.id else set()
    assert not counted - Aloud(language).counted - _NOT_COUNTED[language]  # else: phrases/aloud_LANGUAGE.json
    assert len(counted) > 50


def test_given_a_table_that_is_not_in_order_when_loaded_then_one_line_says_where(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("announce")
    (root / "phrases").mkdir()
    monkeypatch.setattr(aloud_table, "files", lambda package: root)
    aloud_table.aloud_table.cache_clear()  # another test may have learnt that "xx" has none
    table = root / "phrases" / "aloud_xx.json"
    for text, why in (
        ("[]", "Expected `object`"),
        (
            '{"between-cities": " ", "numbers": {"1": ["a"]}, "nouns": [["b"], ["c"]]}',
            "one form for each group",
        ),
    ):
        table.write_text(text, encoding="utf-8")
        with pytest.raises(LanguageError, match=rf"aloud_xx\.json: .*{why}"):
            Aloud("xx")
