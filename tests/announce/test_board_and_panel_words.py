"""Findings, prompts, answers and device health: each member of each union has words by the rules."""

from collections.abc import Callable
from typing import get_args

import pytest

from announce import Announcement, Wording
from announce.device_words import (
    CAMERA_CAUSES,
    LENS_CAUSES,
    PAGE_CAUSES,
    PANEL_CAUSES,
    PI_CAUSES,
    STORE_CAUSES,
    VOICE_CAUSES,
)
from announce.hub_words import HUB_CAUSES, HUB_WARNINGS, PIN_CAUSES
from dialog import (
    PRIVATE_QUESTIONS,
    AcceptAsked,
    ActItem,
    ActOffered,
    AskItem,
    BoardAgrees,
    BoardChange,
    BoardChangeOffered,
    BoardDiffers,
    BoardHasMore,
    BoardInDoubt,
    BoardLeft,
    BoardRightAsked,
    BotMoves,
    BotWantsOther,
    CardOffered,
    DeclareBegins,
    DeclareOffered,
    EarTold,
    ExchangeOffered,
    ExploringBegins,
    ExploringEnds,
    FocusOver,
    ForWhomOffered,
    LeftOverLifted,
    LeftOverOffered,
    LiftAsked,
    LoanOffered,
    MendingPrompt,
    NameOffered,
    NewsStop,
    NothingToChoose,
    NothingToDo,
    NothingToTakeBack,
    PassEarAsked,
    PastAct,
    PauseTold,
    PaymentBegins,
    PaymentLeft,
    PaymentOffered,
    PhoneAsked,
    PiecesOffered,
    Place,
    PlayOnWithout,
    Prompt,
    Question,
    QuestionOffered,
    RebuildAlso,
    RebuildAsked,
    RebuildSort,
    RebuildStep,
    RebuildWrongSite,
    RefillOffered,
    SecondCard,
    SettleOffered,
    SetToken,
    StopAsked,
    Stopping,
    TakeBackAsked,
    TicketOffered,
    TicketsChosen,
    TooFewKept,
    TunnelOffered,
    UndoAsked,
    UndoOffered,
    WaitingFor,
    Where,
    WhoseOffered,
    Why,
)
from engine import (
    COLOURS,
    LOCOMOTIVE,
    BuildHarbor,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    Deck,
    ExchangePieces,
    Game,
    GameMap,
    Piece,
    RouteId,
    Seat,
    State,
    TicketId,
)
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
from tabletop import Condition, Device, DeviceHealth, SiteId

Complaints = Callable[[Announcement], list[str]]
SEATS: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
ROUTE = RouteId("kansas-city-saint-louis:1")
LONG, OTHER = SiteId(ROUTE), SiteId("salt-lake-city-san-francisco:2")
DENVER_OMAHA = SiteId("denver-omaha")
TICKETS = (TicketId("calgary-salt-lake-city"), TicketId("denver-el-paso"), TicketId("boston-miami"))
BLACK = Card("black")

FINDINGS: tuple[SpokenFinding, ...] = (
    WrongShape(site=LONG, owner="blue", looks="red"),
    WhoseToken(site=LONG, guess="blue"),
    WhoseToken(site=LONG, guess=None),
    TwoTokens(sites=(LONG, OTHER)),
    TwoTokens(sites=(LONG, OTHER, DENVER_OMAHA)),
    LiftedInGrace(seat="green", site=LONG),
    Fallen(tokens=((LONG, "green"),)),
    Fallen(tokens=((LONG, "green"), (OTHER, "black"))),
    Fallen(tokens=tuple((LONG, seat) for seat in SEATS)),
    Restored(site=LONG, left=0),
    Restored(site=LONG, left=1),
    Restored(site=LONG, left=21),
    RefusedLifted(site=LONG),
    StillStands(site=LONG),
    SecondClaim(seat="green", first=LONG, second=LONG),
    SensesDiffer(site=LONG, felt=True, looks="empty"),
    SensesDiffer(site=LONG, felt=False, looks="blue"),
    SensesDiffer(site=SiteId("denver"), felt=True, looks="blue", feels="green"),
    Slid(seat="green", old=LONG, new=OTHER),
    ClaimOrStray(site=LONG, seat="green", missing=OTHER),
    Flickers(site=LONG, sense="pin", other=True),
    Flickers(site=LONG, sense="pin", other=False),
    Flickers(site=LONG, sense="camera", other=True),
    WaitForView(site=LONG),
)

