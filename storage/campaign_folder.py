"""SHELL: a campaign on the disk: one file in a folder of its own, whole before or whole after every act."""

from pathlib import Path
from typing import Final

from engine.campaign import Campaign, CampaignError, campaign_from_json, campaign_to_json
from storage.reading import read_bytes
from storage.whole_file import SECRET, write_whole
from table.errors import CallError

_NAME: Final = "campaign.json"
_DAMAGED: Final = "campaign.damaged.json"
_EARLIER: Final = "earlier"
"""The folder of what was before each act, oldest first by number."""
_MOST: Final = 500  # states; twelve games have some two hundred


def read_campaign(folder: Path) -> Campaign:
    """The campaign of a folder.

    Raises:
        CallError: there is none, or the file cannot be read.
        CampaignError: it is no campaign.
    """
    path = folder / _NAME
    try:
        return campaign_from_json(read_bytes(path), source=str(path))
    except CampaignError as error:
        if not _earlier(folder):
            raise
        told = f"{error}; run: fingerpost campaign {folder} undo, for what was before the last act"
        raise CampaignError(told) from None
    except FileNotFoundError:
        raise CallError(
            f"{folder}: no campaign there; begin one: fingerpost campaign {folder} new --seats blue,red,green"
        ) from None
    except OSError as error:
        raise CallError(f"{path}: {error.strerror or error}; check the folder") from None


def write_campaign(folder: Path, campaign: Campaign, *, new: bool = False) -> None:
    """Put a campaign in its folder, and keep what was there; only its owner can read it: vaults are in it.

    Raises:
        CallError: it cannot be written, or `new` and there is one already.
    """
    path = folder / _NAME
    if new and path.exists():
        raise CallError(f"{folder}: a campaign is there already; name another folder")
    try:
        if not new:
            _keep(folder, read_bytes(path))
        write_whole(path, campaign_to_json(campaign).encode(), mode=SECRET)
    except OSError as error:
        raise CallError(f"{path}: {error.strerror or error}; check the folder") from None


def take_back(folder: Path) -> Campaign:
    """The campaign as it was before its last act, which is its file again; a damaged one is put aside.

    Raises:
        CallError: nothing is kept of what was before, or it cannot be read or written.
    """
    path = folder / _NAME
    try:
        now = read_bytes(path) if path.exists() else b""
        for kept in reversed(_earlier(folder)):
            text = read_bytes(kept)
            try:
                before = campaign_from_json(text, source=str(kept))
            except CampaignError:
                kept.unlink()
                continue
            if text != now:  # else the power went before the act was done
                _put_aside(path, now)
                write_whole(path, text, mode=SECRET)
                kept.unlink()
                return before
            kept.unlink()
    except OSError as error:
        raise CallError(f"{folder}: {error.strerror or error}; check the folder") from None
    raise CallError(f"{folder}: nothing is kept of what was before; nothing has changed")


def _put_aside(path: Path, text: bytes) -> None:
    try:
        campaign_from_json(text, source=str(path))
    except CampaignError:
        if text:
            write_whole(path.with_name(_DAMAGED), text, mode=SECRET)


def _earlier(folder: Path) -> list[Path]:
    return sorted((folder / _EARLIER).glob("[0-9][0-9][0-9][0-9].json"))


def _keep(folder: Path, text: bytes) -> None:
    (folder / _EARLIER).mkdir(mode=0o700, exist_ok=True)
    kept = _earlier(folder)
    number = int(kept[-1].stem) + 1 if kept else 1
    write_whole(folder / _EARLIER / f"{number:04}.json", text, mode=SECRET)
    for old in kept[: max(0, len(kept) + 1 - _MOST)]:
        old.unlink()
