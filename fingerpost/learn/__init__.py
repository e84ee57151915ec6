"""The rules for those who learn to play: PettingZoo environments of every edition (docs/learning.md).

    env = fingerpost.learn.env("europe", seats=3)

`actions` numbers the commands, `claims` and `buildings` some of them, `observations` a seat's view,
`environment` plays. Needs the extra `learn`: pettingzoo, gymnasium, numpy. Deliberately absent: what a seat
may not know, but in `state`, which is for training only.
"""

try:
    from fingerpost.learn.environment import env, raw_env
except ModuleNotFoundError as error:
    if error.name not in ("pettingzoo", "gymnasium", "numpy"):
        raise
    told = f'{error.name} is not installed; run: pip install "fingerpost[learn]"'
    raise ModuleNotFoundError(told, name=error.name) from None

__all__ = ["env", "raw_env"]
