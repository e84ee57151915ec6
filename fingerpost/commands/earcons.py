"""`fingerpost earcons`: the short sounds, to hear and to learn: one by its name, or each with its name."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from announce import EARS, Announcement, Ear, Earcon, LanguageError, Phrases, Spoken, earcon_names
from command_line.arguments import Subparsers
from command_line.by_name import writing_to
from command_line.extras import EXTRAS
from command_line.language import add_language
from fingerpost.commands.say import LONGEST_S, told
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("earcons", help="hear and learn the short sounds", description=__doc__)
    parser.add_argument("name", nargs="?", metavar="NAME", help="one of them (without: they are listed)")
    parser.add_argument("--seat", choices=EARS, help="in this seat's timbre")
    parser.add_argument("--learn", action="store_true", help="all of them, each with its name")
    add_language(parser)
    parser.add_argument("--wav", type=Path, metavar="FILE", help="write the one named as a WAV file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, play or write; 1: there is nothing to play on."""
    try:
        phrases = Phrases(args.language)
    except LanguageError as error:
        raise CallError(f"--language: {error}") from None
    if args.learn:
        return _play(get_args(Earcon), args.seat, phrases)
    if args.name is None:
        if args.wav is not None:
            raise CallError("--wav: name the sound to write, as: fingerpost earcons claim --wav claim.wav")
        _list(phrases)
        return 0
    found = [name for name in get_args(Earcon) if name == args.name]
    if not found:
        raise CallError(f"earcons: no sound {args.name}; choose from {', '.join(get_args(Earcon))}")
    if args.wav is None:
        return _play(found, args.seat, phrases)
    from audio import earcon
    from audio.wav_files import write_wav

    with writing_to("--wav", args.wav):
        write_wav(args.wav, earcon(found[0], args.seat))
    return 0


def _list(phrases: Phrases) -> None:
    from audio import earcon

    for name, (_, meaning) in earcon_names(phrases).items():
        sys.stdout.write(f"{name:<9}{round(1000 * earcon(name).seconds):>4} ms  {meaning}\n")


def _play(names: Sequence[Earcon], seat: Ear | None, phrases: Phrases) -> int:
    """Each sound, and then its name."""
    from audio import Speaker, Voice

    speaker = Speaker(voice=Voice(voice=phrases.language, spoken=Spoken(phrases.language)))
    called_as = earcon_names(phrases)
    for name in names:
        called, _ = called_as[name]
        sound = Announcement(audience="everyone", urgency="polite", normal=called, earcon=name, timbre=seat)
        speaker.say(sound, time.monotonic())
        speaker.wait_idle(LONGEST_S)
    health = speaker.health()
    speaker.close()
    return told(EXTRAS["speech"].line if EXTRAS["speech"].missing else health.detail or health.cause)
