"""SHELL: a table in one file, backup/1: a tar whose first member says what follows, each with its hash.

It holds every hand of every game, so only its owner may read it. Nothing of a file that is not as its
manifest says reaches the table: all is read and compared before the first name changes.
"""

import errno
import hashlib
import io
import json
import os
import sqlite3
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from storage.acts_beside import acts_of
from storage.log_reading import copied, read_file
from storage.whole_file import SECRET
from table.errors import CallError, StoreError

FORM: Final = "backup/1"
PARTS: Final = ("games", "campaigns", "learned", "camera", "board", "users", "config")
"""The folders of a backup."""
_MANIFEST: Final = "manifest.json"
_MOST_MANIFEST: Final = 16_000_000
_PIECE: Final = 1 << 20


class BackupError(CallError):
    """A backup cannot be written or is not what it says; nothing was changed."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a backup."""

    path: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What the first member says."""

    format: str
    program: str
    made: str  # wall clock, UTC
    files: tuple[Member, ...]


def copy_log(log: Path, to: Path) -> list[Path]:
    """A game as it is at one moment, also while it is played; which files it is now.

    What is whole becomes one file and the acts beside it. What is harmed stays as it is, for who mends it.

    Raises:
        StoreError: it cannot be read.
        OSError: there is no room for it.
    """
    copied(log, to)
    with suppress(StoreError):
        found = read_file(to)
        if found.fault is None and not found.harm:
            with closing(sqlite3.connect(to)) as copy:
                copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    made = [file for file in (to, Path(f"{to}-wal"), acts_of(to)) if file.is_file()]
    for file in made:
        file.chmod(SECRET)
    return made


def write_backup(file: Path, files: Mapping[str, Path], *, program: str, made: str) -> Manifest:
    """Write a backup. `files`: name in it → where it is; they do not change meanwhile.

    Raises:
        BackupError: the file is there already.
        OSError: it cannot be written; then there is none.
    """
    manifest = Manifest(
        format=FORM,
        program=program,
        made=made,
        files=tuple(_member(name, files[name]) for name in sorted(files)),
    )
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        opened = os.open(file, flags, SECRET)
    except FileExistsError:
        raise BackupError(f"{file}: is there already; name another file") from None
    try:
        with os.fdopen(opened, "wb") as out:
            with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
                text = json.dumps(msgspec.to_builtins(manifest), indent=1, ensure_ascii=False).encode()
                tar.addfile(_info(_MANIFEST, len(text)), io.BytesIO(text))
                for member in manifest.files:
                    with files[member.path].open("rb") as content:
                        tar.addfile(_info(member.path, member.size), content)
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        with suppress(OSError):
            file.unlink()
        raise
    return manifest


def manifest_of(file: Path) -> Manifest:
    """What a backup says of itself, no more of it read.

    Raises:
        BackupError: it is none, of a newer form, or cannot be read.
    """
    with _opened(file) as tar:
        return _manifest(file, tar)


def read_backup(file: Path, into: Path) -> Manifest:
    """Unpack a backup into an empty folder, if all of it is as its manifest says.

    Raises:
        BackupError: it is none, of a newer form, or not what it says.
    """
    with _opened(file) as tar:
        manifest = _manifest(file, tar)
        _unpack(file, tar, manifest, into)
    return manifest


class _InPieces(io.FileIO):
    """A file of which nobody takes more at once than a manifest has: a tar's header may ask for all of it."""

    def read(self, size: int | None = -1, /) -> bytes:
        """So many bytes; OSError where they are too many."""
        if size is None or not 0 <= size <= _MOST_MANIFEST + _PIECE:
            raise OSError(errno.EFBIG, "a header of it is too large")
        return super().read(size) or b""


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    """A tar that somebody has brought. Raises: BackupError: whatever is wrong with it."""
    try:
        if not file.is_file():
            raise BackupError(f"{file}: is no file; name one that fingerpost backup has made")
        with _InPieces(file) as content, tarfile.open(fileobj=content, mode="r:") as tar:
            yield tar
    except (tarfile.TarError, EOFError, ValueError, OverflowError, RecursionError) as error:
        # The last three are what the library makes of odd headers.
        why = " ".join(str(error).split())[:100]
        raise BackupError(f"{file}: is no whole backup ({why}); take another copy of it") from None
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror or error}; check the file and its rights") from None


def _manifest(file: Path, tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    if first is None or first.name != _MANIFEST or not first.isreg() or first.size > _MOST_MANIFEST:
        raise BackupError(f"{file}: is no backup of Fingerpost; name one that fingerpost backup has made")
    content = tar.extractfile(first)
    assert content is not None  # it is a regular file
    raw = content.read()
    try:
        form = msgspec.json.decode(raw, type=dict[str, object]).get("format")
        if isinstance(form, str) and form.startswith("backup/") and form != FORM:
            raise BackupError(f"{file}: was made by a newer Fingerpost ({form}); upgrade first")
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BackupError(f"{file}: its manifest cannot be read; take another copy of it") from None
    if manifest.format != FORM:
        raise BackupError(f"{file}: is no backup of Fingerpost; name one that fingerpost backup has made")
    return manifest


def _unpack(file: Path, tar: tarfile.TarFile, manifest: Manifest, into: Path) -> None:
    wanted = {member.path: member for member in manifest.files}
    if len(wanted) != len(manifest.files):
        raise BackupError(f"{file}: its manifest names a file twice; take another copy of it")
    for found in tar:
        if found.name == _MANIFEST and found.offset == 0:
            continue
        member = wanted.pop(found.name, None)
        if member is None or not found.isreg() or not _may_stand(found.name):
            raise BackupError(f"{file}: {found.name!r} does not belong there; take another copy of it")
        content = tar.extractfile(found)
        assert content is not None  # it is a regular file
        digest, size, place = hashlib.sha256(), 0, into / found.name
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with place.open("xb") as out:
            place.chmod(SECRET)
            while piece := content.read(_PIECE):
                digest.update(piece)
                size += len(piece)
                if size > member.size:  # a hole has no end, and fills the card with nothing
                    break
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        if (size, digest.hexdigest()) != (member.size, member.sha256):
            raise BackupError(f"{file}: {found.name} is not as it was written; take another copy of it")
    if wanted:
        raise BackupError(f"{file}: {min(wanted)} is missing in it; take another copy of it")


def _may_stand(name: str) -> bool:
    """Whether a name stays in the folders of a backup."""
    parts = PurePosixPath(name).parts
    plain = str(PurePosixPath(name)) == name and ".." not in parts and len(parts) >= 2 and "\0" not in name
    return plain and (name == "config/table.toml" if parts[0] == "config" else parts[0] in PARTS)


def _member(name: str, path: Path) -> Member:
    digest = hashlib.sha256()
    with path.open("rb") as content:
        while piece := content.read(_PIECE):
            digest.update(piece)
        return Member(path=name, size=content.tell(), sha256=digest.hexdigest())


def _info(name: str, size: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.size, info.mode = size, SECRET
    return info
