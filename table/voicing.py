"""The session's mouth: every word and sound goes through here, and what waits for a hand is told again."""

from collections.abc import Collection, Sequence

from announce import Announcement, Earcon
from dialog import Mode
from table.common import Common
from table.reminding import Fewer, Reminder
from table.telling import Teller
from tabletop import SiteId


class Voicing:
    """Tells, and reminds of what was told and not done."""

    def __init__(self, common: Common, teller: Teller) -> None:
        self._common = common
        self.teller = teller
        self.reminder = Reminder()
        self._asked = False  # something, since it was last looked what is open
        self._open: Mode | None = None  # what was open when something was last asked

    def say(
        self,
        announcements: Sequence[Announcement],
        at: float,
        *,
        wanted: Collection[SiteId] = (),
        fewer: Fewer | None = None,
    ) -> None:
        """Tell them. `wanted`, `fewer`: where a hand is wanted, of which is told again until it has come."""
        self._asked |= any(one.purpose == "question" for one in announcements)
        self.reminder.note(announcements, at, wanted, fewer)
        self.teller.say(announcements, at)

    def sound(self, earcon: Earcon, at: float) -> None:
        """A sound without words."""
        self.say(self._common.wording.signal(earcon), at)

    def look(self) -> None:
        """See whether what was asked is still open; if not, what waits of its words is not said."""
        mode = self._common.panel.mode
        if self._asked:
            self._asked, self._open = False, mode
        elif self._open is not None and mode != self._open:
            self._open = None
            self.teller.close_question()

    def listen(self, at: float) -> None:
        """Tell the panel whether whoever answers there can have heard what was said to him."""
        panel = self._common.panel
        panel.hear(at, begun=not self.teller.to_begin("everyone", panel.asker(self._common.state)))

    def remind(self, at: float) -> None:
        """What waits on the board for a hand is told of once more, then by a soft sound."""
        if not self.reminder.waits:
            return
        common = self._common
        again = self.reminder.due(
            at,
            refused=bool(common.tracker.standing_refused()),
            differing=lambda: [one.site for one in common.tracker.differences(common.state)],
            quiet=common.panel.at_leisure,
        )
        if again is not None:
            self.teller.say((again,), at)
