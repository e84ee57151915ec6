"""What `pip install fingerpost` takes: a wheel and the source, the same bytes wherever they are built."""

import io
import shutil
import sys
import tarfile
from pathlib import Path
from typing import Final

from scripts.packaging.environment import build_environment, copied, own_wheel, run
from scripts.packaging.files import pressed

_BUILD_SOURCE: Final = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def build(out: Path, epoch: int) -> list[Path]:
    """Build both into `out`.

    Raises:
        BuildError: a step failed.
    """
    out.mkdir(parents=True, exist_ok=True)
    wheel = own_wheel(epoch)
    source = own_source(epoch)
    try:
        return [Path(shutil.copyfile(one, out / one.name)) for one in (wheel, source)]
    finally:
        shutil.rmtree(wheel.parent)
        shutil.rmtree(source.parent)


def build_compiled(out: Path, epoch: int) -> list[Path]:
    """Build into `out` the wheel of this Python and this processor; pip prefers it where it fits.

    Raises:
        BuildError: it could not be compiled.
    """
    out.mkdir(parents=True, exist_ok=True)
    wheel = own_wheel(epoch, compiled="1")
    try:
        return [Path(shutil.copyfile(wheel, out / wheel.name))]
    finally:
        shutil.rmtree(wheel.parent)


def own_source(epoch: int) -> Path:
    """Fingerpost's source archive, in a folder of its own."""
    made, copy = copied("source")
    run(
        [sys.executable, "-c", _BUILD_SOURCE, str(made)],
        "the source could not be packed",
        build_environment(epoch),
        copy,
    )
    (archive,) = made.glob("fingerpost-*.tar.gz")
    archive.write_bytes(plainly(archive.read_bytes(), epoch))
    return archive


def plainly(packed: bytes, epoch: int) -> bytes:
    """A .tar.gz without time, owner and rights of whoever packed it, in the order of the names."""
    tar = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as before,
        tarfile.open(fileobj=tar, mode="w", format=tarfile.PAX_FORMAT) as after,
    ):
        for member in sorted(before.getmembers(), key=lambda one: one.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, epoch
            plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            after.addfile(plain, before.extractfile(member))
    return pressed(tar.getvalue())
