"""Who hears what where in a game: an ear of one's own, one that goes round, a page, a screen, or aloud."""

import argparse

from msgspec.structs import replace

from announce import EarKind
from audio import Speaker
from dialog import EarWay
from engine import Seat, State
from fingerpost.config import Config
from fingerpost.evening.set_up_choices import ears_of
from table.session import Session


class EarRoutes:
    """By which ways a seat's words can reach it: those that the table's file names."""

    def __init__(self, config: Config, speaker: Speaker) -> None:
        self._config, self._speaker = replace(config, ears=config.named or config.ears), speaker

    def ways(self, seat: Seat) -> tuple[EarWay, ...]:
        """Its own earphone, the shared one, its page; or aloud."""
        return (*ears_of(self._config, seat, screen=False), "aloud")

    def route(self, seat: Seat, way: EarWay) -> None:
        """From now on its words are heard there and nowhere else."""
        self._speaker.route(seat, way if way == "own" or way == "shared" else "elsewhere")


def route_far(config: Config, speaker: Speaker, state: State) -> None:
    """An earphone here is silent for a seat that hears in another home what it is dealt."""
    for seat in config.far if state.cards == "dealt" else ():
        speaker.route(seat, "elsewhere")


def route_unheard(config: Config, speaker: Speaker | None) -> None:
    """An earphone that was not heard when the table was set up is none, until somebody changes that."""
    if speaker is None or config.named is None:
        return
    for seat in config.named.own:
        if seat not in config.ears.own:
            speaker.route(seat, "elsewhere" if config.ears.shared is None else "shared")


def hear(config: Config, session: Session, *, keys: bool) -> None:
    """As the config has it; `keys`: whoever plays reads private words on the keyboard's screen."""
    state = session.game.state
    session.say_aloud(_aloud(config, state) or without_an_ear(config, state, keys=keys))
    share_ear(config, session, keys=keys)


def _aloud(config: Config, state: State) -> tuple[Seat, ...]:
    """Whose words the table hears; with cards dealt nobody's, whatever was so on another evening."""
    return () if state.cards == "dealt" else config.aloud


def without_an_ear(config: Config, state: State, *, keys: bool) -> tuple[Seat, ...]:
    """With cards in hands and nothing but a loudspeaker: everybody hears their lists and answers there."""
    if state.cards == "dealt" or keys or config.page.port or config.ears.shared is not None:
        return ()
    return tuple(seat for seat in state.seats if seat not in config.ears.own)


def share_ear(config: Config, session: Session, *, keys: bool) -> None:
    """The seats that have no ear of their own pass the shared one round, or look at the screen in turn."""
    if keys and (seats := at_the_screen(config, session.game.state)):
        session.share_ear(seats, {}, screen=True)
        return
    people = _people(config, session.game.state)
    own, passed = config.ears.own, config.ears.shared
    without: EarKind = "none" if passed is None else "shared"
    ears: dict[Seat, EarKind] = {seat: "own" if seat in own else without for seat in people}
    ears |= dict.fromkeys(_aloud(config, session.game.state), "table")
    ears |= dict.fromkeys((seat for seat in config.by_page if ears.get(seat) != "own"), "page")
    shared = (seat for seat in people if ears[seat] == "shared")
    session.share_ear(() if config.speech.mute else shared, ears if own or passed else {})


def hears_ears(config: Config, args: argparse.Namespace, state: State) -> bool | tuple[Seat, ...]:
    """Whose ears' words are printed: everybody's, or of those who look alone or in turn."""
    if not args.keyboard:
        return False
    if state.cards == "untracked":
        return True
    people = _people(config, state)
    return tuple(people) if len(people) == 1 else at_the_screen(config, state)


def at_the_screen(config: Config, state: State) -> tuple[Seat, ...]:
    """With dealt cards the several seats without an ear that share the screen, one at a time; else nobody."""
    people = _people(config, state)
    if state.cards == "untracked" or len(people) == 1 or config.ears.shared is not None:
        return ()
    return tuple(seat for seat in people if seat not in config.ears.own)


def _people(config: Config, state: State) -> list[Seat]:
    """Who hears private words here.

    A hand that is dealt is heard in its seat's home; cards in hands: the host enters a far seat's tickets.
    """
    away = config.far if state.cards == "dealt" else ()
    return [seat for seat in state.seats if seat not in config.game.bots and seat not in away]
