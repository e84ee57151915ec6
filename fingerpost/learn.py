"""The environments for learners by the name under which they are imported; they stand in `learners`."""

from learners import env, raw_env

__all__ = ["env", "raw_env"]
