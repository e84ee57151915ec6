"""Tokens on free pins: one is proposed or asked about, two are too many."""

from collections.abc import Sequence
from typing import Final

from engine import Seat, State
from reconcile.belief import ASK, COMMIT
from reconcile.findings import (
    ClaimOrStray,
    ClaimProposed,
    Finding,
    SensesDiffer,
    TwoTokens,
    WhoseToken,
)
from reconcile.ledger import TakenAs
from reconcile.live_senses import Senses
from reconcile.missing import BUMPED, FALLEN_S, SLIDE_S, Glimpse, New
from reconcile.sensed_site import QUIET_S, Place
from tabletop import SiteId

ALONE_S: Final = 1.0  # pins alone: a contact that rests so long is a token
STEADY_S: Final = 4.0  # the same of a contact that has flickered; then it is asked about
TWO_S: Final = 1.0  # two tokens: one that was just lifted may still be seen
PARTED_S: Final = 1.2  # one of two was lifted: by then it often stands elsewhere, and they are two again
SEEN_LEAVING_S: Final = 1.0  # the camera sees a token come sooner than it sees one gone
PUT_BACK_S: Final = 12.0  # it takes so long to say what fell where, to find it and to put it back
JUST_LOST_S: Final = 1.0  # the camera went and a hand was on its way: nobody has said yet what that means
UNHEARD_S: Final = 0.5  # so soon after a claim nobody has heard whose turn it is now
OPENLY_S: Final = 2.0  # below ASK: hold for so long, then ask openly


def judge(new: list[New], scene: Glimpse, senses: Senses, state: State) -> list[Finding]:
    """What one look makes of the new tokens."""
    ledger, mover = scene.ledger, _mover(state)
    if len(new) > 1:
        new = [one for one in new if not _by_itself(one, scene, mover)] or new
    sites = frozenset(one.site for one in new)
    if sites and ledger.paying is not None:
        paid_for = scene.places[ledger.paying]
        if not (paid_for.occupied_by_word() or paid_for.quiet(scene.now, senses)):
            return []  # it has just been lifted, and this may be the same token
        sites |= {ledger.paying}
    if len(sites) > 1:
        return _too_many(sites, new, scene)
    if ledger.two and not _parted(sites, scene, senses):
        return []
    return _alone(new[0], mover, scene, senses, state) if new and mover is not None else []


def _by_itself(one: New, scene: Glimpse, mover: Seat | None) -> bool:
    """Whether this is surely no token of the mover's, and the table is asked about it, or will be.

    Asked it will be where its seat misses one: with the mover's it makes no two of which one has to go.
    """
    seat, ledger = one.belief.best_seat, scene.ledger
    if not one.told or seat == mover or one.belief.best_seat_probability < COMMIT:
        return False
    return one.site in ledger.asked or seat in ledger.fallen.values()


def _too_many(sites: frozenset[SiteId], new: Sequence[New], scene: Glimpse) -> list[Finding]:
    """Two tokens or more, of which it is said once that one of them has to go."""
    calm = all(scene.places[one.site].calm_for(scene.now) >= TWO_S for one in new)
    if sites == scene.ledger.two or not calm:
        return []
    scene.ledger.two = sites
    return [TwoTokens(sites=tuple(sorted(sites)))]


def _parted(sites: frozenset[SiteId], scene: Glimpse, senses: Senses) -> bool:
    """Whether those that were too many are no more; not as long as a hand is at one that seems gone."""
    ledger = scene.ledger
    gone = [scene.places[site] for site in ledger.two - sites]
    if any(_reached_for(place, scene, senses) for place in gone):
        return False
    ledger.parted_at = max(place.changed_at for place in gone)
    ledger.two = frozenset()
    return True


def _alone(one: New, mover: Seat, scene: Glimpse, senses: Senses, state: State) -> list[Finding]:
    """The only new token: it is proposed, asked about, or a moment tells more."""
    seat = _surely(one, scene, senses, mover)
    likely = seat or _likely(one, senses, mover, nameless=scene.places[one.site].nameless)
    if _may_be_old(one, scene, likely) or not _rested(one, scene, senses) or _one_of_two(one, scene):
        return []
    strays = _strays(one, scene, senses, likely)
    if not (one.told and senses.names) and _soon_back(strays, scene):
        return []
    if state.to_move is None and seat is None:
        seat = likely or mover  # it comes too early, whose it ever is: the game says so, nothing is claimed
    if seat is not None and not strays:
        scene.ledger.wait(one.site, TakenAs(seat=seat, at=scene.now))
        return [ClaimProposed(seat=seat, site=one.site, assumed=not one.told)]
    asked = None if strays else _strangers(one, scene, senses, state)
    if asked is None:
        asked = WhoseToken(site=one.site, guess=likely, mover=_out_of_turn(likely, state))
    return _ask(one, asked, scene, senses, strays)


