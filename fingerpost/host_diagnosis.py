"""SHELL: what `fingerpost diagnose` writes, for the host's page."""

import tempfile
from pathlib import Path

from fingerpost.config import Config
from fingerpost.diagnosis import collect, write
from fingerpost.doctor.checks import checks, report


def diagnosed(config: Config, config_file: Path | None) -> bytes:
    """The tar; its file is gone when this returns."""
    parts = collect(config_file, lambda: report(checks(config)))
    with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        out = Path(folder) / "diagnosis.tar"
        write(out, parts)
        return out.read_bytes()
