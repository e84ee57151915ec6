"""Games of bots as a table tells them: their public events as they are collected."""

from club.envelopes import Retained, ToldEvent, read
from club.keeping import Kept
from engine import CardMode, Event, State
from mqtt.payloads import Encoder, Stamp, health_fields
from tabletop import DeviceHealth
from tests.mqtt.games import whole_game


class TableGame:
    """One game at one table: `acts`, each with its events and the state after it."""

    def __init__(
        self,
        table: str,
        game: str,
        seed: int = 1,
        *,
        rules: str = "us-accessible",
        cards: CardMode = "untracked",
        seats: int = 3,
    ) -> None:
        self.table, self.game = table, game
        self._encoder = Encoder(table, game, "boot")
        self.acts: list[tuple[list[tuple[int, Event]], State]] = list(whole_game(rules, seed, cards, seats))

    def events(self, first: int = 1, last: int | None = None) -> list[ToldEvent]:
        """The events with these seqs, as the broker hands them on."""
        numbered = [one for act, _ in self.acts for one in act]
        chosen = [(seq, event) for seq, event in numbered if first <= seq <= (last or len(numbered))]
        found = [self._read("event", self._encoder.event(seq, event, _STAMP)) for seq, event in chosen]
        return [one for one in found if isinstance(one, ToldEvent)]

    def state(self, acts: int) -> Kept:
        """Its retained state after so many acts."""
        return self._read("state", self._encoder.state(self.acts[acts - 1][1], _STAMP))

    def after(self, acts: int) -> int:
        """The last seq of so many acts."""
        return self.acts[acts - 1][0][-1][0]

    def online(self, word: bytes = b"online") -> Kept:
        return self._read("availability", word)

    def health(self, device: DeviceHealth) -> Kept:
        """Its retained health, of one device."""
        return self._read(
            "health", self._encoder.health({device.device: health_fields(device, _STAMP)}, _STAMP)
        )

    def _read(self, topic: str, payload: bytes) -> Kept:
        found = read(f"fingerpost/1/{self.table}/{topic}", payload)
        assert isinstance(found, ToldEvent | Retained), found
        return found


_STAMP = Stamp(unix_ms=1_700_000_000_000, random=b"0123456789")
