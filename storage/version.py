"""SHELL: which Fingerpost is installed: each log notes the one that plays it."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _installed


def version() -> str:
    """The installed version, or `0` from a bare checkout."""
    try:
        return _installed("fingerpost")
    except PackageNotFoundError:
        return "0"
