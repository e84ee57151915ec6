"""Ask during set-up: where one is, and what Yes and No do."""

from announce.vocabulary import Vocabulary
from announce.words import Words
from dialog.setup import SetupWhere


def setup_place(v: Vocabulary, prompt: SetupWhere) -> Words:
    """At most 12 words, before them the item's number."""
    p = v.phrases
    texts = {
        "waking": p.sentence("starting. Yes and No wait, as I do."),
        "speed": p.sentence("speed of speech. Back slower, Forward faster; Yes or No keeps it."),
        "practice": p.sentence("button practice. Yes and No say their names; No twice ends."),
        "tests": p.sentence("the self-test. Yes looks again, No goes on without it."),
        "pins": p.sentence("each pin by hand. Yes names the next, No ends."),
        "resume": p.sentence("the game played last. Yes goes on, No offers others."),
        "start": p.sentence("what to do first. Yes takes it, No stays, Forward walks."),
        "games": p.sentence("stored games. Yes goes on with it, No goes back."),
        "edition": p.sentence("which edition. Yes takes it, No goes one step back."),
        "cards": p.sentence("who holds the cards. Yes takes it, No goes back."),
        "who": p.sentence("who plays. Yes takes what was named, No takes one back."),
        "seats": p.sentence("the seats. Yes: they are right. No: begin anew."),
        "number": p.sentence("a number. Back less, Forward more. Yes takes it, No goes back."),
        "ear": p.sentence("trying an earphone. Yes: it is heard. No: another way."),
        "no-ear": p.sentence("a seat without an ear. Yes takes this way, No goes back."),
        "starter": p.sentence("who starts. Yes takes the one named, No goes back."),
        "clear": p.sentence("tokens left on the board. Yes looks again, No leaves them."),
        "phone": p.sentence("a phone that has joined. Yes keeps it, No puts it out."),
        "show": p.sentence("showing your tokens. Yes begins, No goes on without."),
        "tokens": p.sentence("showing your tokens. Yes: what to do. Forward: another seat. No ends."),
        "summary": p.sentence("the game is ready. Yes starts it, No goes back."),
    }
    words = Words(texts[prompt.place])
    if prompt.count < 2:
        return words
    number = p.sentence("{n} of {count}.", n=prompt.index + 1, count=prompt.count)
    return Words(f"{number} {words.normal}", words.normal)
