"""Of every page that a test fetches, read or not, it is known whether all in it is closed."""

import pytest

from tests.web.browser import Browser, Page
from tests.web.markup import badly_closed
from tests.web.page_table import PageTable

WHOLE = (
    '<!doctype html><html><head><meta charset="utf-8"><link rel="a" href="b"></head><body>',
    '<p title="5 > 3"><b>five</b> is more<br>than <img alt="three"></p>',
    '<svg class="map"><circle r="3"/><path d="M0 0"/></svg><!-- <p> that is no more -->',
    '<script type="application/json">{"words": "<p>"}</script><style>a > b {}</style>',
    "<form><input name='a'><button>Yes</button></form></body></html>",
)


@pytest.mark.parametrize(
    ("place", "put", "wrong"),
    [
        (1, "<p><b>five</p></b>", "p is closed where it is not the last that was opened"),
        (1, "<p>five</b></p>", "b is closed where it is not the last that was opened"),
        (1, "<p>five", "body is closed where it is not the last that was opened"),
        (2, "<svg><circle r='3'></svg>", "svg is closed where it is not the last that was opened"),
        (4, "</p></body></html>", "p is closed where it is not the last that was opened"),
        (4, "</body>", "never closed: html"),
        (4, "</body></html></html>", "html is closed where it is not the last that was opened"),
    ],
)
def test_given_a_page_when_something_in_it_is_badly_closed_then_nobody_gets_it_even_unread(
    place: int, put: str, wrong: str
) -> None:
    assert badly_closed("".join(WHOLE)) == ""
    Page("".join(WHOLE))
    page = "".join((*WHOLE[:place], put, *WHOLE[place + 1 :]))
    assert badly_closed(page) == wrong
    with pytest.raises(AssertionError, match=wrong):
        Page(page)


def test_given_a_table_s_page_when_it_is_fetched_and_not_read_then_it_was_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser: Browser = PageTable().browser()
    sent = Browser.send

    def cut(self: Browser, method: str, path: str, body: bytes = b"", **headers: str) -> object:
        answer = sent(self, method, path, body, **headers)
        answer.body = answer.body.replace(b"</main>", b"", 1)
        return answer

    monkeypatch.setattr(Browser, "send", cut)
    with pytest.raises(AssertionError, match="body is closed"):
        browser.visit("/")
