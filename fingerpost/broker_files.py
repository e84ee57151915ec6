"""SHELL: the files of a Mosquitto for tables: its settings, a CA of its own, certificates, secrets.

Every secret is in a file that only its owner can read; none is ever an argument of a program or in a log.
"""

import os
import pwd
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fingerpost.errors import CallError

CA_DAYS: Final = 3650
SERVER_DAYS: Final = 397  # longer ones are refused by some clients
RENEW_DAYS: Final = 60
PLAIN_PORT: Final = 1883
TLS_PORT: Final = 8883
_PLUGIN: Final = "mosquitto_dynamic_security.so"
_PLUGIN_FOLDERS: Final = ("/usr/lib", "/usr/lib/*-linux-gnu*", "/usr/local/lib")
_BROKER_USER: Final = "mosquitto"
_ENGINE_USER: Final = "fingerpost"


@dataclass(frozen=True, slots=True)
class BrokerFiles:
    """One folder with all of it."""

    folder: Path

    @property
    def conf(self) -> Path:
        """Mosquitto's settings."""
        return self.folder / "fingerpost.conf"

    @property
    def security(self) -> Path:
        """What the plug-in for dynamic security keeps; in a folder of its own, for it writes it anew."""
        return self.folder / "state" / "dynamic-security.json"

    @property
    def admin(self) -> Path:
        """Options of mosquitto_ctrl, with the administrator's password, where it looks for them."""
        return self.folder / "admin" / "mosquitto_ctrl"

    @property
    def ca(self) -> Path:
        """The certificate that clients are given."""
        return self.folder / "ca.crt"

    @property
    def ca_key(self) -> Path:
        """What signs: stays with root."""
        return self.folder / "ca.key"

    @property
    def server(self) -> Path:
        """The broker's certificate."""
        return self.folder / "server.crt"

    @property
    def server_key(self) -> Path:
        """The broker's key."""
        return self.folder / "server.key"

    def password(self, user: str) -> Path:
        """The file with a user's password."""
        return self.folder / "users" / f"{user}.password"

    def secret(self) -> tuple[Path, ...]:
        """Every file that only its owner may read."""
        found = [self.security, self.admin, self.ca_key, self.server_key]
        found += sorted((self.folder / "users").glob("*.password"))
        return tuple(path for path in found if path.exists())

    def make_folder(self) -> None:
        """Make it, open to look into: Mosquitto runs as a user of its own.

        Raises:
            CallError: no right to.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "users").mkdir(exist_ok=True)
            self.admin.parent.mkdir(mode=0o700, exist_ok=True)
            self.security.parent.mkdir(mode=0o700, exist_ok=True)
            give_to_broker(self.security.parent)
        except OSError as error:
            raise CallError(f"folder {self.folder}: {error.strerror}; run it with sudo") from None

    def write_conf(self, *, port: int, lan: bool, tls_port: int) -> None:
        """Write Mosquitto's settings: this machine only, and with `lan` the network by TLS."""
        network = LAN_SETTINGS.format(tls_port=tls_port, cert=self.server, key=self.server_key, ca=self.ca)
        text = SETTINGS.format(port=port, plugin=plugin(), security=self.security)
        write(self.conf, text + (network if lan else ""), mode=0o644)


SETTINGS: Final = """\
# Mosquitto for Fingerpost; written by `fingerpost broker setup`, which writes it anew.
# Who may do what is kept by the plug-in; what it does not allow is denied.
allow_anonymous false
plugin {plugin}
plugin_opt_config_file {security}

# This machine only.
listener {port} 127.0.0.1

# Without it every burst of three messages may wait 40 ms for an acknowledgement.
set_tcp_nodelay true
max_packet_size 65536
# More than the number of retained topics, or a new subscriber misses some of them.
max_queued_messages 1000
# Spares the SD card; the table publishes everything retained again at each connection anyway.
persistence true
autosave_interval 60
"""
LAN_SETTINGS: Final = """
# The network, by TLS only.
listener {tls_port}
certfile {cert}
keyfile {key}
cafile {ca}
tls_version tlsv1.2
"""


def program(name: str) -> str:
    """The path of a program.

    Raises:
        CallError: it is not installed.
    """
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        package = "openssl" if name == "openssl" else "mosquitto"
        raise CallError(f"{name} is not installed; run: sudo apt-get install {package}")
    return found


