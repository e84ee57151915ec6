"""Words that wait for a shared earphone: which an undo takes away, and which a new sitting finds again."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

from announce import Announcement, Audience
from engine import ClaimRoute, Event, Game, RouteId, Seat, State
from table.common import Common
from table.shared_ear import SharedEar
from table.telling import Teller
from table.unheard import KIND, Unheard
from tests.table.homes_on_disk import after


def words(seq: int | None, audience: Audience = "blue", *, undoes: int | None = None) -> Announcement:
    return Announcement(
        audience=audience, urgency="polite", normal=f"{audience} hears {seq}.", seq=seq, undoes=undoes
    )


def waiting(*seqs: int | None) -> SharedEar:
    """An earphone that blue has not, and for which words of these events wait."""
    shared = SharedEar()
    shared.seats = frozenset[Seat](("blue", "red"))
    for seq in seqs:
        shared.keep(words(seq))
    return shared


def test_given_words_that_wait_when_some_events_are_undone_then_only_the_words_of_those_are_gone() -> None:
    shared = waiting(2, 4, None, 5, 6)
    shared.forget(4, 6)
    assert shared.owed == {"blue": {2, 6}}
    assert shared.forget_closed(()) == frozenset()  # something is left, so nobody is told that nothing is
    assert [one.seq for one in shared.passed("blue")] == [2, None, 6]
    assert shared.owed == {}


def test_given_words_that_wait_when_all_are_undone_then_that_their_seat_has_nothing_is_told_once() -> None:
    shared = waiting(4)
    shared.forget(3, 5)
    assert shared.forget_closed(()) == {"blue"}
    assert shared.forget_closed(()) == frozenset()
    shared.forget(1, 9)  # nothing has waited since
    assert shared.forget_closed(()) == frozenset()


def test_given_words_that_were_undone_when_others_wait_by_then_then_their_seat_is_not_told_of_none() -> None:
    shared = waiting(4)
    shared.forget(3, 5)
    shared.keep(words(6))
    assert shared.forget_closed(()) == frozenset()
    assert shared.owed == {"blue": {6}}


def test_given_words_that_wait_when_something_else_is_told_then_they_wait_on_and_an_undo_takes_them() -> None:
    teller = Teller(())
    teller.shared.seats = frozenset[Seat](("blue",))
    teller.say((words(3), words(4, "everyone")), 0.0)
    assert teller.shared.owed == {"blue": {3}}
    teller.say((words(5, "everyone", undoes=3),), 0.0)
    assert teller.shared.owed == {}


def common_of(game: Game) -> Common:
    """A table that tells blue, red and everyone of each event."""

    def words_of(
        before: State | None, events: Sequence[Event], state: State, first: int, *, by_token: bool
    ) -> list[Announcement]:
        assert not by_token
        ears: tuple[Audience, ...] = ("blue", "red", "everyone")
        return [words(seq, ear) for seq in range(first, first + len(events)) for ear in ears]

    return cast(Common, SimpleNamespace(game=game, words_of=words_of))


def test_given_a_note_of_words_when_gone_on_with_then_those_of_its_seats_and_events_are_found_again() -> None:
    claim = ClaimRoute(seat="blue", route=RouteId("denver-omaha"))
    game = after(Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1), claim)
    acts = ((1, 2), (3, len(game.events)))
    assert acts[1][1] == 4
    noted = {"blue": [2, 4], "red": [3]}
    found = Unheard(SharedEar(), noted).again(common_of(game), acts, None)
    assert [(one.audience, one.seq) for one in found] == [("blue", 2), ("red", 3), ("blue", 4)]
    found = Unheard(SharedEar(), noted).again(common_of(game), acts, 3)  # which is told again as a whole
    assert [(one.audience, one.seq) for one in found] == [("blue", 2)]


def test_given_words_that_wait_when_looked_at_again_then_what_has_changed_is_noted_once() -> None:
    shared = waiting(4)
    unheard = Unheard(shared, {"blue": [4]})
    assert unheard.changed() == {}
    shared.keep(words(6))
    assert unheard.changed() == {KIND: {"blue": [4, 6]}}
    assert unheard.changed() == {}
    shared.passed("blue")
    assert unheard.changed() == {KIND: {}}
