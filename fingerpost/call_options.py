"""What a call of `fingerpost play` says over table.toml, and what to call to sit at the same table again."""

import argparse
import re
import shlex
from typing import Final

from msgspec.structs import replace

from announce import languages
from command_line.by_name import edition_on, the_map, the_seats
from command_line.screen import add_plain
from command_line.terminal import called
from engine import CARD_MODES, EDITIONS, SEATS, Seat, edition
from fingerpost.config import Config
from fingerpost.page.opening import add_page, the_port
from programs.called_programs import add_memory, look_for
from programs.seat_program import MEMORY_MIB, MS
from table.errors import CallError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--keyboard, and the few settings that it can do without a config for."""
    parser.add_argument(
        "--keyboard", action="store_true", help="play by keys; without a board they place tokens"
    )
    parser.add_argument(
        "--photos", action="store_true", help="no hub, no camera: phones send photographs to the page"
    )
    parser.add_argument(
        "--edition", choices=tuple(EDITIONS), help="the rules, on their own map; begins a new game"
    )
    parser.add_argument("--map", help="a map id: by the rules that are printed on it; begins a new game")
    parser.add_argument("--seats", help="how many, or which: blue,red,green; a new game")
    parser.add_argument("--cards", choices=CARD_MODES, help="who deals; a new game")
    parser.add_argument(
        "--set-up", action="store_true", help="choose at the table what is not given (docs/setup.md)"
    )
    parser.set_defaults(typed_ahead=None)
    parser.add_argument("--language", help=f"{', '.join(languages())} (default: the config's, else en)")
    parser.add_argument("--mute", action="store_true", help="no speech, only the words on the screen")
    add_plain(parser)
    add_page(parser)
    parser.add_argument(
        "--bots", metavar="SEATS", help="seats that play by themselves: red,green=random,blue=./mybot"
    )
    parser.add_argument(
        "--bot-ms", type=int, default=MS, help=f"milliseconds of a program a move (default {MS})"
    )
    add_memory(parser)


def overridden(config: Config, args: argparse.Namespace) -> Config:
    """The config with what the command line says over it.

    Raises:
        CallError: seats or bots that cannot be.
    """
    game: dict[str, object] = {}
    if args.edition or args.map:
        rules = edition(args.edition or edition_on(the_map(args.map)))
        game |= {"edition": rules.name, "map": args.map or rules.map}
        if game["map"] != config.game.map:
            game["board"] = ""  # the file's board is another map's
    if args.seats:
        game["seats"] = the_seats(args.seats)
    if args.cards:
        game["cards"] = args.cards
    config = replace(config.but("game", **game), given=config.given | game.keys())
    if args.set_up:
        config = config.but("game", set_up=True)
    port = the_port(args)
    if port is not None:
        config = config.but("page", port=port)
    if args.photos:
        config = _by_photos(config)
    if args.language is not None:
        config = config.but("speech", language=_language(args.language))
    if args.mute:
        config = config.but("speech", mute=True)
    if args.bots is not None:
        players = _players(args.bots)
        named = {seat: player for seat, player in players.items() if player}
        config = config.but("game", bots=tuple(seat for seat in SEATS if seat in players), players=named)
    seats = config.game.seats
    odd = [seat for seat in config.game.bots if seat not in seats]
    if odd:
        raise CallError(f"bots {', '.join(odd)}: not at this table; its seats are {', '.join(seats)}")
    look_for(config.game.players)
    return config


def _by_photos(config: Config) -> Config:
    """No sense but the photographs of phones, which must find the page."""
    port = config.page.port or PHOTOS_PORT
    config = config.but("page", port=port, network=True)
    return replace(config.but("hub", port="").but("camera", device=""), photos=True)


def _language(named: str) -> str:
    if named not in languages():
        raise CallError(f"--language {named}: no words for that; give {', '.join(languages())}")
    return named


PHOTOS_PORT: Final = 8080
"""Where the page is that photographs are sent to, if nothing else is said."""

_NEXT_BOT: Final = re.compile(rf",(?=\s*(?:{'|'.join(SEATS)})\s*(?:[=,]|$))")
"""A comma before a seat; any other may stand in a command."""


def _players(text: str) -> dict[Seat, str]:
    """`green,red=random,blue=./mybot --deep` → what plays each seat; "" is for the planner."""
    players: dict[Seat, str] = {}
    for one in filter(None, map(str.strip, _NEXT_BOT.split(text))):
        name, _, player = (part.strip() for part in one.partition("="))
        seat = next((seat for seat in SEATS if seat == name), None)
        if seat is None:
            raise CallError(f"--bots {text}: {name} is no seat; give some of {', '.join(SEATS)}, with commas")
        players[seat] = player
    return players


def wants_new(args: argparse.Namespace) -> bool:
    """Whether the command line asks for another game than one that may lie there unfinished."""
    return bool(args.new or args.edition or args.map or args.seats or args.cards)


def called_again(args: argparse.Namespace) -> str:
    """What to type another day to sit at this table again; which game it was is asked then."""
    config = [] if args.config is None else ["--config", shlex.quote(str(args.config))]
    page = [] if args.page is None else ["--page", str(args.page)]
    page += ["--photos"] if args.photos else []
    plain = ["--plain"] if args.plain else []
    mute = ["--mute"] if args.mute else []
    language = ["--language", args.language] if args.language is not None else []
    bots = _programs_again(args)
    return " ".join([called(), "play", "--keyboard", *config, *language, *page, *mute, *plain, *bots])


def _programs_again(args: argparse.Namespace) -> list[str]:
    """A game keeps its bots, but no log names a program of somebody's machine: then the planner plays."""
    bots = ["--bots", shlex.quote(args.bots)] if "=" in (args.bots or "") else []
    ms = [] if args.bot_ms == MS else ["--bot-ms", str(args.bot_ms)]  # table.toml names programs as well
    memory = [] if args.bot_memory == MEMORY_MIB else ["--bot-memory", str(args.bot_memory)]
    return [*bots, *ms, *memory]