PAY = (BLACK, BLACK, LOCOMOTIVE)


def pay(*cards: Card) -> ClaimRoute:
    return ClaimRoute(seat="blue", route=ROUTE, cards=cards)


def items_of(union: object) -> list[AskItem]:
    """Every item of a union of literals."""
    return [item for member in get_args(union) for item in (get_args(member) or (member,))]


KINDS = (
    "route-claimed", "tunnel-revealed", "station-built", "harbor-built", "card-drawn", "newspaper-turned",
    "tickets-dealt", "tickets-kept", "pieces-chosen", "pieces-exchanged", "loans-chosen", "event-resolved",
    "turn-passed", "turn-ended",
)  # fmt: skip
PAST = tuple(
    PastAct(seat="green", kind=kind, site=LONG, points=points, seq=9, back=1, shown=shown)
    for kind in KINDS
    for points, shown in ((0, False), (21, True))
)
DECKS: tuple[Deck, ...] = ("train-deck", "ship-deck")
WISH = pay(*PAY)
PROMPTS: tuple[Prompt | MendingPrompt, ...] = (
    *(ActOffered(seat="blue", item=item, index=0, count=4) for item in get_args(ActItem)),
    *(QuestionOffered(seat="blue", item=item, index=1, count=8) for item in items_of(AskItem)),
    *(CardOffered(seat="blue", index=4, card=card, deck_count=90) for card in (*COLOURS, LOCOMOTIVE)),
    CardOffered(seat="blue", index=5, card=None, deck_count=41),
    CardOffered(seat="blue", index=5, card=None, deck_count=0),
    CardOffered(seat="blue", index=5, card=LOCOMOTIVE, deck_count=0, whole_draw=True),
    *(
        CardOffered(seat="blue", index=6, card=None, deck_count=n, deck=deck)
        for n in (0, 40)
        for deck in DECKS
    ),
    SecondCard(seat="blue"),
    SecondCard(seat="blue", two_decks=True),
    *(RefillOffered(seat="blue", number=4, deck=deck) for deck in DECKS),
    PiecesOffered(seat="blue", trains=21, ships=39),
    *(
        ExchangeOffered(command=ExchangePieces(seat="blue", give=give, count=count), points=-count)
        for give in get_args(Piece)
        for count in (1, 2, 21)
    ),
    NameOffered(seat="blue", name="S", kind="letter", index=2, count=12),
    NameOffered(seat="blue", name=CityId("sault-st-marie"), kind="city", index=0, count=8),
    NameOffered(seat="blue", name=ROUTE, kind="route", index=1, count=5),
    NameOffered(seat="blue", name="south-west", kind="region", index=6, count=9),
    NameOffered(seat="blue", name="green", kind="seat", index=2, count=5),
    PassEarAsked(seat="green", holder="blue"),
    PassEarAsked(seat="green", holder=None),
    EarTold(holder="blue"),
    EarTold(holder=None),
    EarTold(holder="blue", waits="green"),
    ExploringBegins(seat="blue"),
    ExploringEnds(),
    ExploringEnds(by="green"),
    LeftOverOffered(site=LONG),
    LeftOverLifted(site=LONG),
    NothingToChoose(seat="blue"),
    LoanOffered(seat="blue", city=CityId("denver"), route=ROUTE, index=1, count=5),
    LoanOffered(seat="blue", city=CityId("denver"), route=None, index=4, count=5),
    *(SettleOffered(step=step, seat="green", number=0) for step in ("seat", "coins", "cards", "retire")),
    *(SettleOffered(step=step, seat="green", number=1) for step in ("coins", "cards")),
    SettleOffered(step="coins", seat="green", number=-21),
    NewsStop(left=1),
    ForWhomOffered(seat="green", index=1, count=5),
    FocusOver(seat="blue"),
    *(UndoOffered(act=act, count=n) for act in PAST for n in (1, 40)),
    *(UndoAsked(acts=(act,) * n) for act in PAST for n in (1, 21)),
    PhoneAsked(seat="green"),
    *(LiftAsked(site=LONG, left=n) for n in (1, 2, 21)),
    SetToken(seat="green", site=LONG),
    BotMoves(seat="green"),
    BotWantsOther(seat="green", site=LONG, wanted=OTHER),
    PauseTold(paused=True),
    PauseTold(paused=False),
    *(StopAsked(over=over) for over in (False, True)),
    *(Stopping(over=over) for over in (False, True)),
    TicketOffered(seat="blue", ticket=TICKETS[0], index=0, count=3, keep_at_least=2),
    TicketsChosen(seat="blue", keep=TICKETS[:2], give_back=TICKETS[2:]),
    TicketsChosen(seat="blue", keep=TICKETS, give_back=()),
    TicketsChosen(seat="blue", keep=TICKETS[:1], give_back=TICKETS[1:]),
    TooFewKept(seat="blue", keep_at_least=2),
    DeclareOffered(seat="blue", ticket=TICKETS[0], index=3, count=30, held=False, marked=0),
    DeclareOffered(seat="blue", ticket=TICKETS[0], index=3, count=30, held=True, marked=2),
    DeclareBegins(seat="blue"),
    PaymentOffered(wish=WISH, index=0, count=1, following=None),
    PaymentOffered(wish=pay(BLACK, BLACK, BLACK), index=0, count=2, following=WISH),
    PaymentOffered(wish=WISH, index=1, count=7, following=pay(*(LOCOMOTIVE,) * 3)),
    PaymentLeft(wish=WISH),
    PaymentLeft(wish=BuildStation(seat="blue", city=CityId("denver"))),
    PaymentLeft(wish=WISH, listed=True),
    PaymentBegins(wish=WISH),
    PaymentBegins(wish=BuildHarbor(seat="blue", city=CityId("denver"))),
    TunnelOffered(seat="blue", route=ROUTE, owed=2, cards=None, index=0, count=0, following=None),
    TunnelOffered(seat="blue", route=ROUTE, owed=2, cards=PAY[:2], index=0, count=1, following=None),
    TunnelOffered(seat="blue", route=ROUTE, owed=2, cards=PAY[:2], index=1, count=2, following=PAY[1:3]),
    TunnelOffered(seat="blue", route=ROUTE, owed=2, cards=PAY[:2], index=1, count=3, following=PAY[1:3]),
    WhoseOffered(site=LONG, guess="blue", first=True),
    WhoseOffered(site=LONG, guess="red", first=False),
    WhoseOffered(site=LONG, guess=None, first=False),
    TakeBackAsked(seat="blue", site=LONG, everybody=False),
    TakeBackAsked(seat="blue", site=LONG, everybody=True),
    TakeBackAsked(seat="blue", site=LONG, everybody=True, instead=OTHER),
    NothingToTakeBack(),
    *(WaitingFor(seats=SEATS, what=what) for what in ("tickets", "pieces", "loans")),
    *(NothingToDo(button="back", why=why) for why in ("over", "no-list", "no-history", "no-seat")),
    *(Where(place=place, index=1, count=5) for place in get_args(Place)),
    AcceptAsked(count=2),
    PlayOnWithout(count=1),
    RebuildAsked(count=12),
    RebuildSort(counts=(("blue", 5), ("red", 4), ("green", 3), ("yellow", 1), ("black", 2))),
    RebuildStep(number=1, total=12, left=12, seat="blue", site=LONG, after=None),
    RebuildStep(number=2, total=12, left=11, seat="black", site=LONG, after=SiteId("denver-omaha")),
    RebuildAlso(site=LONG, left=3),
    RebuildWrongSite(site=LONG, wanted=SiteId("denver-omaha")),
    BoardAgrees(tokens=1, shapes_checked=True),
    BoardAgrees(tokens=31, shapes_checked=False),
    *(
        BoardRightAsked(changes=(BoardChange(kind=kind, seat="blue", site=LONG),) * count)
        for kind in ("out", "in", "kept", "left")
        for count in (1, 5)
    ),
    BoardRightAsked(
        changes=(
            BoardChange(kind="out", seat="blue", site=LONG),
            BoardChange(kind="left", seat="red", site=LONG),
        )
    ),
    *(
        BoardChangeOffered(change=BoardChange(kind=kind, seat="green", site=LONG, why=why), index=0, count=12)
        for kind in ("out", "in", "kept", "left")
        for why in get_args(Why)
    ),
    BoardHasMore(count=1, site=LONG),
    BoardHasMore(count=5, site=LONG),
    *(BoardInDoubt(count=count, site=LONG, felt=felt) for count in (1, 5) for felt in (True, False)),
    BoardLeft(count=1),
    BoardLeft(count=5),
    BoardDiffers(agree=29, total=31, seat="red", site=LONG),
)
PRIVATE = (
    ActOffered, QuestionOffered, CardOffered, SecondCard, TicketOffered, TicketsChosen, TooFewKept,
    DeclareOffered,
    PaymentOffered,
    TunnelOffered, RefillOffered, PiecesOffered, ExchangeOffered, NameOffered, NothingToChoose, LoanOffered,
    FocusOver,
)  # fmt: skip


