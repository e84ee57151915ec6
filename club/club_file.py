"""SHELL: club.toml, the one file of a club's settings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from announce import languages
from mqtt import AddressError, TopicError, checked_name, parse_address
from storage.reading import TomlError, read_toml
from table.errors import CallError, why


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file; an unknown key is an error."""


class ClubSection(_Section, frozen=True):
    """[club]: its name on the wire, its database, which tables are heard (none named: all)."""

    name: str = "club"
    database: str = "club.sqlite"
    language: str = "en"
    tables: tuple[str, ...] = ()


class ClubMqttSection(_Section, frozen=True):
    """[mqtt]: as in a table.toml."""

    url: str = "mqtt://localhost:1883"
    password_file: str = ""
    ca: str = ""


class ServeSection(_Section, frozen=True):
    """[serve]: the hall's page."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 8081
    delay_s: Annotated[int, msgspec.Meta(ge=0, le=900)] = 0
    silent_s: Annotated[int, msgspec.Meta(ge=1)] = 300
    password_file: str = ""
    speak: bool = False


class KeepSection(_Section, frozen=True):
    """[keep]: for how many days an ended game stays; 0: for ever."""

    days: Annotated[int, msgspec.Meta(ge=0)] = 0


class ClubConfig(_Section, frozen=True):
    """The whole file."""

    club: ClubSection = ClubSection()
    mqtt: ClubMqttSection = ClubMqttSection()
    serve: ServeSection = ServeSection()
    keep: KeepSection = KeepSection()
    labels: Mapping[str, str] = msgspec.field(default_factory=dict)

    def label(self, table: str) -> str:
        """What a table is called where people read or hear it."""
        return self.labels.get(table, table)


def read_club(path: Path | None, *, database: str | None = None, url: str | None = None) -> ClubConfig:
    """The settings; without a file those that hold when nothing is said. Options beat the file.

    Raises:
        CallError: no such file, not TOML, an unknown key, a value that cannot stand there.
    """
    named = "club" if path is None else f"config {path}"
    try:
        raw = {} if path is None else read_toml(path)
        config = msgspec.convert(raw, ClubConfig)
        for name in (config.club.name, *config.club.tables, *config.labels):
            checked_name(name, "the name")
        _once(f"{named}: [club] tables", config.club.tables)
        _once(f"{named}: [labels]", [label.casefold() for label in config.labels.values()])
        if config.club.language not in languages():
            known = ", ".join(languages())
            raise CallError(
                f"{named}: [club] language {config.club.language!r} is not known; choose from {known}"
            )
        if url is not None:
            config = msgspec.structs.replace(config, mqtt=msgspec.structs.replace(config.mqtt, url=url))
        if database is not None:
            club = msgspec.structs.replace(config.club, database=database)
            config = msgspec.structs.replace(config, club=club)
        parse_address(config.mqtt.url)
    except (TomlError, msgspec.ValidationError) as error:
        raise CallError(f"{named}: {error}; compare it with deploy/club.toml") from None
    except (OSError, UnicodeDecodeError) as error:
        raise CallError(f"{named}: {why(error)}; give a club.toml like deploy/club.toml") from None
    except (TopicError, AddressError) as error:
        raise CallError(f"{named}: {error}") from None
    return config


def _once(where: str, names: Sequence[str]) -> None:
    """Two pods would sit at one table, or nobody in the hall could tell two tables apart."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise CallError(f"{where}: {twice!r} stands twice; give each name once")
