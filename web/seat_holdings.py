"""PURE: what seats have: numbers for all to read, the row of cards, a hand and its tickets for one seat."""

from collections.abc import Callable, Sequence

from announce import Evening, page_acts, page_words
from announce.ticket_ways import tickets_done
from engine import Seat, State
from table.moment import GameMoment, Viewer
from tabletop import SHAPES
from web.markup import Html, large, tag, together
from web.question_pages import answered


def seats_table(table: GameMoment, viewer: Viewer) -> Html:
    """A line for every seat, a column for every number that all may know.

    On a narrow screen each seat is a block of its own. Roles are written out, for a browser may forget that
    what is laid out as blocks is a table; each number then shows its column's name.
    """
    state, p = table.counts, table.wording.vocabulary.phrases
    columns = [(page_words.label(p, key), of) for key, of in _columns(state, table.evening)]
    head = (
        tag("th", told, scope="col", role="columnheader")
        for told in (page_words.label(p, "seat"), *(told for told, _ in columns))
    )
    rows = (
        tag(
            "tr",
            tag("th", named(table, seat, viewer), scope="row", role="rowheader"),
            (tag("td", str(of(seat)), role="cell", data_of=told) for told, of in columns),
            role="row",
        )
        for seat in state.seats
    )
    return tag(
        "table",
        tag("thead", tag("tr", head, role="row"), role="rowgroup"),
        tag("tbody", *rows, role="rowgroup"),
        class_="numbers",
        role="table",
        aria_labelledby="seats-heading",
    )


def _columns(state: State, evening: Evening) -> Sequence[tuple[page_words.Label, Callable[[Seat], int]]]:
    found: list[tuple[page_words.Label, Callable[[Seat], int]]] = []
    if state.result is not None:
        totals = {line.seat: line.total for line in state.result.scores}
        found.append(("points", totals.__getitem__))
    elif state.coins:
        found.append(("dollars", lambda seat: state.coins.get(seat, 0)))
    else:
        found.append(("points", lambda seat: state.points[seat]))
    found.append(("trains-left", lambda seat: state.trains[seat]))
    if state.ships:
        found.append(("ships-left", lambda seat: state.ships[seat]))
    if state.cards == "dealt" and not evening.uncounted:
        found.append(("cards-held", state.hand_size))
        found.append(("tickets-held", state.tickets_held))
    return found


def token_of(seat: Seat) -> Html:
    """A picture of a seat's token, which says nothing that its name does not."""
    signs = {"disc": "●", "square": "■", "triangle": "▲", "star": "★", "cross": "✚"}
    return tag("span", signs[SHAPES[seat]], class_=f"token {seat}", aria_hidden="true")


def named(table: GameMoment, seat: Seat, viewer: Viewer = None) -> Html:
    """A seat with its token, as a row of numbers begins."""
    name = table.wording.vocabulary.introduced(seat)
    if seat == viewer:
        name = page_acts.that_is_you(table.wording.vocabulary, name)
    return together(token_of(seat), " ", large(name))


def tickets(table: GameMoment, seat: Seat) -> Html:
    """How many, and each with what is left to do: done, open by so much, or not to be done any more."""
    v, state = table.wording.vocabulary, table.game.state
    told = answered(table, seat, "tickets")
    held = state.tickets.get(seat, ())
    finished = tickets_done(state, seat)
    listed = sorted(held, key=lambda one: (one in finished, held.index(one)))
    items = (tag("li", told) for told in page_acts.tickets_stand(v, state, seat, listed))
    return together(told, tag("ul", *items) if held else None)


def hand_seen(table: GameMoment, seat: Seat) -> Html | None:
    """A hand for the eye; the sentence above it has told the same."""
    v, state = table.wording.vocabulary, table.game.state
    held = [(card, n) for card in state.edition.order if (n := state.hands[seat].get(card, 0))]
    if not held:
        return None
    cards = (tag("li", (swatch(card) for _ in range(n)), " ", v.counted(card, n)) for card, n in held)
    return tag("ul", *cards, class_="cards", aria_hidden="true")


def swatch(colour: str) -> Html:
    """A colour, or that of a card (`ship:red:2`), to be seen; the word that it repeats stands beside it."""
    hue = colour.partition(":")[2].partition(":")[0] or colour
    return tag("span", class_=f"swatch {hue}")
