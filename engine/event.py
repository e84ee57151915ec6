"""What all events are: frozen, told by keyword, their JSON named by `type`."""

from typing import ClassVar

import msgspec


class EventBase(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="type", omit_defaults=False):
    """Something that has happened. It cannot hold itself, so the garbage collector need not look at it."""

    is_act: ClassVar[bool] = False
    """By itself it is what a seat did in one go and can take back; engine/acts.py knows the other acts."""
    shows: ClassVar[bool] = False
    """After it somebody knows what could not be known before."""


def tag_of(event: EventBase) -> str:
    """The event's type as it stands in the log."""
    return str(type(event).__struct_config__.tag)
