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
        case ClaimOrStray(seat=seat, site=site, missing=missing):
            words = claim_or_stray(v, seat, site, missing, state)
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
        return Words(
            p.sentence(
                "whose token is on {route}? Press your seat button, or Forward through the seats.",
                route=route,
            ),
            p.sentence("whose, {route}?", route=route),
        )
    whose = v.whose(finding.guess)
    if finding.mover is not None:
        seat, own = v.seat(finding.mover), v.whose(finding.mover)
        return Words(
            p.sentence(
                "the token on {route} looks {whose}; {seat} is to move. Swap it, or Yes if it is {own}.",
                route=route,
                whose=whose,
                seat=seat,
                own=own,
            ),
            p.sentence("looks {whose}. Swap, or Yes.", whose=whose),
        )
    return Words(
        p.sentence("a token on {route}. {whose}? Yes, or No for another seat.", route=route, whose=whose),
        p.sentence("{whose}, {route}?", route=route, whose=whose),
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
    return Words(
        p.sentence(
            "two new tokens: {first}; and {second}. One claim a turn; lift the one you do not want.",
            first=first,
            second=second,
        ),
        p.sentence("two tokens. Lift one."),
    )


def _lifted(v: Vocabulary, finding: LiftedInGrace) -> Words:
    p, route = v.phrases, v.site(finding.site)
    return Words(
        p.sentence("take back {route}? Yes, or put the token back.", route=route),
        p.sentence("take back {route}?", route=route),
    )


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
        return Words(
            p.sentence(
                "two tokens fell: {one} off {first}; {other} off {second}. Put them back, please.", **facts
            ),
            p.sentence("fallen: {first}; {second}.", **facts),
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
    return Words(p.sentence("{route} is right again.", route=route), p.sentence("right."))


def _wrong_shape(v: Vocabulary, finding: WrongShape) -> Words:
    p = v.phrases
    facts: dict[str, str | int] = {"route": v.site(finding.site), "whose": v.whose(finding.owner)}
    if finding.fresh:
        facts |= {"other": v.whose(finding.looks)}
        return Words(
            p.sentence("looks {other}, not {whose}: {route}. Swap it, or take the board as right.", **facts),
            p.sentence("looks {other}, not {whose}: {route}.", **facts),
        )
    return Words(
        p.sentence("right pin, wrong shape: {route} is {whose}. Swap it.", **facts),
        p.sentence("wrong shape. {whose}.", **facts),
    )


def _clear(v: Vocabulary, state: PublicState) -> Words:
    p = v.phrases
    if state.to_move is None:
        return Words(p.sentence("clear."))
    return Words(p.sentence("clear. {seat} to move.", seat=v.seat(state.to_move)))


def _differ(v: Vocabulary, finding: SensesDiffer, state: PublicState) -> Words:
    p = v.phrases
    where = v.site(finding.site)
    whose = v.whose(finding.guess or state.to_move or state.seats[0])
    if finding.senses != ("pin", "camera"):
        return any_differ(v, finding, whose)
    if finding.feels is not None and finding.guess is not None:
        feels = v.whose(finding.feels)
        return Words(
            p.sentence(
                "the token at {where} feels {feels} and looks {whose}. Set it again, or Yes if {whose}.",
                where=where,
                feels=feels,
                whose=whose,
            ),
            p.sentence("feels {feels}, looks {whose}: {where}.", where=where, feels=feels, whose=whose),
        )
    if finding.felt and finding.looks == "empty":
        return Words(
            p.sentence(
                "I feel a token at {where} but do not see it. Set it again, or Yes if {whose} stands there.",
                where=where,
                whose=whose,
            ),
            p.sentence("felt but not seen: {where}.", where=where),
        )
    return Words(
        p.sentence(
            "I see a token at {where} but do not feel it. Press it down, or Yes if {whose} stands there.",
            where=where,
            whose=whose,
        ),
        p.sentence("press it down: {where}.", where=where),
    )


def _slid(v: Vocabulary, layout: BoardLayout | None, finding: Slid) -> Words:
    p, way = v.phrases, way_between(v, layout, finding.new, finding.old)
    facts: dict[str, str | int] = {
        "whose": v.whose(finding.seat),
        "old": v.site(finding.old),
        "new": v.site(finding.new),
    }
    if way is None:
        return Words(
            p.sentence("{whose} token slid from {old} to {new}. Move it back.", **facts),
            p.sentence("slid: back to {old}.", **facts),
        )
    return Words(
        p.sentence("{whose} token slid from {old} to {new}. Move it back, {way}.", way=way, **facts),
        p.sentence("slid: back to {old}, {way}.", way=way, **facts),
    )


def claim_or_stray(v: Vocabulary, seat: Seat, site: SiteId, missing: SiteId, state: PublicState) -> Words:
    """A token, `seat`'s by its looks, stands at a free site while one is off `missing`: is it a claim?"""
    p = v.phrases
    facts: dict[str, str | int] = {
        "claimant": v.whose(seat),
        "whose": v.whose(owner_at(missing, state) or seat),
        "route": v.site(site),
        "missing": v.site(missing),
    }
    return Words(
        p.sentence(
            "a token on {route}, and {whose} is off {missing}. Is it a claim? Yes, or move it back.", **facts
        ),
        p.sentence("{claimant} claim: {route}?", **facts),
    )


def _still_stands(v: Vocabulary, finding: StillStands) -> Words:
    p, route = v.phrases, v.site(finding.site)
    return Words(
        p.sentence("first lift the token on {route}, please.", route=route),
        p.sentence("first lift {route}.", route=route),
    )


def _second_claim(v: Vocabulary, finding: SecondClaim) -> Words:
    p, whose = v.phrases, v.whose(finding.seat)
    first, second = v.site(finding.first), v.site(finding.second)
    return Words(
        p.sentence(
            "one claim a turn: {first} is {whose}. Lift the token on {second}.",
            first=first,
            second=second,
            whose=whose,
        ),
        p.sentence("one claim a turn. Lift {second}.", second=second),
    )


def _wait_for_view(v: Vocabulary, finding: WaitForView) -> Words:
    p, route = v.phrases, v.site(finding.site)
    return Words(
        p.sentence("I wait for a free view of {route}.", route=route),
        p.sentence("hands off {route}, please.", route=route),
    )


def _flickers(v: Vocabulary, finding: Flickers) -> Words:
    p, where = v.phrases, v.site(finding.site)
    if finding.sense not in ("pin", "camera") or finding.other not in ("pin", "camera", None):
        return any_flickers(v, finding)
    if finding.sense == "camera":
        return Words(
            p.sentence("the camera wavers at {where}: glare, perhaps. I trust the pin there.", where=where),
            p.sentence("camera wavers at {where}.", where=where),
        )
    if finding.other:
        return Words(
            p.sentence("pin {where} flickers. I trust the camera there.", where=where),
            p.sentence("pin {where}: camera used.", where=where),
        )
    return Words(
        p.sentence("pin {where} flickers. Tokens there are asked about.", where=where),
        p.sentence("pin {where} flickers.", where=where),
    )
