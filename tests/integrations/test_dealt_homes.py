"""Two homes with dealt cards: what one seat may know comes by the host's sealed page, and by nothing else."""

import json
import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from announce.words import Words, tell
from fingerpost.broker.certificates import make_ca
from fingerpost.broker.files import BrokerFiles
from storage.kept_pairing import KeptPairing
from table.errors import CallError
from table.linked import FarCode, FarPress
from tests.integrations.dealt_homes import DealtHomes
from tests.mqtt.local_broker import LocalBroker
from web.host_line import PageAddress, SeatLine


@pytest.fixture(scope="module")
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        yield found


@pytest.fixture
def homes(broker: LocalBroker, tmp_path: Path) -> Iterator[DealtHomes]:
    found = DealtHomes(broker, tmp_path)
    yield found
    found.close()


@pytest.fixture
def german(broker: LocalBroker, tmp_path: Path) -> Iterator[DealtHomes]:
    found = DealtHomes(broker, tmp_path, language="de")
    yield found
    found.close()


def test_given_dealt_cards_when_played_in_two_homes_then_hands_come_by_the_sealed_page_alone(
    homes: DealtHomes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    homes.pairs()
    homes.play()
    own = {one.normal for one in homes.kiel_room.said if one.audience != "everyone" and one.normal}
    assert own <= homes.far_words
    assert not [one.normal for one in homes.kiel_room.said if "0 cards" in one.normal]
    secret = {one for one in own if "ou have" in one or "Keep?" in one}
    assert any("ou have" in one for one in secret)
    wire = b"\n".join(payload for _, payload, *_ in homes.outside.heard)
    assert b'"card-drawn"' in wire
    assert not [one for one in secret if one.encode() in wire]
    assert not secret & {one.normal for one in homes.kiel_room.said if one.audience != "red"}
    assert not [one for one in secret if one in caplog.text]
    told = {one.normal for one in homes.kiel_room.said}
    assert not [one for one in told if "no tickets" in one or "0 cards" in one or "no cards" in one]
    assert not [one for one in homes.kiel_room.said if one.audience == "blue"]
    assert not [one for one in told if "does not answer" in one]


def test_given_a_home_of_another_language_when_played_then_its_ears_hear_their_own_words_in_it(
    german: DealtHomes,
) -> None:
    german.joins()
    german.play()
    own = german.in_red_ear()
    for words in ("Behalten? Mindestens", "zahlen?", "Zweite Karte:", "Du hast 1 Karte"):
        assert any(words in one for one in own), words
    assert not [
        one for one in own if set(one.lower().split()) & {"you", "the", "keep?", "and", "is", "cards"}
    ]
    everyone = [one.normal for one in german.room.said if one.audience == "everyone"]
    assert any("red square to move" in one.lower() for one in everyone)
    assert not [one for one in everyone if "Karte" in one]


def test_given_a_home_of_another_language_when_it_is_put_out_then_the_next_to_join_hears_the_tables(
    german: DealtHomes,
) -> None:
    german.joins()
    assert german.host.wording.to("red").language == "de"
    german.press("no", german.host)
    german.until(lambda: german.host.wording.to("red").language == "en" and not german.red_is_asked())


def test_given_a_press_that_comes_too_late_when_it_is_another_language_then_the_seat_hears_why_in_it(
    german: DealtHomes,
) -> None:
    german.joins()
    assert german.guest is not None
    pages = german.guest.linked.pages  # type: ignore[union-attr]
    pages.wish(FarPress(seat="red", button="yes", shown=999_999))
    german.until(lambda: any("zu spät" in one for one in german.in_red_ear()))


def test_given_a_wrong_code_when_entered_then_it_is_said_and_the_right_one_still_counts(
    homes: DealtHomes,
) -> None:
    homes.follows()
    homes.until(homes.hears("says 6 digits for red square."))
    homes.until(lambda: bool(homes.code()))
    homes.enter(f"{(int(homes.code()) + 1) % 1_000_000:06d}")
    homes.until(homes.hears("Those are not the digits for red square."))
    assert homes.guest is not None
    homes.guest.linked.pages.code("red", homes.code())  # type: ignore[union-attr]
    homes.until(homes.hears("now tells red square its own words"))


def test_given_a_home_that_is_put_out_when_yes_is_pressed_then_new_digits_are_said_and_let_it_in(
    homes: DealtHomes,
) -> None:
    homes.pairs()
    homes.press("no", homes.host)  # at the host, where the phone that has joined was just told
    homes.until(homes.hears("no longer knows red square here"))
    assert homes.guest is not None
    before = len(homes.kiel_room.said)
    homes.pause(5.0)
    assert not [one for one in homes.kiel_room.said[before:] if one.audience == "red"]
    digits = homes.code()
    homes.press("yes")
    homes.until(lambda: homes.code() != digits)
    homes.enter(homes.code())
    homes.until(lambda: homes.times("now tells red square") == 2)


def test_given_a_page_that_is_gone_when_it_is_back_then_both_are_said_and_the_seat_is_asked_for_anew(
    homes: DealtHomes,
) -> None:
    homes.pairs()
    homes.unserve()
    homes.until(homes.hears("does not answer: red square hears no words of its own"))
    homes.serve()  # which knows no browser that it knew before
    homes.until(homes.hears("no longer knows red square here"))


def test_given_a_home_that_has_joined_when_it_stops_then_its_page_knows_it_again_without_digits(
    homes: DealtHomes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    homes.pairs()
    (kept,) = (homes.folder / "kiel").glob("followed-*")
    given = json.loads(kept.read_text())["seats"]["red"]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    homes.stop_following()
    digits = homes.code()
    homes.follows()
    homes.until(lambda: homes.times("now tells red square") == 2)
    homes.until(homes.red_is_asked)  # by the stream of its own page
    assert homes.code() == digits
    secret = given.split("=")[1]
    assert len(secret) > 20
    assert secret not in caplog.text
    assert not [payload for _, payload, *_ in homes.outside.heard if secret.encode() in payload]


def test_given_a_home_that_was_put_out_when_it_starts_again_then_nothing_is_kept_and_digits_are_said(
    homes: DealtHomes,
) -> None:
    homes.pairs()
    homes.press("no", homes.host)
    homes.until(homes.hears("no longer knows red square here"))
    assert not [*(homes.folder / "kiel").glob("followed-*")]
    homes.stop_following()
    digits = homes.code()
    homes.follows()
    homes.until(lambda: homes.code() != digits)


def test_given_a_page_that_starts_anew_while_a_home_is_off_when_it_follows_then_digits_are_said(
    homes: DealtHomes,
) -> None:
    homes.pairs()
    homes.stop_following()
    homes.unserve()
    homes.serve()  # which knows no browser that it knew before
    digits = homes.code()
    homes.follows()
    homes.until(lambda: homes.code() != digits)
    assert homes.times("now tells red square") == 1


def test_given_an_authority_that_is_another_when_followed_then_nothing_goes_there_and_it_is_said(
    homes: DealtHomes, tmp_path: Path
) -> None:
    other = BrokerFiles(tmp_path / "other")
    other.folder.mkdir()
    make_ca(other)
    homes.follows(ca=other.ca)
    homes.until(homes.hears("has a seal that is not known here"))
    assert not homes.code()


def test_given_a_page_that_is_not_there_when_it_comes_then_the_digits_are_said_by_themselves(
    homes: DealtHomes,
) -> None:
    homes.unserve()
    homes.follows()
    homes.until(homes.hears("does not answer: red square hears no words of its own"))
    homes.serve()
    homes.until(homes.hears("says 6 digits for red square."))
    homes.until(lambda: bool(homes.code()))


def test_given_a_press_that_comes_too_late_when_the_page_refuses_it_then_the_seat_hears_why(
    homes: DealtHomes,
) -> None:
    homes.pairs()
    assert homes.guest is not None
    pages = homes.guest.linked.pages  # type: ignore[union-attr]
    pages.wish(FarPress(seat="red", button="yes", shown=999_999))
    homes.until(lambda: any("too late" in one.normal for one in homes.kiel_room.said))
    (said,) = [one for one in homes.kiel_room.said if "too late" in one.normal]
    assert (said.audience, said.urgency) == ("red", "assertive")


def test_given_a_page_that_is_gone_when_pressed_then_each_press_is_answered(homes: DealtHomes) -> None:
    homes.pairs()
    homes.unserve()
    homes.until(homes.hears("does not answer: red square hears no words of its own"))
    for count in (2, 3):
        homes.press("yes")
        homes.until(lambda count=count: homes.times("does not answer: red square") >= count)  # type: ignore[misc]


def test_given_another_seats_digits_when_entered_then_nobody_is_left_joined_as_it(homes: DealtHomes) -> None:
    kept = KeptPairing(homes.folder / "blue.json", homes.page)
    address = PageAddress(homes.page, homes.authority)
    blue = SeatLine(address, "blue", lambda news: None, kept=kept, language="en")
    blue.start()
    blue.want(FarCode(seat="blue", digits=None))
    homes.until(lambda: bool(homes.code()))
    blue.close()
    homes.follows((homes.code(),))
    homes.until(homes.hears("Those are not the digits for red square."))
    assert homes.joined() == ()


def test_given_a_digit_for_the_room_when_said_then_the_broker_is_told_only_what_comes_after_it(
    homes: DealtHomes,
) -> None:
    def heard_what_follows() -> bool:
        for wire in homes.wires:  # until somebody listens
            wire.say(tell("everyone", Words("Digit 2: 7?"), in_the_room=True), homes.now)
            wire.say(tell("everyone", Words("Wait for Kiel.")), homes.now)
        return any(b"Wait for Kiel." in one[1] for one in homes.outside.heard)

    homes.until(heard_what_follows)
    assert not [one for one in homes.outside.heard if b"Digit 2" in one[1]]


def test_given_what_red_asks_in_kiel_when_it_moves_then_its_ear_there_hears_the_answer(
    homes: DealtHomes,
) -> None:
    homes.pairs()
    homes.plays_to("red")
    before = len(homes.kiel_room.said)
    homes.press("ask")
    homes.until(homes.asked_in_red_ear)
    homes.pause(2.0)
    homes.press("yes")
    told = "Red square to move, turn"
    homes.until(lambda: any(told in one for one in homes.in_red_ear(before)))


@pytest.mark.parametrize(
    ("url", "ca", "said"),
    [
        ("http://bremen.example:8443", None, "travels sealed only; give https://HOST:PORT"),
        ("https://bremen.example:no", None, "travels sealed only; give https://HOST:PORT"),
        ("https://[::1:8443", None, "travels sealed only; give https://HOST:PORT"),
        ("https://bremen.example", "nowhere.crt", "authority nowhere.crt: cannot be read"),
    ],
)
def test_given_a_page_that_cannot_be_trusted_when_named_then_one_line_says_what_to_give(
    url: str, ca: str | None, said: str
) -> None:
    with pytest.raises(CallError, match=said):
        PageAddress(url, None if ca is None else Path(ca))
