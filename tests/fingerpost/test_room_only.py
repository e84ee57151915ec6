"""What is for the room alone: it is heard there, and nothing that is read later or elsewhere has it."""

import io

from announce import Wording
from announce.words import Words, tell
from command_line.printed_words import Transcript
from engine import Game
from web.page_part import PagePart

DIGIT = tell("everyone", Words("Digit 2: 7?"), in_the_room=True)


def test_given_a_digit_for_the_room_when_a_journal_keeps_the_screen_then_it_is_not_written_there() -> None:
    out = io.StringIO()
    room = Transcript(out, ears=True)
    room.say(DIGIT, 0.0)
    assert out.getvalue() == "Digit 2: 7?\n"
    room.kept = True
    room.say(DIGIT, 1.0)
    room.again(DIGIT, 2.0)
    assert out.getvalue() == "Digit 2: 7?\n"


def test_given_a_digit_for_the_room_when_said_and_repeated_then_no_page_lists_it() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 5)
    page = PagePart(Wording(game.state.game_map, None), (), [])
    page.say(DIGIT, 0.0)
    page.again(DIGIT, 1.0)
    page.walked(DIGIT, 2.0)
    assert (page._said, page._repeated) == ({}, {})
