"""The page read by Orca itself, in Debian's Chromium on a screen that nobody sees.

    make test-orca

What Orca sends to speech is judged; no sound is made. Held: every control that Tab reaches, every button and
every heading is said by its name; the board by keys says each step; what is told to everybody is said once,
in the order in which it was told, and nothing cuts it; focus stays; what is for another seat's ear, or for an
ear that has not asked to be read to, is never said. Exit 1, and a line for each, where that is not so; 2
where a program is missing. As root what is missing is installed by apt.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from engine import DrawCard, Seat
from table.requests import DoAct, Request
from tests.waiting import until
from tests.web.gallery import Gallery, gallery, in_the_middle
from tests.web.page_table import PageTable
from tests.web.speech_service import SpeechService, Utterance

PROGRAMS: Final = {
    "orca": "orca", "Xvfb": "xvfb", "xauth": "xauth", "xdotool": "xdotool", "dbus-run-session": "dbus-daemon",
    "at-spi2-registryd": "at-spi2-core", "speech-dispatcher": "speech-dispatcher", "chromium": "chromium",
}  # fmt: skip
"""What is run, and the package that brings it."""
WALKED: Final = ("table", "seat", "claim-city", "map", "host")
"""The pages whose controls and headings are read."""
HEARD: Final[tuple[tuple[str, Seat | None], ...]] = (("table", None), ("seat", "blue"), ("host", None))
"""The pages that listen while others play, and whose browser it is."""
TABS: Final = 10
MOST: Final = 12
"""So many buttons and headings of a page are gone through."""
_KINDS: Final = {"b": "button", "h": "heading level"}
ROUNDS: Final = 3
"""Of draws by everybody: what is told in one comes again, word for word, in the next."""
STEPS: Final = (
    "Right", "Right", "Down", "Left", "Up", "BackSpace", "bracketright", "bracketright", "Return", "space"
)  # fmt: skip
"""Over the board by keys."""
OWN_WORDS: Final = "New words for you alone."
QUIET_S: Final = 0.6
"""So long without a word, and Orca has said all that it has to."""
ON_SCREEN: Final = "FINGERPOST_ORCA_SCREEN"
_FOCUS: Final = """() => {
    const here = document.activeElement, by = here.labels && here.labels[0];
    if (here === document.body) return "";
    return (here.getAttribute("aria-label") || (by || here).textContent).replace(/\\s+/g, " ").trim();
}"""
_MARK: Final = "() => { window.held = document.activeElement; }"
_STILL: Final = "() => document.activeElement === window.held"
_LISTEN: Final = """() => {
    window.told = [];
    const region = document.getElementById("polite");
    new MutationObserver(() => region.textContent && told.push(region.textContent.trim()))
        .observe(region, { childList: true });
}"""
_WORDS: Final = """what => [...document.querySelectorAll(what)].filter(one => one.checkVisibility())
    .map(one => one.textContent.replace(/\\s+/g, " ").trim())"""


class Orca:
    """What Orca has said."""

    def __init__(self, service: SpeechService) -> None:
        self._service = service

    def said(
        self, work: Callable[[], object], wanted: Callable[[str], bool] = bool, *, hush: bool = False
    ) -> str:
        """What it says of this, until that is what is wanted, and it is quiet."""
        return " ".join(one.text for one in self.utterances(work, wanted, hush=hush))

    def utterances(
        self, work: Callable[[], object], wanted: Callable[[str], bool] = bool, *, hush: bool = False
    ) -> Sequence[Utterance]:
        """The same, one by one. `hush`: it would read on, and is stopped."""
        before = len(self._service.said())
        work()
        until(lambda: wanted(" ".join(one.text for one in self._service.said()[before:])))
        if hush:
            press("ctrl")
        known, since = 0, time.monotonic()

        def quiet() -> bool:
            nonlocal known, since
            if (now := len(self._service.said())) != known:
                known, since = now, time.monotonic()
            return time.monotonic() - since > QUIET_S

        until(quiet)
        return self._service.said()[before:]


def press(key: str) -> None:
    """A key of the keyboard, as Orca gets it: before the browser does."""
    subprocess.run(["xdotool", "key", key], check=True)


@contextmanager
def listening(folder: Path) -> Iterator[Orca]:
    """Orca with settings of its own, and a voice that writes down."""
    service = SpeechService(folder / "speech.sock")
    os.environ |= {
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_RUNTIME_DIR": str(folder),
        "SPEECHD_ADDRESS": f"unix_socket:{folder / 'speech.sock'}",
        "ACCESSIBILITY_ENABLED": "1",  # Chromium shows itself to the bus
    }
    with (folder / "orca.out").open("wb") as out:
        running = subprocess.Popen(["orca"], stdout=out, stderr=out)
    try:
        until(lambda: running.poll() is not None or bool(service.said()))
        if running.poll() is not None:
            raise SystemExit(f"Orca has ended: {(folder / 'orca.out').read_text(errors='replace')[-500:]}")
        yield Orca(service)
    finally:
        running.kill()  # it ends of itself only with the session
        running.wait()
        service.close()


def opened(browser: Browser, shown: Gallery, orca: Orca, name: str) -> Page:
    """A page of the gallery, alone in its window, which has the keyboard."""
    (address,) = (one for one in shown.addresses if one.name == name)
    context = browser.new_context(no_viewport=True)
    context.add_cookies(shown.cookies(address.who))  # type: ignore[arg-type]
    page = context.new_page()

    def look() -> None:
        page.goto(shown.served.url + address.path)
        find = ["xdotool", "search", "--onlyvisible", "--name", "Fingerpost", "windowfocus"]
        until(lambda: subprocess.run(find, check=False, capture_output=True).returncode == 0)

    orca.said(look, lambda heard: page.title().split(" – ")[0] in heard, hush=True)
    return page


# What is read where one walks


def walked(page: Page, orca: Orca) -> Iterator[str]:
    """What a walk by buttons, by headings, and by Tab does not say."""
    for key, what in (("b", "button, summary, [role=button]"), ("h", "h1, h2, h3")):
        orca.said(lambda: press("ctrl+Home"))
        for name in page.evaluate(_WORDS, what)[:MOST]:
            heard = orca.said(lambda: press(key), lambda heard: _KINDS[key] in heard)  # noqa: B023
            if name not in heard or _KINDS[key] not in heard:
                yield f"{name!r} is not said as a {_KINDS[key]}; but {heard!r}"
    orca.said(lambda: press("ctrl+Home"))
    for _ in range(TABS):
        heard = orca.said(lambda: press("Tab"), lambda heard: _named(page) in heard)
        if _named(page) not in heard:
            yield f"the control {_named(page)!r} is not said; but {heard!r}"


def _named(page: Page) -> str:
    """The name of what has the focus; nothing has no name that anybody could say."""
    return page.evaluate(_FOCUS) or "nothing"


def by_keys(page: Page, orca: Orca) -> Iterator[str]:
    """What steps over the board do not say."""
    if not reached(page, orca, "walker"):
        yield "Tab does not reach the board by keys"
        return
    page.evaluate(_LISTEN)
    for key in STEPS:
        orca.said(lambda: page.evaluate("window.told.length = 0"), lambda heard: True)
        heard = orca.said(lambda: press(key), lambda heard: _told(page) in heard)  # noqa: B023
        if heard.count(_told(page)) != 1:
            yield f"{key}: {_told(page)!r} is said {heard.count(_told(page))} times: {heard!r}"
        if page.evaluate("document.activeElement.id") != "walker":
            yield f"{key}: focus has left the board"


def reached(page: Page, orca: Orca, what: str) -> bool:
    """Whether Tab leads to what has this id, from the top of the page."""
    orca.said(lambda: press("ctrl+Home"))
    for _ in range(60):
        orca.said(lambda: press("Tab"), lambda heard: _named(page) in heard)
        if page.evaluate("document.activeElement.id") == what:
            return True
    return False


def _told(page: Page) -> str:
    """What the page's script has given to be read aloud."""
    return " ".join(page.evaluate("window.told")).strip() or "nothing"


