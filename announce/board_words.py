"""What the comparison of board and game has found, in words: whose token, fallen, right again."""

from typing import assert_never

from announce.announcement import Announcement, Earcon
from announce.any_sense import any_differ, any_flickers
from announce.pin_places import owner_at, place_of, way_between
from announce.public import PublicState
from announce.refusals import taken_off
from announce.vocabulary import Vocabulary
from announce.words import Words, tell
from engine import Seat
from reconcile import (
    ClaimOrStray,
    Fallen,
    Flickers,
    LiftedInGrace,
    RefusedLifted,
    Restored,
    SecondClaim,
    SensesDiffer,
    Slid,
    SpokenFinding,
    StillStands,
    TokenSettled,
    TwoTokens,
    WaitForView,
    WhoseToken,
    WrongShape,
)
from tabletop import BoardLayout, SiteId

_MANY = 3
"""So many tokens off their pins at once are counted, not named."""


def found(
    v: Vocabulary, layout: BoardLayout | None, finding: SpokenFinding, state: PublicState
) -> tuple[Announcement, ...]:
    """The announcement of a finding."""
    match finding:
        case WhoseToken(guess=guess):
            return (tell("everyone", _whose(v, finding), "question", urgency="assertive", timbre=guess),)
        case TwoTokens():
            return (tell("everyone", _two_tokens(v, finding), "question", urgency="assertive"),)
        case LiftedInGrace(seat=seat):
            return (tell("everyone", _lifted(v, finding), "question", timbre=seat),)
        case Fallen(tokens=tokens):
            earcon: Earcon = "fallen" if len(tokens) >= _MANY else "off"
            return (tell("everyone", _fallen(v, layout, finding), earcon, urgency="assertive"),)
        case WrongShape(looks=looks) if looks == state.to_move and not (finding.fresh or finding.missed):
            words = taken_off(v, finding.site, finding.owner, state)
            return (tell("everyone", words, "refuse", urgency="assertive", timbre=looks),)
        case WrongShape():
            return (tell("everyone", _wrong_shape(v, finding), "off"),)
        case Restored():
            return (tell("everyone", _restored(v, finding), "right"),)
        case RefusedLifted():
            return (tell("everyone", _clear(v, state), "right"),)
        case StillStands():
            return (tell("everyone", _still_stands(v, finding), "refuse", urgency="assertive"),)
        case SecondClaim(seat=seat):
            words = _second_claim(v, finding)
            return (tell("everyone", words, "refuse", urgency="assertive", timbre=seat),)
        case SensesDiffer():
            return (tell("everyone", _differ(v, finding, state), "off"),)
        case Slid(seat=seat):
            words = _slid(v, layout, finding)
            return (tell("everyone", words, "off", urgency="assertive", timbre=seat),)
        case ClaimOrStray(seat=seat, site=site, missing=missing, unset=unset):
            words = claim_or_stray(v, seat, site, missing, state, unset=unset)
            return (tell("everyone", words, "question", urgency="assertive", timbre=seat),)
        case Flickers():
            return (tell("everyone", _flickers(v, finding), "fault"),)
        case WaitForView():
            return (tell("everyone", _wait_for_view(v, finding), "wait", urgency="ambient"),)
        case _:
            assert_never(finding)


def sound(finding: TokenSettled) -> tuple[Announcement, ...]:
    """The short sound of a contact, without words."""
    earcon: Earcon = "place" if finding.change == "placed" else "lift"
    return (tell("everyone", Words(""), earcon, urgency="ambient", timbre=finding.seat),)


def _whose(v: Vocabulary, finding: WhoseToken) -> Words:
    p, route = v.phrases, v.site(finding.site)
    if finding.guess is None:
        return p.words(
            "whose token is on {route}? Press your seat button, or Forward through the seats.",
            "whose, {route}?",
            route=route,
        )
    whose = v.whose(finding.guess)
    if finding.mover is not None:
        seat, own = v.seat(finding.mover), v.whose(finding.mover)
        return p.words(
            "the token on {route} looks {whose}; {seat} is to move. Swap it, or Yes if it is {own}.",
            "looks {whose}. Swap, or Yes.",
            route=route,
            whose=whose,
            seat=seat,
            own=own,
        )
    return p.words(
        "a token on {route}. {whose}? Yes, or No for another seat.",
        "{whose}, {route}?",
        route=route,
        whose=whose,
    )


