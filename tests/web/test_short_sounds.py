"""Short sounds by choice in the browser: the ones that everybody hears at the table, and no others."""

import io
import wave
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from audio.short_sounds import short_sound
from tests.web.chromium import ERRORS, barriers, becomes, chromium, opened
from tests.web.page_table import PageTable
from tests.web.served import ServedTable

__all__ = ["chromium"]

PLAYED = """() => {
    window.played = [];
    window.Audio = function (address) {
        this.pause = () => {};
        this.play = async () => { played.push(address); };
    };
}"""


@pytest.fixture
def served() -> Iterator[ServedTable]:
    ERRORS.clear()
    table = PageTable(cards="untracked")
    table.pages.reception.sounds = short_sound
    found = ServedTable(table)
    yield found
    found.close()
    assert ERRORS == []


def test_given_a_name_when_fetched_then_a_short_wave_file_or_nothing() -> None:
    table = PageTable()
    table.pages.reception.sounds = short_sound
    browser = table.browser()
    answer = browser.send("GET", "/sound/claim-blue")
    with wave.open(io.BytesIO(answer.body)) as heard:
        assert 0 < heard.getnframes() / heard.getframerate() <= 0.4
    assert answer.headers["content-type"] == "audio/wav"
    assert browser.send("GET", "/sound/claim-red").body != answer.body
    for unknown in ("", "-blue", "claim-", "claim-pink", "nothing", "claim-blue-red"):
        assert browser.send("GET", f"/sound/{unknown}").status == 404
    assert PageTable().browser().send("GET", "/sound/claim").status == 404  # where there is no sound


def test_given_who_wants_short_sounds_when_a_token_claims_then_its_own_is_played_and_before_the_choice_none(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    page.evaluate(PLAYED)
    choice = page.get_by_label("Short sounds on this page")
    expect(choice).not_to_be_checked()
    served.do(lambda table: table.set_token("blue", "denver-omaha"))
    expect(page.locator("#said li").first).to_contain_text("Blue disc claims Denver to Omaha")
    assert page.evaluate("played") == []
    choice.check()
    served.do(lambda table: table.set_token("red", "denver-helena"))
    becomes(page, "played.length > 0")
    assert page.evaluate("played")[0] == "/sound/claim-red"


def test_given_a_sound_of_the_page_when_played_then_the_browser_may_fetch_and_play_it(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/")
    lasts = page.evaluate("""async () => {
        const sound = new Audio("/sound/win-green");
        await new Promise((done, failed) => { sound.onloadedmetadata = done; sound.onerror = failed; });
        return sound.duration;
    }""")
    assert 0.1 < lasts <= 0.4


def test_given_private_words_when_they_come_then_no_sound_goes_with_them(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/seat", "blue")
    page.evaluate(PLAYED)
    page.get_by_label("Short sounds on this page").check()
    before = served.do(lambda table: len(table.words()))
    served.do(lambda table: table.press("ask"))
    expect(page.locator("#said")).to_be_visible()
    assert served.do(lambda table: len(table.words())) > before
    assert page.evaluate("played.filter(one => !one.startsWith('/sound/'))") == []


def test_given_short_sounds_on_the_map_when_an_arrow_leads_nowhere_then_the_end_is_heard_beside_its_words(
    chromium: Browser, served: ServedTable
) -> None:
    page = opened(chromium, served, "/map", bypass_csp=True)
    barriers(page)
    page.evaluate(PLAYED)
    page.get_by_label("A place, or how it begins").fill("van")
    page.keyboard.press("Enter")
    expect(page.locator("#walk-here")).to_contain_text("Vancouver")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#polite")).to_contain_text("No route that way")
    assert page.evaluate("played") == []  # before the choice none
    page.get_by_label("Short sounds on this page").check()
    page.locator("#walker").focus()
    page.keyboard.press("ArrowLeft")
    becomes(page, "played.length > 0")
    assert page.evaluate("played") == ["/sound/edge"]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#polite")).to_contain_text("Calgary")
    assert page.evaluate("played") == ["/sound/edge"]
