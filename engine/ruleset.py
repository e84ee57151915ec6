"""An edition: one published set of rules and numbers, as data, and the mechanics that it has."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, get_args

import msgspec
from msgspec.structs import force_setattr

from engine.commands import Build
from engine.game_map import PAIR
from engine.mechanic import Answers, Mechanic
from engine.paying import OneColour, WayToPay
from engine.reasons import Reason
from engine.settings import Settings, SettingValue, optional_settings, settings_dict
from engine.settings_check import settings_from
from engine.values import GRAY, LOCOMOTIVE, Card, Deck


class EditionError(ValueError):
    """No such edition, or one that does not go with the map; one line names those there are."""


class RouteAsks(msgspec.Struct, frozen=True):
    """What routes of one kind can ask of a hand, as `Route.asks` says it, and how they are paid."""

    kind: str
    way: WayToPay
    gray: str
    pair: str
    colours: tuple[str, ...]


_HOOKS: Final = tuple(name for name, hook in vars(Mechanic).items() if callable(hook) and name[0] != "_")


def _answering(hook: str, mechanics: Iterable[Mechanic]) -> tuple[Mechanic, ...]:
    """The mechanics that have an answer of their own to a hook."""
    default = getattr(Mechanic, hook)
    return tuple(one for one in mechanics if getattr(type(one), hook) is not default)


class Edition(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One edition. Rules read its numbers, `settings` and `mechanics`, never its name."""

    name: str
    title: str
    source: str  # the document
    map: str  # the map it is printed on
    fewest_seats: int
    most_seats: int
    deck: tuple[tuple[Card, int], ...]  # each card that can be in a hand and how many there are
    route_kinds: frozenset[str]  # the kinds of route that it has rules for
    settings: Settings
    rules: Mapping[str, str]  # the casebook number behind each reason; see `rule`
    colours: frozenset[str]  # what a route can be beside gray
    wild: Card = LOCOMOTIVE
    decks: tuple[Deck, ...] = ("deck",)  # those that one can draw from
    mechanics: tuple[Mechanic, ...] = ()  # in the order in which they are asked
    pile_cards: tuple[Card, ...] = ()  # that lie in decks and discards but are never held
    lost: tuple[str, ...] = ()  # settings of one number that its document does not tell: defaults are guesses
    # Made of the others by `__post_init__`, whatever is given. They are read some hundred times a game, and
    # a cached property takes eight times as long to read as a field.
    order: tuple[Card, ...] = ()  # every card that can be in a hand, in the order in which they are told
    cards: frozenset[Card] = frozenset()  # the same
    one_deck: bool = False  # all cards lie in one deck, and whatever lies in it can be in a hand
    pays: Mapping[str, WayToPay] = {}  # how routes of some kinds are paid
    pays_usually: WayToPay = OneColour(LOCOMOTIVE)  # and those of any other
    asked: Mapping[str, tuple[Mechanic, ...]] = {}  # by hook those that have an answer to it

    def __post_init__(self) -> None:
        force_setattr(self, "order", tuple(card for card, _ in self.deck))
        force_setattr(self, "cards", frozenset(self.order))
        force_setattr(self, "one_deck", self.decks == ("deck",) and not self.pile_cards)
        pays = {kind: pay for mechanic in self.mechanics for kind, pay in mechanic.payments.items()}
        force_setattr(self, "pays", pays)
        force_setattr(self, "pays_usually", OneColour(self.wild))
        force_setattr(self, "asked", {hook: _answering(hook, self.mechanics) for hook in _HOOKS})

    def __str__(self) -> str:
        return self.name

    def rule(self, reason: Reason, when: str = "") -> str:
        """The casebook number behind a refusal; `when`: where one reason has several numbers."""
        return self.rules.get(f"{reason}@{when}") or self.rules.get(reason, "")

    @cached_property
    def all_cards(self) -> tuple[Card, ...]:
        """As they lie in the box, before any shuffle: each as often as there are."""
        return tuple(card for card, count in self.deck for _ in range(count))

    @cached_property
    def setting_names(self) -> frozenset[str]:
        """The settings that this edition has."""
        own = {name for mechanic in self.mechanics for name in mechanic.settings}
        return (frozenset(Settings.__struct_fields__) - optional_settings()) | own

    @cached_property
    def position_keys(self) -> tuple[str, ...]:
        """What position/1 tells of a seat beside its routes and tickets."""
        return tuple(key for mechanic in self.mechanics for key in mechanic.position_keys)

    def payment(self, kind: str) -> WayToPay:
        """How a route of that kind is paid."""
        return self.pays.get(kind, self.pays_usually)

    @cached_property
    def asked_of_hands(self) -> tuple[RouteAsks, ...]:
        """What routes of each kind can ask of a hand."""
        colours = sorted(self.colours)
        return tuple(
            RouteAsks(
                kind=kind,
                way=self.payment(kind),
                gray=f"{kind} {GRAY}",
                pair=f"{kind} {PAIR}",
                colours=tuple(f"{kind} {colour}" for colour in colours),
            )
            for kind in sorted(self.route_kinds)
        )

    @cached_property
    def helps(self) -> Mapping[Card, tuple[tuple[str, str, int], ...]]:
        """By card, wild ones aside, the `Route.asks` that it helps to pay, the gray one, its spaces."""
        helps: dict[Card, list[tuple[str, str, int]]] = {card: [] for card in self.order}
        for card, found in helps.items():
            for kind in sorted(self.route_kinds):
                pays = self.payment(kind).covers(card)
                if pays is not None and pays[0] in self.colours:
                    found.append((f"{kind} {pays[0]}", f"{kind} {GRAY}", pays[1]))
        return {card: tuple(found) for card, found in helps.items() if found}

    def ticket_decks(self, settings: Settings) -> frozenset[str]:
        """The decks of all tickets that can be held."""
        more = (deck for mechanic in self.mechanics for deck in mechanic.ticket_decks)
        return frozenset((*settings.ticket_decks, *more))

    def of_command(self, kind: type) -> Mechanic | None:
        """The mechanic that decides about a command."""
        return self._of_command.get(kind)

    @cached_property
    def _of_command(self) -> dict[type, Mechanic]:
        return {kind: mechanic for mechanic in reversed(self.mechanics) for kind in mechanic.commands}

    @cached_property
    def acts(self) -> frozenset[type]:
        """What a turn can be, or begin with, beside what every edition has."""
        return frozenset(kind for mechanic in self.mechanics for kind in mechanic.acts)

    @cached_property
    def answers(self) -> Answers:
        """Commands that answer what an optional rule has asked: in which phase, and why in no other."""
        return {kind: when for mechanic in self.mechanics for kind, when in mechanic.answers.items()}

    @cached_property
    def builds(self) -> type[Build]:
        """What a token in a city asks for; where nothing is built, something that this edition refuses."""
        kinds: tuple[type[Build], ...] = get_args(Build)
        return next((kind for kind in kinds if self.of_command(kind) is not None), kinds[0])

    def of_event(self, kind: type) -> Mechanic | None:
        """The mechanic that knows what an event does."""
        return self._of_event.get(kind)

    @cached_property
    def _of_event(self) -> dict[type, Mechanic]:
        return {kind: mechanic for mechanic in reversed(self.mechanics) for kind in mechanic.events}

    def with_settings(self, overrides: Mapping[str, object]) -> Settings:
        """The edition's settings with some of them changed; its own where none is. Raises SettingsError."""
        if repr(overrides) == self._told:
            return self.settings
        made = settings_from(self.settings, overrides, owner=self.name, names=self.setting_names)
        return self.settings if made == self.settings else made

    @cached_property
    def _told(self) -> str:
        """Its own settings as the first event of nearly every game tells them; as text, for True is no 1."""
        return repr(self.told_settings(self.settings))

    def told_settings(self, settings: Settings) -> dict[str, SettingValue]:
        """The settings that this edition has, as JSON would hold them."""
        return settings_dict(settings, self.setting_names)
