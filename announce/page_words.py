"""Words of the page that nobody says: headings, buttons, labels."""

from collections.abc import Callable
from typing import Final, Literal

from announce.catalogue import Phrases
from announce.talks.ask import question_name
from announce.vocabulary import Vocabulary
from dialog import AskItem
from tabletop import Button

Label = Literal[
    "table", "skip", "now", "nothing-asked", "asked-elsewhere", "panel", "said", "nothing-said", "seats",
    "seat", "points", "trains-left", "ships-left", "cards-held", "tickets-held", "dollars", "row",
    "questions", "routes-by-city", "find-city", "find", "no-city", "devices", "join", "join-why", "code",
    "code-why", "do-join", "own-page", "alone", "nothing-alone", "hand", "tickets", "turn", "not-your-turn",
    "hide", "show", "hidden", "leave", "back", "draw", "claim", "claim-route", "claim-city", "claim-pay",
    "more-ways", "build", "build-what",
    "take-tickets", "choose-tickets", "keep", "choose", "earlier", "own-tickets", "done", "end-turn",
    "pass", "undo", "tunnel", "tunnel-what", "give-up", "pieces", "pieces-what", "settle", "exchange",
    "exchange-what", "loans", "loans-what", "lost", "again", "gone-here",
    "new-words", "clear-text", "qr", "scan",
    "setting-up", "nobody-sits", "it-stands", "wish", "leave-wish", "map", "map-text", "your-turn", "newest",
    "larger", "smaller", "bright", "dark", "display-looks", "display", "course", "final-scores",
    "longest-path", "points-by-turn", "points-by-source", "dollars-by-turn", "dollars-by-source", "source",
    "points-as-table", "turn-number", "story",
    "six-buttons", "parts", "read-mine", "signal-turn", "short-sounds", "closer", "wider", "to-west",
    "to-east", "to-north", "to-south", "whole-board", "show-on-map",
    "walk-board", "walk-keys", "no-way-there", "find-place",
    "command", "do-typed", "typed-help", "typed-why", "places", "answer-here",
    "said-last", "alone-last", "settings", "settings-why", "newest-last", "letters", "letters-on",
    "letters-why", "next-route", "route-before", "keep-settings", "usual-settings", "kept",
    "walk-keys-own",
    "inside-app", "perhaps-inside-app", "copy-address", "phones-why",
    "authority", "authority-why", "authority-take", "authority-mark", "authority-qr",
]  # fmt: skip
"""A fixed text of the page."""


def label(p: Phrases, key: Label) -> str:
    """A heading, a button or a label."""
    return _LABELS[key](p)


