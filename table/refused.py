"""What is said when the game refuses what a token asks for."""

from collections.abc import Sequence

from announce import Announcement, Wording
from dialog import site_of
from engine import Reason, Refusal, State, TokenCommand
from reconcile import SecondClaim, Tracker


def why_not(
    wording: Wording, tracker: Tracker, refusal: Refusal, state: State, *, by_token: bool
) -> Sequence[Announcement]:
    """The words of a refusal; a seat that sets a second token hears which of its two it is to lift.

    `by_token`: a token asked for it; else a list, a key or a page did, and there is nothing to lift.
    """
    command, first = refusal.command, tracker.grace
    second = by_token and refusal.reason is Reason.NOT_YOUR_TURN and command.seat == tracker.just_claimed
    if isinstance(command, TokenCommand) and first is not None and second:
        found = SecondClaim(seat=command.seat, first=first, second=site_of(command))
        return wording.finding(found, state)
    return wording.refusal(refusal, state, by_token=by_token)
