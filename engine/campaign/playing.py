"""From game to game: who starts, what is set up, what is put away (LW-1, LW-2, LW-12, LW-59 to LW-63)."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engine.campaign.board import patched
from engine.campaign.campaign_values import (
    GAMES,
    BankSlip,
    Campaign,
    CampaignError,
    Company,
    Sticker,
    at_step,
    of_seat,
)
from engine.edition_library import edition
from engine.event_effects import effect_of, event_names
from engine.game_map import GameMap
from engine.holdings import Standing, standing_of
from engine.map_library import game_map
from engine.scoring import ranked, score_seats
from engine.settings import SettingValue
from engine.shuffle import shuffled
from engine.state import State
from engine.values import SEATS, Seat

EDITION = "legends-of-the-west"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is begun with: the arguments of `Game.new`, and what the table reads and lays out."""

    seats: tuple[Seat, ...]  # in turn order, the caboose first
    settings: Mapping[str, SettingValue]
    game_map: GameMap
    offices: Mapping[Seat, tuple[str, ...]]  # cards and tokens that come into play (LW-62)
    steps: tuple[Sticker, ...]  # setup steps 10 to 13, in numeric order


def new_campaign(seats: Sequence[Seat], seed: int) -> Campaign:
    """A campaign of these companies; the caboose goes to one of them at random (LW-12).

    Raises:
        CampaignError: fewer than 2 or more than 5, a colour that is none, or one twice.
    """
    if not 2 <= len(seats) <= len(SEATS) or len(set(seats)) < len(seats) or not set(seats) <= set(SEATS):
        told = ", ".join(map(str, seats))[:60]
        raise CampaignError(f"companies {told}: give 2 to 5 of {', '.join(SEATS)}, each once")
    settings = edition(EDITION).settings
    return Campaign(
        companies={seat: Company(seat=seat, trains=settings.trains) for seat in seats},
        caboose=shuffled(seats, seed, 0)[0],
        events=settings.events,
        lots={"new": seed},
    )


def begin_game(campaign: Campaign, present: Sequence[Seat], seed: int) -> tuple[Campaign, Plan]:
    """The next game with these seats, in the order in which they sit.

    The caboose starts; if its holder is away a seat of the seed's choice takes it and starts (LW-12).
    Raises CampaignError.
    """
    at_step(campaign, "before")
    for seat in present:
        of_seat(campaign, seat)
    if len(set(present)) < len(present) or len(present) < 2:
        raise CampaignError("a game needs 2 seats or more, each named once")
    caboose = campaign.caboose if campaign.caboose in present else shuffled(present, seed, campaign.game)[0]
    first = list(present).index(caboose)
    seats = (*present[first:], *present[:first])
    begun = replace(campaign, step="playing", present=seats, caboose=caboose, discards=())
    begun = replace(begun, lots={**campaign.lots, f"game {campaign.game}": seed})
    return begun, plan_of(begun)


def plan_of(campaign: Campaign) -> Plan:
    """What the running game is begun with. Raises CampaignError."""
    at_step(campaign, "playing")
    companies = {seat: campaign.companies[seat] for seat in campaign.present}
    return Plan(
        seats=campaign.present,
        settings=_settings(campaign, companies),
        game_map=board_of(campaign),
        offices={seat: company.office for seat, company in companies.items()},
        steps=stickers_of(campaign, "setup"),
    )


def _settings(campaign: Campaign, companies: Mapping[Seat, Company]) -> dict[str, SettingValue]:
    coins = {seat: company.office_coins for seat, company in companies.items() if company.office_coins}
    return {
        **campaign.settings,
        "events": list(campaign.events),
        "seat_trains": [f"{seat}={company.trains}" for seat, company in companies.items()],
        "office_coins": [f"{seat}={number}" for seat, number in coins.items()],
        "claim_steps": claim_steps(campaign),
    }


def claim_steps(campaign: Campaign) -> list[str | int]:
    """The printed claim steps and those of stickers, by number; a sticker goes over what stands there."""
    lines = {effect_of(line): line for line in edition(EDITION).settings.claim_steps}
    by_number = {int(effect.name): line for effect, line in lines.items() if effect is not None}
    for sticker in stickers_of(campaign, "claim"):
        by_number[sticker.number] = f"{sticker.number}: {sticker.effect or 'text'}"
    return [by_number[number] for number in sorted(by_number)]


def stickers_of(campaign: Campaign, where: str) -> tuple[Sticker, ...]:
    """The stickers that hold now, in numeric order (LW-13)."""
    held = [one for one in campaign.stickers if one.where == where and one.until >= campaign.game]
    return tuple(sorted(held, key=lambda sticker: sticker.number))


