"""SHELL: the voice, in a process of its own: `python -m audio.voice_process [FOLDER OF PIPER VOICES]`.

Orders come as JSON lines on stdin ({"id", "text", "rate", "voice"}, {"id", "stop": true}, and {"id", "voice"}
with "names" or "known" true); samples, and the names of voices, go in frames to stdout. It ends when stdin
ends, so it never outlives the game that started it.
"""

import os
import queue
import signal
import sys
import threading
from pathlib import Path

from audio.espeak import Engine, NoSpeechError, engine
from audio.voice_wire import SpeechOrder, WireError, frame, parse_order, voices_body

NO_SPEECH_EXIT = 3


def main() -> int:
    """Speak until stdin ends; 3 when there is no speech on this machine."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the game, which then closes our stdin
    try:
        speech = _with_piper(engine())
    except NoSpeechError as trouble:
        _send(frame("trouble", 0, str(trouble).encode()))
        return NO_SPEECH_EXIT
    _send(frame("hello", 0))
    orders: queue.SimpleQueue[SpeechOrder] = queue.SimpleQueue()
    stopped: set[int] = set()
    threading.Thread(target=_listen, args=(orders, stopped), daemon=True).start()
    while True:
        order = orders.get()
        _speak(speech, order, stopped)
        stopped.discard(order.id)


def _with_piper(speech: Engine) -> Engine:
    """Piper first where a folder of voices was named."""
    if len(sys.argv) < 2:
        return speech
    from audio.piper import Piper

    return Piper(Path(sys.argv[1]), speech)


def _listen(orders: "queue.SimpleQueue[SpeechOrder]", stopped: set[int]) -> None:
    """Read orders; a stop takes effect while its text is being spoken."""
    for line in sys.stdin.buffer:
        try:
            order = parse_order(line)
        except WireError as trouble:
            _send(frame("trouble", 0, str(trouble).encode()))
            continue
        if order.stop:
            stopped.add(order.id)
        else:
            orders.put(order)
    os._exit(0)  # the game is gone; the main thread may be inside the library


def _speak(speech: Engine, order: SpeechOrder, stopped: set[int]) -> None:
    if order.names:
        _send(frame("voices", order.id, voices_body(speech.voices(order.voice))))
    elif order.known:
        found = {order.voice: order.voice} if speech.knows(order.voice) else {}
        _send(frame("voices", order.id, voices_body(found)))
    else:
        for samples in speech.speak(order, lambda: order.id not in stopped):
            if order.id in stopped:
                break
            _send(frame("samples", order.id, samples))
    _send(frame("end", order.id))


_out = threading.Lock()


def _send(data: bytes) -> None:
    with _out:
        try:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        except (BrokenPipeError, ValueError):
            os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
