"""The end of the campaign, what anybody may see before it, and the campaign as a file."""

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec.structs import replace

from engine.campaign.campaign_values import BankSlip, Campaign, CampaignError, Vault, at_step, of_seat
from engine.not_json import NOT_JSON
from engine.values import Seat

_FORMAT = "campaign/1"


def score_missed(campaign: Campaign, seat: Seat, game: int, total: int) -> Campaign:
    """The score of a game that a company has missed, told by the box when all is over (LW-63).

    Told again, the later word counts. Raises CampaignError: it was not missed, or the score is below 0.
    """
    at_step(campaign, "over")
    company = of_seat(campaign, seat)
    told = any(slip.missed and slip.game == game for slip in _inside(company.vault))
    if game not in company.missed and not told:
        raise CampaignError(f"{seat} has not missed game {game}")
    if total < 0:
        raise CampaignError(f"game {game} of {seat}: {total} dollars; a slip never falls below 0 (LW-55)")
    slip = BankSlip(game=game, total=total, missed=True)
    left = tuple(one for one in company.missed if one != game)
    vault = company.vault.without_slip(game, missed=True).with_slip(slip)
    box = replace(company, missed=left, vault=vault)
    return replace(campaign, companies={**campaign.companies, seat: box})


def open_vaults(campaign: Campaign) -> dict[Seat, tuple[BankSlip, ...]]:
    """All bank slips, each company's by game. Raises CampaignError before the end (LW-61)."""
    if campaign.step != "over":
        raise CampaignError("the vaults are sealed until game 12 is put away")
    return {seat: _inside(box.vault) for seat, box in campaign.companies.items()}


def standings(campaign: Campaign) -> tuple[tuple[Seat, int], ...]:
    """Every company's dollars in all games, most first. Raises CampaignError before the end."""
    totals = {seat: sum(slip.total for slip in slips) for seat, slips in open_vaults(campaign).items()}
    return tuple(sorted(totals.items(), key=lambda line: -line[1]))


def _inside(vault: Vault) -> tuple[BankSlip, ...]:
    slips: tuple[BankSlip, ...] = vault._slips
    return tuple(sorted(slips, key=lambda slip: slip.game))


def campaign_view(campaign: Campaign, viewer: Seat | None) -> dict[str, object]:
    """What a seat, or the public, may know: no vault before the end, no private side of another's card."""
    over = campaign.step == "over"
    return {
        "game": campaign.game,
        "year": campaign.year,
        "step": campaign.step,
        "caboose": campaign.caboose,
        "present": list(campaign.present),
        "events": list(campaign.events),
        "retired": list(campaign.retired),
        "discards": list(campaign.discards),
        "stickers": [msgspec.to_builtins(sticker) for sticker in campaign.stickers],
        "story": list(campaign.story),
        "companies": [
            {
                "seat": seat,
                "trains": box.trains,
                "office": list(box.office),
                "office_coins": box.office_coins,
                "slips": len(box.vault),
                "missed": list(box.missed),
                "vault": msgspec.to_builtins(_inside(box.vault)) if over else None,
            }
            for seat, box in campaign.companies.items()
        ],
        "postcards": [
            {
                "id": card.id,
                "seat": card.seat,
                "public": card.public,
                "private": card.private if card.fulfilled is not None or card.seat == viewer else None,
                "from_game": card.from_game,
                "fulfilled": card.fulfilled,
            }
            for card in campaign.postcards
        ],
    }


def campaign_to_json(campaign: Campaign) -> str:
    """The whole campaign, vaults included: a file for the disk, for no page and no ear."""
    whole = msgspec.json.decode(msgspec.json.encode(campaign, enc_hook=_seal))
    return msgspec.json.encode({"format": _FORMAT, **cast("dict[str, object]", whole)}).decode()


def campaign_from_json(text: str | bytes, *, source: str = "campaign") -> Campaign:
    """Read a campaign/1 text. Raises CampaignError."""
    try:
        raw: object = msgspec.json.decode(text)
        if not isinstance(raw, Mapping) or raw.get("format") != _FORMAT:
            raise CampaignError(f"{source}: no campaign; give a {_FORMAT} file")
        campaign = msgspec.convert(raw, Campaign, dec_hook=_unseal)
    except NOT_JSON as error:
        raise CampaignError(f"{source}: {' '.join(str(error).split())[:200]}") from None
    of_seat(campaign, campaign.caboose)
    return campaign


def _seal(value: object) -> object:
    if isinstance(value, Vault):
        return value._slips
    raise NotImplementedError(type(value).__name__)


def _unseal(kind: type, value: object) -> object:
    if kind is Vault:
        return Vault(msgspec.convert(value, tuple[BankSlip, ...]))
    raise NotImplementedError(kind.__name__)
