"""SHELL: what the doctor looks at for one table: second copy, earphones, the camera's pictures, the clock."""

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Final

from audio import SinkName, Voice, command_for, piper_voice, present
from command_line.extras import EXTRAS, is_packaged
from command_line.extras import present as installed
from engine import GameMap
from fingerpost.config import Config
from fingerpost.devices.voice import voices_of
from fingerpost.doctor.check_lines import Check, amiss, well
from storage.folder import ENDING, Kept, kept_games
from storage.places import STATE_OF_THE_MACHINE, is_closed, nearest, owner_of
from storage.reading import read_bytes
from storage.second_copy import other_device
from tabletop import BoardLayout, DeviceHealth, TokenColour

FREE_MB: Final = 200
_BORN: Final = 1_735_689_600  # 2025: a clock that shows less has not been set
_SLACK_S: Final = 120.0  # a game may be that young
_PLAYERS: Final = {"alsa": ("aplay", "alsa-utils"), "pipewire": ("pw-cat", "pipewire-bin")}


def backup_checks(backup: str, games: Path) -> list[Check]:
    """The folder of second copies: there, on another device than the games, with room."""
    if not backup:
        return [well("backup", "none is configured; the games are on one card only")]
    folder = Path(backup)
    try:
        if not folder.is_dir():
            return [
                amiss(
                    "backup",
                    f"{folder} is not there",
                    "put the stick in, or correct [store] backup",
                    "backup.absent",
                )
            ]
        if not other_device(folder, nearest(games)):
            return [
                amiss(
                    "backup",
                    f"{folder} is on the same device as the games",
                    "is the stick in?",
                    "backup.absent",
                )
            ]
        if not os.access(folder, os.W_OK):
            return [
                amiss("backup", f"{folder} cannot be written", "let this user write there", "backup.denied")
            ]
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        return [
            amiss(
                "backup",
                f"{folder}: {error.strerror}",
                "take the stick out and put it in again",
                "backup.absent",
            )
        ]
    if free_mb < FREE_MB:
        return [
            amiss(
                "backup",
                f"{free_mb} MB are free at {folder}",
                f"make room: at least {FREE_MB} MB",
                "backup.full",
            )
        ]
    return [well("backup", f"{folder}, {free_mb} MB free")]


def store_check(games: Path, name: str = "store") -> Check:
    """Whether games can be written, by who asks and by the table's own user, and have room."""
    place = nearest(games)
    if not place.is_dir() or is_closed(games) or not os.access(place, os.W_OK):
        advice = "choose another folder under [store] path"
        return amiss(name, f"{games} cannot be written", advice, "store.denied")
    if foreign := _not_the_tables(games):
        what = f"{len(foreign)} files are {owner_of(foreign[0])}'s, and closed to the table: {foreign[0]}"
        owner = owner_of(STATE_OF_THE_MACHINE)
        return amiss(name, what, f"run: sudo chown -R {owner}: {games}", "store.denied")
    free_mb = shutil.disk_usage(place).free // 1_000_000
    if free_mb < FREE_MB:
        return amiss(
            name, f"{free_mb} MB are free at {games}", f"make room: at least {FREE_MB} MB", "store.full"
        )
    return well(name, f"{games}, {free_mb} MB free")


def _not_the_tables(games: Path) -> list[Path]:
    """What is among the machine's games, and belongs to another user than its table."""
    if not games.is_dir() or not games.resolve().is_relative_to(STATE_OF_THE_MACHINE):
        return []
    owner = STATE_OF_THE_MACHINE.stat().st_uid
    return [path for path in (games, *sorted(games.rglob("*"))) if _owner(path) not in (owner, None)]


def _owner(path: Path) -> int | None:
    try:
        return path.lstat().st_uid
    except OSError:
        return None  # a game that is played makes files and takes them away


def games_check(games: Path, table: GameMap | None = None) -> Check:
    """Every log of the folder, read from its first row to its last."""
    place = nearest(games)
    if place.is_dir() and not os.access(place, os.R_OK | os.X_OK):
        return amiss("games", f"{games} cannot be looked into", "check your rights", "store.denied")
    try:
        kept = kept_games(games, table)
    except OSError as error:
        return amiss("games", f"{games}: {error.strerror}", "check the card, and your rights", "store.denied")
    kept = [game for game in kept if game.cause != "empty"]  # the power went before its first word
    harmed = [game for game in kept if game.fault or game.harm]
    if not harmed:
        return well("games", f"{len(kept)} stored, all can be read" if kept else "none is stored yet")
    told = [f"game {game.name}: {_what(game)}" for game in harmed]
    name = next((game.name for game in harmed if game.cause == "damaged" or game.harm), "NAME")
    advice = f"run: fingerpost games --mend {name}; or use a second copy"
    return amiss(
        "games",
        f"{len(harmed)} of {len(kept)} harmed: {'; '.join(told)}",
        advice,
        "game.damaged",
    )


def _what(game: Kept) -> str:
    what = (game.fault or game.harm).partition("; ")[0]
    return f"{what} (nothing is lost)" if game.sure and not game.fault else what


