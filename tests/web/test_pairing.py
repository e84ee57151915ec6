"""Who may see a seat's own page: codes heard in the room, sessions that end, a table that can say no."""

import pytest

from dialog import Phone, PutOut
from engine import SEATS, Seat
from tests.criteria.test_bursts import Slow
from tests.web.browser import Browser
from tests.web.page_table import PageTable
from tests.web.test_host_page import become_host
from web.guard import inside_app
from web.pairing import CODE_S, CODES, HERE, MOST, NEXT_CODE_S, SESSION_S, TRIES, Pairing

NEXT_S = NEXT_CODE_S[0]


def pairing() -> Pairing[Seat]:
    numbers = iter(range(1, 10_000))
    return Pairing(lambda length: (next(numbers) * 7_654_321).to_bytes(max(length, 8), "big")[-length:])


def opened(codes: Pairing[Seat], seat: Seat, at: float, asker: str = HERE) -> str:
    code = codes.open(seat, at, asker)
    assert code is not None
    return code.digits


def test_given_a_code_when_written_with_spaces_or_scanned_then_its_seat_is_told_once() -> None:
    codes = pairing()
    digits = opened(codes, "green", 0.0)
    assert codes.take(f" {digits[:3]} {digits[3:]}", 1.0) == "green"
    assert codes.take(digits, 2.0) == "no-code"
    code = codes.open("green", 20.0)
    assert code is not None and len(code.long) == 32
    assert codes.take(code.long.upper(), 21.0) == "green"
    assert codes.take(code.digits, 22.0) == "no-code"


def test_given_wrong_codes_when_written_then_a_source_has_five_tries_and_all_together_twenty() -> None:
    codes = pairing()
    digits = opened(codes, "blue", 0.0)
    wrong = ["wrong-code"] * (TRIES - 1) + ["too-many"]
    assert [codes.take("000000", 1.0, "here") for _ in range(TRIES)] == wrong
    assert codes.take(digits, 2.0, "here") == "too-many"
    for source in ("there", "elsewhere", "anywhere"):
        assert [codes.take("000000", 1.0, source) for _ in range(TRIES)] == wrong
    assert codes.take(digits, 2.0, "somewhere") == "too-many"
    assert codes.take(digits, 2.0) == "blue"  # nobody elsewhere takes it from who asked for it here


def test_given_two_minutes_when_gone_then_a_code_is_too_old_and_a_new_one_replaces_the_last() -> None:
    codes = pairing()
    digits = opened(codes, "blue", 0.0)
    assert codes.open("red", NEXT_S - 1) is None
    assert codes.take(digits, CODE_S) == "no-code"
    older, newer = opened(codes, "blue", 200.0), opened(codes, "blue", 200.0 + NEXT_S)
    assert codes.take(older, 211.0) == "wrong-code"
    assert codes.take(newer, 212.0) == "blue"


def test_given_strangers_that_ask_and_guess_without_end_when_a_phone_joins_then_its_code_is_its_own() -> None:
    codes, strangers = pairing(), [f"192.168.1.{n}" for n in range(5)]
    told = [(at, seat, one) for at in range(600) for seat in ("blue", "red") for one in strangers
            if codes.open(seat, at, one) is not None]  # fmt: skip
    assert len(told) == 5 * 4  # at 0, 10, 70 and 370 s: each waits longer
    digits = opened(codes, "blue", 600.0, "phone")
    for one in strangers:
        assert [codes.take(digits, 601.0, one) for _ in range(9)] == ["wrong-code"] * 9
    assert codes.waiting(602.0, "phone") == ("blue", "phone")
    assert codes.take(digits, 603.0, "phone") == "blue"
    assert codes.open("red", 604.0, "phone") is not None  # whose code was right has none to wait for


def test_given_a_guesser_with_a_code_of_its_own_when_it_has_tried_five_times_then_only_it_is_out() -> None:
    codes = pairing()
    mine, other = opened(codes, "blue", 0.0, "phone"), opened(codes, "blue", 1.0, "stranger")
    tried = [codes.take("000000", 2.0, "stranger") for _ in range(TRIES + 1)]
    assert tried == ["wrong-code"] * (TRIES - 1) + ["too-many"] * 2
    assert codes.take(other, 3.0, "stranger") == "too-many"
    assert codes.take(mine, 3.0, "stranger") == "too-many"
    assert codes.take(mine, 3.0, "phone") == "blue"