def judge_hidden(sites: Sequence[SiteId], new: Sequence[New], scene: Glimpse, state: State) -> list[Finding]:
    """A hand stays over the only new token: whose it is is asked, for no frame with the hand tells it.

    While tokens are missing or leave their pins, hands are at work there: nothing is asked.
    """
    ledger, mover = scene.ledger, _mover(state)
    busy = scene.leaving or ledger.fallen.keys() - ledger.kept or ledger.two or ledger.paying is not None
    if len(sites) != 1 or new or busy or mover is None:
        return []
    scene.places[sites[0]].said.add("whose")
    ledger.asked.add(sites[0])
    return [WhoseToken(site=sites[0], guess=mover)]


def _reached_for(place: Place, scene: Glimpse, senses: Senses) -> bool:
    """Whether a hand is over a token that stands there as far as anybody knows."""
    return place.occupied_by_word() and not place.quiet(scene.now, senses)


def _mover(state: State) -> Seat | None:
    """Whose token it would be: the mover's; before the first turn the first seat's that still chooses."""
    if state.phase in ("tickets", "pieces"):
        return next(iter(state.waiting_for()), None)
    return state.to_move


def _rested(one: New, scene: Glimpse, senses: Senses) -> bool:
    """Whether it has stood for long enough, so that a bad contact or a token leaving its pin would show."""
    place = scene.places[one.site]
    if senses.both:
        return scene.now - place.changed_at >= SEEN_LEAVING_S
    if senses.names or one.told:
        return True
    rests = (
        one.flickered and one.belief.occupied < COMMIT and place.witnessed and not place.fumbled(scene.now)
    )
    return place.calm_for(scene.now) >= (STEADY_S if rests else ALONE_S)


def _strays(one: New, scene: Glimpse, senses: Senses, likely: Seat | None) -> tuple[SiteId, ...]:
    """Where a token is missing that may be this one: of the same seat anywhere, of any seat on a near pin.

    After a knock it may be anybody's; whose it surely is by itself, it is wherever another's is missing. The
    token of a claim that the table has kept, which a pin does not feel, may stand all the same.
    """
    sure = scene.places[one.site].sure_name(senses) and one.belief.best_seat_probability >= COMMIT
    knocked = len(scene.ledger.fallen) >= BUMPED
    missing = [item for item in scene.ledger.fallen.items() if item[0] not in scene.ledger.kept]
    likeliest_first = sorted(missing, key=lambda item: (item[1] != likely, item[0]))
    return tuple(
        site
        for site, owner in likeliest_first
        if knocked or not one.told or likely in (None, owner) or (scene.near(site, one.site) and not sure)
    )


def _soon_back(strays: tuple[SiteId, ...], scene: Glimpse) -> bool:
    """Whether the table has just been told what fell: once that is back there is nothing to ask.

    After a knock nothing waits: whoever puts tokens back hears at once that one stands on a wrong pin.
    """
    few = len(scene.ledger.fallen) < BUMPED
    return bool(strays) and few and scene.missed_for(strays[0]) < FALLEN_S + PUT_BACK_S


def _may_be_old(one: New, scene: Glimpse, likely: Seat | None) -> bool:
    """Whether it may be a token that is just leaving its pin, so that a moment or an answer tells more."""
    if len(scene.leaving) > 1:
        return True  # the board is being knocked
    grace = scene.ledger.grace
    for site, owner in scene.leaving:
        taken_back = grace is not None and grace.site == site
        another = one.told and likely not in (None, owner) and one.belief.best_seat_probability >= COMMIT
        if taken_back and not another:
            return True
        if not taken_back and (not one.told or likely in (None, owner) or scene.near(site, one.site)):
            return True
    return False


