"""All that comes in at one table, shared out: commands to `inbound`, the rest to nodes and homes. Pure."""

import logging

from mqtt.homes_heard import HomesHeard
from mqtt.inbound import InboundHandler, InboundMessage, Reply
from mqtt.nodes import Nodes
from mqtt.topics import Topics
from tabletop import DeviceHealth

log = logging.getLogger("fingerpost.mqtt")


class Router:
    """Belongs to the thread that talks to the broker; nothing of ours that fails here may end it."""

    def __init__(self, topics: Topics, inbound: InboundHandler, nodes: Nodes, homes: HomesHeard) -> None:
        self._topics, self._inbound, self._nodes, self._homes = topics, inbound, nodes, homes

    def take(self, message: InboundMessage, at: float) -> tuple[Reply, ...]:
        """Deal with one message. `at`: monotonic seconds."""
        try:
            if self._nodes.take(self._topics, message, at) or self._homes.take(self._topics, message, at):
                return ()
            return self._inbound.take(message, at)
        except Exception:  # one message must not cost the connection
            log.exception("mqtt: a bug of ours: a message on %s was dropped", message.topic[:80])
            return ()

    def page(self) -> Reply | None:
        """The next page of a replay that somebody waits for; None: nobody does."""
        return self._inbound.page()

    def tick(self, at: float) -> None:
        """Time has passed."""
        self._nodes.tick(at)
        self._homes.tick(at)

    def broker(self, health: DeviceHealth) -> None:
        """The broker has come or gone, and with it whoever is heard through it."""
        if health.condition == "live":
            self._nodes.there(health.at)
        elif health.condition == "lost" or health.cause == "second-engine":
            self._nodes.away(health.at)
            self._homes.away()

    def counts(self) -> dict[str, int]:
        """What was refused or ignored since the start, by error code or kind."""
        return {**self._inbound.counts, **self._nodes.counts}
