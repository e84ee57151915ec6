"""PURE: the host's desk: pause, undo, the board put right, every pin, devices, voice, ears, phones, files.

It shows no hand and no ticket. What it does is said at the table; what loses something is asked there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from announce import Setting, Vocabulary, host_words, page_words
from dialog import EarWay, TuneItem, of_the_news
from engine import Seat
from table.moment import GameMoment, HostView
from tabletop import SENSES, SiteId
from web.board_picture import laid
from web.crops_page import Looking
from web.forms import SEAL
from web.map_page import CITIES, FACE, WHOLE_BOARD
from web.markup import Html, large, tag, together

HOST: Final = "/host"
DO: Final = "/host/do"
PRESS: Final = "/host/press"
PHONES: Final = "/seat/phones"
"""Where any seat sees who has joined, and puts a phone out."""
_ACTS: Final = 8  # that can be undone from here
_SPOKEN: Final[frozenset[EarWay | None]] = frozenset({"own", "shared"})  # ears that the voice speaks in


@dataclass(frozen=True, slots=True)
class PhoneNow:
    """A browser that has joined: as whom (None: as the host), for how many minutes, by which name."""

    name: str
    seat: Seat | None
    minutes: int


@dataclass(frozen=True, slots=True)
class HostDesk:
    """What only the host is shown beside the table: who has joined, whether there is a camera, and a log.

    `looking`: what this browser wants to see by the camera; None: nothing.
    """

    phones: tuple[PhoneNow, ...] = ()
    camera: bool = False
    game: bool = False
    looking: Looking | None = None


NO_DESK: Final = HostDesk()


def form(inside: Html) -> Html:
    """What the host may do, a button each."""
    return tag("form", SEAL, tag("div", inside, class_="acts"), method="post", action=DO)


def button(text: str, wish: str) -> Html:
    """One thing to do; `wish` says which."""
    return tag("button", text, name="do", value=wish, id=f"do-{wish.replace(':', '-')}")


def game(table: GameMoment, host: HostView) -> Html:
    """Pause it, go on; when it is over, another."""
    p = table.wording.vocabulary.phrases
    paused = button(host_words.label(p, "go-on"), "resume") if host.paused else None
    pause = None if host.paused else button(host_words.label(p, "pause"), "pause")
    again = button(host_words.label(p, "play-again"), "again") if table.game.state.phase == "over" else None
    return form(together(paused, pause, again))


def undo(table: GameMoment, host: HostView) -> Html:
    """The newest acts; each goes with all that came after it, after the table was asked."""
    v = table.wording.vocabulary
    if not host.acts:
        return tag("p", host_words.label(v.phrases, "nothing-to-undo"))
    buttons = (tag("li", button(host_words.undo_to(v, act), f"undo:{act.seq}")) for act in host.acts[:_ACTS])
    asked = tag("p", host_words.label(v.phrases, "undo-asks"))
    return together(asked, tag("form", SEAL, tag("ul", buttons, class_="plain"), method="post", action=DO))


def mending(table: GameMoment, host: HostView, version: str) -> Html:
    """Where board and game differ, what to do next, and a picture of where."""
    v = table.wording.vocabulary
    p = v.phrases
    told = [host_words.difference(v, one) for one in host.differences]
    listed = tag("ul", (tag("li", one) for one in told)) if told else None
    agrees = None if told else tag("p", host_words.label(p, "board-agrees"))
    if host.wanted:
        first = host.wanted[0]
        step = tag("p", host_words.put_back(v, first.seat, first.site, len(host.wanted)), id="mend-step")
        keys: tuple[tuple[host_words.HostLabel, str], ...] = (
            ("mend-again", "mend:again"), ("mend-skip", "mend:skip"), ("mend-leave", "mend:leave"),
        )  # fmt: skip
    else:
        step = None
        keys = (("mend-compare", "mend:compare"), ("board-right", "mend:board-right"))
    buttons = form(together(button(host_words.label(p, key), wish) for key, wish in keys))
    return together(agrees, step, listed, buttons, _picture(table, host, version))


def _picture(table: GameMoment, host: HostView, version: str) -> Html | None:
    """The board: what is to be put back is ringed, what differs is marked."""
    layout, v = table.wording.layout, table.wording.vocabulary
    if layout is None or not (host.differences or host.wanted):
        return None
    picture = laid(
        layout,
        table.game.state,
        WHOLE_BOARD,
        title=page_words.label(v.phrases, "map-text"),
        pictures=(f"{FACE}?v={version}", f"{CITIES}?v={version}"),
        last=[one.site for one in host.wanted[:1]],
        unsure=[one.site for one in host.differences],
        named=v.site,
    )
    return tag("figure", picture, class_="map")


def pins(table: GameMoment, host: HostView) -> Html:
    """Every pin: whose token the game expects there, what each sense says."""
    v = table.wording.vocabulary
    p, layout = v.phrases, table.wording.layout
    expected = table.standing()
    sites = [] if layout is None else [site.id for site in layout.pins()]
    odd = {one.site for one in host.differences} | set(table.unsure)
    senses = [sense for sense in SENSES if any(sense in said for said in host.pins.values())]
    if not senses:
        return tag("p", host_words.label(p, "no-sense"))
    heads = [host_words.label(p, "pin"), host_words.label(p, "by-the-game")]
    heads += [host_words.sense_name(v, sense) for sense in senses]

    def row(site: SiteId) -> Html:
        said = host.pins.get(site, {})
        cells = [host_words.stands(v, expected.get(site, "empty"))]
        cells += [host_words.stands(v, said.get(sense, "unknown")) for sense in senses]
        return _pin(v.site(site), tuple(zip(heads[1:], cells, strict=True)))

    def rows(found: Sequence[SiteId], name: str) -> Html:
        head = tag("tr", (tag("th", one, scope="col", role="columnheader") for one in heads), role="row")
        return tag(
            "table",
            tag("thead", head, role="rowgroup"),
            tag("tbody", (row(site) for site in found), role="rowgroup"),
            class_="numbers",
            role="table",
            aria_label=host_words.label(p, "pins"),
            id=name,
        )

    full = [one for one in sites if one in odd or one in expected or _stands(host, one)]
    rest = [one for one in sites if one not in full]
    more = tag("details", tag("summary", host_words.empty_pins(v, len(rest))), rows(rest, "empty"), id="rest")
    return together(rows(full, "full") if full else None, more if rest else None)


@lru_cache(maxsize=512)  # most of a board's pins are as they were at the last act
def _pin(name: str, told: tuple[tuple[str, str], ...]) -> Html:
    head = tag("th", name, scope="row", role="rowheader")
    return tag("tr", head, (tag("td", cell, role="cell", data_of=of) for of, cell in told), role="row")


def _stands(host: HostView, site: SiteId) -> bool:
    return any(seen not in ("empty", "unknown") for seen in host.pins.get(site, {}).values())


def voice(table: GameMoment, host: HostView) -> Html:
    """All that the panel's Voice menu sets: what it is now, in the voice's own words, and its steps."""
    v = table.wording.vocabulary
    if not host.voice:
        return tag("p", host_words.voice_now(v, "volume", None))

    def setting(what: TuneItem, value: Setting) -> Html:
        steps = (1,) if isinstance(value, bool) else (1, -1)
        buttons = (button(host_words.voice_step(v, what, value, one), f"tune:{what}:{one}") for one in steps)
        return tag("li", host_words.voice_now(v, what, value), tag("div", buttons, class_="acts"))

    def listed(*, news: bool) -> Html:
        items = (
            setting(what, value)
            for what, value in host.voice.items()
            if of_the_news(what) is news and what != "voice-name"
        )
        return tag("form", SEAL, tag("ul", items, class_="plain"), method="post", action=DO)

    more = tag("summary", host_words.voice_setting(v, "news"))
    return together(
        listed(news=False), _by_name(table, host), tag("details", more, listed(news=True), id="news")
    )


def _by_name(table: GameMoment, host: HostView) -> Html:
    """Every voice that can speak here, in a list: for the table, or for one ear."""
    v = table.wording.vocabulary
    now = host.voice.get("voice-name")
    told = tag("p", host_words.voice_now(v, "voice-name", now))
    if not host.voices:
        return told

    def text(key: host_words.HostLabel) -> str:
        return host_words.label(v.phrases, key)

    voices = (tag("option", name, value=voice, selected=name == now) for voice, name in host.voices.items())
    seats = [one.seat for one in host.ears if one.now in _SPOKEN]
    whom = tag(
        "select",
        tag("option", text("voice-table"), value=""),
        (tag("option", large(v.introduced(seat)), value=seat) for seat in seats),
        name="whom",
        id="voice-whom",
    )
    plain = text("voice-as-table")
    others = (
        tag(
            "li",
            large(host_words.ear_voice(v, seat, name)),
            " ",
            button(large(host_words.ear_voice(v, seat, plain)), f"ear-voice:{seat}"),
        )
        for seat, name in host.ear_voices.items()
    )
    listed = tag("form", SEAL, tag("ul", others, class_="plain"), method="post", action=DO, id="ear-voices")
    return together(
        told,
        listed if host.ear_voices else None,
        tag(
            "form",
            SEAL,
            tag(
                "div",
                tag("label", text("voice-name"), for_="voice-name"),
                tag("select", voices, name="voice", id="voice-name"),
                together(tag("label", text("voice-whom"), for_="voice-whom"), whom) if seats else None,
                button(text("voice-hear"), "voice"),
                class_="acts",
            ),
            method="post",
            action=DO,
            id="voices",
        ),
    )


def ears(table: GameMoment, host: HostView) -> Html:
    """How each seat hears what is for it, and how else it could."""
    v = table.wording.vocabulary
    if not host.ears:
        return tag("p", host_words.label(v.phrases, "no-ears"))
    return together(
        together(
            tag("h3", large(v.introduced(one.seat))),
            tag("p", host_words.hears_by(v, one.now)),
            form(
                together(
                    button(large(host_words.ear_way(v, way)), f"ear:{one.seat}:{way}")
                    for way in one.ways
                    if way != one.now
                )
            ),
        )
        for one in host.ears
    )


def phones(v: Vocabulary, found: Iterable[PhoneNow], where: str = DO) -> Html:
    """Every browser that has joined, and a button that removes it; `where`: what takes the wish."""
    items = [
        tag(
            "li",
            host_words.phone_since(v, one.seat, one.minutes),
            " ",
            button(host_words.remove_phone(v, one.seat), f"end:{one.name}"),
        )
        for one in found
    ]
    return tag("form", SEAL, tag("ul", items, class_="plain"), method="post", action=where)


def files(v: Vocabulary, *, game: bool) -> Html:
    """What can be taken along."""
    p = v.phrases
    found: list[tuple[host_words.HostLabel, str]] = []
    if game:
        found += [("game-jsonl", "/host/game.jsonl"), ("game-csv", "/host/game.csv")]
    found.append(("diagnosis", "/host/diagnosis.tar"))
    return tag(
        "ul", (tag("li", tag("a", host_words.label(p, key), href=at)) for key, at in found), class_="links"
    )