def test_given_a_code_that_is_scanned_when_another_machine_has_asked_for_it_then_it_is_good_there() -> None:
    codes = pairing()
    code = codes.open("red", 0.0, "phone")
    assert code is not None and codes.take(code.digits, 1.0, "tablet") == "wrong-code"
    assert codes.take(code.long, 1.0, "tablet") == "red"


def test_given_more_addresses_than_codes_when_they_ask_then_this_machine_still_gets_one() -> None:
    codes = pairing()
    told = [codes.open("blue", 0.0, f"10.0.0.{n}") for n in range(200)]
    assert sum(code is not None for code in told) == CODES
    digits = opened(codes, "blue", 1.0)
    assert codes.take(digits, 2.0, "phone") == "blue"
    codes.give_back("blue", digits, 3.0)
    assert codes.waiting(4.0) == ("blue", HERE)
    codes.keep({"red"})
    assert codes.waiting(4.0) is None


def test_given_sessions_when_they_age_leave_or_are_too_many_then_they_end() -> None:
    codes = pairing()
    secrets = [codes.join("blue", float(number)) for number in range(MOST + 1)]
    assert len(set(secrets)) == MOST + 1 and min(map(len, secrets)) == 64
    assert codes.joined(secrets[0], 10.0) is None  # the oldest gave way
    assert codes.joined(secrets[1], SESSION_S) is not None
    assert codes.joined(secrets[1], SESSION_S + 1.0) is None
    codes.put_out("blue")
    assert codes.joined(secrets[-1], 10.0) is None and codes.joined(secrets[-2], 10.0) is not None
    codes.leave(secrets[-2])
    assert codes.joined(secrets[-2], 10.0) is None
    assert codes.joined(None, 0.0) is codes.joined("", 0.0) is codes.joined("nonsense", 0.0) is None


@pytest.mark.criterion(76)
def test_given_a_phone_that_joins_when_no_is_pressed_then_the_table_heard_it_and_its_page_is_gone() -> None:
    table = PageTable()
    phone = table.browser("192.168.1.77")
    phone.press("Join as red square")
    assert phone.where == "/join"
    phone.press("Join", code="999999")
    assert "That is not the code" in phone.page.text
    assert phone.visit("/seat").headings[0] == ("h1", "The table")  # a wrong code: the public page only
    phone.visit("/join")
    phone.press("Join", code=table.digits())
    assert phone.where == "/seat" and "Your hand" in phone.page.text
    assert "A phone joined as red square. If that is wrong, press No. Yes lets it stay." in table.words()
    table.wait(0.7)
    PageTable.press(table, "no")
    table.show()
    assert phone.visit("/seat").headings[0] == ("h1", "The table")
    assert "The phone of red square is out." in table.words()


def test_given_a_code_when_told_then_only_the_room_hears_it() -> None:
    table = PageTable()
    phone = table.browser("192.168.1.77")
    phone.press("Join as blue disc")
    digits = table.digits()
    assert len(digits) == 6 and table.room.said[-1].normal.startswith("The code for blue disc's page: ")
    told = [one.normal for one in table.paper.said]  # what transcripts of others, MQTT and the page get
    assert told[-1] == "A phone wants to join as blue disc."
    spelt = ", ".join(digits[:3])
    assert not [words for words in told if spelt in words or digits in words]
    assert spelt not in phone.visit("/").text and digits not in phone.raw


def test_given_an_open_question_when_a_phone_joins_then_it_waits_and_the_question_is_not_lost() -> None:
    table = PageTable(cards="untracked")
    phone = table.browser()
    phone.press("Join as red square")
    table.set_token("blue", "denver-omaha")
    table.lift("denver-omaha")
    table.wait(1.0)
    mode = table.mode
    phone.visit("/join")
    phone.press("Join", code=table.digits())
    refused = "The table is asked something; answer that, then send the code again."
    assert refused in phone.page.text
    assert f"<title>{refused} – Join as red square – Fingerpost</title>" in phone.raw  # is read first
    assert table.mode == mode
    table.set_token("blue", "denver-omaha")
    phone.visit("/join")
    phone.press("Join", code=table.digits())
    assert phone.where == "/seat"


