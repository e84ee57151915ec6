"""Is everything there that the table needs? A line for each check: what was found, and what to do."""

import json
import platform
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from announce import Vocabulary, doctor_words
from command_line.by_name import map_or_none, the_layout
from command_line.extras import PACKAGES, present, to_install
from fingerpost.config import Config
from fingerpost.doctor.check_lines import Check, amiss, unseen, well
from fingerpost.doctor.hubs import hub_checks, udev_checks
from fingerpost.doctor.installed import package_checks, service_checks
from fingerpost.doctor.machine import (
    camera_checks,
    engine_checks,
    extra_checks,
    gpio_checks,
    power_checks,
    sound_checks,
    voice_checks,
)
from fingerpost.doctor.page_check import page_check
from fingerpost.doctor.table_check import (
    backup_checks,
    clock_check,
    ear_checks,
    games_check,
    named_voice_checks,
    picture_checks,
    piper_checks,
    store_check,
)
from integrations.house_wire import node_name, wire_options
from mqtt import LostError
from storage.places import games_folder
from storage.version import version
from table.errors import CallError
from tabletop import BoardLayout, LayoutError

__all__ = ["Check", "checks", "report", "run"]

FORM: Final = "doctor/1"
_OF_THE_CONFIG: Final = frozenset(("hub", "camera", "panel", "sound", "ears", "broker", "page", "backup"))
_UNREAD: Final = "the config, which says whether there is one, cannot be read"
_MARKS: Final = {True: "ok", False: "missing", None: "skipped"}

_BROKER: Final = {
    "refused": "nobody listens there; run: sudo systemctl start mosquitto",
    "unknown-host": "the host's name is not known; correct [mqtt] url",
    "untrusted": "its certificate is of no CA that is known; give [mqtt] ca",
    "unreachable": "the host cannot be reached; check the network and [mqtt] url",
    "silent": "it does not answer like a broker; check host and port",
    "forbidden": "it does not let us in; check the user and FINGERPOST_MQTT_PASSWORD",
}


def checks(config: Config | None, *, unread: bool = False, guest: bool = False) -> list[Check]:
    """Look at everything, in the order in which it is to be mended.

    `config` None: the defaults, no devices; `unread`: there is a config, and nobody knows what it says;
    `guest`: who asks is another user than the table's, and his rights are none of its faults.
    """
    if guest and config is not None:
        found = [_as_guest(one, config) for one in checks(config)]
        return [*found, store_check(games_folder(), "your games")]
    if unread:
        return [unseen(one.name, _UNREAD) if one.name in _OF_THE_CONFIG else one for one in checks(None)]
    wanted = config if config is not None else Config()
    # What is on another machine is looked after by its own doctor; here the broker counts.
    hub, camera = ("" if node_name(place) else place for place in (wanted.hub.port, wanted.camera.device))
    return [
        well("python", platform.python_version()),  # one that is too old never comes so far
        _packages(),
        *package_checks(),
        *service_checks(),
        *extra_checks(),
        *hub_checks(hub, _layout(wanted)),
        *udev_checks(hub),
        *camera_checks(camera, wanted.camera.calibration, wanted.camera.tokens),
        *picture_checks(wanted.but("camera", device=camera), _layout(wanted)),
        *gpio_checks(wanted=_uses_lines(wanted)),
        *voice_checks(mute=wanted.speech.mute),
        *engine_checks(
            wanted.speech.engine,
            used=not wanted.speech.mute and not wanted.speech.wav,
            language=wanted.speech.language,
            voice=wanted.speech.voice,
        ),
        *piper_checks(wanted),
        *named_voice_checks(wanted),
        *sound_checks(mute=wanted.speech.mute, wav=wanted.speech.wav),
        *ear_checks(wanted),
        _broker(wanted),
        page_check(wanted),
        store_check(wanted.store.path),
        games_check(wanted.store.path, map_or_none(wanted.game.map)),
        *backup_checks(wanted.store.backup, wanted.store.path),
        clock_check(time.time(), wanted.store.path),
        *power_checks(),
    ]