_LABELS: Final[dict[Label, Callable[[Phrases], str]]] = {
    "table": lambda p: p.phrase("The table"),
    "skip": lambda p: p.phrase("Skip to the game"),
    "now": lambda p: p.phrase("Now"),
    "nothing-asked": lambda p: p.sentence("nothing is asked."),
    "asked-elsewhere": lambda p: p.sentence("a seat is asked in its own ear."),
    "panel": lambda p: p.phrase("Panel"),
    "said": lambda p: p.phrase("What was said, newest first"),
    "said-last": lambda p: p.phrase("What was said, newest last"),
    "nothing-said": lambda p: p.sentence("nothing was said yet."),
    "seats": lambda p: p.phrase("The seats"),
    "seat": lambda p: p.phrase("Seat"),
    "points": lambda p: p.phrase("Points"),
    "trains-left": lambda p: p.phrase("Trains left"),
    "ships-left": lambda p: p.phrase("Ships left"),
    "cards-held": lambda p: p.phrase("Cards in hand"),
    "tickets-held": lambda p: p.phrase("Tickets"),
    "dollars": lambda p: p.phrase("Dollars"),
    "row": lambda p: p.phrase("Cards on the table"),
    "questions": lambda p: p.phrase("Questions"),
    "walk-board": lambda p: p.phrase("The board by keys"),
    "walk-keys": lambda p: p.sentence(
        "arrow keys follow routes. Brackets go round the routes here, Enter follows one, Backspace goes "
        "back. Space tells all of them. A slash finds a place by its name."
    ),
    "walk-keys-own": lambda p: p.sentence(
        "arrow keys follow routes, Enter the one that was told, Backspace goes back. Space tells all of them."
    ),
    "next-route": lambda p: p.phrase("The next route here"),
    "route-before": lambda p: p.phrase("The route before it"),
    "settings": lambda p: p.phrase("Settings of this browser"),
    "settings-why": lambda p: p.sentence(
        "this browser keeps them for a year; at the table they change nothing."
    ),
    "newest-last": lambda p: p.phrase("Newest words last"),
    "letters": lambda p: p.phrase("Single letters"),
    "letters-on": lambda p: p.phrase("Single letters are short for words and keys"),
    "letters-why": lambda p: p.sentence("one letter or sign each; an empty field has none."),
    "keep-settings": lambda p: p.phrase("Keep these settings"),
    "usual-settings": lambda p: p.phrase("As they were at first"),
    "kept": lambda p: p.sentence("this browser has them now."),
    "command": lambda p: p.phrase("Type to ask"),
    "do-typed": lambda p: p.phrase("Go"),
    "typed-help": lambda p: p.phrase("What can be typed"),
    "typed-why": lambda p: p.sentence(
        "type it into the box of any page, then Enter. First letters do, small or large."
    ),
    "places": lambda p: p.phrase("Places"),
    "authority": lambda p: p.phrase("Whose seal this is"),
    "authority-why": lambda p: p.sentence(
        "this page is sealed by an authority of the table's own. Give it to your browser once, then it warns "
        "no more. Compare its mark with the one that the table's terminal has printed."
    ),
    "authority-take": lambda p: p.phrase("Take the authority's certificate"),
    "authority-mark": lambda p: p.phrase("Its mark"),
    "authority-qr": lambda p: p.phrase("A square code with the certificate's address"),
    "gone-here": lambda p: p.sentence("what you were at is gone: the game has gone on."),
    "answer-here": lambda p: p.sentence("the answer stands on this page."),
    "no-way-there": lambda p: p.sentence("no route that way."),
    "find-place": lambda p: p.phrase("A place, or how it begins"),
    "routes-by-city": lambda p: p.phrase("Routes by city"),
    "find-city": lambda p: p.phrase("City, or how it begins"),
    "find": lambda p: p.phrase("Find"),
    "no-city": lambda p: p.sentence("no city begins like that."),
    "devices": lambda p: p.phrase("Devices"),
    "join": lambda p: p.phrase("A seat's own page"),
    "join-why": lambda p: p.sentence(
        "it shows that seat's cards and tickets. Choose a seat; the table then hears a code."
    ),
    "code": lambda p: p.phrase("The code, 6 digits"),
    "code-why": lambda p: p.sentence("the table has just heard a code. Write it here."),
    "do-join": lambda p: p.phrase("Join"),
    "own-page": lambda p: p.phrase("Your own page"),
    "alone": lambda p: p.phrase("For you alone, newest first"),
    "alone-last": lambda p: p.phrase("For you alone, newest last"),
    "nothing-alone": lambda p: p.sentence("nothing yet for you alone."),
    "hand": lambda p: p.phrase("Your hand"),
    "tickets": lambda p: p.phrase("Your tickets"),
    "turn": lambda p: p.phrase("What you can do"),
    "not-your-turn": lambda p: p.sentence("there is nothing for you to do now."),
    "hide": lambda p: p.phrase("Hide what is yours alone"),
    "show": lambda p: p.phrase("Show what is yours alone"),
    "hidden": lambda p: p.sentence("what is yours alone is hidden."),
    "leave": lambda p: p.phrase("Leave this seat"),
    "back": lambda p: p.phrase("Back to the game"),
    "draw": lambda p: p.phrase("Draw a card"),
    "claim": lambda p: p.phrase("Claim"),
    "claim-route": lambda p: p.phrase("Claim a route"),
    "claim-city": lambda p: p.phrase("Claim a route: at which city?"),
    "claim-pay": lambda p: p.phrase("How do you pay?"),
    "more-ways": lambda p: p.phrase("More ways to pay"),
    "build": lambda p: p.phrase("Build"),
    "build-what": lambda p: p.phrase("Build in which city?"),
    "take-tickets": lambda p: p.phrase("Take tickets"),
    "choose-tickets": lambda p: p.phrase("Tickets to keep"),
    "choose": lambda p: p.phrase("Choose here"),
    "earlier": lambda p: p.phrase("Earlier words"),
    "keep": lambda p: p.phrase("Keep these"),
    "own-tickets": lambda p: p.phrase("The tickets that you hold"),
    "done": lambda p: p.sentence("done."),
    "end-turn": lambda p: p.phrase("End the turn without a claim"),
    "pass": lambda p: p.phrase("Pass"),
    "undo": lambda p: p.phrase("Take back your last act"),
    "tunnel": lambda p: p.phrase("Pay"),
    "tunnel-what": lambda p: p.phrase("How you pay what the tunnel costs more"),
    "give-up": lambda p: p.phrase("Give the tunnel up"),
    "pieces": lambda p: p.phrase("Trains and ships"),
    "pieces-what": lambda p: p.phrase("Your trains and ships"),
    "settle": lambda p: p.phrase("Settle this"),
    "exchange": lambda p: p.phrase("Exchange"),
    "exchange-what": lambda p: p.phrase("How many you exchange"),
    "loans": lambda p: p.phrase("What your stations lend"),
    "loans-what": lambda p: p.phrase("Nothing"),
    "lost": lambda p: p.sentence("the page has lost the table; what it shows may be old."),
    "again": lambda p: p.sentence("the page has found the table again."),
    "new-words": lambda p: p.sentence("new words for you alone."),
    "clear-text": lambda p: p.sentence(
        "this page travels unsealed: whoever can listen in your network can read it, cards and all."
    ),
    "qr": lambda p: p.phrase("A square code with the page's address"),
    "setting-up": lambda p: p.sentence("the table is being set up."),
    "nobody-sits": lambda p: p.sentence("as soon as a seat is taken it can be joined here."),
    "it-stands": lambda p: p.phrase("It stands"),
    "wish": lambda p: p.phrase("Your token is waited for"),
    "leave-wish": lambda p: p.phrase("Take this claim back"),
    "map": lambda p: p.phrase("Map"),
    "newest": lambda p: p.phrase("Newest words"),
    "larger": lambda p: p.phrase("Larger"),
    "smaller": lambda p: p.phrase("Smaller"),
    "bright": lambda p: p.phrase("Dark on white"),
    "dark": lambda p: p.phrase("White on dark"),
    "display-looks": lambda p: p.phrase("How this looks"),
    "course": lambda p: p.phrase("How the game went"),
    "final-scores": lambda p: p.phrase("The score"),
    "longest-path": lambda p: p.phrase("The longest path"),
    "points-by-turn": lambda p: p.phrase("Points by turn"),
    "points-by-source": lambda p: p.phrase("Points by source"),
    "dollars-by-turn": lambda p: p.phrase("Dollars by turn"),
    "dollars-by-source": lambda p: p.phrase("Dollars by source"),
    "source": lambda p: p.phrase("Source"),
    "points-as-table": lambda p: p.phrase("The same as a table"),
    "turn-number": lambda p: p.phrase("After turn"),
    "story": lambda p: p.phrase("The game in a minute"),
    "display": lambda p: p.phrase("For a screen beside the board"),
    "your-turn": lambda p: p.sentence("it is your turn."),
    "six-buttons": lambda p: p.phrase("The six buttons"),
    "parts": lambda p: p.phrase("Parts of this page"),
    "read-mine": lambda p: p.phrase("Read mine to me, I wear an earphone"),
    "signal-turn": lambda p: p.phrase("Flash and vibrate at my turn"),
    "short-sounds": lambda p: p.phrase("Short sounds on this page"),
    "map-text": lambda p: p.phrase(
        "The board, seen from above; its routes stand in words under Routes by city"
    ),
    "closer": lambda p: p.phrase("Closer"),
    "wider": lambda p: p.phrase("Wider"),
    "to-west": lambda p: p.phrase("To the west"),
    "to-east": lambda p: p.phrase("To the east"),
    "to-north": lambda p: p.phrase("To the north"),
    "to-south": lambda p: p.phrase("To the south"),
    "whole-board": lambda p: p.phrase("The whole board"),
    "show-on-map": lambda p: p.phrase("Show on the map"),
    "inside-app": lambda p: p.sentence(
        "this page stands inside another app, which forgets your seat as soon as it is closed. Open the page "
        "in your phone's browser and write the code there."
    ),
    "perhaps-inside-app": lambda p: p.sentence(
        "did a scanner or a messenger open this page inside itself? There your seat is soon forgotten. Open "
        "the page in your phone's browser and write the code there."
    ),
    "copy-address": lambda p: p.phrase("This page's address, to be copied or typed:"),
    "phones-why": lambda p: p.sentence("remove what is not right. Everybody hears of it."),
    "scan": lambda p: p.sentence("or scan this with the phone that joins."),
}


def button(p: Phrases, key: Button) -> str:
    """A button of the panel."""
    names: dict[Button, str] = {
        "yes": p.phrase("Yes"),
        "no": p.phrase("No"),
        "repeat": p.phrase("Repeat"),
        "back": p.phrase("Back"),
        "forward": p.phrase("Forward"),
        "ask": p.phrase("Ask"),
    }
    return names[key]


def typed(p: Phrases, route: str, *, letters: bool) -> str:
    """What can be typed in the box. `route`: one of this map, as typed; `letters`: t and s ask, too."""
    if letters:
        return p.phrase("A city, a route, or a letter: {route}, t, s", route=route)
    return p.phrase("A city, a route, or a word: {route}, turn, scores", route=route)


def question(v: Vocabulary, item: AskItem) -> str:
    """A question as a link."""
    written = question_name(v, item)
    return written[:1].upper() + written[1:]


def letter_does(p: Phrases, sign: str, what: str) -> str:
    """What a letter does on the board by keys."""
    return p.phrase("{sign}: {what}.", sign=sign, what=what)


def ask_about(v: Vocabulary, item: AskItem) -> str:
    """The button that asks a question about what was chosen beside it."""
    return v.phrases.phrase("Ask: {question}", question=question(v, item))
