"""Words of the host's page that nobody says: what stands where, what can be done, who has joined."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from announce.any_sense import device_name
from announce.catalogue import Phrases
from announce.talks.ask import question_name
from announce.talks.ear import way_name
from announce.talks.undo import act_phrase
from announce.talks.voice import Setting, tuned
from announce.vocabulary import Vocabulary
from dialog import EarWay, PastAct, TuneItem
from engine import Seat
from reconcile import Difference
from tabletop import SENSES, Seen, Sense, SiteId

HostLabel = Literal[
    "host", "host-why", "host-join", "game", "pause", "go-on", "play-again", "undo", "undo-asks",
    "nothing-to-undo", "mending", "board-agrees", "mend-again", "mend-skip", "mend-leave", "mend-compare",
    "board-right", "pins", "pin", "by-the-game", "no-sense", "voice", "louder", "softer", "faster", "slower",
    "ears", "no-ears", "phones", "files", "game-jsonl", "game-csv", "diagnosis", "camera-sees", "camera-why",
    "camera-none", "camera-whole", "crops-why", "crops-show", "crops-hide", "crops-place", "crops-see",
    "nothing-doubted", "look-again", "leave-host",
    "photo", "photo-why", "photo-file", "photo-read", "photo-alt",
    "photo-again", "photo-first", "photo-later", "photo-no", "photo-others", "photo-score", "photo-none",
    "photo-only", "photo-who", "voice-name", "voice-whom", "voice-table", "voice-as-table", "voice-hear",
]  # fmt: skip
"""A fixed text of the host's page, and of photographs of the board."""

PhotoTrouble = Literal[
    "no-picture", "too-large", "lost", "twice", "mirrored", "another", "dark", "aslant", "unlike", "print",
    "colours", "colourless",
]  # fmt: skip
"""Why a photograph tells nothing, or, of odd colours, less."""

_NAMED: Final = 6  # so many pins at once
_LONGEST_NAME: Final = 60  # letters of a voice's name that is none


def label(p: Phrases, key: HostLabel) -> str:
    """A heading, a button or a label."""
    return _LABELS[key](p)


