"""What a table hears of Legends: that a large city gives a card; which one, only its seat hears."""

from announce import Wording
from engine import SEATS, Card, Game, RouteId, arranged
from engine.commands import ClaimRoute, KeepTickets, Refusal


def test_given_a_large_city_when_claimed_then_the_card_is_named_in_its_seats_ear_only() -> None:
    game = Game.new("legends-of-the-west", "legends-east", SEATS[:2], "dealt", 1)
    for seat in SEATS[:2]:
        kept = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        assert not isinstance(kept, Refusal)
        game = kept[0]
    laid = {"hands": {"blue": ["green"]}, "deck": ["white"] * 9, "discards": []}
    game = game.told((arranged(game.state, laid),))
    claim = ClaimRoute(seat="blue", route=RouteId("albany-boston"), cards=(Card("green"),))
    answer = game.do(claim)
    assert not isinstance(answer, Refusal)
    wording = Wording(game.state.game_map, None)
    told = wording.events(game.state, answer[1], answer[0].state, game.state.seq + 1)
    heard = [(one.audience, one.normal) for one in told]
    assert any("gets a card from the deck" in text for audience, text in heard if audience == "everyone")
    mine = [text for audience, text in heard if audience == "blue"]
    assert mine[0].startswith("A white card; you have 1.")
    assert not any("white" in text for audience, text in heard if audience != "blue")
