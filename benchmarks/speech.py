"""Speech: how soon it is heard and silent, its idle cost, its memory: `python -m benchmarks.speech`.

Sound goes into a program that only reads, so no card's own delay is in these numbers.

    --utterances N   for the memory run (default 10,000; each a phrase of its own, played to nobody)
    --streams N      random streams of public and private words (default 1,000)
"""

import argparse
import os
import signal
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from announce import Announcement
from audio import Speaker, Voice
from audio.players import TablePlayer

_FOLLOW = """
import sys
out = open(sys.argv[1], "wb", 0)
while data := sys.stdin.buffer.raw.read(882):
    out.write(data)
"""


def _percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _row(what: str, values: list[float]) -> None:
    milli = [1000 * value for value in values]
    print(
        f"{what:<44}{statistics.median(milli):8.1f}{_percentile(milli, 0.95):8.1f}{max(milli):8.1f}  ms",
        f"({len(values)})",
    )


def _until(condition: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.0005)


def first_sound_and_stop(rounds: int) -> None:
    """From hand-over to the first sample that is not silence; from stop to the last one."""
    path = Path(f"/dev/shm/fingerpost-speech-{os.getpid()}")
    player = TablePlayer((sys.executable, "-S", "-c", _FOLLOW, str(path)))
    speaker = Speaker(table_player=player)
    _until(lambda: path.exists() and path.stat().st_size > 20_000)
    speaker.say(Announcement(audience="everyone", urgency="polite", normal="Ready."), time.monotonic())
    speaker.wait_idle(10)
    first, stopped = [], []
    with path.open("rb") as heard:
        for number in range(rounds):
            time.sleep(0.15)
            heard.seek(0, os.SEEK_END)
            began = time.monotonic()
            words = f"Red square claims Denver to Omaha: {number} trains, 7 points. Blue disc to move."
            speaker.say(Announcement(audience="everyone", urgency="polite", normal=words, seq=number), began)
            _until(lambda: any(heard.read()))
            first.append(time.monotonic() - began)
            time.sleep(0.2)
            asked = time.monotonic()
            speaker.stop(asked)
            last = asked
            while time.monotonic() - last < 0.1:
                if any(heard.read()):
                    last = time.monotonic()
                time.sleep(0.0005)
            stopped.append(last - asked)
    speaker.close()
    path.unlink()
    _row("hand-over to the first sound (bar 60 median)", first)
    _row("stop to silence (bar 100)", stopped)


def restart(rounds: int) -> None:
    """The voice process is killed; the next utterance is there after …"""
    voice, times = Voice(), []
    voice.say("Ready.")
    for number in range(rounds):
        if voice.pid is not None:
            os.kill(voice.pid, signal.SIGKILL)
        began = time.monotonic()
        assert voice.say(f"Number {number}.") is not None
        times.append(time.monotonic() - began)
    voice.close()
    _row("killed to the next utterance (bar 1000)", times)


def _resident_mb(pid: int | str) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def memory(utterances: int) -> None:
    """Distinct phrases, so that none comes from the cache."""
    voice = Voice()
    marks: list[str] = []
    for number in range(utterances):
        sound = voice.say(f"Blue disc claims route {number}.")
        assert sound is not None
        if number in (utterances // 10, utterances // 2, utterances - 1):
            marks.append(f"{number + 1}: {_resident_mb('self'):.0f} + {_resident_mb(voice.pid or 0):.0f} MB")
    voice.close()
    print(f"{'memory, game + voice process':<44}{'; '.join(marks)}")


def idle(seconds: float) -> None:
    """What the loudspeaker's silence and the waiting threads cost."""
    speaker = Speaker(table_player=TablePlayer(("sh", "-c", "exec cat > /dev/null")))
    speaker.say(Announcement(audience="everyone", urgency="polite", normal="Ready."), time.monotonic())
    speaker.wait_idle(10)
    before, began = time.process_time(), time.monotonic()
    time.sleep(seconds)
    share = (time.process_time() - before) / (time.monotonic() - began)
    speaker.close()
    print(f"{'idle, of one core (bar 1 %)':<44}{100 * share:8.2f}  %")


def streams(count: int) -> None:
    """The property of tests/criteria/test_sound.py, over many more streams."""
    from tests.criteria.test_sound import check_stream

    began = time.monotonic()
    for seed in range(count):
        check_stream(seed, 60)
    print(f"{'random streams without a fault':<44}{count:8}  in {time.monotonic() - began:.0f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--utterances", type=int, default=10_000)
    parser.add_argument("--streams", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=50)
    args = parser.parse_args()
    print(f"{'':<44}{'median':>8}{'p95':>8}{'worst':>8}")
    first_sound_and_stop(args.rounds)
    restart(20)
    idle(10.0)
    memory(args.utterances)
    streams(args.streams)
    return 0


if __name__ == "__main__":
    sys.exit(main())
