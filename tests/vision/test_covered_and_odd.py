"""What hides a pin is not called empty; a token whose outline is another seat's is not said for sure."""

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from lab.camera.solids import outline
from lab.camera.things import Thing
from tabletop import TOKEN_COLOURS, Site, SiteId, TokenColour, board_layout
from vision import BoardReader, StillReader

USA = board_layout("usa")
CAMERA = SimulatedCamera(USA, view="over", seed=3)
COVERED = USA.pins()[10::40]
ODD = next(site for site in USA.pins() if site.id == "denver-omaha")
STANDS: dict[SiteId, TokenColour] = {
    site.id: TOKEN_COLOURS[place % 5] for place, site in enumerate(USA.pins()[:60:3]) if site.id != ODD.id
}
SURE = 0.98  # more is claimed without a question


def cloth(site: Site, rgb: tuple[int, int, int]) -> Thing:
    """A round patch of one tone over a pin and its collar."""
    return Thing(outline("disc", 22.0) + np.array([site.x, site.y]), (14.0, 15.0), rgb)


@pytest.mark.criterion(88)
@pytest.mark.parametrize(
    "rgb",
    [(245, 244, 238), (128, 128, 128), (25, 25, 25), (120, 80, 50), (220, 170, 140), (60, 120, 70)],
    ids=["white", "grey", "black", "brown", "skin", "green"],
)
def test_given_pins_under_a_plain_cloth_when_read_once_then_none_of_them_is_called_empty(
    rgb: tuple[int, int, int],
) -> None:
    frame = CAMERA.render({}, at=0, number=1, things=[cloth(site, rgb) for site in COVERED])
    answers = StillReader(USA, CAMERA.model).read(frame).answers
    assert {answers[site.id] for site in COVERED} == {"unknown"}
    assert sum(seen == "empty" for seen in answers.values()) > 0.9 * (len(answers) - len(COVERED))


@pytest.mark.criterion(88)
def test_given_a_token_of_another_seats_outline_when_seen_then_it_is_asked_about() -> None:
    tokens, reader = USA.tokens, BoardReader(USA, CAMERA.model)
    sure = set()
    for colour in TOKEN_COLOURS:
        for other in TOKEN_COLOURS:
            ring = outline(tokens.shapes[other], tokens.footprint_mm / 2) + np.array([ODD.x, ODD.y])
            thing = Thing(ring, (tokens.top_mm - tokens.height_mm, tokens.top_mm), tokens.rgb[colour])
            frame = CAMERA.render(STANDS, at=0, number=1, things=[thing])
            seen = reader.read(frame).sightings[ODD.id]
            assert seen.seen in ("unknown", colour)  # never another seat's, nor empty
            if seen.confidence >= SURE:
                sure.add((colour, other))
    assert sure == {(colour, colour) for colour in TOKEN_COLOURS}
