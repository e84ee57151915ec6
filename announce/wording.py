"""Everything that Fingerpost says, from one place: values in, announcements out.

Every method answers at least one announcement and keeps no state but whose ear hears which language: the same
values give the same words.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from announce.agreement_words import as_last_known, back
from announce.announcement import Announcement, Audience, Earcon
from announce.answers import Evening, answered
from announce.board_words import found, sound
from announce.bot_reasons import why
from announce.catalogue import SOURCE_LANGUAGE, Phrases
from announce.device_words import ear_gone, health_told, rate_told
from announce.digest_words import digest
from announce.earcon_words import earcons_told
from announce.glance_words import glanced
from announce.own_language import each_in_its_own
from announce.places_asked import place_told
from announce.public import opened, shown
from announce.refusals import refused
from announce.scores import final_scores, read_on, way_step
from announce.shown_words import score_marker, token_lesson
from announce.spoken import spelled
from announce.statistics import cut_told, statistics
from announce.still_missing import can_pay, on_the_way
from announce.story import Deed, story
from announce.talks.explore import rest_told, touched_told
from announce.talks.press_habits import Habit, habit
from announce.talks.told import prompted
from announce.talks.undo import since_turn
from announce.talks.voice import Setting, tuned
from announce.vocabulary import Vocabulary
from announce.welcome import Back, page_told, welcomed
from announce.whispered import whispered
from announce.whole_acts import told
from announce.words import Words, replies, tell, whisper, whispers
from dialog import PastAct, PlaceQuestion, PressItem, Question, Said, TuneItem
from dialog.setup import Desk
from engine import Event, GameMap, Refusal, RouteId, Seat, State, closed
from reconcile import SpokenFinding, TokenSettled
from tabletop import BoardLayout, Device, DeviceHealth, LessonNews, ScoreDifference, SiteId


class Wording:
    """The words of one table.

    Args:
        game_map: its cities, routes and tickets are named.
        layout: tells parallel routes apart by compass words and says where a pin is; None: first and second.
        language: one of `announce.languages()`.
        names: players' names, if they gave any; seats without one go by colour and shape.
    Raises:
        LanguageError: there is no catalogue for the language.
    """

    def __init__(
        self,
        game_map: GameMap,
        layout: BoardLayout | None,
        *,
        language: str = SOURCE_LANGUAGE,
        names: Mapping[Seat, str] | None = None,
    ) -> None:
        self.language = language
        self.vocabulary = Vocabulary(Phrases(language), game_map, layout, names or {})
        self._layout, self._names = layout, names or {}
        self._tongues: Mapping[Audience, Wording] = {}

    @property
    def tongues(self) -> Mapping[Audience, "Wording"]:
        """The words for each seat that hears its own in another language."""
        return self._tongues

    def tell_in(self, seat: Seat, language: str | None) -> None:
        """What is for this seat alone is worded in this language; None: in the table's.

        Raises:
            LanguageError: there is no catalogue for the language.
        """
        others = {one: words for one, words in self._tongues.items() if one != seat}
        if language is not None and language != self.language:
            board = self.vocabulary.game_map
            others[seat] = Wording(board, self._layout, language=language, names=self._names)
            others[seat].vocabulary.has_board = self.vocabulary.has_board
        self._tongues = others

    def without_board(self) -> None:
        """Keys or pages stand in for the board: no place on it is told."""
        for words in (self, *self._tongues.values()):
            words.vocabulary.has_board = False

    def to(self, audience: Audience | None) -> "Wording":
        """The words that this audience is told in; None: everybody's."""
        return self if audience is None else self._tongues.get(audience, self)

    @property
    def layout(self) -> BoardLayout | None:
        """The board that is spoken of; None: there is none."""
        return self._layout

    def welcome(
        self,
        state: State,
        *,
        resumed: bool = False,
        cut: bool = False,
        unsaved: bool = False,
        greeted: bool = False,
    ) -> tuple[Announcement, ...]:
        """The first words of a new game, or of one that goes on; `cut`: the power went meanwhile.

        `unsaved`: turns of it are lost, which no card took; `greeted`: set-up has said so already.
        """
        back: Back = "unsaved" if unsaved else "cut" if cut else "well"
        return welcomed(self.vocabulary, state, back if resumed else None, greeted=greeted)

    def page(self, address: str) -> Announcement:
        """Where phones find the table's page, for a table that no set-up has told."""
        return tell("everyone", page_told(self.vocabulary.phrases, address))

    @each_in_its_own
    def events(
        self,
        before: State | None,
        events: tuple[Event, ...],
        after: State,
        first_seq: int,
        *,
        by_token: bool = True,
    ) -> tuple[Announcement, ...]:
        """What one act did: one utterance for everyone, what a seat alone may know in its own ear.

        `events` carry their secrets (they come from the engine, not from a view); `first_seq` numbers the
        first of them. Acts that are told together (a turn that the next claim ends) may be given at once.
        `by_token`: what was begun here was asked for by a token, which stands.
        """
        public = self.public(before, shown(events), after, first_seq, by_token=by_token)
        return (*public, *whispered(self.vocabulary, before, events, after, first_seq))

    def public(
        self,
        before: State | None,
        events: tuple[Event, ...],
        after: State,
        first_seq: int,
        *,
        by_token: bool = True,
    ) -> tuple[Announcement, ...]:
        """The same for who knows no secrets: of events that are blank, and states that were made of them."""
        return told(self.vocabulary, before, events, after, first_seq, opened(after), by_token=by_token)

    @each_in_its_own
    def refusal(self, refusal: Refusal, state: State, *, by_token: bool = True) -> tuple[Announcement, ...]:
        """Not done, why, what now. A secret reason: everyone hears a fixed sentence, the seat the reason.

        `by_token`: a token asked for it, and stands; else it was a list, a key or a page.
        """
        return refused(self.vocabulary, refusal, state, by_token=by_token)

    @each_in_its_own
    def finding(self, finding: SpokenFinding, state: State) -> tuple[Announcement, ...]:
        """What board and game disagree about, or that they agree again."""
        return found(self.vocabulary, self._layout, finding, state)

    def sound(self, finding: TokenSettled) -> tuple[Announcement, ...]:
        """The short sound of a token set or lifted, without words."""
        return sound(finding)

    def signal(self, earcon: Earcon, audience: Audience = "everyone") -> tuple[Announcement, ...]:
        """A short sound by itself: `tick`, `edge`, `wait`."""
        return (tell(audience, Words(""), earcon, urgency="ambient"),)

    @each_in_its_own
    def prompt(self, said: Said, ground: State | Desk, asker: Seat | None = None) -> tuple[Announcement, ...]:
        """What the panel says back in a game, or of what is set up.

        `asker`: whose panel it is; "where am I" in its list is for its ear.
        """
        return prompted(self.vocabulary, said, ground, asker)

    def token_lesson(self, news: LessonNews) -> tuple[Announcement, ...]:
        """One step of showing the table's tokens to the camera."""
        return token_lesson(self.vocabulary, news)

    def score_marker(self, difference: ScoreDifference) -> tuple[Announcement, ...]:
        """A score marker that stands elsewhere than the score says."""
        return score_marker(self.vocabulary, difference)

    @each_in_its_own
    @replies
    def answer(
        self,
        question: Question,
        asker: Seat,
        state: State,
        health: Iterable[DeviceHealth] = (),
        *,
        evening: Evening | None = None,
        ear: bool = False,
    ) -> tuple[Announcement, ...]:
        """The answer to a question; hand and tickets go to the asker's ear. Long ones come in steps.

        `health`: the newest of each device, for the question `devices`. `evening`: time played, saved or not,
        whose ears are whose. `ear`: everything to the ear.
        """
        if question == "glance":
            return glanced(self.vocabulary, self._layout, state, asker if ear else "everyone")
        return answered(self.vocabulary, question, asker, state, health, evening=evening, ear=ear)

    @each_in_its_own
    @replies
    def since(self, acts: Sequence[PastAct], asker: Seat, *, ear: bool = False) -> tuple[Announcement, ...]:
        """What the others did since the asker's turn, oldest first in `acts`."""
        return (tell(asker if ear else "everyone", since_turn(self.vocabulary, acts)),)

    @each_in_its_own
    @replies
    def about(
        self,
        question: PlaceQuestion,
        subject: str,
        asker: Seat,
        state: State,
        turns: Mapping[str, int] | None = None,
        *,
        ear: bool = False,
        uncounted: bool = False,
    ) -> tuple[Announcement, ...]:
        """The answer about a route, a city, a region or a seat's routes, in steps that are read on.

        Args:
            subject: what is asked about, by its id; it must be on this map or at this table.
            turns: in which turn each route was claimed, where that is known.
            ear: everything to the asker's ear; what its hand can pay always goes there.
            uncounted: another table deals the cards, and has not told yet how many a hand holds.
        """
        v, known = self.vocabulary, turns or {}
        if question == "pay":
            return (whisper(asker, can_pay(v, RouteId(subject), asker, state, known)),)
        bars = partial(closed, state)
        told = place_told(v, self._layout, question, subject, state, bars, known, uncounted=uncounted)
        return tuple(tell(asker if ear else "everyone", words) for words in told)

    @each_in_its_own
    @replies
    def site(self, site: SiteId, asker: Seat, state: State, *, ear: bool = False) -> tuple[Announcement, ...]:
        """What a touched site is, and whose."""
        told = touched_told(self.vocabulary, site, state, partial(closed, state))
        return (tell(asker if ear else "everyone", told),)

    @each_in_its_own
    @replies
    def site_rest(
        self, site: SiteId, asker: Seat, state: State, turns: Mapping[str, int], *, ear: bool = False
    ) -> tuple[Announcement, ...]:
        """The rest of a touched site; in the asker's ear, if it is on the way of a ticket."""
        told = rest_told(self.vocabulary, site, state, partial(closed, state), turns)
        public = tell(asker if ear else "everyone", told)
        return (public, *whispers(asker, on_the_way(self.vocabulary, RouteId(site), asker, state)))

    @each_in_its_own
    @replies
    def statistics(
        self, deeds: Sequence[Deed], minutes: int | None, audience: Audience = "everyone"
    ) -> tuple[Announcement, ...]:
        """Turns, time, the longest claim, who claimed most. `minutes`: that the game took, if known."""
        return tuple(tell(audience, words) for words in statistics(self.vocabulary, deeds, minutes))

    @each_in_its_own
    @replies
    def why(
        self,
        deeds: Sequence[Deed],
        bots: Collection[Seat],
        by_plan: Collection[Seat],
        audience: Audience = "everyone",
    ) -> tuple[Announcement, ...]:
        """What speaks for the newest act of a seat that plays by itself; nothing that is its own.

        `by_plan`: those of the bots that do what they do for the planner's reasons.
        """
        return (tell(audience, why(self.vocabulary, deeds, bots, by_plan)),)

    @each_in_its_own
    @replies
    def cut(self, unheard: Sequence[Announcement], audience: Audience) -> tuple[Announcement, ...]:
        """How many utterances an audience cut, and each of them once more, oldest first."""
        return cut_told(self.vocabulary, unheard, audience)

    @each_in_its_own
    @replies
    def earcons(self, audience: Audience) -> tuple[Announcement, ...]:
        """Every short sound with its name and what it means, one a step."""
        return earcons_told(self.vocabulary, audience)

    def digest(self, told: Sequence[Announcement]) -> str:
        """One utterance for many results that wait to be said."""
        return digest(self.vocabulary, told)

    @each_in_its_own
    @replies
    def story(self, deeds: Sequence[Deed], audience: Audience = "everyone") -> tuple[Announcement, ...]:
        """A game in a minute, in at most eight steps. `deeds`: what was not taken back, from its start."""
        return story(self.vocabulary, deeds, audience)

    @replies
    def scores(self, state: State) -> tuple[Announcement, ...]:
        """The steps of the final scores once more, read on with Yes; none before the game is over.

        Each was asked for, so each is heard at every level.
        """
        if state.result is None:
            return ()
        first, *rest = final_scores(self.vocabulary, state.result, state, opened(state), state.seq)
        return (read_on(self.vocabulary, first), *(replace(one, unsaid_in_brief=False) for one in rest))

    def way_step(self, state: State) -> int | None:
        """The step of the final scores, from 0, at which Ask tells the longest path's way."""
        if state.result is None:
            return None
        return way_step(self.vocabulary, state.result, state, opened(state))

    def health(
        self, health: DeviceHealth, state: State | None = None, others: Iterable[DeviceHealth] = ()
    ) -> tuple[Announcement, ...]:
        """A device is gone, odd or back. `others`: the newest of every device, for what still works."""
        return health_told(self.vocabulary, health, state, others)

    def back(self, device: Device, agree: int, total: int) -> tuple[Announcement, ...]:
        """A sense is back; so many of the game's tokens stand where they should."""
        return back(self.vocabulary, device, agree, total)

    @each_in_its_own
    @replies
    def last_known(self, answers: Sequence[Announcement]) -> tuple[Announcement, ...]:
        """Answers of a table that neither feels nor sees: said as last known."""
        return (as_last_known(self.vocabulary, answers[0].audience), *answers) if answers else ()

    @replies
    def rate(self, words_a_minute: int) -> tuple[Announcement, ...]:
        """How fast it speaks now."""
        return rate_told(self.vocabulary, words_a_minute)

    def spelled(self, text: str) -> str:
        """A text with the cities in it spelt, letter by letter: for a slow repeat."""
        return spelled(text, self.vocabulary.cities())

    @each_in_its_own
    @replies
    def tuned(
        self, what: TuneItem, value: Setting, audience: Audience = "everyone"
    ) -> tuple[Announcement, ...]:
        """What the voice is set to now; None: there is no voice."""
        return tuned(self.vocabulary, what, value, audience)

    @each_in_its_own
    @replies
    def habit(self, what: PressItem, value: Habit, audience: Audience) -> tuple[Announcement, ...]:
        """How a seat's presses are taken now."""
        return habit(self.vocabulary, what, value, audience)

    def ear(self, seat: Seat) -> str:
        """Whose ear: how a line is marked that only one seat hears."""
        v = self.vocabulary
        return v.phrases.phrase("{whose} ear", whose=v.whose(seat))

    def ear_gone(self, seat: Seat) -> tuple[Announcement, ...]:
        """A seat's own ear is gone: said at the table, without a private word."""
        return ear_gone(self.vocabulary, seat)
