"""Showing a table's tokens: what is asked for, what is learned, and that it makes reading right."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.hands import Hand
from tabletop import TOKEN_COLOURS, BoardLayout, LessonNews, Shape, SiteId, TokenColour, board_layout
from vision import BoardReader, Frame, TokenLesson, TokenLooks, parse_looks

USA = board_layout("usa")
PINS = [site.id for site in USA.pins()]
OTHER: dict[TokenColour, tuple[int, int, int]] = {"green": (150, 205, 40), "blue": (120, 60, 160)}
Stands = Mapping[SiteId, TokenColour]


def _tokens(rgb: Mapping[TokenColour, tuple[int, int, int]], footprint_mm: float = 18.0) -> BoardLayout:
    tokens = replace(USA.tokens, rgb={**USA.tokens.rgb, **rgb}, footprint_mm=footprint_mm)
    return replace(USA, tokens=tokens)


class _Table:
    """A filmed table at two and a half frames a second."""

    def __init__(self, layout: BoardLayout) -> None:
        self.camera = SimulatedCamera(layout, seed=6)
        self.stands: dict[SiteId, TokenColour] = {}
        self.hand: Hand | None = None
        self._number = 0

    def frames(self, count: int) -> Iterator[Frame]:
        for _ in range(count):
            yield self.camera.render(self.stands, at=self._number / 2.5, number=self._number, hand=self.hand)
            self._number += 1


def _shown(lesson: TokenLesson, table: _Table, count: int = 5) -> list[LessonNews]:
    return [news for frame in table.frames(count) for news in lesson.look(frame)]


def _taught(table: _Table, layout: BoardLayout = USA) -> TokenLooks:
    """The whole lesson, a seat after another, two tokens each."""
    lesson = TokenLesson(layout, table.camera.model)
    _shown(lesson, table)
    for place, seat in enumerate(TOKEN_COLOURS):
        table.stands = {PINS[7 * place + 3]: seat, PINS[9 * place + 40]: seat}
        _shown(lesson, table)
    looks = lesson.looks()
    assert lesson.done
    assert looks is not None
    return looks


def _wrong(table: _Table, looks: TokenLooks | None, layout: BoardLayout = USA) -> int:
    table.stands = {site: TOKEN_COLOURS[place % 5] for place, site in enumerate(PINS[::2])}
    return sum(_mistakes(table, looks, layout).values())


def _mistakes(table: _Table, looks: TokenLooks | None, layout: BoardLayout = USA) -> Counter[str]:
    """What is said instead of what stands there."""
    (frame,) = table.frames(1)
    seen = BoardReader(layout, table.camera.model, looks=looks).read(frame).sightings
    return Counter(seen[site].seen for site in PINS if seen[site].seen != table.stands.get(site, "empty"))


def test_given_tokens_of_other_colours_when_they_were_shown_then_all_are_read() -> None:
    table = _Table(_tokens(OTHER))
    assert _wrong(table, None) >= 2
    table.stands = {}
    looks = _taught(table)
    assert _wrong(table, parse_looks(looks.to_json())) == 0
    changed = {seat for seat, look in looks.seats.items() if look.shown_as is not None}
    assert "blue" in changed  # what the network reads as it is stays as it is
    assert changed <= {"green", "blue"}


def test_given_chips_of_one_shape_when_they_were_shown_then_hue_and_outline_know_their_colours() -> None:
    chips: dict[TokenColour, Shape] = dict.fromkeys(TOKEN_COLOURS, "disc")
    layout = replace(USA, tokens=replace(USA.tokens, shapes=chips))
    table = _Table(replace(layout, tokens=replace(layout.tokens, rgb={**USA.tokens.rgb, **OTHER})))
    assert _wrong(table, None, layout) >= 10
    table.stands = {}
    assert _wrong(table, _taught(table, layout), layout) == 0


@pytest.mark.parametrize("size", [15.0, 21.0])
def test_given_usual_tokens_when_they_were_shown_then_they_are_read_as_before_and_their_size_is_known(
    size: float,
) -> None:
    table = _Table(_tokens({}, size))
    looks = _taught(table)
    assert looks.retint() is None
    assert [look.footprint_mm for look in looks.seats.values()] == [pytest.approx(size, abs=2.0)] * 5
    assert _wrong(table, looks) <= 1
    assert _mistakes(table, looks).keys() <= {"unknown"}


def test_given_a_table_when_shown_then_each_step_is_told_once() -> None:
    table = _Table(USA)
    lesson = TokenLesson(USA, table.camera.model, ("blue", "red"))
    assert [news.step for news in _shown(lesson, table, 12)] == ["wanted"]
    assert lesson.wanted == "blue"
    table.stands[PINS[50]] = "blue"
    table.hand = Hand(reach=(USA.sites[PINS[50]].x, USA.sites[PINS[50]].y))
    assert [news.step for news in _shown(lesson, table, 12)] == ["crowded"]
    table.hand = None
    assert _shown(lesson, table) == [
        LessonNews(step="taken", seat="blue"),
        LessonNews(step="wanted", seat="red"),
    ]
    table.stands = {}
    assert _shown(lesson, table, 12) == []
    assert lesson.skip(99.0) == (LessonNews(step="done"),)
    looks = lesson.looks()
    assert looks is not None
    assert set(looks.seats) == {"blue"}


def test_given_another_seats_token_when_shown_then_it_is_doubted_once() -> None:
    table = _Table(USA)
    lesson = TokenLesson(USA, table.camera.model, ("red", "blue"))
    _shown(lesson, table)
    table.stands[PINS[60]] = "red"
    _shown(lesson, table)
    table.stands[PINS[10]] = "red"
    assert _shown(lesson, table) == [LessonNews(step="alike", seat="blue", other="red")]
    table.stands[PINS[30]] = "blue"
    assert [news.step for news in _shown(lesson, table)] == ["taken", "done"]


def test_given_a_game_on_the_board_when_begun_then_it_is_to_be_cleared() -> None:
    table = _Table(USA)
    table.stands = dict.fromkeys(PINS[:20], "red")
    lesson = TokenLesson(USA, table.camera.model)
    assert [news.step for news in _shown(lesson, table)] == ["clear"]
    assert lesson.wanted is None
    assert lesson.looks() is None