@pytest.fixture(scope="module")
def state(usa: GameMap) -> State:
    return Game.new("us-accessible", usa, SEATS, "dealt", 7).state


@pytest.fixture(scope="module")
def untracked(usa: GameMap) -> State:
    return Game.new("us-accessible", usa, SEATS[:3], "untracked", 7).state


def test_given_all_findings_when_listed_then_none_is_missing() -> None:
    assert {type(one) for one in FINDINGS} == set(get_args(SpokenFinding))


def test_given_all_prompts_when_listed_then_none_is_missing() -> None:
    assert {type(one) for one in PROMPTS} == {*get_args(Prompt), *get_args(MendingPrompt)}


@pytest.mark.parametrize("finding", FINDINGS, ids=str)
def test_given_a_finding_when_told_then_everyone_hears_words_by_the_rules(
    usa: GameMap, wording: Wording, state: State, complaints: Complaints, finding: SpokenFinding
) -> None:
    for words in (wording, Wording(usa, None)):
        (told,) = words.finding(finding, state)
        assert told.audience == "everyone"
        assert told.earcon is not None
        assert not complaints(told)


@pytest.mark.parametrize("prompt", PROMPTS, ids=str)
def test_given_a_prompt_when_told_then_private_ones_go_to_their_ear(
    wording: Wording, state: State, untracked: State, complaints: Complaints, prompt: Prompt
) -> None:
    for moment in (state, untracked):
        (told,) = wording.prompt(prompt, moment)
        assert told.normal
        assert not complaints(told)
        assert told.audience == ("blue" if isinstance(prompt, PRIVATE) else "everyone")


