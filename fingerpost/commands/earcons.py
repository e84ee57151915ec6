"""`fingerpost earcons`: the short sounds, to hear and to learn: one by its name, or each with its name."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

from announce import EARS, Announcement, Ear, Earcon
from fingerpost.commands.arguments import Subparsers
from fingerpost.commands.say import LONGEST_S, told, write
from fingerpost.errors import CallError

MEANINGS: Final[dict[Earcon, str]] = {
    "tick": "a button goes down",
    "edge": "the end of a list",
    "place": "a token stands",
    "lift": "a token is gone",
    "claim": "a route, station or harbor is taken; in its seat's timbre",
    "turn": "whose turn it is; a seat's own two notes",
    "question": "an answer is wanted",
    "refuse": "not done",
    "off": "the board differs from the game",
    "right": "the board is right again",
    "fallen": "many tokens fell",
    "done": "your own ticket is done",
    "lost": "a device is gone",
    "found": "a device is back",
    "fault": "one pin is odd",
    "ready": "all is well",
    "wait": "still waiting",
    "last": "the last round",
    "win": "the winner; a seat's two notes twice, rising",
    "ear": "private words begin",
    "card": "a card is taken",
    "flip": "a tunnel card is turned",
    "deal": "cards are dealt",
    "flush": "the row is replaced",
    "ticket": "tickets",
    "money": "coins, or an exchange",
    "paper": "a newspaper",
}


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("earcons", help="hear and learn the short sounds", description=__doc__)
    parser.add_argument("name", nargs="?", metavar="NAME", help="one of them (without: they are listed)")
    parser.add_argument("--seat", choices=EARS, help="in this seat's timbre")
    parser.add_argument("--learn", action="store_true", help="all of them, each with its name")
    parser.add_argument("--wav", type=Path, metavar="FILE", help="write the one named as a WAV file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, play or write; 1: there is nothing to play on."""
    if args.learn:
        return _play(tuple(MEANINGS), args.seat)
    if args.name is None:
        if args.wav is not None:
            raise CallError("--wav: name the sound to write, as: fingerpost earcons claim --wav claim.wav")
        _list()
        return 0
    found = [name for name in get_args(Earcon) if name == args.name]
    if not found:
        raise CallError(f"earcons: no sound {args.name}; choose from {', '.join(MEANINGS)}")
    if args.wav is None:
        return _play(found, args.seat)
    from audio import earcon
    from audio.wav_files import write_wav

    write(args.wav, lambda: write_wav(args.wav, earcon(found[0], args.seat)))
    return 0


def _list() -> None:
    from audio import earcon

    for name, meaning in MEANINGS.items():
        sys.stdout.write(f"{name:<9}{round(1000 * earcon(name).seconds):>4} ms  {meaning}\n")


def _play(names: Sequence[Earcon], seat: Ear | None) -> int:
    """Each sound, and then its name."""
    from audio import Speaker

    speaker = Speaker()
    for name in names:
        sound = Announcement(audience="everyone", urgency="polite", normal=name, earcon=name, timbre=seat)
        speaker.say(sound, time.monotonic())
        speaker.wait_idle(LONGEST_S)
    health = speaker.health()
    speaker.close()
    return told(health.detail or health.cause)
