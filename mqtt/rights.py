"""Who may do what: by the name under which the broker let a client write, never by its own word."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from engine import Seat
from mqtt.command_kinds import OF_NODES

Right = Literal["watch", "panel", "table", "home", Seat]
"""`watch`: ask for replays; `panel`: also press, ask, say, pause, set the voice; a seat: watch, ask, and act
for that seat; `home`: the same for the seats of a home that plays along; `table`: everything, for the seat
that is to move."""

RIGHTS: Final[tuple[Right, ...]] = get_args(Right)
EVERYONE: Final = "*"
_HOME: Final[Right] = "home"


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a table's clients.

    `named`: by the client's name, for those that the broker vouches for (topic `cmd/<name>/<client>`);
    `others`: everybody else whom the broker lets write `cmd/<name>`; `homes`: whose seats play where.
    """

    named: Mapping[str, Right] = field(default_factory=dict)
    others: Right = "table"
    homes: Mapping[str, tuple[Seat, ...]] = field(default_factory=dict)

    def of(self, client: str, *, vouched: bool) -> Right:
        """What this client may do."""
        if vouched and client in self.named:
            return self.named[client]
        return self.others

    def seats_of(self, client: str) -> tuple[Seat, ...]:
        """The seats of the home of that name."""
        return self.homes.get(client, ())


def rights_from(written: Mapping[str, Right], homes: Mapping[str, tuple[Seat, ...]] | None = None) -> Rights:
    """Rights as a table.toml has them: `{"*": "panel", "anna": "blue"}`; every home has its own."""
    named: dict[str, Right] = {**dict.fromkeys(homes or {}, _HOME), **written}
    others = named.pop(EVERYONE, "watch" if named else "table")
    return Rights(named, others, homes or {})


def may(
    right: Right, command: str, seat: object = None, at_home: tuple[Seat, ...] = ()
) -> Literal["yes", "unauthorized", "wrong-seat"]:
    """Whether a right covers a command.

    `seat`: for whom an act is wanted, None when it is no act; `at_home`: the seats of the home that asks.
    """
    if command in ("replay", "games") or right == "table":
        return "yes"
    if command in OF_NODES:
        return "unauthorized"  # how the board is sensed is its owner's business, not one player's
    if seat is None:
        allowed = right == "panel" or (right != "watch" and command == "ask")
        return "yes" if allowed else "unauthorized"
    if right in ("watch", "panel"):
        return "unauthorized"
    own = at_home if right == "home" else (right,)
    return "yes" if seat in own else "wrong-seat"