def test_given_where_am_i_in_a_payment_when_asked_then_no_number_reaches_the_table(
    wording: Wording, state: State
) -> None:
    where = Where(place="payment", index=1, count=5)
    assert not any(letter.isdigit() for letter in wording.prompt(where, state)[0].normal)
    (told,) = wording.prompt(where, state, "red")
    assert (told.audience, told.normal[:7]) == ("red", "2 of 5.")


def test_given_the_journeys_findings_when_told_then_in_their_words(
    wording: Wording, untracked: State
) -> None:
    def said(finding: SpokenFinding) -> tuple[str, str]:
        (told,) = wording.finding(finding, untracked)
        return told.normal, told.text("brief")

    assert said(WhoseToken(site=DENVER_OMAHA, guess="blue")) == (
        "A token on Denver to Omaha. Blue disc's? Yes, or No for another seat.",
        "Blue disc's, Denver to Omaha?",
    )
    assert said(Fallen(tokens=((DENVER_OMAHA, "red"),))) == (
        "Red square's token fell off Denver to Omaha. "
        "Put it back, middle, 6 centimetres north-east of Denver.",
        "Fallen: red square, Denver to Omaha.",
    )
    assert said(Restored(site=DENVER_OMAHA, left=0)) == ("Denver to Omaha is right again.", "Right.")
    assert said(RefusedLifted(site=DENVER_OMAHA))[0] == "Clear. Blue disc to move."
    assert said(SensesDiffer(site=DENVER_OMAHA, felt=False, looks="blue")) == (
        "I see a token at Denver to Omaha but do not feel it. Press it down, "
        "or Yes if blue disc's stands there.",
        "Press it down: Denver to Omaha.",
    )
    assert said(WaitForView(site=DENVER_OMAHA)) == (
        "I wait for a free view of Denver to Omaha.",
        "Hands off Denver to Omaha, please.",
    )


