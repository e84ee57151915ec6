"""What a hand, a ticket or a mix is in cannot be told to everyone: it does not type-check."""

import ast
from pathlib import Path

import pytest
from mypy import api

import announce

FOLDER = Path(announce.__file__).parent
MAY_SEE_A_STATE = {
    "private",
    "whispered",
    "refusals/paying",
    "refusals/reply",  # the type of what is for an ear
    "refusals/__init__",  # hands it on to those who may see all of it
    "still_missing",
    "ticket_ways",
    "talks/far_words",
    "talks/tickets",  # in the ear: all that they word is `Private` or an announcement for one seat
    "public",  # opens what the end of a game opens
    "wording",
    "answers",
    "talks/kit",
    "talks/told",
    "story",  # take a state, and hand it on to those who may see all of it or its open part
    "page_acts",  # a seat's own page
}
"""Whoever words for everyone takes a `PublicState`; one who words for an ear stands here."""
HEAD = """
from announce.card_words import tickets_drawn
from announce.answers import _tickets
from announce.private import hand
from announce.public import DealtTickets, DrawnCard, PublicState
from announce.talks.kit import aloud, in_an_ear, to_a_seat
from announce.talks.mix import mix
from announce.talks.pay import payment
from announce.talks.tickets import ticket_offered
from announce.vocabulary import Vocabulary
from announce.words import Words, tell, together, whisper, whispers
from dialog import ChooseMix, Payment, Tickets
from engine import Seat, State, TicketsDealt

def sample(
    v: Vocabulary, state: State, table: PublicState, seat: Seat, drawn: DrawnCard, dealt: DealtTickets,
    pay: Payment, pieces: ChooseMix, ticket: Tickets, event: TicketsDealt,
) -> None:
"""
RIGHT = """
    tell("everyone", Words(f"{len(table.deck)} {table.hand_size(seat)} {len(table.offered)}"))
    tell("everyone", tickets_drawn(v, event))
    whispers(seat, hand(v, state.hands[seat]))
    whispers(seat, _tickets(v, seat, state))
    whisper(seat, payment(v, pay, table))
    whisper(seat, mix(v, pieces, table))
    whisper(seat, ticket_offered(v, ticket, state))
    in_an_ear(Tickets, ticket_offered)
"""
WRONG = {
    "a hand's words": 'tell("everyone", hand(v, state.hands[seat]))',
    "its words joined": "together([Words(''), payment(v, pay, table)])",
    "tickets' words": 'tell("everyone", _tickets(v, seat, state))',
    "a ticket to choose": 'tell("everyone", ticket_offered(v, ticket, state))',
    "cards to pay": 'tell("everyone", payment(v, pay, table))',
    "a mix": 'tell("everyone", mix(v, pieces, table))',
    "private words by the wrong door": 'whisper("everyone", payment(v, pay, table))',
    "their text": "payment(v, pay, table).normal",
    "a ticket by a row for everyone": "aloud(Tickets, ticket_offered)",
    "a payment by a row for everyone": "aloud(Payment, payment)",
    "a mix by a row without a secret": "to_a_seat(ChooseMix, mix, lambda mode, state, asker: asker)",
    "a hand of the open state": "table.hands[seat]",
    "tickets of the open state": "table.tickets[seat]",
    "mixes of the open state": "table.chosen[seat]",
    "a deck's next card": "table.deck[0]",
    "tickets offered": "table.offered[seat]",
    "a card drawn": "drawn.card",
    "tickets dealt": "dealt.tickets",
}


@pytest.mark.criterion(71)
def test_given_what_holds_a_secret_when_told_to_everyone_then_it_does_not_type_check(tmp_path: Path) -> None:
    lines = "".join(f"    {line}\n" for line in WRONG.values())
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(HEAD + RIGHT, encoding="utf-8")
    wrong.write_text(HEAD + lines, encoding="utf-8")
    found, trouble, _ = api.run(["--strict", "--no-error-summary", str(right), str(wrong)])
    assert not trouble and f"{right}:" not in found, found
    first = len(HEAD.splitlines()) + 1
    for number, what in enumerate(WRONG, first):
        assert f"{wrong.name}:{number}: error" in found, what


@pytest.mark.criterion(71)
def test_given_the_sources_when_read_then_only_those_who_word_for_an_ear_name_a_state() -> None:
    sources = {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in FOLDER.rglob("*.py")}
    named = {name for name, path in sources.items() if "State" in imported(path)}
    assert named <= MAY_SEE_A_STATE, "who words for everyone takes a PublicState"


@pytest.mark.criterion(71)
def test_given_the_sources_when_read_then_private_words_are_opened_in_one_place_only() -> None:
    for path in FOLDER.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        opened = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr == "_inside"]
        calls = [node.func for node in nodes if isinstance(node, ast.Call)]
        made = [called for called in calls if isinstance(called, ast.Name) and called.id == "Announcement"]
        assert path.stem == "words" or not (opened or made), path.name


def imported(path: Path) -> set[str]:
    """The names that a module takes from elsewhere."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
