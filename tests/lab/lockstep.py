"""A sensor on a simulated hub in another process, both on one clock that is stepped."""

import threading

from firmware_bridge import PinSensor, Sensed
from firmware_bridge.serial_hub import SerialPort
from lab.hub.process import HubProcess
from tabletop import board_layout
from tests.waiting import PATIENCE_S


def lived(seconds: float, *, every_ms: int = 1000, **cable: object) -> tuple[list[Sensed], list[str]]:
    """A time at a table in lockstep: what the sensor told, and the ports it was open on."""
    sensor = PinSensor(board_layout("usa"))
    told: list[Sensed] = list(sensor.opened(0.0))
    arrived, news = bytearray(), threading.Condition()

    def take(data: bytes) -> None:
        with news:
            arrived.extend(data)
            news.notify()

    with HubProcess(144, seed=7, clock="lockstep", **cable) as hub:  # type: ignore[arg-type]
        ports = [hub.port]
        port = SerialPort(hub.port)
        port.open()
        port.start(take, lambda error: None)
        heard = written = 0
        for ms in range(20, round(seconds * 1000), 20):
            if ms % every_ms == 0:
                hub.contact(136, ms // every_ms % 2, bounce_ms=7)
                hub.key(0, ms // every_ms % 2 == 1)
            port.write(out := sensor.take_outgoing())
            written += len(out)
            tx = hub.advance(ms, written)
            if hub.port != ports[-1]:
                port.close()
                told += sensor.closed(ms / 1000, "unplugged")
                with news:
                    arrived.clear()
                port = SerialPort(hub.port)
                port.open()
                port.start(take, lambda error: None)
                ports.append(hub.port)
                told += sensor.opened(ms / 1000)
                heard = tx
            with news:
                assert news.wait_for(lambda want=tx - heard: len(arrived) >= want, timeout=PATIENCE_S)  # type: ignore[misc]
                data, heard = bytes(arrived), tx
                arrived.clear()
            told += sensor.feed(data, ms / 1000)
            told += sensor.tick(ms / 1000)
        port.close()
    return told, ports