# What is read by itself


def play(table: PageTable) -> None:
    """Everybody draws two cards that nobody sees; a sentence each."""
    for _ in table.state.seats:
        (seat,) = table.state.waiting_for()
        for _ in range(2):
            table.session.handle(Request(want=DoAct(command=DrawCard(seat=seat, source="deck"))), table.at)
            table.wait(1.0)
        table.show()


def listened(page: Page, shown: Gallery, orca: Orca, who: Seat | None) -> Iterator[str]:
    """What is wrong with what Orca says of itself while everybody plays."""
    if not reached(page, orca, "typed"):  # there one types, and hears meanwhile what the others do
        yield "Tab does not reach the box"
    page.evaluate(_MARK)
    for _ in range(ROUNDS):
        said = shown.table.paper.said
        before = len(said)
        own = orca.utterances(lambda: shown.served.do(play))
        told = said[before:]
        heard = " ".join(one.text for one in own)
        rest = yield from without(
            heard, [one.normal for one in told if one.audience == "everyone" and one.normal]
        )
        if who is not None:
            if OWN_WORDS not in rest:
                yield f"that there are words for {who} alone is not said: {heard!r}"
            rest = rest.replace(OWN_WORDS, "")
        if rest.strip():  # above all what is for one seat's ear
            yield f"said, and told to nobody here: {rest.strip()!r}"
        yield from (f"cut: {one.text!r}" for one in own if one.cut)
        if not page.evaluate(_STILL):
            yield "focus has moved"
    for _ in range(2):  # what was typed is answered, the second time too
        press("z")
        heard = orca.said(lambda: press("Return"), lambda heard: _noted(page) in heard)
        if heard.count(_noted(page)) != 1:
            yield f"the answer {_noted(page)!r} is said {heard.count(_noted(page))} times: {heard!r}"


