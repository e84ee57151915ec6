"""What editions do differently: their numbers, and what holds where the documents are silent."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

SettingValue = str | int | bool | list[str | int] | None
TieBreak = Literal["tickets", "longest", "later", "stations"]

_Few = Annotated[int, Meta(ge=0, le=10)]
_Some = Annotated[int, Meta(ge=1, le=10)]
_Many = Annotated[int, Meta(ge=0, le=500)]
_Points = Annotated[int, Meta(ge=-1000, le=1000)]


ShipWaste = Literal["minimal", "any"]
"""What of a set of ship cards may lapse."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The effective settings of one game; docs/editions.md tells what each does and its casebook number.

    A setting below "of one rule" is there only in editions with the mechanic that names it.
    """

    # Numbers
    trains: _Many = 45
    start_hand: Annotated[int, Meta(ge=0, le=20)] = 4
    row_size: _Few = 5
    flush_at: _Some = 3
    start_tickets: _Few = 3
    start_keep: _Few = 2
    draw_tickets: _Some = 3
    draw_keep: _Some = 1
    end_at: Annotated[int, Meta(ge=0, le=100)] = 2
    end_turns: _Some = 1
    longest_bonus: Annotated[int, Meta(ge=0, le=1000)] = 10
    route_points: tuple[_Points, ...] = (1, 2, 4, 7, 10, 15, 18, 21, 27)
    ticket_decks: tuple[str, ...] = ("regular",)
    # Answers to open questions
    start_tickets_unkept: Literal["bottom", "removed"] = "bottom"
    draw_needs: str = "pile"  # pile, any_card, more_than(N)
    faceup_loco_second: bool = False
    flush_limit: Literal["can_settle", "none"] = "can_settle"
    flush_cap: Annotated[int, Meta(ge=0, le=1000)] = 10
    reshuffle: Literal["eager", "lazy"] = "eager"
    short_draw: Literal["allow", "refuse"] = "allow"
    stuck: Literal["pass"] = "pass"
    tie_breaks: tuple[TieBreak, ...] = ("tickets", "longest")
    longest_tie: Literal["card", "length"] = "card"
    longest_zero_bonus: bool = False
    double_lock_max_seats: Annotated[int, Meta(ge=0, le=5)] = 3
    tokens_per_route: Literal["one", "length"] = "one"
    # Of one rule: long tickets
    start_long_tickets: _Few = 1
    # Of one rule: tunnels
    tunnel_cards: _Few = 3
    tunnel_decline: Literal["allow", "only_if_unable"] = "allow"
    tunnel_colour: Literal["bid"] = "bid"
    tunnel_all_locos: Literal["locos_only", "any"] = "locos_only"
    tunnel_short: Literal["reveal_available"] = "reveal_available"
    # Of one rule: stations
    stations: _Few = 3
    station_points: _Points = 4
    loans: Literal["best", "ask"] = "best"
    stations_used: Literal["placed", "lent"] = "placed"
    # Of one rule: money
    start_coins: _Many = 5
    office_coins: tuple[str, ...] = ()  # more of them for a seat: `blue=2`
    seat_trains: tuple[str, ...] = ()  # a supply of its own: `blue=24`
    trains_bonus: tuple[_Points, ...] = (16, 12, 9, 7, 6, 4, 4, 4, 2, 2, 2)  # X-29; for 0, 1 … trains left
    # Of one rule: newspapers
    newspapers: tuple[_Few, ...] = (6, 4, 3, 3)  # with 2, 3 … seats
    events: tuple[str, ...] = ()
    events_empty: Literal["reshuffle", "none"] = "reshuffle"
    # Of one rule: claim steps
    company_bonus: _Points = 2
    large_city_cards: _Few = 1
    claim_steps: tuple[str, ...] = ("3: company-bonus", "12: large-city")
    # Of one rule: two decks
    start_ship_cards: Annotated[int, Meta(ge=0, le=20)] = 7
    # Of one rule: ship routes
    ship_waste: ShipWaste = "minimal"
    wild_ships: Annotated[int, Meta(ge=1, le=2)] = 1
    # Of one rule: a mix of trains and ships
    ships: _Many = 50
    pieces: _Many = 60
    first_trains: _Many = 20
    exchange_points: _Points = -1
    # Of one rule: harbors
    harbors: _Few = 3
    harbor_points: tuple[_Points, ...] = (20, 30, 40)
    harbor_missing: _Points = -4
    all_wild: Literal["allow", "refuse"] = "allow"  # X-25; pair routes too
    # Of one rule: tours
    tour_exact: Literal["direct", "ordered_trail", "ordered_path"] = "direct"
    tour_harbors: Literal["all", "ends"] = "all"


def optional_settings() -> frozenset[str]:
    """Names of the settings that belong to one rule: an edition has those that its mechanics name."""
    names = Settings.__struct_fields__
    return frozenset(names[names.index("tokens_per_route") + 1 :])


def settings_dict(settings: Settings, names: Iterable[str] | None = None) -> dict[str, SettingValue]:
    """The settings as JSON would hold them; only those named, in their order."""
    fields = Settings.__struct_fields__
    known = set(fields if names is None else names)
    wanted = [name for name in fields if name in known]
    values = ((name, getattr(settings, name)) for name in wanted)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values}


def draw_needs_more_than(text: str) -> int | None:
    """What deck and discards must exceed for a draw: 0 for `pile`, -1 for `any_card`; None: no such value."""
    if text == "pile":
        return 0
    if text == "any_card":
        return -1
    number = text.removeprefix("more_than(").removesuffix(")")
    if text == f"more_than({number})" and number.isascii() and number.isdecimal() and len(number) <= 3:
        return int(number)
    return None


def can_settle(locomotives: int, others: int, settings: Settings) -> bool:
    """True when these cards outside the hands can fill the row with too few locomotives to flush it (X-4)."""
    filled = min(settings.row_size, locomotives + others)
    return filled - (settings.flush_at - 1) <= others