def _one_of_two(one: New, scene: Glimpse) -> bool:
    """Whether another token came with it or before and cannot be judged yet.

    Told one after the other they would be two claims, and at a table of two the second would end the
    turn of a player who has done nothing. A hand that stays over the other one is asked away (`HINT_S`).
    So may a token be that was one of two and is set anew.
    """
    came, parted_at = scene.places[one.site].changed_at, scene.ledger.parted_at
    return scene.now < parted_at + PARTED_S or scene.coming_since <= max(came + QUIET_S, parted_at + SLIDE_S)


def _surely(one: New, scene: Glimpse, senses: Senses, mover: Seat) -> Seat | None:
    """Whose claim it is, if that can be taken for granted."""
    place = scene.places[one.site]
    if not place.witnessed:
        return None  # nobody saw or felt it come: it may have stood there for long
    if not senses.names and not one.told and place.felt():
        # Pins alone count tokens as the mover's; a contact that has erred or comes and goes is asked about.
        # Once it was asked about, only an answer tells; time does not. While a sense served that names them,
        # anybody's token could be told from the mover's: whoever set one as it went counted on that.
        doubtful = place.fumbled(scene.now) or "whose" in place.said or one.belief.occupied < COMMIT
        doubtful |= place.changed_at < senses.named_until() + JUST_LOST_S
        doubtful |= _of_last_turn(one.site, scene) or place.nameless
        return None if doubtful or _remembered(one, mover) else mover
    if place.picture_doubtful(senses):
        return None  # whose turn it is would decide; it tips a doubtful picture, it is not the verdict
    return one.belief.best_seat if one.belief.best_seat_probability >= COMMIT else None


def _of_last_turn(site: SiteId, scene: Glimpse) -> bool:
    """Whether whoever made the last claim may have set it: before that was heard, or as one of two.

    Or it stands where that claim was, before its token seemed to slide: a bad contact may have seemed so.
    """
    came, grace = scene.places[site].changed_at, scene.ledger.grace
    if grace is not None and (came < grace.at + UNHEARD_S or grace.came_from == site):
        return True
    return 0 < came - scene.ledger.parted_at <= SLIDE_S


def _remembered(one: New, mover: Seat) -> Seat | None:
    """Another seat, whose token the camera saw there before it was lost."""
    another = one.belief.best_seat != mover and one.belief.best_seat_probability >= ASK
    return one.belief.best_seat if another else None


def _likely(one: New, senses: Senses, mover: Seat, *, nameless: bool) -> Seat | None:
    if not senses.names and not one.told:
        return _remembered(one, mover) or (None if nameless else mover)
    return one.belief.best_seat if one.belief.best_seat_probability >= ASK else None


def _strangers(one: New, scene: Glimpse, senses: Senses, state: State) -> WhoseToken | None:
    """A token of a seat that does not play is asked about as what it looks like; it may be misread, too."""
    stranger = scene.places[one.site].names_other_than(state.seats, senses)
    if stranger is None or state.to_move is None:
        return None
    return WhoseToken(site=one.site, guess=stranger, mover=state.to_move)


def _ask(
    one: New, asked: WhoseToken, scene: Glimpse, senses: Senses, strays: tuple[SiteId, ...]
) -> list[Finding]:
    """Ask once: whose it is, whether it is a missing one, or what the senses that differ make of it."""
    place, likely = scene.places[one.site], asked.guess
    if "whose" in place.said:
        return []
    if likely is None and place.calm_for(scene.now) < OPENLY_S:
        return []
    place.said.add("whose")
    scene.ledger.asked.add(one.site)
    if likely is not None and strays:
        scene.ledger.may_be_from[one.site] = strays[0]
        unset = strays[0] in scene.ledger.unfelt
        return [ClaimOrStray(site=one.site, seat=likely, missing=strays[0], unset=unset)]
    both = place.two_names(senses)
    if both is not None:
        (felt, feels), (seen, looks) = both
        between = felt.sense, seen.sense
        return [SensesDiffer(site=one.site, felt=True, feels=feels, looks=looks, senses=between)]
    return [asked]


def _out_of_turn(likely: Seat | None, state: State) -> Seat | None:
    """Who is to move, if the seat that a token looks like is not and could not end that turn by its own."""
    mover = state.to_move
    if likely is None or mover in (None, likely):
        return None
    ends = state.cards == "untracked" and mover is not None and likely == state.next_seat(mover)
    return None if ends else mover
