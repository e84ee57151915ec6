"""In the fresh system: the program's own figures here, so that two machines in one emulator can be compared.

Games by bots, and pictures of a board read: how many sites rightly, how many falsely; processor time.
"""

import os
import platform
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2

from bots.bot import GreedyBot
from engine import Game, Refusal
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, board_layout
from vision import BoardReader

PICTURES = 3
GAMES = 20


def played() -> float:
    """Seconds of processor time of a whole game, the mean of some."""
    began = time.process_time()
    for seed in range(GAMES):
        game = Game.new("us-accessible", "usa", ("blue", "red"), cards="dealt", seed=seed)
        bot = GreedyBot(seed)
        while game.state.result is None:
            seat = game.state.waiting_for()[0]
            done = game.do(bot.choose(game.state, seat))
            if isinstance(done, Refusal):
                sys.exit(f"the bot was refused: {done}")
            game = done[0]
    return (time.process_time() - began) / GAMES


def read() -> tuple[int, int, int, float]:
    """Sites read rightly, falsely and not at all, and seconds of processor time a picture."""
    cv2.setNumThreads(1)
    layout = board_layout("usa")
    tokens = {site.id: TOKEN_COLOURS[n % 5] for n, site in enumerate(layout.pins()) if n % 2}
    camera = SimulatedCamera(layout, size=(1920, 1080), seed=1)
    right = false = unknown = 0
    spent = 0.0
    for number in range(PICTURES):
        frame = camera.render(tokens, at=0, number=number)
        began = time.process_time()
        sightings = BoardReader(layout, camera.model).read(frame).sightings
        spent += time.process_time() - began
        for site, sighting in sightings.items():
            if sighting.seen == "unknown":
                unknown += 1
            elif sighting.seen == tokens.get(site, "empty"):
                right += 1
            else:
                false += 1
    return right, false, unknown, spent / PICTURES


game_s = played()
right, false, unknown, picture_s = read()
sys.stdout.write(
    f"{platform.machine()}: a game {1000 * game_s:.0f} ms; {PICTURES} pictures, {right} sites right, "
    f"{false} false, {unknown} unknown, {1000 * picture_s:.0f} ms a picture (processor time)\n"
)
