"""A page on a phone's home screen: the manifest, the sign, and that it opens where the seat is known."""

import json
import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser as Chromium

from tests.web.chromium import chromium, opened, served
from tests.web.page_table import PageTable
from tests.web.served import ServedTable
from web.home_screen import SIGNS, picture

__all__ = ["chromium", "served"]  # fixtures


@pytest.mark.parametrize(
    ("path", "start"),
    [("/", "/"), ("/routes", "/"), ("/seat", "/seat"), ("/seat/map", "/seat"), ("/display", "/display")],
)
def test_given_a_page_when_it_is_kept_then_its_manifest_opens_it_again_in_the_browser_with_the_seat(
    path: str, start: str
) -> None:
    table = PageTable(language="de")
    phone = table.browser()
    phone.cookies["fingerpost"] = table.pages.reception.pairing.join("blue", table.at)
    phone.visit(path)
    (link,) = re.findall(r'<link rel="manifest" href="([^"]+)">', phone.raw)
    answer = phone.send("GET", link)
    told = json.loads(answer.text)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert (told["start_url"], told["lang"], told["name"]) == (start, "de", "Fingerpost")
    assert told["display"] == "minimal-ui"  # an app of its own would have no cookie of the seat
    for one in told["icons"]:
        shown = phone.send("GET", one["src"])
        assert shown.status == 200 and shown.headers["content-type"].startswith(one["type"])
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]


def test_given_a_page_that_cannot_be_kept_when_asked_for_then_the_table_is() -> None:
    answer = PageTable().browser().send("GET", "/manifest.webmanifest?start=https://example.org/")
    assert json.loads(answer.text)["start_url"] == "/"


@pytest.mark.parametrize("size", SIGNS.values())
def test_given_the_sign_when_read_as_a_picture_then_a_white_post_stands_on_blue(size: int) -> None:
    seen = cv2.imdecode(np.frombuffer(picture(size), np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None and seen.shape == (size, size, 3)
    blue, white = [158, 79, 11], [255, 255, 255]  # BGR
    for x, y, colour in (
        (0.5, 0.8, white),
        (0.3, 0.3, white),
        (0.25, 0.56, white),
        (0.1, 0.1, blue),
        (0.3, 0.8, blue),
    ):
        assert seen[int(y * size), int(x * size)].tolist() == colour


def test_given_chromium_when_it_reads_the_manifest_then_it_finds_no_fault(
    chromium: Chromium, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("?start=/seat")
    assert json.loads(found["data"])["start_url"] == "/seat"
