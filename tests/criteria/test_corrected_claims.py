"""A token that slid with cards dealt: one act takes the claim back and makes the other, or none does."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchmarks.torn_writes import Copy
from bots.bot import RandomBot
from dialog import Payment, Questions, Table, TakeBack
from engine import Card, CardsArranged, Command, DrawCard, Event, Game, Undone
from reconcile import expected_tokens
from storage.store import GameLog, read_file
from table.ports import ActRows
from table.requests import DoAct, Request
from tabletop import Button
from tests.criteria.panel_table import MAPS, PanelTable, done

SANTA_FE, EL_PASO, OMAHA = "denver-santa-fe", "el-paso-santa-fe", "denver-omaha"
PURPLE = "purple purple purple purple"


def dealt(hand: str, edition: str = "us-accessible") -> Game:
    """All have chosen their tickets, blue is to move and holds these cards."""
    game = Game.new(edition, MAPS[edition], ("blue", "red", "green"), "dealt", 1)
    while game.state.phase != "turn":
        seat = game.state.waiting_for()[0]
        game = done(game, RandomBot(1).choose(game.state, seat))
    return game.told((CardsArranged(hands={"blue": tuple(map(Card, hand.split()))}),))


def claimed(hand: str, site: str = SANTA_FE, edition: str = "us-accessible") -> PanelTable:
    """Blue's token stands there, paid in the way that is offered first."""
    table = PanelTable(edition, game=dealt(hand, edition))
    table.set_token("blue", site)
    table.press("yes")
    assert expected_tokens(table.state) == {site: "blue"}
    return table


def slides(table: PanelTable, old: str, new: str) -> list[tuple[str, str]]:
    """Blue's token is pushed on; who hears what."""
    before = len(table.paper.said)
    table.feel(old, "empty")
    table.wait(0.3)
    table.feel(new, "blue")
    table.wait(2.0)
    return heard(table, before)


def heard(table: PanelTable, before: int) -> list[tuple[str, str]]:
    return [(one.audience, one.normal) for one in table.paper.said[before:] if one.normal]


def test_given_a_payment_anew_when_asked_where_one_is_then_its_own_seat_hears_it() -> None:
    table = claimed(f"blue blue {PURPLE}")
    slides(table, SANTA_FE, OMAHA)
    before = len(table.paper.said)
    table.press("ask")
    assert heard(table, before)[0][0] == "blue"


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.criterion(29)
def test_given_cards_that_pay_for_both_when_the_token_slides_then_one_act_and_nothing_is_asked() -> None:
    table = claimed("blue blue red")
    before, events = table.state, len(table.session.game.events)
    told = slides(table, SANTA_FE, EL_PASO)
    assert told == [
        (
            "everyone",
            "Corrected: blue disc claims El Paso to Santa Fe, 2 points, paid 2 blue cards, "
            "not Denver to Santa Fe. Red square to move.",
        )
    ]
    assert kinds(table.session.game.events[events:]) == ["Undone", "RouteClaimed", "TurnStarted"]
    assert dict(table.state.owners) == {EL_PASO: "blue"}
    assert (table.state.hands, table.state.discards) == (before.hands, before.discards)


@pytest.mark.criterion(29)
def test_given_other_cards_needed_when_the_token_slides_then_asked_in_the_ear_and_corrected_by_yes() -> None:
    table = claimed(f"blue blue {PURPLE}")
    events = len(table.session.game.events)
    told = slides(table, SANTA_FE, OMAHA)
    assert told == [
        ("everyone", "Blue disc wants Denver to Omaha, and chooses the cards."),
        ("blue", "Pay 4 purple? No leaves it."),
    ]
    assert table.session.panel.wanted_ears == ("blue",)
    table.wait(15.0)
    assert len(table.session.game.events) == events  # the old claim stands until the new one is paid
    before = len(table.paper.said)
    table.press("yes")
    assert heard(table, before) == [
        (
            "everyone",
            "Corrected: blue disc claims Denver to Omaha, 7 points, paid 4 purple cards, "
            "not Denver to Santa Fe. Red square to move.",
        )
    ]
    assert kinds(table.session.game.events[events:]) == ["Undone", "RouteClaimed", "TurnStarted"]
    assert table.state.hands["blue"] == {"blue": 2}
    assert sorted(table.state.discards) == ["purple"] * 4
    assert table.mode == Table()


@pytest.mark.criterion(29)
@pytest.mark.parametrize("how", ["no", "back"])
def test_given_the_new_payment_when_it_is_left_or_the_token_put_back_then_the_old_claim_stands(
    how: str,
) -> None:
    table = claimed(f"blue blue {PURPLE}")
    events = table.session.game.events
    slides(table, SANTA_FE, OMAHA)
    if how == "no":
        table.press("no")
        assert "Lift the token, please." in table.words()[-1]
        table.wait(4.0)
        assert table.words()[-1] == "Take back Denver to Santa Fe? Yes, or put the token back."
    table.feel(OMAHA, "empty")
    table.wait(0.3)
    table.feel(SANTA_FE, "blue")
    table.wait(2.0)
    assert table.mode == Table()
    assert table.session.game.events == events
    told = slides(table, SANTA_FE, EL_PASO)  # and it can slide again
    assert told[-1][1].startswith("Corrected: blue disc claims El Paso to Santa Fe")


