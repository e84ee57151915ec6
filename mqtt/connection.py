"""SHELL: one connection to the broker, from CONNECT to its loss. A new one is made for every attempt.

MQTT 5 is offered first; a broker that knows only 3.1.1 is spoken to in that, without what 5 has beyond it.

A fresh paho client each time, driven by our own loop in one thread: no hidden queue outlives a connection,
and paho's callbacks only note what came, so that nothing of ours can raise inside it.
"""

import select
import socket
import ssl
import struct
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from paho.mqtt import MQTTException
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from mqtt.access import Access, Cause, LostError, parse_address
from mqtt.inbound import InboundMessage
from mqtt.outbox import ANNOUNCE_EXPIRY_S, Publication
from mqtt.payloads import MAX_BYTES

KEEPALIVE_S: Final = 15
ANSWER_WITHIN_S: Final = 5.0
AT_ONCE: Final = 1000  # unacknowledged messages that a broker may have sent us
TAKEN_OVER: Final = 0x8E  # MQTT 5, reason "Session taken over"
_OTHER_PROTOCOL: Final = frozenset({0x01, 0x84})  # unsupported protocol version, in 3.1.1 and 5
_AROUND_BYTES: Final = 64  # of a PUBLISH beside topic and payload: its header, ids and properties
_REFUSED_RIGHTS: Final = frozenset({0x86, 0x87})  # bad user name or password; not authorized


@dataclass(slots=True)
class Heard:
    """What paho has noted since the last look."""

    messages: deque[InboundMessage] = field(default_factory=deque)
    acknowledged: deque[int] = field(default_factory=deque)
    refused: deque[int] = field(
        default_factory=deque
    )  # published, and kept back by the broker's access rules
    subscribed: set[int] = field(default_factory=set)
    denied: bool = False  # the broker's access rules kept something from us
    connack: int | None = None
    largest: int | None = None  # bytes of a packet that the broker takes; None: it names no limit
    at_once: int = 65_535  # unacknowledged messages that it takes
    lost: int | None = None
    to_acknowledge: deque[int] = field(default_factory=deque)  # beside each of `messages`; 0: QoS 0


