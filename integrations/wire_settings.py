"""What table.toml says of the wires: [mqtt] and [follow], and what else of a config they read."""

from collections.abc import Mapping
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from engine import Seat
from mqtt.rights import RIGHTS, Right
from mqtt.topics import NAME
from tabletop import Sense


class MqttSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """[mqtt]: the broker, and who may do what through it."""

    url: str = ""
    table: Annotated[str, Meta(extra_json_schema={"pattern": f"^{NAME.pattern}$"})] = "table"
    ca: str = ""
    password_file: str = ""
    home_assistant: bool = True
    rights: Annotated[
        Mapping[str, Annotated[Right, Meta(description=f"one of {', '.join(RIGHTS)}")]],
        Meta(title="[mqtt.rights]"),  # before a client's name, in what is told
    ] = {}


class FollowSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """[follow]: the table in another home whose game is played here, too."""

    host: str = ""  # its broker
    table: str = "table"
    home: str = ""  # how this home is called there
    password_file: str = ""
    ca: str = ""
    page: str = ""  # the host's page, for what is secret


class WireConfig(Protocol):
    """What of a table's config tells how its wire is to be opened."""

    @property
    def mqtt(self) -> MqttSection:
        """The broker, and who may do what through it."""

    @property
    def home_seats(self) -> Mapping[str, tuple[Seat, ...]]:
        """The seats of each home that plays along."""

    def sense_places(self) -> Mapping[Sense, str]:
        """Where each sense is: a device of this machine, `node:<name>` for another's, empty for nowhere."""
