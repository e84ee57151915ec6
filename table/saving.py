"""What is on the disk and what waits for it: the way from the session to its store.

Nothing is told before it was offered to the store. A store that fails stops nothing: what it could not take
waits and is tried again, and the table hears once that it is not saved and once that it is. What is noted
with an act is on the disk with it or not at all; of each kind only the newest note counts.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine import Event
from table.errors import StoreError
from table.ports import ActRows, Store
from tabletop import DeviceHealth

RETRY_S: Final = 10.0


class Keeper:
    """Hands acts to a store; without a store it keeps nothing."""

    def __init__(
        self,
        store: Store | None,
        past: Sequence[Event] = (),
        *,
        acts: Sequence[tuple[int, int]] = (),
        agreed: Mapping[str, object] | None = None,
    ) -> None:
        """What the store has already; another card may want it too.

        Args:
            past: the events.
            acts: (first seq, last seq) of each of their acts: another card may have the first of them; none:
                they are one.
            agreed: what was noted beside them; a store that cannot be opened yet cannot tell.
        """
        whole = [(1, len(past))] if past else []
        self._store = store
        self._acts: list[ActRows] = [(first, past[first - 1 : last]) for first, last in acts or whole]
        self._past = len(past)
        # The newest of each kind; another card may want them too.
        self._notes: dict[str, object] = dict(agreed or {})
        self._unwritten: set[str] = set()  # of which kinds the newest is not on the disk yet
        self._broken = store is not None and store.failure is not None
        self._said_well = True
        self._retry_at = 0.0 if self._broken else float("inf")

    @property
    def was_cut(self) -> bool:
        """Whether the sitting before this one ended by a power cut."""
        return self._store is not None and self._store.was_cut

    @property
    def was_unsaved(self) -> bool:
        """Whether acts of the sitting before this one are lost."""
        return self._store is not None and self._store.was_unsaved

    @property
    def acts(self) -> tuple[tuple[int, int], ...]:
        """The first and last seq of each act so far."""
        return tuple((first, first + len(events) - 1) for first, events in self._acts)

    @property
    def saved(self) -> bool:
        """Whether all that has happened is on the disk."""
        return self._store is not None and not self._broken

    def keep(
        self,
        first_seq: int,
        events: Sequence[Event],
        at: float,
        notes: Mapping[str, object] | None = None,
    ) -> DeviceHealth | None:
        """Write an act and what is noted with it, and before it all that waits.

        Returns the store's health if it has changed.
        """
        if self._store is None:
            return None
        self._acts.append((first_seq, events))
        self._note(notes or {})
        return self._write(self._store, at)

    def note(self, notes: Mapping[str, object], at: float) -> DeviceHealth | None:
        """Write down what is no event (`Store.note`). Returns the store's health if it has changed."""
        if self._store is None or not notes:
            return None
        self._note(notes)
        return None if self._broken else self._write(self._store, at)

    def _note(self, notes: Mapping[str, object]) -> None:
        self._notes |= notes
        self._unwritten |= notes.keys()

    def noted(self, kind: str) -> object:
        """What was noted last of this kind, in this sitting or an earlier one; None: nothing."""
        if self._store is None or self._broken or kind in self._notes:
            return self._notes.get(kind)
        try:
            body = self._store.last_note(kind)
        except StoreError:
            return None  # the next act that is written tells of the disk
        if body is not None:
            self._notes[kind] = body
        return body

    def earlier(self, *kinds: str) -> dict[str, object]:
        """What was noted last of these kinds in earlier sittings; of a new game nothing."""
        return {kind: self.noted(kind) for kind in kinds} if self._past else {}

    def tick(self, at: float) -> DeviceHealth | None:
        """Time has passed: what waits is tried again. Returns the store's health if it has changed."""
        if self._store is None or at < self._retry_at:
            return None
        return self._write(self._store, at)

    def last_try(self, at: float) -> DeviceHealth | None:
        """The end: what waits is tried once more. Returns the store's health if it has changed.

        Where acts are lost it is that, with the cause `unsaved`.
        """
        if self._store is None:
            return None
        was_well = not self._broken
        changed = self._write(self._store, at)  # also where nothing waits: the file may have been taken away
        if was_well and self._broken:
            self._write(self._store, at)  # then into a new one
            changed = changed if self._broken else None
        if not self._broken:
            return changed
        # An earlier sitting's acts were read from the card: they are there, unless it is gone.
        if not self._store.gone and all(first <= self._past for first, _ in self._waiting(self._store)):
            return changed
        return DeviceHealth(device="store", condition="lost", at=at, cause="unsaved")

    def _write(self, store: Store, at: float) -> DeviceHealth | None:
        try:
            if self._broken:
                had = store.last
                store.open_again()
                if store.last < had:  # another card, or what was flushed is lost after all
                    self._unwritten = set(self._notes)
            notes = {kind: body for kind, body in self._notes.items() if kind in self._unwritten}
            store.append_acts(self._waiting(store), notes)
        except StoreError as error:
            return self._failed(error, at)
        self._unwritten.clear()
        self._broken, self._retry_at = False, float("inf")
        said_well, self._said_well = self._said_well, True
        return None if said_well else DeviceHealth(device="store", condition="live", at=at)

    def _waiting(self, store: Store) -> list[ActRows]:
        return [act for act in self._acts if act[0] > store.last]

    def _failed(self, error: StoreError, at: float) -> DeviceHealth | None:
        self._broken, self._retry_at = True, at + RETRY_S
        said_well, self._said_well = self._said_well, False
        if not said_well:
            return None
        return DeviceHealth(device="store", condition="lost", at=at, cause=error.cause, detail=str(error))
