"""A reliability diagram as SVG: how often what is said with a confidence is right."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

Said = Sequence[tuple[float, bool]]
"""What was said with which confidence, and whether it was right."""

BINS: Final = (0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0001)
_LOW: Final = 0.5  # both axes run from here to 1
_SIDE: Final = 420
_EDGE: Final = 60
_FONT: Final = 'font-family="sans-serif" font-size="13"'
_INKS: Final = ("#1f5fa8", "#c2571a", "#2f7d4f", "#6b4c9a")


def binned(said: Said) -> list[tuple[float, float, int]]:
    """For each bin that is not empty: mean confidence, share right, count."""
    found = []
    for low, high in pairwise(BINS):
        those = [(confidence, right) for confidence, right in said if low <= confidence < high]
        if those:
            count = len(those)
            found.append((sum(c for c, _ in those) / count, sum(r for _, r in those) / count, count))
    return found


def wilson(share: float, count: int) -> tuple[float, float]:
    """The interval that holds the true share in 95 of 100 cases."""
    z = 1.96
    middle = share + z * z / (2 * count)
    reach = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def diagram(series: Mapping[str, Said]) -> str:
    """One mark a bin and series, with its interval; on the line what is said is just as sure as it seems."""
    parts = [_frame()]
    for number, (name, said) in enumerate(series.items()):
        ink = _INKS[number % len(_INKS)]
        top = _EDGE + 24 + 22 * number
        parts.append(f'<circle cx="{_EDGE + 20}" cy="{top - 5}" r="5" fill="{ink}"/>')
        parts.append(f'<text x="{_EDGE + 32}" y="{top}">{name} ({len(said)} answers)</text>')
        for mean, share, count in binned(said):
            low, high = (_y(max(_LOW, limit)) for limit in wilson(share, count))
            x = _x(mean) + 3 * number
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{ink}" stroke-width="1.5"/>')
            parts.append(f'<circle cx="{x:.1f}" cy="{_y(max(_LOW, share)):.1f}" r="4" fill="{ink}"/>')
    full = _SIDE + 2 * _EDGE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full} {full}" {_FONT}>'
    return "\n".join([head, f'<rect width="{full}" height="{full}" fill="white"/>', *parts, "</svg>", ""])


def _x(value: float) -> float:
    return _EDGE + (value - _LOW) / (1 - _LOW) * _SIDE


def _y(value: float) -> float:
    return _EDGE + _SIDE - (value - _LOW) / (1 - _LOW) * _SIDE


def _frame() -> str:
    end = _EDGE + _SIDE
    lines = [f'<path d="M{_EDGE} {end}L{end} {_EDGE}" stroke="#999" stroke-dasharray="4 4"/>']
    lines.append(f'<path d="M{_EDGE} {_EDGE}V{end}H{end}" stroke="#333" fill="none"/>')
    for value in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0):
        lines.append(f'<text x="{_x(value):.0f}" y="{end + 20}" text-anchor="middle">{value:.1f}</text>')
        lines.append(f'<text x="{_EDGE - 8}" y="{_y(value) + 4:.0f}" text-anchor="end">{value:.1f}</text>')
    middle = _EDGE + _SIDE // 2
    lines.append(f'<text x="{middle}" y="{end + 44}" text-anchor="middle">said</text>')
    lines.append(
        f'<text x="18" y="{middle}" text-anchor="middle" transform="rotate(-90 18 {middle})">right</text>'
    )
    return "\n".join(lines)
