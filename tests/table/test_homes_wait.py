"""What waits at the host for another home: nothing refused, nothing below a pause, and no other undo."""

from pathlib import Path

import pytest

from dialog import ClaimListed, Phone, UndoBack
from engine import ClaimRoute, Game, RouteId, Seat, Undo
from storage.resume import Sitting
from table.answers import Done, NotDone
from table.homes import HostedHomes
from table.linked import HomeShows, HomeThere, Linked
from table.requests import DoAct, Request, SetPause
from tabletop import SiteId
from tests.table.homes_on_disk import Host, after

NEW = Game.new("us-accessible", "usa", ("blue", "green", "red"), "untracked", 1)
ONE = after(NEW, ClaimRoute(seat="blue", route=RouteId("helena-omaha")))
THREE = after(
    ONE,
    ClaimRoute(seat="green", route=RouteId("atlanta-nashville")),
    ClaimRoute(seat="red", route=RouteId("denver-omaha")),
)
NEXT = "dallas-el-paso"


def behind(path: Path) -> Host:
    """A host whose home in Kiel has not set the last token."""
    host = Host(path / "game.fingerpost", ONE, wait="both")
    host.begin()
    host.session.handle(HomeThere(home="kiel", there=True), host.at)
    return host


def shows(host: Host) -> None:
    seq = host.session.game.state.seq
    host.session.handle(HomeShows(home="kiel", seq=seq, shown=True), host.at)
    host.wait(1.0)


def undoes(host: Host, home: str = "kiel") -> object:
    """The home has said Yes, or wants its own last act back."""
    wish = Request(want=DoAct(command=Undo(seat="red")), home=home)
    return host.session.grant(wish, host.at)


def owners(host: Host) -> dict[str, Seat]:
    return {str(route): seat for route, seat in host.session.game.state.owners.items()}


def test_given_a_board_that_is_behind_when_an_act_by_wire_is_refused_for_it_then_it_is_not_done_later(
    tmp_path: Path,
) -> None:
    host = behind(tmp_path)
    claim = Request(want=DoAct(command=ClaimRoute(seat="green", route=RouteId(NEXT))), seat="green")
    answer = host.session.grant(claim, host.at)
    assert isinstance(answer, NotDone) and (answer.code, answer.data) == ("busy", {"homes": ["kiel"]})
    shows(host)
    assert NEXT not in owners(host)
    assert isinstance(host.session.grant(claim, host.at), Done)
    assert owners(host)[NEXT] == "green"


def test_given_a_claim_at_the_table_that_waits_when_the_table_pauses_then_it_waits_for_both(
    tmp_path: Path,
) -> None:
    host = behind(tmp_path)
    host.session.perform(ClaimListed("green", SiteId(NEXT)), host.at)
    host.session.grant(Request(want=SetPause(paused=True)), host.at)
    shows(host)
    assert host.session.panel.paused
    assert NEXT not in owners(host)
    host.session.grant(Request(want=SetPause(paused=False)), host.at)
    host.wait(1.0)
    assert owners(host)[NEXT] == "green"


@pytest.mark.parametrize("first", ["refused", "for one act"])
def test_given_a_homes_yes_when_it_was_to_something_else_then_it_is_asked(first: str, tmp_path: Path) -> None:
    host = Host(tmp_path / "game.fingerpost", THREE)
    host.begin()
    host.session.handle(HomeThere(home="kiel", there=True), host.at)
    if first == "refused":
        host.session.common.effects(host.session.panel.ask(Phone("blue"), host.at), host.at)
        assert isinstance(undoes(host), NotDone)
    else:
        assert isinstance(undoes(host), Done)  # and the table is asked
    host.session.perform(UndoBack("blue", 3), host.at)
    assert len(owners(host)) == 3
    assert host.said()[-1] == "Kiel is asked whether it agrees."
    assert isinstance(undoes(host), Done)
    assert not owners(host)


class HostOfTwo(Host):
    """The table in Bremen, whose red plays in Kiel and whose green in Ulm."""

    def link(self, sitting: Sitting) -> Linked:
        return HostedHomes({"kiel": ("red",), "ulm": ("green",)}, wait=self._wait)


def test_given_two_homes_asked_about_an_undo_when_one_says_yes_then_the_other_is_waited_for_in_silence(
    tmp_path: Path,
) -> None:
    host = HostOfTwo(tmp_path / "game.fingerpost", THREE)
    host.begin()
    for home in ("kiel", "ulm"):
        host.session.handle(HomeThere(home=home, there=True), host.at)
    host.session.perform(UndoBack("blue", 3), host.at)
    said = host.said()
    assert said[-2:] == ["Kiel is asked whether it agrees.", "Ulm is asked whether it agrees."]
    assert isinstance(undoes(host), Done)
    assert host.said() == said
    assert len(owners(host)) == 3
    assert isinstance(undoes(host, "ulm"), Done)
    assert not owners(host)
