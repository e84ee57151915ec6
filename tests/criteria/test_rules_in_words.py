"""Criteria 50 to 56: what each rule sounds like, in games of the editions that have it."""

import re
from collections.abc import Iterator

import pytest

from announce import Announcement, Wording, languages
from engine import (
    SEATS,
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    Card,
    CardGained,
    CardMode,
    ChoosePieces,
    CityId,
    ClaimRoute,
    CoinsPaid,
    Command,
    FinalRoundStarted,
    Game,
    KeepTickets,
    Refusal,
    RouteClaimed,
    RouteId,
    arranged,
    edition,
)
from tests.criteria.panel_table import done
from tests.criteria.told_games import MODES, NAMES, game_of, heard, public, worded
from tests.engine.rails_table import MIXES

GREEN, RED, LOCOMOTIVE = Card("green"), Card("red"), Card("locomotive")
TUNNEL = RouteId("venezia-zurich")
LEGENDS = "legends-of-the-west"


class Table:
    """A game and what is said of each command."""

    def __init__(self, name: str, seats: int, cards: CardMode, **laid: object) -> None:
        self.wording = worded(name)
        self.game = Game.new(name, edition(name).map, SEATS[:seats], cards, 1)
        for seat in tuple(self.game.state.offered):
            self.do(KeepTickets(seat=seat, tickets=self.game.state.offered[seat]))
        if self.game.state.phase == "pieces":
            for seat in SEATS[:seats]:
                self.do(ChoosePieces(seat=seat, train=MIXES[name][0], ship=MIXES[name][1]))
        if laid:
            self.game = self.game.told((arranged(self.game.state, laid),))

    def do(self, command: Command) -> tuple[Announcement, ...]:
        before, answer = self.game.state, self.game.do(command)
        if isinstance(answer, Refusal):
            return self.wording.refusal(answer, before)
        self.game, events = answer
        return self.wording.events(before, events, self.game.state, before.seq + 1)


def with_a_twin(table: Table, count: int) -> tuple[RouteId, ...]:
    """Routes between the same two cities, so many of them."""
    parallel = table.game.state.game_map.parallel
    return next((route, *twins) for route, twins in parallel.items() if len(twins) == count - 1)


@pytest.mark.criterion(50)
@pytest.mark.parametrize("name", ["us-accessible", "us-10th-anniversary", "europe", LEGENDS])
@pytest.mark.parametrize("seats", [2, 3])
def test_given_few_seats_when_one_of_a_double_is_taken_then_the_other_is_called_closed(
    name: str, seats: int
) -> None:
    table = Table(name, seats, "untracked")
    one, other = with_a_twin(table, 2)
    table.do(ClaimRoute(seat="blue", route=one))
    (told,) = table.do(ClaimRoute(seat="red", route=other))
    side = table.wording.vocabulary.side(one)
    assert f"only one counts with {seats} seats; blue disc has the {side}. Lift the token." in told.normal
    assert told.text("brief") == f"Closed: blue disc has the {side}. Lift it."


@pytest.mark.criterion(50)
@pytest.mark.parametrize(
    ("name", "count"), [(LEGENDS, 3), ("rails-and-sails-world", 2), ("rails-and-sails-great-lakes", 2)]
)
def test_given_triples_and_two_decks_when_one_is_taken_then_another_stays_free(name: str, count: int) -> None:
    table = Table(name, 2, "untracked")
    one, other, *_ = with_a_twin(table, count)
    said = [table.do(ClaimRoute(seat="blue", route=one)), table.do(ClaimRoute(seat="red", route=other))]
    v = table.wording.vocabulary
    assert public(said[0])[0].startswith(f"Blue disc claims {v.route(one)}")
    assert public(said[1])[0].startswith(f"Red square claims {v.route(other)}")


@pytest.mark.criterion(51)
def test_given_a_tunnel_when_paid_then_cards_then_the_extra_then_the_claim_are_said() -> None:
    deck = ["green", "white", "locomotive", *["white"] * 9]
    hands = {"blue": ["green"] * 4}
    table = Table("europe", 2, "dealt", hands=hands, deck=deck, discards=[])
    told = table.do(ClaimRoute(seat="blue", route=TUNNEL, cards=(GREEN, GREEN)))
    assert public(told) == ["Tunnel Venezia to Zürich. 3 cards: green, white, locomotive. 2 more to pay."]
    assert public(told, "brief") == ["Tunnel cards: green, white, locomotive. 2 more."]
    assert told[0].earcon == "flip"
    told = table.do(AnswerTunnel(seat="blue", cards=(GREEN, GREEN)))
    assert public(told) == [
        "Blue disc claims the tunnel Venezia to Zürich: 2 trains, 2 points. Red square to move."
    ]


