"""Who may read and write what on the broker: roles as access rules of Mosquitto's dynamic security. Pure.

What is not allowed here is denied. Who may see a table may subscribe to all of it and gets what is public.
"""

from dataclasses import dataclass
from typing import Final, Literal

from mqtt import ROOT, Topics, checked_name
from mqtt.topics import BIRTH

Role = Literal["viewer", "controller", "seat", "node", "bridge", "engine", "table", "collect"]
ROLES: Final[tuple[Role, ...]] = ("viewer", "controller", "seat", "node", "bridge", "engine", "collect")

Kind = Literal["publishClientSend", "publishClientReceive", "subscribePattern", "unsubscribePattern"]
DENIED: Final[tuple[str, ...]] = (
    "publishClientSend", "publishClientReceive", "subscribe", "unsubscribe",
)  # fmt: skip
"""What is denied to everybody unless a rule allows it."""

_SAYS: Final = ("availability", "info", "observation")  # of a node; its commands are the engine's to write


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is allowed."""

    kind: Kind
    topic: str


CLUB: Final = "club"  # how a club is called that has no other name
_BRIDGED: Final = ("availability", "info", "state", "health", "event")  # and the club's own replies


def role_name(role: Role, table: str, user: str) -> str:
    """The role of one user at one table; each user has one of his own, for his reply topic is his alone."""
    return f"fingerpost-{checked_name(table, 'the table')}-{role}-{checked_name(user, 'the user')}"


def rules(role: Role, table: str, user: str, club: str = CLUB) -> tuple[Rule, ...]:
    """What a user with this role may do. `club`: for whom a `table` of a club speaks.

    `table` is what `--role bridge --only` gives at the club's broker: one table's bridge,
    and nothing besides.
    """
    topics = Topics(table)
    match role:
        case "engine":
            return (
                *_both(f"{topics.root}/#"),
                Rule("publishClientSend", f"{topics.root}/#"),
                Rule("publishClientSend", topics.discovery),
                *_both(topics.discovery),
                *_both(BIRTH),
            )
        case "viewer":
            return _sees(topics, user)
        case "controller":
            return (*_sees(topics, user), *_writes(topics, "+"), *_writes(topics, f"+/{user}"))
        case "seat":  # only where its own name stands behind the command: so the engine knows who it is
            home = (topics.home(user, "availability"), topics.home(user, "board"))  # a home that plays along
            says = (Rule("publishClientSend", topic) for topic in home)
            return (*_sees(topics, user), *_writes(topics, f"+/{user}"), *says)
        case "node":
            return (
                *(Rule("publishClientSend", f"{topics.root}/node/{user}/{part}") for part in _SAYS),
                *_both(f"{topics.root}/node/{user}/cmd/#"),
                *_both(topics.availability),
            )
        case "bridge":
            return (*_sees(topics, user), *_writes(topics, "+"))
        case "table":
            told = (*_BRIDGED, f"reply/{checked_name(club, 'the club')}", "bridge")
            return (
                *(Rule("publishClientSend", f"{topics.root}/{part}") for part in told),
                *_both(f"{topics.root}/cmd/+/{club}"),
            )
        case "collect":
            heard = (*_BRIDGED, f"reply/{user}", "bridge")
            return (
                *(rule for part in heard for rule in _both(f"{ROOT}/+/{part}")),
                *(Rule("publishClientSend", f"{ROOT}/+/cmd/{name}/{user}") for name in ("replay", "games")),
            )


def _sees(topics: Topics, user: str) -> tuple[Rule, ...]:
    public = (topics.availability, topics.info, topics.state, topics.health, topics.event, topics.announce)
    received = (
        *public,
        f"{topics.root}/node/+/availability",
        f"{topics.root}/node/+/info",
        topics.reply(user),
    )
    return (
        Rule("subscribePattern", f"{topics.root}/#"),
        Rule("unsubscribePattern", f"{topics.root}/#"),
        *(Rule("publishClientReceive", topic) for topic in received),
    )


def _writes(topics: Topics, what: str) -> tuple[Rule, ...]:
    return (Rule("publishClientSend", f"{topics.root}/cmd/{what}"),)


def _both(topic: str) -> tuple[Rule, ...]:
    """Subscribe and receive."""
    return (
        Rule("subscribePattern", topic),
        Rule("unsubscribePattern", topic),
        Rule("publishClientReceive", topic),
    )