_LABELS: Final[dict[HostLabel, Callable[[Phrases], str]]] = {
    "host": lambda p: p.phrase("The host's page"),
    "host-why": lambda p: p.sentence(
        "for whoever looks after the table: pause, undo, mending, pins, voice, phones. It shows no hand. The "
        "table then hears a code."
    ),
    "host-join": lambda p: p.phrase("Become the host"),
    "game": lambda p: p.phrase("The game"),
    "pause": lambda p: p.phrase("Pause"),
    "go-on": lambda p: p.phrase("Go on"),
    "play-again": lambda p: p.phrase("Play again"),
    "undo": lambda p: p.phrase("Undo"),
    "undo-asks": lambda p: p.sentence("what came after goes as well; the table is asked first."),
    "nothing-to-undo": lambda p: p.sentence("nothing to undo."),
    "mending": lambda p: p.phrase("Board and game"),
    "board-agrees": lambda p: p.sentence("the board agrees with the game, as far as it is felt or seen."),
    "mend-again": lambda p: p.phrase("Say it again"),
    "mend-skip": lambda p: p.phrase("Skip this one"),
    "mend-leave": lambda p: p.phrase("Leave the rebuild"),
    "mend-compare": lambda p: p.phrase("Compare, and put back step by step"),
    "board-right": lambda p: p.phrase("The board is right: change the game"),
    "pins": lambda p: p.phrase("Every pin"),
    "pin": lambda p: p.phrase("Pin"),
    "by-the-game": lambda p: p.phrase("By the game"),
    "no-sense": lambda p: p.sentence("nothing feels or sees this board."),
    "voice": lambda p: p.phrase("The voice"),
    "louder": lambda p: p.phrase("Louder"),
    "softer": lambda p: p.phrase("Softer"),
    "faster": lambda p: p.phrase("Faster"),
    "slower": lambda p: p.phrase("Slower"),
    "voice-name": lambda p: p.phrase("A voice by its name"),
    "voice-whom": lambda p: p.phrase("Who is spoken to in it"),
    "voice-table": lambda p: p.phrase("The table"),
    "voice-as-table": lambda p: p.phrase("as at the table"),
    "voice-hear": lambda p: p.phrase("Choose it and hear it"),
    "ears": lambda p: p.phrase("Seats and ears"),
    "no-ears": lambda p: p.sentence("there is no other way to hear here."),
    "phones": lambda p: p.phrase("Phones"),
    "files": lambda p: p.phrase("To take along"),
    "game-jsonl": lambda p: p.phrase("This game as JSON lines"),
    "game-csv": lambda p: p.phrase("This game as a table"),
    "diagnosis": lambda p: p.phrase("What is needed to find a fault"),
    "camera-sees": lambda p: p.phrase("What the camera believes"),
    "camera-why": lambda p: p.sentence(
        "one picture of now, with what is believed drawn on it. It is made for you and kept nowhere."
    ),
    "camera-none": lambda p: p.sentence("there is no picture now."),
    "camera-whole": lambda p: p.phrase("The whole picture"),
    "crops-why": lambda p: p.sentence(
        "pictures of the places that are doubted, or of one that you choose. Each is made for you and kept "
        "nowhere."
    ),
    "crops-show": lambda p: p.phrase("Show pictures here"),
    "crops-hide": lambda p: p.phrase("No more pictures"),
    "crops-place": lambda p: p.phrase("A place to look at"),
    "crops-see": lambda p: p.phrase("Show it"),
    "nothing-doubted": lambda p: p.sentence("nothing is doubted now."),
    "look-again": lambda p: p.phrase("Look again"),
    "leave-host": lambda p: p.phrase("Leave the host's page"),
    "photo": lambda p: p.phrase("Photograph the board"),
    "photo-why": lambda p: p.sentence(
        "take one picture of the whole board, from above, with all its corner marks. It is read here, and "
        "forgotten after a quarter of an hour."
    ),
    "photo-only": lambda p: p.sentence(
        "take one picture of the whole board, from above, with all its corner marks. It is read here, and "
        "not kept. What is new on it is asked aloud, and on the table's page."
    ),
    "photo-who": lambda p: p.sentence("join as a seat or as the host first, to send pictures."),
    "photo-file": lambda p: p.phrase("A picture of the board"),
    "photo-read": lambda p: p.phrase("Read the picture"),
    "photo-alt": lambda p: p.phrase("Your picture; what is believed stands in words beside it"),
    "photo-again": lambda p: p.phrase("Another picture"),
    "photo-first": lambda p: p.phrase("Is this right?"),
    "photo-later": lambda p: p.phrase("Leave this for later"),
    "photo-no": lambda p: p.sentence(
        "if it is not, put the token right on the board, and take another picture."
    ),
    "photo-others": lambda p: p.phrase("Then"),
    "photo-score": lambda p: p.phrase("What stands on the picture, scored without tickets"),
    "photo-none": lambda p: p.sentence("pictures cannot be read here."),
}


def undo_to(v: Vocabulary, act: PastAct) -> str:
    """The button that undoes an act and all that came after it."""
    return v.phrases.phrase("Undo: {act}", act=act_phrase(v, act))


def difference(v: Vocabulary, one: Difference) -> str:
    """Where board and game differ: what stands there, and whose it should be."""
    p, site = v.phrases, v.site(one.site)
    if one.kind == "missing" and one.seat is not None:
        return p.phrase("{site}: {whose} token is missing", site=site, whose=v.whose(one.seat))
    if one.kind == "wrong-shape" and one.seat is not None and one.looks is not None:
        facts = {"site": site, "seat": v.seat(one.looks), "whose": v.whose(one.seat)}
        return p.phrase("{site}: looks like {seat}, should be {whose}", **facts)
    if one.looks is None:
        return p.phrase("{site}: a token that is none of the game's", site=site)
    whose = v.whose(one.looks)
    return p.phrase("{site}: {whose} token, which is none of the game's", site=site, whose=whose)


