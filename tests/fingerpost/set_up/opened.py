"""What a set-up in a test opens: its own senses and parts, a voice that is mute, the rest as it is."""

import argparse
from collections.abc import Callable, Sequence

from announce import Wording
from fingerpost.config import Config
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.voice import OpenedVoice
from fingerpost.wiring import Builder
from table.set_up_table import SetUpTable


class Opened(Builder):
    """The real builder but for devices and voice.

    Args:
        parts: keys and buttons of a table that is set up; senses: hubs and camera; ears: a voice to be tuned.
    """

    def __init__(
        self,
        args: argparse.Namespace,
        parts: Callable[[Config, SetUpTable], Sequence[object]] = lambda config, desk: (),
        senses: Callable[[Config, Inbox], Sequence[object]] = lambda config, inbox: (),
        ears: object = None,
    ) -> None:
        super().__init__(args)
        self._parts, self._senses, self._ears = parts, senses, ears

    def voice(self, config: Config, wording: Wording, inbox: Inbox) -> OpenedVoice:
        return OpenedVoice((), self._ears)  # type: ignore[arg-type]

    def senses(self, config: Config, inbox: Inbox) -> list[object]:  # type: ignore[override]
        return list(self._senses(config, inbox))

    def hands(self, config: Config, desk: SetUpTable, *rest: object) -> list[object]:  # type: ignore[override]
        return list(self._parts(config, desk))
