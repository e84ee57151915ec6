"""Each finding and each prompt that can be said, once or more, for what all words must keep to."""

from collections.abc import Callable
from typing import Literal, get_args

from announce import Announcement
from dialog import (
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
    EarlyTickets,
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
    NoCardsLeft,
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
    QuestionOffered,
    RebuildAlso,
    RebuildAsked,
    RebuildLeft,
    RebuildSort,
    RebuildStep,
    RebuildWhere,
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
    Piece,
    RouteId,
    Seat,
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
    TwoTokens,
    WaitForView,
    WhoseToken,
    WrongShape,
)
from tabletop import SiteId

Complaints = Callable[[Announcement], list[str]]
SEATS: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
ROUTE = RouteId("kansas-city-saint-louis:1")
LONG, OTHER = SiteId(ROUTE), SiteId("salt-lake-city-san-francisco:2")
DENVER_OMAHA = SiteId("denver-omaha")
TICKETS = (TicketId("calgary-salt-lake-city"), TicketId("denver-el-paso"), TicketId("boston-miami"))
BLACK = Card("black")
BUILDINGS: tuple[Literal["station", "harbor"], ...] = ("station", "harbor")
BUILT_PLACES: tuple[Place, ...] = ("payment", "take-back", "left-over")
SHOWN: tuple[Literal["cards", "tickets"], ...] = ("cards", "tickets")

FINDINGS: tuple[SpokenFinding, ...] = (
    WrongShape(site=LONG, owner="blue", looks="red"),
    WrongShape(site=LONG, owner="black", looks="green", fresh=True),
    WrongShape(site=LONG, owner="black", looks="blue", missed=True),
    WrongShape(site=LONG, owner="black", looks="blue"),  # blue disc is to move
    WhoseToken(site=LONG, guess="blue"),
    WhoseToken(site=LONG, guess="green", mover="blue"),
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
    Flickers(site=LONG, sense="pin", other="camera"),
    Flickers(site=LONG, sense="pin", other=None),
    Flickers(site=LONG, sense="camera", other="pin"),
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
    "turn-passed", "turn-ended", "tickets-declared",
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
    SecondCard(seat="blue", deck_empty=True),
    SecondCard(seat="blue", two_decks=True, deck_empty=True),
    SecondCard(seat="blue", two_decks=True, ships_empty=True),
    SecondCard(seat="blue", two_decks=True, deck_empty=True, ships_empty=True),
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
    LeftOverOffered(site=SiteId("denver")),
    LeftOverLifted(site=SiteId("denver")),
    NothingToChoose(seat="blue"),
    NoCardsLeft(tickets=True),
    NoCardsLeft(tickets=False),
    LoanOffered(seat="blue", city=CityId("denver"), route=ROUTE, index=1, count=5),
    LoanOffered(seat="blue", city=CityId("denver"), route=None, index=4, count=5),
    *(SettleOffered(step=step, seat="green", number=0) for step in ("seat", "coins", "cards", "retire")),
    *(SettleOffered(step=step, seat="green", number=1) for step in ("coins", "cards")),
    SettleOffered(step="coins", seat="green", number=-21),
    NewsStop(left=1),
    ForWhomOffered(seat="green", index=1, count=5),
    FocusOver(seat="blue"),
    *(UndoOffered(act=act, count=n) for act in PAST for n in (1, 40)),
    *(UndoAsked(acts=(act,) * n, seen=seen) for act in PAST for n in (1, 21) for seen in SHOWN),
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
    EarlyTickets(seat="blue", stage="begins"),
    EarlyTickets(seat="blue", stage="ends", count=2),
    EarlyTickets(seat="blue", stage="ends"),
    EarlyTickets(seat="blue", stage="no-ear"),
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
    *(TakeBackAsked(seat="blue", site=LONG, everybody=True, seen=seen) for seen in SHOWN),
    TakeBackAsked(seat="blue", site=LONG, everybody=True, instead=OTHER),
    TakeBackAsked(seat="blue", site=LONG, everybody=False, instead=OTHER),
    NothingToTakeBack(),
    *(WaitingFor(seats=SEATS, what=what) for what in ("tickets", "pieces", "loans")),
    *(NothingToDo(button="back", why=why) for why in ("over", "no-list", "no-history", "no-seat")),
    *(NothingToDo(button="yes", why=why) for why in ("closed", "late")),
    *(Where(place=place, index=1, count=5) for place in get_args(Place)),
    *(
        Where(place=place, index=1, count=5, building=building)
        for place in BUILT_PLACES
        for building in BUILDINGS
    ),
    AcceptAsked(count=2),
    PlayOnWithout(count=1),
    RebuildAsked(count=12),
    RebuildSort(counts=(("blue", 5), ("red", 4), ("green", 3), ("yellow", 1), ("black", 2))),
    RebuildStep(number=1, total=12, left=12, seat="blue", site=LONG, after=None),
    RebuildStep(number=1, total=12, left=12, seat="blue", site=LONG, after=None, beside=OTHER),
    RebuildStep(number=2, total=12, left=11, seat="black", site=LONG, after=SiteId("denver-omaha")),
    RebuildAlso(site=LONG, left=3),
    *(RebuildWhere(done=4, total=12, skipped=skipped) for skipped in (0, 1, 5)),
    RebuildLeft(count=1),
    RebuildLeft(count=12),
    RebuildWrongSite(site=LONG, wanted=SiteId("denver-omaha")),
    BoardAgrees(tokens=1, shapes_checked=True),
    BoardAgrees(tokens=31, shapes_checked=False),
    BoardAgrees(tokens=31, shapes_checked=False, after_stop=True),
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
    DeclareOffered, EarlyTickets,
    PaymentOffered,
    TunnelOffered, RefillOffered, PiecesOffered, ExchangeOffered, NameOffered, NothingToChoose, LoanOffered,
    FocusOver,
)  # fmt: skip