def put_back(v: Vocabulary, seat: Seat, site: SiteId, left: int) -> str:
    """The token that is to be put back next."""
    facts: dict[str, str | int] = {"whose": v.whose(seat), "site": v.site(site)}
    return v.phrases.sentences(
        "next: {whose} token on {site}. {n} is left.",
        "next: {whose} token on {site}. {n} are left.",
        left,
        **facts,
    )


def sense_name(v: Vocabulary, sense: Sense) -> str:
    """What a sense is called above its column."""
    name = device_name(v, SENSES[sense].device)
    return name[:1].upper() + name[1:]


def stands(v: Vocabulary, seen: Seen) -> str:
    """What stands on a pin, by a sense or by the game."""
    p = v.phrases
    match seen:
        case "empty":
            return p.phrase("empty")
        case "something":
            return p.phrase("a token")
        case "unknown":
            return p.phrase("not known")
        case _:
            return v.seat(seen)


def fact(v: Vocabulary, by: str, seen: Seen) -> str:
    """What a sense or the game says of a place."""
    return v.phrases.phrase("{by}: {seen}", by=by, seen=stands(v, seen))


def crop_of(v: Vocabulary, site: SiteId) -> str:
    """A picture of a place, for who does not see it."""
    return v.phrases.phrase("{site} as the camera sees it; what is believed stands below", site=v.site(site))


def empty_pins(v: Vocabulary, n: int) -> str:
    """Above the pins on which nothing stands."""
    return v.phrases.sentences("{n} empty pin", "{n} empty pins", n)


def hears_by(v: Vocabulary, way: EarWay | None) -> str:
    """How a seat hears what is for it."""
    return v.phrases.sentence("hears by: {way}.", way=way_name(v, way))


def photo_shows(v: Vocabulary, tokens: int, differing: int) -> tuple[str, str]:
    """What a photograph shows, and whether the game is as it."""
    p = v.phrases
    seen = p.sentences("the picture shows {n} token.", "the picture shows {n} tokens.", tokens)
    if not differing:
        return seen, p.sentence("the game agrees with it.")
    return seen, p.sentences("{n} pin differs from the game.", "{n} pins differ from the game.", differing)


def photo_told(v: Vocabulary, tokens: int, differing: int, unread: Sequence[SiteId]) -> str:
    """A photograph at a table that has no other sense, as all hear it."""
    told = [*photo_shows(v, tokens, differing)]
    return " ".join([*told, photo_unread(v, unread)] if unread else told)


def photo_trouble(p: Phrases, why: PhotoTrouble) -> str:
    """Why a photograph changes nothing, and what to do."""
    return _TROUBLES[why](p)


_TROUBLES: Final[dict[PhotoTrouble, Callable[[Phrases], str]]] = {
    "no-picture": lambda p: p.sentence("this is no picture that can be read; give a JPEG or PNG file."),
    "too-large": lambda p: p.sentence(
        "the picture is too large; give at most 16 megabytes and 40 million pixels."
    ),
    "lost": lambda p: p.sentence(
        "the board is not found in the picture. Take all of it, with its corner marks, sharp and in light."
    ),
    "twice": lambda p: p.sentence("the picture shows two boards. Take one alone."),
    "mirrored": lambda p: p.sentence("the picture is mirrored. Switch that off, or use another camera."),
    "another": lambda p: p.sentence("the picture shows another board. Take the one that is played on."),
    "dark": lambda p: p.sentence(
        "the picture is too dark to tell colours. Give more light, and take another."
    ),
    "aslant": lambda p: p.sentence(
        "the board is seen too much from the side. Hold the camera more from above, and take another picture."
    ),
    "unlike": lambda p: p.sentence(
        "too much of the picture looks like neither pin nor token. Clear the board, and take another picture."
    ),
    "print": lambda p: p.sentence(
        "the pins lie elsewhere than the board's file says. Is it another print of this map?"
    ),
    "colours": lambda p: p.sentence(
        "the colours of the picture are odd, so that only shapes are believed. Better light helps."
    ),
    "colourless": lambda p: p.sentence("the picture has no colours. Take one in colour."),
}


