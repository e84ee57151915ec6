"""A table with a page: a session without devices, its pages, and what was heard in the room."""

from collections.abc import Mapping, Sequence
from itertools import count

from announce import Wording
from bots.bot import Bot
from engine import CardMode, Game, Seat, game_map
from storage.store import GameLog
from table.moment import GameMoment, Moment
from table.ports import Sink
from table.requests import Request
from tabletop import board_layout
from tests.criteria.panel_table import MAPS, PanelTable, Paper
from tests.web.browser import Browser
from web.page_part import PagePart
from web.pages import Pages


class Direct:
    """Hands moments to the pages without a thread."""

    def __init__(self, pages: Pages) -> None:
        self.pages, self.closed = pages, False

    def look(self, at: float) -> None:
        return None

    def show(self, table: Moment) -> None:
        self.pages.show(table)

    @property
    def hosted(self) -> bool:
        return self.pages.hosted

    @property
    def joined(self) -> frozenset[Seat]:
        return self.pages.joined

    def put_out(self, seat: Seat | None) -> None:
        self.pages.put_out(seat)

    def close(self) -> None:
        self.closed = True


class PageTable(PanelTable):
    """A table whose page is looked at by browsers without scripts."""

    def __init__(
        self,
        edition: str = "us-accessible",
        cards: CardMode = "dealt",
        seats: tuple[Seat, ...] = ("blue", "red"),
        *,
        seed: int = 1,
        game: Game | None = None,
        settings: dict[str, object] | None = None,
        bots: Mapping[Seat, Bot] | None = None,
        language: str = "en",
        store: GameLog | None = None,
        sinks: Sequence[Sink] = (),
        by_photos: bool = False,
    ) -> None:
        name = MAPS[edition]
        wording = Wording(game_map(name), board_layout(name), language=language)
        self.room = Paper()  # the loudspeaker and the terminal
        self.part = PagePart(wording, (), [self.room])
        super().__init__(
            edition,
            cards,
            seats,
            seed=seed,
            game=game,
            settings=settings,
            bots=bots,
            sinks=[self.part, *sinks],
            store=store,
            by_photos=by_photos,
        )
        self.served = False  # a loop of its own comes round
        numbers = count(1)
        self.pages = Pages(
            self._ask,
            names=("fingerpost.local",),
            random=lambda length: next(numbers).to_bytes(length, "big"),
            now=lambda: self.at,
        )
        self.part.follow(self.session, Direct(self.pages))
        self.show()

    def _ask(self, request: Request) -> bool:
        taken = self.part.request(request)
        if not self.served:
            self.show()
        return taken

    def show(self) -> None:
        """The loop comes round."""
        self.part.poll(self.at)

    def set_asked(self) -> None:
        """Somebody sets the token that a claim at a page waits for, if one does."""
        self.wait(0.3)
        wish = self.session.board.wishes.waits
        if wish is not None:
            self.set_token(wish.seat, wish.site)
            self.show()

    @property
    def moment(self) -> GameMoment:
        """The table as its pages have it now."""
        self.show()
        assert isinstance(self.pages.table, GameMoment)
        return self.pages.table

    def browser(self, client: str = "127.0.0.1") -> Browser:
        """A browser at the table's page."""
        self.show()
        browser = Browser(self.pages.app, client=client)
        browser.visit("/")
        return browser

    def digits(self) -> str:
        """The code that was last heard in the room."""
        spoken = [one.normal for one in self.room.said if one.normal.startswith("The code for ")][-1]
        return "".join(sign for sign in spoken if sign.isdigit())

    def join(self, seat: Seat, client: str = "127.0.0.1") -> Browser:
        """A browser that has joined as a seat, after somebody has let it in."""
        browser = self.browser(client)
        self.wait(11.0)  # between two codes
        token = {"blue": "blue disc", "red": "red square", "green": "green triangle"}[seat]
        browser.press(f"Join as {token}")
        browser.press("Join", code=self.digits())
        assert browser.where == "/seat", browser.page.text
        self.wait(0.7)
        super().press("yes")
        self.show()
        browser.visit("/seat")
        return browser