def board_of(campaign: Campaign) -> GameMap:
    """The board with all pieces that have been added."""
    board = game_map(edition(EDITION).map)
    for number, patch in enumerate(campaign.boards, start=1):
        board = patched(board, patch, source=f"board {number}")
    return board


def end_game(campaign: Campaign, state: State) -> Campaign:
    """A game that is over, put into the boxes: slips into vaults, the caboose to the last (LW-59, LW-61).

    Raises CampaignError: the game is not over, or is not the one that was begun.
    """
    at_step(campaign, "playing")
    if state.result is None:
        raise CampaignError("the game is not over; play its last turn first")
    ended = record_game(campaign, standing_of(state))
    gone, dealt = state.events_retired, state.cards == "dealt"
    return replace(
        ended,
        discards=state.event_discards if dealt else ended.discards,
        discards_known=dealt,
        recorded=None,
        retired=campaign.retired + gone,
        events=_without(campaign.events, gone),
    )


def record_game(campaign: Campaign, standing: Standing) -> Campaign:
    """The same for a game of which only the last position is known: any event may have been turned in it.

    Raises CampaignError: the seats are not those of the running game, in turn order.
    """
    at_step(campaign, "playing")
    if tuple(standing.held) != campaign.present or standing.edition.name != EDITION:
        raise CampaignError(f"this game is not the one begun with {', '.join(campaign.present)}")
    scores = score_seats(standing)
    slips = {
        score.seat: BankSlip(
            game=campaign.game,
            coins=score.coins,
            trains_bonus=score.trains_bonus,
            tickets=score.tickets,
            total=score.total,
        )
        for score in scores
    }
    return replace(
        campaign,
        step="after",
        caboose=ranked(scores, standing.settings)[-1][-1],
        companies={seat: _put_away(box, slips, campaign.game) for seat, box in campaign.companies.items()},
        discards=event_names(campaign.events),
        discards_known=False,
        recorded=len(campaign.opened),
    )


def reopen_game(campaign: Campaign) -> Campaign:
    """A game that `record_game` has put away, as if it were played yet: another position takes its place.

    Raises CampaignError: it is closed, was judged here, or more was done since.
    """
    at_step(campaign, "after")
    if campaign.recorded is None:
        raise CampaignError(f"game {campaign.game} was judged here to its end; it stays as it was played")
    if campaign.recorded != len(campaign.opened) or campaign.discards != event_names(campaign.events):
        raise CampaignError(
            f"game {campaign.game}: an event was retired or content opened since it was put away; it stays so"
        )
    game = campaign.game
    companies = {
        seat: replace(
            box,
            vault=box.vault.without_slip(game, missed=False),
            missed=tuple(one for one in box.missed if one != game),
        )
        for seat, box in campaign.companies.items()
    }
    return replace(
        campaign,
        step="playing",
        caboose=campaign.present[0],
        companies=companies,
        discards=(),
        discards_known=True,
        recorded=None,
    )


def _put_away(company: Company, slips: Mapping[Seat, BankSlip], game: int) -> Company:
    slip = slips.get(company.seat)
    if slip is None:
        return replace(company, missed=(*company.missed, game))
    return replace(company, vault=company.vault.with_slip(slip))


def retire_event(campaign: Campaign, seat: Seat, name: str) -> Campaign:
    """The seat with the caboose openly retires one of the event discards (LW-60). Raises CampaignError."""
    at_step(campaign, "after")
    if seat != campaign.caboose:
        raise CampaignError(f"{seat} does not have the caboose; {campaign.caboose} retires an event")
    if name not in campaign.discards:
        known = ", ".join(campaign.discards) or "none, or one is retired already"
        raise CampaignError(f"no event {name[:60]!r} among the event discards; they are {known}")
    return replace(
        campaign, events=_without(campaign.events, (name,)), retired=(*campaign.retired, name), discards=()
    )


def _without(events: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in events if not set(event_names((line,))) & set(names))


def close_game(campaign: Campaign) -> Campaign:
    """All is put away; the next game, or the end of the campaign. Raises CampaignError."""
    at_step(campaign, "after")
    if campaign.discards and campaign.discards_known:
        raise CampaignError(f"{campaign.caboose} has still to retire one of {', '.join(campaign.discards)}")
    if campaign.game == GAMES:
        return replace(campaign, step="over", discards=())
    return replace(campaign, game=campaign.game + 1, step="before", present=(), discards=())