def photo_unread(v: Vocabulary, sites: Sequence[SiteId]) -> str:
    """Pins of which a photograph does not tell what stands there."""
    some = "; ".join(v.site(site) for site in sites[:_NAMED])
    if len(sites) <= _NAMED:
        return v.phrases.sentence("not to be read: {some}.", some=some)
    return v.phrases.sentence("not to be read: {some}, and others: {n}.", some=some, n=len(sites) - _NAMED)


def photo_differs(v: Vocabulary, site: SiteId, game: Seat | None, photo: Seat | None) -> str:
    """What a photograph shows at a pin, and what the game has there."""
    facts = {"site": v.site(site), "photo": _on(v, photo), "game": _on(v, game)}
    return v.phrases.sentence("{site}: the picture shows {photo}; by the game, {game}.", **facts)


def _on(v: Vocabulary, seat: Seat | None) -> str:
    return v.phrases.phrase("nothing") if seat is None else v.seat(seat)


def photo_yes(v: Vocabulary, site: SiteId, photo: Seat | None) -> str:
    """The button that says that a photograph is right."""
    if photo is None:
        return v.phrases.phrase("Yes: nothing stands on {site}", site=v.site(site))
    return v.phrases.phrase("Yes: {seat} stands on {site}", seat=v.seat(photo), site=v.site(site))


def voice_setting(v: Vocabulary, what: TuneItem | Literal["news"]) -> str:
    """What can be set of the voice, or the list of its news: the panel's own name of it."""
    name = question_name(v, what)
    return name[:1].upper() + name[1:]


def voice_now(v: Vocabulary, what: TuneItem, value: Setting) -> str:
    """What it is set to, in the words in which the voice tells it; None: there is no voice."""
    if what == "voice-name" and value:
        return v.phrases.phrase("{setting}: {now}", setting=voice_setting(v, what), now=value)
    (told,) = tuned(v, what, value, "everyone")
    if value is not None and what in ("level", "own-level"):  # the words alone do not say of what they are
        return v.phrases.phrase("{setting}: {now}", setting=voice_setting(v, what), now=told.normal)
    return told.normal


def ear_voice(v: Vocabulary, seat: Seat, name: str) -> str:
    """Which voice speaks in a seat's ear."""
    return v.phrases.phrase("{whose} ear: {name}", whose=v.whose(seat), name=name)


def no_such_voice(v: Vocabulary, name: str) -> str:
    """A voice was wished for that does not speak here."""
    known = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    return v.phrases.sentence("no voice is called {name} here; choose one of the list.", name=known)


def voice_step(v: Vocabulary, what: TuneItem, value: Setting, step: int) -> str:
    """The button that sets it; `step` above 0 is more, or switches over what is on or off now."""
    p, setting = v.phrases, voice_setting(v, what)
    match what, value:
        case "rate", _:
            return label(p, "faster" if step > 0 else "slower")
        case "volume", _:
            return label(p, "louder" if step > 0 else "softer")
        case _, True:
            return p.phrase("{setting}: switch off", setting=setting)
        case _, False:
            return p.phrase("{setting}: switch on", setting=setting)
        case _ if step > 0:
            return p.phrase("{setting}: more", setting=setting)
        case _:
            return p.phrase("{setting}: less", setting=setting)


def ear_way(v: Vocabulary, way: EarWay) -> str:
    """The button that has a seat hear so."""
    return way_name(v, way)


def phone_since(v: Vocabulary, seat: Seat | None, minutes: int) -> str:
    """A browser that has joined, and for how long."""
    whose = v.phrases.phrase("the host") if seat is None else v.seat(seat)
    whose = whose[:1].upper() + whose[1:]
    return v.phrases.sentences("{whose}, for {n} minute", "{whose}, for {n} minutes", minutes, whose=whose)


def remove_phone(v: Vocabulary, seat: Seat | None) -> str:
    """The button that has a browser leave."""
    if seat is None:
        return v.phrases.phrase("Remove the host's phone")
    return v.phrases.phrase("Remove {whose} phone", whose=v.whose(seat))