def run(
    out: TextIO,
    err: TextIO,
    config: Config | None,
    speak: Callable[[str], None] | None,
    v: Vocabulary,
    *,
    as_json: bool = False,
    before: Sequence[Check] = (),
    guest: bool = False,
) -> int:
    """Print a line for each check, or all as doctor/1; say what is amiss; 0 only if nothing is.

    `speak` takes one utterance and returns when it has been said or queued; None: nothing is said. What is
    printed stays English, with paths and commands; what is spoken is in the language of `v`.
    `before`: what was found out already, of the config; `guest` as in `checks`.
    """
    unread = any(check.ok is False for check in before)
    found = [*before, *checks(config, unread=unread, guest=guest)]
    if as_json:
        out.write(report(found))
    else:
        for check in found:
            line = f"{_MARKS[check.ok]:8}{check.name}: {check.what}"
            out.write(line + (f"; {check.advice}" if check.advice else "") + "\n")
    out.flush()
    troubles = [check for check in found if check.ok is False]
    summary = _summary(found)
    err.write(f"fingerpost doctor: {summary}\n")
    if speak is not None:
        for told in spoken(v, found):
            speak(told)
    return 1 if troubles else 0


def _as_guest(check: Check, config: Config) -> Check:
    """What the rights of another user than the table's do not show is not looked at."""
    by_rights = check.fault.endswith(".denied") or check.fault == "camera.file"
    if not by_rights and not (check.name == "sound" and config.speech.wav):
        return check
    if check.ok is not False:
        return check
    return unseen(check.name, f"it is the table's own ({check.what}); run: sudo fingerpost doctor")


def spoken(v: Vocabulary, found: Sequence[Check]) -> list[str]:
    """What is said aloud, an utterance each: how many are amiss, what each is, where to read on."""
    troubles = [check for check in found if check.ok is False]
    unseen = sum(check.ok is None for check in found)
    told = [doctor_words.summed_up(v, len(found) - unseen - len(troubles), len(troubles), unseen)]
    told += dict.fromkeys(doctor_words.finding(v, check.fault, check.of) for check in troubles)
    return [*told, doctor_words.more_on_screen(v)] if troubles else told


def report(found: Sequence[Check]) -> str:
    """All that was found as doctor/1; each check has an id of its own."""
    seen: Counter[str] = Counter()
    told: list[dict[str, object]] = []
    for check in found:
        name = re.sub(r"[^a-z0-9]+", "-", check.name.replace("'s", "").lower()).strip("-")
        seen[name] += 1
        told.append(
            {
                "id": name if seen[name] == 1 else f"{name}-{seen[name]}",
                "ok": check.ok,
                "fault": check.fault or None,
                "what": check.what,
                "advice": check.advice,
            }
        )
    whole = {
        "format": FORM,
        "program": version(),
        "ok": all(check.ok is not False for check in found),
        "checks": told,
    }
    return json.dumps(whole, ensure_ascii=False) + "\n"


def _summary(found: Sequence[Check]) -> str:
    """How many were looked at and are well or amiss; what could not be looked at is none of them."""
    skipped = sum(check.ok is None for check in found)
    troubles = sum(check.ok is False for check in found)
    looked_at = len(found) - skipped
    if troubles == 0:
        told = f"All {looked_at} checks are well."
    else:
        told = f"{troubles} of {looked_at} checks {'is' if troubles == 1 else 'are'} amiss."
    if skipped == 0:
        return told
    return f"{told} {skipped} {'was' if skipped == 1 else 'were'} not looked at."


def _uses_lines(config: Config) -> bool:
    """Whether anything is wired to the Pi's own pins."""
    panel = config.panel.gpio or config.panel.seats or config.panel.knob or config.panel.lamps == "gpio"
    return panel or "gpio" in config.hub.port.split(",")


def _layout(config: Config) -> BoardLayout | None:
    try:
        return the_layout(config.game.layout)
    except (CallError, LayoutError):
        return None  # a map of one's own: its board is checked by `fingerpost play`


def _packages() -> Check:
    absent = [name for module, name in PACKAGES.items() if not present(module)]
    if absent:
        return amiss(
            "packages",
            f"{', '.join(absent)} not installed",
            to_install(*absent),
            "package.half",
        )
    return well("packages", "all that every table needs are installed")


def _broker(config: Config) -> Check:
    url = config.mqtt.url
    if not url:
        return well("broker", "none is configured; the game needs none")
    from mqtt import Access, parse_address, probe

    options = wire_options(config)
    try:
        password = options.password()
        Access(address=parse_address(url), ca=options.ca).readable()
        cause = probe(url, password=password, ca=options.ca)
    except LostError as lost:
        advice = "correct [mqtt] ca and password_file, or their rights"
        return amiss("broker", lost.detail, advice, "broker.denied")
    except ValueError as error:
        return amiss("broker", str(error), "correct [mqtt] url", "broker.refused")
    if cause is None:
        return well("broker", f"{url} answers")
    return amiss(
        "broker",
        f"{url} does not answer as it should ({cause})",
        _BROKER.get(cause, "check the broker's log"),
        "broker.denied" if cause == "forbidden" else "broker.refused",
    )
