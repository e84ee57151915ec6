"""A table that is set up with its page open, and then plays."""

from collections.abc import Mapping, Sequence
from itertools import count

from announce import Announcement, Wording
from dialog.setup import EarWay, Facts
from engine import SEATS, Seat, game_map
from table.requests import Request
from table.set_up_table import SetUpTable
from tests.criteria.panel_table import PanelTable, Paper
from tests.table.setting_up_table import LAYOUT, LIVE, Before
from tests.web.browser import Browser
from tests.web.page_table import Direct
from web.page_part import PagePart
from web.pages import Pages

WAYS: dict[Seat, tuple[EarWay, ...]] = dict.fromkeys(SEATS, ("shared", "page"))


class SetUpPage:
    """A table before its game; `begin` plays on, with the same page."""

    def __init__(self, *, first: bool = False, ways: Mapping[Seat, tuple[EarWay, ...]] = WAYS) -> None:
        wording = Wording(game_map("usa"), LAYOUT)
        self.room = Paper()  # the loudspeaker and the terminal
        self.part = PagePart(wording, (), [self.room])
        facts = Facts(editions=("us-accessible",), ways=ways, first=first, page=True)
        self.before = Before(facts=facts, sinks=[self.part, self.room])
        self.game: PanelTable | None = None
        numbers = count(1)
        self.served = False  # a loop of its own comes round
        self.pages = Pages(
            self._ask,
            random=lambda length: next(numbers).to_bytes(length, "big"),
            now=lambda: self.before.at,
        )
        self.desk = SetUpTable(self.before.table, game_map("usa"))
        self.part.set_up(self.desk, Direct(self.pages))
        self.before.sense(LIVE)
        self.before.board()
        self.before.wait(1.0)
        self.show()

    def _ask(self, request: Request) -> bool:
        taken = self.part.request(request)
        if not self.served:
            self.show()
        return taken

    def show(self) -> None:
        """The loop comes round."""
        self.part.poll(self.before.at if self.game is None else self.game.at)

    def wait(self, seconds: float) -> None:
        """Time passes, and the page is told."""
        self.before.wait(seconds)
        self.show()

    def browser(self) -> Browser:
        """A browser at the table's page."""
        browser = Browser(self.pages.app)
        browser.visit("/")
        return browser

    def press(self, browser: Browser, *texts: str) -> None:
        """One button of the page after the other, none of them hasty."""
        for text in texts:
            self.wait(0.6)
            browser.visit(browser.where)
            browser.press(text)

    def join(self, browser: Browser, whose: str) -> None:
        """Ask for a code, hear it in the room, write it."""
        self.wait(11.0)  # between two codes
        browser.visit("/")
        browser.press(f"Join as {whose}")
        spoken = [one.normal for one in self.room.said if one.normal.startswith("The code for ")][-1]
        browser.press("Join", code="".join(sign for sign in spoken if sign.isdigit()))

    def begin(self, seats: tuple[Seat, ...], past: Sequence[Announcement] = ()) -> PanelTable:
        """The game that was set up begins, or goes on after `past`."""
        server = self.part.server
        assert server is not None
        self.part.goes_on(self.before.table.wording, past, [self.room])
        self.game = PanelTable("us-accessible", "dealt", seats, sinks=[self.part])
        self.part.follow(self.game.session, server)
        self.show()
        return self.game
