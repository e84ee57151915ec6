"""Criterion 60: a stored game in eight steps of 150 words, and each of them is true."""

import re
from collections.abc import Sequence

import pytest

from announce import LEVELS, Announcement, Deed, Wording
from announce.lasting import LONGEST_S, ROOM_S, spoken_s
from bots.bot import RandomBot
from engine import CardMode, FinalRoundStarted, Game, RouteClaimed, Seat, TurnStarted, Undo
from table.retelling import deeds
from tests.criteria.panel_table import PanelTable, done
from tests.criteria.told_games import MODES, NAMES, game_of, worded

LIMITS = {"brief": 12, "normal": 25, "full": 40}


def deeds_of(name: str, cards: CardMode, seats: int, seed: int) -> list[Deed]:
    return [(act.events, act.after) for act in game_of(name, cards, seats, seed)]


def words_of(name: str, text: str) -> int:
    """The words as a listener counts them: a city or a seat is one."""
    v = worded(name).vocabulary
    names = [*v.cities(), *(v.seat(seat) for seat in ("blue", "red", "green", "yellow", "black"))]
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    spoken = re.sub(pattern, "Name", text, flags=re.IGNORECASE).split()
    return sum(word[0].isalnum() for word in spoken)


def changes(told: Sequence[Deed]) -> list[tuple[Seat, int, int, bool]]:
    """Who came to lead alone, with how many to how many, from the second leader on; True: never before."""
    leaders: list[tuple[Seat, int, int, bool]] = []
    for _, after in told:
        points = after.coins or after.points
        top = max(points.values())
        ahead = [seat for seat in after.seats if points[seat] == top]
        if len(ahead) == 1 and (not leaders or leaders[-1][0] != ahead[0]):
            first = ahead[0] not in {one[0] for one in leaders}
            leaders.append((ahead[0], top, sorted(points.values())[-2], first))
    return leaders[1:]


def complaints(name: str, told: Sequence[Announcement]) -> list[str]:
    """Where the story is too long, not in order, or not for everyone."""
    wrong = [
        one.text(level) for one in told for level in LEVELS if words_of(name, one.text(level)) > LIMITS[level]
    ]
    wrong += [
        one.normal for one in told if one.audience != "everyone" or re.search(r"\d\s+\d|[{}]", one.normal)
    ]
    for level in LEVELS:
        total = sum(words_of(name, one.text(level)) for one in told)
        wrong += [f"{total} words"] if total > 150 else []
    places = [f"{n} of {len(told)}." in one.normal for n, one in enumerate(told, 1)]
    return wrong + ([] if all(places) and len(told) <= 8 else [f"{len(told)} steps"])


@pytest.mark.criterion(60)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cards", MODES)
@pytest.mark.parametrize("seats", [2, 5])
def test_given_a_stored_game_when_told_in_a_minute_then_it_is_short_and_true(
    name: str, cards: CardMode, seats: int
) -> None:
    for seed in (1, 2):
        all_told, wording = deeds_of(name, cards, seats, seed), worded(name)
        v, story = wording.vocabulary, wording.story(all_told)
        assert not complaints(name, story)
        text = [one.normal.lower() for one in story]
        claims, turn = [], 0
        rounds = []
        for event in (event for events, _ in all_told for event in events):
            match event:
                case TurnStarted():
                    turn = event.turn
                case RouteClaimed():
                    claims.append((turn, event))
                case FinalRoundStarted():
                    rounds.append(f"turn {turn}: {v.seat(event.seat)} brings the last round.")
        first_turn, first = claims[0]
        assert (
            f"turn {first_turn}: {v.seat(first.seat)} opens with {v.route(first.route).lower()}." in text[0]
        )
        assert [line.split(". ", 1)[1] for line in text if "last round" in line] == rounds
        turns = [int(found[1]) for line in text if (found := re.search(r"turn (\d+): ", line))]
        assert turns == sorted(turns)  # the last round was told behind what came after it
        steps = worded(name).scores(all_told[-1][1])
        _, end = text[-1].split(". ", 1)
        at = next(place for place, step in enumerate(steps) if step.earcon == "win")
        said = " ".join(step.normal.lower() for step in steps[at : at + 3] if step.earcon in ("win", None))
        won, _, others = end.partition(". ")
        result = all_told[-1][1].result
        assert result is not None
        total = v.number(max(line.total for line in result.scores))
        assert won.split()[:2] == said.split()[:2] and total in won and others in said
        if not others:  # left out where there is no room for them
            rest = said.partition(". ")[2].partition(" takes the caboose")[0]
            assert spoken_s(f"8 of 8. {won}. {rest}", "en") > ROOM_S
        leads = changes(all_told)
        shown = leads if len(leads) <= 3 else leads[-2:]
        told_leads = [line for line in text if re.search("leads( for the first time)?, ", line)]
        assert len(told_leads) == len(shown)
        for line, (seat, own, other, never) in zip(told_leads, shown, strict=True):
            assert v.seat(seat) in line
            assert line.endswith(f", {v.number(own)} to {v.number(other)}.")
            takes = re.search(r"turn (\d+): (.*) takes (.*) and leads", line)
            newly = never and takes is not None
            assert newly or "for the first time" not in line
            whole = line.replace(" and leads,", " and leads for the first time,") if newly else line
            assert whole == line or spoken_s(whole, "en") > ROOM_S  # left out where there is no room for it
            if takes:
                assert (int(takes[1]), takes[3].rstrip(",")) in [
                    (at, v.route(claim.route).lower()) for at, claim in claims if claim.seat == seat
                ]
        assert (len(leads) > 3) == any(f"the lead changed {len(leads)} times." in line for line in text)
        longest = next(line for line in text if "longest claims" in line)
        lengths = [int(n) for n in re.findall(r"(\d+) (?:train|ship)", longest)]
        true = sorted((claim.length for _, claim in claims), reverse=True)
        assert lengths and lengths == true[: len(lengths)]  # two where both have room in 8 s
        built = {**all_told[-1][1].stations, **all_told[-1][1].harbors}
        assert any("built: " in line for line in text) == bool(built)


