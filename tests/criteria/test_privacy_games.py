"""What only one seat may know shows nowhere else: games that differ in it alone sound alike."""

import pytest

from announce import Announcement, Wording
from audio import SpeechQueue
from bots.bot import RandomBot
from engine import ClaimRoute, Command, Game, KeepTickets, Refusal, RouteId, Seat, Undo, arranged, legal
from mqtt.payloads import Encoder, Stamp
from tabletop import DeviceHealth, board_layout
from tests.criteria.panel_table import PanelTable

SEATS: tuple[Seat, ...] = ("blue", "red", "green")
WORDING = Wording(Game.new("us-accessible", "usa", SEATS, "dealt", 1).state.game_map, board_layout("usa"))
DULL = ("purple", "purple", "white", "white", "black", "black", "orange", "orange")
BRIGHT = ("red", "red", "red", "red", "red", "locomotive", "green", "yellow")


def start(seed: int, **red: tuple[str, ...]) -> Game:
    """A dealt game after the choice of tickets, in which red holds these `hands` or `tickets`."""
    game = Game.new("us-accessible", "usa", SEATS, "dealt", seed)
    for seat in SEATS:
        answer = game.do(KeepTickets(seat=seat, tickets=game.state.offered[seat]))
        assert not isinstance(answer, Refusal), answer
        game = answer[0]
    return game.told((arranged(game.state, {what: {"red": held} for what, held in red.items()}),))


def act(game: Game, command: Command) -> tuple[Game, tuple[Announcement, ...]]:
    """The game after a command, and all that is said of it in every ear."""
    answer = game.do(command)
    assert not isinstance(answer, Refusal), answer
    after, events = answer
    return after, WORDING.events(game.state, events, after.state, len(game.events) + 1)


def not_in_reds_ear(told: tuple[Announcement, ...]) -> list[Announcement]:
    return [one for one in told if one.audience != "red"]


def on_the_wire(game: Game) -> tuple[bytes, bytes]:
    """The snapshot and the newest event, as MQTT tells them."""
    encoder, stamp = Encoder("table", "game", "boot"), Stamp(0, bytes(10))
    newest = len(game.events)
    return encoder.state(game.state, stamp), encoder.event(newest, game.events[-1], stamp)


def at_the_table(told: tuple[Announcement, ...]) -> list[tuple[float, str]]:
    """Each sentence of the loudspeaker with its instant, at a tenth of a second a word."""
    queue, at, spoken = SpeechQueue(), 0.0, list[tuple[float, str]]()
    for one in told:
        if one.audience == "everyone":
            queue.put(one, at)
    while (saying := queue.next(at)) is not None:
        spoken.append((at, saying.text))
        at += 0.1 * len(saying.text.split())
        queue.finished()
    return spoken


@pytest.mark.criterion(68)
@pytest.mark.parametrize("seed", range(4))
def test_given_two_games_that_differ_in_one_seats_tickets_when_played_then_all_others_hear_the_same(
    seed: int,
) -> None:
    tickets = sorted(Game.new("us-accessible", "usa", SEATS, "dealt", 1).state.game_map.tickets)
    one, other = start(seed, tickets=tuple(tickets[:3])), start(seed, tickets=tuple(tickets[-3:]))
    bot, heard = RandomBot(seed), 0
    while one.state.phase != "over":
        command = bot.choose(one.state, one.state.waiting_for()[0])
        one, told = act(one, command)
        other, told_other = act(other, command)
        if one.state.phase != "over":
            assert not_in_reds_ear(told) == not_in_reds_ear(told_other)
            assert on_the_wire(one) == on_the_wire(other)
            assert at_the_table(told) == at_the_table(told_other)
            heard += len(told)
    assert heard > 300
    assert told != told_other  # the final scoring tells what the tickets were


@pytest.mark.criterion(69)
@pytest.mark.parametrize("seed", range(4))
def test_given_two_hands_of_equal_size_when_nothing_is_claimed_with_them_then_all_others_hear_the_same(
    seed: int,
) -> None:
    one, other = start(seed, hands=DULL), start(seed, hands=BRIGHT)
    bot, heard, differed = RandomBot(seed), 0, False
    for _ in range(150):
        seat = one.state.waiting_for()[0]
        command = bot.choose(one.state, seat)
        if seat == "red" and isinstance(command, ClaimRoute):
            others = (way for way in legal(one.state) if not isinstance(way, ClaimRoute))
            command = next(others, command)
            if isinstance(command, ClaimRoute):
                break  # nothing else is left to do
        one, told = act(one, command)
        other, told_other = act(other, command)
        assert not_in_reds_ear(told) == not_in_reds_ear(told_other)
        heard += len(told)
        differed = differed or told != told_other
    assert heard > 60
    assert differed  # red itself did hear what it holds


@pytest.mark.criterion(70)
def test_given_secret_reasons_when_refused_then_the_table_hears_one_sentence_and_the_ear_each_reason() -> (
    None
):
    public, private = set(), set()
    for hand in (DULL[:4], BRIGHT[4:]):
        game = start(3, hands=hand)
        while game.state.to_move != "red":
            game, _ = act(game, RandomBot(3).choose(game.state, game.state.waiting_for()[0]))
        table = PanelTable(game=game)
        before = len(table.paper.said)
        table.set_token("red", "helena-omaha")
        said = [one for one in table.paper.said[before:] if one.earcon == "refuse"]
        public |= {one.normal for one in said if one.audience == "everyone"}
        private |= {one.normal for one in said if one.audience == "red"}
        assert all(one.audience in ("everyone", "red") for one in said)
    assert public == {"Not claimed. Red square hears why. Lift the token, please."}
    assert len(private) == 2


def test_given_an_ear_when_it_is_missing_gone_or_back_then_the_table_hears_whose_and_no_more() -> None:
    table = PanelTable(cards="dealt")
    for ear in ("blue", "red"):
        for condition, cause in (("lost", "none"), ("live", ""), ("lost", "unplugged")):
            health = DeviceHealth(device="ear", ear=ear, condition=condition, at=table.at, cause=cause)  # type: ignore[arg-type]
            table.session.handle(health, table.at)
    assert table.words()[-6:] == [
        "Blue disc has no ear yet; its private words wait. Name one, or use the page.",
        "Blue disc's ear is back.",
        "Blue disc's ear is gone; its private words wait. Plug it in, or use the page.",
        "Red square has no ear yet; its private words wait. Name one, or use the page.",
        "Red square's ear is back.",
        "Red square's ear is gone; its private words wait. Plug it in, or use the page.",
    ]


def test_given_an_undo_when_told_then_it_names_the_first_event_that_need_not_be_said_any_more() -> None:
    game = Game.new("us-accessible", "usa", SEATS, "untracked", 1)
    before = len(game.events)
    game, _ = act(game, ClaimRoute(seat="blue", route=RouteId("helena-omaha")))
    _, told = act(game, Undo(seat="blue"))
    assert (told[0].undoes, told[0].audience) == (before + 1, "everyone")


def test_given_more_news_than_can_be_said_when_summed_up_then_its_count_and_the_newest() -> None:
    one = Announcement(audience="everyone", urgency="polite", normal="News of the day.", brief="News.", seq=1)
    summed = WORDING.digest([one] * 40)
    assert summed.startswith("40 things happened. News.") and summed.endswith("Back tells the rest.")
    assert len(summed.split()) <= 25
