"""What each page shows now, made once for all the browsers that show it, and the picture of the board."""

from collections.abc import Callable, Mapping, Sequence
from zlib import crc32

from announce import Wording
from table.moment import Moment, Viewer
from web.board_picture import cities, face
from web.host_page import HostDesk
from web.map_page import CITIES, FACE, WHOLE
from web.markup import Html
from web.page_frame import PageFrame
from web.page_view import MAPS, NOTHING, PageRegion, Place, parts
from web.reception import Reception
from web.sections import sections


class ShownParts:
    """The parts of every page. `desk`: what only the host with this token is shown."""

    def __init__(self, reception: Reception, desk: Callable[[str], HostDesk]) -> None:
        self._reception, self._desk = reception, desk
        self._made_of: Moment | None = None
        self._made: dict[tuple[Viewer, Place, bool, bool], tuple[PageRegion, ...]] = {}
        self._sealed: dict[tuple[Viewer, Place, bool, bool, str, bool], Sequence[tuple[str, Html]]] = {}
        self._drawn_in: Wording | None = None
        self._layers: dict[str, str] = {}
        self._version = ""

    def parts(self, viewer: Viewer, place: Place, frame: PageFrame) -> tuple[PageRegion, ...]:
        """The parts of a page now, made once for all browsers that show it."""
        table = self._reception.ready()
        if self._made_of is not table:
            self._made_of, self._made, self._sealed = table, {}, {}
        version = self._version_of(table) if place in MAPS else ""
        if place == "host":
            return parts(
                table,
                None,
                "host",
                version=version,
                desk=self._desk(frame.token),
                asked=frame.asked,
                settings=frame.settings,
            )
        own = frame.city or frame.look != WHOLE or frame.asked != NOTHING or not frame.settings.usual_letters
        if own:  # there are too many of these to keep
            return parts(
                table,
                viewer,
                place,
                city=frame.city,
                asked=frame.asked,
                look=frame.look,
                version=version,
                presses=frame.presses,
                settings=frame.settings,
            )
        key = _kept_as(viewer, place, frame)
        if key not in self._made:
            self._made[key] = parts(
                table, viewer, place, version=version, presses=frame.presses, settings=frame.settings
            )
        return self._made[key]

    def sections(self, viewer: Viewer, place: Place, frame: PageFrame) -> Sequence[tuple[str, Html]]:
        """The same as an open page takes them in; made once for all that have the same forms."""
        found = self.parts(viewer, place, frame)
        if found is not self._made.get(_kept_as(viewer, place, frame)):
            return sections(found, frame)
        key = (*_kept_as(viewer, place, frame), frame.token, frame.hidden)
        if key not in self._sealed:
            self._sealed[key] = sections(found, frame)
        return self._sealed[key]

    def layers(self, table: Moment) -> Mapping[str, str]:
        """The layers of the board's picture by their addresses, drawn once; none where there is no board."""
        wording = table.wording
        if self._drawn_in is not wording:
            layout, game_map = wording.layout, wording.vocabulary.game_map
            self._layers = {}
            if layout is not None:
                self._layers = {
                    FACE: face(layout, game_map, wording.language),
                    CITIES: cities(layout, game_map),
                }
            self._version = f"{crc32(''.join(self._layers.values()).encode()):x}"
            self._drawn_in = wording
        return self._layers

    def _version_of(self, table: Moment) -> str:
        self.layers(table)
        return self._version


def _kept_as(viewer: Viewer, place: Place, frame: PageFrame) -> tuple[Viewer, Place, bool, bool]:
    """What the parts of a page depend on that are kept, beside the table."""
    return viewer, place, frame.presses, frame.settings.newest_last
