"""What a table hears of Legends when an act is taken back that turned events: dollars, and cards of paper."""

import pytest

from announce import Wording
from dialog import UndoSure, past_acts
from engine import DrawCard, Event, Game, Refusal, Undo
from tests.engine.legends_bench import begun
from tests.engine.rule_bench import play

EVENTS: dict[str, object] = {
    "events": ["gift: lightning coins 2 all", "toll: lightning coins -9", "event-3: text", "event-4: text"]
}


def drawn(*events: str, deck: str) -> Game:
    """Blue has drawn one card, after these events."""
    game = begun(2, settings=EVENTS, event_deck=[*events], deck=f"{deck}rrrrrrrrrr", row="bbggy", discards="")
    return play(game, DrawCard(seat="blue", source="deck"))


def asked(game: Game) -> str:
    [told] = Wording(game.state.game_map, None).prompt(UndoSure(past_acts(game)[:1]), game.state)
    return told.normal


def taken_back(game: Game, acts: int = 1) -> str:
    """What everybody hears."""
    events, after = list[Event](), game
    for _ in range(acts):
        answer = after.do(Undo(seat="blue", agreed=True))
        assert not isinstance(answer, Refusal), answer
        after = answer[0]
        events += answer[1]
    wording = Wording(game.state.game_map, None)
    told = wording.events(game.state, tuple(events), after.state, game.state.seq + 1)
    return " ".join(one.normal for one in told if one.audience == "everyone")


@pytest.mark.criterion(42)
@pytest.mark.parametrize(
    ("events", "deck", "lost", "told"),
    [
        (
            ["gift"],
            "nrrrrrr",
            "4 dollars lost",
            "Dollars again: blue disc 5, red square 5. Put event gift back on top of its deck.",
        ),
        (
            ["toll"],
            "nrrrrrr",
            "with all that came of it",
            "Dollars again: blue disc 5. Put event toll back on top of its deck.",
        ),
        (
            ["event-3", "event-4"],
            "nnrrrrrr",
            "no dollars lost",
            "Put the 2 event cards turned up last back on top of their deck, the newest first.",
        ),
        (
            ["event-3"],
            "nrrrrrr",
            "no dollars lost",
            "Put the event card turned up last back on top of its deck.",
        ),
        ([], "rrrrrr", "no dollars lost", ""),
    ],
)
def test_given_a_draw_that_turned_events_when_taken_back_then_dollars_and_the_paper_are_told(
    events: list[str], deck: str, lost: str, told: str
) -> None:
    """Both seats had a dollar less, and nobody was told; the event lay there for the rest of the game."""
    game = drawn(*events, deck=deck)
    assert asked(game).endswith(f"blue disc drew cards; {lost}?")
    assert taken_back(game) == f"Taken back. Blue disc still to move. {told}".rstrip()


@pytest.mark.criterion(42)
def test_given_several_acts_when_taken_back_at_once_then_all_their_dollars_and_events_are_told() -> None:
    game = drawn("gift", "event-3", deck="nrrnrrrrr")
    game = play(game, DrawCard(seat="blue", source="deck"), DrawCard(seat="red", source="deck"))
    said = taken_back(game, 2)
    assert "Dollars again: blue disc 5, red square 5." in said
    assert said.endswith("Put the 2 event cards turned up last back on top of their deck, the newest first.")


@pytest.mark.criterion(42)
def test_given_an_act_before_one_that_was_taken_back_when_asked_then_only_its_own_dollars_count() -> None:
    game = drawn("gift", deck="rrnrrrrr")
    game = play(
        game,
        DrawCard(seat="blue", source="deck"),
        DrawCard(seat="red", source="deck"),
        Undo(seat="red", agreed=True),
    )
    assert asked(game).endswith("blue disc drew cards; no dollars lost?")
