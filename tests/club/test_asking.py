"""Which hole is asked for when."""

from club.asking import ANSWER_S, WAIT_S, Holes


def test_given_a_table_that_kept_silent_when_the_broker_was_away_then_its_pauses_begin_anew() -> None:
    holes, game, now = Holes(), ("kitchen", "evening"), 0.0
    holes.hole(game, now)
    now += WAIT_S
    for _ in range(4):  # nobody answers: each pause is twice the one before
        while not holes.due(now):
            now += 1
        holes.ask(game, (3, 5), now)
        now += ANSWER_S
        holes.due(now)
    holes.lost()
    assert holes.due(now) == [game]
    holes.ask(game, (3, 5), now)
    now += ANSWER_S
    assert holes.due(now) == []
    assert holes.due(now + ANSWER_S) == [game]
