"""PURE: French drops the e of `de` and `que` before a vowel: `d'Anna`, but `de Marie`, `de Houston`.

A message has `de {seat}`; only with the name that comes in can it be told. The h of foreign names is sounded,
that of French first names is not; what begins with y elides before a consonant (`d'Yves`, `de Yann`).
"""

import re
from collections.abc import Mapping
from typing import Final

_BEFORE: Final = re.compile(r"\b([Dd]|[Qq]u)e (?=\{(\w+)\})")
_VOWEL: Final = re.compile(
    r"(?!onz|oui\b)[aàáâãäåæeèéêëiìíîïoòóôõöøœuùúûü]"
    r"|y(?![aàâeéèêiouy])"
    r"|h(?:[ée]l[èée]|enr|erv|ipp|onor|ortens|ug[ou]|ubert|ect|adr|ilaire|yac)",
    re.IGNORECASE,
)


def elided(message: str, values: Mapping[str, str | int]) -> str:
    """The message with `d'` and `qu'` where what comes in asks for them; its placeholders stay."""

    def before(found: re.Match[str]) -> str:
        value = values.get(found[2])
        return f"{found[1]}'" if isinstance(value, str) and _VOWEL.match(value) else found[0]

    return _BEFORE.sub(before, message)
