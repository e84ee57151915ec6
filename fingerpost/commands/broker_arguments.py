"""Arguments of subcommands that talk to a broker."""

import argparse
from pathlib import Path


def add_broker(parser: argparse.ArgumentParser) -> None:
    """--url, --password-file, --ca."""
    parser.add_argument("--url", default="mqtt://localhost", help="the broker (default mqtt://localhost)")
    parser.add_argument("--password-file", type=Path, help="holds the password of the user in --url")
    parser.add_argument("--ca", type=Path, help="the CA that signed the broker's certificate")
