"""What the other home says while a table waits for its senses: kept and told after the first words."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import ClaimRoute, Event, Game, HomeAway, HomeBack, RouteClaimed, RouteId
from table.linked import HomeThere, HostPlays, HostTold, LinkNews
from tests.table.homes_on_disk import Guest, Host, after, news

NEW = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
CLAIMED = after(NEW, ClaimRoute(seat="blue", route=RouteId("helena-omaha")))
BOTH = after(CLAIMED, ClaimRoute(seat="red", route=RouteId("atlanta-nashville")))


def of_homes(events: tuple[Event, ...]) -> list[type[Event]]:
    return [type(one) for one in events if isinstance(one, HomeAway | HomeBack)]


def test_given_a_new_guest_when_the_host_acts_before_its_first_words_then_the_whole_game_is_kept(
    tmp_path: Path,
) -> None:
    guest = Guest(tmp_path / "game.fingerpost", NEW)
    guest.session.handle(news(CLAIMED, len(NEW.events)), 0.0)
    assert not guest.said()
    guest.begin()
    words = guest.said()
    assert next(i for i, one in enumerate(words) if "Helena to Omaha" in one) > 0
    assert not [one for one in words if "is writing this game" in one]
    assert guest.ends() == CLAIMED.events


def test_given_a_guest_that_goes_on_when_the_host_acts_before_its_first_words_then_they_come_first(
    tmp_path: Path,
) -> None:
    before = Guest(tmp_path / "game.fingerpost", CLAIMED)
    before.begin()
    assert before.ends() == CLAIMED.events
    guest = Guest(tmp_path / "game.fingerpost", None)
    guest.session.handle(news(BOTH, len(CLAIMED.events)), 0.0)
    assert not guest.said()
    guest.begin()
    assert "Atlanta to Nashville" in "".join(guest.said()[1:])
    assert guest.ends() == BOTH.events


@pytest.mark.parametrize("there", [True, False])
def test_given_a_host_that_goes_on_when_a_home_comes_or_goes_before_its_first_words_then_that_is_kept(
    there: bool, tmp_path: Path
) -> None:
    path = tmp_path / "game.fingerpost"
    before = Host(path, NEW)
    before.begin()
    for here in (True, False) if there else (True,):
        before.session.handle(HomeThere(home="kiel", there=here), before.at)
    before.ends()
    host = Host(path, None)
    if not there:
        host.session.handle(HomeThere(home="kiel", there=True), 0.2)
    host.session.handle(HomeThere(home="kiel", there=there), 0.3)
    host.begin()
    assert of_homes(host.ends()) == ([HomeAway, HomeBack] if there else [HomeAway])
    assert ("Kiel is back." if there else "Kiel is away; the game goes on.") in host.said()[1:]


def test_given_a_home_that_is_there_when_the_game_begins_then_it_is_no_news(tmp_path: Path) -> None:
    host = Host(tmp_path / "game.fingerpost", NEW)
    host.session.handle(HomeThere(home="kiel", there=True), 0.0)
    host.begin()
    assert not [one for one in host.said() if "Kiel" in one]
    assert not of_homes(host.ends())


@pytest.mark.parametrize("when", ["before its first words", "after what it cannot follow"])
def test_given_a_guest_when_the_host_plays_another_game_then_this_one_ends_at_once(
    when: str, tmp_path: Path
) -> None:
    guest = Guest(tmp_path / "game.fingerpost", CLAIMED)
    told: list[LinkNews] = [HostPlays(game="the next")]
    if when != "before its first words":
        guest.begin()
        claim = next(one for one in CLAIMED.events if isinstance(one, RouteClaimed))
        nowhere = replace(claim, seat="red", route=RouteId("nowhere"))
        told.insert(0, HostTold(events=((len(CLAIMED.events) + 1, nowhere),), act=True))
    for one in told:
        assert not guest.session.stopping
        guest.session.handle(one, guest.at)
    assert guest.session.stopping and guest.session.another
    assert len([one for one in guest.said() if "cannot follow" in one]) == len(told) - 1
