"""Rules that hold for everything said: length, numerals, colours, secrecy. Whole games are listened to."""

import random
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from announce import Announcement, Phrases, Wording
from dialog import Question
from engine import Card, CardMode, ClaimRoute, Command, DrawCard, Game, GameMap, Refusal, Seat, legal
from engine.events import CardsArranged
from tabletop import BoardLayout

FIVE: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
Complaints = Callable[[Announcement], list[str]]


class Marked(Phrases):
    """English with every card's colour marked, so that a colour which is left names a seat."""

    def name(self, context: str, message: str) -> str:
        return "MARKED" if context in ("card in a list", "one card") else super().name(context, message)


@pytest.fixture
def marked(usa: GameMap, board: BoardLayout) -> Wording:
    wording = Wording(usa, board)
    wording.vocabulary.phrases = Marked()
    return wording


def played(wording: Wording, game: Game, seed: int) -> Iterator[Announcement]:
    """Everything that is said in a random game that likes to claim, with all questions asked now and then."""
    chance = random.Random(seed)
    yield from wording.welcome(game.state)
    yield from wording.events(None, game.events, game.state, 1)
    while game.state.phase != "over":
        before = game.state
        commands = list(legal(before))
        claims = [command for command in commands if isinstance(command, ClaimRoute)]
        answer = game.do(chance.choice(claims if claims and chance.random() < 0.6 else commands))
        assert not isinstance(answer, Refusal)
        game, events = answer
        yield from wording.events(before, events, game.state, before.seq + 1)
        if before.seq % 11 == 0:
            for question in get_args(Question):
                yield from wording.answer(question, chance.choice(game.state.seats), game.state)
            yield from wording.welcome(game.state, resumed=True)


@pytest.mark.criterion(63)
@pytest.mark.parametrize("seats", [FIVE, FIVE[:2]])
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_whole_games_when_told_then_every_sentence_keeps_the_rules(
    marked: Wording, usa: GameMap, complaints: Complaints, seats: tuple[Seat, ...], cards: CardMode
) -> None:
    for seed in range(4):
        game = Game.new("us-accessible", usa, seats, cards, seed)
        found = [one for told in played(marked, game, seed) for one in complaints(told)]
        assert not found


def test_given_words_that_break_the_rules_when_judged_then_each_is_found(complaints: Complaints) -> None:
    def judged(text: str) -> list[str]:
        return complaints(
            Announcement(audience="everyone", urgency="polite", normal=text, full="fine", brief="fine")
        )

    assert not judged("Blue disc claims Salt Lake City to San Francisco, northern: 5 trains, 10 points.")
    assert "two numerals" in judged("It costs 4 5 points.")[0]
    assert "not said" in judged("Lift the piece.")[0]
    assert "words" in judged(" ".join(["word"] * 26))[0]
    assert "a colour alone" in judged("MARKED card: blue to move.")[0]


def test_given_two_hands_that_differ_when_the_same_is_done_then_everyone_hears_the_same(
    wording: Wording, usa: GameMap
) -> None:
    """What one seat holds or draws must not be heard by the table."""
    heard = []
    for deck, hand in (("red blue", "green"), ("locomotive white", "black")):
        game = Game.new("us-accessible", usa, FIVE[:2], "dealt", 5)
        for seat in FIVE[:2]:
            answer = game.do(next(iter(legal_of(game, seat))))
            assert not isinstance(answer, Refusal)
            game = answer[0]
        rest = game.state.deck[2:]
        first = tuple(map(Card, deck.split()))
        game = game.told((CardsArranged(deck=(*first, *rest), hands={"blue": (Card(hand),) * 6}),))
        public: list[str] = []
        for _ in range(2):
            before = game.state
            answer = game.do(DrawCard(seat="blue", source="deck"))
            assert not isinstance(answer, Refusal)
            game, events = answer
            told = wording.events(before, events, game.state, before.seq + 1)
            public += [one.text("full") for one in told if one.audience == "everyone"]
            assert [one for one in told if one.audience == "blue"]
            assert not [one for one in told if one.audience not in ("everyone", "blue")]
        heard.append(public)
    assert heard[0] == heard[1]


def legal_of(game: Game, seat: Seat) -> Iterator[Command]:
    return (command for command in legal(game.state) if command.seat == seat)


def test_given_events_without_their_secrets_when_told_then_only_everyone_hears(
    wording: Wording, usa: GameMap
) -> None:
    from engine import seen_by

    game = Game.new("us-accessible", usa, FIVE[:2], "dealt", 5)
    for seat in FIVE[:2]:
        answer = game.do(next(iter(legal_of(game, seat))))
        assert not isinstance(answer, Refusal)
        game = answer[0]
    before = game.state
    answer = game.do(DrawCard(seat="blue", source="deck"))
    assert not isinstance(answer, Refusal)
    public = tuple(seen_by(event, None) for event in answer[1])
    told = wording.events(before, public, answer[0].state, before.seq + 1)
    assert [one.audience for one in told] == ["everyone"]