@pytest.mark.criterion(29)
def test_given_a_route_that_the_hand_cannot_pay_when_the_token_slides_then_refused_and_take_back_asked() -> (
    None
):
    table = claimed("blue blue purple")
    events = table.session.game.events
    told = slides(table, SANTA_FE, OMAHA)
    assert told == [
        ("everyone", "Not claimed. Blue disc hears why. Lift the token, please."),
        ("blue", "Denver to Omaha needs 4 purple; you have 1 and no locomotive. You may draw instead."),
    ]
    assert table.session.game.events == events
    table.wait(5.0)
    assert table.words()[-1] == "Take back Denver to Santa Fe? Yes, or put the token back."


@pytest.mark.criterion(41)
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_given_cards_shown_by_the_claim_when_the_token_slides_then_the_table_is_asked(
    answer: Button,
) -> None:
    # Baltimore is a large city: the claim has brought a card.
    table = claimed("white red", "baltimore-norfolk:2", edition="legends-of-the-west")
    game = table.session.game
    assert game.acts[-1].shown
    told = slides(table, "baltimore-norfolk:2", "baltimore-philadelphia:2")
    assert told[-1] == (
        "everyone",
        "Cards were shown since. Does the whole table agree that blue disc has "
        "Baltimore to Philadelphia, middle, not Baltimore to Norfolk, western?",
    )
    assert isinstance(table.mode, TakeBack)
    table.press(answer)
    if answer == "no":
        assert table.words()[-1].startswith("Not claimed. Lift the token on Baltimore to Philadelphia")
        assert table.session.game == game
    else:
        assert isinstance(table.mode, Payment)
        assert table.session.game == game
        table.press("yes")
        assert expected_tokens(table.state) == {"baltimore-philadelphia:2": "blue"}


@pytest.mark.criterion(29)
def test_given_a_tunnel_when_the_token_slides_there_then_nothing_is_turned_before_yes() -> None:
    table = claimed("green green green green", "venezia-zagrab", edition="europe")
    events = len(table.session.game.events)
    slides(table, "venezia-zagrab", "venezia-zurich")
    assert isinstance(table.mode, Payment)
    assert len(table.session.game.events) == events
    table.press("yes")
    assert kinds(table.session.game.events[events:])[:2] == ["Undone", "TunnelRevealed"]


def asks_for(command: Command) -> Request:
    """The wish of a seat's own page."""
    act = DoAct(command=command)
    return Request(
        want=act,

    )  # fmt: skip


def test_given_a_payment_anew_when_the_next_seat_acts_then_it_is_withdrawn_and_the_claim_stands() -> None:
    table = claimed(f"blue blue {PURPLE}")
    slides(table, SANTA_FE, OMAHA)
    table.press("ask", "ask")
    assert isinstance(table.mode, Questions)  # a list above it
    table.session.handle(asks_for(DrawCard(seat="red", source="deck")), table.at)
    table.press("no", "no")
    assert not isinstance(table.mode, Payment)
    table.press("yes")
    assert dict(table.state.owners) == {SANTA_FE: "blue"}
    assert table.session.tracker.standing_refused() == (OMAHA,)
    assert not [event for event in table.session.game.events if isinstance(event, Undone)]


class Watched(GameLog):
    """Copies its files after each act, as a cut would leave them."""

    copies: list[Copy]

    def append_acts(self, acts: Sequence[ActRows], notes: Mapping[str, object] | None = None) -> None:
        super().append_acts(acts, notes)
        side = self.path.with_name(self.path.name + "-wal")
        self.copies = [*getattr(self, "copies", []), Copy(self.path.read_bytes(), side.read_bytes())]


@pytest.mark.criterion(43)
def test_given_a_cut_at_any_byte_of_a_correction_when_read_then_the_old_claim_or_the_new_one(
    tmp_path: Path,
) -> None:
    game = dealt(f"blue blue {PURPLE}")
    with Watched(tmp_path / "game") as store:
        table = PanelTable(game=game, store=store)
        table.set_token("blue", SANTA_FE)
        table.press("yes")
        old = table.session.game.state.owners
        slides(table, SANTA_FE, OMAHA)
        table.press("yes")
        new = table.session.game.state.owners
        before, after = store.copies[-2:]
    found = set[bool]()
    for end in (*range(len(before.side), len(after.side), 97), len(after.side)):
        (tmp_path / "cut").write_bytes(after.log)
        (tmp_path / "cut-wal").write_bytes(after.side[:end])
        owners = Game.replay(read_file(tmp_path / "cut").events).state.owners
        assert owners in (old, new)
        found.add(owners == new)
    assert found == {False, True}
