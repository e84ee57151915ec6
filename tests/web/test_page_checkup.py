"""What the doctor says of the page, and what its settings refuse."""

import socket
from pathlib import Path

import pytest

from fingerpost.cli import main
from fingerpost.config import Config
from fingerpost.doctor.page_check import page_check
from fingerpost.table_file import read_config
from table.errors import CallError
from tests.web.page_table import PageTable
from web.pages import Pages
from web.server import PageServer


def test_given_no_page_a_free_port_or_a_network_when_looked_at_then_all_is_well_and_readers_are_named() -> (
    None
):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = Config().but("page", port=port)
    assert page_check(Config()).what == "none is configured; the game needs none"
    assert page_check(config).what == f"port {port} is free; for this machine only"
    assert page_check(config.but("page", network=True)).what.endswith("it travels unsealed")


def test_given_a_port_in_use_when_looked_at_then_a_table_s_own_page_is_well_and_another_program_is_not() -> (
    None
):
    table = PageTable()
    server = PageServer("127.0.0.1", 0, lambda port: Pages(table.part.request))
    table.pages.show(table.moment)
    server.show(table.moment)
    check = page_check(Config().but("page", port=server.port))
    assert check.ok and check.what == f"port {server.port} answers; for this machine only"
    server.close()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        check = page_check(Config().but("page", port=port))
    assert not check.ok and check.advice == "choose another under [page] port"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("port = 70000", "port is 70000; give 1 to 65535, or 0 for no page"),
        ("port = -1", "port is -1; give 1 to 65535, or 0 for no page"),
        ("port = true", "port is true; give a whole number"),
        ('guests = "all"', "[page] guests all is not known; choose from press, watch"),
        ('network = "yes"', 'network is "yes"; give true or false'),
        ("host = 1", "[page] has no key host; keys are port, network, guests, sealed"),
    ],
)
def test_given_a_wrong_setting_of_the_page_when_read_then_one_line_says_so(
    tmp_path: Path, written: str, told: str
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f"[page]\n{written}\n", encoding="utf-8")
    with pytest.raises(CallError) as caught:
        read_config(path)
    assert str(caught.value).endswith(told)


@pytest.mark.parametrize("port", ["70000", "-5"])
def test_given_a_wrong_port_on_the_command_line_when_played_then_2_and_one_line(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", f"--page={port}"]) == 2
    assert (
        capsys.readouterr().err == f"fingerpost: --page {port}: no port; give 1 to 65535, or 0 for no page\n"
    )
