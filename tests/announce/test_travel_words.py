"""Rails & Sails in words: whole games are told, cards and refusals go by names that an ear knows."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from announce import LEVELS, Announcement, Wording
from bots.bot import RandomBot
from dialog import Tickets
from engine import (
    Card,
    CardDrawn,
    ClaimRoute,
    Command,
    Game,
    GameMap,
    PiecesAsked,
    Refusal,
    RouteId,
    RowTurned,
    TicketId,
    decide,
    edition,
    evolve,
    game_map,
    payments,
)
from tests.engine.rails_table import EDITIONS, LAKES, MAPS, WORLD, begin, cards, chosen

_ODD = re.compile(r"[{}]|(?<!by )(?:train|ship):|:harbor|\bNone\b(?!\.| ?,)|  |\s[.,;:?]|\blocomotive")


def worded(name: str) -> Wording:
    return Wording(game_map(MAPS[name]), None)


def clean(told: Announcement) -> None:
    for level in LEVELS:
        assert not _ODD.search(told.text(level)), told.text(level)


def first_of(name: str, command: Command) -> Announcement:
    table = begin(name, hands={"blue": "rt rt r2 k1 kh"})
    answer = table.do(command)
    assert isinstance(answer, Refusal)
    told = worded(name).refusal(answer, table.state)
    for one in told:
        clean(one)
    return next(one for one in told if one.audience == "blue")


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("mode", ["dealt", "untracked"])
def test_given_whole_games_when_told_then_every_act_has_words_and_no_code_of_a_card(
    name: str, mode: str
) -> None:
    wording, bot = worded(name), RandomBot(3)
    game = begin(name, 3, "dealt" if mode == "dealt" else "untracked")
    kinds: Counter[str] = Counter()
    while game.state.phase != "over":
        before = game.state
        answer = game.do(bot.choose(before, before.waiting_for()[0]))
        assert not isinstance(answer, Refusal)
        game, events = answer
        kinds.update(type(event).__name__ for event in events)
        told = wording.events(before, events, game.state, before.seq + 1)
        assert told
        for one in told:
            clean(one)
    assert kinds["PiecesExchanged"] + kinds["HarborBuilt"] > 0
    text = " ".join(one.text("normal") for one in told)
    assert ": harbors." in text
    assert "longest path" not in text


@pytest.mark.parametrize(
    ("card", "listed", "alone"),
    [
        ("wild", "wild", "a wild card"),
        ("train:red", "red train", "a red train card"),
        ("train:red:harbor", "red harbor train", "a red harbor train card"),
        ("ship:red:1:harbor", "red ship", "a red ship card"),
        ("ship:red:2", "red double ship", "a red double ship card"),
    ],
)
def test_given_each_card_when_named_then_kind_and_symbol_are_heard(
    card: str, listed: str, alone: str
) -> None:
    v = worded(WORLD).vocabulary
    assert (v.colour(Card(card)), v.a_card(Card(card))) == (listed, alone)


def test_given_all_cards_when_named_then_no_two_sound_alike() -> None:
    v = worded(WORLD).vocabulary
    order = edition(WORLD).order
    assert len({v.colour(card) for card in order}) == len({v.a_card(card) for card in order}) == 25
    assert v.payment(cards("r2 * r2")) == "2 red double ships, 1 wild card"


def test_given_the_choice_of_pieces_when_asked_then_the_mix_for_a_first_game_is_told_in_full() -> None:
    game = chosen(LAKES)
    asked = game.events[-1]
    assert isinstance(asked, PiecesAsked)
    told = worded(LAKES).events(None, (asked,), game.state, game.state.seq)[0]
    assert "27 trains and 23 ships" in told.text("full")
    assert told.text("normal").startswith("Choose your trains and ships, 50 in all")


def test_given_a_blind_card_of_two_decks_when_told_then_the_deck_is_named_and_the_card_is_not() -> None:
    game = begin(WORLD)
    drawn = CardDrawn(seat="blue", source="ship-deck", index=None, card=Card("ship:red:2"), second=False)
    told = worded(WORLD).events(game.state, (drawn,), game.state, 1)
    assert told[0].text("normal").endswith("draws from the ship deck.")
    assert "double ship" not in told[0].text("full")
    assert any("red double ship" in one.text("normal") for one in told if one.audience == "blue")


def test_given_a_third_wild_card_when_the_row_goes_then_it_is_called_that() -> None:
    game = begin(WORLD)
    turned = RowTurned(row=game.state.row, flushed=cards("* * * r2 r2 r2"))
    told = worded(WORLD).events(game.state, (turned,), game.state, 1)
    assert told[0].text("normal") == told[0].text("full") == "Third wild: the row goes."  # together over 8 s
    assert told[1].text("normal").startswith("New row: ")
    assert told[0].text("brief") == "Third wild: the row goes." and told[1].text("brief") == "New row."


def test_given_a_hand_that_cannot_pay_when_refused_then_its_seat_hears_what_the_route_needs() -> None:
    pay = cards("rt rt")
    ship = first_of(WORLD, ClaimRoute(seat="blue", route=RouteId("dar-es-salaam-mumbai"), cards=pay))
    assert "needs 4 white ships; your hand has not enough" in ship.text("normal")
    pair = first_of(WORLD, ClaimRoute(seat="blue", route=RouteId("lahore-tehran"), cards=pay))
    assert "needs 2 pairs of trains" in pair.text("normal")
    wrong = first_of(WORLD, ClaimRoute(seat="blue", route=RouteId("darwin-perth"), cards=cards("rt r2")))
    assert "needs 2 red trains; these cards do not fit" in wrong.text("normal")


def test_given_a_pair_route_when_claimed_then_that_is_said_and_how_many_cards_it_took() -> None:
    game = begin(WORLD, hands={"blue": "rt rt kt kt"})
    before = game.state
    claim = ClaimRoute(seat="blue", route=RouteId("lahore-tehran"), cards=cards("rt rt kt kt"))
    answer = game.do(claim)
    assert not isinstance(answer, Refusal)
    told = worded(WORLD).events(before, answer[1], answer[0].state, before.seq + 1)[0]
    clean(told)
    assert told.normal == (
        "Blue disc claims Lahore to Tehran, a pair route: 2 trains, 2 points, paid 4 cards. "
        "Red square to move."
    )
    assert "paid 2 black train cards and 2 red train cards; 2 now, 18 trains left." in told.full
    assert told.brief == "Blue disc: Lahore to Tehran, 2. Red square to move."


def test_given_a_tour_when_named_then_all_its_cities_are_heard() -> None:
    board: GameMap = game_map("world")
    v = worded(WORLD).vocabulary
    tours = [ticket for ticket in board.tickets.values() if ticket.deck == "tour"]
    assert len({v.ticket(ticket.id) for ticket in tours}) == 8
    assert v.ticket(tours[2].id) == "tour Casablanca, Al-Qahira, Tehran"


TOUR = TicketId("tour-casablanca-tehran")


def with_the_tour(*claims: str) -> tuple[Game, list[str]]:
    """Blue, who holds only a tour, claims these ways, red nothing; what blue's ear hears of the last."""
    game = begin(WORLD, hands={"blue": "* * * * * * * *"})
    game = replace(game, state=replace(game.state, tickets={**game.state.tickets, "blue": (TOUR,)}))
    heard: list[str] = []
    for route in claims:
        before = replace(game.state, to_move="blue", phase="turn")
        (way, *_) = payments(before, "blue", RouteId(route))
        events = decide(before, ClaimRoute(seat="blue", route=RouteId(route), cards=way))
        assert not isinstance(events, Refusal)
        state = before
        for event in events:
            state = evolve(state, event)
        game = replace(game, state=state)
        told = worded(WORLD).events(before, events, state, before.seq + 1)
        heard = [one.normal for one in told if one.audience == "blue"]
        for one in told:
            clean(one)
    return game, heard


