"""`fingerpost say TEXT`: any words, in the voice of the table, aloud or into a file."""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from announce import Announcement, LanguageError, Spoken, languages
from command_line.arguments import Subparsers
from command_line.by_name import writing_to
from command_line.extras import EXTRAS
from table.errors import CallError

if TYPE_CHECKING:
    from audio import Voice

LONGEST_S = 600.0  # nobody listens longer to one text


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("say", help="hear any words in the table's voice", description=__doc__)
    parser.add_argument("text", metavar="TEXT", help="the words; - reads them from standard input")
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help="en, de, es or fr (default en)")
    parser.add_argument(
        "--engine",
        choices=("espeak-ng", "speech-dispatcher"),
        default="espeak-ng",
        help="who speaks, as [speech] engine (default espeak-ng)",
    )
    parser.add_argument("--voice", default="", help="the engine's name of a voice (default: the language's)")
    parser.add_argument("--rate", type=int, default=175, help="words a minute, 80 to 450 (default 175)")
    parser.add_argument("--pitch", type=int, default=50, help="0 to 99 (default 50)")
    parser.add_argument("--voices", type=Path, metavar="DIR", help="a folder of Piper voices")
    parser.add_argument("--wav", type=Path, metavar="FILE", help="write a WAV file instead of speaking")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Speak, or write the file; 1: there is no speech, or nothing to play it on."""
    from audio import Dispatcher, Speaker, Voice  # the help needs no sound

    if not 80 <= args.rate <= 450 or not 0 <= args.pitch <= 99:
        raise CallError(f"--rate {args.rate} --pitch {args.pitch}: give 80 to 450, and 0 to 99")
    if args.language not in languages():
        raise CallError(f"--language {args.language}: choose from {', '.join(languages())}")
    text = (sys.stdin.read() if args.text == "-" else args.text).strip()
    if not text:
        raise CallError("say: no words; give some, as: fingerpost say Hello")
    try:
        spoken = Spoken(args.language)
    except LanguageError as error:
        raise CallError(f"--language: {error}") from None
    by_reader = args.engine == "speech-dispatcher"
    if by_reader and args.wav is not None:
        raise CallError("--wav: speech-dispatcher speaks by its own sound; leave out --engine")
    if EXTRAS["speech"].missing and not by_reader and args.voices is None:
        return told(EXTRAS["speech"].line)
    voice = Voice(
        voice=args.language if by_reader else args.voice or args.language,
        rate=args.rate,
        pitch=args.pitch,
        spoken=spoken,
        voices=args.voices,
    )
    if args.voice and not by_reader and not voice.knows(args.voice):
        voice.close()
        raise CallError(f"--voice {args.voice}: no voice is called so; see espeak-ng --voices")
    if args.wav is not None:
        return _write(voice, text, args.wav)
    reader = Dispatcher(language=args.language, voice=args.voice) if by_reader else None
    speaker = Speaker(voice=voice, reader=reader)
    speaker.say(Announcement(audience="everyone", urgency="polite", normal=text), time.monotonic())
    speaker.wait_idle(LONGEST_S)
    health = speaker.health()
    trouble = reader.trouble if reader is not None else ""
    speaker.close()
    return told(trouble or health.detail or health.cause)


def _write(voice: "Voice", text: str, path: Path) -> int:
    """All sentences in one file."""
    from audio.wav_files import write_wav

    sound = voice.say(text)
    voice.close()
    if sound is None:
        return told(voice.health().detail or "no speech")
    with writing_to("--wav", path):
        write_wav(path, sound)
    return 0


def told(trouble: str) -> int:
    """One line for what went wrong, and the exit status."""
    if trouble:
        sys.stderr.write(f"fingerpost: {trouble}\n")
    return 1 if trouble else 0
