"""PURE: HTML from values. Every text is escaped wherever it comes from; only what `tag` made is markup."""

from collections.abc import Iterable
from html import escape
from typing import Final


class Html(str):
    """Markup that `tag` or `together` has made."""

    __slots__ = ()


Child = str | None | Iterable["Child"]
Attribute = str | int | bool | None

_VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})


def tag(element: str, *inside: Child, **attributes: Attribute) -> Html:
    """An element. `aria_live` is written `aria-live`, `class_` and `for_` lose their last sign.

    True stands for an attribute without a value; None and False leave it out.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if element in _VOID:
        return Html(f"<{element}{written}>")
    return Html(f"<{element}{written}>{together(*inside)}</{element}>")


def together(*parts: Child) -> Html:
    """Several things after each other."""
    return Html("".join(_child(part) for part in parts))


def _child(part: Child) -> str:
    match part:
        case None:
            return ""
        case Html():
            return part
        case str():
            return escape(part, quote=False)
        case _:
            return together(*part)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def large(text: str) -> str:
    """With a large first letter, as a heading or a cell begins."""
    return text[:1].upper() + text[1:]