def _two_tokens(v: Vocabulary, finding: TwoTokens) -> Words:
    p, n = v.phrases, len(finding.sites)
    brief = p.sentences("{n} token. Lift one.", "{n} tokens. Leave one.", n)
    if n > 2:
        return Words(
            p.sentences(
                "{n} new token. One claim a turn; leave only the one you want.",
                "{n} new tokens. One claim a turn; leave only the one you want.",
                n,
            ),
            brief,
        )
    first, second = (v.site(site) for site in finding.sites)
    return p.words(
        "two new tokens: {first}; and {second}. One claim a turn; lift the one you do not want.",
        "two tokens. Lift one.",
        first=first,
        second=second,
    )


def _lifted(v: Vocabulary, finding: LiftedInGrace) -> Words:
    p, route = v.phrases, v.site(finding.site)
    return p.words("take back {route}? Yes, or put the token back.", "take back {route}?", route=route)


def _fallen(v: Vocabulary, layout: BoardLayout | None, finding: Fallen) -> Words:
    p = v.phrases
    if len(finding.tokens) >= _MANY:
        return _many_fallen(v, finding)
    if len(finding.tokens) == 2:
        (first, one), (second, other) = finding.tokens
        facts: dict[str, str | int] = {
            "first": v.site(first),
            "one": v.whose(one),
            "second": v.site(second),
            "other": v.whose(other),
        }
        return p.words(
            "two tokens fell: {one} off {first}; {other} off {second}. Put them back, please.",
            "fallen: {first}; {second}.",
            **facts,
        )
    site, seat = finding.tokens[0]
    place = place_of(v, layout, site)
    one_fact: dict[str, str | int] = {"whose": v.whose(seat), "seat": v.seat(seat), "route": v.site(site)}
    brief = p.sentence("fallen: {seat}, {route}.", **one_fact)
    if place is None:
        return Words(p.sentence("{whose} token fell off {route}. Put it back, please.", **one_fact), brief)
    return Words(
        p.sentence("{whose} token fell off {route}. Put it back, {place}.", place=place, **one_fact), brief
    )


def _many_fallen(v: Vocabulary, finding: Fallen) -> Words:
    p, n = v.phrases, len(finding.tokens)
    counts: dict[Seat, int] = {}
    for _, seat in finding.tokens:
        counts[seat] = counts.get(seat, 0) + 1
    listed = ", ".join(p.phrase("{seat} {value}", seat=v.seat(seat), value=n) for seat, n in counts.items())
    first, seat = finding.tokens[0]
    return Words(
        p.sentences(
            "stop, please: {n} token fell. Nothing is lost. Put it back.",
            "stop, please: {n} tokens fell. Nothing is lost. Put them back in any order.",
            n,
        ),
        p.sentences("{n} token fell. Nothing is lost.", "{n} tokens fell. Nothing is lost.", n),
        p.sentences(
            "stop, please: {n} token fell: {listed}. Nothing is lost. First: {seat}, {route}.",
            "stop, please: {n} tokens fell: {listed}. Nothing is lost. First: {seat}, {route}.",
            n,
            listed=listed,
            seat=v.seat(seat),
            route=v.site(first),
        ),
    )


def _restored(v: Vocabulary, finding: Restored) -> Words:
    p, route = v.phrases, v.site(finding.site)
    if finding.left:
        return Words(
            p.sentences(
                "{route} is right; {n} left.", "{route} is right; {n} left.", finding.left, route=route
            ),
            p.sentence("right, {n} left.", n=finding.left),
        )
    return p.words("{route} is right again.", "right.", route=route)


def _wrong_shape(v: Vocabulary, finding: WrongShape) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"route": v.site(finding.site), "whose": v.whose(finding.owner)}
    if finding.fresh:
        facts |= {"other": v.whose(finding.looks)}
        return p.words(
            "looks {other}, not {whose}: {route}. Swap it, or take the board as right.",
            "looks {other}, not {whose}: {route}.",
            **facts,
        )
    return p.words("right pin, wrong shape: {route} is {whose}. Swap it.", "wrong shape. {whose}.", **facts)


def _clear(v: Vocabulary, state: PublicState) -> Words:
    p = v.phrases
    if state.to_move is None:
        return p.words("clear.")
    return p.words("clear. {seat} to move.", seat=v.seat(state.to_move))


