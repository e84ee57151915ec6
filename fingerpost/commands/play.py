"""`fingerpost play`: the real table."""

import argparse
import secrets
import signal
import sys
import threading
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from announce import Wording
from audio import Speaker
from dialog import Table
from engine import Game, edition
from fingerpost.assemble import Inbox, open_voice, tell_people
from fingerpost.commands.arguments import Subparsers, the_layout, the_map
from fingerpost.config import Config, read_config
from fingerpost.errors import CallError
from fingerpost.lamps import HubLampsPart, Troubles, lamps
from fingerpost.panel_parts import panel
from fingerpost.session import Session
from fingerpost.sinks import Sink, Transcript
from fingerpost.store import Store
from fingerpost.wire import away, follow, node_name, node_senses, open_wire, wire_options

if TYPE_CHECKING:
    from fingerpost.play import Part


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("play", help="the real table", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="table.toml, as deploy/table.toml")
    parser.add_argument("--new", action="store_true", help="start a new game even if one is not finished")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until Ctrl-C or the service is stopped."""
    from fingerpost.play import run as play

    config = read_config(args.config)
    store, game, stored = open_game(config, new=args.new)
    layout = the_layout(config.map)
    wording = Wording(game.state.game_map, layout)
    inbox = Inbox()
    wav = Path(config.wav) if config.wav else None
    voice = open_voice(wording, inbox, mute=config.mute, wav=wav, live=True, rate=config.rate_wpm)
    sinks: list[Sink] = [Transcript(sys.stdout, ears=False), *voice.sinks]
    if config.mqtt_url:
        sinks += open_wire(
            config.mqtt_url,
            config.mqtt_table,
            game,
            store.game_id,
            inbox.put,
            vocabulary=wording.vocabulary,
            log=store.path,
            options=wire_options(config),
        )
    troubles = Troubles()
    sinks.append(troubles)
    session = Session(game, layout=layout, wording=wording, store=store, sinks=sinks, stored=stored)
    follow(sinks, session, voice.ears)
    parts = _parts(config, session, inbox, voice.ears, wording, troubles)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        play(session, parts, inbox, stop=stop)
    finally:
        for sink in sinks:
            sink.close()
        store.close()
    return 0


def open_game(config: Config, *, new: bool) -> tuple[Store, Game, int]:
    """The newest game that is not over, or a new one."""
    folder = config.store_path
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"[store] path {folder}: {error.strerror}; choose another folder") from None
    logs = sorted(folder.glob("*.fingerpost"))
    if logs and not new:
        store = Store(logs[-1])
        events = store.events()
        if events:
            game = Game.replay(events)
            if game.state.result is None:
                return store, game, len(events)
        store.close()
    seed = config.seed if config.seed is not None else secrets.randbits(31)
    game = Game.new(edition(config.edition), the_map(config.map), config.seats, cards=config.cards, seed=seed)
    name = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return Store(folder / f"{name}.fingerpost"), game, 0


def _parts(
    config: Config,
    session: Session,
    inbox: Inbox,
    speaker: Speaker | None,
    wording: Wording,
    troubles: Troubles,
) -> "list[Part]":
    from fingerpost.play import CameraPart, HubPart, missing
    from fingerpost.power import PowerPart

    parts: list[Part] = []
    layout = the_layout(config.map)
    at = time.monotonic()

    def look() -> tuple[int, int]:
        asked = not isinstance(session.panel.mode, Table)
        return lamps(session.game.state.to_move, asked=asked, trouble=bool(troubles))

    if node := node_name(config.hub_port):
        inbox.put(away("hub", node, at))
    elif config.hub_port:
        hubs = HubPart(config.hub_port, layout, inbox)
        parts += [hubs, *([HubLampsPart(hubs.lamps, look)] if config.panel_lamps == "hub" else [])]
    else:
        session.handle(missing("hub", at), at)
    if node := node_name(config.camera_device):
        inbox.put(away("camera", node, at))
    elif config.camera_device:
        parts.append(CameraPart(config.camera_device, config.camera_calibration, layout, inbox))
    else:
        session.handle(missing("camera", at), at)
    parts += panel(config, layout, inbox.put, speaker, wording, look)
    if not parts and not node_senses(config):
        raise CallError("the config names no hub, no camera and no panel; name at least one")
    if not (config.hub_port or config.camera_device):
        tell_people("no hub and no camera in the config: claims wait for one")
    return [*parts, PowerPart(inbox.put)]
