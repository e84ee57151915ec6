"""The wire to the house, opened as the config wants it, and the nodes that the config names."""

import secrets
import socket
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce import Vocabulary
from audio.classes import classify
from engine import Game
from integrations.answer_book import AnswerBook
from integrations.wire_settings import WireConfig
from mqtt import NAMES, AddressError, TableInfo, TopicError, checked_name
from mqtt.table_sink import WireSink
from storage.kept_logs import KeptLogs
from storage.version import version
from table.errors import CallError
from table.ports import Sink, Speaks
from table.session import Input, Session
from tabletop import SENSES, UNHEARD, Device, DeviceHealth, Sense

if TYPE_CHECKING:
    from mqtt import TableOptions

_LOCAL: Final = "mqtt://localhost"


def open_wire(
    url: str | None,
    table: str,
    game: Game,
    game_id: str,
    put: Callable[[Input], None],
    *,
    vocabulary: Vocabulary,
    log: Path | None = None,
    options: "TableOptions | None" = None,
) -> list[Sink]:
    """The wire to the house, for `connect`. With no address given, a broker on this machine is used.

    Args:
        put: takes what comes in: commands, what nodes sense, the broker's health.
        log: the game's log; what commands were answered is kept beside it.
    Raises:
        CallError: the address or the table's name cannot be used.
    """
    if url is None and not _listens("localhost", 1883):
        return []
    from mqtt import MqttSink, TableOptions

    book = None if log is None else AnswerBook(log.with_name(f"{log.name}.answers"), game_id)
    try:
        wire = MqttSink(
            table,
            url or _LOCAL,
            game=game_id,
            boot=secrets.token_hex(8),
            on_health=put,
            on_command=put,
            on_sensed=put,
            on_home=put,
            on_answered=(lambda answered: None) if book is None else book.add,
            before=() if book is None else book.before,
            history=tuple(enumerate(game.events, 1)),
            about=_about(vocabulary, edition=game.state.edition.name),
            vocabulary=vocabulary,
            options=options if log is None else replace(options or TableOptions(), kept=KeptLogs(log.parent)),
        )
    except (AddressError, TopicError) as error:
        raise CallError(str(error)) from None
    return [WireSink(wire, classify, (lambda: None) if book is None else book.close)]


def open_lobby(config: WireConfig, put: Callable[[Input], None], vocabulary: Vocabulary) -> list[WireSink]:
    """The wire before a game, if the config names a broker: the house hears public words and can press.

    `connect` has it connect.

    Args:
        put: takes what comes in, as of `open_wire`.
    Raises:
        CallError: the address or the table's name cannot be used.
    """
    if not config.mqtt.url:
        return []
    from mqtt import MqttSink

    try:
        wire = MqttSink(
            config.mqtt.table,
            config.mqtt.url,
            game=None,
            boot=secrets.token_hex(8),
            on_health=put,
            on_command=put,
            on_sensed=put,
            about=_about(vocabulary, edition=""),
            vocabulary=vocabulary,
            options=wire_options(config),
        )
    except (AddressError, TopicError) as error:
        raise CallError(str(error)) from None
    return [WireSink(wire, classify)]


def _about(vocabulary: Vocabulary, *, edition: str) -> TableInfo:
    """What this table says of itself; before a game is chosen it has no edition."""
    from mqtt import schema_digests

    return TableInfo(
        map=vocabulary.game_map.id,
        edition=edition,
        software=f"fingerpost/{version()}",
        locales=(vocabulary.phrases.language,),
        capabilities=NAMES,
        schemas=schema_digests(),
    )


def wire_options(config: WireConfig) -> "TableOptions":
    """What a table.toml says of the wire."""
    from mqtt import TableOptions, rights_from

    secret, ca = config.mqtt.password_file, config.mqtt.ca
    return TableOptions(
        password_file=Path(secret) if secret else None,
        ca=Path(ca) if ca else None,
        home_assistant=config.mqtt.home_assistant,
        rights=rights_from(config.mqtt.rights, config.home_seats),
        nodes=node_senses(config),
    )


def node_senses(config: WireConfig) -> dict[str, Sense]:
    """The nodes that a table.toml names for its senses (`node:<name>`), and what each senses.

    Raises:
        CallError: one node is named for two.
    """
    found: dict[str, Sense] = {}
    for sense, place in config.sense_places().items():
        name = node_name(place)
        if name is None:
            continue
        if name in found:
            both = f"{SENSES[found[name]].device} and as {SENSES[sense].device}"
            raise CallError(f"node {name} is named as {both}; run one node for each")
        found[name] = sense
    return found


def node_name(place: str) -> str | None:
    """The node that `[hub] port` or `[camera] device` names; None when the device is on this machine.

    Raises:
        CallError: it cannot be a node's name.
    """
    if not place.startswith("node:"):
        return None
    try:
        return checked_name(place.removeprefix("node:"), "the node")
    except TopicError as error:
        raise CallError(str(error)) from None


def away(device: Device, node: str, at: float) -> DeviceHealth:
    """A sense on another machine before the broker, or that machine, has been found missing."""
    return DeviceHealth(device=device, condition="lost", at=at, cause=UNHEARD, detail=node)


def connect(sinks: Iterable[Sink]) -> None:
    """Let the wire among these sinks connect.

    Not before all else that the table knows of its senses is in the inbox: what a node says counts after it.
    A node may be heard within milliseconds, and that its sense is still `away` must not come later.
    """
    for sink in sinks:
        if isinstance(sink, WireSink):
            sink.start()


def follow(sinks: Iterable[Sink], session: Session, speaker: Speaks | None) -> None:
    """Let the wire among these sinks tell where board and game disagree, and set the voice."""
    session.granting.speaker = speaker
    for sink in sinks:
        if isinstance(sink, WireSink):
            sink.follow(session)


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=0.3).close()
    except OSError:
        return False
    return True
