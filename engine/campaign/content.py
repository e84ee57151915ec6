"""What the box hides: files that its owner writes, opened when their moment has come, not before (LW-66)."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from engine.campaign.campaign_values import (
    GAMES,
    Campaign,
    CampaignError,
    Postcard,
    Sticker,
    at_step,
    of_seat,
)
from engine.campaign.playing import EDITION, begin_game
from engine.dealing import StartError
from engine.event_effects import MOST_TRAINS, effect_of, event_names, step_number
from engine.game_map import MapError
from engine.not_json import NOT_JSON
from engine.ruleset import EditionError
from engine.settings import SettingValue
from engine.settings_check import SettingsError
from engine.start import start
from engine.values import Seat

_OWN: Final = {
    "trains": "trains beside settings",
    "seat_trains": "trains beside settings",
    "office_coins": "office_coins beside settings, by company",
    "events": "events, retire or call_back beside settings",
    "claim_steps": 'stickers with "where": "claim"',
}
"""Settings that a campaign makes of its own boxes, and what brings such a change instead."""
_Text = Annotated[str, Meta(min_length=1, max_length=4000)]


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing of the box that is opened at one moment: a story card, a frontier box, a board.

    `when`: `setup` before a game is played (step 7), `end` when it is put away. All but the first four are
    what it brings; docs/campaign.md tells each with an example.
    """

    format: Literal["content/1"]
    id: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Annotated[int, Meta(ge=1, le=GAMES)]
    when: Literal["setup", "end"]
    story: tuple[_Text, ...] = ()
    trains: Annotated[int, Meta(ge=0, le=MOST_TRAINS)] | None = None  # of every company, from now on
    events: tuple[str, ...] = ()  # new or described anew
    retire: tuple[str, ...] = ()  # events
    call_back: tuple[str, ...] = ()  # events out of the dead letter office, as lines
    stickers: tuple[Sticker, ...] = ()
    office: Mapping[Seat, tuple[str, ...]] = {}
    office_coins: Mapping[Seat, Annotated[int, Meta(ge=0, le=MOST_TRAINS)]] = {}
    settings: Mapping[str, SettingValue] = {}
    board: dict[str, object] | None = None  # a map/1 patch


def content_from_json(text: str | bytes, *, source: str = "content") -> Content:
    """Read a content/1 text. Raises CampaignError."""
    try:
        return msgspec.json.decode(text, type=Content)
    except NOT_JSON as error:
        told = " ".join(str(error).split())[:200]
        raise CampaignError(f"{source}: {told}; compare it with docs/campaign.md") from None


def open_content(campaign: Campaign, content: Content) -> Campaign:
    """The campaign with what the content brings. Raises CampaignError: not yet, again, or wrong in itself."""
    name = content.id
    if name in campaign.opened:
        raise CampaignError(f"{name} is open already")
    step = "before" if content.when == "setup" else "after"
    if (content.game, step) != (campaign.game, campaign.step):
        moment = "is set up" if content.when == "setup" else "is put away"
        raise CampaignError(f"{name} stays closed; it is opened when game {content.game} {moment}")
    for seat in (*content.office, *content.office_coins):
        of_seat(campaign, seat)
    changed = replace(
        campaign,
        opened=(*campaign.opened, name),
        story=campaign.story + content.story,
        companies=_boxes(campaign, content),
        stickers=campaign.stickers + content.stickers,
        settings={**campaign.settings, **content.settings},
        boards=campaign.boards if content.board is None else (*campaign.boards, _json(content.board)),
        **_events(campaign, content),
    )
    return _checked(changed, content)


def _boxes(campaign: Campaign, content: Content) -> dict[Seat, object]:
    return {
        seat: replace(
            box,
            trains=box.trains if content.trains is None else content.trains,
            office=box.office + content.office.get(seat, ()),
            office_coins=box.office_coins + content.office_coins.get(seat, 0),
        )
        for seat, box in campaign.companies.items()
    }


def _json(board: dict[str, object]) -> str:
    return msgspec.json.encode(board).decode()


def _events(campaign: Campaign, content: Content) -> dict[str, object]:
    """The event deck: what is described anew goes over the old; what is retired stays away (LW-66)."""
    lines, retired = list(campaign.events), list(campaign.retired)
    for line in (*content.events, *content.call_back):
        if effect_of(line) is None:
            raise CampaignError(f"{content.id}: the event {line[:60]!r} cannot be read; see docs/campaign.md")
        name = event_names((line,))[0]
        if line in content.call_back:
            if name not in retired:
                raise CampaignError(f"{content.id}: the event {name} is not retired; list it under events")
            retired.remove(name)
        elif name in retired:
            raise CampaignError(f"{content.id}: the event {name} is retired; list it under call_back")
        lines = _described(lines, line, name)
    for name in content.retire:
        if name not in event_names(tuple(lines)):
            raise CampaignError(f"{content.id}: there is no event {name[:60]!r} to retire")
        lines = [line for line in lines if event_names((line,)) != (name,)]
        retired.append(name)
    return {"events": tuple(lines), "retired": tuple(retired)}


def _described(lines: list[str], line: str, name: str) -> list[str]:
    """The lines with one that takes the place of the old one of its name, or comes last."""
    if name not in event_names(tuple(lines)):
        return [*lines, line]
    return [line if event_names((old,)) == (name,) else old for old in lines]


def _checked(campaign: Campaign, content: Content) -> Campaign:
    """The same, once it is known that a game can be begun with it."""
    for sticker in content.stickers:
        line = f"{sticker.number}: {sticker.effect or 'text'}"
        if step_number(line) is None:
            raise CampaignError(f"{content.id}: the sticker {line[:60]!r} cannot be read")
    for name, instead in _OWN.items():
        if name in content.settings:
            raise CampaignError(f"{content.id}: the setting {name} is the campaign's own; give {instead}")
    try:  # with all companies, of whom each game has some
        plan = begin_game(replace(campaign, step="before"), tuple(campaign.companies), 0)[1]
        start(EDITION, plan.game_map, plan.seats, "dealt", 0, plan.settings)
    except (SettingsError, MapError, EditionError, StartError) as error:
        raise CampaignError(f"{content.id}: {error}") from None
    return campaign


def draw_postcard(campaign: Campaign, seat: Seat, card: str, public: str, private: str) -> Campaign:
    """A seat has drawn a postcard; drawn when a game is put away it waits for a later one (LW-65)."""
    at_step(campaign, "playing", "after")
    of_seat(campaign, seat)
    if any(one.id == card for one in campaign.postcards):
        raise CampaignError(f"the postcard {card[:60]} is drawn already")
    first = campaign.game + (campaign.step == "after")
    drawn = Postcard(id=card, public=public, private=private, seat=seat, from_game=first)
    return replace(campaign, postcards=(*campaign.postcards, drawn))


def fulfil_postcard(campaign: Campaign, seat: Seat, card: str) -> Campaign:
    """Its owner shows it and has the benefit; from then on all may read it. Raises CampaignError."""
    at_step(campaign, "playing")
    mine = [one for one in campaign.postcards if one.id == card and one.seat == seat]
    if not mine or mine[0].fulfilled is not None:
        raise CampaignError(f"{seat} holds no postcard {card[:60]} that is still to be fulfilled")
    if mine[0].from_game > campaign.game:
        raise CampaignError(f"the postcard {card[:60]} waits for game {mine[0].from_game}")
    shown = replace(mine[0], fulfilled=campaign.game)
    return replace(campaign, postcards=tuple(shown if one is mine[0] else one for one in campaign.postcards))
