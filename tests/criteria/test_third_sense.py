"""A third sense, added from outside by a row of the table of senses: tokens with tags, and a reader of them.

No file of the product knows it. What is tried is all that a row alone gives: from `tabletop` over what is
believed to what is said at the table, in set-up and by wire.
"""

import itertools
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from announce import Wording
from dialog.setup import DeviceWell
from engine import SEATS, Seat, SourceFound, SourceLost, game_map
from mqtt.asyncapi import published
from mqtt.sense_payloads import written
from mqtt.unsent import Picture
from reconcile import COMMIT, Filter, Flickers, Record, Trust, prior
from table.self_test import Sensed
from tabletop import (
    SENSES,
    Condition,
    Device,
    DeviceHealth,
    Errs,
    Observation,
    Seen,
    Sense,
    SenseKind,
    SiteId,
    sense_devices,
    sense_of,
)
from tests.criteria.sensed_table import DULUTH, LAYOUT, OMAHA, SANTA_FE, SensedTable
from tests.mqtt.test_mqtt_schemas import DOCS, STAMP
from tests.reconcile.one_look import weigh

TAGS, READER = cast(Sense, "tags"), cast(Device, "reader")
ROW = SenseKind(
    device=READER,
    names=True,
    errs=Errs(over_nothing=0.0002, over_token=0.001, notices=0.0, names_by_chance=1.0),
)
FREE = prior(SEATS, owner=None, mover="blue")
WORDS: tuple[Seen, ...] = ("empty", "something", "blue", "red", "unknown")


@pytest.fixture(autouse=True)
def _third_sense(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SENSES, TAGS, ROW)


def said(sense: Sense, seen: Seen, confidence: float = 1.0) -> Observation:
    return Observation(site=OMAHA, sense=sense, seen=seen, at=1.0, confidence=confidence)


class TaggedTable(SensedTable):
    """The table of the criteria with a reader beside the pins, and a camera or none."""

    def __init__(self, *, camera: bool = False) -> None:
        super().__init__(camera=camera)
        self.reader("live")
        self.paper.said.clear()

    def reader(self, condition: Condition, cause: str = "", stands: dict[str, Seat] | None = None) -> None:
        """How the reader is; one that is back tells the whole board first, as its row has it."""
        if condition == "live":
            for site in LAYOUT.pins():
                self.read(site.id, (stands or {}).get(site.id, "empty"))
        self.health(READER, condition, cause)

    def read(self, site: str, seen: Seen) -> None:
        item = Observation(site=SiteId(site), sense=TAGS, seen=seen, at=self.at)
        self.session.handle(item, self.at)

    def heard(self, seconds: float) -> list[str]:
        before = len(self.paper.said)
        self.wait(seconds)
        return self.words(before)


# What is believed


def test_given_a_row_then_sense_and_device_are_paired_by_it() -> None:
    assert sense_of(READER) == TAGS
    assert sense_devices() == ("hub", "camera", READER)


def test_given_tags_alone_when_one_is_read_then_it_is_sure_whose_it_is() -> None:
    for seat in SEATS:
        belief = weigh(FREE, said(TAGS, seat))
        assert (belief.best_seat, belief.best_seat_probability >= COMMIT) == (seat, True)


def test_given_a_pin_and_a_tag_when_they_agree_then_committed_and_when_not_then_doubted() -> None:
    agreed = weigh(FREE, said("pin", "something"), said(TAGS, "red"))
    assert agreed.best_seat == "red" and agreed.best_seat_probability >= COMMIT
    assert agreed.best_seat_probability > weigh(FREE, said(TAGS, "red")).best_seat_probability
    assert weigh(FREE, said("pin", "empty"), said(TAGS, "red")).best_seat_probability < COMMIT


def test_given_two_senses_that_agree_when_the_third_says_otherwise_then_they_are_believed() -> None:
    belief = weigh(FREE, said("pin", "something"), said("camera", "red", 0.95), said(TAGS, "green"))
    assert belief.best_seat == "green"  # a doubtful picture weighs less than a tag
    belief = weigh(FREE, said("pin", "something"), said("camera", "red", 0.999), said(TAGS, "empty"))
    assert belief.best_seat == "red" and belief.best_seat_probability >= COMMIT
    belief = weigh(FREE, said("pin", "empty"), said("camera", "red", 0.999), said(TAGS, "red"))
    assert belief.best_seat == "red" and belief.best_seat_probability >= COMMIT


