"""Who hears what where in a game: an ear of one's own, one that goes round, a page, a screen, or aloud."""

from announce import EarKind
from engine import Seat, State
from fingerpost.at_the_screen import at_the_screen
from fingerpost.config import Config
from table.session import Session


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
    people = [seat for seat in session.game.state.seats if seat not in config.game.bots]
    own, passed = config.ears.own, config.ears.shared
    without: EarKind = "none" if passed is None else "shared"
    ears: dict[Seat, EarKind] = {seat: "own" if seat in own else without for seat in people}
    ears |= dict.fromkeys(_aloud(config, session.game.state), "table")
    ears |= dict.fromkeys((seat for seat in config.by_page if ears.get(seat) != "own"), "page")
    shared = (seat for seat in people if ears[seat] == "shared")
    session.share_ear(() if config.speech.mute else shared, ears if own or passed else {})