def ear_checks(config: Config) -> list[Check]:
    """The loudspeaker that is named, each seat's earphone."""
    if config.speech.mute or config.speech.wav:
        return []
    sink, ears = config.audio.sink, config.ears.own
    checks = [] if sink is None else [_sink("loudspeaker", sink)]
    checks += [_sink(f"ear of {seat}", ear.sink, seat) for seat, ear in ears.items()]
    if not ears:
        checks.append(well("ears", "none are configured"))
    return checks


def named_voice_checks(config: Config) -> list[Check]:
    """The voices that the config names, each known to what speaks; by another name another one speaks."""
    by_reader = config.speech.engine == "speech-dispatcher"  # whose voices `engine_checks` looks after
    table = "" if by_reader else config.speech.voice
    named = voices_of(table, config.ears.own | {"shared": config.ears.shared})
    if config.speech.mute or not named:
        return []
    speech = Voice(voices=Path(config.audio.voices) if config.audio.voices else None)
    unknown = [(where, name) for where, name in named.items() if not speech.knows(name)]
    speech.close()
    advice = "see espeak-ng --voices and --voices=variant, or leave it out"
    return [amiss(where, f"no voice is called {name}", advice, "voice.absent") for where, name in unknown]


def piper_checks(config: Config) -> list[Check]:
    """The folder of Piper voices, if one is named; without Piper or a whole voice espeak-ng speaks."""
    if config.speech.mute or not config.audio.voices:
        return []
    folder = Path(config.audio.voices)
    if not folder.is_dir():
        return [amiss("voices", f"{folder} is no folder", "correct [audio] voices", "voice.absent")]
    if not installed("piper"):
        pip = f"{sys.executable} -m pip install"
        if is_packaged():  # whose environment takes what the system's Python has
            pip = "sudo apt install python3-pip; sudo pip install --break-system-packages"
        advice = f"run: {pip} 'piper-tts>=1.3'; until then espeak-ng speaks"
        return [amiss("voices", "Piper is not installed", advice, "voice.absent")]
    language = config.speech.language
    voice = piper_voice(folder, language)
    if voice is None:
        found = f"{folder} has no Piper voice of the language {language}"
        return [
            amiss("voices", found, f"put {language}_….onnx and {language}_….onnx.json there", "voice.absent")
        ]
    return [well("voices", f"Piper, {voice.name}")]


def _sink(name: str, sink: SinkName, seat: TokenColour | None = None) -> Check:
    program, package = _PLAYERS[sink.kind]
    fault, of = "sound.absent", None
    if seat is not None:
        fault, of = "ear.absent", DeviceHealth(device="ear", condition="lost", at=0.0, ear=seat)
    if command_for(sink, private=seat is not None) is None:
        return amiss(name, f"{program} is not installed", f"run: sudo apt install {package}", fault, of)
    if not present(sink):
        return amiss(name, f"{sink} is not there", "plug it in, or correct its name", fault, of)
    return well(name, sink)


def picture_checks(config: Config, layout: BoardLayout | None) -> list[Check]:
    """What the camera compares with, how the tokens look, and where evidence goes."""
    checks: list[Check] = []
    if not config.camera.device or EXTRAS["vision"].missing:
        return checks
    if config.camera.reference and layout is not None:
        checks.append(_reference(config.camera.reference, layout))
    if config.camera.tokens:
        checks.append(_tokens(config.camera.tokens))
    if config.camera.evidence:
        folder = Path(config.camera.evidence)
        place = nearest(folder)
        if place.is_dir() and os.access(place, os.W_OK):
            checks.append(well("evidence", f"kept in {folder}"))
        else:
            advice = "choose another folder under [camera] evidence"
            checks.append(amiss("evidence", f"{folder} cannot be written", advice, "evidence.denied"))
    return checks


def _reference(path: str, layout: BoardLayout) -> Check:
    from vision import FrameError, StillReader, load_frame

    try:
        StillReader(layout, None, load_frame(Path(path)))
    except FrameError as error:
        what, _, advice = str(error).partition("; ")
        return amiss(
            "reference", what, advice or "take a picture of the empty board by this camera", "camera.file"
        )
    return well("reference", path)


def _tokens(path: str) -> Check:
    from vision import TokensFileError, parse_looks

    try:
        parse_looks(read_bytes(Path(path)), source=path)
    except OSError as error:
        return amiss("tokens", f"{path}: {error.strerror}", "correct [camera] tokens", "camera.file")
    except TokensFileError as error:
        what, _, advice = str(error).partition("; ")
        return amiss("tokens", what, advice, "camera.file")
    return well("tokens", path)


def clock_check(now_s: float, games: Path) -> Check:
    """The wall clock: set, and not before the last game. Only the dates of games hang on it."""
    day = time.strftime("%Y-%m-%d", time.gmtime(now_s))
    advice = "let the machine see a network once; games go on, their dates lie"
    if now_s < _BORN:
        return amiss("clock", f"it shows {day}", advice, "clock.behind")
    played = [_changed(path) for path in games.glob(f"*{ENDING}")] if nearest(games) == games else []
    if max(played, default=0.0) > now_s + _SLACK_S:
        last = time.strftime("%Y-%m-%d", time.gmtime(max(played)))
        return amiss("clock", f"it shows {day}, but a game was played on {last}", advice, "clock.behind")
    return well("clock", day)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
