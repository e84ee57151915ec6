"""What light falls on: shares of it that are thrown back; the table that a board lies on."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = tuple[float, float, float]
"""Linear BGR."""

Albedo = NDArray[np.float32]
"""(H, W, 3) linear BGR share of light that is thrown back."""

PX_PER_MM: Final = 4.0
MARGIN_MM: Final = 220.0  # of table round the board

_TABLES: Final = ((120, 82, 50), (60, 42, 30), (196, 160, 118), (235, 235, 232), (70, 90, 70), (40, 44, 60))


def bgr(rgb: tuple[int, int, int]) -> NDArray[np.float64]:
    """sRGB bytes → linear BGR shares."""
    share = np.array(rgb[::-1], dtype=np.float64) / 255
    return np.asarray(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4))


def clouds(
    rng: np.random.Generator, shape: tuple[int, int], coarse: int, layers: int = 4
) -> NDArray[np.float32]:
    """Smooth noise of many scales, about -1 to 1."""
    total = np.zeros(shape, np.float32)
    for layer in range(layers):
        cells = (coarse * 2**layer, int(coarse * 1.5) * 2**layer)
        part = rng.standard_normal(cells).astype(np.float32)
        total += cv2.resize(part, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * 0.6**layer
    return np.asarray(total / 1.6, dtype=np.float32)


def table_top(rng: np.random.Generator, shape: tuple[int, int]) -> Albedo:
    """(H, W, 3) of wood or of cloth."""
    tint = bgr(_TABLES[int(rng.integers(len(_TABLES)))]).astype(np.float32)
    if rng.random() < 0.5:  # boards of wood: noise drawn out along one way
        streaks = cv2.resize(rng.standard_normal((shape[0] // 12, 24)).astype(np.float32), shape[::-1])
        return np.asarray(tint * np.exp(0.22 * streaks)[:, :, None], dtype=np.float32)
    return np.asarray(tint * np.exp(0.2 * clouds(rng, shape, 9, 5))[:, :, None], dtype=np.float32)
