"""A campaign in lines for a terminal; only from what `campaign_view` shows, so that no vault can slip in."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine import edition
from engine.campaign import EDITION, GAMES, Campaign, Plan, board_of
from engine.map_written import map_dict

_NEXT = {
    "before": "open what setup step 7 asks for, then `begin`",
    "playing": "play it (`fingerpost referee --campaign DIR`), or `record` its final position",
    "after": "`open` what comes at the end, then `close`",
    "over": "`missed` games are scored, then `standings`",
}


def state_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """Where the campaign stands, its companies, and what lies open."""
    then = _NEXT[view["step"]]
    if view["step"] == "after" and view["discards"]:
        then = f"`retire EVENT --seat {view['caboose']}`, {then}"
    yield f"game {view['game']} of {GAMES}, {view['year']}: {view['step']}; next: {then}"
    for box in view["companies"]:
        caboose = ", caboose" if box["seat"] == view["caboose"] else ""
        here = ", plays" if box["seat"] in view["present"] else ""
        slips = "1 slip" if box["slips"] == 1 else f"{box['slips']} slips"
        yield f"  {box['seat']}: {box['trains']} trains, {slips} in the vault{caboose}{here}"
        if box["office"] or box["office_coins"]:
            dollars = [f"{dollars_of(box['office_coins'])} more"] if box["office_coins"] else []
            yield f"    office: {', '.join([*box['office'], *dollars])}"
        if box["missed"]:
            yield f"    missed: game {', '.join(map(str, box['missed']))}"
        for slip in box["vault"] or ():
            missed = " (missed)" if slip["missed"] else ""
            yield f"    game {slip['game']}: {dollars_of(slip['total'])}{missed}"
    for what, name in (
        ("events", "events"),
        ("discards", "discards, one to be retired"),
        ("retired", "retired"),
    ):
        if view[what]:
            yield f"  {name}: {'; '.join(view[what])}"
    for sticker in view["stickers"]:
        holds = "holds" if sticker["until"] >= view["game"] else "held"
        until = f" ({holds} until game {sticker['until']})" if sticker["until"] < GAMES else ""
        yield f"  sticker {sticker['where']} {sticker['number']}: {sticker['text']}{until}"
    for card in view["postcards"]:
        done = f", fulfilled in game {card['fulfilled']}" if card["fulfilled"] else ""
        private = f" / {card['private']}" if card["private"] is not None else ""
        yield f"  postcard {card['id']} of {card['seat']}{done}: {card['public']}{private}"


def dollars_of(number: int) -> str:
    """`1 dollar`, `12 dollars`."""
    return f"{number} dollar" if number == 1 else f"{number} dollars"


def brought_lines(before: Campaign, after: Campaign) -> Iterator[str]:
    """What files have changed that `state_lines` do not show: settings, and the board by its ids."""
    own = msgspec.structs.asdict(edition(EDITION).settings)
    for name, value in after.settings.items():
        old = before.settings.get(name, own[name])
        if _told(value) != _told(old):
            yield f"setting {name}: {_told(value)}, before {_told(old)}"
    old_board, board = map_dict(board_of(before)), map_dict(board_of(after))
    for what in ("cities", "routes", "tickets", "edge_stubs"):
        was, now = _by_id(old_board[what]), _by_id(board[what])
        changed = [one for one in was.keys() & now.keys() if was[one] != now[one]]
        for how, found in (
            ("new", now.keys() - was.keys()),
            ("changed", changed),
            ("gone", was.keys() - now.keys()),
        ):
            if found:
                yield f"{what.replace('_', ' ')} {how}: {', '.join(sorted(found))}"


def _by_id(things: list[Any]) -> dict[str, Any]:
    """By what a patch names them; a way off the board has no id but its city."""
    return {str(thing.get("id", thing.get("city"))): thing for thing in things}


def _told(value: object) -> str:
    if isinstance(value, list | tuple):
        return "; ".join(map(str, value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def lot_lines(campaign: Campaign, which: str) -> Iterator[str]:
    """Which seed the lot was drawn with: with it, it is drawn the same again."""
    yield f"the caboose is {campaign.caboose}'s; lots drawn with --seed {campaign.lots[which]}"


def plan_lines(game: int, plan: Plan) -> Iterator[str]:
    """What the table lays out for a game."""
    yield f"game {game}: {', '.join(plan.seats)}; {plan.seats[0]} has the caboose and starts"
    for step in plan.steps:
        yield f"  setup {step.number}: {step.text}"
    for seat, office in plan.offices.items():
        if office:
            yield f"  office of {seat}: {', '.join(office)}"
    for name, value in plan.settings.items():
        told = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        yield f"  {name}: {told or 'none'}"
