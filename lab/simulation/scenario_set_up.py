"""A table before its game, as a script has it: the real set-up with a config that the script's line gives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from announce import Wording
from audio import EarSetting, SinkName
from dialog.setup import StoredGame
from engine import CARD_MODES, EDITIONS, SEATS, GameMap, game_map, shipped_maps
from fingerpost.config import CameraSection, Config, EarsSection, GameSection, HubSection, PageSection
from fingerpost.evening.set_up_choices import board_of, expected_of, facts_of, given_of, gone_on_with, made
from lab.simulation.scenario_verbs import one_of, seat_of
from storage.folder import find, new_path, to_go_on
from storage.table_memory import keep, memory_of, recall
from table.ports import Sink
from table.self_test import Sensed
from table.set_up_table import SetUpTable
from table.setting_up import Item, SettingUp
from table.surroundings import Renewed, Stored, Surroundings, SwitchedOff
from tabletop import BoardLayout, DeviceHealth, Observation, SiteId, board_layout

_WORDS: Final = (
    "map",
    "edition",
    "cards",
    "seats",
    "seed",
    "hub",
    "camera",
    "first",
    "ears",
    "page",
    "stuck",
)
_GIVEN: Final = ("edition", "cards", "seats")


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeGame:
    """A table that is set up. `board`: the map whose board lies there at first."""

    board: str
    config: Config
    seed: int
    first: bool
    hub: bool
    camera: bool
    stuck: tuple[SiteId, ...]  # pins that feel something where nothing stands


def before_game(line: str) -> BeforeGame:
    """`evening map=usa seats=blue,red ears=blue,shared first=no stuck=denver-omaha hub=no`, in part.

    Raises:
        ValueError: a word that is not known, or a value that is not.
    """
    words: dict[str, str] = {}
    for pair in line.split()[1:]:
        key, _, value = pair.partition("=")
        words[one_of(key, _WORDS)] = value
    board = one_of(words.get("map", "usa"), shipped_maps())
    flags = {key: one_of(words.get(key, "yes"), ("yes", "no")) == "yes" for key in ("hub", "camera", "first")}
    stuck = tuple(SiteId(site) for site in words.get("stuck", "").split(",") if site)
    for site in stuck:
        one_of(site, tuple(board_layout(board).sites))
    return BeforeGame(
        board=board,
        config=_config(board, words, hub=flags["hub"], camera=flags["camera"]),
        seed=int(words.get("seed", "1")),
        first=flags["first"],
        hub=flags["hub"],
        camera=flags["camera"],
        stuck=stuck,
    )


def _config(board: str, words: dict[str, str], *, hub: bool, camera: bool) -> Config:
    rules = one_of(words.get("edition", "us-accessible"), tuple(EDITIONS))
    cards = one_of(words.get("cards", "untracked"), CARD_MODES)
    seats = tuple(seat_of(one) for one in words.get("seats", "blue,red").split(","))
    ears = [one_of(one, (*SEATS, "shared")) for one in words.get("ears", "").split(",") if one]
    return Config(
        game=GameSection(
            map=board, edition=rules, cards=next(mode for mode in CARD_MODES if mode == cards), seats=seats
        ),
        hub=HubSection(port="simulated" if hub else ""),
        camera=CameraSection(device="simulated" if camera else ""),
        page=PageSection(port=8080 if one_of(words.get("page", "no"), ("yes", "no")) == "yes" else 0),
        given=frozenset(key for key in _GIVEN if key in words),
        ears=EarsSection(**{ear: EarSetting(sink=SinkName("pipewire", ear)) for ear in ears}),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToPlay:
    """The game that was chosen: its config, its log, whether the log is there already."""

    config: Config
    log: Path
    stored: bool


class ScriptedSetUp:
    """The set-up of a script, its memory and games in a folder.

    Args:
        words: makes the wording of a map and its board.
        clock: the wall clock, by which a game was played today.
        again: the table has been switched on before in this script.
    """

    def __init__(
        self,
        before: BeforeGame,
        folder: Path,
        words: Callable[[GameMap, BoardLayout], Wording],
        sinks: Sequence[Sink],
        *,
        clock: Callable[[], datetime],
        again: bool,
    ) -> None:
        self._folder, self._words, self._clock, self._config = folder, words, clock, before.config
        self.board = before.board
        memory = memory_of(folder)
        if not again and not before.first:
            keep(memory, before.config.speech.rate, None)
        games = self._games()
        self._setting_up = SettingUp(
            facts_of(before.config, recall(memory), games[:1], screen=False),
            given_of(before.config),
            sensed=self._sensed(),
            wording=self._wording(),
            sinks=sinks,
            around=Surroundings(games=self._games, set_rate=lambda rate: rate, turn=self._turn),
            seed=before.seed,
        )

    def _games(self) -> tuple[StoredGame, ...]:
        return to_go_on(self._folder, None, self._clock())

    def _sensed(self) -> Sensed:
        return Sensed(board_layout(self.board), expected_of(self._config))

    def _wording(self) -> Wording:
        return self._words(game_map(self.board), board_layout(self.board))

    def _turn(self, rules: str) -> tuple[Sensed, Wording] | None:
        board = board_of(self._config, rules).map
        if board == self.board:
            return None
        self.board = board
        return self._sensed(), self._wording()

    @property
    def desk(self) -> SetUpTable:
        """The set-up as a page sees it."""
        return SetUpTable(self._setting_up, game_map("usa"))

    def handle(self, item: Item, at: float) -> None:
        """What a device said."""
        self._setting_up.handle(item, at)

    def tick(self, at: float) -> None:
        """Time has passed."""
        self._setting_up.tick(at)

    def known(self) -> tuple[DeviceHealth | Observation, ...]:
        """All that the devices have said, for the game."""
        return tuple(self._setting_up.sensed.rest())

    def chosen(self) -> ToPlay | None:
        """The game that is to be played, when it is chosen; what is remembered of it is kept."""
        choice, facts = self._setting_up.choice, self._setting_up.panel.desk.facts
        if choice is None or isinstance(choice, SwitchedOff | Renewed):
            return None
        memory = memory_of(self._folder)
        if isinstance(choice, Stored):
            keep(memory, facts.rate, facts.last, recall(memory).numbers)
            game = next(one for one in (facts.latest, *facts.games) if one and one.name == choice.name)
            config = gone_on_with(self._config, game, facts.last)
            return ToPlay(config=config, log=find(self._folder, game.name), stored=True)
        keep(memory, facts.rate, choice.draft, facts.numbers)
        return ToPlay(config=made(self._config, choice.draft), log=new_path(self._folder), stored=False)
