"""PURE: a photograph of the board: what it is believed to show, where the game differs, one by one, Yes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from announce import ScoreTable, host_words
from announce.host_words import PhotoTrouble
from engine import PositionError, Seat, score_position
from table.moment import GameMoment
from tabletop import BoardLayout, Seen, SiteId
from web.forms import SEAL
from web.markup import Html, large, tag, together

PHOTO: Final = "/photo"
MOST_BYTES: Final = 16_000_000
KEPT: Final = 4  # photographs at once
KEPT_S: Final = 900.0


class PhotoError(Exception):
    """A photograph that nothing can be read from; `why`: what is amiss with it."""

    def __init__(self, why: PhotoTrouble) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoRead:
    """What a photograph was believed to show."""

    seen: Mapping[SiteId, Seen]
    picture: bytes  # JPEG: the photograph, with that drawn on it
    amiss: PhotoTrouble | None = None


class PhotoReader(Protocol):
    """Reads one photograph of a board."""

    def read(self, content: bytes, layout: BoardLayout) -> PhotoRead:
        """Read it, in a thread of its own. Raises PhotoError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differs:
    """A pin where photograph and game differ."""

    site: SiteId
    game: Seat | None
    photo: Seat | None


def differences(table: GameMoment, read: PhotoRead) -> tuple[Differs, ...]:
    """Where they differ, the mover's first; a pin that could not be read differs from nothing."""
    state, by_game, pins = table.game.state, table.standing(), _pins(table)
    found = []
    for site, seen in read.seen.items():
        if seen in ("unknown", "something") or site not in pins:
            continue
        game, photo = by_game.get(site), next((seat for seat in state.seats if seat == seen), None)
        if game != photo:
            found.append(Differs(site=site, game=game, photo=photo))
    return tuple(sorted(found, key=lambda one: (one.photo != state.to_move, one.photo is None, one.site)))


def _pins(table: GameMoment) -> frozenset[SiteId]:
    layout = table.wording.layout
    return frozenset() if layout is None else frozenset(site.id for site in layout.pins())


def asked(table: GameMoment) -> Html:
    """The form that takes a photograph, with a phone's camera or a file."""
    p = table.wording.vocabulary.phrases
    field = tag(
        "input",
        id="photo",
        type="file",
        name="photo",
        accept="image/*",
        capture="environment",
        required=True,
    )
    return together(
        tag("p", host_words.label(p, "photo-only" if table.by_photos else "photo-why")),
        tag(
            "form",
            SEAL,
            tag("label", host_words.label(p, "photo-file"), for_="photo"),
            tag("div", field, tag("button", host_words.label(p, "photo-read")), class_="acts"),
            method="post",
            action=PHOTO,
            enctype="multipart/form-data",
        ),
    )


def shown(table: GameMoment, read: PhotoRead, key: str, skip: int) -> Html:
    """The photograph with what was believed, one difference with its Yes, the others below.

    Args:
        skip: so many were left for later.
    """
    v, p = table.wording.vocabulary, table.wording.vocabulary.phrases
    found = differences(table, read)
    skip = skip % len(found) if found else 0
    found = (*found[skip:], *found[:skip])
    tokens = sum(seen not in ("empty", "unknown") for seen in read.seen.values())
    pins = _pins(table)
    unread = [site for site, seen in read.seen.items() if seen == "unknown" and site in pins]
    told = [*host_words.photo_shows(v, tokens, len(found))]
    told += [host_words.photo_unread(v, unread)] if unread else []
    told += [host_words.photo_trouble(p, read.amiss)] if read.amiss else []
    picture = tag(
        "img", src=f"{PHOTO}/{key}/picture.jpg", alt=host_words.label(p, "photo-alt"), class_="photo"
    )
    return together(
        (tag("p", one) for one in told),
        _first(table, found[0], key, skip + 1 if len(found) > 1 else 0) if found else None,
        _others(table, found[1:]),
        tag("figure", picture, class_="map"),
        _score(table, read),
        tag("p", tag("a", host_words.label(p, "photo-again"), href=PHOTO, class_="button")),
    )


def _first(table: GameMoment, one: Differs, key: str, onward: int) -> Html:
    """One difference, and Yes: the photograph is right; or `onward`, to another one."""
    v, p = table.wording.vocabulary, table.wording.vocabulary.phrases
    yes = tag("button", host_words.photo_yes(v, one.site, one.photo), name="site", value=one.site)
    later = tag("a", host_words.label(p, "photo-later"), href=f"{PHOTO}/{key}?skip={onward}", class_="button")
    keys = tag("div", yes, later if onward else None, class_="acts")
    return tag(
        "section",
        tag("h2", host_words.label(p, "photo-first"), id="first-heading"),
        tag("p", host_words.photo_differs(v, one.site, one.game, one.photo), id="first"),
        tag("form", SEAL, keys, method="post", action=f"{PHOTO}/{key}"),
        tag("p", host_words.label(p, "photo-no")),
        aria_labelledby="first-heading",
    )


def _others(table: GameMoment, found: tuple[Differs, ...]) -> Html | None:
    """The rest: each has its turn."""
    if not found:
        return None
    v = table.wording.vocabulary
    items = (tag("li", host_words.photo_differs(v, one.site, one.game, one.photo)) for one in found)
    return together(tag("h2", host_words.label(v.phrases, "photo-others")), tag("ol", items))


def _score(table: GameMoment, read: PhotoRead) -> Html | None:
    """What stands on the photograph, scored by its routes and buildings; tickets no photograph shows."""
    state, v = table.game.state, table.wording.vocabulary
    layout = table.wording.layout
    if layout is None:
        return None
    kinds = {site.id: site.kind for site in layout.pins()}

    def of(seat: Seat, kind: str) -> list[str]:
        return [str(site) for site, seen in read.seen.items() if seen == seat and kinds.get(site) == kind]

    seats = [
        {"seat": seat, "routes": of(seat, "route")}
        | {key: of(seat, "city") for key in state.edition.position_keys if key in ("stations", "harbors")}
        for seat in state.seats
    ]
    position = {"edition": state.edition.name, "map": state.game_map.id, "seats": seats}
    try:
        score = score_position(position, load_map=lambda _: state.game_map)
    except PositionError:
        return None  # no game comes to that; the differences tell where
    heads, rows = ScoreTable(table.wording.language).cells(score)
    head = tag("tr", (tag("th", large(one), scope="col", role="columnheader") for one in heads), role="row")
    body = (
        tag(
            "tr",
            tag("th", large(v.introduced(seat)), scope="row", role="rowheader"),
            (
                tag("td", cell, role="cell", data_of=large(told))
                for told, cell in zip(heads[1:], cells, strict=True)
            ),
            role="row",
        )
        for seat, cells in zip(state.seats, rows, strict=True)
    )
    return together(
        tag("h2", host_words.label(v.phrases, "photo-score"), id="photo-score"),
        tag(
            "table",
            tag("thead", head, role="rowgroup"),
            tag("tbody", *body, role="rowgroup"),
            class_="numbers",
            role="table",
            aria_labelledby="photo-score",
        ),
    )
