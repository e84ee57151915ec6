"""Who may do what: by the name under which the broker let a client write, never by its own word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from engine import Seat
from mqtt.command_kinds import OF_NODES

Right = Literal["watch", "panel", "table", Seat]
"""`watch`: ask for replays; `panel`: also press, ask, say, pause, set the voice; a seat: watch, ask, and act
for that seat; `table`: everything, for the seat that is to move."""

RIGHTS: Final[tuple[Right, ...]] = get_args(Right)
EVERYONE: Final = "*"


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a table's clients.

    `named`: by the client's name, for those that the broker vouches for (topic `cmd/<name>/<client>`);
    `others`: everybody else whom the broker lets write `cmd/<name>`.
    """

    named: Mapping[str, Right] = field(default_factory=dict)
    others: Right = "table"

    def of(self, client: str, *, vouched: bool) -> Right:
        """What this client may do."""
        if vouched and client in self.named:
            return self.named[client]
        return self.others


def rights_from(written: Mapping[str, Right]) -> Rights:
    """Rights as a table.toml has them: `{"*": "panel", "anna": "blue"}`."""
    named = dict(written)
    others = named.pop(EVERYONE, "watch" if named else "table")
    return Rights(named, others)


def may(right: Right, command: str, seat: object = None) -> Literal["yes", "unauthorized", "wrong-seat"]:
    """Whether a right covers a command; `seat`: for whom an act is wanted, None when it is no act."""
    if command in ("replay", "games") or right == "table":
        return "yes"
    if command in OF_NODES:
        return "unauthorized"  # how the board is sensed is its owner's business, not one player's
    if seat is None:
        allowed = right == "panel" or (right != "watch" and command == "ask")
        return "yes" if allowed else "unauthorized"
    if right in ("watch", "panel"):
        return "unauthorized"
    return "yes" if seat == right else "wrong-seat"
