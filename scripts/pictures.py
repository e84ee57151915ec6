"""Makes what the README shows: the board as the camera sees it, the page, and a claim as it sounds.

.venv/bin/python -m scripts.pictures       # in a checkout with what `make test` installs

The same game each time: three bots of one seed on the United States, some turns in.
"""

import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import wave
from pathlib import Path
from typing import Final

import cv2
from playwright.sync_api import sync_playwright

from announce import Wording
from audio import RATE_HZ, Voice, earcon
from audio.sound import silence
from bots.bot import GreedyBot
from engine import Game, Refusal, RouteClaimed, game_map
from lab.camera.drawn_camera import SimulatedCamera
from reconcile import expected_tokens
from tabletop import board_layout

PICTURES: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SEED: Final = 7
TURNS: Final = 40
CLAIMS: Final = 6  # before the page is looked at
PORT: Final = 8797
WAIT_S: Final = 300.0  # on a busy machine a demo at full speed takes minutes


def played() -> Game:
    """A game some turns in."""
    game, bot = Game.new("us-accessible", "usa", ("blue", "red", "green"), "dealt", SEED), GreedyBot(SEED)
    while game.state.turn < TURNS:
        seat = game.state.to_move or game.state.waiting_for()[0]
        done = game.do(bot.choose(game.state, seat))
        assert not isinstance(done, Refusal), done
        game = done[0]
    return game


def board(game: Game) -> None:
    """What the camera over the table sees."""
    camera = SimulatedCamera(board_layout("usa"), size=(1280, 860), seed=SEED)
    frame = camera.render(expected_tokens(game.state), at=0.0, number=0)
    cv2.imwrite(str(PICTURES / "board.jpg"), frame.image, [cv2.IMWRITE_JPEG_QUALITY, 80])


def sound(game: Game) -> None:
    """The newest claim: its short sound, and the words."""
    number = max(n for n, event in enumerate(game.events) if isinstance(event, RouteClaimed))
    seat = game.events[number].seat  # type: ignore[union-attr]
    before, after = Game.replay(game.events[:number]), Game.replay(game.events[: number + 1])
    wording = Wording(game_map("usa"), board_layout("usa"))
    told = wording.events(before.state, game.events[number : number + 1], after.state, number + 1)
    voice = Voice()
    try:
        words = voice.say(told[0].normal)
    finally:
        voice.close()
    assert words is not None, "espeak-ng did not speak"
    heard = earcon("claim", seat) + silence(0.08) + words
    with wave.open(str(PICTURES / "claim.wav"), "wb") as file:
        file.setparams((1, 2, RATE_HZ, 0, "NONE", ""))
        file.writeframes(heard.samples)


def page() -> None:
    """The page of a demo while it is played, as a browser draws it."""
    with tempfile.TemporaryDirectory() as folder:
        log, options = Path(folder) / "demo.fingerpost", ["--speed", "0", "--mute", "--turns", str(TURNS)]
        command = [
            sys.executable,
            "-m",
            "fingerpost",
            "demo",
            "--log",
            str(log),
            "--page",
            str(PORT),
            *options,
        ]
        demo = subprocess.Popen(
            [*command, "--seed", str(SEED)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        try:
            _until_there(demo)
            path = shutil.which("chromium")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                shown = browser.new_page(viewport={"width": 900, "height": 900}, color_scheme="light")
                shown.goto(f"http://localhost:{PORT}/")
                shown.screenshot(path=str(PICTURES / "page.png"))
                browser.close()
        finally:
            demo.terminate()
            demo.wait()


def _until_there(demo: "subprocess.Popen[str]") -> None:
    """Some turns are played."""
    end, text = time.monotonic() + WAIT_S, ""
    while text.count("claims") < CLAIMS:
        assert time.monotonic() < end and demo.poll() is None, "the demo shows no page; try it by hand"
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://localhost:{PORT}/") as answer:
            text = answer.read().decode()
        time.sleep(0.5)


def main() -> None:
    """All of it."""
    PICTURES.mkdir(exist_ok=True)
    game = played()
    board(game)
    sound(game)
    page()


if __name__ == "__main__":
    main()
