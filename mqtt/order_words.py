"""What a node tells its maker of an order: what came of it, and what to do when nothing did. Pure."""

from collections.abc import Mapping
from typing import Final

from mqtt.orders import NodeAnswer

ADVICE: Final[Mapping[str, str]] = {
    "another": "another board is in view; lay down the one that is played on",
    "another-order": "it is at another one; wait for that",
    "board-lost": "too little of the board is in view; turn the camera",
    "hub-lost": "the hub does not answer; check its cable",
    "hub-refused": "the hub says no; a window must not overlap another token's",
    "in-motion": "something moves over the board; take the hand away",
    "lens-not-told": "one view from here does not tell the lens; run: fingerpost calibrate",
    "like-another": "these tokens look like another seat's; show them under another light",
    "mirrored": "its picture is mirrored; switch that off, or use another camera",
    "no-analogue": "the hub tells no tokens apart; it has no windows to set",
    "no-answer": "the hub does not answer; check its cable",
    "no-calibration": "the hub cannot be calibrated; it needs a newer firmware",
    "no-empty-picture": "there is no picture of the empty board; order that first (what: empty)",
    "no-fit": "the markers in view lie otherwise than in the board's file; start it with this board's file",
    "no-hub": "its pins hang on this machine's own lines; there is nothing to calibrate",
    "no-picture": "the camera gives no picture; check its cable",
    "no-such-order": "a node can be told calibrate or set-threshold, nothing else",
    "no-such-seat": "there is no seat of that colour; give blue, red, green, yellow or black",
    "no-such-site": "the board has no such pin on a hub; check the site's id",
    "no-such-token": "what stands there has not the seat's shape; set its own tokens on pins",
    "no-token": "no token stands that was not on the empty board; set one on a pin",
    "not-empty": "tokens seem to stand there; clear the board",
    "not-for-a-camera": "that is for a hub",
    "not-for-a-hub": "that is for a camera",
    "other-lens": "the camera's file does not fit; run: fingerpost calibrate, or leave it out",
    "out-of-range": "a number is missing or out of its range; docs/mqtt-topics.md has them",
    "too-dark": "it is too dark to see; switch a light on",
    "too-much-new": "too much has changed at once; set tokens on at most six pins",
    "twice": "two boards are in view; leave one alone",
}
"""What a maker can do about each `why` of an answer."""


def told(answer: NodeAnswer) -> str:
    """One line."""
    if not answer.ok:
        return f"{answer.type}, as the table asked, was not done: {ADVICE.get(answer.why or '', answer.code)}"
    if answer.kept is False:
        return f"{answer.type}, as the table asked, is done, and ends with a restart: it is kept nowhere"
    return f"{answer.type}, as the table asked, is done"
