"""What the page shows and does while a table is set up: the same questions, the same six buttons."""

from collections.abc import Mapping

from announce import Audience, Wording, house_words, phone_words
from engine import SEATS, Seat
from table.answers import Answer, Done
from table.moment import OpenQuestion, SetUpMoment
from table.page_stage import Asks, PageWords, Room, late, refused
from table.requests import AdmitPhone, PressButton, Request, TellCode, TellRemoved
from table.set_up_table import SetUpTable
from tabletop import DeviceHealth, Press


class SetUpStage:
    """A table before its game, as the page sees it."""

    def __init__(self, desk: SetUpTable, room: Room) -> None:
        self._desk, self._room = desk, room

    @property
    def begun(self) -> bool:
        """Whether anything can be asked for."""
        return self._desk.begun

    @property
    def _wording(self) -> Wording:
        return self._desk.setting_up.wording

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self._desk.setting_up.panel.desk.draft.seats

    def here(self) -> tuple[object, ...]:
        """Changes whenever what is asked may have changed."""
        panel = self._desk.setting_up.panel
        return (panel.mode, panel.desk.draft, panel.desk.facts.rate, panel.desk.standing, panel.desk.findings)

    def asks(self) -> Asks:
        """What is asked of everybody; a seat whose earphone is tried is asked there."""
        panel = self._desk.setting_up.panel
        words: dict[Audience, str] = {}
        for one in self._wording.prompt(panel.mode, panel.desk):
            words[one.audience] = " ".join(filter(None, (words.get(one.audience), one.normal)))
        return Asks(SEATS, words, panel.mode)

    def health(self, health: DeviceHealth, at: float) -> None:
        """The page itself is lost, or back."""
        self._desk.handle(health, at)

    @property
    def stirs(self) -> int:
        """Before a game nobody looks at pins."""
        return 0

    def phones(self, seats: frozenset[Seat], at: float) -> None:
        """Nobody is dealt anything yet."""

    def moment(self, kept: PageWords, at: float) -> SetUpMoment:
        """The table now."""
        return SetUpMoment(
            wording=self._wording,
            people=self._seats,
            said=kept.said,
            opened=kept.opened,
            repeated=kept.repeated,
        )

    def grant(self, request: Request, opened: Mapping[Audience, OpenQuestion], at: float) -> Answer:
        """Do what a page wants; what came of it. `opened`: what is asked now, as the pages show it."""
        setting_up, wording = self._desk.setting_up, self._wording
        if not self.begun or self._desk.stopping:
            return refused(wording, "busy")
        match request.want:
            case PressButton() as press:
                if late(press, opened):
                    return refused(wording, "late", "stale")
                for action in ("down", "up"):
                    self._desk.handle(Press(button=press.button, action=action, at=at, named=True), at)
            case TellCode(seat=seat, digits=digits):
                wanted = phone_words.code_wanted(wording.vocabulary, seat)
                setting_up.tell(house_words.said_for_the_house(wanted), at)
                self._room(phone_words.code_told(wording.vocabulary, seat, digits), at)
            case TellRemoved(seat=seat):
                setting_up.tell(phone_words.removed(wording.vocabulary, seat, request.seat), at)
            case AdmitPhone(seat=seat):
                if not setting_up.phone_joined(seat, at):
                    return refused(wording, "busy")
            case _:
                return refused(wording, "no-game")
        return Done()
