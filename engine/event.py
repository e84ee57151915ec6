"""What all events are: frozen, told by keyword, their JSON named by `type`."""

import msgspec


class EventBase(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="type", omit_defaults=False):
    """Something that has happened. It cannot hold itself, so the garbage collector need not look at it."""


def tag_of(event: EventBase) -> str:
    """The event's type as it stands in the log."""
    return str(type(event).__struct_config__.tag)
