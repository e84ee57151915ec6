"""Which rules are played by, and who holds the cards."""

from typing import Final

from msgspec.structs import replace

from dialog.desk import Desk
from dialog.kit import listed
from dialog.setup.places import SetupMode, SetupStep, onward, step_back
from dialog.setup.seats import early
from engine import CardMode

CARD_CHOICES: Final[tuple[CardMode, ...]] = ("dealt", "untracked")


class EditionList(SetupMode, frozen=True):
    """Which rules."""

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each edition is an item."""
        return len(desk.facts.editions)


class CardList(SetupMode, frozen=True):
    """Who holds the cards."""

    index: int = 0

    def size(self, desk: Desk) -> int:
        """Each way is an item."""
        return len(CARD_CHOICES)


def which_edition(desk: Desk) -> EditionList:
    """The list begins at the edition of last time."""
    last, editions = desk.facts.last, desk.facts.editions
    return EditionList(editions.index(last.edition)) if last and last.edition in editions else EditionList()


def whose_cards(desk: Desk) -> CardList:
    """The list begins as the cards were held last time."""
    last = desk.facts.last
    return CardList(CARD_CHOICES.index(last.cards)) if last and last.cards else CardList()


def _take_edition(mode: EditionList, desk: Desk) -> SetupStep:
    draft = replace(desk.draft, edition=desk.facts.editions[mode.index])
    return onward("edition", replace(desk, draft=draft))


def _take_cards(mode: CardList, desk: Desk) -> SetupStep:
    return onward("cards", replace(desk, draft=replace(desk.draft, cards=CARD_CHOICES[mode.index])))


ROWS: Final = (
    listed(EditionList, yes=_take_edition, no=step_back("edition"), seat=early),
    listed(CardList, yes=_take_cards, no=step_back("cards"), seat=early),
)
