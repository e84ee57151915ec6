"""Many results that came faster than they could be said, as one short utterance."""

from collections.abc import Sequence

from announce.announcement import Announcement
from announce.vocabulary import Vocabulary

MOST_WORDS = 25
_FRAME = 7  # words of the sentences around the news


def digest(v: Vocabulary, told: Sequence[Announcement]) -> str:
    """How many things happened, then the newest of them in their brief form, as many as 25 words hold.

    "" where nothing of them is said in brief.
    """
    p, kept, room = v.phrases, list[str](), MOST_WORDS - _FRAME
    told = [one for one in told if not one.unsaid_in_brief]
    if not told:
        return ""
    for one in reversed(told):
        text = one.text("brief")
        room -= len(text.split())
        if room < 0 and kept:
            break
        kept.insert(0, text)
    said = [p.sentences("{n} thing happened.", "{n} things happened.", len(told)), *kept]
    if len(kept) < len(told):
        said.append(p.sentence("back tells the rest."))
    return " ".join(said)
