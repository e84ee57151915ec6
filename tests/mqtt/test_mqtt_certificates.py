"""Certificates that end soon: found, renewed, shown by the broker; whoever trusts the table goes on to."""

import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fingerpost.broker.certificates import (
    CA_DAYS,
    RENEW_DAYS,
    SERVER_DAYS,
    days_left,
    make_ca,
    make_certificate,
    names_of,
)
from fingerpost.broker.files import BrokerFiles
from fingerpost.cli import main
from mqtt import probe
from mqtt.local_broker import HeldPort
from tests.mqtt.local_broker import LocalBroker

SOON = RENEW_DAYS // 2 - 1


def ends_soon(path: Path, make: Callable[[], bool]) -> None:
    """Have a certificate made that is good for a few days only."""
    path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        for days in ("CA_DAYS", "SERVER_DAYS"):
            patch.setattr(f"fingerpost.broker.certificates.{days}", SOON + 1)
        assert make() and days_left(path) == SOON


def script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


class Lan:
    """A broker on the network, set up in a folder of its own."""

    def __init__(self, folder: Path, port: int, secure: int) -> None:
        self.files = BrokerFiles(folder / "b")
        self.port, self.secure = port, secure
        self.where = f"--dir {self.files.folder} --port {self.port}"
        self.options = (*self.where.split(), "--table", "kitchen")
        assert main(["broker", "setup", "--lan", "--tls-port", str(self.secure), *self.options]) == 0
        self.url = f"mqtts://kitchen-engine@localhost:{self.secure}"

    @property
    def word(self) -> str:
        return self.files.password("kitchen-engine").read_text(encoding="utf-8").strip()

    def broker(self) -> LocalBroker:
        return LocalBroker(self.files.conf.read_text(encoding="utf-8"), port=self.port)

    def shown(self) -> str:
        return ssl.get_server_certificate(("localhost", self.secure))


@pytest.fixture
def lan() -> Iterator[Lan]:
    # Mosquitto is a user of its own, and every pytest that starts locks others out of the folder of tmp_path.
    with (
        HeldPort() as port,
        HeldPort() as secure,
        tempfile.TemporaryDirectory(prefix="fingerpost-lan-") as folder,
    ):
        Path(folder).chmod(0o755)
        yield Lan(Path(folder), port, secure)


def test_given_a_listener_on_the_network_when_reached_then_by_tls_and_the_tables_own_ca_alone(
    lan: Lan,
) -> None:
    with lan.broker():
        assert probe(lan.url, password=lan.word, ca=lan.files.ca) is None
        assert probe(lan.url, password=lan.word) == "untrusted"
        assert probe(lan.url.replace("kitchen-engine@", ""), ca=lan.files.ca) == "forbidden"
        plain = f"mqtt://kitchen-engine@localhost:{lan.secure}"
        assert probe(plain, password=lan.word) not in (None, "forbidden")


def test_given_a_certificate_that_ends_soon_when_the_monthly_renewal_comes_then_the_broker_shows_a_new_one(
    lan: Lan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["broker", "setup", "--host", "pi.lan", *lan.options]) == 0
    names = names_of(lan.files.server)
    ends_soon(lan.files.server, lambda: make_certificate(lan.files, names))
    conf = lan.files.conf.read_bytes()
    with lan.broker() as broker:
        shown = lan.shown()
        assert main(["broker", "check", *lan.options]) == 1
        assert (
            f"amiss   server.pem: good for {SOON} days; run: sudo fingerpost broker setup --table kitchen"
            in (capsys.readouterr().out)
        )
        assert main(["broker", "setup", *lan.options]) == 0  # what it was called with at first is known
        assert days_left(lan.files.server) == SERVER_DAYS - 1
        assert set(names_of(lan.files.server)) == set(names) >= {"pi.lan", "localhost", "127.0.0.1"}
        assert lan.files.conf.read_bytes() == conf and lan.shown() == shown
        old = (
            f"port {lan.secure} still shows another certificate than {lan.files.server}; run: sudo systemctl"
        )
        assert old in capsys.readouterr().err
        assert main(["broker", "check", *lan.options]) == 1
        assert f"amiss   port {lan.secure} shows {lan.files.server}; let its user" in capsys.readouterr().out
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        script(tmp_path / "systemctl", f"kill -HUP {broker.pid}")
        assert main(["broker", "setup", "--reload", *lan.options]) == 0
        assert f"port {lan.secure} shows the new certificate\n" in capsys.readouterr().err
        assert lan.shown() != shown
        assert probe(lan.url, password=lan.word, ca=lan.files.ca) is None
        assert main(["broker", "check", *lan.options]) == 0