def _differ(v: Vocabulary, finding: SensesDiffer, state: PublicState) -> Words:
    p = v.phrases
    where = v.site(finding.site)
    whose = v.whose(finding.guess or state.to_move or state.seats[0])
    if finding.senses != ("pin", "camera"):
        return any_differ(v, finding, whose)
    if finding.feels is not None and finding.guess is not None:
        feels = v.whose(finding.feels)
        return p.words(
            "the token at {where} feels {feels} and looks {whose}. Set it again, or Yes if {whose}.",
            "feels {feels}, looks {whose}: {where}.",
            where=where,
            feels=feels,
            whose=whose,
        )
    if finding.felt and finding.looks == "empty":
        return p.words(
            "I feel a token at {where} but do not see it. Set it again, or Yes if {whose} stands there.",
            "felt but not seen: {where}.",
            where=where,
            whose=whose,
        )
    return p.words(
        "I see a token at {where} but do not feel it. Press it down, or Yes if {whose} stands there.",
        "press it down: {where}.",
        where=where,
        whose=whose,
    )


def _slid(v: Vocabulary, layout: BoardLayout | None, finding: Slid) -> Words:
    p, way = v.phrases, way_between(v, layout, finding.new, finding.old)
    facts: dict[str, str | int] = {
        "whose": v.whose(finding.seat),
        "old": v.site(finding.old),
        "new": v.site(finding.new),
    }
    if way is None:
        return p.words(
            "{whose} token slid from {old} to {new}. Move it back.", "slid: back to {old}.", **facts
        )
    return p.words(
        "{whose} token slid from {old} to {new}. Move it back, {way}.",
        "slid: back to {old}, {way}.",
        way=way,
        **facts,
    )


def claim_or_stray(
    v: Vocabulary, seat: Seat, site: SiteId, missing: SiteId, state: PublicState, *, unset: bool
) -> Words:
    """A token, `seat`'s by its looks, stands at a free site while one is off `missing`: is it a claim?

    `unset`: that one has never stood there.
    """
    p = v.phrases
    facts: dict[str, str | int] = {
        "claimant": v.whose(seat),
        "whose": v.whose(owner_at(missing, state) or seat),
        "route": v.site(site),
        "missing": v.site(missing),
    }
    way = way_between(v, v.layout, site, missing)
    if way is not None and unset:
        return p.words(
            "a token on {route}; {whose} is due on {missing}. A claim? Yes, or move it there, {way}.",
            "{claimant} claim: {route}?",
            way=way,
            **facts,
        )
    if way is not None:
        return p.words(
            "a token on {route}, and {whose} is off {missing}. A claim? Yes, or move it back, {way}.",
            "{claimant} claim: {route}?",
            way=way,
            **facts,
        )
    if unset:
        return p.words(
            "a token on {route}; {whose} is not on {missing} yet. Is it a claim? Yes, or move it there.",
            "{claimant} claim: {route}?",
            **facts,
        )
    return p.words(
        "a token on {route}, and {whose} is off {missing}. Is it a claim? Yes, or move it back.",
        "{claimant} claim: {route}?",
        **facts,
    )


def _still_stands(v: Vocabulary, finding: StillStands) -> Words:
    p, route = v.phrases, v.site(finding.site)
    return p.words("first lift the token on {route}, please.", "first lift {route}.", route=route)


def _second_claim(v: Vocabulary, finding: SecondClaim) -> Words:
    p, whose = v.phrases, v.whose(finding.seat)
    first, second = v.site(finding.first), v.site(finding.second)
    return p.words(
        "one claim a turn: {first} is {whose}. Lift the token on {second}.",
        "one claim a turn. Lift {second}.",
        first=first,
        second=second,
        whose=whose,
    )


def _wait_for_view(v: Vocabulary, finding: WaitForView) -> Words:
    p, route = v.phrases, v.site(finding.site)
    return p.words("I wait for a free view of {route}.", "hands off {route}, please.", route=route)


def _flickers(v: Vocabulary, finding: Flickers) -> Words:
    p, where = v.phrases, v.site(finding.site)
    if finding.sense not in ("pin", "camera") or finding.other not in ("pin", "camera", None):
        return any_flickers(v, finding)
    if finding.sense == "camera":
        return p.words(
            "the camera wavers at {where}: glare, perhaps. I trust the pin there.",
            "camera wavers at {where}.",
            where=where,
        )
    if finding.other:
        return p.words(
            "pin {where} flickers. I trust the camera there.", "pin {where}: camera used.", where=where
        )
    return p.words(
        "pin {where} flickers. Tokens there are asked about.", "pin {where} flickers.", where=where
    )
