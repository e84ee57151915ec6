"""Fakes of commands of the system, for scripts that would change it."""

from pathlib import Path


def put(copy: Path, command: str, script: str) -> None:
    """A fake of a command, in the folder `bin` below `copy`, which the script's PATH begins with."""
    (copy / "bin" / command).write_text(script)
    (copy / "bin" / command).chmod(0o755)
