"""Somebody's own browser, which is closed without waiting for what never comes."""

import contextlib
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error


@contextlib.contextmanager
def browsing(chromium: Browser, **options: Any) -> Iterator[BrowserContext]:
    """A browser with cookies of its own; its pages are left before it is closed.

    A Chromium that is told to close a page in the moment in which another one takes its place says
    that it has, and never does (playwright 41900): after a form a test would wait for ever, at times.
    """
    context = chromium.new_context(**options)
    try:
        yield context
    finally:
        for page in context.pages:
            for _ in range(2):  # what is on its way gets in between once
                with contextlib.suppress(Error):
                    page.goto("about:blank")
                    break
        context.close()
