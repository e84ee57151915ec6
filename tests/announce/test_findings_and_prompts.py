"""Findings and prompts: each member of each union has words by the rules."""

from typing import get_args

import pytest

from announce import Wording
from announce.talks.told import ROWS
from dialog import (
    Acts,
    Cards,
    Mode,
    Payment,
    PaymentBegins,
    Prompt,
    Said,
    Second,
    TakeBack,
    Tickets,
    Where,
)
from dialog.setup import SetupMode
from engine import (
    Card,
    ClaimRoute,
    GameMap,
    RouteId,
    State,
)
from reconcile import (
    Fallen,
    RefusedLifted,
    Restored,
    SensesDiffer,
    SpokenFinding,
    TokenSettled,
    WaitForView,
    WhoseToken,
)
from tests.announce.every_mode import MODES
from tests.announce.every_saying import FINDINGS, PRIVATE, PROMPTS
from tests.announce.sayings import BLACK, DENVER_OMAHA, LONG, TICKETS, WISH, Complaints, Saying, pay, say
from tests.dialog.kinds import kinds


def test_given_all_findings_when_listed_then_none_is_missing() -> None:
    assert {type(one) for one in FINDINGS} == set(get_args(SpokenFinding))


def test_given_all_prompts_when_listed_then_none_is_missing() -> None:
    every = {*kinds(Mode), *kinds(Prompt)}
    assert {type(one.said) for one in (*MODES, *PROMPTS)} == every
    set_up = {*kinds(SetupMode, set_up=True), *kinds(Prompt, set_up=True)}
    assert set(ROWS) == (every | set_up) - {Where}
    for kind in kinds(Mode) | kinds(SetupMode, set_up=True):
        assert ROWS[kind].where is not None, kind
    for one in (*MODES, *PROMPTS):
        silent = isinstance(one.said, Mode) and one.said.traits.quiet
        assert isinstance(one.said, Where) or silent == (ROWS[type(one.said)].told is None), one.said


@pytest.mark.parametrize("finding", FINDINGS, ids=str)
def test_given_a_finding_when_told_then_everyone_hears_words_by_the_rules(
    usa: GameMap, wording: Wording, state: State, complaints: Complaints, finding: SpokenFinding
) -> None:
    for words in (wording, Wording(usa, None)):
        (told,) = words.finding(finding, state)
        assert told.audience == "everyone"
        assert told.earcon is not None
        assert not complaints(told)


@pytest.mark.parametrize("saying", PROMPTS, ids=str)
def test_given_a_prompt_when_told_then_private_ones_go_to_their_ear(
    wording: Wording, state: State, untracked: State, complaints: Complaints, saying: Saying
) -> None:
    for moment in (state, untracked):
        (told,) = wording.prompt(saying.said, saying.at(moment))
        assert told.normal
        assert not complaints(told)
        assert told.audience == ("blue" if isinstance(saying.said, PRIVATE) else "everyone")


def test_given_where_am_i_in_a_payment_when_asked_then_no_number_reaches_the_table(
    wording: Wording, state: State
) -> None:
    where = Where(Payment((WISH,) * 5, 1))
    assert not any(letter.isdigit() for letter in wording.prompt(where, state)[0].normal)
    (told,) = wording.prompt(where, state, "red")
    assert (told.audience, told.normal[:7]) == ("red", "2 of 5.")


def test_given_the_journeys_findings_when_told_then_in_their_words(
    wording: Wording, untracked: State
) -> None:
    def said(finding: SpokenFinding) -> tuple[str, str]:
        (told,) = wording.finding(finding, untracked)
        return told.normal, told.text("brief")

    assert said(WhoseToken(site=DENVER_OMAHA, guess="blue")) == (
        "A token on Denver to Omaha. Blue disc's? Yes, or No for another seat.",
        "Blue disc's, Denver to Omaha?",
    )
    assert said(Fallen(tokens=((DENVER_OMAHA, "red"),))) == (
        "Red square's token fell off Denver to Omaha. "
        "Put it back, middle, 6 centimetres north-east of Denver.",
        "Fallen: red square, Denver to Omaha.",
    )
    assert said(Restored(site=DENVER_OMAHA, left=0)) == ("Denver to Omaha is right again.", "Right.")
    assert said(RefusedLifted(site=DENVER_OMAHA))[0] == "Clear. Blue disc to move."
    assert said(SensesDiffer(site=DENVER_OMAHA, felt=False, looks="blue")) == (
        "I see a token at Denver to Omaha but do not feel it. Press it down, "
        "or Yes if blue disc's stands there.",
        "Press it down: Denver to Omaha.",
    )
    assert said(WaitForView(site=DENVER_OMAHA)) == (
        "I wait for a free view of Denver to Omaha.",
        "Hands off Denver to Omaha, please.",
    )


def test_given_the_journeys_prompts_when_told_then_in_their_words(wording: Wording, state: State) -> None:
    def said(prompt: Said, **changes: object) -> str:
        return wording.prompt(prompt, say(prompt, **changes).at(state))[0].normal

    assert said(Payment((pay(BLACK, BLACK, BLACK), WISH))) == "Pay 3 black? Forward: 2 black, 1 locomotive."
    assert said(PaymentBegins(wish=ClaimRoute(seat="blue", route=RouteId(DENVER_OMAHA)))) == (
        "Blue disc wants Denver to Omaha, and chooses the cards."
    )
    assert said(Acts(("deck",) * 5)) == "Deck. 1 of 5."
    assert said(Cards(), row=(Card("red"),)) == "Number 1, a red card."
    assert said(Second()) == "Second card: deck? Forward for the row."
    assert said(Tickets("blue", (TICKETS[1], *TICKETS[:2])), keep_at_least=1) == (
        "1 of 3: Denver to El Paso, 4 points, nearest way 2 routes, 4 trains. Keep? Keep 1 or more."
    )
    assert said(TakeBack("blue", DENVER_OMAHA, True)) == (
        "Cards were shown since. Does the whole table agree to take back Denver to Omaha?"
    )


def test_given_a_token_settled_when_sounded_then_there_are_no_words(wording: Wording) -> None:
    (placed,) = wording.sound(TokenSettled(site=LONG, change="placed", seat="red"))
    (lifted,) = wording.sound(TokenSettled(site=LONG, change="lifted", seat=None))
    assert (placed.normal, placed.earcon, placed.timbre) == ("", "place", "red")
    assert (lifted.normal, lifted.earcon, lifted.timbre) == ("", "lift", None)
