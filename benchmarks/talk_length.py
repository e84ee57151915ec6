"""How long the table talks: every utterance of normal length of whole games that is over 8 s (criterion 83).

.venv/bin/python -m benchmarks.talk_length --seats 5 --seeds 5 11 --languages en de es fr
Each is spoken by espeak-ng at 180 words a minute and its sound measured; a word is a third of a second
at least. Prints a line for each game, and the longest utterances; one that the voice was too slow for, as
on a busy machine, is told and not counted.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Final, get_args

from announce import Announcement, Spoken, Wording
from announce.lasting import spoken_s
from audio import Voice
from bots.bot import GreedyBot
from dialog import More, Table
from dialog.effects import asked_for
from dialog.questions import EveningQuestion, Question
from engine import EDITIONS, SEATS, CardMode, Game
from lab.simulation.simulated_players import Pause, Players
from table.session import Session
from tabletop import board_layout
from tests.criteria.test_without_a_screen import NO_CAMERA, POWER_ON, Fingers, Loudspeaker

LONGEST_S: Final = 8.0  # of an utterance (criterion 83)
RATE: Final = 180  # words a minute
SURELY_SHORT_S: Final = 6.0  # by its letters: not worth speaking
ASK_EVERY: Final = 7  # acts
READ_ON: Final = 12  # steps of an answer


class Everything(Loudspeaker):
    """Hears every word for every ear."""

    def __init__(self) -> None:
        super().__init__()
        self.said: Counter[str] = Counter()

    def say(self, announcement: Announcement, at: float) -> None:
        """Words of normal length."""
        if announcement.normal:
            self.said[announcement.normal] += 1


def play(
    edition: str, cards: CardMode, *, seats: int = 3, seed: int = 5, language: str = "en"
) -> Counter[str]:
    """What is said in a whole game by pins and panel, and to every question again and again."""
    game = Game.new(edition, EDITIONS[edition].map, SEATS[:seats], cards, seed)
    layout, ears = board_layout(EDITIONS[edition].map), Everything()
    wording = Wording(game.state.game_map, layout, language=language)
    session = Session(game, layout=layout, wording=wording, store=None, sinks=[ears])
    hands = Fingers(session)
    hands.sense(POWER_ON)
    hands.sense(NO_CAMERA)
    for pin in layout.pins():
        hands.feel(pin.id, "empty")
    session.begin(hands.at)
    players = Players(session, hands, {seat: GreedyBot(seed) for seat in game.state.seats})  # type: ignore[arg-type]
    questions: list[Question | EveningQuestion] = [*get_args(Question), *get_args(EveningQuestion)]
    acts = 0
    while not session.over:
        for step in players.next_act():
            if isinstance(step, Pause):
                hands.wait(step.seconds)
        acts += 1
        if acts % ASK_EVERY == 0 and isinstance(session.panel.mode, Table):
            _ask_everything(session, hands, questions)
            questions = [one for one in questions if one != "earcons"]  # whose answer never changes
    for _ in range(40):  # the scores, step by step
        hands.press("yes")
    return ears.said


def lasting(said: Iterable[str], language: str = "en") -> dict[str, float]:
    """How many seconds each takes to say; of one that is surely short about how many.

    Without those that the voice failed to speak in its time.
    """
    voice = Voice(voice=language, rate=RATE, spoken=Spoken(language))
    try:
        lasted = {text: _lasts_s(voice, text, language) for text in said}
    finally:
        voice.close()
    return {text: lasts_s for text, lasts_s in lasted.items() if lasts_s is not None}


def too_long(said: Iterable[str], language: str = "en") -> list[tuple[float, str]]:
    """The utterances of more than 8 s, the longest first."""
    found = ((lasts_s, text) for text, lasts_s in lasting(said, language).items() if lasts_s > LONGEST_S)
    return sorted(found, reverse=True)


def _lasts_s(voice: Voice, text: str, language: str) -> float | None:
    about_s = spoken_s(text, language)
    if about_s < SURELY_SHORT_S:
        return about_s
    sound = voice.say(text)
    if sound is None:
        if voice.health().cause == "no-speech":  # on this machine at all
            raise SystemExit("no voice: install espeak-ng")
        sys.stderr.write(f"not measured, the voice is {voice.health().cause}: {text}\n")
        return None
    return max(60 / RATE * sum(any(map(str.isalnum, word)) for word in text.split()), sound.seconds)


def _ask_everything(
    session: Session, hands: Fingers, questions: Iterable[Question | EveningQuestion]
) -> None:
    for question in questions:
        for seat in session.game.state.seats:
            session.common.effects((asked_for(question, seat),), hands.at)
            steps = 0
            while isinstance(session.panel.mode, More) and steps < READ_ON:
                hands.press("forward")
                steps += 1
            while not isinstance(session.panel.mode, Table):
                hands.press("no")
            hands.wait(1.0)


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seeds", type=int, nargs="+", default=[5])
    parser.add_argument("--languages", nargs="+", default=["en"])
    parser.add_argument("--show", type=int, default=3, help="so many of the longest of each game")
    args = parser.parse_args()
    print(f"{'language':<9}{'edition':<29}{'cards':<11}{'seed':>5}{'said':>7}{'over 8 s':>9}{'longest':>9}")
    for language in args.languages:
        for edition in EDITIONS:
            for cards in get_args(CardMode):
                for seed in args.seeds:
                    seats = min(args.seats, EDITIONS[edition].most_seats)
                    said = play(edition, cards, seats=seats, seed=seed, language=language)
                    lasted = lasting(said, language)
                    long = [
                        text for text in sorted(lasted, key=lasted.__getitem__) if lasted[text] > LONGEST_S
                    ]
                    longest = max(lasted.values())
                    row = f"{language:<9}{edition:<29}{cards:<11}{seed:>5}{len(said):>7}{len(long):>9}"
                    print(f"{row}{longest:>7.1f} s")
                    for text in long[-args.show :]:
                        print(f"    {lasted[text]:.1f} s {text}")


if __name__ == "__main__":
    main()
