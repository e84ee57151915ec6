"""`fingerpost club tournament`, `call` and `forget`: rounds paired, results taken, standings told."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from club import ClubConfig, Database, GoneError
from club.calling import Kind, any_words, call, of_minutes, of_round, of_table
from club.commands.club_arguments import add_club, add_json, for_people, say, the_club, the_database
from club.database import NotKeptError
from club.feeds import standings_csv
from club.tournament import MOST_TOTAL, FormatError, GameOver, NotNowError, Running, forget, read_tournament
from command_line.screen import is_terminal
from command_line.terminal import tell_people
from mqtt import TopicError, checked_name
from storage.reading import read_text
from table.errors import CallError

Act = Callable[[argparse.Namespace, ClubConfig, Database], int]


def add_tournament(parser: argparse.ArgumentParser) -> None:
    """Add its acts."""
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    new = acts.add_parser("new", help="begin one from a tournament/1 file; its seed is printed")
    new.add_argument("id", help="a-z, 0-9 and -")
    new.add_argument("--file", required=True, metavar="F", help="the format")
    new.add_argument("--seed", metavar="TEXT", help="of all lots (default: one is drawn)")
    enter = acts.add_parser("enter", help="let people in; their numbers are printed")
    enter.add_argument("id")
    enter.add_argument("name", nargs="+")
    enter.add_argument(
        "--from-round", type=int, metavar="R", help="the first round they play (default: the next)"
    )
    leave = acts.add_parser("leave", help="somebody plays no more; results stay")
    leave.add_argument("id")
    leave.add_argument("number", type=int)
    pair = acts.add_parser("pair", help="pair the next round; exit 1 while a result is missing")
    pair.add_argument("id")
    result = acts.add_parser("result", help="take the ended games of the round, or a pod's totals by hand")
    result.add_argument("id")
    result.add_argument("--pod", type=int, metavar="P")
    result.add_argument("--totals", metavar="N=T,…", help="of each number in the pod")
    result.add_argument("--round", type=int, metavar="R", help="of an earlier round, to put it right")
    for act in (new, enter, pair, result):
        add_json(act)
    table = acts.add_parser("standings", help="where everybody stands")
    table.add_argument("id")
    table.add_argument("--csv", action="store_true", help="as a table")
    show = acts.add_parser("show", help="all of it: format, seed, entries, rounds, results")
    show.add_argument("id")
    export = acts.add_parser("export", help="the same, to keep elsewhere")
    export.add_argument("id")
    for act, run in (
        (new, _new), (enter, _enter), (leave, _leave), (pair, _pair), (result, _result), (table, _standings),
        (show, _show), (export, _show),
    ):  # fmt: skip
        add_club(act)
        act.set_defaults(run=_with_database(run))


def add_call(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("text", nargs="?", help="any words")
    what.add_argument("--round", metavar="ID", dest="id", help="who sits where in the last round")
    what.add_argument("--time", type=int, metavar="MINUTES", help="how much time is left")
    what.add_argument("--table", metavar="TABLE", help="this table is wanted at the desk")
    add_club(parser)
    parser.set_defaults(run=_with_database(_call))


def _call(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    kind: Kind
    if args.id is not None:
        kind, told = "round", of_round(config, database, args.id)
    elif args.time is not None:
        kind, told = "time", of_minutes(config, args.time)
    elif args.table is not None:
        kind, told = "table", of_table(config, database, args.table)
    else:
        kind, told = "text", any_words(args.text)
    say({"call": call(database, kind, told).text})
    return 0


def add_forget(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument("name", help="as it was entered")
    parser.set_defaults(run=_with_database(_forget, made_before=True))


def _with_database(act: Act, *, made_before: bool = False) -> Callable[[argparse.Namespace], int]:
    """The act with its database; 1 with a line for people: the answer is no."""

    def run(args: argparse.Namespace) -> int:
        config = the_club(args)
        if getattr(args, "id", None) is not None:
            try:
                checked_name(args.id, "the tournament")
            except TopicError as error:
                raise CallError(str(error)) from None
        database = the_database(config, made_before=made_before)
        try:
            return act(args, config, database)
        except NotNowError as error:
            tell_people(str(error))
            return 1
        except (GoneError, NotKeptError) as error:
            raise CallError(str(error)) from None
        finally:
            database.close()

    return run


def _new(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    try:
        form = read_tournament(read_text(Path(args.file).expanduser(), most=1_000_000))
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "is no text"
        raise CallError(f"file {args.file}: {why}; give a tournament/1 file") from None
    except FormatError as error:
        raise CallError(f"file {args.file}: {error}") from None
    if args.seed is not None and not (args.seed.isprintable() and 1 <= len(args.seed) <= 200):
        raise CallError("--seed: give 1 to 200 signs")
    running = Running.new(database, args.id, form, args.seed)
    if for_people(args):
        sys.stdout.write(f"Tournament {args.id} begins. Its lots are drawn from the seed {running.seed}.\n")
    else:
        say({"tournament": args.id, "seed": running.seed})
    return 0


def _enter(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    if args.from_round is not None and not 1 <= args.from_round <= 10_000:
        raise CallError(f"--from-round {args.from_round}: give a round, from 1")
    numbers = Running(database, args.id).enter(args.name, args.from_round)
    if for_people(args):
        sys.stdout.writelines(f"{number} {name}\n" for number, name in zip(numbers, args.name, strict=True))
    else:
        say({"numbers": numbers})
    return 0


def _leave(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    Running(database, args.id).leave(args.number)
    return 0


def _pair(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    running = Running(database, args.id)
    paired = running.pair(config.club.tables)
    if for_people(args):
        sys.stdout.write(f"{of_round(config, database, args.id)}\n")
        if bare := running.without_table():
            has, its = ("has", "its result") if len(bare) == 1 else ("have", "their results")
            advice = f"{its} will have to be typed, or name enough [club] tables before the next round"
            sys.stdout.write(f"{_pods(bare).capitalize()} {has} no table: {advice}.\n")
    else:
        say(paired)
    return 0


def _result(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    running = Running(database, args.id)
    if (args.pod is None) != (args.totals is None):
        raise CallError("--pod and --totals go together")
    if args.round is not None and args.pod is None:
        raise CallError("--round: give --pod and --totals with it")
    if args.pod is None:
        taken = running.from_games()
    else:
        running.by_hand(args.pod, _totals(args.totals), args.round)
        taken = [args.pod]
    missing = running.missing()
    passed = running.passed_over() if args.pod is None else []
    if for_people(args):
        sys.stdout.write(f"{_results_told(taken, missing)}\n")
        sys.stdout.writelines(f"{_passed_told(one, running)}\n" for one in passed)
    else:
        line: dict[str, object] = {"taken": taken, "missing": missing}
        if passed:
            keys = ("pod", "table", "game", "map", "edition")
            line["passed_over"] = [{key: getattr(one, key) for key in keys} for one in passed]
        say(line)
    return 0


def _results_told(taken: Sequence[int], missing: Sequence[int]) -> str:
    now = f"Taken: {_pods(taken)}. " if taken else "" if not missing else "No new result. "
    return now + (f"Still missing: {_pods(missing)}." if missing else "All results of the round are in.")


def _passed_told(one: GameOver, running: Running) -> str:
    """A game that was not taken: why, and what to do if it counts all the same."""
    wanted = one.wanted or f"that of {running.form.edition}"
    return (
        f"Not taken: the game of pod {one.pod} is on {one.map} by {one.edition}; the round's map is {wanted},"
        f" its tournament's edition {running.form.edition}. If it counts, give --pod {one.pod} --totals."
    )


def _pods(pods: Sequence[int]) -> str:
    return f"{'pod' if len(pods) == 1 else 'pods'} {', '.join(str(pod) for pod in pods)}"


def _totals(text: str) -> dict[int, int]:
    totals: dict[int, int] = {}
    for one in text.split(","):
        number, sign, total = one.partition("=")
        try:
            key, value = int(number), int(total)
        except ValueError:
            raise CallError(f"--totals {text[:80]}: give NUMBER=TOTAL,… such as 3=101,7=-4") from None
        if not sign or key in totals:
            raise CallError(f"--totals {text[:80]}: give each number once, with its total")
        if abs(value) > MOST_TOTAL:
            raise CallError(f"--totals {one[:80]}: give a total from -{MOST_TOTAL} to {MOST_TOTAL}")
        totals[key] = value
    return totals


def _standings(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    running = Running(database, args.id)
    stage = running.stage()
    if args.csv:
        sys.stdout.write(standings_csv(running))
    else:
        say({"stage": stage.name, "rows": running.rows(stage)})
    return 0


def _show(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    sys.stdout.write(json.dumps(Running(database, args.id).whole(), ensure_ascii=False) + "\n")
    return 0


def _forget(args: argparse.Namespace, config: ClubConfig, database: Database) -> int:
    if not forget(database, args.name):
        raise NotNowError("nobody is called so")
    if is_terminal(sys.stdout):
        sys.stdout.write("Forgotten: the name is blanked everywhere; results stay.\n")
    return 0
