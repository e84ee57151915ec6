"""What one seat alone may know is on no other page: not a byte of it, whatever others hold."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace as changed

from announce import EARS, Audience
from dialog import Question
from engine import Game, Seat, State, TicketId
from table.moment import GameMoment, OpenQuestion, Viewer
from table.page_of_game import open_words
from tests.web.browser import Browser
from tests.web.gallery import in_the_middle
from tests.web.page_table import PageTable
from tests.web.players import act
from tests.web.test_host_page import become_host
from web.map_page import Look, map_view
from web.page_frame import PageFrame
from web.page_view import OWN, Place, parts
from web.question_pages import links
from web.seat_acts import BUILD, CLAIM
from web.single_pages import answer_page, step_page
from web.stream import StreamClient
from web.table_pages import page

FRAME = PageFrame(token="t", cursor="c", version="v")


def shown(table: GameMoment, viewer: Viewer, turn: int) -> str:
    """All that can be had by a viewer: pages, answers, the stream of a page that begins.

    The ways of every sixth ticket: with six turns, of all of them.
    """
    places: tuple[Place, ...] = get_args(Place)
    pages = [
        page(table, viewer, place, FRAME, parts(table, viewer if place in OWN else None, place))
        for place in places
        if viewer is not None or place not in OWN
    ]
    for ticket in [*table.game.state.game_map.tickets][turn % 6 :: 6]:  # whoever asks for whichever
        seen = map_view(table, viewer, Look(show=f"ticket:{ticket}"), FRAME.version)
        pages += [] if seen is None else [seen]
    if viewer is not None:
        steps = [step_page(table, viewer, at, {}, FRAME) for at in (CLAIM, BUILD)]
        pages += [found for found in steps if found is not None]
    asked = (*get_args(Question), "since", "why", "story")
    answers = [str(answer_page(table, viewer, question, FRAME)) for question in asked]
    about = [(link.question, one) for link in links(table, viewer) for one, _ in link.subjects[:5]]
    answers += [str(answer_page(table, viewer, question, FRAME, one)) for question, one in about]
    reader = StreamClient("b", viewer, 0, 0)
    place: Place = "table" if viewer is None else "seat"
    stream = reader.news(table, [(one.name, one.inside) for one in parts(table, viewer, place)])
    return "".join((*pages, *answers, stream))


def otherwise(game: Game, seat: Seat, chance: Random) -> Game:
    """The same game as all but one seat know it: its cards, tickets and all that lies hidden are others."""
    state = game.state
    held_cards = [card for card, n in state.hands[seat].items() for _ in range(n)]
    papers = [card for card in state.deck if card == "newspaper"]  # no hand ever holds one
    pool = held_cards + [card for card in state.deck if card != "newspaper"]
    chance.shuffle(pool)
    count = state.hand_size(seat)
    hand: dict[Any, int] = {}
    for card in pool[:count]:
        hand[card] = hand.get(card, 0) + 1
    held, offered = list(state.tickets[seat]), list(state.offered.get(seat, ()))
    tickets: list[TicketId] = [*held, *offered, *state.ticket_deck]
    chance.shuffle(tickets)
    rest = tickets[len(held) + len(offered) :]
    other: State = changed(
        state,
        hands={**state.hands, seat: hand},
        deck=(*pool[count:], *papers),
        tickets={**state.tickets, seat: tuple(tickets[: len(held)])},
        offered={
            **state.offered,
            **({seat: tuple(tickets[len(held) : len(held) + len(offered)])} if offered else {}),
        },
        ticket_deck=tuple(rest),
        seed=state.seed + 1,
    )
    return changed(game, state=other)


def moments(edition: str, seed: int) -> Iterator[GameMoment]:
    """A dealt game, played at pages, looked at after each act while it is not over."""
    table = PageTable(edition, seats=("blue", "red", "green"), seed=seed, settings={"trains": 16})
    browsers = {seat: table.join(seat) for seat in table.state.seats}
    become_host(table)
    chance = Random(seed)
    for _ in range(12):
        table.wait(0.7)
        waiting = table.state.waiting_for()
        if not waiting or table.session.over:
            return
        if not act(browsers[waiting[0]], chance):
            browsers[waiting[0]].press("Yes")
        yield table.moment


@pytest.mark.criterion(68, 69)
@pytest.mark.parametrize(
    ("edition", "seed"), [("us-accessible", 3), ("europe", 4), ("legends-of-the-west", 5)]
)
def test_given_a_game_when_one_seat_s_hidden_cards_are_others_then_no_byte_of_other_pages_changes(
    edition: str, seed: int
) -> None:
    compared, chance = 0, Random(seed)
    for moment in moments(edition, seed):
        assert moment.host is not None  # and what the host is shown is compared, too
        state = moment.game.state
        seat = state.seats[compared % len(state.seats)]
        own: dict[Audience, tuple[Any, ...]] = {seat: ()}  # what was said in its ear was said of its cards
        opened: dict[Audience, OpenQuestion] = {**moment.opened, seat: OpenQuestion(9, "something else")}
        other = replace(
            moment,
            game=otherwise(moment.game, seat, chance),
            said={**moment.said, **own},
            opened=opened,
        )
        for viewer in (None, *(one for one in state.seats if one != seat)):
            assert shown(other, viewer, compared) == shown(moment, viewer, compared)
        differs = shown(other, seat, compared) != shown(moment, seat, compared)
        assert differs  # or nothing was compared at all
        compared += 1
    assert compared >= 8


@pytest.mark.criterion(75)
def test_given_private_lists_when_walked_from_outside_then_only_their_ear_has_the_words() -> None:
    table = PageTable(seats=("blue", "red", "green"))
    for presses in range(40):
        table.press(("yes", "forward", "ask", "forward", "yes", "no")[presses % 6])
        words = open_words(table.session, table.session.wording)
        private = {text for audience, text in words.items() if audience in EARS}
        table.show()
        public = table.browser().visit("/")
        assert not [text for text in private if text in public.text]


def test_given_tickets_as_canaries_when_a_game_is_played_at_pages_then_others_never_get_their_names() -> None:
    table = PageTable(seats=("blue", "red"), settings={"trains": 18})
    browsers = {seat: table.join(seat) for seat in table.state.seats}
    public = table.browser()
    chance, seen = Random(7), 0
    for _ in range(40):
        if table.session.over:
            break
        table.wait(0.7)
        act(browsers[table.state.waiting_for()[0]], chance)
        for seat, others in (("blue", (public, browsers["red"])), ("red", (public, browsers["blue"]))):
            canaries = names(table.state, seat)  # type: ignore[arg-type]
            seen += len(canaries)
            for browser in others:
                raw = everything(browser, own=browser is not public)
                assert not [one for one in canaries - all_but(table.state, seat) if one in raw]  # type: ignore[arg-type]
    assert seen > 60


def names(state: State, seat: Seat) -> set[str]:
    """A seat's tickets as they are told."""
    board = state.game_map
    held = (*state.tickets[seat], *state.offered.get(seat, ()))
    return {" to ".join(board.cities[city].name for city in board.tickets[one].cities) for one in held}


