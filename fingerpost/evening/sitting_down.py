"""SHELL: which game a table sits down to, new, stored or of the home it follows; and who plays by itself."""

import threading
import time
from collections.abc import Callable, Sequence

from announce import Announcement, Wording, home_words
from bots.bot import Bot, bot_of
from command_line.by_name import the_layout, the_map
from command_line.terminal import tell_people
from dialog import LineCause
from engine import Seat
from fingerpost.config import Config
from fingerpost.evening.game_opening import open_game
from fingerpost.evening.handing_on import ChosenGame
from integrations.followed_host import FollowedHost
from storage import unplayable
from storage.resume import Sitting
from table.errors import CallError
from table.homes import HostedHomes
from table.linked import Linked
from table.ports import Sink
from table.stand_ins import KIND, bots_noted, programs_noted

Voices = Callable[[Wording], Sequence[Sink]]
"""What says something in these words while there is no game yet."""


def words_of(config: Config, sitting: Sitting) -> Wording:
    """The words for a game on this table's board."""
    layout, language = the_layout(config.game.layout), config.speech.language
    return Wording(sitting.game.state.game_map, layout, language=language)


def sit_down(chosen: ChosenGame, aloud: Voices) -> tuple[Sitting, Sequence[Announcement]]:
    """The game that is played, and what was heard of it; that one cannot be played is said aloud first."""
    config, heard = chosen.config, list[Announcement]()

    def retold(sitting: Sitting) -> None:
        heard[:] = sitting.past(words_of(config, sitting))

    try:
        sitting = open_game(config, the_map(config.game.map), new=chosen.new, name=chosen.name, tried=retold)
        return sitting, tuple(heard[: len(heard) if sitting.stored else 0])
    except unplayable.CannotBePlayed as error:
        board, layout = the_map(config.game.map), the_layout(config.game.layout)
        wording = Wording(board, layout, language=config.speech.language)
        unplayable.say(error, wording, aloud(wording))
        raise


def followed(
    chosen: ChosenGame, host: FollowedHost, stop: threading.Event, told: Voices
) -> tuple[Sitting, Sequence[Announcement]] | None:
    """The game of the table that is followed; None: `stop` was set before it had one."""
    config = chosen.config

    def words(map_id: str) -> Wording:
        return Wording(the_map(map_id), the_layout(config.game.layout), language=config.speech.language)

    def waits(why: LineCause | None) -> None:
        wording = words(config.game.map)
        sinks = told(wording)
        for said in home_words.waits_for(wording.vocabulary.phrases, host.called, why):
            for sink in sinks:
                sink.say(said, time.monotonic())
        for sink in sinks:
            sink.close()

    store = config.store
    sitting = host.sit_down(store.path, stop, waits, new=chosen.new, second=store.second)
    if sitting is None:
        return None
    played = sitting.game.state.game_map.id
    if played != the_layout(config.game.layout).map:
        sitting.store.close()
        raise CallError(f"the table in {host.called} plays on {played}; change [game] map, and the board")
    return sitting, sitting.past(words(played))


def linked_of(config: Config, sitting: Sitting, host: FollowedHost | None) -> Linked | None:
    """This table's side of a game in two homes; None: it is played in one."""
    if host is not None:
        return host.linked(sitting.game)
    seats = sitting.game.state.seats
    homes = {home: tuple(one for one in its if one in seats) for home, its in config.home_seats.items()}
    homes = {home: its for home, its in homes.items() if its}
    past = sitting.game.events[: sitting.stored]
    return HostedHomes(homes, wait=config.wait, past=past) if homes else None


def bots_of(config: Config, sitting: Sitting) -> dict[Seat, Bot]:
    """The seats that play by themselves: in a game that goes on the same as before, whatever is named now."""
    state, named = sitting.game.state, config.game.bots
    known = bots_noted(sitting.agreed.get(KIND), state) if sitting.stored else None
    if known is None:
        players = config.game.players
        return {seat: bot_of(players.get(seat, ""), state.seed) for seat in named if seat in state.seats}
    if named and set(named) != set(known):
        told = ", ".join(known) or "none"
        tell_people(f"bots {', '.join(named)}: they are for a new game; the bots of this one stay: {told}")
    for seat in programs_noted(sitting.agreed.get(KIND)) - config.game.players.keys():
        tell_people(f"{seat} was played by a program; the planner plays on, or give --bots {seat}=COMMAND")
    return known
