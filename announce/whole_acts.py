"""What happened, told to everyone: the events of one act become one utterance."""

from collections.abc import Sequence
from dataclasses import replace

from announce import act_words, card_words
from announce.act_telling import Telling, brings, has_room
from announce.announcement import Announcement
from announce.event_telling import given_back, one_event
from announce.public import PublicState
from announce.talks.undo import undone_far
from announce.vocabulary import Vocabulary
from announce.words import Words, tell, together
from engine import (
    CardGained,
    Event,
    GameStarted,
    HarborBuilt,
    RouteClaimed,
    RouteId,
    Seat,
    SeatScore,
    StationBuilt,
    TurnStarted,
    Undone,
)


def told(
    v: Vocabulary,
    before: PublicState | None,
    events: tuple[Event, ...],
    after: PublicState,
    first_seq: int,
    opened: tuple[SeatScore, ...] = (),
    *,
    by_token: bool = True,
) -> tuple[Announcement, ...]:
    """What everyone hears of one act (or of several that belong together).

    `events` as everybody may see them (`announce.public.shown`); `first_seq` is the number of the first of
    them; `opened`: every seat's tickets, when the act ends the game; `by_token`: a token stands for it.
    """
    claimer = next((event.seat for event in events if isinstance(event, RouteClaimed)), None)
    brought = [event for event in events if brings(event, claimer)]
    cards = sum(isinstance(event, CardGained) and event.why == "large-city" for event in brought)
    slid, built = slid_from(events), rebuilt(events)
    telling = Telling(v, before, after, opened, slid, built, bool(brought), cards, claimer, by_token)
    started = any(isinstance(event, GameStarted) for event in events)
    if started and after.cards == "dealt":
        _set_up(telling, first_seq + len(events) - 1)
        events = tuple(event for event in events if isinstance(event, TurnStarted))
        first_seq = after.seq
    far = tuple(event for event in events if isinstance(event, Undone))
    if len(far) > 1 and slid is None and not built:
        _undone_far(telling, far, first_seq + len(far) - 1)
        events, first_seq = events[len(far) :], first_seq + len(far)
    for seq, event in enumerate(events, first_seq):
        one_event(telling, event, seq)
    _next_mover(telling)
    public = [
        tell(
            "everyone",
            _in_a_breath(v, one.parts),
            one.earcon,
            urgency=one.urgency,
            timbre=one.timbre,
            seq=one.seq,
        )
        for one in telling.public
    ]
    public += _running_low(telling, events, first_seq)
    undone = [event.to + 1 for event in (*far, *events) if isinstance(event, Undone)]
    if undone and public:
        public[0] = replace(public[0], undoes=min(undone))
    return (*public, *telling.scores)


def _in_a_breath(v: Vocabulary, parts: Sequence[Words]) -> Words:
    """One utterance; where it would be too long, what comes after the act itself is told briefly."""
    said = list(parts)
    for n in range(len(said) - 1, 0, -1):
        if has_room(v, said):
            break
        said[n] = replace(said[n], normal=said[n].shortest or said[n].normal)
    return together(said)


def _running_low(telling: Telling, events: tuple[Event, ...], first_seq: int) -> list[Announcement]:
    """Once a seat, into the silence after a claim: it has little left, the last round is not far."""
    before, after = telling.before, telling.after
    if before is None or after.turns_left is not None or after.phase == "over":
        return []
    least = after.settings.end_at
    return [
        tell("everyone", act_words.little_left(telling.v, after, event.seat), urgency="ambient", seq=seq)
        for seq, event in enumerate(events, first_seq)
        if isinstance(event, RouteClaimed)
        and _left(before, event.seat) > least + act_words.SOON >= _left(after, event.seat) > least
    ]


def _left(state: PublicState, seat: Seat) -> int:
    return state.trains[seat] + state.ships.get(seat, 0)


def slid_from(events: tuple[Event, ...]) -> RouteId | None:
    """The route of a claim that this very act takes back and makes elsewhere."""
    match [event for event in events if isinstance(event, Undone | RouteClaimed)]:
        case [*_, Undone(route=old, seat=seat), RouteClaimed(seat=claimer)] if seat == claimer:
            return old
        case _:
            return None


def rebuilt(events: tuple[Event, ...]) -> bool:
    """Whether the act takes a building back for another one or a route, or a route for a building."""
    done = Undone | StationBuilt | HarborBuilt | RouteClaimed
    match [event for event in events if isinstance(event, done)]:
        case [*_, Undone(seat=seat), StationBuilt(seat=builder) | HarborBuilt(seat=builder)]:
            return seat == builder
        case [*_, Undone(route=None, seat=seat), RouteClaimed(seat=builder)]:
            return seat == builder
        case _:
            return False


def _set_up(telling: Telling, seq: int) -> None:
    """All that is dealt before the first turn: one utterance, or the row behind it."""
    each = telling.after.hand_size(telling.after.seats[0])
    told, *row = card_words.dealt(telling.v, telling.after, each)
    telling.say(told, "deal", seq)
    for words in row:
        telling.say(words, None, seq)


def _undone_far(telling: Telling, undone: tuple[Undone, ...], seq: int) -> None:
    """Several acts at once, in one utterance."""
    after = telling.after
    telling.say(undone_far(telling.v, undone, after), "lift", seq, after.to_move)
    given_back(telling, seq, None)


def _next_mover(telling: Telling) -> None:
    """Who is next closes the act: in the claim's own utterance, else in the last one."""
    v, after = telling.v, telling.after
    if telling.mover is None:
        known = telling.before is not None and telling.before.phase in ("declaring", "loans", "over")
        if after.phase == "declaring" and not known:
            p = v.phrases
            words = p.words("the last turn is over. Enter your tickets now.", "enter your tickets.")
            telling.add(words, after.seq)
        return
    event, seq = telling.mover
    acts = [said for said in telling.public if said.earcon in ("claim", "last")]
    if acts:
        # a claim's full words have no room for the turn's
        acts[-1].parts.append(Words(act_words.to_move(v, event.seat)))
        return
    words = act_words.next_to_move(v, after, event.seat, event.turn)
    if telling.public and has_room(v, [*telling.public[-1].parts, words]):
        telling.public[-1].parts.append(words)
    else:
        telling.say(words, "turn", seq, event.seat)
    if len(telling.public) == 1 and telling.public[0].earcon == "turn" and len(telling.public[0].parts) == 2:
        ended = telling.public[0]  # a turn without news: at the level brief only who is next
        ended.parts[0] = Words(ended.parts[0].normal, "", ended.parts[0].full)
        ended.timbre = event.seat
