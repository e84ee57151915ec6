"""Topic names of fingerpost/1: built from checked words, parsed back into what they address."""

import re
from dataclasses import dataclass
from typing import Final, Literal

ROOT: Final = "fingerpost/1"
BIRTH: Final = "homeassistant/status"  # where Home Assistant says that it has started
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

NodePart = Literal["availability", "info", "observation"]
HomePart = Literal["availability", "board"]


class TopicError(ValueError):
    """A word that cannot stand in a topic; the message says which and what is allowed."""


def checked_name(word: str, what: str) -> str:
    """Return `word` if it may name a table, a node, a client or a command.

    Raises:
        TopicError: it is not 1 to 32 of a-z, 0-9 and "-", or begins with "-".
    """
    if not NAME.fullmatch(word):
        raise TopicError(f"{what} {word[:40]!r} cannot stand in a topic; give 1 to 32 of a-z, 0-9 and -")
    return word


@dataclass(frozen=True, slots=True)
class CommandTopic:
    """`cmd/<name>` or `cmd/<name>/<client>`: a client asks something of the engine.

    Access rules of the broker can let a client write the second form with no name but its own.
    """

    name: str
    client: str | None = None


@dataclass(frozen=True, slots=True)
class NodeTopic:
    """`node/<node>/<part>`: a camera, a sensor matrix or a button box speaks for itself."""

    node: str
    part: NodePart


@dataclass(frozen=True, slots=True)
class OwnTopic:
    """What engines alone write: our own, for MQTT 3.1.1 cannot keep it from us, or a second one's `info`."""


@dataclass(frozen=True, slots=True)
class HomeTopic:
    """`home/<home>/<part>`: another home that plays the same game."""

    home: str
    part: HomePart


Inbound = CommandTopic | NodeTopic | HomeTopic | OwnTopic


@dataclass(frozen=True, slots=True)
class Topics:
    """Every topic of one table."""

    table: str

    def __post_init__(self) -> None:
        checked_name(self.table, "the table's name")

    @property
    def root(self) -> str:
        """`fingerpost/1/<table>`."""
        return f"{ROOT}/{self.table}"

    @property
    def availability(self) -> str:
        """Bare `online` or `offline`, retained; the will."""
        return f"{self.root}/availability"

    @property
    def info(self) -> str:
        """Who the engine is; retained."""
        return f"{self.root}/info"

    @property
    def state(self) -> str:
        """The public snapshot; retained."""
        return f"{self.root}/state"

    @property
    def health(self) -> str:
        """How every device is; retained."""
        return f"{self.root}/health"

    @property
    def event(self) -> str:
        """Public events in order; never retained."""
        return f"{self.root}/event"

    @property
    def announce(self) -> str:
        """Sentences for everyone; QoS 0."""
        return f"{self.root}/announce"

    @property
    def commands(self) -> str:
        """The filter for all commands."""
        return f"{self.root}/cmd/#"

    @property
    def nodes(self) -> str:
        """The filter for all nodes."""
        return f"{self.root}/node/+/#"

    @property
    def discovery(self) -> str:
        """Where Home Assistant looks for this table; the only topic outside the root."""
        return f"homeassistant/device/fingerpost_{self.table}/config"

    def command(self, name: str, client: str | None = None) -> str:
        """`cmd/<name>`, or with the client's own name behind it."""
        own = "" if client is None else f"/{checked_name(client, 'the client')}"
        return f"{self.root}/cmd/{checked_name(name, 'the command')}{own}"

    def node(self, node: str, part: NodePart) -> str:
        """`node/<node>/<part>`."""
        return f"{self.root}/node/{checked_name(node, 'the node')}/{part}"

    def node_command(self, node: str, name: str) -> str:
        """`node/<node>/cmd/<name>`: the engine asks something of a node."""
        return f"{self.root}/node/{checked_name(node, 'the node')}/cmd/{checked_name(name, 'the command')}"

    @property
    def homes(self) -> str:
        """The filter for all homes that play along."""
        return f"{self.root}/home/+/#"

    def home(self, home: str, part: HomePart) -> str:
        """`home/<home>/<part>`."""
        return f"{self.root}/home/{checked_name(home, 'the home')}/{part}"

    def reply(self, client: str) -> str:
        """`reply/<client>`."""
        return f"{self.root}/reply/{checked_name(client, 'the client')}"

    def parse(self, topic: str) -> Inbound | None:
        """What an inbound topic addresses; None for anything that is not for the engine of this table."""
        if not topic.startswith(self.root + "/"):
            return None
        match topic[len(self.root) + 1 :].split("/"):
            case ["cmd", name] if NAME.fullmatch(name):
                return CommandTopic(name)
            case ["cmd", name, client] if NAME.fullmatch(name) and NAME.fullmatch(client):
                return CommandTopic(name, client)
            case ["node", node, "cmd", _] if NAME.fullmatch(node):
                return OwnTopic()
            case ["node", node, "availability" | "info" | "observation" as part] if NAME.fullmatch(node):
                return NodeTopic(node, part)
            case ["home", home, "availability" | "board" as part] if NAME.fullmatch(home):
                return HomeTopic(home, part)
            case ["info"]:
                return OwnTopic()
            case _:
                return None
