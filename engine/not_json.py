"""PURE: what reading JSON that somebody else wrote can raise."""

from typing import Final

import msgspec

NOT_JSON: Final = (msgspec.MsgspecError, ValueError, RecursionError)
"""No JSON or another shape; no UTF-8 (which msgspec leaves to Python); deeper than Python's own stack."""
