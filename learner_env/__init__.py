"""The rules for those who learn to play: PettingZoo environments of every edition (docs/learning.md).

    env = fingerpost.learn.env("europe", seats=3)

Each seat is asked in its turn, as an agent: it sees a vector of what its seat may see (`observations`),
chooses a number, and the command of that number is done (`environment`). `actions` numbers the commands once
for a board, whatever a hand holds, so that a number always means the same; `claims` and `buildings` do so
for those that are paid with cards. What may be chosen now is a mask, of the engine's own list of what is
legal. `drawing` shows a position as a picture.

Needs the extra `learn`: pettingzoo, gymnasium, numpy. It is imported as `fingerpost.learn`, and stands below
the application: who trains needs no table.

Deliberately absent: what a seat may not know, but in `state`, which is for training only.
"""

try:
    from learner_env.environment import env, raw_env
except ModuleNotFoundError as error:
    if error.name not in ("pettingzoo", "gymnasium", "numpy"):
        raise
    told = f'{error.name} is not installed; run: pip install "fingerpost[learn]"'
    raise ModuleNotFoundError(told, name=error.name) from None

__all__ = ["env", "raw_env"]