def test_given_the_journeys_prompts_when_told_then_in_their_words(wording: Wording, state: State) -> None:
    def said(prompt: Prompt) -> str:
        return wording.prompt(prompt, state)[0].normal

    paying = PaymentOffered(wish=pay(BLACK, BLACK, BLACK), index=0, count=2, following=WISH)
    assert said(paying) == "Pay 3 black? Forward: 2 black, 1 locomotive."
    assert said(PaymentBegins(wish=ClaimRoute(seat="blue", route=RouteId(DENVER_OMAHA)))) == (
        "Blue disc wants Denver to Omaha, and chooses the cards."
    )
    assert said(ActOffered(seat="blue", item="deck", index=0, count=5)) == "Deck. 1 of 5."
    assert said(CardOffered(seat="blue", index=0, card=Card("red"), deck_count=41)) == "Number 1, a red card."
    assert said(SecondCard(seat="blue")) == "Second card: deck? Forward for the row."
    assert said(TicketOffered(seat="blue", ticket=TICKETS[1], index=0, count=3, keep_at_least=1)) == (
        "1 of 3: Denver to El Paso, 4 points, nearest way 2 routes, 4 trains. Keep?"
    )
    assert said(TakeBackAsked(seat="blue", site=DENVER_OMAHA, everybody=True)) == (
        "Cards were shown since. Does the whole table agree to take back Denver to Omaha?"
    )


def test_given_a_token_settled_when_sounded_then_there_are_no_words(wording: Wording) -> None:
    (placed,) = wording.sound(TokenSettled(site=LONG, change="placed", seat="red"))
    (lifted,) = wording.sound(TokenSettled(site=LONG, change="lifted", seat=None))
    assert (placed.normal, placed.earcon, placed.timbre) == ("", "place", "red")
    assert (lifted.normal, lifted.earcon, lifted.timbre) == ("", "lift", None)


CAUSES = (
    "",
    "unheard-of",
    *HUB_CAUSES,
    *HUB_WARNINGS,
    *CAMERA_CAUSES,
    *LENS_CAUSES,
    *PIN_CAUSES,
    *VOICE_CAUSES,
    *PI_CAUSES,
    *PAGE_CAUSES,
    *PANEL_CAUSES,
    *STORE_CAUSES,
)
DEVICE_HEALTH = [
    DeviceHealth(device=device, condition=condition, at=0.0, cause=cause, site=site)
    for device in get_args(Device)
    for condition in get_args(Condition)
    for cause in CAUSES
    for site in (LONG, None)
]


def test_given_any_health_when_told_then_there_are_words_by_the_rules(
    wording: Wording, state: State, complaints: Complaints
) -> None:
    everything = tuple(DeviceHealth(device=device, condition="live", at=0.0) for device in get_args(Device))
    nothing = tuple(DeviceHealth(device=device, condition="lost", at=0.0) for device in get_args(Device))
    for health in DEVICE_HEALTH:
        for others in ((), everything, nothing):
            (told,) = wording.health(health, state, others)
            assert told.audience == "everyone"
            assert not complaints(told)


@pytest.mark.parametrize(
    ("device", "causes"),
    [
        ("hub", HUB_CAUSES),
        ("camera", CAMERA_CAUSES),
        ("voice", VOICE_CAUSES),
        ("pi", PI_CAUSES),
        ("panel", PANEL_CAUSES),
        ("store", STORE_CAUSES),
    ],
)
def test_given_different_causes_when_told_then_the_words_differ(
    wording: Wording, device: Device, causes: tuple[str, ...]
) -> None:
    said = {
        wording.health(DeviceHealth(device=device, condition="lost", at=0.0, cause=cause))[0].normal
        for cause in causes
    }
    assert len(said) == len(causes)


def test_given_a_camera_that_sees_badly_when_told_then_it_is_warned_of_and_goes_on(wording: Wording) -> None:
    for cause in LENS_CAUSES:
        (told,) = wording.health(DeviceHealth(device="camera", condition="live", at=0.0, cause=cause))
        assert told.earcon == "fault"
        assert "I go on" in told.normal