def token(table: PageTable, seat: Seat) -> str:
    return table.session.wording.vocabulary.seat(seat)


def guest(table: PageTable, seat: Seat) -> Browser:
    """Joins with a phone; nobody presses anything at the panel."""
    phone = table.browser(f"192.168.1.{10 + SEATS.index(seat)}")
    phone.press(f"Join as {token(table, seat)}")
    phone.press("Join", code=table.digits())
    return phone


@pytest.mark.criterion(76)
def test_given_five_guests_when_they_join_one_after_the_other_then_none_waits_for_a_press() -> None:
    table = PageTable(seats=SEATS)
    table.wait(1)
    phones = []
    for seat in SEATS:
        phones.append(guest(table, seat))
        table.wait(5.0)
        assert f"A phone joined as {token(table, seat)}." in " ".join(table.words())
    assert all("Your hand" in phone.visit("/seat").text for phone in phones)
    table.press("no")  # it is about the last alone
    table.show()
    assert ["Your hand" in phone.visit("/seat").text for phone in phones] == [*[True] * 4, False]
    assert not isinstance(table.mode, Phone)


@pytest.mark.criterion(76)
def test_given_two_phones_at_once_when_the_first_ones_question_was_not_heard_yet_then_it_comes_back() -> None:
    voice = Slow()
    table = PageTable(seats=SEATS, sinks=[voice])
    table.wait(1)
    first = guest(table, "blue")
    voice.late = "everyone"
    second = guest(table, "red")
    voice.late = None
    table.wait(1)
    table.press("yes")
    assert table.mode == Phone("blue")
    table.wait(1)
    table.press("no")
    table.show()
    assert ["Your hand" in phone.visit("/seat").text for phone in (first, second)] == [False, True]


def test_given_a_seat_that_is_left_when_its_page_is_asked_for_then_it_is_anybodys() -> None:
    table = PageTable()
    phone = table.join("blue")
    secret = dict(phone.cookies)
    phone.press("Leave this seat")
    assert phone.where == "/" and not phone.cookies
    phone.cookies = secret
    assert phone.visit("/seat").headings[0] == ("h1", "The table")


def test_given_a_cookie_when_set_then_no_script_and_no_other_site_gets_it() -> None:
    table = PageTable()
    phone = table.browser()
    phone.press("Join as blue disc")
    form = next(form for form in phone.page.forms if form.action == "/join")
    sent = phone.post("/join", [*form.hidden.items(), ("code", table.digits())])
    cookie = sent.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert table.digits() not in sent.headers["location"]


def test_given_a_sealed_page_when_a_cookie_is_set_then_it_never_travels_unsealed() -> None:
    for scheme, secure in (("https", True), ("http", False)):
        table = PageTable()
        phone = table.browser()
        phone.press("Join as blue disc")
        form = next(form for form in phone.page.forms if form.action == "/join")
        phone.scheme = scheme
        sent = phone.post("/join", [*form.hidden.items(), ("code", table.digits())])
        assert ("; secure" in sent.headers["set-cookie"].lower()) is secure


def test_given_the_machine_s_own_browser_when_a_code_waits_then_a_picture_of_it_is_shown_there_only() -> None:
    table = PageTable()
    table.pages.seats.address = "http://192.168.1.5:8080"
    here, there = table.browser(), table.browser("192.168.1.77")
    there.press("Join as blue disc")
    here.visit("/join")
    assert "<svg" in here.raw and "Or scan this with the phone that joins." in here.page.text
    assert "<svg" not in there.raw
    assert "<svg" not in here.send("GET", "/join", x_forwarded_for="192.168.1.77").text


def test_given_a_seat_when_a_fifth_browser_joins_or_twelve_hours_pass_then_the_first_is_out() -> None:
    codes = pairing()
    secrets = [codes.join("blue", 0.0) for _ in range(5)]
    assert [codes.joined(secret, 1.0) is not None for secret in secrets] == [False, *[True] * 4]
    assert codes.joined(secrets[4], 12 * 3600.0 - 1.0) is not None
    assert codes.joined(secrets[4], 12 * 3600.0) is None


