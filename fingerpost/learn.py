"""The environments for learners by the name under which they are imported; they stand in `learner_env`."""

from learner_env import env, raw_env

__all__ = ["env", "raw_env"]