@pytest.mark.criterion(51)
def test_given_a_tunnel_when_given_up_then_the_hand_is_whole_the_turn_over_and_the_token_to_be_lifted() -> (
    None
):
    hands = {"blue": ["green"] * 2}
    table = Table("europe", 2, "dealt", hands=hands, deck=["green"] * 9, discards=[])
    table.do(ClaimRoute(seat="blue", route=TUNNEL, cards=(GREEN, GREEN)))
    told = table.do(AnswerTunnel(seat="blue", decline=True))
    assert public(told) == [
        "Blue disc gives up the tunnel; its turn is over. Lift the token. Red square to move."
    ]
    assert public(told, "brief") == ["Tunnel given up. Lift it. Red square to move."]
    assert table.game.state.hands["blue"][GREEN] == 2 and table.game.state.to_move == "red"


@pytest.mark.criterion(51)
def test_given_a_tunnel_that_costs_no_more_when_claimed_then_its_cards_are_an_utterance_of_their_own() -> (
    None
):
    table = Table("europe", 2, "dealt", hands={"blue": ["green"] * 2}, deck=["white"] * 9, discards=[])
    told = public(table.do(ClaimRoute(seat="blue", route=TUNNEL, cards=(GREEN, GREEN))))
    assert told[0].endswith("Nothing more to pay.")
    assert told[1].startswith("Blue disc claims the tunnel Venezia to Zürich")


@pytest.mark.criterion(52)
def test_given_stations_when_built_then_number_price_and_rest_are_said_and_a_taken_city_refused_by_name() -> (
    None
):
    table = Table("europe", 2, "dealt", hands={"blue": ["red"] * 3, "red": ["red"] * 2})
    wien, roma = CityId("wien"), CityId("roma")
    told = public(table.do(BuildStation(seat="blue", city=wien, cards=(RED,))))
    assert told[0].startswith(
        "Blue disc builds its first station, in Wien, for 1 card. 2 stations left. Red square to move."
    )
    taken = table.do(BuildStation(seat="red", city=wien, cards=(RED,)))
    assert public(taken) == [
        "Not built: Wien has blue disc's station. Lift the token; another city, or another act.",
    ]
    assert taken[0].urgency == "assertive"
    table.do(BuildStation(seat="red", city=roma, cards=(RED,)))
    told = public(table.do(BuildStation(seat="blue", city=CityId("berlin"), cards=(RED, RED))))
    assert told[0].startswith("Blue disc builds its second station, in Berlin, for 2 cards. 1 station left.")


@pytest.mark.criterion(52)
def test_given_harbors_when_built_then_number_and_rest_are_said_and_a_missing_route_is_refused_by_name() -> (
    None
):
    told = [one.normal for one in heard("rails-and-sails-world", "untracked", 5, 1)]
    built = [text for text in told if " harbor, in " in text]
    assert any("builds its first harbor, in " in text and "2 harbors left." in text for text in built)
    assert any("builds its second harbor, in " in text and "1 harbor left." in text for text in built)
    table = Table("rails-and-sails-world", 2, "untracked")
    (no,) = table.do(BuildHarbor(seat="blue", city=CityId("lima")))
    assert no.normal == "Not built: blue disc has no route into Lima. Lift the token."


