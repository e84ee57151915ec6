"""Where secrets stand in what people write: in addresses and in calls of programs.

No pattern takes long, whatever a stranger has brought into a text: each is bounded, or ends where it began.
"""

import re
from typing import Final

_WORDS: Final = r"(?:pass(?:word|wd|phrase)?|pwd|token|secret|psk|(?:api|access)[-_]?key)"
IN_ADDRESS: Final = (
    re.compile(r"(?P<keep>\"[A-Za-z][\w+.-]{0,20}://)(?P<who>[^/@:\s\"']*)(?::(?:[^\"\\\n]|\\.)*)?@"),
    re.compile(r"(?P<keep>'[A-Za-z][\w+.-]{0,20}://)(?P<who>[^/@:\s\"']*)(?::[^'\n]*)?@"),
    re.compile(r"(?P<keep>://)(?P<who>[^/@:\s\"']{0,200})(?::[^\s\"']{0,200})?@"),
)
"""`keep`, then a user and a password, to the last @ of the value: any sign may be in it, by mistake too."""
IN_CALL: Final = re.compile(
    rf"(?i)(?P<keep>(?<![\w-])--?(?:[\w-]{{0,20}}-)?{_WORDS}[\w-]{{0,20}}[= \t][ \t]{{0,20}})"
    r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s\"',;}]+)"
)
"""`--token abc`, after `keep`."""
IN_QUERY: Final = re.compile(rf"(?i)(?P<keep>[?&][\w.-]{{0,20}}{_WORDS}[\w.-]{{0,20}}=)[^&#\s\"']+")
"""`?pwd=abc`, after `keep`."""
QUERY_VALUE: Final = re.compile(r"(?P<keep>[?&][\w.-]{1,40}=)[^&#\s\"']+")


def without_passwords(config_text: str) -> str:
    """A table.toml without the passwords that stand in its addresses and calls; users stay."""
    for pattern in IN_ADDRESS:
        config_text = pattern.sub(r"\g<keep>\g<who>@", config_text)
    for pattern in (IN_CALL, IN_QUERY):
        config_text = pattern.sub(r"\g<keep>", config_text)
    return config_text