def hears_in(browser: Browser, language: str) -> None:
    """As a home that follows has its seat told."""
    token = next(
        value for form in browser.page.forms for name, value in form.hidden.items() if name == "token"
    )
    browser.post("/seat/language", [("token", token), ("language", language)])


def language_of_red(table: PageTable) -> str:
    table.show()
    return table.moment.wording.to("red").language


@pytest.mark.parametrize("how", ["leaves", "host", "table", "expires", "anew"])
def test_given_a_home_of_another_language_when_it_is_out_then_its_seat_is_told_in_the_tables(
    how: str,
) -> None:
    table = PageTable()
    phone = table.join("red")
    hears_in(phone, "de")
    assert language_of_red(table) == "de"
    if how == "leaves":
        phone.press("Leave this seat")
    elif how == "host":
        become_host(table).press("Remove red square's phone")
    elif how == "table":
        table.pages.put_out("red")
    elif how == "expires":
        table.wait(1.0)
        table.pages.reception.now = lambda: table.at + SESSION_S
        table.pages.show(table.moment)
    else:
        table.pages.reception.pairing.keep(())
        table.pages.show(table.moment)
    assert language_of_red(table) == "en"


def test_given_a_home_of_another_language_when_a_second_browser_is_put_out_then_it_keeps_its_own() -> None:
    table = PageTable()
    first = table.join("red")
    hears_in(first, "de")
    table.join("red")
    assert language_of_red(table) == "de"
    for _ in range(2):  # the second time there is none that joined last
        table.session.perform(PutOut("red"), table.at)
        assert language_of_red(table) == "de"
    first.visit("/seat")
    first.press("Leave this seat")
    assert language_of_red(table) == "en"


def test_given_a_busy_table_when_a_home_names_its_language_then_it_is_told_in_it_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = PageTable()
    phone = table.join("red")
    with monkeypatch.context() as busy:
        busy.setattr(table.pages.reception, "_ask_table", lambda request: False)
        hears_in(phone, "de")
    assert table.session.wording.to("red").language == "en"
    table.pages.show(table.moment)  # whatever happens next
    assert language_of_red(table) == "de"


ANDROID = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 8{}) AppleWebKit/537.36 (KHTML, like Gecko) "
    "{}Chrome/140.0 Mobile Safari/537.36{}"
)
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "{}Mobile/15E148{}"
)
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15"


@pytest.mark.parametrize(
    ("agent", "inside"),
    [
        (ANDROID.format("", "", ""), False),
        (ANDROID.format("; wv", "Version/4.0 ", ""), True),
        (ANDROID.format("", "", " [FB_IAB/FB4A;FBAV/500.0]"), True),
        (IPHONE.format("Version/18.5 ", " Safari/604.1"), False),
        (IPHONE.format("CriOS/140.0 ", " Safari/604.1"), False),
        (IPHONE.format("", ""), True),
        (IPHONE.format("", " Instagram 380.0"), True),
        (IPHONE.format("GSA/380.0 ", " Safari/604.1"), True),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", False),
        (MAC, False),
        ("", False),
    ],
)  # fmt: skip
def test_given_a_browser_when_it_names_itself_then_one_inside_of_an_app_is_known(
    agent: str, inside: bool
) -> None:
    assert inside_app(agent) == inside


def test_given_a_browser_inside_of_an_app_when_it_joins_then_it_is_warned_and_told_where() -> None:
    table = PageTable()
    phone = table.browser("192.168.1.77")
    phone.press("Join as red square")
    plain = phone.send("GET", "/join").text
    inside = phone.send("GET", "/join", user_agent=IPHONE.format("", "")).text
    certain, perhaps = "This page stands inside another app", "Did a scanner or a messenger open this page"
    assert inside.index(certain) < inside.index('id="code"') and perhaps not in inside
    assert plain.index(perhaps) > plain.index('id="code"') and certain not in plain
    for page in (plain, inside):
        assert '<code id="scanned">http://127.0.0.1:8000/join</code>' in page
    phone.press("Join", code=table.digits())
    assert certain in phone.send("GET", "/seat", user_agent=IPHONE.format("", "")).text
    assert certain not in phone.send("GET", "/seat").text
    here = table.browser().send("GET", "/join").text
    assert certain not in here and perhaps not in here
