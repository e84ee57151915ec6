"""The entry point: `fingerpost`, or `python -m fingerpost`. Ctrl-C ends it also while it loads."""

import sys


def main() -> int:
    """Run one subcommand."""
    try:
        from fingerpost.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
