"""The criteria of docs/criteria.md that no test proves yet. Whoever adds a test takes its number out."""

OPEN = frozenset(
    {
        *range(1, 12),  # time and sound
        *(50, 51, 52, 55, 56, 57, 58, 59, 60),  # rules in words
        *range(61, 68),  # answers and wording
        *range(68, 72),  # privacy
        *range(74, 77),
        *range(77, 81),  # without a screen
    }
)
