"""`fingerpost doctor`: every device, file and service checked, printed and spoken."""

import argparse
import sys
import time
from functools import partial
from pathlib import Path

from announce import Announcement, LanguageError, Phrases, Spoken, Vocabulary
from audio import Speaker, Voice
from command_line.arguments import Subparsers
from command_line.by_name import layout_or_none, the_map
from engine import MapError, game_map
from fingerpost.config import Config
from fingerpost.doctor import checks as doctor
from fingerpost.doctor.check_lines import Check, amiss, well
from fingerpost.table_file import read_config, the_config_file
from storage.places import is_guest
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("doctor", help="check every device, file and service", description=__doc__)
    parser.add_argument("--config", type=Path, help="the table.toml whose devices to check")
    parser.add_argument("--mute", action="store_true", help="print only, do not speak")
    parser.add_argument("--json", action="store_true", help="one JSON object, doctor/1 (docs/doctor.md)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Exit 0 only if all is well."""
    named = the_config_file(args.config)
    config, before = _config(named)
    v = _vocabulary(config or Config())
    look = partial(
        doctor.run,
        sys.stdout,
        sys.stderr,
        config,
        v=v,
        as_json=args.json,
        before=before,
        guest=is_guest(named),
    )
    if args.mute:
        return look(speak=None)
    # At the table's own loudspeaker, in its language: who asks may see no screen.
    speaker = _speaker(config, v.phrases.language)

    def speak(text: str) -> None:
        """One sentence, said whole before the next."""
        speaker.say(Announcement(audience="everyone", urgency="polite", normal=text), time.monotonic())
        speaker.wait_idle(timeout=30.0)

    try:
        return look(speak=speak)
    finally:
        speaker.close()


def _speaker(config: Config | None, language: str) -> Speaker:
    if config is None:
        return Speaker(voice=Voice())
    voice = Voice(voice=language, rate=config.speech.rate, spoken=Spoken(language))
    return Speaker(voice=voice, table=config.audio)


def _vocabulary(config: Config) -> Vocabulary:
    """How the table of this config calls its things; of a map that cannot be read pins go by their labels."""
    try:
        phrases = Phrases(config.speech.language)
    except LanguageError:
        phrases = Phrases()
    try:
        return Vocabulary(phrases, the_map(config.game.map), layout_or_none(config.game.map), {})
    except (CallError, MapError):
        return Vocabulary(phrases, game_map("usa"), None, {})


def _config(named: Path | None) -> tuple[Config | None, list[Check]]:
    """The config, and what is to be said of it; one that cannot be read is a finding like any other."""
    if named is None:
        return None, []
    try:
        return read_config(named), [well("config", str(named))]
    except CallError as error:
        what, _, advice = str(error).partition("; ")
        fault = "config.key" if " has no key " in what or "unknown section" in what else "config.unreadable"
        return None, [amiss("config", what, advice or f"correct {named}", fault)]
