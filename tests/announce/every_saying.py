"""Each finding and each prompt that can be said, once or more, for what all words must keep to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import get_args

from msgspec.structs import replace

from announce import Announcement
from dialog import (
    About,
    AcceptAsked,
    ActItem,
    Acts,
    AskItem,
    BoardAgrees,
    BoardChange,
    BoardDiffers,
    BoardHasMore,
    BoardInDoubt,
    BoardLeft,
    BoardRight,
    BotMoves,
    BotReplaced,
    BotWantsOther,
    ButtonOffered,
    Cards,
    ChooseMix,
    Cities,
    CitiesTouched,
    Confirm,
    Declare,
    DeclareBegins,
    EarChanged,
    EarlyTickets,
    EarTested,
    EarTold,
    EarTrying,
    EarWay,
    EarWays,
    Exchange,
    Exploring,
    ExploringEnds,
    FarAsked,
    FarDigits,
    FarErrand,
    FarLine,
    FarMoves,
    FarNo,
    FarOnly,
    FarPage,
    FarSets,
    FarStale,
    FarToken,
    FarWords,
    FocusOver,
    ForWhom,
    GoesOn,
    LeftOver,
    LeftOverLifted,
    Letters,
    LiftAsked,
    LineCause,
    Loans,
    Mending,
    Mode,
    More,
    Named,
    News,
    NoCardsLeft,
    NoEars,
    NothingToChoose,
    NothingToDo,
    NothingToTakeBack,
    OffSure,
    PassEar,
    PastAct,
    Paused,
    Payable,
    Payment,
    PaymentBegins,
    PaymentLeft,
    Phone,
    PlayOnWithout,
    Questions,
    QuestionsOpened,
    Reading,
    RebuildAlso,
    RebuildAsked,
    RebuildLeft,
    RebuildSort,
    RebuildStep,
    RebuildWhere,
    RebuildWrongSite,
    Refill,
    Routes,
    Said,
    SeatCondition,
    SeatEar,
    SeatEars,
    Second,
    Settle,
    SetToken,
    Stopping,
    StopSure,
    Table,
    TakeBack,
    Tickets,
    TicketsMarked,
    TokenFirst,
    TokenWanted,
    TooFewKept,
    Tune,
    Tunnel,
    Undos,
    UndoSure,
    WaitingFor,
    Where,
    Whose,
    Why,
)
from engine import (
    COLOURS,
    LOCOMOTIVE,
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    Card,
    CityId,
    ClaimRoute,
    ExchangePieces,
    Piece,
    RouteId,
    Seat,
    State,
    TicketId,
    edition,
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
from table.answers import Code
from tabletop import Button, SiteId

Complaints = Callable[[Announcement], list[str]]
SEATS: tuple[Seat, ...] = ("blue", "red", "green", "yellow", "black")
ROUTE = RouteId("kansas-city-saint-louis:1")
LONG, OTHER = SiteId(ROUTE), SiteId("salt-lake-city-san-francisco:2")
DENVER_OMAHA = SiteId("denver-omaha")
TICKETS = (TicketId("calgary-salt-lake-city"), TicketId("denver-el-paso"), TicketId("boston-miami"))
BLACK = Card("black")

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
WORLD, DENVER = edition("rails-and-sails-world"), CityId("denver")
DECK, WISH = (BLACK,) * 41, pay(*PAY)
PAID_WHOLE = replace(WORLD.settings, faceup_loco_second=False)


@dataclass(frozen=True, slots=True)
class Saying:
    """What can be said, and what the state has to be for it."""

    said: Said
    changes: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        """Its name in a test: the same in every process, which that of a set is not."""
        inner = [type(self.said.mode)] if isinstance(self.said, Where) else []
        kinds = (kind.__name__ for kind in (type(self.said), *inner))
        return " ".join((*kinds, *(name for name, _ in self.changes)))

    def at(self, state: State) -> State:
        """That state."""
        return replace(state, **dict(self.changes))


def say(said: Said, **changes: object) -> Saying:
    """Said where the state is so."""
    return Saying(said, tuple(changes.items()))


def row_of(card: Card) -> Saying:
    """The last card of a row that has it there."""
    return say(Cards(4), row=(BLACK,) * 4 + (card,))


def two_decks(said: Said, deck: int = 40, ships: int = 40) -> Saying:
    """Said where there are two decks, with so many cards in each."""
    return say(
        said,
        edition=WORLD,
        row=(BLACK,) * 6,
        deck=(BLACK,) * deck,
        ship_deck=(BLACK,) * ships,
        discards=(),
        ship_discards=(),
    )


def ways(*options: Payable, index: int = 0) -> Payment:
    """So many ways to pay."""
    return Payment(options, index)


def tunnel(count: int, index: int = 0) -> Tunnel:
    """A tunnel with so many ways to pay it."""
    return Tunnel("blue", ROUTE, 2, (AnswerTunnel(seat="blue", cards=PAY[:2]),) * count, index)


WAYS: tuple[EarWay, ...] = get_args(EarWay)
LETTERS = Letters("claim", (DENVER,), ("D", "S"), 1)
CITIES = Cities(LETTERS, (CityId("sault-st-marie"), DENVER))
OUT = BoardChange(kind="out", seat="blue", site=LONG)
TICKET_CHOICE = Tickets("blue", TICKETS)
MODES: tuple[Saying, ...] = (
    say(Table()),
    *(say(Acts((item, "deck"))) for item in get_args(ActItem)),
    *(say(Questions((item, "turn"))) for item in items_of(AskItem)),
    *(row_of(card) for card in (*COLOURS, LOCOMOTIVE)),
    say(Cards(5), row=(BLACK,) * 5, deck=DECK),
    say(Cards(5), row=(BLACK,) * 5, deck=()),
    say(Cards(4), row=(LOCOMOTIVE,) * 5, settings=PAID_WHOLE),
    *(two_decks(Cards(index), count, count) for count in (0, 40) for index in (6, 7)),
    say(Second(), deck=DECK),
    say(Second(), deck=(), discards=()),
    *(two_decks(Second(), deck, ships) for deck in (0, 40) for ships in (0, 40)),
    *(two_decks(Refill(3, WORLD.decks, index)) for index in (0, 1)),
    say(ChooseMix("blue", 20, 25, 60, 1)),
    *(
        say(Exchange((ExchangePieces(seat="blue", give=give, count=count),)))
        for give in get_args(Piece)
        for count in (1, 2, 21)
    ),
    say(LETTERS),
    say(CITIES),
    say(Routes(CITIES, (ROUTE, RouteId("denver-omaha")))),
    say(Named("region", ("south", "south-west"), 1)),
    say(Named("holdings", SEATS, 2)),
    say(PassEar("green", "blue")),
    say(PassEar("green", None)),
    say(PassEar("green", None, screen=True)),
    say(Exploring("blue")),
    say(LeftOver("blue", LONG)),
    say(LeftOver("blue", SiteId(DENVER))),
    say(LeftOver("blue", SiteId(DENVER)), edition=WORLD),
    say(Loans("blue", ((DENVER, (ROUTE, None)),))),
    say(Loans("blue", ((DENVER, (ROUTE, None)),), index=1)),
    *(say(Settle(SEATS, step, 0, "green")) for step in ("seat", "coins", "cards", "retire")),
    *(say(Settle(SEATS, step, 1, "green")) for step in ("coins", "cards")),
    say(Settle(SEATS, "coins", 100, "green")),
    say(News(1)),
    say(ForWhom(SEATS, 1)),
    *(say(SeatEars((SeatEar("green", way, ()),) * 5, 1)) for way in (*WAYS, None)),
    *(say(EarWays(SeatEar("green", None, WAYS), index)) for index in range(len(WAYS))),
    say(EarTested("blue", None)),
    *(say(Undos((act,) * n)) for act in PAST for n in (1, 40)),
    *(say(UndoSure((act,) * n)) for act in PAST for n in (1, 21)),
    *(say(UndoSure((act,) * n), phase="over", cards="untracked") for act in PAST for n in (1, 21)),
    say(Phone("green")),
    say(Paused()),
    *(say(StopSure(over)) for over in (False, True)),
    say(OffSure()),
    say(TICKET_CHOICE, keep_at_least=2),
    *(say(Confirm(Tickets("blue", TICKETS, frozenset(TICKETS[:n])))) for n in (1, 2, 3)),
    say(Declare("blue", TICKETS)),
    say(Declare("blue", TICKETS, frozenset(TICKETS), 1, under=None)),
    say(Declare("blue", TICKETS, under="b")),
    say(Declare("blue", TICKETS, frozenset(TICKETS))),
    say(ways(WISH)),
    say(ways(pay(BLACK, BLACK, BLACK), WISH)),
    say(ways(*(WISH,) * 6, pay(*(LOCOMOTIVE,) * 3), index=5)),
    say(ways(BuildStation(seat="blue", city=DENVER, cards=PAY))),
    say(ways(BuildHarbor(seat="blue", city=DENVER, cards=PAY))),
    *(say(tunnel(count)) for count in range(4)),
    say(Whose(LONG, SEATS, guessed=True)),
    say(Whose(LONG, SEATS, guessed=True, missing=OTHER)),
    say(Whose(LONG, SEATS, guessed=False)),
    say(Whose(LONG, SEATS, guessed=True, index=5)),
    *(say(TakeBack("blue", LONG, everybody)) for everybody in (False, True)),
    say(TakeBack("blue", LONG, True), phase="over", cards="untracked"),
    *(say(TakeBack("blue", LONG, everybody, OTHER)) for everybody in (False, True)),
    say(TakeBack("blue", SiteId(DENVER), False)),
    say(TakeBack("blue", SiteId(DENVER), False), edition=WORLD),
    say(More(About("city", DENVER, "blue"), 5, 1)),
    say(Reading()),
    say(Tune("rate")),
    say(Mending("step")),
    *(
        say(BoardRight((BoardChange(kind=kind, seat="blue", site=LONG),) * count))
        for kind in ("out", "in", "kept", "left")
        for count in (1, 5)
    ),
    say(BoardRight((OUT, BoardChange(kind="left", seat="red", site=LONG)))),
    *(
        say(BoardRight((BoardChange(kind=kind, seat="green", site=LONG, why=why),) * 12, 0))
        for kind in ("out", "in", "kept", "left")
        for why in get_args(Why)
    ),
)
"""Each mode, once or more."""


def modes_of(saying: Saying) -> Mode:
    """The mode of one of these."""
    assert isinstance(saying.said, Mode)
    return saying.said


PROMPTS: tuple[Saying, ...] = (
    *(one for one in MODES if not modes_of(one).traits.quiet),
    *(Saying(Where(modes_of(one)), one.changes) for one in MODES),
    say(QuestionsOpened(questions=Questions(tuple(items_of(AskItem))))),
    say(EarTold(holder="blue")),
    *(say(EarChanged(seat="green", way=way)) for way in (*WAYS, None)),
    say(NoEars()),
    *(say(TicketsMarked(seat="blue", tickets=TICKETS[:n])) for n in range(4)),
    *(say(CitiesTouched(seat="blue", cities=(DENVER, CityId("omaha")), none=none)) for none in (False, True)),
    say(EarTrying(seat="blue")),
    *(say(ButtonOffered(button=button)) for button in get_args(Button)),
    say(EarTold(holder=None)),
    say(EarTold(holder=None, screen=True)),
    say(EarTold(holder="blue", waits="green", screen=True)),
    say(EarTold(holder="blue", waits="green")),
    say(ExploringEnds()),
    say(ExploringEnds(by="green")),
    say(LeftOverLifted(site=LONG)),
    say(LeftOverLifted(site=SiteId(DENVER))),
    say(NothingToChoose(seat="blue")),
    *(say(NoCardsLeft(tickets=tickets)) for tickets in (True, False)),
    say(FocusOver(seat="blue")),
    *(say(LiftAsked(site=LONG, left=n)) for n in (1, 2, 21)),
    say(SetToken(seat="green", site=LONG)),
    say(BotMoves(seat="green")),
    say(BotReplaced(seat="green", why="late", plays_on=False)),
    say(BotReplaced(seat="green", why="late", plays_on=True)),
    say(BotReplaced(seat="green", why="gone", plays_on=True)),
    say(BotReplaced(seat="green", why="refused", plays_on=True)),
    *(say(TokenWanted(ClaimRoute(seat="green", route=RouteId(LONG)), 3, wished)) for wished in (False, True)),
    say(TokenFirst(seat="blue", mover="green", site=LONG)),
    say(BotWantsOther(seat="green", site=LONG, wanted=OTHER)),
    say(FarMoves(seat="green", home="kiel")),
    say(FarToken(seat="green", site=LONG, home="kiel")),
    say(FarErrand(seat="green", site=LONG, home="kiel")),
    say(FarStale(home="kiel", site=LONG)),
    say(FarStale(home="kiel")),
    *(say(FarNo(home="kiel", code=code)) for code in get_args(Code)),
    say(FarSets(home="kiel")),
    say(FarLine(home="kiel", there=True)),
    say(FarLine(home="kiel", there=False)),
    *(say(FarLine(home="kiel", there=False, why=one)) for one in get_args(LineCause)),
    say(FarAsked(home="kiel")),
    say(FarOnly(home="kiel")),
    *(say(FarPage(home="kiel", seat="green", condition=one)) for one in get_args(SeatCondition)),
    say(FarWords(seat="blue", text="You have 3 red cards.")),
    say(FarDigits("green", "kiel")),
    say(FarDigits("green", "kiel", "47", 9)),
    say(GoesOn()),
    *(say(Stopping(over=over)) for over in (False, True)),
    say(Stopping(off=True)),
    say(TooFewKept(seat="blue", keep_at_least=2)),
    say(DeclareBegins(seat="blue")),
    say(EarlyTickets(seat="blue", stage="begins")),
    say(EarlyTickets(seat="blue", stage="ends", count=2)),
    say(EarlyTickets(seat="blue", stage="ends")),
    say(EarlyTickets(seat="blue", stage="no-ear")),
    say(PaymentLeft(wish=WISH)),
    say(PaymentLeft(wish=BuildStation(seat="blue", city=DENVER))),
    say(PaymentLeft(wish=WISH, listed=True)),
    say(PaymentBegins(wish=WISH)),
    say(PaymentBegins(wish=BuildHarbor(seat="blue", city=DENVER))),
    say(NothingToTakeBack()),
    *(say(WaitingFor(seats=SEATS, what=what)) for what in ("tickets", "pieces", "loans")),
    *(say(NothingToDo(button="back", why=why)) for why in ("over", "no-list", "no-history", "no-seat")),
    *(say(NothingToDo(button="yes", why=why)) for why in ("closed", "late")),
    say(AcceptAsked(count=2)),
    say(PlayOnWithout(count=1)),
    say(RebuildAsked(count=12)),
    say(RebuildSort(counts=(("blue", 5), ("red", 4), ("green", 3), ("yellow", 1), ("black", 2)))),
    say(RebuildStep(number=1, total=12, left=12, seat="blue", site=LONG, after=None)),
    say(RebuildStep(number=1, total=12, left=12, seat="blue", site=LONG, after=None, beside=OTHER)),
    say(RebuildStep(number=2, total=12, left=11, seat="black", site=LONG, after=SiteId("denver-omaha"))),
    say(RebuildAlso(site=LONG, left=3)),
    *(say(RebuildWhere(done=4, total=12, skipped=skipped)) for skipped in (0, 1, 5)),
    *(say(RebuildLeft(count=count)) for count in (1, 12)),
    say(RebuildWrongSite(site=LONG, wanted=SiteId("denver-omaha"))),
    say(BoardAgrees(tokens=1, shapes_checked=True)),
    say(BoardAgrees(tokens=31, shapes_checked=False)),
    say(BoardAgrees(tokens=31, shapes_checked=False, after_stop=True)),
    *(say(BoardHasMore(count=count, site=LONG)) for count in (1, 5)),
    *(say(BoardInDoubt(count=count, site=LONG, felt=felt)) for count in (1, 5) for felt in (True, False)),
    *(say(BoardLeft(count=count)) for count in (1, 5)),
    say(BoardDiffers(agree=29, total=31, seat="red", site=LONG)),
)
PRIVATE = (
    FarWords,
    Acts, Questions, QuestionsOpened, Cards, Second, Tickets, Confirm, TooFewKept, Declare, EarlyTickets,
    Payment, Tunnel, Refill, ChooseMix, Exchange, Letters, Cities, Routes, Named, NothingToChoose, Loans,
    FocusOver, ButtonOffered, EarTested, TicketsMarked, CitiesTouched,
)  # fmt: skip