def test_given_three_senses_when_a_token_is_set_then_it_is_believed_in_whatever_order_they_tell() -> None:
    empty = {sense: said(sense, "empty") for sense in SENSES}
    blue: dict[Sense, Observation] = {
        "pin": said("pin", "something"), "camera": said("camera", "blue", 0.998), TAGS: said(TAGS, "blue")
    }  # fmt: skip
    for order in itertools.permutations(SENSES):
        one, now = Filter(SEATS), dict(empty)
        one.look(*now.values())
        for sense in order:
            now[sense] = blue[sense]
            one.look(*now.values())
        belief = one.belief(FREE)
        assert belief.best_seat == "blue" and belief.best_seat_probability >= COMMIT, order


WORD = st.sampled_from((None, *WORDS))
LOOKS = st.lists(st.tuples(WORD, WORD, WORD, st.floats(0.3, 1.0)), min_size=1, max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LOOKS, st.floats(0, 60))
def test_given_any_words_of_three_senses_when_weighed_then_the_belief_is_a_share(
    looked: list[tuple[Seen | None, Seen | None, Seen | None, float]], covered_s: float
) -> None:
    one = Filter(SEATS[:2])
    expected = prior(SEATS[:2], owner=None, mover="blue")
    for *seen, sure in looked:
        pairs = zip(SENSES, seen, strict=True)
        one.look(*(word and said(sense, word, sure) for sense, word in pairs), away={"pin": 3.0, TAGS: 1.0})
        belief = one.belief(expected, {"camera": covered_s})
        assert 0 <= belief.best_seat_probability <= 1
        assert 0 <= belief.occupied <= 1


def test_given_tags_that_were_often_wrong_somewhere_when_trust_is_kept_then_theirs_alone_and_there() -> None:
    trust = Trust()
    for _ in range(6):
        trust.note(OMAHA, TAGS, right=False)
    assert trust.of(OMAHA, "pin") == trust.of(OMAHA, "camera") == trust.of(SANTA_FE, TAGS) == Record()
    kept = Trust.from_plain(trust.plain())
    assert trust.plain() == {OMAHA: {TAGS: [0.0, 6.0, 0.0]}} and kept.of(OMAHA, TAGS).wrong == 6
    words = said("pin", "something"), said(TAGS, "red")
    assert weigh(FREE, *words, records={TAGS: kept.of(OMAHA, TAGS)}).best_seat_probability < COMMIT


# What comes of it at the table


def test_given_tags_alone_when_a_token_is_set_then_it_claims_and_nobody_is_asked() -> None:
    table = TaggedTable()
    table.lose_hub()
    table.wait(1.0)
    table.read(OMAHA, "blue")
    told = table.heard(1.5)
    assert table.claims() == [("blue", OMAHA)]
    assert told[0].startswith("Blue disc claims Denver to Omaha")
    assert OMAHA not in table.session.tracker.assumed  # its tag has told whose it is


def test_given_tags_alone_when_another_seats_token_is_set_then_it_is_known_whose() -> None:
    table = TaggedTable()
    table.lose_hub()
    table.wait(1.0)
    table.read(OMAHA, "green")  # blue is to move
    assert "green triangle" in " ".join(table.heard(1.5)).lower()
    assert table.claims() == []


def test_given_a_pin_and_a_tag_when_both_tell_of_a_token_then_one_claim_and_one_sound() -> None:
    table = TaggedTable()
    sounds = len(table.paper.said)
    table.feel(OMAHA, "blue")
    table.read(OMAHA, "blue")
    table.wait(1.5)
    assert table.claims() == [("blue", OMAHA)]
    assert table.sounds(sounds).count("place") == 1
    assert not table.session.tracker.assumed
    record = table.session.tracker.trust.of(OMAHA, TAGS)
    assert (record.right, record.wrong) == (1, 0)  # each sense learns by itself
    assert table.session.tracker.trust.of(OMAHA, "camera") == Record()


def test_given_a_tag_and_no_contact_when_it_lasts_then_both_are_named_and_the_table_is_asked() -> None:
    table = TaggedTable()
    table.read(OMAHA, "blue")
    assert table.heard(6.0) == [
        "Board and reader differ at Denver to Omaha. Set the token again, or Yes if blue disc's stands there."
    ]
    assert table.claims() == []
    table.press("yes")
    assert table.claims() == [("blue", OMAHA)]
    assert table.session.tracker.trust.of(OMAHA, "pin").wrong == 1


