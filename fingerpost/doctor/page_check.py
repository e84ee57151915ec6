"""SHELL: what the doctor says of the page: its packages, its port, who can read it."""

import http.client
import socket
import ssl

from command_line.extras import EXTRAS
from fingerpost.config import Config
from fingerpost.doctor.check_lines import Check, amiss, well

_ANSWER_S = 1.0


def page_check(config: Config) -> Check:
    """Whether the page can be served as the config wants it, or is served already."""
    port = config.page.port
    if not port:
        return well("page", "none is configured; the game needs none")
    if absent := EXTRAS["page"].missing:
        return amiss("page", f"{', '.join(absent)} not installed", EXTRAS["page"].advice, "extra.page")
    readers = "this machine only"
    if config.page.network:
        readers = "the whole network, which can read it: it travels unsealed"
        if config.page.sealed:
            readers = "the whole network, sealed by the table's own authority"
    if _free(port):
        return well("page", f"port {port} is free; for {readers}")
    if _is_ours(port, sealed=config.page.sealed):
        return well("page", f"port {port} answers; for {readers}")
    return amiss(
        "page", f"port {port} is another program's", "choose another under [page] port", "page.taken"
    )


def _free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _is_ours(port: int, *, sealed: bool = False) -> bool:
    """Whether a table's page answers there; by whom it is sealed does not matter on this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_ANSWER_S)
    if sealed:
        anybody = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=_ANSWER_S, context=anybody)
    try:
        connection.request("GET", "/")
        return b"Fingerpost</title>" in connection.getresponse().read(4096)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