class Connection:
    """A conversation with the broker; every method belongs to the one thread that made it.

    `will_topic`: where the broker says `offline` for us when we are gone; None: no will. `modern`: MQTT 5.
    `session_s`: for so long the broker keeps what comes while we are away, and what we have not told it that
    we have (`acknowledge`); 0: nothing, and all that comes is acknowledged at once.
    """

    def __init__(
        self,
        access: Access,
        *,
        client_id: str,
        will_topic: str | None,
        modern: bool = True,
        session_s: int = 0,
    ) -> None:
        access.readable()
        address = access.address
        self._address = address
        self.modern = modern
        self.heard = Heard()
        self._session_s = session_s
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            clean_session=None if modern else not session_s,
            protocol=MQTTProtocolVersion.MQTTv5 if modern else MQTTProtocolVersion.MQTTv311,
            manual_ack=bool(session_s),
        )
        self._client.connect_timeout = ANSWER_WITHIN_S
        self._client.suppress_exceptions = True
        if will_topic is not None:
            self._client.will_set(will_topic, b"offline", qos=1, retain=True)
        if address.user is not None:
            self._client.username_pw_set(address.user, access.password)
        if address.tls:
            self._client.tls_set(ca_certs=None if access.ca is None else str(access.ca))
        self._client.on_socket_open = _no_delay
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_subscribe = self._on_subscribe
        self._client.on_publish = self._on_publish
        self._client.on_message = self._on_message

    def open(self, go_on: Callable[[], bool]) -> None:
        """Connect and wait for the broker's yes; `go_on` may end the wait.

        Raises:
            LostError: nobody listens there, the name is unknown, no answer within 5 s, or the broker says no.
        """
        if not go_on():
            raise LostError("closed", "stopping")
        properties = self._properties(PacketTypes.CONNECT)
        if properties is not None:
            properties.MaximumPacketSize = 2 * MAX_BYTES  # what is larger never reaches this process
            if self._session_s:
                properties.SessionExpiryInterval = self._session_s
                properties.ReceiveMaximum = AT_ONCE
        try:
            if properties is not None:
                self._client.connect(
                    self._address.host,
                    self._address.port,
                    keepalive=KEEPALIVE_S,
                    clean_start=not self._session_s,
                    properties=properties,
                )
            else:
                self._client.connect(self._address.host, self._address.port, keepalive=KEEPALIVE_S)
        except ConnectionRefusedError as error:
            raise LostError("refused", str(error)) from None
        except socket.gaierror as error:
            raise LostError("unknown-host", str(error)) from None
        except TimeoutError as error:
            raise LostError("silent", str(error)) from None
        except ssl.SSLError as error:
            raise LostError("untrusted", error.reason or str(error)) from None
        except (OSError, ValueError) as error:
            raise LostError("unreachable", str(error)) from None
        try:
            self._until(lambda: self.heard.connack is not None, go_on)
        except LostError as lost:
            if not self.heard.connack:  # a broker that says no hangs up at once
                raise LostError(lost.cause, lost.detail, unheard=lost.cause in ("closed", "error")) from None
        if self.heard.connack:
            cause: Cause = "forbidden" if self.heard.connack in _REFUSED_RIGHTS else "refused"
            raise LostError(cause, "CONNACK", unheard=self.heard.connack in _OTHER_PROTOCOL)

    def subscribe(self, topic: str, *, with_retained: bool = True) -> int:
        """Subscribe, never to our own messages, with the retain flag as the sender set it; returns the id."""
        if self.modern:
            options = SubscribeOptions(
                qos=1,
                noLocal=True,
                retainAsPublished=True,
                retainHandling=SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE
                if with_retained
                else SubscribeOptions.RETAIN_DO_NOT_SEND,
            )
            code, mid = self._client.subscribe(topic, options=options)
        else:
            code, mid = self._client.subscribe(topic, qos=1)
        if code != MQTTErrorCode.MQTT_ERR_SUCCESS or mid is None:
            raise LostError("closed", "SUBSCRIBE")
        return mid

    def retained(self, topic: str, go_on: Callable[[], bool]) -> bytes | None:
        """Subscribe to a topic and return what is retained there.

        Nothing marks the end of what is retained. A second subscription that wants none of it is answered
        after it: that answer is the mark.
        """
        self.subscribe(topic)
        mark = self.subscribe(topic, with_retained=False)
        self._until(lambda: mark in self.heard.subscribed, go_on)
        found = [message for message in self.heard.messages if message.topic == topic]
        return found[-1].payload if found else None

    def takes(self, topic: str, payload: bytes) -> bool:
        """Whether the broker takes a message so long; one that is longer it answers by hanging up."""
        largest = self.heard.largest
        return largest is None or len(topic) + len(payload) + _AROUND_BYTES <= largest

    def publish(
        self, topic: str, payload: bytes, *, qos: int, retain: bool, message: Publication | None = None
    ) -> int:
        """Hand one message to the broker now; returns its id.

        Raises:
            LostError: the connection is gone; the message has not been kept anywhere below.
        """
        properties = self._properties(PacketTypes.PUBLISH)
        if properties is not None and message is not None:
            if message.kind == "announce":
                properties.MessageExpiryInterval = ANNOUNCE_EXPIRY_S
            if message.correlation is not None:
                properties.CorrelationData = message.correlation
        info = self._client.publish(topic, payload, qos=qos, retain=retain, properties=properties)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise LostError("closed", f"PUBLISH: {info.rc.name}")
        return info.mid

    def acknowledge(self, mid: int) -> None:
        """Tell the broker that a message is ours for good; 0, which none has, is no matter.

        Raises:
            LostError: the connection is gone; the broker sends it again.
        """
        if mid and self._client.ack(mid, 1) != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise LostError("closed", "PUBACK")

    def turn(self, wake: socket.socket | None, timeout_s: float) -> None:
        """Wait for the broker, for `wake` or for the time to pass, and deal with what is there.

        Raises:
            LostError: the broker closed, answered no ping, spoke nonsense, or another engine took over.
        """
        try:
            self._turn(wake, timeout_s)
        except (IndexError, KeyError, TypeError, ValueError, struct.error, MQTTException) as error:
            raise LostError("error", f"the broker's answer cannot be read: {error}") from None

    def _turn(self, wake: socket.socket | None, timeout_s: float) -> None:
        sock = self._client.socket()
        if sock is None:
            raise self._loss()
        pending = getattr(sock, "pending", None)  # TLS may hold bytes that select cannot see
        wait = 0.0 if pending is not None and pending() > 0 else timeout_s
        readable, writable, _ = select.select(
            [sock] if wake is None else [sock, wake], [sock] if self._client.want_write() else [], [], wait
        )
        if wake is not None and wake in readable:
            wake.recv(4096)
        failed = False
        if sock in readable or wait == 0.0:
            failed = self._client.loop_read() != MQTTErrorCode.MQTT_ERR_SUCCESS
        if not failed and sock in writable:
            failed = self._client.loop_write() != MQTTErrorCode.MQTT_ERR_SUCCESS
        if not failed:
            failed = self._client.loop_misc() != MQTTErrorCode.MQTT_ERR_SUCCESS
        if failed or self._client.socket() is None:
            raise self._loss()

    def close(self, *, politely: bool) -> None:
        """End it. Politely, the broker drops the will; otherwise it publishes it."""
        if politely:
            self._client.disconnect()
            until = time.monotonic() + 0.5
            while self._client.socket() is not None and time.monotonic() < until:
                if self._client.loop_write() != MQTTErrorCode.MQTT_ERR_SUCCESS:
                    break
        sock = self._client.socket()
        if sock is not None:
            sock.close()

    def _properties(self, packet: int) -> Properties | None:
        """Empty properties for a packet; None in MQTT 3.1.1, which has none."""
        return Properties(packet) if self.modern else None  # type: ignore[no-untyped-call]

    def _until(self, done: Callable[[], bool], go_on: Callable[[], bool]) -> None:
        end = time.monotonic() + ANSWER_WITHIN_S
        while not done():
            if time.monotonic() >= end:
                raise LostError("silent", f"no answer within {ANSWER_WITHIN_S:g} s")
            if not go_on():
                raise LostError("closed", "stopping")
            self.turn(None, 0.2)

    def _loss(self) -> LostError:
        match self.heard.lost:
            case None:
                return LostError("closed")
            case code if code == TAKEN_OVER:
                return LostError("taken-over")
            case code if code in _REFUSED_RIGHTS:
                return LostError("forbidden")
            case code:
                return LostError("closed", f"reason {code:#x}")

    def _on_connect(
        self, _c: Client, _u: object, _f: ConnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        self.heard.connack = code.value
        self.heard.largest = getattr(properties, "MaximumPacketSize", None)
        self.heard.at_once = getattr(properties, "ReceiveMaximum", self.heard.at_once)

    def _on_disconnect(
        self, _c: Client, _u: object, _f: DisconnectFlags, code: ReasonCode, _p: Properties | None
    ) -> None:
        if self.heard.lost is None:  # paho tells a DISCONNECT packet and then the closed socket
            self.heard.lost = code.value

    def _on_subscribe(
        self, _c: Client, _u: object, mid: int, codes: list[ReasonCode], _p: Properties | None
    ) -> None:
        self.heard.subscribed.add(mid)
        self.heard.denied |= any(code.is_failure for code in codes)

    def _on_publish(self, _c: Client, _u: object, mid: int, code: ReasonCode, _p: Properties) -> None:
        (self.heard.refused if code.is_failure else self.heard.acknowledged).append(mid)
        self.heard.denied |= code.is_failure

    def _on_message(self, _c: Client, _u: object, message: MQTTMessage) -> None:
        if self._session_s:
            self.heard.to_acknowledge.append(message.mid if message.qos else 0)
        properties = message.properties
        correlation = getattr(properties, "CorrelationData", None)
        response = getattr(properties, "ResponseTopic", None)
        self.heard.messages.append(
            InboundMessage(
                topic=message.topic,
                payload=bytes(message.payload),
                retained=message.retain,
                response_topic=response if isinstance(response, str) else None,
                correlation=correlation if isinstance(correlation, bytes) else None,
            )
        )


def opened(
    access: Access,
    *,
    client_id: str,
    will_topic: str | None,
    go_on: Callable[[], bool] = lambda: True,
    session_s: int = 0,
) -> Connection:
    """A connection in MQTT 5, or in 3.1.1 when the broker does not know what 5 is.

    Raises:
        LostError: as `Connection.open`.
    """
    modern = True
    while True:
        connection = Connection(
            access, client_id=client_id, will_topic=will_topic, modern=modern, session_s=session_s
        )
        try:
            connection.open(go_on)
            return connection
        except LostError as lost:
            connection.close(politely=False)
            if not (modern and lost.unheard and go_on()):
                raise
            modern = False


def probe(url: str, *, password: str | None = None, ca: Path | None = None) -> Cause | None:
    """Try whether a broker answers there and lets us in; None: it does. Takes 10 s at most.

    Raises:
        AddressError: the address cannot be used.
    """
    access = Access(address=parse_address(url), password=password, ca=ca)
    try:
        opened(access, client_id="", will_topic=None).close(politely=True)
    except LostError as lost:
        return lost.cause
    return None


def _no_delay(_client: Client, _userdata: object, sock: object) -> None:
    if isinstance(sock, socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
