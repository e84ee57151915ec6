"""The first evening's "show me your tokens", as a transcript: drawn frames in, words out, a file kept."""

from dataclasses import replace
from pathlib import Path

from dialog.setup import Facts, ShowTokens, Start
from engine import EDITIONS
from fingerpost.devices.token_showing_part import TokenShowing
from lab.camera.drawn_camera import SimulatedCamera
from table.surroundings import Surroundings
from tabletop import DeviceHealth, SiteId, TokenColour
from tests.table.setting_up_table import BOTH, LAYOUT, LIVE, SEES, Before
from vision import TokenLooks, parse_looks

FPS = 2.5
LIME = (150, 205, 40)
PINS = [site.id for site in LAYOUT.pins()]
SHOW = "Show {}: set one on a pin, or two far apart, and take your hand away."


class Film:
    """A table with lime triangles, drawn; what its camera learns goes to the set-up."""

    def __init__(self, kept: Path, known: TokenLooks | None = None) -> None:
        lime = replace(LAYOUT.tokens, rgb={**LAYOUT.tokens.rgb, "green": LIME})
        self._camera = SimulatedCamera(replace(LAYOUT, tokens=lime), seed=6)
        self.showing = TokenShowing(LAYOUT, kept, known)
        self.stands: dict[SiteId, TokenColour] = {}
        self.looks: TokenLooks | None = None
        self._number = 0

    def begin_showing(self) -> None:
        self.showing.begin()

    def want(self, seat: TokenColour) -> None:
        self.showing.want(seat)

    def end_showing(self) -> None:
        self.showing.end()

    def run(self, before: Before, frames: int = 6) -> list[str]:
        """What is said while it looks."""
        count = len(before.paper.said)
        for _ in range(frames):
            at = self._number / FPS
            frame = self._camera.render(self.stands, at=at, number=self._number)
            self._number += 1
            news, looks = self.showing.look(frame, self._camera.model)
            self.looks = looks or self.looks
            before.sense(*news)
        return before.said(count)

    def put(self, seat: TokenColour) -> None:
        """Two of its tokens, in place of all others."""
        place = 9 * len(seat)
        self.stands = {PINS[place]: seat, PINS[place + 40]: seat}


def evening(film: Film, *, tokens: bool = False) -> Before:
    """A first evening, after the speed of speech and the practice."""
    facts = Facts(editions=tuple(EDITIONS), tokens=tokens)
    before = Before(expected=BOTH, around=Surroundings(camera=lambda: film), facts=facts)
    before.sense(LIVE, SEES)
    before.board()
    before.board(sense="camera")
    before.wait(1.0)
    before.press("yes", "no", "no")
    return before


def test_given_a_first_evening_when_tokens_are_shown_then_asked_for_one_by_one_kept_and_used(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "games" / "tokens-usa.json"
    film = Film(kept)
    before = evening(film)
    assert isinstance(before.table.panel.mode, ShowTokens)
    assert before.said()[-1].startswith("Show me your tokens, so that I know their colours?")
    assert before.press("yes") == ["Take all tokens off; the camera looks at the empty board first."]
    assert film.run(before) == [SHOW.format("blue disc")]
    film.put("blue")
    assert film.run(before) == ["Blue disc: seen.", SHOW.format("red square")]
    assert before.press("forward") == [SHOW.format("green triangle")]
    film.put("green")
    assert film.run(before) == ["Green triangle: seen.", SHOW.format("yellow star")]
    assert before.press("ask")[0].startswith("Showing your tokens. Yes: what to do.")
    said = before.press("no")
    assert said[0] == "2 of 5 kinds of token were shown."
    assert said[1].startswith("Ready. New game: Yes.")
    assert film.run(before, 1) == []
    assert film.looks is not None
    looks = parse_looks(kept.read_text())
    assert set(looks.seats) == {"blue", "green"}
    assert abs(looks.seats["green"].rgb[0] - LIME[0]) < 40
    assert evening(film, tokens=True).table.panel.mode == Start()


def test_given_tokens_known_when_one_seats_are_shown_again_then_the_others_stay_known(tmp_path: Path) -> None:
    older = parse_looks(
        '{"format": "tokens/1", "board": "usa", "seats": {"red": {"rgb": [9, 9, 9], "footprint_mm": 18}}}'
    )
    film = Film(tmp_path / "tokens.json", older)
    before = evening(film, tokens=True)
    before.press("forward", "forward")
    assert before.press("yes")[0].startswith("Take all tokens off")
    film.stands = dict.fromkeys(PINS[:12], "red")
    assert film.run(before) == []  # it was just said, and is said again after a while
    film.stands = {}
    assert film.run(before) == [SHOW.format("blue disc")]
    film.put("blue")
    film.run(before)
    before.press("no")
    film.run(before, 1)
    assert set(parse_looks((tmp_path / "tokens.json").read_text()).seats) == {"blue", "red"}


def test_given_a_card_that_cannot_be_written_when_tokens_were_shown_then_it_is_said_and_they_are_used(
    tmp_path: Path,
) -> None:
    (tmp_path / "games").write_text("no folder")
    film = Film(tmp_path / "games" / "tokens-usa.json")
    before = evening(film)
    before.press("yes")
    film.run(before)
    film.put("blue")
    film.run(before)
    before.press("no")
    assert film.run(before, 1) == ["The tokens are known, but could not be saved: check the memory card."]
    assert film.looks is not None


def test_given_a_camera_that_goes_while_tokens_are_shown_then_it_is_said_and_set_up_goes_on(
    tmp_path: Path,
) -> None:
    film = Film(tmp_path / "tokens.json")
    before = evening(film)
    before.press("yes")
    film.run(before)
    count = len(before.paper.said)
    before.sense(DeviceHealth(device="camera", condition="lost", at=before.at, cause="unplugged"))
    said = before.said(count)
    assert "amera" in said[0]
    assert said[1].startswith("Ready.")
    assert before.press("forward", "forward", "yes")[-2:] == said  # not begun again without a picture
    assert not (tmp_path / "tokens.json").exists()
