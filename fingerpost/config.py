"""One TOML file → one frozen Config (deploy/table.toml shows every key)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from announce import LEVELS, Level, languages
from engine import (
    CARD_MODES,
    EDITIONS,
    SEATS,
    CardMode,
    Seat,
    Settings,
    SettingsError,
    edition,
    settings_from,
)
from fingerpost.sound_config import AUDIO_KEYS, EAR_KEYS, Sound, SoundConfigError, sound_of
from fingerpost.toml_values import as_written
from mqtt import Rights, RightsError, rights_from
from table.errors import CallError, why
from tabletop import Sense

T = TypeVar("T")

_CHOICES: Final = ("game.map", "game.edition", "game.seats", "game.cards", "speech.rate")
"""What set-up does not ask where the file says it."""

ENGINES: Final = ("espeak-ng", "speech-dispatcher")
_KEYS: Final[dict[str, dict[str, type]]] = {
    "game": {
        "map": str,
        "edition": str,
        "seats": list,
        "cards": str,
        "seed": int,
        "bots": list,
        "set_up": bool,
        "settings": dict,
    },
    "hub": {"port": str},
    "camera": {"device": str, "calibration": str, "reference": str, "tokens": str, "evidence": str},
    "panel": {"gpio": bool, "seats": bool, "knob": bool, "lamps": str},
    "speech": {
        "engine": str,
        "language": str,
        "level": str,
        "voice": str,
        "rate": int,
        "mute": bool,
        "wav": str,
    },
    "audio": AUDIO_KEYS,
    "ears": EAR_KEYS,
    "mqtt": {
        "url": str,
        "table": str,
        "ca": str,
        "password_file": str,
        "home_assistant": bool,
        "rights": dict,
    },
    "page": {"port": int, "network": bool, "guests": str},
    "store": {"path": str, "backup": str},
}
_KIND: Final = {
    str: "text in quotes",
    int: "a whole number",
    bool: "true or false",
    list: "a list in [ ]",
    dict: "names and values in { }",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """What `fingerpost play` needs to know. An empty text means: not there."""

    map: str = "usa"
    edition: str = "us-accessible"
    seats: tuple[Seat, ...] = ("blue", "red", "green")
    bots: tuple[Seat, ...] = ()  # these seats play by themselves
    cards: CardMode = "untracked"
    seed: int | None = None  # None: drawn by lot
    settings: Mapping[str, object] = field(default_factory=dict)  # that differ from an edition's
    set_up: bool = False  # True: what the file leaves out is chosen at the table
    given: frozenset[str] = frozenset()  # what of map, edition, seats, cards and rate the file says itself
    aloud: tuple[Seat, ...] = ()  # cards in hands: seats without an ear, whose words the table hears
    by_page: tuple[Seat, ...] = ()  # seats that read their words on their page, and are passed no earphone
    hub_port: str = ""
    camera_device: str = ""
    camera_calibration: str = ""
    camera_reference: str = ""
    camera_tokens: str = ""
    camera_evidence: str = ""
    panel_gpio: bool = False
    panel_seats: bool = False
    panel_knob: bool = False
    panel_lamps: str = ""  # gpio, hub
    speech_engine: str = "espeak-ng"  # or speech-dispatcher, for the table's words
    language: str = "en"
    level: Level = "normal"
    voice: str = ""  # the engine's name of one; empty: the language's own
    rate_wpm: int = 175
    mute: bool = False
    wav: str = ""
    sound: Sound = field(default_factory=Sound)
    mqtt_url: str = ""
    mqtt_table: str = "table"
    mqtt_ca: str = ""
    mqtt_password_file: str = ""
    mqtt_home_assistant: bool = True
    mqtt_rights: Rights = field(default_factory=Rights)
    page_port: int = 0  # 0: no page
    page_network: bool = False  # False: for this machine's own browser only
    page_guests: str = "press"  # or watch: who has joined no seat only reads, but at the machine itself
    store_backup: str = ""
    store_path: Path = field(default_factory=lambda: state_folder() / "games")

    def sense_places(self) -> dict[Sense, str]:
        """Where each sense is: a device of this machine, `node:<name>` for another's, empty for nowhere."""
        return {"pin": self.hub_port, "camera": self.camera_device}

    def own_settings(self) -> dict[str, object]:
        """The settings that the edition has; others are meant for another evening's."""
        names = edition(self.edition).setting_names
        return {name: value for name, value in self.settings.items() if name in names}


