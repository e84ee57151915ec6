"""SHELL: the files of a Mosquitto for tables: where each is, its settings, its secrets.

Every secret is in a file that only its owner can read; none is ever an argument of a program or in a log.
"""

import os
import pwd
import re
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from storage.whole_file import SECRET, write_whole
from table.errors import CallError

PLAIN_PORT: Final = 1883
TLS_PORT: Final = 8883
_PLUGIN: Final = "mosquitto_dynamic_security.so"
_PLUGIN_FOLDERS: Final = ("/usr/lib", "/usr/lib/*-linux-gnu*", "/usr/local/lib")
BROKER_USER: Final = "mosquitto"
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
    def bridge(self) -> Path:
        """Mosquitto's settings of the bridge to a club; not there: there is none."""
        return self.folder / "bridge.conf"

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
        """The broker's certificate and its key: in one file, so that no power cut can part them."""
        return self.folder / "server.pem"

    def password(self, user: str) -> Path:
        """The file with a user's password."""
        return self.folder / "users" / f"{user}.password"

    def secret(self) -> tuple[Path, ...]:
        """Every file that only its owner may read."""
        found = [self.security, self.admin, self.ca_key, self.server, self.bridge]
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

    def network_port(self) -> int | None:
        """Where the settings let Mosquitto listen on the network; None: there they do not."""
        return self._told(r"^listener (\d+)\ncertfile")

    def plain_port(self) -> int | None:
        """Where the settings let Mosquitto listen on this machine; None: there are none."""
        return self._told(r"^listener (\d+) 127\.0\.0\.1$")

    def _told(self, port: str) -> int | None:
        """A port that the settings name, by a pattern."""
        try:
            found = re.search(port, self.conf.read_text(encoding="utf-8"), re.MULTILINE)
        except (OSError, UnicodeDecodeError):
            return None
        return None if found is None else int(found[1])

    def write_conf(self, *, port: int, lan: bool, tls_port: int) -> None:
        """Write Mosquitto's settings: this machine only, and with `lan` the network by TLS."""
        network = LAN_SETTINGS.format(tls_port=tls_port, server=self.server, ca=self.ca)
        queued = BRIDGED_QUEUE if self.bridge.exists() else QUEUE
        text = SETTINGS.format(port=port, plugin=plugin(), security=self.security, queued=queued)
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
{queued}
# Spares the SD card; the table publishes everything retained again at each connection anyway.
persistence true
autosave_interval 60
"""
QUEUE: Final = """\
# More than the number of retained topics, or a new subscriber misses some of them.
max_queued_messages 1000"""
BRIDGED_QUEUE: Final = """\
# What the table tells while the club is away waits for it: so many bytes, however many messages.
max_queued_messages 0
max_queued_bytes 67108864"""
LAN_SETTINGS: Final = """
# The network, by TLS only. Strangers that say nothing may fill it, and never the listener of this machine.
listener {tls_port}
certfile {server}
keyfile {server}
cafile {ca}
tls_version tlsv1.2
max_connections 200
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
    """Write a file whole or not at all, never readable by more than `mode` says, not even for a moment.

    Raises:
        CallError: no right to.
    """
    try:
        write_whole(path, text.encode(), mode=mode, before=lambda new: give(new, owner))
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
    give(path, BROKER_USER)


def new_password(path: Path, *, engine: bool = False) -> str:
    """A password nobody has thought of, in a file of its own; returns it for the broker to learn."""
    secret = secrets.token_urlsafe(24)
    write(path, secret + "\n", mode=SECRET, owner=_ENGINE_USER if engine else None)
    return secret
