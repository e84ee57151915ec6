"""The entry point: `fingerpost`, or `python -m fingerpost`. Ctrl-C ends it also while it loads."""

from __future__ import annotations  # an old Python must come as far as to be told

import signal
import sys
from types import FrameType

from fingerpost.old_python import NEEDED, refuse


def _end(number: int, _frame: FrameType | None) -> None:
    """End as after Ctrl-C: what is open says goodbye and is closed."""
    raise SystemExit(128 + number)


def main() -> int:
    """Run one subcommand."""
    if sys.version_info[:2] < NEEDED:
        return refuse(sys.argv[1:], sys.version_info[:3])
    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so shells start what runs in the background
            signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup
                signal.signal(number, _end)
        from command_line.streams import hold_places

        hold_places()
        from fingerpost.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
