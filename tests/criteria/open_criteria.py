"""The criteria of docs/criteria.md that no test proves yet. Whoever adds a test takes its number out."""

OPEN = frozenset(
    {
        *range(1, 12),  # time and sound
        60,  # rules in words: the replay in a minute
        *(66, 67),  # answers and wording: what is missing, exploring
        *range(68, 72),  # privacy
        *range(74, 77),
        *range(77, 81),  # without a screen
    }
)
