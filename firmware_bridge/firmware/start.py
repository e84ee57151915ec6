"""What lies on the hub as `main.py`: MicroPython runs it when the power comes."""

from firmware.main import start  # type: ignore[import-not-found]

start()
