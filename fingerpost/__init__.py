"""SHELL: the application: session, store, sinks and the command line."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _installed


def version() -> str:
    """The installed version, or `0` from a bare checkout."""
    try:
        return _installed("fingerpost")
    except PackageNotFoundError:
        return "0"
