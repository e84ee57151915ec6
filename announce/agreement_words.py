"""A sense that is back, with what the board shows now; and that an answer is only as last known."""

from announce.announcement import Announcement, Audience
from announce.any_sense import device_name
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from tabletop import Device


def back(v: Vocabulary, device: Device, agree: int, total: int) -> tuple[Announcement, ...]:
    """A sense is back: so many of the game's tokens stand where they should."""
    p = v.phrases
    if device == "hub":
        news, brief = p.phrase("the pins are back"), p.sentence("the pins are back.")
    elif device == "camera":
        news, brief = p.phrase("the camera is back: I see again"), p.sentence("I see again.")
    else:
        name = device_name(v, device)
        news, brief = p.phrase("the {device} is back", device=name), None
    if total == 0:
        words = Words(p.sentence("{news}.", news=news), brief)
    elif agree == total:
        words = Words(
            p.sentences("{news}; {n} token agrees.", "{news}; {n} tokens agree.", total, news=news), brief
        )
    else:
        words = p.words("{news}; {agree} of {n} tokens agree.", news=news, agree=agree, n=total)
    return (tell("everyone", words, "found"),)


def as_last_known(v: Vocabulary, audience: Audience) -> Announcement:
    """Said before an answer while nothing is felt or seen."""
    return tell(audience, v.phrases.words("as last known:"))
