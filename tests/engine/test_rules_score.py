"""US-56 to US-61: the score, by hand. W-19 to W-25."""

from typing import cast

from engine import SEATS, score_position

Way = tuple[str, str, int]


def scored(*seats: tuple[list[Way], list[Way]], **settings: object) -> dict[str, object]:
    """The score of seats that hold routes and tickets, each given as two cities and a length or value."""
    routes = [(f"{n}-{m}", way) for n, (held, _) in enumerate(seats) for m, way in enumerate(held)]
    tickets = [(f"{n}-{m}", way) for n, (_, held) in enumerate(seats) for m, way in enumerate(held)]
    cities = sorted({city for _, way in (*routes, *tickets) for city in way[:2]} | {"A"})
    board = {
        "format": "map/1",
        "id": "by-hand",
        "cities": [{"id": city} for city in cities],
        "routes": [{"id": name, "a": a, "b": b, "length": length} for name, (a, b, length) in routes],
        "tickets": [{"id": name, "cities": [a, b], "value": value} for name, (a, b, value) in tickets],
    }
    position = {
        "edition": "us-accessible",
        "map": board,
        "settings": settings,
        "seats": [
            {
                "seat": SEATS[n],
                "routes": [name for name, _ in routes if name.startswith(f"{n}-")],
                "tickets": [name for name, _ in tickets if name.startswith(f"{n}-")],
            }
            for n in range(len(seats))
        ],
    }
    return score_position(position)


def column(score: dict[str, object], key: str) -> list[object]:
    return [line[key] for line in cast(list[dict[str, object]], score["seats"])]


def test_us_56_w_19_given_completed_and_failed_tickets_then_added_and_subtracted() -> None:
    line: list[Way] = [
        ("A", "B", 6),
        ("B", "C", 5),
        ("C", "D", 4),
        ("D", "E", 3),
        ("E", "F", 2),
        ("F", "G", 1),
    ]
    score = scored((line, [("A", "G", 7), ("A", "Z", 20)]), ([("H", "I", 6), ("I", "J", 6)], [("H", "J", 9)]))
    assert column(score, "routes") == [39, 30]
    assert column(score, "tickets") == [7 - 20, 9]
    assert column(score, "total") == [36, 39]
    assert score["winners"] == ["red"]


def test_us_57_given_own_routes_by_any_way_then_completed_and_others_routes_do_not_count() -> None:
    loop: list[Way] = [("A", "B", 1), ("B", "C", 2), ("C", "D", 3)]
    score = scored((loop, [("A", "D", 5)]), ([("D", "E", 6)], [("A", "E", 8), ("D", "E", 3)]))
    assert column(score, "tickets") == [5, 3 - 8]
    assert column(score, "tickets_completed") == [1, 1]


def test_us_58_given_a_loop_with_two_tails_then_the_path_runs_round_and_uses_no_train_twice() -> None:
    loop: list[Way] = [("A", "B", 2), ("B", "C", 3), ("C", "A", 2), ("C", "D", 2), ("B", "E", 5)]
    score = scored((loop, []), ([], []))
    assert score["longest_max"] == 12  # in by E, round, and the tail of D is left out
    trail = cast(list[list[str]], column(score, "longest_trail"))[0]
    assert sorted(trail) == ["0-0", "0-1", "0-2", "0-4"]


def test_us_59_w_20_given_a_tie_for_the_longest_path_then_all_get_ten() -> None:
    score = scored(
        ([("A", "B", 6), ("C", "D", 1)], [("A", "B", 10)]),
        ([("E", "F", 6), ("G", "H", 1)], [("E", "H", 9), ("E", "F", 2)]),
    )
    assert column(score, "longest") == [6, 6]
    assert column(score, "total") == [36, 19]
    assert score["longest_holders"] == ["blue", "red"]


def test_w_21_given_no_bonus_then_routes_and_tickets_alone() -> None:
    score = scored(
        ([("A", "B", 3), ("C", "D", 3)], [("A", "B", 4)]),
        ([("E", "F", 2), ("F", "G", 2), ("G", "H", 1), ("H", "I", 1)], [("E", "I", 4)]),
        longest_bonus=0,
    )
    assert column(score, "total") == [12, 10]


def test_us_60_w_25_given_no_claims_then_no_bonus_and_totals_may_be_negative() -> None:
    nothing = scored(([], []), ([], []))
    assert column(nothing, "total") == [0, 0]
    assert nothing["winners"] == ["blue", "red"]
    lost = scored(([], [("A", "B", 20)]), ([], []))
    assert column(lost, "total") == [-20, 0]
    assert (lost["winners"], lost["longest_holders"], lost["longest_max"]) == (["red"], [], 0)


def test_x_11_given_a_bonus_for_no_path_then_all_get_it() -> None:
    assert column(scored(([], []), ([], []), longest_zero_bonus=True), "total") == [10, 10]


def test_us_61_w_22_given_equal_points_then_more_completed_tickets_win() -> None:
    one: list[Way] = [("A", "B", 5)]
    two: list[Way] = [("C", "D", 2), ("D", "C", 3)]
    score = scored(([("A", "B", 4)], one), ([("C", "D", 4)], two), longest_bonus=0)
    assert column(score, "total") == [12, 12]
    assert score["places"] == [["red"], ["blue"]]


def test_us_61_w_23_given_equal_points_and_tickets_then_the_holder_of_the_longest_path_wins() -> None:
    apart: list[Way] = [("C", "D", 3), ("E", "F", 2), ("G", "H", 1)]
    score = scored((apart, [("C", "D", 13)]), ([("A", "B", 4)], [("A", "B", 3)]))
    assert column(score, "total") == [20, 20]
    assert score["places"] == [["red"], ["blue"]]


def test_us_61_w_24_given_the_same_in_everything_then_the_victory_is_shared() -> None:
    score = scored(([("A", "B", 6)], []), ([("C", "D", 6)], []), ([("E", "F", 4)], []))
    assert score["winners"] == ["blue", "red"]
    assert score["places"] == [["blue", "red"], ["green"]]
    assert column(score, "place") == [1, 1, 2]


def test_x_10_given_two_holders_or_lengths_compared_then_as_the_setting_says() -> None:
    short: list[Way] = [("A", "B", 4)]
    split: list[Way] = [("C", "D", 3), ("D", "E", 2), ("F", "G", 1)]
    long: list[Way] = [("H", "I", 6), ("I", "J", 6)]
    seats: list[tuple[list[Way], list[Way]]] = [
        (short, []),
        (split, []),
        (long, []),
    ]  # blue and red have 7 points, and neither has the card
    by_card = scored(*seats)
    assert by_card["places"] == [["green"], ["blue", "red"]]
    by_length = scored(*seats, longest_tie="length")
    assert by_length["places"] == [["green"], ["red"], ["blue"]]


def test_x_9_given_other_tie_breaks_then_they_are_used() -> None:
    same: list[tuple[list[Way], list[Way]]] = [([("A", "B", 6)], []), ([("C", "D", 6)], [])]
    assert scored(*same, tie_breaks=["later"])["winners"] == ["red"]
    assert scored(*same, tie_breaks=[])["winners"] == ["blue", "red"]


def test_x_39_given_other_points_for_lengths_then_they_are_used() -> None:
    score = scored(([("A", "B", 2)], []), ([], []), route_points=[5, 50], longest_bonus=0)
    assert column(score, "total") == [50, 0]
