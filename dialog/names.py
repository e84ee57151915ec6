"""Cities and routes by name, first letter and then the rest; regions and seats that are asked about."""

from typing import ClassVar, Final, Literal

from dialog.effects import About, ClaimListed
from dialog.kit import Step, into, listed
from dialog.lists import Table, to_acts, to_questions
from dialog.mode import ASKING, CHOICE, Mode, Prompt, Traits
from dialog.offers import routes_for, sort_key
from dialog.questions import ITEM, PlaceQuestion, of_a_place, subjects
from engine import Build, CityId, RouteId, Seat, State, optional_acts
from tabletop import SiteId

Purpose = Literal["claim", "build"] | PlaceQuestion
"""What a city is chosen for: to claim or build there, or to ask about it."""

_OPEN_TO_ALL: Final = Traits(asks=True, stays=True, ends_with_focus=True, in_an_ear=True)


class Letters(Mode, frozen=True):
    """The first letters of the cities that can be chosen."""

    purpose: Purpose
    cities: tuple[CityId, ...]
    letters: tuple[str, ...]
    index: int = 0

    @property
    def traits(self) -> Traits:
        """A question, or a choice of what is claimed."""
        return _OPEN_TO_ALL if of_a_place(self.purpose) else CHOICE

    def size(self, state: State) -> int:
        """Each letter is an item."""
        return len(self.letters)


class Cities(Mode, frozen=True):
    """The cities of one first letter."""

    letters: Letters
    cities: tuple[CityId, ...]
    index: int = 0

    @property
    def traits(self) -> Traits:
        """As for the letters."""
        return self.letters.traits

    @property
    def purpose(self) -> Purpose:
        """What a city is chosen for."""
        return self.letters.purpose

    def size(self, state: State) -> int:
        """Each city is an item."""
        return len(self.cities)

    def letter(self, index: int, state: State) -> str:
        """That of its name, as it is looked up."""
        return sort_key(state.game_map.cities[self.cities[index]].name)[0]


class Routes(Mode, frozen=True):
    """The routes at a city that the seat may have."""

    cities: Cities
    routes: tuple[RouteId, ...]
    index: int = 0

    @property
    def traits(self) -> Traits:
        """As for the letters."""
        return self.cities.traits

    @property
    def purpose(self) -> Purpose:
        """What a route is chosen for."""
        return self.cities.purpose

    def size(self, state: State) -> int:
        """Each route is an item."""
        return len(self.routes)

    def letter(self, index: int, state: State) -> str:
        """That of the other city."""
        return _far_name(state, self.routes[index], self.cities.cities[self.cities.index])[0]


class Named(Mode, frozen=True):
    """Regions of the board, or seats, one of which is asked about."""

    TRAITS: ClassVar[Traits] = ASKING
    question: PlaceQuestion
    names: tuple[str, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each region or seat is an item."""
        return len(self.names)


class NothingToChoose(Prompt, frozen=True, kw_only=True):
    """A list has nothing in it that could be chosen now."""

    seat: Seat


def letters_of(state: State, seat: Seat, purpose: Purpose) -> Letters | None:
    """The first letters of all cities that can be chosen; None: there is no such city."""
    board = state.game_map
    cities: set[CityId] = set()
    if of_a_place(purpose):
        cities = set(board.cities)
    elif purpose == "claim":
        for route in routes_for(state, seat):
            ends = (board.routes[route].a, board.routes[route].b)
            cities |= {city for city in ends if city in board.cities}
    else:
        acts = (act for act in optional_acts(state) if isinstance(act, Build))
        cities = {act.city for act in acts}
    named = tuple(sorted(cities, key=lambda city: sort_key(board.cities[city].name)))
    letters = tuple(dict.fromkeys(_letter(state, city) for city in named))
    return Letters(purpose, named, letters) if letters else None


def names_of(state: State, seat: Seat, question: PlaceQuestion) -> Letters | Named | None:
    """The list of what a question can be about; None: there is nothing."""
    match ITEM[question].subject:
        case "region" | "seat":
            return Named(question, tuple(subjects(question, state)))
        case _:
            return letters_of(state, seat, question)


def cities_of(state: State, letters: Letters) -> Cities:
    """The cities of the letter that was taken."""
    letter = letters.letters[letters.index]
    return Cities(letters, tuple(city for city in letters.cities if _letter(state, city) == letter))


def routes_at(state: State, seat: Seat, cities: Cities) -> Routes:
    """The routes that can be claimed at the city that was taken; to ask about one, all of them."""
    city, routes = cities.cities[cities.index], state.game_map.routes
    wanted = routes if of_a_place(cities.purpose) else routes_for(state, seat)
    there = [route for route in wanted if city in (routes[route].a, routes[route].b)]
    return Routes(cities, tuple(sorted(there, key=lambda route: (_far_name(state, route, city), route))))


def _far_name(state: State, route: RouteId, city: CityId) -> str:
    """The other city of a route as it is looked up."""
    way = state.game_map.routes[route]
    other = way.b if way.a == city else way.a
    return sort_key(state.game_map.cities[other].name if other in state.game_map.cities else other)


def _letter(state: State, city: CityId) -> str:
    return sort_key(state.game_map.cities[city].name)[0].upper()


def _take_letter(mode: Letters, state: State, asker: Seat) -> Step:
    return into(cities_of(state, mode))


def _leave_letters(mode: Letters, state: State, asker: Seat) -> Step:
    if of_a_place(mode.purpose):
        return _to_its_list(state, mode.purpose)
    return to_acts(state, "claim") if mode.purpose == "claim" else to_acts(state, "station", "harbor")


def _to_its_list(state: State, question: PlaceQuestion) -> Step:
    return to_questions(state, ITEM[question].level, question)


def _take_city(mode: Cities, state: State, asker: Seat) -> Step:
    city, seat = mode.cities[mode.index], state.to_move or asker
    if mode.purpose == "build":
        return Step(Table(), (ClaimListed(seat, SiteId(city)),))
    if of_a_place(mode.purpose) and ITEM[mode.purpose].subject == "city":
        return Step(mode, (About(mode.purpose, city, asker),))
    return into(routes_at(state, seat, mode))


def _leave_city(mode: Cities, state: State, asker: Seat) -> Step:
    return into(mode.letters)


def _take_route(mode: Routes, state: State, asker: Seat) -> Step:
    route = mode.routes[mode.index]
    if of_a_place(mode.purpose):
        return Step(mode, (About(mode.purpose, route, asker),))
    return Step(Table(), (ClaimListed(state.to_move or asker, SiteId(route)),))


def _leave_route(mode: Routes, state: State, asker: Seat) -> Step:
    return into(mode.cities)


def _take_named(mode: Named, state: State, asker: Seat) -> Step:
    return Step(mode, (About(mode.question, mode.names[mode.index], asker),))


def _leave_named(mode: Named, state: State, asker: Seat) -> Step:
    return _to_its_list(state, mode.question)


ROWS: Final = (
    listed(Letters, yes=_take_letter, no=_leave_letters),
    listed(Cities, yes=_take_city, no=_leave_city),
    listed(Routes, yes=_take_route, no=_leave_route),
    listed(Named, yes=_take_named, no=_leave_named),
)
