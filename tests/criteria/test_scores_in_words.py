"""Criteria 57 to 59: the end of a game as it is heard, its sums, slips and ties."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest

from announce import Announcement
from announce.public import opened
from announce.scores.tickets import ticket_topic
from announce.words import tell
from engine import (
    CardMode,
    Event,
    GameEnded,
    Seat,
    SeatTotal,
    State,
    evolve,
)
from tests.criteria.told_games import MODES, NAMES, game_of, public, worded

LEGENDS = "legends-of-the-west"
_SLIP = re.compile(r"[Cc]oins (minus )?\d+, for trains left")

_VALUE = re.compile(
    r"(blue disc|red square|green triangle|yellow star|black cross),? (?:plus )?(minus )?(\d+)", re.IGNORECASE
)


def said_of(text: str) -> dict[str, int]:
    """The number that stands behind each seat."""
    return {
        seat.lower(): -int(number) if minus else int(number) for seat, minus, number in _VALUE.findall(text)
    }


_TOPIC = re.compile(r"(?:Scores, )?(\d+) of (\d+)(?:: |, )", re.IGNORECASE)


def by_topic(told: Iterable[str]) -> list[list[str]]:
    """The steps of each topic, in order: only the first of them tells its number."""
    topics: list[list[str]] = []
    for text in told:
        if found := _TOPIC.match(text):
            assert int(found[1]) == len(topics) + 1
            topics.append([text[found.end() :]])
        else:
            topics[-1].append(text)
    return topics


def steps_of(told: Sequence[Announcement]) -> list[Announcement]:
    """The steps before the winner is told."""
    steps = [one for one in told if not one.normal.endswith("The game is over.")]
    first = next(n for n, one in enumerate(steps) if _TOPIC.match(one.normal))
    return steps[first : next(n for n, one in enumerate(steps) if re.search(r" wins?\b| share ", one.normal))]


def slips_of(told: Sequence[Announcement]) -> list[str]:
    """Each bank slip with its sum, which the first may tell in a step of its own."""
    return [" ".join(one) for one in by_topic(step.normal for step in steps_of(told)) if _SLIP.search(one[0])]


@pytest.mark.criterion(57)
@pytest.mark.parametrize("name", [name for name in NAMES if name != LEGENDS])
@pytest.mark.parametrize("cards", MODES)
@pytest.mark.parametrize("seats", [3, 5])
def test_given_final_scores_when_added_up_as_heard_then_they_are_the_totals_in_the_order_of_the_rules(
    name: str, cards: CardMode, seats: int
) -> None:
    acts = game_of(name, cards, seats, 1, planned=True)
    v, steps = worded(name).vocabulary, steps_of(acts[-1].told(worded(name)))
    (ended,) = [event for event in acts[-1].events if isinstance(event, GameEnded)]
    sums = dict.fromkeys((v.seat(line.seat) for line in ended.scores), 0)
    kinds = []
    for topic in by_topic(one.normal for one in steps):
        body, text = topic[0].split(". ", 1)[0].lower(), " ".join(topic)
        kinds.append("tickets" if body.endswith("tickets") else body.removesuffix(", points"))
        if kinds[-1] == "tickets":
            values = re.findall(r", (minus )?(\d+)(?=[;.])", text)
            gains = sum(-int(number) if minus else int(number) for minus, number in values)
            assert len(values) < 2 or text.endswith(f"Together {v.gain(gains)}.")
            sums[body.removesuffix("'s tickets")] += gains
        elif kinds[-1] == "longest path":
            bonus = re.search(r"plus (\d+)", text)
            for seat in sums:
                sums[seat] += int(bonus[1]) if bonus and seat in text.lower() else 0
        else:
            for seat, value in said_of(text).items():
                sums[seat] += value
    assert sums == {v.seat(line.seat): line.total for line in ended.scores}
    order = ["routes", "tickets", "stations left", "harbors", "exchange", "longest path"]
    assert sorted(kinds, key=order.index) == kinds and kinds[0] == "routes"
    assert kinds.count("tickets") == len(sums)  # one topic a seat, however many steps it takes


_TICKETS = re.compile(r"(\w+ \w+)(?:'s tickets\.|,) (.*)", re.IGNORECASE)
_LISTED = re.compile(r"(Done|Not done): (.*?\d)\.(?= |$)", re.IGNORECASE)
_OF_BRIEF = re.compile(r"(\w+ \w+): tickets (plus|minus) (\d+)\.", re.IGNORECASE)


@pytest.mark.criterion(57)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_given_final_scores_when_tickets_are_told_then_as_done_those_that_are(
    name: str, cards: CardMode, seats: int
) -> None:
    """A seat all of whose tickets are done heard its last ones told as not done."""
    acts = game_of(name, cards, seats, 1, planned=True)
    v, told = worded(name).vocabulary, steps_of(acts[-1].told(worded(name)))
    heard_as: dict[tuple[str, bool], list[str]] = {}
    for topic in by_topic(one.normal for one in told):
        if (found := _TICKETS.match(" ".join(topic))) and not _SLIP.search(topic[0]):
            for kind, listed in _LISTED.findall(found[2]):
                of = found[1].lower(), kind.lower() == "done"
                heard_as.setdefault(of, []).extend(listed.split("; "))
    right: dict[tuple[str, bool], list[str]] = {}
    for line in opened(acts[-1].after):
        for ticket in line.ticket_list:
            of = v.seat(line.seat), ticket.completed
            right.setdefault(of, []).append(f"{v.ticket(ticket.id)}, {v.number(ticket.points)}")
    assert {of: sorted(names) for of, names in heard_as.items()} == {
        of: sorted(names) for of, names in right.items()
    }


@pytest.mark.criterion(57)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [2, 5])
def test_given_final_scores_when_heard_in_brief_then_each_seats_tickets_are_one_sum_told_once(
    name: str, seats: int
) -> None:
    """Four tickets were "tickets done, plus 7", "plus 3", "plus 5" and "plus 3", and no sum."""
    acts = game_of(name, "dealt", seats, 1, planned=True)
    v, briefs = worded(name).vocabulary, [one.text("brief") for one in steps_of(acts[-1].told(worded(name)))]
    (ended,) = [event for event in acts[-1].events if isinstance(event, GameEnded)]
    sums = [
        (found[1].lower(), int(found[3]) * (1 if found[2] == "plus" else -1))
        for text in briefs
        if (found := _OF_BRIEF.match(text))
    ]
    assert sums == [(v.seat(line.seat), line.tickets) for line in ended.scores]
    assert not [text for text in briefs if re.search(r"\b(done|together)\b", text, re.IGNORECASE)]


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_given_tickets_told_in_parts_when_heard_in_brief_then_the_first_part_alone_is_said(
    language: str,
) -> None:
    """After "tickets minus 82" its parts "not done, minus 32" were heard as more of them."""
    acts, v = game_of("us-accessible", "dealt", 5, 1), worded("us-accessible", language).vocabulary
    (ended,) = [event for event in acts[-1].events if isinstance(event, GameEnded)]
    parted = 0
    for line in ended.scores:
        first, *rest = ticket_topic(v, ended, opened(acts[-1].after), line)(2, 7)
        parted += bool(rest)
        assert first.brief and first.brief.endswith(f" {v.gain(line.tickets)}.")
        assert not any(tell("everyone", words).text("brief") for words in rest)
    assert parted


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_given_a_score_told_in_parts_when_heard_in_brief_then_each_number_has_its_seat(language: str) -> None:
    """Numbers alone are known by their order only where all of them stand in one row."""
    rows = 0
    for name in ("europe", "rails-and-sails-world"):
        acts, wording = game_of(name, "dealt", 5, 1, planned=True), worded(name, language)
        seats = [wording.vocabulary.seat(seat).lower() for seat in acts[-1].after.seats]
        told = acts[-1].told(wording)
        first = next(n for n, one in enumerate(told) if re.search(r"(^|\W)1 \w+ \d+(\W|$)", one.normal))
        briefs = [one.text("brief").lower() for one in told[first:]]
        for text, after in pairwise(briefs):
            if any(after.startswith(seat) and ":" not in after for seat in seats):  # it goes on there
                rows += 1
                assert all(any(seat in value for seat in seats) for value in text.split(", ")), text
    assert rows


@pytest.mark.criterion(57, 59)
@pytest.mark.parametrize("cards", MODES)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_given_final_slips_of_legends_when_heard_then_each_adds_up_after_all_tickets_and_before_the_winner(
    cards: CardMode, seats: int
) -> None:
    acts = game_of(LEGENDS, cards, seats, 1, planned=True)
    (ended,) = [event for event in acts[-1].events if isinstance(event, GameEnded)]
    told = public(acts[-1].told(worded(LEGENDS)))
    slips = slips_of(acts[-1].told(worded(LEGENDS)))
    number = r"(minus )?(\d+)"
    for line, words in zip(ended.scores, slips, strict=True):
        found = re.search(
            rf"[Cc]oins {number}, for trains left {number}, tickets {number}\. "
            rf"Together {number}(?:, so (\d+))? dollar",
            words,
        )
        assert found is not None, words
        signs, values = found.groups()[:8:2], [int(value) for value in found.groups()[1:8:2]]
        coins, left, tickets, together = (
            -value if sign else value for sign, value in zip(signs, values, strict=True)
        )
        assert coins + left + tickets == together
        assert line.total == max(0, together) == int(found[9] or together)
        assert worded(LEGENDS).vocabulary.seat(line.seat) in words.lower()
    order = ["tickets", "bank slip", "longest path", "wins", "caboose", "pause card"]
    kinds = [
        "bank slip" if _SLIP.search(words) else next((kind for kind in reversed(order) if kind in words), "")
        for words in told
    ]
    last = [kind for kind in kinds[kinds.index("tickets") :] if kind]
    assert sorted(last, key=order.index) == last
    assert {"tickets", "bank slip", "wins", "caboose", "pause card"} <= set(last)


def tie(name: str, **changes: dict[Seat, int]) -> tuple[State, list[SeatTotal]]:
    """The end of a game that blue and red end with equal totals, and the lines of its score."""
    state = game_of(name, "untracked", 2, 1)[-1].after
    lines = [
        SeatTotal(
            seat=seat,
            routes=95,
            tickets=0,
            tickets_completed=changes.get("tickets", {}).get(seat, 2),
            longest=changes.get("longest", {}).get(seat, 9),
            longest_bonus=10 if changes.get("longest", {}).get(seat, 9) == 12 else 0,
            total=95,
            place=1,
        )
        for seat in state.seats
    ]
    return state, lines


@pytest.mark.criterion(58)
@pytest.mark.parametrize(
    ("name", "changes", "winners", "words"),
    [
        ("us-accessible", {"tickets": {"blue": 3}}, ("blue",), "blue disc wins, 3 tickets to 2"),
        ("us-accessible", {"longest": {"red": 12}}, ("red",), "red square wins by the longest path"),
        ("us-accessible", {}, ("blue", "red"), "share the victory with 95 points; no rule"),
        ("europe", {"tickets": {"red": 1}}, ("blue",), "blue disc wins, 2 tickets to 1"),
        ("europe", {"stations": {"blue": 2, "red": 1}}, ("red",), "red square wins by fewer stations"),
        ("europe", {"longest": {"blue": 12}}, ("blue",), "blue disc wins by the longest path"),
        ("rails-and-sails-world", {"tickets": {"blue": 3}}, ("blue", "red"), "share the victory"),
        (LEGENDS, {}, ("red",), "red square wins, sitting later in turn order"),
    ],
)
def test_given_a_tie_when_told_then_the_words_name_the_rule_that_decides_it(
    name: str, changes: dict[str, dict[Seat, int]], winners: tuple[Seat, ...], words: str
) -> None:
    from msgspec.structs import replace

    state, lines = tie(name, **changes)
    built = iter(state.game_map.cities)
    stations = {next(built): seat for seat, n in changes.get("stations", {}).items() for _ in range(n)}
    settings = replace(state.settings, stations_used="placed") if stations else state.settings
    event: Event = GameEnded(why="final-round", scores=tuple(lines), winners=winners, held={})
    before = replace(state, settings=settings).with_seldom(stations=stations)
    told = worded(name).events(before, (event,), evolve(before, event), before.seq + 1)
    assert words in next(one.normal for one in told if one.earcon == "win")


@pytest.mark.criterion(59)
@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_given_final_scores_of_legends_when_heard_then_no_topic_is_without_its_number(language: str) -> None:
    """The first bank slip went without: "2 of 4", "Blue disc's bank slip", "4 of 4"."""
    for seats in (2, 5):
        for seed in (1, 2):
            told = game_of(LEGENDS, "dealt", seats, seed)[-1].told(worded(LEGENDS, language))
            heard = [re.match(r"(\d+) (?:of|von|de|sur) (\d+)\b", one.normal) for one in told]
            numbers = [(int(found[1]), int(found[2])) for found in heard if found]
            assert numbers == [(n, len(numbers)) for n in range(1, len(numbers) + 1)]
            assert len(numbers) >= 2 * seats


@pytest.mark.criterion(59)
def test_given_bank_slips_when_told_then_each_gives_its_sum_and_what_is_below_0_counts_as_0() -> None:
    below = 0
    for seed in range(1, 5):
        acts = game_of(LEGENDS, "dealt", 5, seed)
        told = slips_of(acts[-1].told(worded(LEGENDS)))
        (ended,) = [event for event in acts[-1].events if isinstance(event, GameEnded)]
        assert len(told) == 5
        for text, line in zip(told, ended.scores, strict=True):
            coins, left, tickets = re.findall(r"(?:[Cc]oins|left|tickets) ((?:minus )?\d+)", text)
            total = int(coins) + int(left) + int(tickets.replace("minus ", "-"))
            assert line.total == max(0, total)
            if total < 0:
                below += 1
                assert text.endswith(f"Together minus {-total}, so 0 dollars.")
            else:
                assert re.search(rf"Together {total} dollars?\.$", text)
    assert below
