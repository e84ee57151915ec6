"""Ask during set-up: where one is, and what Yes and No do."""

from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import SetupWhere


def setup_place(v: Vocabulary, prompt: SetupWhere) -> Words:
    """At most 25 words, the item's number first."""
    p = v.phrases
    texts = {
        "waking": p.sentence("starting: speech and board are not ready. Yes and No wait as I do."),
        "speed": p.sentence("how fast I speak. Back is slower, Forward faster; Yes or No keeps it."),
        "practice": p.sentence("button practice: Yes says its name; No says it too, pressed again it ends."),
        "tests": p.sentence("the self-test. Yes looks again or goes on, No goes on without it."),
        "pins": p.sentence("each pin by hand: touch one. Yes names the next untested, No ends."),
        "resume": p.sentence("the game played last. Yes goes on with it, No offers others and a new one."),
        "start": p.sentence("what to do first. Yes takes the item, No stays, Forward tells more."),
        "games": p.sentence("stored games. Yes goes on with this one, No goes back."),
        "edition": p.sentence("which edition. Yes takes it, No goes one step back."),
        "cards": p.sentence("who holds the cards. Yes takes it, No goes one step back."),
        "who": p.sentence("who plays, in seating order. Yes takes what was named, No takes back the last."),
        "seats": p.sentence("the seats. Yes: they are right. No: begin them anew."),
        "ear": p.sentence("trying an earphone. Yes: it is heard. No: another way."),
        "no-ear": p.sentence("a seat without an ear. Yes takes this way, No goes one step back."),
        "starter": p.sentence("who starts. Yes takes the one named, No goes one step back."),
        "clear": p.sentence("tokens left on the board. Yes looks again, No leaves them."),
        "summary": p.sentence("the game is ready. Yes starts it, No goes one step back."),
    }
    words = Words(texts[prompt.place])
    if prompt.count < 2:
        return words
    number = p.sentence("{n} of {count}.", n=prompt.index + 1, count=prompt.count)
    return Words(f"{number} {words.normal}", words.normal)