def test_given_a_broker_that_does_not_take_the_new_certificate_when_renewed_then_one_line_tells_and_it_fails(
    lan: Lan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fingerpost.broker.certificates._SHOWN_WITHIN_S", 0.0)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with lan.broker():
        make_certificate(lan.files, ["localhost"], anew=True)
        script(tmp_path / "systemctl", "exit 1")
        assert main(["broker", "setup", "--reload", *lan.options]) == 1
        said = capsys.readouterr().err.splitlines()[-1]
        assert said.endswith(f"then: sudo fingerpost broker check --table kitchen {lan.where}")
        conf = lan.files.conf.read_text(encoding="utf-8")
        lan.files.conf.write_text(conf.replace(f"listener {lan.secure}", "listener 1"), encoding="utf-8")
        assert main(["broker", "check", *lan.options]) == 1
        assert "port 1 shows" in (out := capsys.readouterr().out) and "nothing answers by TLS there" in out


def test_given_a_ca_that_ends_soon_when_renewed_then_who_has_the_old_one_is_let_in_too(
    lan: Lan, tmp_path: Path
) -> None:
    ends_soon(lan.files.ca, lambda: make_ca(lan.files))
    make_certificate(lan.files, names_of(lan.files.server), anew=True)
    old, key = tmp_path / "old.crt", lan.files.ca_key.read_bytes()
    shutil.copy(lan.files.ca, old)
    assert main(["broker", "setup", *lan.options]) == 0
    assert days_left(lan.files.ca) == CA_DAYS - 1 and lan.files.ca_key.read_bytes() == key
    assert not make_ca(lan.files)
    with lan.broker():
        for ca in (lan.files.ca, old):
            assert probe(lan.url, password=lan.word, ca=ca) is None


def is_whole(files: BrokerFiles) -> None:
    """The broker could start with what lies there, and who trusts the CA would trust it."""
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
        files.server
    )  # raises when key and certificate differ
    verified = subprocess.run(
        ["openssl", "verify", "-CAfile", str(files.ca), str(files.server)], capture_output=True, check=False
    )
    assert verified.returncode == 0, verified.stderr


def cut_at(step: int, work: Callable[[], object]) -> bool:
    """Do it in a process that ends before its `step`th touch of what lies there; True: it got to the end.

    What is only being made, in a folder of its own, counts as one touch.
    """
    child = os.fork()
    if child == 0:
        touches = iter(range(step))

        def audit(event: str, arguments: tuple[object, ...]) -> None:
            made = "/new/" in str(arguments[:1]) or (event == "open" and arguments[1] == "r")
            if event in TOUCHES and not made and next(touches, None) is None:
                os._exit(1)

        sys.addaudithook(audit)
        work()
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


TOUCHES = ("open", "os.rename", "os.remove", "os.mkdir")


@pytest.mark.parametrize("first", [True, False])
def test_given_a_power_cut_at_any_step_when_certificates_are_made_then_they_fit_or_are_made_again(
    tmp_path: Path, first: bool
) -> None:
    files = BrokerFiles(tmp_path / "b")

    def make() -> None:
        made = make_ca(files)
        make_certificate(files, ["localhost"], anew=made or not first)

    step, whole = 0, False
    while not whole:
        if first:
            shutil.rmtree(files.folder, ignore_errors=True)
            files.make_folder()
        elif step == 0:
            files.make_folder()
            make()
        whole = cut_at(step, make)
        if not first:
            is_whole(files)
        step += 1
        if not whole and step % 4 == 0:  # the next setup mends what is left
            make()
            is_whole(files)
    is_whole(files)
    assert step > 6 and not (files.folder / "new").exists()


def test_given_a_ca_that_was_lost_when_set_up_again_then_the_brokers_certificate_is_the_new_ones(
    lan: Lan,
) -> None:
    lan.files.ca_key.unlink()
    assert make_ca(lan.files) and make_certificate(lan.files, ["localhost"])
    is_whole(lan.files)
    assert not make_ca(lan.files) and not make_certificate(lan.files, ["localhost"])


def test_given_the_network_when_it_is_not_wanted_any_more_then_only_this_machine_is_served(lan: Lan) -> None:
    assert lan.files.network_port() == lan.secure
    assert main(["broker", "setup", "--no-lan", *lan.options]) == 0
    assert lan.files.network_port() is None and "127.0.0.1" in lan.files.conf.read_text(encoding="utf-8")


def test_given_a_certificate_when_a_name_is_missing_then_it_is_made_anew(lan: Lan) -> None:
    files = lan.files
    assert not make_certificate(files, ["localhost"])
    before = files.server.read_bytes()
    assert make_certificate(files, ["pi.lan", "localhost", "127.0.0.1"])
    assert files.server.read_bytes() != before and days_left(files.server) == SERVER_DAYS - 1
    assert names_of(files.server) == ["pi.lan", "localhost", "127.0.0.1"]
    assert names_of(files.folder / "none.crt") == []


def test_given_a_folder_named_from_where_one_stands_then_mosquitto_finds_it_and_its_port_is_known_later(
    lan: Lan, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Started in / it looked for D/state/… there, and did not start; the check looked at port 1883."""
    monkeypatch.chdir(lan.files.folder.parent)
    assert main(["broker", "setup", "--dir", lan.files.folder.name, "--table", "kitchen"]) == 0
    conf = lan.files.conf.read_text(encoding="utf-8")
    named = re.findall(r"(?m)^(?:plugin_opt_config_file|certfile|keyfile|cafile) (\S+)$", conf)
    assert len(named) == 4 and all(one.startswith(f"{lan.files.folder}/") for one in named)
    assert lan.files.plain_port() == lan.port
    assert f'password_file = "{lan.files.password("kitchen-engine")}"' in capsys.readouterr().err
    monkeypatch.setattr("fingerpost.broker.check.check", lambda files, url, **more: iter([Told(url)]))
    assert main(["broker", "check", "--dir", lan.files.folder.name, "--table", "kitchen"]) == 0
    assert capsys.readouterr().out == f"mqtt://localhost:{lan.port}\n"


class Told:
    """What a look has found."""

    well = True

    def __init__(self, url: str) -> None:
        self.url = url

    def line(self) -> str:
        return self.url
