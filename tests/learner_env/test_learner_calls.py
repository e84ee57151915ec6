"""What a learner calls its environment with: what is none raises in one line, and changes nothing."""

from typing import Any

import numpy as np
import pytest

from fingerpost.learn import raw_env


def test_given_an_action_that_is_not_possible_then_it_raises_and_nothing_changes() -> None:
    made = raw_env()
    made.reset(seed=1)
    before = made.state()
    possible = int(np.flatnonzero(made.observe("seat_0")["action_mask"])[0])
    for action in (
        made.actions.index("draw:deck"),
        -1,
        99999,
        None,
        float(possible),
        True,
        str(possible),
        [possible],
    ):
        with pytest.raises(ValueError, match="not possible now"):
            made.step(action)  # type: ignore[arg-type]
    assert (made.state() == before).all()
    assert made.commands == []
    raw_env(seats=np.int64(3), max_turns=np.int32(50))  # type: ignore[arg-type]
    made.step(np.array(possible))  # type: ignore[arg-type]  # as arrays and tensors have it
    assert made.commands[0]["do"] == "keep-tickets"
    assert not made.observe("seat_0")["action_mask"].any()  # another is asked


def test_given_a_seed_of_numpys_then_it_deals_as_the_number_that_it_is() -> None:
    made = raw_env()
    made.reset(seed=int(np.int64(7)))
    dealt = made.state()
    made.reset(seed=np.int64(7))  # type: ignore[arg-type]
    assert (made.state() == dealt).all()
    made.layout["phase"] = (0, (1,))  # type: ignore[index]  # of this attribute alone
    assert (made.state() == dealt).all()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"edition": "europe", "settings": {"loans": "ask"}}, "loans ask"),
        ({"edition": "nowhere"}, "nowhere"),
        ({"seats": 7}, "seats 7"),
        ({"seats": 2.0}, "seats 2.0"),
        ({"max_turns": "9"}, "max_turns '9'"),
        ({"max_turns": 0}, "max_turns 0"),
        ({"max_turns": None}, "max_turns None"),
        ({"events": "yes"}, "events 'yes'"),
        ({"reward": "money"}, "reward 'money'"),
        ({"render_mode": "human"}, "render_mode 'human'"),
        ({"settings": {"no_such": 1}}, "no_such"),
    ],
)
def test_given_wrong_arguments_then_one_line_says_so(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        raw_env(**arguments)