@pytest.mark.criterion(60)
@pytest.mark.parametrize("name", NAMES)
def test_given_a_game_that_is_not_over_when_told_then_it_is_said_to_be_so(name: str) -> None:
    whole = deeds_of(name, "dealt", 3, 1)
    for number in (1, 3, len(whole) // 2):
        story = worded(name).story(whole[:number])
        assert not complaints(name, story)
        assert "The game is not over: " in story[-1].normal


@pytest.mark.criterion(60)
def test_given_a_claim_taken_back_when_the_log_is_told_then_it_is_left_out() -> None:
    game = begun = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    bot, wording = RandomBot(3), worded("us-accessible")
    while not any(isinstance(event, RouteClaimed) for event in game.events):
        game = done(game, bot.choose(game.state, game.state.waiting_for()[0]))
    assert "opens with" in wording.story(deeds(game))[0].normal
    game = done(game, Undo(seat="blue"))
    assert "No route was claimed." in wording.story(deeds(game))[0].normal
    assert (
        wording.story(deeds(begun))[-1].normal == "2 of 2. The game is not over: blue disc 0, red square 0."
    )


@pytest.mark.criterion(60)
@pytest.mark.parametrize("name", NAMES)
def test_given_a_game_when_its_acts_are_found_in_its_log_then_the_story_is_the_same(name: str) -> None:
    acts, wording = game_of(name, "dealt", 3, 1), worded(name)
    game = Game.replay([event for act in acts for event in act.events], acts[0].after.game_map)
    assert wording.story(deeds(game)) == wording.story(deeds_of(name, "dealt", 3, 1))


@pytest.mark.criterion(60)
def test_given_a_game_that_is_over_when_asked_for_then_the_panel_has_it_told() -> None:
    acts = game_of("us-accessible", "dealt", 3, 1)
    game = Game.replay([event for act in acts for event in act.events])
    table, first = PanelTable(cards="dealt", game=game), "The game in a minute, 1 of "
    assert not any(first in said for said in table.press("ask", "ask"))
    told = [one.normal for one in worded("us-accessible").story(deeds(game))]
    assert told[0].startswith(first)
    assert table.pick("menu", "others", "story")[-len(told) :] == told


@pytest.mark.criterion(60)
@pytest.mark.criterion(83)
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_given_a_game_of_five_that_is_not_over_when_told_then_eight_steps_and_none_too_long(
    language: str,
) -> None:
    name = "us-accessible"
    told = deeds_of(name, "dealt", 5, 1)
    wording = Wording(told[0][1].game_map, None, language=language)
    for many in range(len(told) // 2, len(told) - 1, 5):
        steps = wording.story(told[:many])
        assert len(steps) <= 8
        assert all(spoken_s(step.normal, language) <= LONGEST_S for step in steps)