def test_given_a_picture_and_a_tag_that_name_two_seats_when_nothing_is_sure_then_both_are_named() -> None:
    table = TaggedTable(camera=True)
    table.feel(OMAHA, "blue")
    table.look(OMAHA, "blue", 0.999)
    table.read(OMAHA, "red")
    told = table.heard(6.0)
    (words,) = told
    assert words.startswith("Reader and camera differ at Denver to Omaha. Set the token again, or Yes if")
    assert table.claims() == []


# How it is


def test_given_the_reader_lost_when_others_are_live_then_it_is_named_logged_and_they_carry_on() -> None:
    table = TaggedTable(camera=True)
    table.reader("lost", "unplugged")
    assert table.words() == ["The reader is lost: check its cable. Still working: board and camera."]
    assert not table.session.tracker.in_doubt()
    table.set_token("blue", DULUTH)
    table.wait(2.0)
    assert table.claims() == [("blue", DULUTH)]
    table.paper.said.clear()
    table.reader("live", stands={DULUTH: "blue"})
    table.wait(2.0)
    assert table.words() == ["The reader is back; 1 token agrees."]
    sources = [event for _, event in table.paper.events if isinstance(event, SourceLost | SourceFound)]
    assert sources == [SourceLost(source="reader", cause="unplugged"), SourceFound(source="reader")]


def test_given_others_lost_when_the_reader_is_live_then_it_is_said_to_work_and_it_does() -> None:
    table = TaggedTable(camera=True)
    table.health("camera", "lost", "unplugged")
    table.health("hub", "lost", "silent")
    assert table.words() == [
        "Camera lost: check its cable. Still working: board and reader.",
        "The pins are silent: check the board's cable. Still working: reader.",
    ]
    table.wait(2.0)
    assert not table.session.tracker.in_doubt() and table.session.tracker.sees()
    table.read(OMAHA, "blue")
    table.wait(1.5)
    assert table.claims() == [("blue", OMAHA)]
    table.paper.said.clear()
    table.reader("lost")
    assert table.words() == ["The reader is lost: check its cable. Claim from the list."]
    assert table.session.tracker.in_doubt()


def test_given_a_reader_that_wavers_when_said_then_it_is_named_and_who_is_trusted() -> None:
    wording = Wording(game_map("usa"), LAYOUT)
    state = TaggedTable().state
    told = [wording.finding(Flickers(site=OMAHA, sense=TAGS, other=other), state) for other in ("pin", None)]
    assert [one[0].text("normal") for one in told] == [
        "The reader wavers at Denver to Omaha. I trust the board there.",
        "The reader wavers at Denver to Omaha. Tokens there are asked about.",
    ]
    told = [wording.finding(Flickers(site=OMAHA, sense="pin", other=TAGS), state)]
    assert told[0][0].text("normal").endswith("I trust the reader there.")


def test_given_the_question_for_devices_when_answered_then_the_reader_is_among_them() -> None:
    table = TaggedTable()
    wording, health = Wording(game_map("usa"), LAYOUT), table.session.health.all()
    (told,) = wording.answer("devices", "blue", table.state, health)
    assert told.normal == "Board live, reader live."


def test_given_a_reader_in_the_self_test_when_well_or_lost_then_so_it_is_found() -> None:
    sensed = Sensed(LAYOUT, frozenset({READER}))
    assert not sensed.heard_of()
    sensed.take(DeviceHealth(device=READER, condition="live", at=0.0))
    assert sensed.heard_of() and sensed.names()
    assert sensed.findings() == (DeviceWell(device=READER, count=1),)
    sensed.take(said(TAGS, "blue"))
    assert sensed.standing() == (OMAHA,)
    lost = DeviceHealth(device=READER, condition="lost", at=1.0, cause="silent")
    sensed.take(lost)
    assert sensed.findings() == (lost,)


# By wire


def test_given_a_row_more_when_the_formats_are_published_then_they_are_the_same() -> None:
    there = {str(path.relative_to(DOCS)): path.read_text(encoding="utf-8") for path in DOCS.rglob("*.json")}
    assert published() == there


def test_given_a_word_that_the_published_format_does_not_know_when_written_then_it_is_an_error() -> None:
    with pytest.raises(ValueError, match="no sense tags"):
        written((said(TAGS, "blue"),), 1.0, table="t", node="n", boot="b", seq=1, stamp=STAMP)


def test_given_a_picture_of_a_node_when_its_reader_is_lost_then_what_it_read_is_forgotten() -> None:
    picture = Picture()
    for item in (said(TAGS, "blue"), said("pin", "something")):
        picture.take(item)
    lost = DeviceHealth(device=READER, condition="lost", at=2.0)
    picture.take(lost)
    assert picture.whole() == (said("pin", "something"), lost)
