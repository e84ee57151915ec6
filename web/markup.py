"""PURE: HTML from values. Every text is escaped wherever it comes from; only what `tag` made is markup."""

from collections.abc import Iterable
from functools import cache
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
    written = "".join([_attribute(key, value) for key, value in attributes.items()])
    if element in _VOID:
        return Html(f"<{element}{written}>")
    return Html(f"<{element}{written}>{''.join([_child(part) for part in inside])}</{element}>")


def together(*parts: Child) -> Html:
    """Several things after each other."""
    return Html("".join([_child(part) for part in parts]))


def _child(part: Child) -> str:
    if isinstance(part, Html):  # the most, and every page is made anew at each act
        return part
    if part is None:
        return ""
    if isinstance(part, str):
        return escape(part, quote=False)
    return "".join([_child(one) for one in part])


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = _written(key)
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


@cache
def _written(key: str) -> str:
    """An attribute's name as HTML has it."""
    return key.rstrip("_").replace("_", "-")


def large(text: str) -> str:
    """With a large first letter, as a heading or a cell begins."""
    return text[:1].upper() + text[1:]