def plugin() -> Path:
    """Mosquitto's plug-in for dynamic security.

    Raises:
        CallError: it is not there.
    """
    for pattern in _PLUGIN_FOLDERS:
        for path in sorted(Path("/").glob(f"{pattern[1:]}/{_PLUGIN}")):
            return path
    raise CallError(f"{_PLUGIN} is not there; install Mosquitto 2: sudo apt-get install mosquitto")


def write(path: Path, text: str, *, mode: int, owner: str | None = None) -> None:
    """Write a file whole, never readable by more than `mode` says, not even for a moment.

    Raises:
        CallError: no right to.
    """
    new = path.with_name(path.name + ".new")
    try:
        new.unlink(missing_ok=True)
        with os.fdopen(
            os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "w", encoding="utf-8"
        ) as file:
            file.write(text)
        new.chmod(mode)
        give(new, owner)
        new.replace(path)
    except OSError as error:
        raise CallError(f"file {path}: {error.strerror}; run it with sudo") from None


def give(path: Path, owner: str | None) -> None:
    """Hand a file to a user, where there is such a user and we are root."""
    if owner is None or os.geteuid() != 0:
        return
    try:
        found = pwd.getpwnam(owner)
    except KeyError:
        return
    os.chown(path, found.pw_uid, found.pw_gid)


def give_to_broker(path: Path) -> None:
    """Hand a file to Mosquitto's user: it reads keys after it has become that user."""
    give(path, _BROKER_USER)


def new_password(path: Path, *, engine: bool = False) -> str:
    """A password nobody has thought of, in a file of its own; returns it for the broker to learn."""
    secret = secrets.token_urlsafe(24)
    write(path, secret + "\n", mode=0o600, owner=_ENGINE_USER if engine else None)
    return secret


def make_ca(files: BrokerFiles) -> bool:
    """Make the CA if there is none; True when it was made."""
    if files.ca.exists() and files.ca_key.exists():
        return False
    openssl(
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", str(CA_DAYS), "-subj", "/CN=Fingerpost table CA",
        "-addext", "basicConstraints=critical,CA:TRUE,pathlen:0", "-addext", "keyUsage=critical,keyCertSign",
        "-keyout", str(files.ca_key), "-out", str(files.ca),
    )  # fmt: skip
    files.ca_key.chmod(0o600)
    files.ca.chmod(0o644)
    return True


def make_certificate(files: BrokerFiles, hosts: Sequence[str], *, anew: bool = False) -> bool:
    """Make or renew the broker's certificate; True when it was. `hosts`: names and addresses it is for."""
    if (
        not anew
        and files.server.exists()
        and days_left(files.server) > RENEW_DAYS
        and names_all(files, hosts)
    ):
        return False
    request, extensions = files.folder / "server.csr", files.folder / "server.ext"
    names = ",".join(f"IP:{host}" if _is_address(host) else f"DNS:{host}" for host in hosts)
    write(
        extensions,
        f"subjectAltName={names}\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth\n",
        mode=0o600,
    )
    try:
        openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", f"/CN={hosts[0][:64]}", "-keyout", str(files.server_key), "-out", str(request),
        )  # fmt: skip
        openssl(
            "x509", "-req", "-in", str(request), "-CA", str(files.ca), "-CAkey", str(files.ca_key),
            "-set_serial", str(secrets.randbits(120)), "-days", str(SERVER_DAYS),
            "-extfile", str(extensions), "-out", str(files.server),
        )  # fmt: skip
    finally:
        request.unlink(missing_ok=True)
        extensions.unlink(missing_ok=True)
    files.server_key.chmod(0o600)
    give_to_broker(files.server_key)
    files.server.chmod(0o644)
    return True


def days_left(certificate: Path) -> int:
    """How many whole days a certificate is still good; 0 when it is not, or when it is none."""
    answer = _run_openssl("x509", "-noout", "-enddate", "-in", str(certificate))
    try:
        ends = datetime.strptime(answer.stdout.decode().strip(), "notAfter=%b %d %H:%M:%S %Y GMT")
    except (UnicodeDecodeError, ValueError):
        return 0
    return max((ends.replace(tzinfo=UTC) - datetime.now(UTC)).days, 0)


def names_all(files: BrokerFiles, hosts: Sequence[str]) -> bool:
    """Whether the broker's certificate is for all of these."""
    for host in hosts:
        option = "-checkip" if _is_address(host) else "-checkhost"
        answer = _run_openssl("x509", "-noout", "-in", str(files.server), option, host)
        if b"does match" not in answer.stdout:
            return False
    return True


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