def state_folder() -> Path:
    """Where games are kept when nothing else is said (the XDG state folder, or systemd's)."""
    import os

    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        value = os.environ.get(name)
        if value:
            return Path(value.split(":")[0]) if name == "STATE_DIRECTORY" else Path(value) / "fingerpost"
    return Path.home() / ".local" / "state" / "fingerpost"


def read_config(path: Path) -> Config:
    """Read a table.toml.

    Raises:
        CallError: no such file, not TOML, an unknown key, a value of the wrong type or out of range.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"config {path}: {why(error)}; give a table.toml like deploy/table.toml") from None
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CallError(f"config {path}: {error}; compare it with deploy/table.toml") from None
    return _config(raw, path)


def _config(raw: dict[str, object], path: Path) -> Config:
    values: dict[str, object] = {}
    for section, content in raw.items():
        known = _KEYS.get(section)
        if known is None or not isinstance(content, dict):
            raise CallError(f"config {path}: unknown section [{section}]; sections are {', '.join(_KEYS)}")
        for key, value in content.items():
            wanted = known.get(key)
            if wanted is None:
                raise CallError(f"config {path}: [{section}] has no key {key}; keys are {', '.join(known)}")
            if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
                raise CallError(
                    f"config {path}: [{section}] {key} is {as_written(value)}; give {_KIND[wanted]}"
                )
            values[f"{section}.{key}"] = value
    return _checked(values, path)


def _checked(values: dict[str, object], path: Path) -> Config:
    default = Config()

    def value(key: str, fallback: T) -> T:
        found = values.get(key, fallback)
        return found if isinstance(found, type(fallback)) else fallback

    seats = values.get("game.seats", list(default.seats))
    seed = values.get("game.seed")
    store = values.get("store.path")
    return Config(
        map=value("game.map", default.map),
        edition=_one_of(value("game.edition", default.edition), tuple(EDITIONS), "edition", path),
        seats=_seats(seats, path),
        bots=_bots(values.get("game.bots", []), _seats(seats, path), path),
        cards=_cards(value("game.cards", str(default.cards)), path),
        seed=seed if isinstance(seed, int) else None,
        set_up=value("game.set_up", False),
        settings=_settings(values, path),
        given=frozenset(key.split(".")[1] for key in values if key in _CHOICES),
        hub_port=value("hub.port", ""),
        camera_device=value("camera.device", ""),
        camera_calibration=value("camera.calibration", ""),
        camera_reference=value("camera.reference", ""),
        camera_tokens=value("camera.tokens", ""),
        camera_evidence=value("camera.evidence", ""),
        panel_gpio=value("panel.gpio", False),
        panel_seats=value("panel.seats", False),
        panel_knob=value("panel.knob", False),
        panel_lamps=_lamps(values, path),
        speech_engine=_one_of(value("speech.engine", default.speech_engine), ENGINES, "speech engine", path),
        language=_one_of(value("speech.language", default.language), languages(), "language", path),
        level=_level(value("speech.level", str(default.level)), path),
        voice=value("speech.voice", default.voice),
        rate_wpm=_rate(value("speech.rate", default.rate_wpm), path),
        mute=value("speech.mute", False),
        wav=value("speech.wav", ""),
        sound=_sound(values, path),
        mqtt_url=value("mqtt.url", ""),
        mqtt_table=value("mqtt.table", default.mqtt_table),
        mqtt_ca=value("mqtt.ca", ""),
        mqtt_password_file=value("mqtt.password_file", ""),
        mqtt_home_assistant=value("mqtt.home_assistant", True),
        mqtt_rights=_rights(values, path),
        page_port=_port(value("page.port", 0), path),
        page_network=value("page.network", False),
        page_guests=_one_of(value("page.guests", "press"), ("press", "watch"), "[page] guests", path),
        store_backup=value("store.backup", ""),
        store_path=Path(store).expanduser() if isinstance(store, str) and store else default.store_path,
    )


def _one_of(text: str, choices: tuple[str, ...], what: str, path: Path) -> str:
    if text not in choices:
        raise CallError(f"config {path}: {what} {text} is not known; choose from {', '.join(choices)}")
    return text


def _level(text: str, path: Path) -> Level:
    for level in LEVELS:
        if level == text:
            return level
    raise CallError(f"config {path}: level {text} is not known; choose from {', '.join(LEVELS)}")


def _cards(text: str, path: Path) -> CardMode:
    for mode in CARD_MODES:
        if mode == text:
            return mode
    raise CallError(f"config {path}: cards is {text}; give dealt or untracked")


def _settings(values: dict[str, object], path: Path) -> dict[str, object]:
    written = values.get("game.settings")
    settings: dict[str, object] = dict(written) if isinstance(written, dict) else {}
    try:
        settings_from(Settings(), settings, owner="[game] settings")
    except SettingsError as error:
        raise CallError(f"config {path}: {error}") from None
    return settings


def _lamps(values: dict[str, object], path: Path) -> str:
    where = values.get("panel.lamps", "")
    if where not in ("", "gpio", "hub"):
        raise CallError(f"config {path}: [panel] lamps is {as_written(where)}; give gpio, hub or nothing")
    if where == "hub" and values.get("hub.port", "") in ("", "gpio"):
        raise CallError(f"config {path}: [panel] lamps is hub, and [hub] port names none; name a hub's port")
    return str(where)


def _sound(values: dict[str, object], path: Path) -> Sound:
    try:
        return sound_of(values)
    except SoundConfigError as error:
        raise CallError(f"config {path}: {error}") from None


def _rights(values: dict[str, object], path: Path) -> Rights:
    written = values.get("mqtt.rights")
    words: dict[str, str] = {}
    for client, word in written.items() if isinstance(written, dict) else ():
        if not isinstance(word, str):
            raise CallError(f"config {path}: [mqtt.rights] {client} is {as_written(word)}; give {_KIND[str]}")
        words[client] = word
    try:
        return rights_from(words)
    except RightsError as error:
        raise CallError(f"config {path}: [mqtt.rights] {error}") from None


def _rate(rate: int, path: Path) -> int:
    if not 80 <= rate <= 450:
        raise CallError(f"config {path}: rate is {rate}; give 80 to 450 words a minute")
    return rate


def _port(port: int, path: Path) -> int:
    if not 0 <= port <= 65_535:
        raise CallError(f"config {path}: [page] port is {port}; give 1 to 65535, or 0 for no page")
    return port


def _seats(raw: object, path: Path) -> tuple[Seat, ...]:
    chosen: list[Seat] = []
    for item in raw if isinstance(raw, list) else []:
        match = [seat for seat in SEATS if seat == item]
        if not match or match[0] in chosen:
            raise CallError(
                f"config {path}: seat {as_written(item)}; give each of {', '.join(SEATS)} at most once"
            )
        chosen += match
    if not 2 <= len(chosen) <= 5:
        raise CallError(f"config {path}: {len(chosen)} seats; give 2 to 5")
    return tuple(chosen)


def _bots(raw: object, seats: tuple[Seat, ...], path: Path) -> tuple[Seat, ...]:
    named = raw if isinstance(raw, list) else []
    for item in named:
        if item not in seats:
            raise CallError(
                f"config {path}: bot {as_written(item)}; give some of the table's seats {', '.join(seats)}"
            )
    return tuple(seat for seat in seats if seat in named)
