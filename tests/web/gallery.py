"""Every address of the page, at a table in the middle of a game: for whatever looks at all of them."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, TypeVar

import cv2

from bots.bot import GreedyBot
from engine import Build, Card, CardsArranged, Game, Refusal, RouteClaimed, Seat, State, legal
from fingerpost.devices.voice_settings import voice_tuner
from lab.camera.drawn_camera import SimulatedCamera
from reconcile import expected_tokens
from table.retelling import deeds
from tabletop import BoardLayout, Seen, SiteId, board_layout
from tests.criteria.panel_table import MAPS
from tests.web.a_voice import TunedVoice
from tests.web.page_table import PageTable
from tests.web.served import ServedTable
from tests.web.test_host_page import Files, become_host
from tests.web.test_photo_page import send
from vision import CameraSensor, Frame, StillReader, draw_still
from vision.overlay import draw_crop
from web.photo_page import PhotoRead

T = TypeVar("T")
Who = Literal["guest", "host", "seat"]
"""Whose browser looks: anybody's, the host's, or that of the seat to move."""


@dataclass(frozen=True)
class Address:
    """A page: what it is called in pictures and transcripts, where it is, who may look."""

    name: str
    path: str
    who: Who = "guest"


class Drawn:
    """The reader of photographs: it sees all tokens but one, on a picture that was drawn."""

    def __init__(self, table: PageTable) -> None:
        self._table = table

    def read(self, content: bytes, layout: BoardLayout) -> PhotoRead:
        stands = dict(expected_tokens(self._table.state))
        stands.pop(next(iter(stands)), None)
        seen: dict[SiteId, Seen] = {site.id: "empty" for site in layout.pins()}
        seen |= dict(stands.items())
        camera = SimulatedCamera(layout, size=(960, 645), seed=7)
        return PhotoRead(seen=seen, picture=believed(layout, camera, camera.render(stands, at=0.0, number=0)))


def believed(layout: BoardLayout, camera: SimulatedCamera, frame: Frame) -> bytes:
    """The picture with what the reader of stills believes drawn on it, as the page has it."""
    still = StillReader(layout, camera.model).read(frame)
    picture = draw_still(frame, layout, still)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes()


class Looked(Files):
    """What the host can take along and see: the board as it stands, cut from one drawn picture of it."""

    def __init__(self, table: PageTable) -> None:
        super().__init__()
        self._layout = board_layout(table.state.game_map.id)
        self._stands = dict(expected_tokens(table.state))
        self._camera = camera = SimulatedCamera(self._layout, size=(1280, 960), seed=7)
        self._frame, sensor = camera.render(self._stands, at=0.0, number=0), CameraSensor(self._layout)
        sensor.see(self._frame)
        self._pose = sensor.pose

    def picture(self) -> bytes | None:
        return believed(self._layout, self._camera, self._frame)

    def crop(self, site: SiteId) -> bytes | None:
        assert self._pose is not None
        seen: Seen = self._stands.get(site, "empty")
        picture = draw_crop(self._frame, self._layout, self._pose, site, seen)
        return None if picture is None else cv2.imencode(".jpg", picture)[1].tobytes()


def by_bots(game: Game, until: Callable[[Game], bool]) -> Game:
    """Play on until then."""
    bot = GreedyBot(7)
    while not until(game):
        done = game.do(bot.choose(game.state, game.state.waiting_for()[0]))
        assert not isinstance(done, Refusal), done
        game = done[0]
    return game


def in_the_middle(edition: str = "us-accessible", seats: Sequence[Seat] = ("blue", "red", "green")) -> Game:
    """Blue is to move, and can pay for something."""
    game = Game.new(edition, MAPS[edition], tuple(seats), "dealt", 7)
    game = by_bots(game, lambda one: one.state.turn > 30 and one.state.to_move == "blue")
    hand = tuple(Card(card) for card in dict(game.state.edition.deck) for _ in range(2))
    return game.told((CardsArranged(hands={"blue": hand}),))


def at_its_end(edition: str = "us-accessible", seats: Sequence[Seat] = ("blue", "red", "green")) -> Game:
    """The scores are known."""
    game = Game.new(edition, MAPS[edition], tuple(seats), "dealt", 7, {"trains": 20})
    return by_bots(game, lambda one: one.state.phase == "over")


def last_acts_told(table: PageTable) -> None:
    """What was said last are acts of the game from the last claim on, as mostly, and nothing about phones."""
    told = deeds(table.session.game)
    at = max(n for n, (events, _) in enumerate(told) if any(isinstance(one, RouteClaimed) for one in events))
    for (_, before), (events, after) in pairwise(told[at - 1 :]):
        played = tuple(one for one in events if not isinstance(one, CardsArranged))
        said = table.session.wording.events(before, played, after, 1) if played else ()
        table.session.tell([one for one in said if one.audience == "everyone"], table.at)


def apart(work: Callable[[], T]) -> T:
    """Do it in a thread: a real browser's driver has an event loop in this one."""
    found: list[T] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


