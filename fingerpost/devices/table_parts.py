"""SHELL: the parts of a table, as its config names them: senses, which can be handed on, panel and keys."""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from announce import TypedWords, Wording
from audio import Speaker
from command_line.by_name import the_layout
from command_line.extras import EXTRAS
from command_line.screen import Screen
from command_line.terminal import tell_people
from fingerpost.config import Config
from fingerpost.devices.camera_part import CameraPart, CameraSetup
from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.keyboard_part import KeyboardPart, Player
from fingerpost.devices.lamps import HubLampsPart
from fingerpost.devices.learned import known_tokens, tokens_of
from fingerpost.devices.panel_parts import panel
from fingerpost.devices.power import PowerPart
from fingerpost.devices.upgrade_part import UpgradePart
from integrations.house_wire import away, node_name, node_senses
from table.errors import CallError
from tabletop import SENSES, BoardLayout, Device, DeviceHealth, Sense

if TYPE_CHECKING:
    from table.ports import Part

SensePart = HubPart | CameraPart


def open_senses(config: Config, inbox: Inbox, *, keys: bool) -> list[SensePart]:
    """The senses of the config's board; of those that are elsewhere or nowhere the inbox is told.

    Args:
        keys: somebody plays at a keyboard, which stands in for the pins where nothing senses them.
    Raises:
        CallError: one that the config names cannot be meant, or a file of its camera cannot be used.
    """
    layout, at = the_layout(config.game.layout), time.monotonic()
    places = config.sense_places()
    stand_in = keys and not any(places.values())
    opens: Mapping[Sense, Callable[[], SensePart]] = {
        "pin": lambda: HubPart(config.hub.port, layout, inbox),
        "camera": lambda: CameraPart(_camera(config), layout, inbox),
    }
    found: list[SensePart] = []
    for sense, kind in SENSES.items():
        place = places.get(sense, "")
        if node := node_name(place):
            inbox.put(away(kind.device, node, at))
        elif place and sense == "camera" and EXTRAS["vision"].missing:
            inbox.put(DeviceHealth(device="camera", condition="lost", at=at, cause="no-program"))
        elif place:
            found.append(opens[sense]())
        elif not (kind.contact and stand_in):
            inbox.put(missing(kind.device, at))
    return found


def missing(device: Device, at: float) -> DeviceHealth:
    """A sense the table does not have."""
    return DeviceHealth(device=device, condition="lost", at=at, cause="absent")


def open_panel(
    config: Config,
    inbox: Inbox,
    speaker: Speaker | None,
    wording: Wording,
    look: Callable[[], tuple[int, int]],
    senses: Sequence[SensePart],
    *,
    keys: bool,
) -> "list[Part]":
    """Buttons, knob and lamps of the config, and the looks at the power and for a hindered upgrade.

    Args:
        look: which lamps burn and blink now.
        senses: what is open already; a hub among them may carry the lamps.
    Raises:
        CallError: its lines cannot be had, or the config names nothing that could sense or press.
    """
    parts: list[Part] = []
    if config.panel.lamps == "hub":
        parts += [HubLampsPart(hub.lamps, look) for hub in senses if isinstance(hub, HubPart)]
    parts += panel(config, the_layout(config.game.layout), inbox.put, speaker, wording, look)
    if not keys:
        if not (parts or senses or node_senses(config) or config.page.port):
            raise CallError("the config names no hub, no camera and no panel; name at least one")
        if not (config.hub.port or config.camera.device or config.page.port):
            tell_people("no hub and no camera in the config: claims wait for one")
    return [*parts, PowerPart(inbox.put), UpgradePart(inbox.put)]


def stands_in(config: Config, args: argparse.Namespace) -> bool:
    """Whether the keys place tokens: they do where there is no board to feel or see them."""
    return bool(args.keyboard) and not (config.photos or config.hub.port or config.camera.device)


def keyboard_part(
    config: Config,
    args: argparse.Namespace,
    session: Player,
    layout: BoardLayout,
    voice: Speaker | None,
    screen: Screen,
) -> list[KeyboardPart]:
    """The part that listens to the keys, if they are wanted."""
    if not args.keyboard:
        return []
    part = KeyboardPart(
        session,
        layout,
        pins=stands_in(config, args),
        voice=voice,
        screen=screen,
        before=args.typed_ahead,
        words=TypedWords(config.speech.language),
    )
    return [part]


def _camera(config: Config) -> CameraSetup:
    board = the_layout(config.game.layout).map
    return CameraSetup(
        device=config.camera.device,
        calibration=config.camera.calibration,
        reference=config.camera.reference,
        tokens=config.camera.tokens or known_tokens(config.store.path, board),
        learned=str(tokens_of(config.store.path, board)),
        evidence=config.camera.evidence,
    )