def all_but(state: State, seat: Seat) -> set[str]:
    """Names that are on other pages for a good reason: a route between the same cities, another's ticket."""
    board = state.game_map
    routes = {f"{board.cities[one.a].name} to {board.cities[one.b].name}" for one in board.routes.values()}
    return routes | {name for other in state.seats if other != seat for name in names(state, other)}


def everything(browser: Browser, *, own: bool) -> str:
    """All pages that this browser can have."""
    found = []
    private = ("/seat", "/seat/map", "/seat/ask/tickets", "/seat/ask/since") if own else ()
    for path in ("/", "/routes", "/map", *private):
        browser.visit(path)
        found.append(browser.raw)
    return "".join(found)


@pytest.mark.criterion(75)
def test_given_private_words_when_a_stream_tells_of_them_then_no_word_of_them_is_to_be_read_aloud() -> None:
    table = PageTable()
    table.join("blue")
    moment = table.moment
    assert moment.heard("blue")
    reader = StreamClient("b", "blue", 0, 0)
    told = reader.news(moment, [])
    assert "event: yours\ndata: {}" in told
    assert not [entry.text for entry in moment.heard("blue") if entry.text in told]


TOO_DEAR = '{"do":"claim-route","seat":"blue","route":"duluth-helena"}'
SECRET = "you have"  # so a hand is told of


def test_given_a_reason_that_only_its_seat_may_know_when_told_without_scripts_then_no_title_has_it() -> None:
    table = PageTable(game=in_the_middle())
    blue = table.join("blue")
    form = next(one for one in blue.page.forms if any(key.name == "command" for key in one.buttons))
    blue.submit(form, [*form.hidden.items(), ("command", TOO_DEAR)])
    assert SECRET in blue.raw.partition('id="note" class="note private"')[2].partition("</p>")[0]
    assert SECRET not in blue.raw.partition("<title>")[2].partition("</title>")[0]
