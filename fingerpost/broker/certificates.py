"""SHELL: a CA of the table's own and the broker's certificate, by openssl; made, renewed, looked at."""

import os
import secrets
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fingerpost.broker.files import BROKER_USER, BrokerFiles, program, write
from storage.whole_file import SECRET
from table.errors import CallError

CA_DAYS: Final = 3650
SERVER_DAYS: Final = 397  # longer ones are refused by some clients
RENEW_DAYS: Final = 60
_SHOWN_WITHIN_S: Final = 20.0


def make_ca(files: BrokerFiles) -> bool:
    """Make the CA if there is none, or write it anew before it ends; True when it was.

    Its key stays, so that whoever knows the old one trusts the broker until that one ends.
    """
    known = files.ca.exists() and files.ca_key.exists()
    if known and days_left(files.ca) > RENEW_DAYS:
        return False
    with _aside(files) as aside:
        key, made = aside / "ca.key", aside / "ca.crt"
        with_key = ("-key", str(files.ca_key)) if known else (
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", str(key),
        )  # fmt: skip
        openssl(
            "req", "-x509", *with_key, "-days", str(CA_DAYS), "-subj", "/CN=Fingerpost table CA",
            "-addext", "basicConstraints=critical,CA:TRUE,pathlen:0",
            "-addext", "keyUsage=critical,keyCertSign", "-out", str(made),
        )  # fmt: skip
        if not known:
            files.ca.unlink(missing_ok=True)  # first: never a certificate beside a key that is not its own
            write(files.ca_key, _text(key), mode=SECRET)
        write(files.ca, _text(made), mode=0o644)
    return True


def make_certificate(
    files: BrokerFiles, hosts: Sequence[str], *, anew: bool = False, owner: str | None = BROKER_USER
) -> bool:
    """Make or renew the broker's certificate; True when it was.

    Args:
        hosts: names and addresses it is for.
        owner: who reads it with its key; None: who makes it.
    """
    if (
        not anew
        and files.server.exists()
        and days_left(files.server) > RENEW_DAYS
        and names_all(files, hosts)
        and _is_signed(files)
    ):
        return False
    names = ",".join(f"IP:{host}" if _is_address(host) else f"DNS:{host}" for host in hosts)
    with _aside(files) as aside:
        key, request, extensions, made = (aside / name for name in ("key", "request", "extensions", "crt"))
        write(
            extensions,
            f"subjectAltName={names}\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth\n",
            mode=SECRET,
        )
        openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", f"/CN={hosts[0][:64]}", "-keyout", str(key), "-out", str(request),
        )  # fmt: skip
        openssl(
            "x509", "-req", "-in", str(request), "-CA", str(files.ca), "-CAkey", str(files.ca_key),
            "-set_serial", str(secrets.randbits(120)), "-days", str(SERVER_DAYS),
            "-extfile", str(extensions), "-out", str(made),
        )  # fmt: skip
        write(files.server, _text(made) + _text(key), mode=SECRET, owner=owner)
    return True


@contextmanager
def _aside(files: BrokerFiles) -> Iterator[Path]:
    """A folder for what is being made: nothing is put in its place before it is whole."""
    aside = files.folder / "new"
    shutil.rmtree(aside, ignore_errors=True)  # of a setup that a power cut has ended
    try:
        aside.mkdir(mode=0o700)
        yield aside
    except OSError as error:
        raise CallError(f"folder {aside}: {error.strerror}; run it with sudo") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _text(path: Path) -> str:
    return path.read_text(encoding="ascii")


def _is_signed(files: BrokerFiles) -> bool:
    """Whether the broker's certificate is the present CA's."""
    return _run_openssl("verify", "-CAfile", str(files.ca), str(files.server)).returncode == 0


def days_left(certificate: Path) -> int:
    """How many whole days a certificate is still good; 0 when it is not, or when it is none."""
    answer = _run_openssl("x509", "-noout", "-enddate", "-in", str(certificate))
    try:
        ends = datetime.strptime(answer.stdout.decode().strip(), "notAfter=%b %d %H:%M:%S %Y GMT")
    except (UnicodeDecodeError, ValueError):
        return 0
    return max((ends.replace(tzinfo=UTC) - datetime.now(UTC)).days, 0)


def names_of(certificate: Path) -> list[str]:
    """The names and addresses that a certificate is for; none when there is no certificate."""
    answer = _run_openssl("x509", "-noout", "-ext", "subjectAltName", "-in", str(certificate))
    words = answer.stdout.decode(errors="replace").replace("IP Address:", "IP:").replace(",", " ").split()
    return [word.partition(":")[2] for word in words if word.startswith(("DNS:", "IP:"))]


def names_all(files: BrokerFiles, hosts: Sequence[str]) -> bool:
    """Whether the broker's certificate is for all of these."""
    for host in hosts:
        option = "-checkip" if _is_address(host) else "-checkhost"
        answer = _run_openssl("x509", "-noout", "-in", str(files.server), option, host)
        if b"does match" not in answer.stdout:
            return False
    return True


def is_shown(files: BrokerFiles, host: str, port: int) -> bool | None:
    """Whether a broker shows the certificate of the folder to who reaches it there; None: none is shown."""
    try:
        shown = ssl.get_server_certificate((host, port), timeout=5)
    except OSError:
        return None
    return " ".join(shown.split()) in " ".join(
        files.server.read_text(encoding="utf-8", errors="replace").split()
    )


def reload(files: BrokerFiles, port: int) -> bool:
    """Let the system's Mosquitto read its certificate again; True when it shows it within 20 s."""
    try:
        subprocess.run(["systemctl", "reload", "mosquitto.service"], timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    until = time.monotonic() + _SHOWN_WITHIN_S
    while not (shown := is_shown(files, "127.0.0.1", port)) and time.monotonic() < until:
        time.sleep(0.1)
    return shown is True


def _is_address(host: str) -> bool:
    return ":" in host or host.replace(".", "").isdecimal()


def openssl(*arguments: str) -> None:
    """Run it; keys are born with rights for their owner only.

    Raises:
        CallError: it says no.
    """
    before = os.umask(0o077)
    try:
        answer = _run_openssl(*arguments)
    finally:
        os.umask(before)
    if answer.returncode != 0:
        said = answer.stderr.decode(errors="replace").strip().splitlines()
        raise CallError(
            f"openssl {arguments[0]}: {said[-1] if said else 'failed'}; check the folder's rights"
        )


def _run_openssl(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    plain = {**os.environ, "LC_ALL": "C"}  # what it says is read
    return subprocess.run(
        [program("openssl"), *arguments], capture_output=True, timeout=60, check=False, env=plain
    )
