"""A friend who plays by page alone: the table is told which token to set; the claim counts when it stands."""

from pathlib import Path

import pytest

from dialog import Phone, TokenWanted
from engine import CardMode, Game
from storage.resume import begin, resume
from tabletop import SiteId
from tests.criteria.second_sitting import goes_on
from tests.web.browser import Browser
from tests.web.hands import dealt
from tests.web.page_table import PageTable

PLEASE = "Set blue disc's token on Denver to Omaha, please."
WAITS = "The table is asked to set your token on Denver to Omaha. It counts when it stands."


def claim(browser: Browser, route: str = "denver-omaha") -> None:
    """Claim it at a seat's own page, the first way to pay."""
    browser.visit(f"/seat/claim?route={route}")
    (form,) = (form for form in browser.page.forms if form.action == "/seat/act")
    browser.submit(form, [*form.hidden.items(), (form.buttons[0].name, form.buttons[0].value)])


def tables(cards: CardMode) -> PageTable:
    return dealt("us-accessible", 4) if cards == "dealt" else PageTable(cards="untracked")


@pytest.mark.criterion(84)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_a_claim_at_a_page_when_its_token_stands_then_it_counts_and_not_before(
    cards: CardMode,
) -> None:
    table = tables(cards)
    blue, red = table.join("blue"), table.join("red")
    before = table.state
    claim(blue)
    table.wait(0.3)
    assert table.words()[-1] == PLEASE
    assert WAITS in blue.visit("/seat").text
    assert "It stands" not in blue.page.text and "It stands" in table.browser().page.text
    assert "Claim a route" not in blue.page.links and "denver-omaha" not in table.state.owners
    assert WAITS not in red.visit("/seat").text and PLEASE in red.page.text
    assert table.state == before
    said = table.set_token("blue", "denver-omaha")
    assert said[0].startswith("Blue disc claims Denver to Omaha")
    assert table.state.owners == {"denver-omaha": "blue"}
    table.wait(0.1)
    table.show()
    told = len(table.paper.said)
    assert WAITS not in blue.visit("/seat").text
    table.wait(30.0)
    assert not table.session.tracker.differences(table.state)
    assert PLEASE not in table.words(told)


@pytest.mark.criterion(84)
def test_given_a_claim_that_waits_when_its_token_does_not_come_then_nothing_ends_it() -> None:
    table = dealt("us-accessible", 4)
    claim(table.join("blue"))
    table.wait(0.3)
    table.paper.said.clear()
    table.wait(600.0)
    assert [one for one in table.words() if one != PLEASE] == []
    assert table.words() == [PLEASE] and isinstance(table.mode, TokenWanted)
    assert table.press("ask")[-1] == (
        "Blue disc waits for its token on Denver to Omaha. Set it there, or Yes if it stands. No leaves it."
    )
    said = table.press("yes")
    assert said[0].startswith("Blue disc claims Denver to Omaha")


@pytest.mark.criterion(84)
@pytest.mark.parametrize("who", ["page", "table"])
def test_given_a_claim_that_waits_when_it_is_left_then_nothing_is_claimed_and_the_turn_is_the_same(
    who: str,
) -> None:
    table = dealt("us-accessible", 4)
    blue = table.join("blue")
    before = table.state
    claim(blue)
    table.wait(0.8)
    told = len(table.paper.said)
    if who == "page":
        blue.visit("/seat")
        blue.press("Take this claim back")
    else:
        table.press("no")
    assert table.words(told)[0] == "Blue disc leaves Denver to Omaha."
    assert table.state == before and not isinstance(table.mode, TokenWanted)
    table.show()
    assert "Claim a route" in blue.visit("/seat").links
    table.wait(30.0)
    assert PLEASE not in table.words(told)
    claim(blue, "denver-helena")
    table.wait(0.3)
    assert table.words()[-1] == "Set blue disc's token on Denver to Helena, please."


@pytest.mark.criterion(84)
def test_given_a_claim_that_waits_when_its_own_seat_says_that_it_stands_or_acts_otherwise_then_no() -> None:
    table = dealt("us-accessible", 4)
    blue = table.join("blue")
    claim(blue)
    draws = next(form for form in table.join("red").page.forms)  # not blue's to use
    assert draws.action != "/seat/act"
    table.wait(0.8)
    blue.visit("/seat")
    blue.press("Yes")
    assert "Whoever stands at the board says that your token stands." in blue.page.text
    claim(blue, "denver-helena")  # a page that was opened before
    assert "Your token is still waited for; take that claim back first." in blue.page.text
    assert not table.state.owners and isinstance(table.mode, TokenWanted)


@pytest.mark.criterion(84)
def test_given_a_claim_that_waits_when_its_token_is_set_elsewhere_then_told_where() -> None:
    table = dealt("us-accessible", 4)
    claim(table.join("blue"))
    table.wait(0.3)
    said = table.set_token("blue", "denver-helena")
    assert said == ["Not Denver to Helena: blue disc wants Denver to Omaha. Move its token, please."]
    table.lift("denver-helena")
    assert not table.state.owners
    table.set_token("blue", "denver-omaha")
    assert table.state.owners == {"denver-omaha": "blue"}


