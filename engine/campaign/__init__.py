"""Legends of the West from game to game, pure: what boxes keep, when the hidden is shown.

A `Campaign` is a value that each game changes at its end (`playing`): companies, stickers, boards,
postcards (`campaign_values`). What the box hides is written by its owner in files and opened when its
moment has come (`content`); a board that was added is a map with a few lines more or less (`board`).
`vaults` is the end, and the campaign as a file.

Deliberately absent: the content of a box, which is not ours to ship; a game itself, which is
`engine.game`'s.
"""

from engine.campaign.board import map_dict, patched
from engine.campaign.campaign_values import (
    GAMES,
    BankSlip,
    Campaign,
    CampaignError,
    Company,
    Postcard,
    Sticker,
    Vault,
)
from engine.campaign.content import (
    Content,
    content_from_json,
    draw_postcard,
    fulfil_postcard,
    open_content,
)
from engine.campaign.playing import (
    Plan,
    begin_game,
    board_of,
    claim_steps,
    close_game,
    end_game,
    new_campaign,
    plan_of,
    record_game,
    retire_event,
    stickers_of,
)
from engine.campaign.vaults import (
    campaign_from_json,
    campaign_to_json,
    campaign_view,
    open_vaults,
    score_missed,
    standings,
)

__all__ = [
    "GAMES",
    "BankSlip",
    "Campaign",
    "CampaignError",
    "Company",
    "Content",
    "Plan",
    "Postcard",
    "Sticker",
    "Vault",
    "begin_game",
    "board_of",
    "campaign_from_json",
    "campaign_to_json",
    "campaign_view",
    "claim_steps",
    "close_game",
    "content_from_json",
    "draw_postcard",
    "end_game",
    "fulfil_postcard",
    "map_dict",
    "new_campaign",
    "open_content",
    "open_vaults",
    "patched",
    "plan_of",
    "record_game",
    "retire_event",
    "score_missed",
    "standings",
    "stickers_of",
]
