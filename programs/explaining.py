"""SHELL: refusals in words, for programs: all our words take longer to load than the rules."""

from engine import Refusal, State


def explained(state: State, refusal: Refusal) -> str:
    """One sentence; the words are loaded at the first."""
    from announce import explain

    return explain(state, refusal)
