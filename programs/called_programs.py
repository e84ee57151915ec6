"""SHELL: the programs at a table, as a call or its config names them."""

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack

from bots.bot import NAMES, Bot, is_bot, kind_of, thinks_long
from engine import Game, Seat
from programs.child import words_of
from programs.explaining import explained
from programs.seat_program import MEMORY_MIB, SeatProgram
from table.errors import CallError
from table.ports import PROGRAM


def add_memory(parser: argparse.ArgumentParser) -> None:
    """--bot-memory."""
    told = f"memory of a program (default {MEMORY_MIB})"
    parser.add_argument("--bot-memory", type=int, default=MEMORY_MIB, metavar="MIB", help=told)


def look_for(named: Mapping[Seat, str]) -> None:
    """Look whether what is to play is there, before a game is begun for it.

    Raises:
        CallError: it is neither a bot of ours nor a program.
    """
    for seat, command in named.items():
        if is_bot(command):
            continue
        try:
            words_of(command)
        except CallError as error:
            raise CallError(f"bots, {seat}: {error}; or name a bot: {NAMES}") from None


def players_of(
    named: Mapping[Seat, str],
    known: Mapping[Seat, Bot],
    game: Callable[[], Game],
    args: argparse.Namespace,
    opened: ExitStack,
) -> dict[Seat, Bot | SeatProgram]:
    """Who plays the seats that play by themselves; programs among them have been started, and have greeted.

    Args:
        named: what plays a seat; a bot of ours only where the game does not know another.
        known: the bots of the game.
        game: as it stands; in the end the programs are told how it went.
    Raises:
        CallError: a program does not start, or does not greet.
    """
    if args.bot_ms < 1 or args.bot_memory < 1:
        raise CallError("--bot-ms and --bot-memory: give at least 1 of each")
    players: dict[Seat, Bot | SeatProgram] = dict(known)
    for seat, bot in known.items():
        command, kind = named.get(seat) or kind_of(bot), PROGRAM
        if is_bot(command):
            if not thinks_long(command):
                continue
            kind = command  # beside the table, which hears and speaks meanwhile
            command = shlex.join((sys.executable, "-m", "fingerpost", "bot", command))
        program = SeatProgram(
            command, game(), seat, explain=explained, ms=args.bot_ms, memory_mib=args.bot_memory, kind=kind
        )
        opened.callback(_end, program, game)
        players[seat] = program
    return players


def _end(program: SeatProgram, game: Callable[[], Game]) -> None:
    state = game().state
    program.end(game() if state.result is not None else None)
