"""PURE: names in letters a to z, for braille: without accents, and read from Greek and Cyrillic letters."""

import unicodedata
from typing import Final

_SPELLED: Final[dict[str, str]] = {
    **{"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"},
    **{"ħ": "h", "ŧ": "t", "ŋ": "ng", "ə": "a", "ĸ": "k", "’": "'"},
    **dict(zip("αβγδεζηικλμνοπρσςτυφωξ", "avgdeziiklmnoprsstyfox", strict=True)),
    **{"θ": "th", "χ": "ch", "ψ": "ps"},
    **dict(zip("абвгдезийклмнопрстуфыэіјґѕ", "abvgdeziiklmnoprstufyeijgz", strict=True)),
    **{"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "yu", "я": "ya", "є": "ye"},
    **{"љ": "lj", "њ": "nj", "ћ": "c", "ђ": "d", "џ": "dz", "ъ": "", "ь": ""},
}

_FIRST_PICTURE: Final = "\N{LEFTWARDS ARROW}"  # before it stand signs like that of degrees, which are printed


def plain(text: str) -> str:
    """The same in plain letters; what is none of those stays as it is."""
    apart = (one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return "".join(map(_spelled, apart))


def _spelled(one: str) -> str:
    """A letter of the table, small or large; any other is itself."""
    spelled = _SPELLED.get(one.lower())
    return one if spelled is None else spelled.capitalize() if one.isupper() else spelled


def strange(name: str) -> str:
    """Its letters that cannot be told in plain ones, in order; small pictures (🚂) are none that can."""
    return "".join(one for one in plain(name) if not one.isascii() and (one.isalpha() or _pictured(one)))


def _pictured(one: str) -> bool:
    return one >= _FIRST_PICTURE and unicodedata.category(one) == "So"