def _noted(page: Page) -> str:
    """What the page says of what was sent last."""
    return page.evaluate("document.getElementById('note').textContent") or "nothing"


def without(heard: str, told: Sequence[str]) -> Generator[str, None, str]:
    """What is left when each of these is taken away, once, one after the other; what is not there is told."""
    if len(told) < 2:
        yield f"too little was told: {told}"
    place = 0
    for words in told:
        found = heard.find(words, place)
        if found < 0:
            yield f"not said, or not in its order: {words!r} in {heard!r}"
        else:
            heard, place = heard[:found] + heard[found + len(words) :], found
    return heard


def trouble() -> Iterator[str]:
    """All that is wrong, page by page."""
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="fingerpost-orca-")))
        shown = gallery(in_the_middle())
        ending.callback(shown.close)
        orca = ending.enter_context(listening(folder))
        playwright = ending.enter_context(sync_playwright())
        call = ["--no-sandbox", "--force-renderer-accessibility", "--window-position=0,0"]
        for name in dict.fromkeys((*WALKED, *(page for page, _ in HEARD))):
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), headless=False, args=call
            )
            page = opened(browser, shown, orca, name)
            looks = [walked(page, orca)] * (name in WALKED) + [by_keys(page, orca)] * (name == "map")
            looks += [listened(page, shown, orca, who) for place, who in HEARD if place == name]
            yield from (f"{name}: {line}" for line in chain.from_iterable(looks))
            browser.close()


def missing() -> Sequence[str]:
    """Packages whose programs are not there, after apt was asked where that may be."""
    path = f"{os.environ.get('PATH', '')}:/usr/libexec"

    def lacking() -> list[str]:
        return [package for name, package in PROGRAMS.items() if shutil.which(name, path=path) is None]

    if lacking() and os.geteuid() == 0:
        call = ["apt-get", "install", "-y", "--no-install-recommends", *lacking()]
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(call, env=quiet, check=False, stdout=sys.stderr)
    return lacking()


def main() -> int:
    """Bring up a screen and a session bus, then look; 0 where all is well."""
    if ON_SCREEN not in os.environ:
        if lacking := missing():
            print(f"missing; run: sudo apt-get install {' '.join(lacking)}", file=sys.stderr)
            return 2
        screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", "dbus-run-session", "--"]
        again = [*screen, sys.executable, "-m", "scripts.heard_by_orca"]
        patience = {"FINGERPOST_PATIENCE_S": "30", **os.environ, ON_SCREEN: "1"}
        return subprocess.run(again, env=patience, check=False).returncode
    found = 0
    for line in trouble():
        print(line, flush=True)
        found += 1
    print(f"orca: {found} wrong" if found else "orca: all is said, once, in order, and nothing of another's")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
