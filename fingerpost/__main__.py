"""The entry point: `fingerpost`, or `python -m fingerpost`. Ctrl-C ends it also while it loads."""

import signal
import sys


def main() -> int:
    """Run one subcommand."""
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so shells start what runs in the background
            signal.signal(signal.SIGINT, signal.default_int_handler)
        from fingerpost.streams import hold_places

        hold_places()
        from fingerpost.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
