"""PURE: Legends of the West from game to game: what boxes keep, when the hidden is shown.

A `Campaign` is a value (`campaign_values`): companies, the caboose, events, stickers, boards, postcards. Acts
go in, each a function from one campaign to the next (`playing`): a game is begun with what its plan lays out,
put away by its final position, closed. What the box hides is written by its owner in files and opened when
its moment has come, not before (`content`); a board that was added is a map with a few lines more or less
(`board`). `vaults` is the end, what anybody may see before it, and the campaign as a file.

Kept is the whole story, in words that may be read aloud, and the lots by which it can be drawn again. An act
at the wrong moment is refused (`CampaignError`) and changes nothing; what is in a vault stays there until
game twelve is over, whoever asks.

Deliberately absent: the content of a box, which is not ours to ship; a game itself, which is `engine.game`'s.
"""

from engine.campaign.board import patched
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
    EDITION,
    Plan,
    begin_game,
    board_of,
    claim_steps,
    close_game,
    end_game,
    new_campaign,
    plan_of,
    record_game,
    reopen_game,
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
    "EDITION",
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
    "new_campaign",
    "open_content",
    "open_vaults",
    "patched",
    "plan_of",
    "record_game",
    "reopen_game",
    "retire_event",
    "score_missed",
    "standings",
    "stickers_of",
]
