"""Who goes where a guest comes and all places are taken."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from web.free_places import AT_ONCE, EACH_S, RateLimit, who_goes
from web.stream import MOST, OWN, Streams

ADDRESSES = st.sampled_from("abcdefg")


@given(st.lists(ADDRESSES, max_size=60), st.integers(1, 12))
def test_given_any_guests_that_come_when_all_places_are_taken_then_no_address_has_much_more_than_another(
    coming: list[str], places: int
) -> None:
    guests = list[str]()
    for one in coming:
        before = Counter(guests)
        gone = who_goes(one, guests, places)
        guests = [*guests, one]
        if gone is not None:
            went = guests.pop(gone)
            assert went == one or before[went] > before[one] + 1  # it still has as many
        assert len(guests) <= places
    have = Counter(guests)
    if coming and len(guests) == places and max(have.values()) > 1:
        assert have[coming[-1]] >= 1  # whoever comes is in


def test_given_one_address_with_all_places_when_others_come_then_they_get_theirs_and_keep_them() -> None:
    guests = ["greedy"] * 8
    for newcomer in ["phone", "greedy", "greedy", "tablet", "greedy"]:
        gone = who_goes(newcomer, guests, 8)
        assert gone is not None
        guests = [*guests, newcomer]
        guests.pop(gone)
    assert Counter(guests) == {"greedy": 6, "phone": 1, "tablet": 1}


def test_given_full_streams_when_a_seat_comes_then_it_has_a_place_and_so_have_others_of_its_own() -> None:
    streams = Streams()
    let_in = [streams.let_in("blue's phone", "10.0.0.1") for _ in range(OWN)]
    assert all(one is not None and one.own for one in let_in)
    assert MOST > OWN


def test_given_an_address_that_asks_without_end_when_paced_then_it_waits_and_no_other_does() -> None:
    pace = RateLimit()
    waits = [pace.wait_s("greedy", 0.0) for _ in range(AT_ONCE + 20)]
    assert max(waits[:AT_ONCE]) < 0.001 and 1.9 < waits[-1] < 2.1
    assert pace.wait_s("phone", 0.0) == 0.0
    assert pace.wait_s("greedy", 20.0) == 0.0
    refused = RateLimit()
    taken = [not refused.refuses("greedy", at / 100) for at in range(1000)]
    assert sum(taken) <= AT_ONCE + 10 * EACH_S + 1
    assert not refused.refuses("phone", 10.0)


def test_given_addresses_without_end_when_paced_then_nothing_grows() -> None:
    pace = RateLimit()
    for number in range(5000):
        pace.wait_s(str(number), 0.0)
    assert len(pace._free) < 1000
