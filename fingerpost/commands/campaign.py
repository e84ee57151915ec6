"""`fingerpost campaign`: twelve games of Legends of the West, from one to the next (docs/campaign.md)."""

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, cast

import msgspec

from command_line.arguments import Subparsers
from command_line.by_name import read_text, the_map, the_seats
from command_line.position_text import parse, typed
from command_line.terminal import tell_people
from engine import GameMap, Seat, read_position, violations
from engine.campaign import (
    EDITION,
    Campaign,
    CampaignError,
    begin_game,
    campaign_view,
    close_game,
    content_from_json,
    draw_postcard,
    fulfil_postcard,
    new_campaign,
    open_content,
    plan_of,
    record_game,
    reopen_game,
    retire_event,
    score_missed,
    standings,
)
from engine.map_written import own_map
from engine.not_json import NOT_JSON
from fingerpost.commands.campaign_lines import brought_lines, dollars_of, lot_lines, plan_lines, state_lines
from storage.campaign_folder import read_campaign, take_back, write_campaign
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("campaign", help="keep a campaign of Legends of the West", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder that the campaign lives in")
    acts = parser.add_subparsers(dest="what", required=True, metavar="ACTION", parser_class=type(parser))
    new = acts.add_parser("new", help="begin a campaign")
    new.add_argument("--seats", required=True, help="the companies as they sit: blue,red,green")
    new.add_argument("--seed", type=int, help="draws who has the caboose first (default: one of its own)")
    show = acts.add_parser("show", help="what everybody may know; vaults stay shut until all is over")
    show.add_argument("--json", action="store_true", help="as one JSON object")
    files = acts.add_parser("open", help="read what the box hides and whose moment has come")
    files.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="content/1, in the order of reading"
    )
    begin = acts.add_parser("begin", help="set up the next game; its settings are printed")
    begin.add_argument("--seats", help="who plays, in the order in which they sit (default: all)")
    begin.add_argument(
        "--seed", type=int, help="draws who starts if the caboose is away (default: one of its own)"
    )
    acts.add_parser("plan", help="what the running game is set up with, as JSON")
    record = acts.add_parser(
        "record", help="put a game away that was judged elsewhere; again: another position instead"
    )
    record.add_argument("position", help="its final position/1 file, or - for standard input")
    acts.add_parser("close", help="all is put away: on to the next game")
    acts.add_parser("undo", help="take the last act back; again: the one before")
    acts.add_parser("standings", help="after game 12: every company's dollars")
    _add_acts_of_a_seat(acts)
    show.add_argument("--seat", help="also what only this company may know: its postcards")
    parser.set_defaults(run=run)


