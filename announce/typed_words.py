"""What a terminal prints to whoever types: the keys, and what was not clear. A screen reader reads it out."""

from collections.abc import Callable, Iterable

from announce.catalogue import SOURCE_LANGUAGE, Phrases
from announce.vocabulary import Vocabulary
from engine import GameMap
from tabletop import BoardLayout, SiteId


class TypedWords:
    """The lines of a keyboard in one language. What is typed (`place`, `route` …) is the same in every one.

    Raises:
        LanguageError: there is no catalogue for the language.
    """

    def __init__(self, language: str = SOURCE_LANGUAGE) -> None:
        self._phrases = Phrases(language)

    def names(self, game_map: GameMap, layout: BoardLayout | None) -> Callable[[SiteId], str]:
        """What each pin, route and city is called aloud: `Denver to Kansas City, northern`."""
        return Vocabulary(self._phrases, game_map, layout, {}).site

    def hello(self) -> str:
        """The keys that every answer needs, and how to hear of the others: as an evening begins."""
        return self._phrases.sentence("enter is Yes, Escape No, R repeats; :help tells all keys and lines.")

    def help(self, pin: str) -> tuple[str, ...]:
        """The keys and the lines, in a few lines. `pin`: how one of this board's may be typed."""
        p = self._phrases
        return (
            p.sentence(
                "Enter: Yes. Escape: No. R: Repeat. Left and Right arrow: Back and Forward. "
                "Question mark: Ask."
            ),
            p.sentence("F1 to F5: blue disc, red square, green triangle, yellow star, black cross."),
            p.sentence("T turn, S scores, L since my turn, O row, H hand, K my tickets, W what is missing."),
            p.sentence("N trains left, B buildings, D devices, P longest path, U what I cut, G a glance."),
            p.sentence("plus and minus: louder and softer; square brackets: slower and faster."),
            p.sentence(
                "colon begins a line: place PIN, lift PIN, claim PIN, help, stop. "
                "First letters do: place {pin}.",
                pin=pin,
            ),
            p.sentence(
                "lines that ask: route ROUTE, pay ROUTE, city CITY, region WEST, holdings RED, "
                "statistics, story, why."
            ),
            p.sentence("while paper tickets are entered: ticket and the first letters of its cities."),
        )

    def no_key(self) -> str:
        """A key without a use."""
        return self._phrases.sentence("this key has no use here. :help tells the keys.")

    def left(self) -> str:
        """A line that was begun is dropped."""
        return self._phrases.sentence("left.")

    def unknown(self, typed: str) -> str:
        """A line that begins with no word of ours."""
        return self._phrases.sentence(
            "{typed}: not known; give yes, no, ask, place PIN, lift PIN, claim PIN or help.", typed=typed
        )

    def no_pin(self, typed: str, verb: str, pin: str, perhaps: str = "") -> str:
        """No pin is called so; none was typed where `typed` is empty.

        Args:
            pin: how one of this board's may be typed.
            perhaps: what may have been meant.
        """
        p = self._phrases
        if perhaps:
            return p.sentence("{typed}: no such pin; perhaps {some}.", typed=typed, some=perhaps)
        return p.sentence(
            "{typed}: no such pin; type the first letters of its cities, as in: {verb} {pin}.",
            typed=typed or p.phrase("no pin named"),
            verb=verb,
            pin=pin,
        )

    def nothing_so_named(self, typed: str, example: str, perhaps: str = "") -> str:
        """No city, route, region or seat is called so. `perhaps`: what may have been meant."""
        p = self._phrases
        if perhaps:
            return p.sentence("{typed}: not known; perhaps {some}.", typed=typed, some=perhaps)
        return p.sentence(
            "{typed}: not known; type the first letters, as in: {example}.",
            typed=typed or p.phrase("nothing named"),
            example=example,
        )

    def either(self, names: Iterable[str]) -> str:
        """What may be meant, name by name."""
        return self._phrases.apart(names)

    def several(self, typed: str, some: str, more: int) -> str:
        """More than one begins so: `some` of them, and how many `more`."""
        p = self._phrases
        if not more:
            return p.sentence("{typed}: {some}; type more letters.", typed=typed, some=some)
        return p.sentences(
            "{typed}: {some} and {n} more; type more letters.",
            "{typed}: {some} and {n} more; type more letters.",
            more,
            typed=typed,
            some=some,
        )

    def parallel(self, typed: str, some: str, example: str) -> str:
        """All that begin so run between the same two cities: more letters of them tell nothing."""
        return self._phrases.sentence(
            "{typed}: {some}; say which, as in: {example}.", typed=typed, some=some, example=example
        )

    def no_ticket(self, typed: str) -> str:
        """No ticket is called so, or no list of tickets is open."""
        return self._phrases.sentence(
            "{typed}: no such ticket; while paper tickets are entered, type the first letters of its cities.",
            typed=typed or self._phrases.phrase("no ticket named"),
        )

    def own_pins(self) -> str:
        """`place` where a board feels its tokens itself."""
        return self._phrases.sentence(
            "the board has pins of its own: set the token there, or type claim with the pin's name."
        )

    def stands_already(self, site: str) -> str:
        """`place` where the keys have set a token before."""
        return self._phrases.sentence("{site}: a token stands there already; lift takes it off.", site=site)

    def nothing_stands(self, site: str) -> str:
        """`lift` where nothing was set."""
        return self._phrases.sentence("{site}: no token stands there.", site=site)

    def no_voice(self) -> str:
        """Louder or faster, where nothing is spoken."""
        return self._phrases.sentence("nothing is spoken here.")

    def volume(self, percent: int) -> str:
        """How loud it is now."""
        return self._phrases.sentence("volume {n}.", n=percent)

    def rate(self, words_a_minute: int) -> str:
        """How fast it speaks now."""
        return self._phrases.sentences("{n} word a minute.", "{n} words a minute.", words_a_minute)

    def goes_on(self, call: str) -> str:
        """After an evening that has ended before its game: what to type to go on with it."""
        return self._phrases.sentence("to go on with this game: {call}, then Yes.", call=call)

    def nobody(self, typed: str, seats: str) -> str:
        """A seat that does not play."""
        return self._phrases.sentence("{typed}: does not play; seats are {seats}.", typed=typed, seats=seats)
