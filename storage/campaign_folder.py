"""SHELL: a campaign on the disk: one file in a folder of its own, whole before or whole after every act."""

from pathlib import Path
from typing import Final

from engine.campaign import Campaign, campaign_from_json, campaign_to_json
from storage.reading import read_bytes
from storage.whole_file import SECRET, write_whole
from table.errors import CallError

_NAME: Final = "campaign.json"


def read_campaign(folder: Path) -> Campaign:
    """The campaign of a folder.

    Raises:
        CallError: there is none, or the file cannot be read.
        CampaignError: it is no campaign.
    """
    path = folder / _NAME
    try:
        return campaign_from_json(read_bytes(path), source=str(path))
    except FileNotFoundError:
        raise CallError(
            f"{folder}: no campaign there; begin one: fingerpost campaign {folder} new --seats blue,red,green"
        ) from None
    except OSError as error:
        raise CallError(f"{path}: {error.strerror or error}; check the folder") from None


def write_campaign(folder: Path, campaign: Campaign, *, new: bool = False) -> None:
    """Put a campaign in its folder; only its owner can read it, for the vaults are in it.

    Raises:
        CallError: it cannot be written, or `new` and there is one already.
    """
    path = folder / _NAME
    if new and path.exists():
        raise CallError(f"{folder}: a campaign is there already; name another folder")
    try:
        write_whole(path, campaign_to_json(campaign).encode(), mode=SECRET)
    except OSError as error:
        raise CallError(f"{path}: {error.strerror or error}; check the folder") from None