def _add_acts_of_a_seat(acts: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    retire = acts.add_parser("retire", help="the company with the caboose retires one of the event discards")
    retire.add_argument("event", help="its name")
    postcard = acts.add_parser("postcard", help="a company has drawn a postcard")
    postcard.add_argument(
        "file", type=Path, metavar="FILE", help='{"id": ..., "public": ..., "private": ...}'
    )
    fulfil = acts.add_parser("fulfil", help="a company shows a postcard and has its benefit")
    fulfil.add_argument("card", help="its id")
    missed = acts.add_parser("missed", help="after game 12: the score of a game that a company missed")
    missed.add_argument("game", type=int)
    missed.add_argument("total", type=int)
    for one in (retire, postcard, fulfil, missed):
        one.add_argument("--seat", required=True, help="which company")


def run(args: argparse.Namespace) -> int:
    """Do one act of the campaign, and tell what is so then."""
    folder = cast(Path, args.folder)
    try:
        if args.what == "new":
            campaign = new_campaign(the_seats(args.seats), _seed(args))
            write_campaign(folder, campaign, new=True)
            _print(lot_lines(campaign, "new"))
            _print(state_lines(campaign_view(campaign, None)))
            return 0
        if args.what == "undo":
            _print(state_lines(campaign_view(take_back(folder), None)))
            return 0
        campaign = read_campaign(folder)
        if args.what in _ASKS:
            _ASKS[args.what](campaign, args)
            return 0
        changed = _ACTS[args.what](campaign, args)
        write_campaign(folder, changed)
        _print(changed.story[len(campaign.story) :])
        _print(brought_lines(campaign, changed))
        _print(state_lines(campaign_view(changed, None)))
        if args.what == "begin":
            _print(lot_lines(changed, f"game {changed.game}"))
            _print(plan_lines(changed.game, plan_of(changed)))
    except CampaignError as error:
        raise CallError(f"campaign {folder}: {error}") from None
    return 0


def _print(lines: Iterable[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _show(campaign: Campaign, args: argparse.Namespace) -> None:
    seat = None if args.seat is None else _seat(campaign, args)
    view = campaign_view(campaign, seat)
    if args.json:
        sys.stdout.write(json.dumps(view, ensure_ascii=False, indent=2) + "\n")
    else:
        _print(state_lines(view))


def _plan(campaign: Campaign, args: argparse.Namespace) -> None:
    plan = plan_of(campaign)
    told = {
        "edition": EDITION,
        "map": own_map(plan.game_map) or plan.game_map.id,
        "seats": plan.seats,
        "settings": plan.settings,
        "offices": plan.offices,
        "setup": plan.steps,
    }
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(told).decode(), indent=2) + "\n")


def _standings(campaign: Campaign, args: argparse.Namespace) -> None:
    _print(f"{seat}: {dollars_of(dollars)}" for seat, dollars in standings(campaign))
    for seat, box in campaign.companies.items():
        for game in box.missed:
            tell_people(f"game {game} of {seat} counts nothing yet: missed {game} TOTAL --seat {seat}")


def _open(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    for file in cast("list[Path]", args.files):
        campaign = open_content(campaign, content_from_json(read_text(file, "content"), source=str(file)))
    return campaign


def _begin(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    present = tuple(campaign.companies) if args.seats is None else the_seats(args.seats)
    return begin_game(campaign, present, _seed(args))[0]


def _seed(args: argparse.Namespace) -> int:
    """The seed that was given, or one of its own each time: else the same seats always draw the same lot."""
    return args.seed if args.seed is not None else secrets.randbits(31)


def _record(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    """Put a game away by its last position, on this campaign's board and with its settings.

    Nobody sees a slip before the end: what rules the position breaks is told now, and until anything else is
    done another position takes its place.
    """
    if campaign.step == "after":
        campaign = reopen_game(campaign)
    plan = plan_of(campaign)
    text = typed() if args.position == "-" else read_text(Path(args.position), "position")
    position = parse(text)
    meant = position.get("edition", EDITION)
    if meant != EDITION:
        raise CallError(f"the position is of the edition {meant!s:.40}; the campaign's is {EDITION}")
    own = position.get("settings")
    changed = cast("Mapping[str, object]", own) if isinstance(own, Mapping) else {}

    def board(name: str) -> GameMap:
        return plan.game_map if name == plan.game_map.id else the_map(name)

    at = position.get("map")
    # The referee tells a board that was changed whole.
    if isinstance(at, Mapping) and at.get("id") == plan.game_map.id:
        position = {**position, "map": plan.game_map.id}
    read = {**position, "settings": {**plan.settings, **changed}}
    standing, more = read_position(read, load_map=board)
    recorded = record_game(campaign, standing)
    broken = [*violations(standing), *more]
    for sentence in broken:
        tell_people(f"the position breaks a rule: {sentence}")
    if broken:
        tell_people("it is put away all the same; a mended position, recorded again, takes its place")
    return recorded


def _retire(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    return retire_event(campaign, _seat(campaign, args), args.event)


class _Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A postcard as its owner writes it down: a file, for what is on its back is nobody else's business."""

    id: str
    public: str
    private: str


def _postcard(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    text = read_text(args.file, "postcard")
    try:
        card = msgspec.json.decode(text, type=_Card)
    except NOT_JSON as error:
        raise CallError(f"postcard {args.file}: {error}; give id, public and private") from None
    return draw_postcard(campaign, _seat(campaign, args), card.id, card.public, card.private)


def _fulfil(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    return fulfil_postcard(campaign, _seat(campaign, args), args.card)


def _close(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    return close_game(campaign)


def _missed(campaign: Campaign, args: argparse.Namespace) -> Campaign:
    return score_missed(campaign, _seat(campaign, args), args.game, args.total)


def _seat(campaign: Campaign, args: argparse.Namespace) -> Seat:
    """The company that --seat names."""
    found = [seat for seat in campaign.companies if seat == args.seat]
    if not found:
        raise CallError(f"--seat {args.seat}: no such company; they are {', '.join(campaign.companies)}")
    return found[0]


_ASKS: Final[dict[str, Callable[[Campaign, argparse.Namespace], None]]] = {
    "show": _show,
    "plan": _plan,
    "standings": _standings,
}
_ACTS: Final[dict[str, Callable[[Campaign, argparse.Namespace], Campaign]]] = {
    "open": _open,
    "begin": _begin,
    "record": _record,
    "retire": _retire,
    "postcard": _postcard,
    "fulfil": _fulfil,
    "close": _close,
    "missed": _missed,
}