@pytest.mark.parametrize(
    ("claims", "heard"),
    [
        (
            ("al-qahira-casablanca", "al-qahira-tehran:1"),
            "Tour done in exact order: Casablanca, Al-Qahira, Tehran: 9 points. No ticket open.",
        ),
        (
            ("al-qahira-casablanca", "al-qahira-athina", "athina-tehran"),
            "Tour done, in another order: Casablanca, Al-Qahira, Tehran: 6 points. No ticket open.",
        ),
        (
            ("al-qahira-casablanca", "al-qahira-athina", "athina-tehran", "al-qahira-tehran:1"),
            "Tour now in exact order: Casablanca, Al-Qahira, Tehran: 9 points.",
        ),
    ],
)
def test_given_a_tour_when_done_then_its_seat_hears_in_which_order_and_what_it_brings(
    claims: tuple[str, ...], heard: str
) -> None:
    game, told = with_the_tour(*claims)
    assert told == [heard]
    answer = worded(WORLD).answer("tickets", "blue", game.state)
    assert ("9." if "exact" in heard else "6.") in answer[-1].normal


def test_given_a_tour_when_offered_and_open_then_its_three_numbers_are_told() -> None:
    game, _ = with_the_tour("al-qahira-athina")
    (told,) = worded(WORLD).prompt(Tickets("blue", (TOUR,)), game.state, "blue")
    assert "9 points in this order, else 6" in told.normal
    assert "Not done: minus 15." in told.text("full")
    (answer,) = worded(WORLD).answer("tickets", "blue", game.state)
    assert "tour Casablanca, Al-Qahira, Tehran, 9 or 6" in answer.normal
