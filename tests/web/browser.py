"""A browser without scripts: fetches pages straight from the application, reads them, sends their forms."""

import asyncio
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from urllib.parse import urlencode, urlsplit

from starlette.types import ASGIApp, Message

from tests.web.markup import VOID, badly_closed

HOST = "127.0.0.1:8000"


@dataclass
class Button:
    """A button, or an option of a list."""

    text: str
    name: str
    value: str


@dataclass
class Form:
    """A form with all it holds."""

    action: str
    method: str
    hidden: dict[str, str] = field(default_factory=dict)
    text_fields: list[str] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    options: list[Button] = field(default_factory=list)
    boxes: list[Button] = field(default_factory=list)


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class _Reader(HTMLParser):
    """Reads a page once from its begin to its end."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: dict[str, str] = {}
        self.forms: list[Form] = []
        self.headings: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._texts: list[list[str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
        if tag == "input" and any(one == "form" for one, _ in self._open):  # else it is a script's
            self._input(given)
        if tag not in VOID:
            self._open.append((tag, given))
            self._texts.append([])

    def _input(self, given: dict[str, str]) -> None:
        form, name = self.forms[-1], given.get("name", "")
        match given.get("type", "text"):
            case "hidden":
                form.hidden[name] = given["value"]
            case "checkbox":
                form.boxes.append(Button("", name, given["value"]))
            case _:
                form.text_fields.append(name)

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for texts in self._texts:
            texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        _, given = self._open.pop()
        text = "".join(self._texts.pop()).strip()
        if tag == "a":
            self.links[text] = given["href"]
        if tag in ("h1", "h2", "h3"):
            self.headings.append((tag, text))
        if tag == "button":
            self.forms[-1].buttons.append(Button(text, given.get("name", ""), given.get("value", "")))
        if tag == "option" and any(one == "select" for one, _ in self._open):  # else of a list of names
            name = next(given["name"] for tag, given in reversed(self._open) if tag == "select")
            self.forms[-1].options.append(Button(text, name, given.get("value", "")))
        if tag == "label" and self.forms and self.forms[-1].boxes and not self.forms[-1].boxes[-1].text:
            self.forms[-1].boxes[-1].text = text


class Page:
    """A page read by a program: its words, links and forms, when somebody looks. None is badly closed."""

    def __init__(self, html: str) -> None:
        assert (wrong := badly_closed(html)) == "", wrong
        self._html = html

    @cached_property
    def _read(self) -> _Reader:
        return _Reader(self._html)

    @property
    def words(self) -> list[str]:
        return self._read.words

    @property
    def links(self) -> dict[str, str]:
        return self._read.links

    @property
    def forms(self) -> list[Form]:
        return self._read.forms

    @property
    def headings(self) -> list[tuple[str, str]]:
        return self._read.headings

    @property
    def ids(self) -> list[str]:
        return self._read.ids

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


class Browser:
    """One browser with its cookies."""

    def __init__(self, app: ASGIApp, *, client: str = "127.0.0.1", host: str = HOST) -> None:
        self.app, self.client, self.host = app, client, host
        self.cookies: dict[str, str] = {}
        self.where = "/"
        self.scheme = "http"
        self.status = 0
        self.page = Page("")
        self.raw = ""

    def visit(self, path: str) -> Page:
        """Go there, wherever it leads."""
        return self._arrive(path, self.send("GET", path))

    def follow(self, link: str) -> Page:
        """Follow a link of the page."""
        return self.visit(self.page.links[link])

    def press(self, text: str, **written: str) -> Page:
        """Press the one button of this name, with the text fields of its form filled in."""
        found = [(form, one) for form in self.page.forms for one in form.buttons if one.text == text]
        assert len(found) == 1, (text, [one.text for form in self.page.forms for one in form.buttons])
        form, button = found[0]
        fields = [*form.hidden.items(), *written.items()]
        if button.name:
            fields.append((button.name, button.value))
        return self.submit(form, fields)

    def choose(self, option: str) -> Page:
        """Take an item of a list and press the list's button."""
        form = next(form for form in self.page.forms if any(one.text == option for one in form.options))
        taken = next(one for one in form.options if one.text == option)
        return self.submit(form, [*form.hidden.items(), (taken.name, taken.value)])

    def mark(self, form: Form, boxes: list[Button]) -> Page:
        """Mark these boxes and press the form's button."""
        return self.submit(form, [*form.hidden.items(), *((box.name, box.value) for box in boxes)])

    def submit(self, form: Form, fields: list[tuple[str, str]]) -> Page:
        """Send a form."""
        return self._arrive(form.action, self.post(form.action, fields))

    def post(self, path: str, fields: list[tuple[str, str]], **headers: str) -> Answer:
        """A form of this very site, as a browser sends it."""
        return self.send(
            "POST", path, urlencode(fields).encode(), origin=f"{self.scheme}://{self.host}", **headers
        )

    def _arrive(self, path: str, answer: Answer) -> Page:
        for _ in range(4):
            if answer.status != 303:
                break
            path = answer.headers["location"]
            answer = self.send("GET", path)
        self.where, self.status, self.raw = path, answer.status, answer.text
        self.page = Page(answer.text if "html" in answer.headers.get("content-type", "") else "")
        return self.page

    def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """One request; a name in `headers` that ends in _ replaces what is usual."""
        return asyncio.run(self.sent(method, path, body, **headers))

    async def sent(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """The same, in a loop that goes on after it."""
        usual = {"host": self.host, "content-type": "application/x-www-form-urlencoded"}
        if self.cookies:
            usual["cookie"] = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        given = {**usual, **{key.replace("_", "-"): value for key, value in headers.items()}}
        answer = await self._asked(method, path, body, given)
        for part in answer.headers.get("set-cookie", "").split("\n"):
            if part:
                key, _, value = part.split(";")[0].partition("=")
                self.cookies[key] = value.strip('"')
                if "Max-Age=0" in part:
                    del self.cookies[key]
        return answer

    async def _asked(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        parts = urlsplit(path)
        scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": self.scheme,
            "method": method,
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            "client": (self.client, 50_000),
            "server": ("127.0.0.1", 8000),
        }
        sent: list[Message] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return waiting.pop(0) if waiting else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start = sent[0]
        found: dict[str, str] = {}
        for key, value in start["headers"]:
            name = key.decode()
            found[name] = f"{found[name]}\n{value.decode()}" if name in found else value.decode()
        content = b"".join(one.get("body", b"") for one in sent if one["type"] == "http.response.body")
        return Answer(start["status"], found, content)
