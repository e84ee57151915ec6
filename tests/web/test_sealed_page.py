"""A sealed page: by an authority of the table's own, which browsers are given; its certificate is renewed."""

import http.client
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.broker.certificates import days_left
from fingerpost.page.opening import serve_page
from fingerpost.page.sealing import DAY_S, PageSeal, Renewal
from tests.waiting import PATIENCE_S
from tests.web.browser import Page
from tests.web.page_table import PageTable


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("seal") / "page"


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    """A table whose page is served sealed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found = int(probe.getsockname()[1])
    table = PageTable(cards="untracked")
    kept = serve_page(table.part, found, network=False, sealed_in=folder)
    table.part.follow(table.session, kept)
    table.show()
    yield found
    table.part.close()


def get(port: int, path: str, context: ssl.SSLContext, **headers: str) -> http.client.HTTPResponse:
    line = http.client.HTTPSConnection("localhost", port, timeout=PATIENCE_S, context=context)
    line.request("GET", path, headers=headers)
    return line.getresponse()


def test_given_a_sealed_page_when_a_browser_has_the_authority_then_all_is_sealed_and_nothing_warns(
    port: int, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ssl.SSLCertVerificationError):
        get(port, "/", ssl.create_default_context())
    anybody = ssl._create_unverified_context()
    taken = get(port, "/authority.crt", anybody).read().decode()
    knows = ssl.create_default_context(cadata=taken)
    shown = Page(get(port, "/", knows).read().decode())
    assert "travels unsealed" not in shown.text
    told = Page(get(port, shown.links["Whose seal this is"], knows).read().decode())
    mark = PageSeal(folder, ("localhost",)).mark
    assert mark.replace(":", "") in told.text.replace(":", "").replace(" ", "")
    assert (folder / "ca.key").stat().st_mode & 0o077 == 0
    assert (folder / "server.pem").stat().st_mode & 0o077 == 0


def test_given_a_certificate_that_ends_soon_when_a_day_has_passed_then_it_is_renewed_and_shown_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal = PageSeal(tmp_path / "page", ("localhost", "127.0.0.1"))
    mark, before, shown = seal.mark, seal.certificate.read_bytes(), list[bytes]()
    renewal = Renewal(seal, lambda: shown.append(seal.certificate.read_bytes()))
    assert renewal.look(100.0) is None
    looking = renewal.look(100.0 + DAY_S)
    assert looking is not None
    looking.join(PATIENCE_S)
    assert shown == []  # it is good for a year
    monkeypatch.setattr("fingerpost.broker.certificates.RENEW_DAYS", 400)
    looking = renewal.look(100.0 + 2 * DAY_S)
    assert looking is not None
    looking.join(PATIENCE_S)
    assert len(shown) == 1 and shown[0] != before
    assert days_left(seal.certificate) > 300
    assert seal.mark == mark  # whoever knows the authority knows the new one


def test_given_a_page_that_is_not_sealed_when_its_authority_is_asked_for_then_there_is_none() -> None:
    browser = PageTable().browser()
    assert browser.send("GET", "/authority").status == 404
    assert browser.send("GET", "/authority.crt").status == 404
    assert "Whose seal" not in browser.raw
