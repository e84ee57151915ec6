"""`fingerpost map check FILE`: what is wrong with a map/1 file, or odd; exit 1 when there is something."""

import argparse
import json
import sys
from pathlib import Path
from typing import cast

from command_line.arguments import Subparsers
from command_line.by_name import no_edition, read_text, why_not
from engine import Edition, GameMap, MapError, edition, map_complaints, ticket_lengths, unplayable


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("map", help="check a map of one's own", description=__doc__)
    parser.add_argument("what", choices=["check"], help="what to do with it")
    parser.add_argument("file", type=Path, metavar="FILE", help="a map/1 file")
    parser.add_argument("--edition", help="also whether this edition can be played on it")
    parser.add_argument("--tickets", action="store_true", help="every ticket's value beside its shortest way")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Complaints on standard output, one a line; how much there is to the map on standard error."""
    path = cast(Path, args.file)
    rules = None if args.edition is None else edition(args.edition)
    try:
        raw: object = json.loads(read_text(path, "map"))
    except RecursionError:
        raise MapError(f"map {path}: too deep; give a map/1 file") from None
    except ValueError as error:
        raise MapError(f"map {path}: not JSON ({error}); give a map/1 file") from None
    board, complaints = map_complaints(raw, str(path))
    complaints += [] if board is None else _unprinted(board)
    if board is not None and (rules is not None or not complaints):
        complaints += _unplayed(rules, board)
    for line in complaints:
        sys.stdout.write(f"{line}\n")
    if board is not None:
        if args.tickets:
            _print_tickets([(line.ticket, line.value, line.shortest) for line in ticket_lengths(board)])
        sizes = ", ".join([
            _counted(len(board.cities), "city", "cities"),
            _counted(len(board.routes), "route", "routes"),
            _counted(len(board.tickets), "ticket", "tickets"),
        ])  # fmt: skip
        said = "no complaint" if not complaints else f"complaints: {len(complaints)}"
        sys.stderr.write(f"{board.name}: {sizes}; {said}\n")
    return 1 if complaints else 0


def _unprinted(board: GameMap) -> list[str]:
    """Cities whose names no board can bear."""
    from printing.plain_letters import strange

    named = [(city.id, strange(city.name or city.id)) for city in board.cities.values() if not city.junction]
    advice = "spell its name in Latin, Greek or Cyrillic letters"
    return [f"city {city}: no board can bear {found[:20]}; {advice}" for city, found in named if found]


def _unplayed(rules: Edition | None, board: GameMap) -> list[str]:
    """Why it cannot be played: by the edition that was named, else by any."""
    if rules is None:
        why = no_edition(board)
        return [why] if why else []
    lines = unplayable(rules, board)
    why = "" if lines else why_not(rules, board)
    return [*lines, f"{rules.name}: {why}"] if why else lines


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _print_tickets(lines: list[tuple[str, int, int | None]]) -> None:
    width = max((len(name) for name, _, _ in lines), default=0)
    sys.stdout.write(f"{'ticket':<{width}}  value  shortest\n")
    for name, value, shortest in lines:
        sys.stdout.write(f"{name:<{width}}  {value:>5}  {'none' if shortest is None else shortest:>8}\n")
