"""What a table is spoken to by, whatever makes it: a synthesizer, the loudspeaker, each seat's earphone."""

from collections.abc import Callable, Mapping
from typing import Protocol

from announce import Ear
from audio.condition import VoiceHealth
from audio.sound import Pcm
from audio.speech import Style


class Synthesizer(Protocol):
    """Text → sound. Called from several threads; `changed` is called from the one that speaks."""

    style: Style
    voices: Mapping[str, str]  # that may speak instead, by the names of `Style`, as people call them
    rate: int  # words a minute
    changed: Callable[[VoiceHealth], None]

    def ready(self) -> bool: ...
    def warm(self) -> None: ...
    def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None: ...
    def health(self) -> VoiceHealth: ...
    def close(self) -> None: ...


class Outlet(Protocol):
    """Where sound is heard: what is played waits for its turn, what is played over does not."""

    @property
    def channels(self) -> int: ...

    def play(self, sound: Pcm) -> None: ...
    def play_over(self, sound: Pcm) -> None: ...
    def stop(self) -> None: ...
    def wait(self, until: Callable[[], bool]) -> bool: ...
    def ready(self) -> bool: ...
    def health(self) -> VoiceHealth: ...


class SeatOutlet(Outlet, Protocol):
    """Heard by one seat. A loudspeaker has no `ear`, so that no private word can be given to one."""

    @property
    def ear(self) -> Ear: ...


class Loudspeaker(Outlet, Protocol):
    """Heard by everyone. `changed` is called at each change of its health, from a thread of its own."""

    share: float  # of the full amplitude
    changed: Callable[[VoiceHealth], None]

    def close(self) -> None: ...


class Earphone(SeatOutlet, Loudspeaker, Protocol):
    """Heard by one seat, and switched, tuned and closed as a loudspeaker is."""
