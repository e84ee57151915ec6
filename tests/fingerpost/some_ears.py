"""Earphones for a config, by the names that PipeWire gives them."""

from audio import EarSetting, SinkName
from fingerpost.config import EarsSection


def some_ears(**names: str) -> EarsSection:
    """`some_ears(blue="one")`: what `blue = "pipewire:one"` in [ears] says."""
    return EarsSection(**{ear: EarSetting(sink=SinkName("pipewire", name)) for ear, name in names.items()})