@pytest.mark.criterion(55)
def test_given_claims_of_legends_when_told_then_company_bonus_then_one_card_in_the_claims_own_words() -> None:
    seen = set()
    for act in game_of(LEGENDS, "dealt", 5, 1) + game_of(LEGENDS, "dealt", 5, 2):
        claims = [event for event in act.events if isinstance(event, RouteClaimed)]
        if not claims:
            continue
        route = act.after.game_map.routes[claims[0].route]
        large = [city for city in (route.a, route.b) if act.after.game_map.cities[city].large]
        paid = [event for event in act.events if isinstance(event, CoinsPaid) and event.why == "company"]
        cards = [event for event in act.events if isinstance(event, CardGained) and event.why == "large-city"]
        assert len(cards) <= bool(large) and bool(paid) == (route.colour == claims[0].seat)
        assert not paid or route.colour not in ("gray", "white")
        text = " ".join(public(act.told(worded(LEGENDS))))
        brought = re.search(r"(?:Company route: |trains?\. )2 dollars\.", text)  # briefly in a long claim
        assert bool(brought) == bool(paid) or "Last round" in text
        assert text.count("one card") + text.count("One card") == len(cards)
        if paid and cards:
            assert text.index("dollars") < text.lower().index("one card")
        seen.add((bool(paid), len(large), len(cards)))
    assert {(True, 2, 1), (True, 1, 1), (False, 2, 1), (False, 0, 0)} <= seen


@pytest.mark.criterion(55)
@pytest.mark.parametrize(("cards", "told"), [(1, "One card."), (2, "2 cards.")])
def test_given_cards_in_hands_when_a_large_city_is_reached_then_the_claim_tells_the_cards_once(
    cards: int, told: str
) -> None:
    table = Table(LEGENDS, 2, "untracked")
    game_map = edition(LEGENDS).map
    table.game = Game.new(LEGENDS, game_map, SEATS[:2], "untracked", 1, {"large_city_cards": cards})
    (said,) = table.do(ClaimRoute(seat="blue", route=RouteId("baltimore-pittsburgh:1")))
    assert said.normal.count(told) == 1
    assert said.normal.index("dollars") < said.normal.index(told)
    assert told.lower() not in said.normal.replace(told, "").lower()


@pytest.mark.criterion(56)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
def test_given_the_end_trigger_when_it_falls_then_who_how_many_turns_and_who_is_last_are_said_once(
    name: str, cards: CardMode
) -> None:
    acts = game_of(name, cards, 3, 1, planned=True)
    ends = [act for act in acts if any(isinstance(event, FinalRoundStarted) for event in act.events)]
    assert len(ends) == 1
    (event,) = [event for event in ends[0].events if isinstance(event, FinalRoundStarted)]
    seat = worded(name).vocabulary.seat(event.seat)
    told = [one.normal for one in heard_of(acts, name) if "Last round:" in one.normal]
    each = "once more" if event.turns == 3 else f"{event.turns // 3} turns each"
    assert len(told) == 1
    assert re.search(rf"{event.trains_left or 'no'} trains?(?: (?:and|or) ships?)? left\.", told[0])
    assert f"{each}, {seat} last." in told[0] and seat in told[0].split("Last round")[0].lower()


def heard_of(acts: tuple[object, ...], name: str) -> Iterator[Announcement]:
    for act in acts:
        yield from act.told(worded(name))  # type: ignore[attr-defined]


@pytest.mark.criterion(53)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_given_the_last_mix_when_chosen_then_all_are_said_with_their_seats_in_turn_order(
    language: str, count: int
) -> None:
    """From three seats on the ships were left out, from four on the names; in brief there was nothing."""
    game = Game.new("rails-and-sails-world", "world", SEATS[:count], "dealt", 3)
    game = done(game, *(KeepTickets(seat=seat, tickets=held) for seat, held in game.state.offered.items()))
    mixes = [(20 + place, 40 - place) for place in range(count)]
    for seat, (train, ship) in list(zip(SEATS, mixes, strict=False))[:-1]:
        game = done(game, ChoosePieces(seat=seat, train=train, ship=ship))
    before, first = game.state, len(game.events) + 1
    game = done(game, ChoosePieces(seat=SEATS[count - 1], train=mixes[-1][0], ship=mixes[-1][1]))
    wording = Wording(before.game_map, None, language=language)
    told = wording.events(before, game.events[first - 1 :], game.state, first)
    names = [wording.vocabulary.seat(seat) for seat in SEATS[:count]]
    for level in ("normal", "brief", "full"):
        public = [one for one in told if one.audience == "everyone"]
        said = " ".join(getattr(one, level) or one.normal for one in public if one.seq != first).lower()
        places = [said.index(name.lower()) for name in names]
        assert places == sorted(places), said
        figures = [int(figure) for figure in re.findall(r"\d+", said)]
        assert figures[: 2 * count] == [figure for mix in mixes for figure in mix], said
