"""`fingerpost doctor`: every device, file and service checked, printed and spoken."""

import argparse
import sys
import time
from pathlib import Path

from announce import Announcement
from audio import Speaker, Voice
from fingerpost.commands.arguments import Subparsers
from fingerpost.doctor import checks as doctor
from fingerpost.table_file import read_config, the_config_file


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("doctor", help="check every device, file and service", description=__doc__)
    parser.add_argument("--config", type=Path, help="the table.toml whose devices to check")
    parser.add_argument("--mute", action="store_true", help="print only, do not speak")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Exit 0 only if all is well."""
    named = the_config_file(args.config)
    config = None if named is None else read_config(named)
    if args.mute:
        return doctor.run(sys.stdout, sys.stderr, config, None)
    # At the table's own loudspeaker: who asks may see no screen.
    table = None if config is None else config.audio
    speaker = Speaker(voice=Voice() if config is None else Voice(rate=config.speech.rate), table=table)

    def speak(text: str) -> None:
        """One sentence, said whole before the next."""
        speaker.say(Announcement(audience="everyone", urgency="polite", normal=text), time.monotonic())
        speaker.wait_idle(timeout=30.0)

    try:
        return doctor.run(sys.stdout, sys.stderr, config, speak)
    finally:
        speaker.close()
