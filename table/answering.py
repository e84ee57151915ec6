"""What a question is answered: the words from what the table, its devices and this evening know."""

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from announce import Announcement, Audience, EarKind, Evening
from dialog import ITEM, About, AboutSite, Answer, FarOnly, OfTheEvening, claimed_turns, since_turn_of
from engine import Game, Seat
from table.common import Common
from table.device_health import Devices
from table.retelling import deeds
from table.saving import Keeper
from table.telling import Teller


class Answerer:
    """Answers for one session. `in_doubt`: nothing is felt or seen.

    Attributes:
        ears: whose ear is whose, if known.
        by_plan: seats that play by themselves, for the planner's reasons.
        host: the home whose table deals the cards, where they are dealt elsewhere.
    """

    def __init__(
        self,
        common: Common,
        devices: Devices,
        keeper: Keeper,
        teller: Teller,
        in_doubt: Callable[[], bool],
        by_plan: frozenset[Seat],
    ) -> None:
        self._common, self._wording = common, common.wording
        self._devices, self._keeper = devices, keeper
        self._teller, self._in_doubt, self._by_plan = teller, in_doubt, by_plan
        self.ears: Mapping[Seat, EarKind] = {}
        self.began = 0.0
        self.host = ""

    def answer(self, asked: Answer | About | OfTheEvening, game: Game, at: float) -> Sequence[Announcement]:
        """The steps of the answer, at least one."""
        if self._common.blank:
            game = self._common.told
        match asked:
            case Answer() | About() if self._common.blank and ITEM[asked.question].private:
                return self._wording.prompt(FarOnly(home=self.host), game.state)
            case Answer():
                return self._of_the_state(asked, game, at)
            case About(question=question, subject=subject, asker=asker, ear=ear):
                turns, uncounted = claimed_turns(game), self._common.uncounted
                return self._wording.about(
                    question, subject, asker, game.state, turns, ear=ear, uncounted=uncounted
                )
            case OfTheEvening():
                return self._of_the_evening(asked, game, at)
            case _:
                assert_never(asked)

    def _of_the_state(self, asked: Answer, game: Game, at: float) -> Sequence[Announcement]:
        evening = self.evening(at)
        health = self._devices.newest()
        told = self._wording.answer(
            asked.question, asked.asker, game.state, health, evening=evening, ear=asked.ear
        )
        return told if asked.question == "devices" else (*self.doubt(told), *told)

    def evening(self, at: float) -> Evening:
        """How long the table has played, whether all is saved, whose ear is whose, a token waited for."""
        wanted = self._common.panel.token_wanted
        return Evening(
            minutes=self._minutes(at),
            saved=self._keeper.saved,
            ears=self.ears,
            holder=self._teller.shared.holder,
            screen=self._teller.shared.screen and bool(self._teller.shared.seats),
            token=None if wanted is None else (wanted.seat, wanted.site),
            dealt_elsewhere=self._common.blank,
            uncounted=self._common.uncounted,
            by_plan=self._by_plan,
        )

    def site(self, asked: AboutSite, game: Game) -> Sequence[Announcement]:
        """What a touched site is, or the rest of it."""
        if asked.rest:
            turns = claimed_turns(game)
            return self._wording.site_rest(asked.site, asked.asker, game.state, turns, ear=asked.ear)
        return self._wording.site(asked.site, asked.asker, game.state, ear=asked.ear)

    def doubt(self, told: Sequence[Announcement]) -> tuple[Announcement, ...]:
        """That the answer is as last known, where nothing is felt or seen."""
        return self._wording.last_known(told)[:1] if self._in_doubt() else ()

    def _of_the_evening(self, asked: OfTheEvening, game: Game, at: float) -> Sequence[Announcement]:
        audience: Audience = asked.asker if asked.ear else "everyone"
        match asked.question:
            case "since":
                return self._wording.since(since_turn_of(asked.asker, game), asked.asker, ear=asked.ear)
            case "why":
                bots = self._common.panel.alone
                return self._wording.why(deeds(game), bots, self._by_plan, audience)
            case "story":
                return self._wording.story(deeds(game), audience)
            case "statistics":
                return self._wording.statistics(deeds(game), self._minutes(at), audience)
            case "cut":
                return self._wording.cut(self._teller.cut(audience), audience)
            case "earcons":
                return self._wording.earcons(audience)
            case _:
                assert_never(asked.question)

    def _minutes(self, at: float) -> int:
        return max(0, int((at - self.began) / 60))