@pytest.mark.criterion(84)
def test_given_cards_in_hands_when_the_next_seat_sets_its_token_first_then_the_friends_turn_goes_on() -> None:
    table = PageTable(cards="untracked")
    claim(table.join("blue"))
    table.wait(0.3)
    said = table.set_token("red", "denver-helena")
    assert said == ["Not yet, red square: blue disc waits for its token on Denver to Omaha. Lift yours."]
    assert table.state.to_move == "blue" and not table.state.owners
    table.set_token("blue", "denver-omaha")
    assert table.state.owners["denver-omaha"] == "blue"  # type: ignore[index]
    asked = table.words()[-1]
    assert asked.startswith("A token stands on Denver to Helena. Claim it?")  # red's, whose turn it is now
    table.press("yes")
    assert table.state.owners["denver-helena"] == "red"  # type: ignore[index]


@pytest.mark.criterion(84)
def test_given_a_token_that_stands_already_when_its_claim_is_made_at_the_page_then_it_counts() -> None:
    table = dealt("us-accessible", 4)
    blue = table.join("blue")
    table.set_token("blue", "denver-omaha")
    table.press("no")  # the payment is left; the token stays where it is
    claim(blue)
    table.wait(2.0)
    assert table.state.owners == {"denver-omaha": "blue"}


@pytest.mark.criterion(84)
def test_given_a_question_at_the_table_when_a_friend_claims_then_the_token_is_asked_for_after_it() -> None:
    table = dealt("us-accessible", 4)
    blue = table.join("blue")
    table.session.common.effects(table.session.panel.ask(Phone("red"), table.at), table.at)
    claim(blue)
    table.wait(1.0)
    assert PLEASE not in table.words() and WAITS in blue.visit("/seat").text
    table.press("yes")
    table.wait(0.3)
    assert table.words()[-1] == PLEASE


@pytest.mark.criterion(84)
def test_given_a_claim_that_waits_when_tokens_fall_and_are_put_back_then_it_is_asked_for_again() -> None:
    table = PageTable(cards="untracked")
    blue, red = table.join("blue"), table.join("red")
    for browser, seat, route in ((blue, "blue", "denver-omaha"), (red, "red", "denver-helena")):
        claim(browser, route)
        table.wait(0.3)
        table.set_token(seat, route)  # type: ignore[arg-type]
        table.show()
    claim(blue, "denver-phoenix")
    table.wait(0.3)
    table.lift("denver-omaha")
    table.lift("denver-helena")
    table.set_token("blue", "denver-omaha")
    table.set_token("red", "denver-helena")
    table.wait(25.0)
    assert table.words()[-1] == "Set blue disc's token on Denver to Phoenix, please."
    table.set_token("blue", "denver-phoenix")
    assert table.state.owners["denver-phoenix"] == "blue"  # type: ignore[index]


@pytest.mark.criterion(84)
def test_given_a_claim_that_waits_when_the_table_undoes_what_it_hangs_on_then_it_waits_no_more() -> None:
    table = PageTable(cards="untracked")
    blue, red = table.join("blue"), table.join("red")
    claim(blue)
    table.wait(0.3)
    table.set_token("blue", "denver-omaha")
    table.show()
    claim(red, "denver-helena")
    table.wait(0.3)
    assert isinstance(table.mode, TokenWanted)
    table.lift("denver-omaha")  # in grace: taken back
    table.press("yes")
    table.wait(1.0)
    assert table.state.to_move == "blue" and not table.state.owners
    assert (
        not isinstance(table.mode, TokenWanted) and "token" not in red.visit("/seat").text.split("Panel")[0]
    )


@pytest.mark.criterion(84)
def test_given_a_power_cut_while_a_token_is_waited_for_when_the_game_goes_on_then_it_is_asked_for_again(
    tmp_path: Path,
) -> None:
    first = begin(tmp_path / "game", Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1))
    table = PageTable(game=first.game, store=first.store)
    claim(table.join("blue"))
    first.store.close()  # before the table has heard of it
    for stands, words in (([], PLEASE), (["denver-omaha"], "A token on Denver to Omaha. Blue disc's?")):
        again = resume(tmp_path / "game")
        session, said = goes_on(again.game, again.store, [SiteId(site) for site in stands])
        assert said[-1].startswith(words), said
        assert session.board.wishes.of("blue") is not None and not session.game.state.owners


@pytest.mark.criterion(84)
def test_given_a_claim_that_waits_when_others_look_then_no_card_of_it_is_told() -> None:
    shown = list[str]()
    for way in (0, -1):
        table = dealt("us-accessible", 4)
        blue, red = table.join("blue"), table.join("red")
        blue.visit("/seat/claim?route=denver-omaha")
        (form,) = (form for form in blue.page.forms if form.action == "/seat/act")
        button = form.buttons[way]
        blue.submit(form, [*form.hidden.items(), (button.name, button.value)])
        table.wait(0.3)
        red.visit("/seat")
        shown.append("".join((*table.words(), red.page.text, table.browser().page.text)))
        assert len({one.value for one in form.buttons}) > 1
    assert shown[0] == shown[1]


@pytest.mark.criterion(84)
def test_given_no_sense_that_could_feel_a_token_when_a_friend_claims_then_it_counts_at_once() -> None:
    table = dealt("us-accessible", 4)
    blue = table.join("blue")
    table.lose_hub()
    claim(blue)
    assert table.state.owners == {"denver-omaha": "blue"}
