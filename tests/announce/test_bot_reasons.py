"""Why an opponent did that: each kind of act has its reason, made of what everybody may know."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from announce import Deed, Wording, languages
from announce.lasting import LONGEST_S, spoken_s
from bots.bot import GreedyBot
from engine import (
    EDITIONS,
    SEATS,
    CardMode,
    FinalRoundStarted,
    Game,
    Refusal,
    RouteClaimed,
    Seat,
    State,
    edition,
    game_map,
    seen_by,
)
from table.retelling import deeds
from tabletop import board_layout

BOTS: tuple[Seat, ...] = ("red",)


def games(rules: str, cards: CardMode = "dealt") -> Iterator[Game]:
    """A game of planners, each time after an act of red's."""
    game = Game.new(rules, game_map(edition(rules).map), SEATS[:2], cards, 5)
    bot = GreedyBot(3)
    while game.state.phase != "over":
        seat = game.state.waiting_for()[0]
        played = game.do(bot.choose(game.state, seat))
        assert not isinstance(played, Refusal), played
        game = played[0]
        if seat == "red":
            yield game


def wording(rules: str, language: str = "en") -> Wording:
    board = edition(rules).map
    return Wording(game_map(board), board_layout(board), language=language)


def said(words: Wording, told: list[Deed], by_plan: tuple[Seat, ...] = BOTS) -> str:
    (one,) = words.why(told, BOTS, by_plan)
    assert one.audience == "everyone"
    assert one.brief and len(one.brief.split()) <= 12, one.brief
    assert spoken_s(one.normal, words.vocabulary.phrases.language) <= LONGEST_S, one.normal
    return one.normal


def blank(state: State) -> State:
    """The same without anything that is not everybody's."""
    nobody = dict.fromkeys(state.seats, ())
    return replace(state, hands={seat: {} for seat in state.seats}, tickets=nobody, deck=(), ticket_deck=())


@pytest.mark.parametrize("rules", ["us-accessible", "europe", "rails-and-sails-great-lakes"])
def test_given_a_game_when_asked_why_after_each_act_then_reasons_differ_and_secrets_change_none(
    rules: str,
) -> None:
    words, heard = wording(rules), set[str]()
    for number, game in enumerate(games(rules)):
        if number % 4 and number > 12:
            continue
        told = deeds(game)[-4:]
        text = said(words, told)
        bare: list[Deed] = [
            ([seen_by(event, None) for event in events], blank(state)) for events, state in told
        ]
        assert said(words, bare) == text
        heard.add(text.partition(" ")[2].partition(":")[0])
    assert len(heard) > 5


def test_given_whole_games_when_asked_why_in_each_language_then_the_answer_is_whole() -> None:
    for language in languages():
        words = wording("europe", language)
        for number, game in enumerate(games("europe", "untracked")):
            if number % 9 == 0:
                text = words.why(deeds(game)[-4:], BOTS, BOTS)[0].normal
                assert text and "{" not in text


def test_given_a_last_round_or_routes_without_points_when_asked_why_then_only_what_is_so_is_told() -> None:
    for rules in EDITIONS:
        words = wording(rules)
        for game in games(rules):
            told = deeds(game)[-4:]
            claim = next((event for event in told[-1][0] if isinstance(event, RouteClaimed)), None)
            if claim is None:
                continue
            text = said(words, told)
            begun = any(isinstance(event, FinalRoundStarted) for event in told[-1][0])
            assert ("brings on the last round" in text) == begun, (rules, text)
            assert ("point" in text) == bool(claim.points), (rules, text)


@pytest.mark.parametrize("rules", ["us-accessible", "europe", "rails-and-sails-great-lakes"])
@pytest.mark.parametrize("language", languages())
def test_given_one_whose_reasons_are_its_own_when_asked_why_then_what_it_did_is_told_and_no_reason(
    rules: str, language: str
) -> None:
    words, heard = wording(rules, language), set[str]()
    reasons = {said(words, deeds(game)[-4:]) for game in games(rules)}
    for game in games(rules):
        text = said(words, deeds(game)[-4:], ())
        assert "{" not in text
        heard.add(text)
    both = [text for text in heard & reasons if not any(sign.isdigit() for sign in text)]
    assert not both  # a claim's points and place are what all see
    if language == "en":
        assert any(text.endswith("Why, it does not tell.") for text in heard)


def test_given_no_opponent_or_none_that_acted_when_asked_why_then_it_is_said() -> None:
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 5)
    words = wording("us-accessible")
    assert words.why(deeds(game), (), ())[0].normal == "Nobody here plays by itself."
    assert words.why(deeds(game), BOTS, BOTS)[0].normal == "No opponent has done anything yet."


def test_given_editions_when_listed_then_none_has_an_act_without_a_reason() -> None:
    for rules in EDITIONS:
        first = next(iter(games(rules)))
        assert said(wording(rules), deeds(first)).startswith("Red square ")
