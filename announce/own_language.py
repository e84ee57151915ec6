"""Words for one seat's ear in the language of that ear: a seat of another home hears its own words in its own
language."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, Self, TypeVar

from announce.announcement import Announcement, Audience


class Tongues(Protocol):
    """What words for everyone in one language, and for some seats in theirs."""

    @property
    def tongues(self) -> Mapping[Audience, Self]:
        """What words for each seat that hears another language."""


Worder = TypeVar("Worder", bound=Tongues)
P = ParamSpec("P")
Method = Callable[Concatenate[Worder, P], tuple[Announcement, ...]]


def each_in_its_own(method: Method[Worder, P]) -> Method[Worder, P]:
    """A method that words for an audience each: what one ear hears, in that ear's language."""

    @wraps(method)
    def worded(self: Worder, /, *args: P.args, **kwargs: P.kwargs) -> tuple[Announcement, ...]:
        said = method(self, *args, **kwargs)
        for audience in self.tongues.keys() & {one.audience for one in said}:
            own = method(self.tongues[audience], *args, **kwargs)
            said = _instead(said, audience, [one for one in own if one.audience == audience])
        return said

    return worded


def _instead(
    said: Sequence[Announcement], audience: Audience, own: Sequence[Announcement]
) -> tuple[Announcement, ...]:
    """`said`, with what this audience hears replaced: one by one, or, where a language needs more or fewer
    steps, all at the place of the first."""
    places = [place for place, one in enumerate(said) if one.audience == audience]
    if len(places) == len(own):
        fitting = dict(zip(places, own, strict=True))
        return tuple(fitting.get(place, one) for place, one in enumerate(said))
    rest = [one for one in said[places[0] :] if one.audience != audience]
    return (*said[: places[0]], *own, *rest)