class Gallery:
    """A table with every page it can have; `addresses`: all of them."""

    def __init__(self, table: PageTable, only: Sequence[str] = ()) -> None:
        """`only`: the pages of these names; none: all."""
        self.table = table
        table.pages.photos.reader = Drawn(table)
        table.pages.hosts.files = Looked(table)
        table.pages.files._authority = (b"a certificate", "AB:CD:EF:01:23:45:67:89 " * 4)
        table.pages.files._address = "https://192.168.1.5:8080"
        table.pages.reception._sealed = True
        table.session.tune_by(voice_tuner(TunedVoice(), Path("/no/such/folder/voice.json")))
        self._host, photo = apart(self._opened)
        self.served = ServedTable(table)
        self.served.do(last_acts_told)
        state = table.state
        city = next(iter(state.game_map.cities))
        route = next(iter(state.game_map.routes))
        every = (
            *OF_ANYBODY,
            Address("photo-read", photo),
            Address("answer-city", f"/ask/city?subject={city}"),
            *(OF_A_SEAT if state.phase == "turn" else OF_A_SEAT[:5]),
            *((Address("claim-pay", f"/seat/claim?route={route}", "seat"),) if state.phase == "turn" else ()),
            *((Address("build-city", "/seat/build", "seat"),) if builds(state) else ()),
            *OF_THE_HOST,
        )
        self.addresses = tuple(one for one in every if not only or one.name in only)

    def _opened(self) -> tuple[str, str]:
        table = self.table
        browser = become_host(table)
        browser.press("Show pictures here")
        form = next(one for one in browser.page.forms if any(key.text == "Show it" for key in one.buttons))
        site = next(iter(expected_tokens(table.state)))
        browser.submit(form, [*form.hidden.items(), ("site", site), ("do", "camera:see")])
        host = browser.cookies["fingerpost-host"]
        return host, send(table.browser(), b"picture")

    def cookies(self, who: Who) -> list[dict[str, str]]:
        """What a browser of theirs holds."""
        url = self.served.url
        match who:
            case "guest":
                return []
            case "host":
                return [{"name": "fingerpost-host", "value": self._host, "url": url}]
            case "seat":
                secret = self.served.secrets[self.table.state.seats[0]]
                return [{"name": "fingerpost", "value": secret, "url": url}]

    def close(self) -> None:
        self.served.close()


def builds(state: State) -> bool:
    """Whether the mover can build something."""
    return state.phase == "turn" and any(isinstance(one, Build) for one in legal(state, claims=False))


OF_ANYBODY: Final = (
    Address("table", "/"),
    Address("routes", "/routes"),
    Address("routes-found", "/routes?city=sal"),
    Address("map", "/map"),
    Address("map-closer", "/map?closer=2&x=0.5&y=0.5"),
    Address("map-trail", "/map?show=trail:blue"),
    Address("display", "/display"),
    Address("display-dark", "/display?size=largest&colours=dark"),
    Address("course", "/course"),
    Address("help", "/help"),
    Address("settings", "/settings"),
    Address("photo", "/photo"),
    Address("join", "/join"),
    Address("authority", "/authority"),
    Address("become-host", "/host"),
    Address("answer", "/ask/scores"),
    Address("no-such", "/nowhere"),
)
OF_A_SEAT: Final = (
    Address("seat", "/seat", "seat"),
    Address("seat-map", "/seat/map", "seat"),
    Address("seat-phones", "/seat/phones", "seat"),
    Address("seat-help", "/seat/help", "seat"),
    Address("seat-answer", "/seat/ask/tickets", "seat"),
    Address("claim-city", "/seat/claim", "seat"),
    Address("claim-begins", "/seat/claim?begins=xy", "seat"),
)
OF_THE_HOST: Final = (
    Address("host", "/host", "host"),
    Address("host-camera", "/host/camera", "host"),
    Address("host-help", "/host/help", "host"),
)


def gallery(game: Game, only: Sequence[str] = ()) -> Gallery:
    """Of this game."""
    edition = next(one for one, name in MAPS.items() if name == game.state.game_map.id)
    return Gallery(PageTable(edition, game=game), only)


__all__ = ["Address", "Gallery", "Who", "at_its_end", "board_layout", "gallery", "in_the_middle"]
