"""A score in words: who has what, which trail, which station lent what, what failed and by how little."""

from announce import explain_score
from engine import read_position


def told(*seats: dict[str, object], **more: object) -> list[str]:
    standing, _ = read_position({"edition": "europe", "seats": list(seats), **more})
    return [" ".join(line.split()) for line in explain_score(standing)]


BLUE: dict[str, object] = {
    "seat": "blue",
    "routes": ["dieppe-paris", "frankfurt-paris:1"],
    "tickets": ["berlin-london", "berlin-moskva", "paris-zagrab"],
    "stations": ["berlin", "roma"],
}
RED: dict[str, object] = {"seat": "red", "routes": ["berlin-frankfurt:1", "amsterdam-london"]}


def test_given_stations_then_what_each_lent_and_from_whom() -> None:
    lines = told(BLUE, RED)
    assert "Berlin lends nothing" in lines
    assert "Roma lends nothing" in lines
    # With the ticket from Dieppe the loan of red's route pays.
    short = {**BLUE, "tickets": ["bruxelles-danzig"], "routes": ["bruxelles-frankfurt", "berlin-danzig"]}
    assert "Berlin lends red's Berlin to Frankfurt" in told(short, RED)


def test_given_tickets_done_then_loans_stand_beside_those_that_need_them() -> None:
    own = ["bruxelles-frankfurt", "berlin-danzig", "essen-frankfurt", "essen-kobenhavn:1"]
    tickets = ["bruxelles-danzig", "frankfurt-kobenhavn"]
    lines = told({**BLUE, "routes": own, "tickets": tickets}, RED)
    assert "+9 Bruxelles - Danzig: done, by red's Berlin to Frankfurt (station in Berlin)" in lines
    assert "+5 Frankfurt - København: done" in lines


def test_given_legends_then_dollars_and_nothing_that_it_does_not_count() -> None:
    seats = [{"seat": "blue", "routes": ["albany-boston"], "coins": 7, "trains_left": 2}, {"seat": "red"}]
    standing, _ = read_position({"edition": "legends-of-the-west", "seats": seats})
    lines = [" ".join(line.split()) for line in explain_score(standing)]
    assert lines[0] == "blue: 16 dollars, place 2"
    assert {"+7 coins", "+9 trains left over"} < set(lines)
    assert not any("longest" in line or "routes" in line for line in lines)


def test_given_failed_tickets_then_by_how_little_and_where() -> None:
    lines = told(BLUE, RED)
    failed = [line for line in lines if "failed" in line]
    assert len(failed) == 3
    way = "Frankfurt to München, München to Venezia, Venezia to Zágráb"
    assert f"-7 Paris - Zágráb: failed by 6 spaces ({way})" in lines
    assert any(line.startswith("-7 London - Berlin: failed by 6 spaces") for line in lines)


def test_given_no_way_left_then_that_is_said() -> None:
    wall: dict[str, object] = {"seat": "red", "routes": ["cadiz-lisboa", "lisboa-madrid"]}
    own: dict[str, object] = {"seat": "blue", "tickets": ["danzig-lisboa"]}
    assert "-20 Lisboa - Danzig: failed, no open way was left" in told(own, wall)


def test_given_the_own_side_of_a_double_route_then_its_other_side_is_shut() -> None:
    own: dict[str, object] = {
        "seat": "blue",
        "routes": ["edinburgh-london:1"],
        "tickets": ["edinburgh-paris"],
    }
    lines = told(own, {"seat": "red"})
    assert "-7 Edinburgh - Paris: failed by 3 spaces (Dieppe to London, Dieppe to Paris)" in lines


def test_given_another_side_of_a_double_route_when_few_play_then_it_is_shut_and_with_more_it_is_open() -> (
    None
):
    own: dict[str, object] = {"seat": "blue", "tickets": ["edinburgh-paris"]}
    red: dict[str, object] = {"seat": "red", "routes": ["edinburgh-london:1", "dieppe-london:1"]}
    assert "-7 Edinburgh - Paris: failed, no open way was left" in told(own, red)
    others: list[dict[str, object]] = [{"seat": seat} for seat in ("green", "yellow")]
    assert any("-7 Edinburgh - Paris: failed by 7 spaces" in line for line in told(own, red, *others))


def test_given_trails_then_their_cities_in_order_and_who_holds_the_longest() -> None:
    lines = told(BLUE, RED)
    assert "+10 longest path: 4 trains, Dieppe - Paris - Frankfurt" in lines or (
        "+10 longest path: 4 trains, Frankfurt - Paris - Dieppe" in lines
    )
    assert "longest path: blue, 4 trains" in lines
    assert lines[0].startswith("blue: ")
    assert lines[-1] == "won by: red"


def test_given_nobody_with_anything_then_nobody_and_shared() -> None:
    lines = told({"seat": "blue"}, {"seat": "red"})
    assert lines[-2:] == ["longest path: nobody", "shared by: blue, red"]


def test_given_a_position_that_breaks_a_rule_then_it_is_told_last() -> None:
    lines = told({"seat": "blue", "stations": ["roma"]}, {"seat": "red", "stations": ["roma"]})
    assert lines[-1] == "breaks EU-38: roma has a station of blue and one of red"
