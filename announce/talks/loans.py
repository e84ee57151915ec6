"""The words of what stations lend."""

from typing import Final

from announce.public import PublicState
from announce.talks.kit import fixed, in_an_ear
from announce.vocabulary import Vocabulary
from announce.words import Words, for_an_ear
from dialog import Loans


@for_an_ear
def _offered(v: Vocabulary, mode: Loans, state: PublicState) -> Words:
    p, (city, routes) = v.phrases, mode.here
    route = routes[mode.index]
    facts: dict[str, str | int] = {"city": v.city(city), "n": mode.index + 1, "count": len(routes)}
    if route is None:
        return p.words("your station in {city} lends nothing? {n} of {count}.", **facts)
    facts["route"] = v.route(route)
    return p.words(
        "your station in {city} lends {route}? {n} of {count}; Forward: another.", "{city}: {route}?", **facts
    )


_WHERE: Final = fixed(
    "what a station lends. Yes takes the route named, No goes back a station.",
    "what a station lends.",
)
TALK: Final = (in_an_ear(Loans, _offered, "question", where=_WHERE),)
