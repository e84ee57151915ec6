"""Programs that play a seat at a table: the table goes on while they think, and hears where they fail."""

from bots.bot import GreedyBot, kind_of
from bots.talk import Mishap
from dialog import OfTheEvening
from engine import Command, Game, Seat
from table.ports import PROGRAM
from table.stand_ins import KIND, bots_noted, bots_to_note, programs_noted
from tests.criteria.panel_table import PanelTable


class Slow:
    """Answers when it is told to; until then it thinks."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.kind, self.ready = seat, PROGRAM, False
        self.asked: list[Game] = []
        self.mishaps: list[Mishap] = []
        self.taken_over = False

    def think(self, game: Game) -> Command | None:
        self.asked.append(game)
        return GreedyBot(5).choose(game.state, self.seat) if self.ready else None

    def fails(self, *kinds: str) -> None:
        self.mishaps += [Mishap(self.seat, 1, kind) for kind in kinds]  # type: ignore[arg-type]


def table_of(program: Slow) -> PanelTable:
    """Its first choice is due."""
    table = PanelTable("us-accessible", "dealt", ("blue", "red"), bots={program.seat: program}, seed=5)
    table.wait(4.0)
    return table


def heard(table: PanelTable) -> list[str]:
    """What is said in the next two seconds."""
    before = len(table.words())
    table.wait(2.0)
    return table.words()[before:]


def test_given_a_bot_of_ours_that_thinks_beside_the_table_when_noted_then_the_game_goes_on_with_it() -> None:
    ours = Slow("red")
    ours.kind = "strong"
    noted = bots_to_note({"red": ours, "blue": Slow("blue")})[KIND]
    assert noted == {"red": "strong", "blue": PROGRAM}
    known = bots_noted(noted, Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 5).state)
    assert known is not None
    assert {seat: kind_of(bot) for seat, bot in known.items()} == {"blue": "greedy", "red": "strong"}
    assert programs_noted(noted) == {"blue"}


def test_given_a_program_that_thinks_then_the_table_goes_on_and_it_is_asked_once_of_one_game() -> None:
    program = Slow("red")
    table = table_of(program)
    assert "red" in table.state.offered
    table.lose_hub()  # an event, and yet the same question
    table.wait(4.0)
    assert len(program.asked) > 10
    assert len({id(game) for game in program.asked}) == 1
    program.ready = True
    table.wait(2.0)
    assert "red" not in table.state.offered


def test_given_a_late_program_then_the_table_hears_that_the_planner_played() -> None:
    program = Slow("red")
    table = table_of(program)
    program.fails("late")
    program.ready = True
    said = heard(table)
    assert said[0] == "Red square's program was late; the planner played."
    assert said[1].startswith("Red square keeps ")


def test_given_a_program_that_has_mended_what_it_got_wrong_then_nobody_hears_of_it() -> None:
    program = Slow("red")
    table = table_of(program)
    program.fails("refused", "unreadable")
    program.ready = True
    assert not any("program" in words for words in heard(table))


def test_given_a_program_that_is_taken_over_then_that_is_said_once() -> None:
    program = Slow("red")
    table = table_of(program)
    program.fails("gone", "taken-over")
    program.taken_over = program.ready = True
    said = heard(table)
    assert said[0] == "Red square's program is gone; the planner plays on."
    while table.state.to_move != "red":
        table.press("yes")
        table.wait(4.0)
    assert not any("program" in words for words in table.words()[-3:])


def test_given_a_program_then_only_that_it_was_one_is_noted() -> None:
    noted = bots_to_note({"red": Slow("red"), "blue": GreedyBot(5)})
    assert noted == {"bots": {"red": "program", "blue": "greedy"}}
    assert programs_noted(noted["bots"]) == {"red"}
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 5)
    bots = bots_noted(noted["bots"], game.state) or {}
    assert [type(bot) for bot in bots.values()] == [GreedyBot, GreedyBot]


def test_given_a_bot_that_has_chosen_tickets_when_asked_why_then_the_table_hears_no_ticket_of_it() -> None:
    table = PanelTable("us-accessible", "dealt", ("blue", "red"), bots={"red": GreedyBot(5)}, seed=5)
    for _ in range(20):
        table.wait(1.0)
        if "red" not in table.state.offered:
            break
    table.session.perform(OfTheEvening("why", "blue"), table.at)
    told = table.words()[-1]
    assert told.startswith("Red square kept those of its tickets that it thinks it can join.")
    v = table.session.wording.vocabulary
    for ticket in table.state.tickets["red"]:
        assert not any(v.city(city) in told for city in table.state.game_map.tickets[ticket].cities)
