"""Compiles each catalogue that people edit (.po) into the one that is read at the table (.mo), beside it.

`scripts/setup` and `scripts/test` run it, and so does every build of the package (setup.py). It needs nothing
but Python: neither a table nor a build has Babel. A message without words is left out, so that it is said in
English; so is a fuzzy one, which is a guess.
"""

import ast
import re
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PHRASES: Final = Path(__file__).resolve().parents[1] / "announce" / "phrases"
_MAGIC: Final = 0x950412DE
_FIELD: Final = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])? (".*")$')


@dataclass(slots=True)
class _Message:
    """One message as it is read, a field at a time."""

    fields: dict[str, str] = field(default_factory=dict)
    fuzzy: bool = False

    def key(self) -> str:
        """The message as gettext looks it up: after its context, before its plural."""
        context = [self.fields["msgctxt"], "\x04"] if "msgctxt" in self.fields else []
        plural = ["\x00", self.fields["msgid_plural"]] if "msgid_plural" in self.fields else []
        return "".join([*context, self.fields["msgid"], *plural])

    def forms(self) -> list[str]:
        """The words, one text or as many as the language has plurals."""
        return [self.fields[name] for name in sorted(self.fields) if name.startswith("msgstr")]


def _messages(text: str) -> Iterator[_Message]:
    """Every message of a catalogue.

    Raises:
        ValueError: a line is not of a catalogue; tells its number.
    """
    message, last = _Message(), ""
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if line.startswith(("#,", "msgctxt", "msgid ")) and last.startswith("msgstr"):
            yield message
            message, last = _Message(), ""
        if not line or line.startswith("#"):
            message.fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        if line.startswith('"') and last:
            message.fields[last] += _unquoted(line, number)
            continue
        found = _FIELD.match(line)
        if found is None:
            raise ValueError(f"line {number} is not of a catalogue: {line}")
        name, form, quoted = found.groups()
        last = name if form is None else f"{name}[{form}]"
        out_of_place = name in ("msgid_plural", "msgstr") and "msgid" not in message.fields
        if last in message.fields or out_of_place:
            raise ValueError(f"line {number}: {last} stands where none can be")
        message.fields[last] = _unquoted(quoted, number)
    if message.fields:
        yield message


def _unquoted(quoted: str, number: int) -> str:
    try:
        text = ast.literal_eval(quoted)
    except (SyntaxError, ValueError):
        text = None
    if not isinstance(text, str):
        raise ValueError(f"line {number} is not one text in quotes: {quoted}")
    return text


def compiled(text: str) -> bytes:
    """The compiled form of a catalogue.

    Raises:
        ValueError: a line is not of a catalogue, which tells its number; or the text has no header.
    Source: the GNU gettext manual, "The Format of GNU MO Files"; without its optional hash table.
    """
    said: dict[bytes, bytes] = {}
    for message in _messages(text):
        is_header = message.key() == ""  # some editors mark it as fuzzy too
        if (is_header or not message.fuzzy) and message.forms() and all(message.forms()):
            said[message.key().encode()] = "\x00".join(message.forms()).encode()
    if b"charset=utf-8" not in said.get(b"", b"").lower():
        raise ValueError("the header, which says charset=utf-8, is not there")
    keys = sorted(said)
    texts = [*keys, *(said[key] for key in keys)]
    at = 28 + 8 * len(texts)
    table = b""
    for one in texts:
        table += struct.pack("<II", len(one), at)
        at += len(one) + 1
    head = struct.pack("<7I", _MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, at)
    return head + table + b"".join(one + b"\x00" for one in texts)


def compile_all(phrases: Path) -> None:
    """Write what is missing or differs; a compiled catalogue whose source is gone, goes.

    Raises:
        ValueError: a catalogue cannot be read; tells its name and the line.
    """
    for left in phrases.glob("*/LC_MESSAGES/*.mo"):
        if not left.with_suffix(".po").exists():
            left.unlink()
    for source in sorted(phrases.glob("*/LC_MESSAGES/*.po")):
        try:
            binary = compiled(source.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{source.parent.parent.name}/LC_MESSAGES/{source.name}: {error}") from None
        target = source.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != binary:
            # Whole or not at all; and the old one may be another's, of an install as root.
            fresh = target.with_suffix(".new")
            fresh.write_bytes(binary)
            fresh.replace(target)


def main() -> int:
    """Compile all languages; 1 when a catalogue cannot be read."""
    try:
        compile_all(PHRASES)
    except ValueError as error:
        sys.stderr.write(f"{error}; correct it\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
