"""A screen beside the board, and how a game went: for everybody, without buttons, the same told in words."""

import re
from html import unescape

import pytest
from msgspec.structs import replace

from announce.course_words import in_all
from engine import EDITIONS, SeatScore, position_of, score_position, seat_scores
from tests.web.page_table import PageTable
from tests.web.set_up_page import SetUpPage
from tests.web.test_map import played


def test_given_a_display_when_looked_at_then_the_newest_sentence_the_board_the_scores_and_no_button() -> None:
    table = played("us-accessible", 40)
    browser = table.browser()
    page = browser.visit("/display?size=largest&colours=dark")
    newest = table.moment.heard("everyone")[-1].text
    assert newest in page.words
    assert "largest dark" in browser.raw and 'class="board"' in browser.raw
    assert page.forms == [] and "<button" not in browser.raw
    assert {"Larger", "White on dark"}.isdisjoint(page.links) and "Smaller" in page.links
    browser.visit("/display?size=huge&colours=<b>")
    assert browser.status == 200 and 'class="display large bright"' in browser.raw


def test_given_whose_turn_was_said_last_when_a_display_is_looked_at_then_what_was_before_is_large() -> None:
    table = played("us-accessible", 40)
    before = table.moment.heard("everyone")[-1].text
    told = table.session.wording.answer("turn", table.session.mover, table.state)
    table.session.tell(told, table.at)
    assert table.moment.heard("everyone")[-1].text == told[0].normal != before
    browser = table.browser()
    browser.visit("/display")
    large = re.search(r'id="sentence">([^<]*)<', browser.raw)
    assert large is not None and unescape(large[1]) == before
    assert browser.page.text.count(told[0].normal) == 1


def test_given_a_table_that_is_set_up_when_its_display_is_opened_then_it_says_so() -> None:
    browser = SetUpPage().browser()
    browser.visit("/display")
    assert browser.status == 200 and "The table is being set up." in browser.page.words


@pytest.mark.parametrize("edition", EDITIONS)
def test_given_a_game_that_is_over_when_its_course_is_read_then_the_score_stands_there_line_by_line(
    edition: str,
) -> None:
    table = played(edition, 10_000)
    assert table.state.phase == "over"
    page = table.browser().visit("/course")
    score = score_position(position_of(table.state))
    assert isinstance(score["seats"], list)
    for seat in score["seats"]:
        assert str(seat["total"]) in page.words and str(seat["routes"]) in page.words
    headings, dollars = {text for _, text in page.headings}, "Dollars by turn"
    assert {
        "The score",
        "The longest path",
        dollars if table.state.coins else "Points by turn",
        "The game in a minute",
    } <= headings


def test_given_a_course_when_drawn_then_its_points_are_those_of_the_game_and_stand_in_a_table_too() -> None:
    table = played("us-accessible", 10_000)
    browser = table.browser()
    browser.visit("/course")
    assert browser.raw.count('class="course ') == 2 * len(table.state.seats)
    last = re.findall(r"<tr><th scope=\"row\">\d+</th>(.*?)</tr>", browser.raw)[-1]
    assert table.state.result is not None
    totals = {line.seat: line.total for line in table.state.result.scores}
    assert [int(one) for one in re.findall(r"<td>(-?\d+)</td>", last)] == [
        totals[s] for s in table.state.seats
    ]


def test_given_a_game_that_has_just_begun_when_its_course_is_read_then_what_there_is_is_told() -> None:
    table = PageTable("us-accessible")
    page = table.browser().visit("/course")
    headings = {text for _, text in page.headings}
    assert "The score" not in headings and "The game in a minute" in headings


@pytest.mark.parametrize("edition", EDITIONS)
def test_given_a_game_that_is_over_when_its_points_are_drawn_by_source_then_bars_and_table_make_its_totals(
    edition: str,
) -> None:
    table = played(edition, 10_000)
    browser = table.browser()
    browser.visit("/course")
    result = table.state.result
    assert result is not None
    totals = [line.total for line in result.scores]
    section = browser.raw.partition('<section id="sources"')[2].partition("</section>")[0]
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', section)
    figures = [[int(one) for one in re.findall(r"<td>(-?\d+)</td>", cells)] for _, cells in rows]
    sums = [sum(column) for column in zip(*figures, strict=True)]
    floors = [score.floor for score in seat_scores(table.state)]
    assert [
        one if floor is None else max(one, floor) for one, floor in zip(sums, floors, strict=True)
    ] == totals
    bars = re.findall(
        r"<li><p>.*?: (?:together (?:minus )?\d+, so )?(minus )?(\d+)</p><svg (.*?)</svg>", section
    )
    assert [int(one) * (-1 if minus else 1) for minus, one, _ in bars] == totals
    tallest = max(sum(one for one in column if one > 0) for column in zip(*figures, strict=True))
    lowest = min(sum(one for one in column if one < 0) for column in zip(*figures, strict=True))
    for (_, _, bar), column in zip(bars, zip(*figures, strict=True), strict=True):
        widths = re.findall(r'class="segment \w+" x="[\d.]+%" width="([\d.]+)%"', bar)
        drawn = sorted(100 * abs(one) / (tallest - lowest) for one in column if one)
        assert sorted(map(float, widths)) == pytest.approx(drawn, abs=0.06)
        (told,) = re.findall("<title>(.*?)</title>", bar)
        assert [int(one) for one in re.findall(r"\d+", told)] == [
            abs(one) for one in (*filter(None, column),)
        ]


def test_given_a_slip_below_nothing_when_drawn_then_what_its_parts_make_is_told_beside_what_counts() -> None:
    table = PageTable("legends-of-the-west")
    v = table.session.wording.vocabulary
    below = SeatScore(
        seat="blue",
        routes=0,
        ticket_list=(),
        longest=0,
        longest_way=(),
        longest_bonus=0,
        trains_bonus=-27,
        floor=0,
    )
    assert in_all(v, below) == "blue disc: together minus 27, so 0"
    assert in_all(v, replace(below, floor=None)) == "blue disc: minus 27"


def test_given_points_by_source_when_drawn_then_no_two_sources_have_the_same_pattern() -> None:
    table = played("rails-and-sails-world", 10_000)
    browser = table.browser()
    browser.visit("/course")
    patterns = dict(re.findall(r'<pattern id="(source-[\w-]+)".*?>(.*?)</pattern>', browser.raw))
    assert len(patterns) >= 3 and len(set(patterns.values())) == len(patterns)
    assert set(re.findall(r'fill="url\(#([\w-]+)\)"', browser.raw)) == set(patterns)


def test_given_a_game_that_goes_on_when_its_course_is_read_then_nothing_tells_what_tickets_bring() -> None:
    browser = played("us-accessible", 40).browser()
    browser.visit("/course")
    assert 'id="points"' in browser.raw and 'id="sources"' not in browser.raw
