"""Europe: whose routes the stations used is told in full, after the tickets of their seat."""

from msgspec.structs import replace

from announce import Announcement, Wording
from engine import CityId, Game, GameEnded, RouteId, Seat, SeatTotal, TicketId

SEATS: tuple[Seat, ...] = ("blue", "red")
LENT = {CityId("wien"): RouteId("berlin-wien"), CityId("budapest"): RouteId("budapest-wien:1")}


def line(seat: Seat, place: int, borrowed: dict[CityId, RouteId | None]) -> SeatTotal:
    return SeatTotal(
        seat=seat,
        routes=0,
        tickets=0,
        tickets_completed=0,
        longest=0,
        longest_bonus=0,
        total=2 - place,
        place=place,
        borrowed=borrowed,
    )


def tickets_of_blue(borrowed: dict[CityId, RouteId | None]) -> Announcement:
    """The last step of blue's tickets, with what its stations used."""
    held: dict[Seat, tuple[TicketId, ...]] = {"blue": (TicketId("berlin-roma"),), "red": ()}
    scores = (line("blue", 1, borrowed), line("red", 2, {}))
    ended = GameEnded(why="final-round", scores=scores, winners=("blue",), held=held)
    begun = Game.new("europe", "europe", SEATS, "untracked", 1).state
    owners: dict[RouteId, Seat] = dict.fromkeys(LENT.values(), "red")
    state = replace(begun.owned(owners), phase="over", result=ended, tickets=held)
    (told,) = (one for one in Wording(state.game_map, None).scores(state) if "blue disc's t" in one.normal)
    return told


def test_given_a_station_when_scored_in_full_then_whose_route_it_used_is_told() -> None:
    told = tickets_of_blue({CityId("wien"): LENT[CityId("wien")], CityId("budapest"): None})
    assert told.normal == "2 of 4: blue disc's tickets. Not done: Berlin to Roma, minus 9."
    assert told.full == f"{told.normal} Blue disc's station in Wien used red square's Berlin to Wien."


def test_given_several_stations_when_scored_in_full_then_their_routes_are_told_at_once() -> None:
    told = tickets_of_blue(dict(LENT))
    said = "Blue disc's stations used red square's Berlin to Wien; red square's Budapest to Wien."
    assert told.full == f"{told.normal} {said}"


def test_given_stations_that_used_nothing_when_scored_then_they_are_not_named() -> None:
    assert not tickets_of_blue({CityId("wien"): None}).full
