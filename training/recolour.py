"""The same shapes in any colours, so that a network which is shown them learns outlines and nothing else."""

import math
from typing import Final

import torch

from vision.light import BRIGHTEST

# Up to which share of the places keep their colours, have them turned, have them exchanged; the others fade.
_AS_IS: Final = 0.15
_TURNED: Final = 0.55
_EXCHANGED: Final = 0.75
_NEGATIVE: Final = 0.25  # light for dark
_MIRRORING: Final = 0.3  # a lamp's image somewhere on top


def recoloured(tones: torch.Tensor, rng: torch.Generator) -> torch.Tensor:
    """(M, 3, P, P) tones in other colours, each place in its own; some bright for dark, some glossy."""
    count = len(tones)
    way = torch.rand(count, 1, 1, generator=rng)
    mixed = torch.eye(3).expand(count, 3, 3)
    for share, other in ((_AS_IS, _turned), (_TURNED, _exchanged), (_EXCHANGED, _faded)):
        mixed = torch.where(way < share, mixed, other(count, rng))
    made = torch.einsum("mij,mjhw->mihw", mixed, tones)
    gain = 0.55 + 0.55 * torch.rand(count, 1, 1, 1, generator=rng)
    lift = 0.25 * torch.rand(count, 1, 1, 1, generator=rng)
    made = made * gain + lift
    negative = torch.rand(count, 1, 1, 1, generator=rng) < _NEGATIVE
    made = torch.where(negative, 1.1 - made, made)
    return (made + _lamps(tones, rng)).clamp(0, BRIGHTEST)


def _turned(count: int, rng: torch.Generator) -> torch.Tensor:
    """Hues turned about grey, each by its own angle."""
    angle = torch.rand(count, 1, 1, generator=rng) * 2 * math.pi
    across = torch.tensor([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]) / math.sqrt(3)
    third = torch.full((3, 3), 1 / 3)
    return angle.cos() * torch.eye(3) + (1 - angle.cos()) * third + angle.sin() * across


def _exchanged(count: int, rng: torch.Generator) -> torch.Tensor:
    """Channels in another order."""
    orders = torch.tensor([[0, 2, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]])
    return torch.eye(3)[orders[torch.randint(len(orders), (count,), generator=rng)]]


def _faded(count: int, rng: torch.Generator) -> torch.Tensor:
    """Little of their colour left."""
    left = 0.5 * torch.rand(count, 1, 1, generator=rng)
    return left * torch.eye(3) + (1 - left) * torch.full((3, 3), 1 / 3)


def _lamps(tones: torch.Tensor, rng: torch.Generator) -> torch.Tensor:
    """(M, 1, P, P): a soft spot of light near the middle of some places."""
    count, side = len(tones), tones.shape[-1]
    at = side / 2 + (torch.rand(count, 2, 1, 1, generator=rng) - 0.5) * side * 0.5
    size = 1.5 + 6 * torch.rand(count, 1, 1, generator=rng)
    long = 1 + 2 * torch.rand(count, 1, 1, generator=rng)
    steps = torch.arange(side).float()
    x, y = steps[None, None, :] - at[:, 0], steps[None, :, None] - at[:, 1]
    spot = torch.exp(-((x / (size * long)) ** 2 + (y / size) ** 2))
    deep = torch.rand(count, 1, 1, generator=rng) * (torch.rand(count, 1, 1, generator=rng) < _MIRRORING)
    return (spot * deep)[:, None]
