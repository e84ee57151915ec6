"""Who reads private words at a keyboard's screen: one person alone, or several one at a time."""

import argparse

from engine import Seat, State
from fingerpost.config import Config


def hears_ears(config: Config, args: argparse.Namespace, state: State) -> bool | tuple[Seat, ...]:
    """Whose ears' words are printed: everybody's, or only of those who look at the screen in turn."""
    if not args.keyboard:
        return False
    return at_the_screen(config, state) or True


def at_the_screen(config: Config, state: State) -> tuple[Seat, ...]:
    """With dealt cards the several seats without an ear that share the screen, one at a time; else nobody."""
    people = [seat for seat in state.seats if seat not in config.game.bots]
    if state.cards == "untracked" or len(people) == 1 or config.ears.shared is not None:
        return ()
    return tuple(seat for seat in people if seat not in config.ears.own)