def test_given_a_hub_that_is_live_when_it_warns_then_it_is_not_back_but_warned_of(wording: Wording) -> None:
    said = {
        cause: wording.health(DeviceHealth(device="hub", condition="live", at=0.0, cause=cause))[0]
        for cause in ("", *HUB_WARNINGS)
    }
    assert len({told.normal for told in said.values()}) == len(said)
    assert [cause for cause, told in said.items() if "back" in told.normal] == [""]
    assert {cause: told.earcon for cause, told in said.items()} == {
        "": "found",
        "eased": "found",
        "noise": "fault",
        "supply": "fault",
        "mem": "fault",
    }


def test_given_each_kind_of_fault_of_a_pin_when_told_then_its_own_words_and_who_judges_now(
    wording: Wording,
) -> None:
    camera = DeviceHealth(device="camera", condition="live", at=0.0)
    own = [cause for cause in PIN_CAUSES if cause not in ("chain", "supply", "mem")]
    for others, rest in (((camera,), "I trust the camera there."), ((), "I leave it out.")):
        said = set()
        for cause in own:
            pin = DeviceHealth(device="pin", condition="fault", at=0.0, cause=cause, site=LONG)
            (told,) = wording.health(pin, None, others)
            assert told.normal.endswith(rest)
            said.add(told.normal)
        assert len(said) == len(own)


def test_given_a_silent_hub_when_the_camera_is_live_then_it_goes_on_alone(wording: Wording) -> None:
    camera = DeviceHealth(device="camera", condition="live", at=0.0)
    hub = DeviceHealth(device="hub", condition="lost", at=1.0, cause="silent")
    (told,) = wording.health(hub, None, (camera,))
    assert told.normal == "The pins are silent: check the board's cable. The camera goes on alone."
    assert (told.urgency, told.earcon) == ("assertive", "lost")
    gone = DeviceHealth(device="camera", condition="lost", at=0.5, cause="dark")
    assert (
        "pins and camera are lost; claim from the list."
        in wording.health(hub, None, (gone,))[0].normal.lower()
    )


@pytest.mark.parametrize("question", get_args(Question))
def test_given_any_question_when_asked_then_never_silence(
    wording: Wording, state: State, untracked: State, complaints: Complaints, question: Question
) -> None:
    for moment in (state, untracked):
        told = wording.answer(question, "red", moment, ())
        assert told
        for one in told:
            assert one.audience == ("red" if question in PRIVATE_QUESTIONS else "everyone")
            assert not complaints(one)


def test_given_the_journeys_questions_when_answered_then_in_their_words(
    wording: Wording, usa: GameMap
) -> None:
    from engine import ClaimRoute, Refusal

    game = Game.new("us-accessible", usa, SEATS[:3], "untracked", 7)
    answer = game.do(ClaimRoute(seat="blue", route=RouteId(DENVER_OMAHA)))
    assert not isinstance(answer, Refusal)
    state = answer[0].state

    def said(question: Question) -> str:
        return wording.answer(question, "blue", state)[0].normal

    assert said("turn") == "Red square to move, turn 2: claim, draw, or take tickets."
    assert said("scores") == "Blue disc 7, red square 0, green triangle 0. Tickets not counted."
    assert said("trains") == "Blue disc 41, red square 45, green triangle 45. The last round comes at 2."
    assert said("longest") == (
        "Longest path: blue disc, 4 trains, from Denver to Omaha. Red square 0, green triangle 0."
    )
    assert said("tickets") == "Your tickets are in your own hands."


def test_given_a_pin_set_aside_when_devices_are_asked_then_it_is_named(
    wording: Wording, state: State
) -> None:
    health = (
        DeviceHealth(device="hub", condition="live", at=0.0),
        DeviceHealth(device="camera", condition="live", at=0.0),
        DeviceHealth(device="pin", condition="fault", at=0.0, cause="chat", site=DENVER_OMAHA),
    )
    (told,) = wording.answer("devices", "blue", state, health)
    assert told.normal == "Board live, camera live. One pin set aside: Denver to Omaha."


def test_given_a_table_without_a_camera_when_devices_are_asked_then_none_is_called_lost(
    wording: Wording, state: State
) -> None:
    health = (
        DeviceHealth(device="hub", condition="live", at=0.0),
        DeviceHealth(device="camera", condition="lost", at=0.0, cause="absent"),
    )
    (told,) = wording.answer("devices", "blue", state, health)
    assert (told.normal, told.brief) == ("Board live.", "All devices are well.")
