"""Sites judged by the learned model, where a board's tokens are of the kind it knows."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, TokenColour
from vision.agreement import (
    CLAIMED,
    DOUBTED_AT_A_GLANCE,
    EMPTY_AT_A_GLANCE,
    HALF_EMPTY,
    PERHAPS_EMPTY,
    PLAINLY_EMPTY,
    Agreed,
    Emptiness,
    agreed,
    all_own,
    all_plainly_see_pin,
    all_see_pin,
    emptiness,
    one_plastic,
)
from vision.detect import Detector, Limits, Places, Verdicts
from vision.light import Light
from vision.model import CLASSES, Floats, features, fits, nearest_taught, seen_tones, site_model
from vision.opinions import Opinions
from vision.patches import PATCH_PX, Cutter, Patches
from vision.plastic import Surfaces, surfaces
from vision.printed_pins import printed
from vision.tokens import TokenLook, TokenLooks

_SAME_ODDS: Final = 0.2  # a token on a collar of its own colour looks much like the empty site
_SAME_BLACK_ODDS: Final = 0.4  # black on black has no hue to change, and its shape hardly shows
_PLACE: Final = slice(8, PATCH_PX - 8)  # of a patch, both ways: where a token or a pin stands
# Tone below which some of a place lies where there is anything to be seen: a pin's side or shadow, print, a
# token: at most 0.65 at 4,432 sites read right, above 0.95 at three in four misread in a lamp's mirror image.
_PALEST: Final = 0.9
_LEAST_DARKER: Final = 0.02  # share of the place
_MOST_COVERED: Final = 0.15  # chance of a sleeve or hand beside which no token is claimed
# Share of a place that is as bright as the camera can tell, from which a lamp's image lies over it, and the
# chance below which it is not called empty then: a token's top fades there sooner than its shadow.
_BLINDING, _BLOWN_OUT, _PLAIN_IN_GLARE = 250, 0.2, 0.998
# Chance of empty of a place beside one that cannot be told, where no glance sees a pin there.
_PLAIN_UNGLANCED: Final = 0.998
# Chance that a pin stands bare below which something lies or hangs there and a place is not called empty; the
# second where the others are less sure of empty than the third. Of 6,200 bare pins four are lost by both.
_DISTURBED, _RATHER_DISTURBED, _SURE_OF_BARE = 0.1, 0.4, 0.97
# Chance that something lies loose there from which it does. Of what was still called empty it takes 53 of 74
# fallen tokens, of another renderer 20 of 50 that hang or lie askew, and 11 of 15,000 bare pins.
_PLAINLY_LOOSE: Final = 0.7
# Chance that something lies loose there from which a claim that is less sure than the second is not said by a
# single picture. Of six tokens that fell and were read as if they stood on their pins five were so; of 4,300
# claims that are right, those of tokens askew left out, eleven.
_LOOSE, _PLAINLY_CLAIMED = 0.09, 0.93
_BY_OUTLINE: Final = 0.97  # the most that an outline alone is worth: it is asked about
_OUTLINE_SAYS: Final = 0.93  # chance from which an outline alone says whose a token is


class LearntDetector:
    """Tells tokens from print by a small network; the same surface as `Detector`."""

    # Of a single picture nobody asks, so doubt between empty and a token stays unknown: of ten tokens that
    # seemed empty in 97 drawn pictures eight had more than 0.1, of 12,000 bare pins 27. Of 28 places wrongly
    # called empty in 460 pictures three have less than 0.8 and no other network bears them out, of 33,500
    # bare pins 24.
    alone: Final = Limits(token=0.83, empty=0.8, beside_empty=0.1)
    in_turn: Final = Limits(token=0.7, empty=0.6)
    plain: Final = 0.98  # chance that few sites of a right board fall short of
    sure_changed: Final = 0.9  # it was shown the empty site as well; a sleeve beside a pin is no token

    def __init__(self, layout: BoardLayout, looks: TokenLooks | None = None) -> None:
        """Prepare for a board."""
        self.tells_aside = not printed(layout)  # rings of flat print pass for tokens beside their places
        self.colours: tuple[TokenColour, ...] = tuple(layout.tokens.shapes)
        self._retint = looks.retint() if looks is not None else None
        self.same_odds: Floats = np.array(
            [_SAME_BLACK_ODDS if colour == "black" else _SAME_ODDS for colour in self.colours], np.float32
        )
        self._model = site_model()
        self._columns = [CLASSES.index(colour) + 1 for colour in self.colours]

    def judge(
        self,
        patches: Patches,
        cutter: Cutter,
        light: Light,
        places: Places,
        empty: Floats | None = None,
        *,
        closely: bool = False,
    ) -> Verdicts:
        """Judge the sites at `places`.

        Args:
            patches: theirs only, (M, P, P, 3).
            empty: (M, 3, P, P) their tones on the empty board, NaN where not known; None: nowhere.
            closely: look at every pin that seems bare for what lies loose at it, 0.15 ms for each.
        """
        now = self._as_taught(seen_tones(patches, light.tones(places)))
        then = None if empty is None else self._as_taught(empty)
        shown = features(now, cutter.lean[places], then)
        asked = Opinions(self._model, shown, closely=closely)
        found, glanced = self._answers(asked.looks.chances), self._answers(asked.looks.glanced)
        # Who was shown the empty place as well knows it better than a glance does.
        compared = np.zeros(len(places), dtype=bool) if then is None else np.isfinite(then[:, 0, 0, 0])
        unglanced = np.where(compared, 1.0, glanced[:, 0])
        unsure = (found[:, 0] < PLAINLY_EMPTY) | (unglanced < DOUBTED_AT_A_GLANCE)
        blown = blown_out(patches)
        perhaps = np.minimum(found[:, 0], glanced[:, 0]) >= PERHAPS_EMPTY
        pinned = self._pinned(asked, perhaps & (unsure | blown) & ~compared, blown)
        found[pinned] = self._answers(asked.bared(np.flatnonzero(pinned)))
        disturbed, bare = self._disturbed(found, asked)
        chances, claims = found.copy(), None
        weak, torn = np.zeros((2, len(places)), dtype=bool)
        claimed = np.flatnonzero(chances[:, 1:-1].max(axis=1) >= CLAIMED)
        if claimed.size:
            claims, weak[claimed] = self._claims(claimed, found, glanced, asked, surfaces(now[claimed]))
            chances[claimed], torn[claimed] = claims.chances, claims.rather
        empties = self._empties(found, glanced, asked, unsure & ~pinned)
        glaring = blown & (found[:, 0] >= HALF_EMPTY) & (found[:, 0] < _PLAIN_IN_GLARE) & ~pinned
        borne_out = empties.borne_out | pinned
        least = np.where(unglanced < EMPTY_AT_A_GLANCE, _PLAIN_UNGLANCED, PLAINLY_EMPTY)
        seen = np.asarray(cutter.inside[places] & ~washed_out(now) & _uncovered(chances))
        return Verdicts(
            chances,
            seen,
            claims,
            weak=weak | empties.denied | glaring | disturbed,
            disturbed=disturbed,
            borne_out=borne_out,
            beside=np.where(borne_out, HALF_EMPTY, least).astype(np.float32),
            torn=torn,
            pinless=empties.pinless,
            bare=bare,
        )

    def pins_shown(self, patches: Patches, cutter: Cutter, light: Light, places: Places) -> NDArray[np.bool_]:
        """(M,): places at which every network plainly sees a bare pin, so that is where the board has it."""
        now = self._as_taught(seen_tones(patches, light.tones(places)))
        asked = Opinions(self._model, features(now, cutter.lean[places]))
        return np.asarray(all_plainly_see_pin(*self._of_pins(asked, np.arange(len(places)))))

    def _of_pins(self, asked: Opinions, places: Places) -> tuple[Floats, Floats, Floats, Floats]:
        """(K, answers) each: what colours, a glance, the outline and the network for bare pins say."""
        seen = asked.looks.chances[places], asked.looks.glanced[places]
        found, glanced = (self._answers(of) for of in seen)
        outlined, bared = (self._answers(of) for of in (asked.outlines(places), asked.bared(places)))
        return found, glanced, outlined, bared

    def _pinned(
        self, asked: Opinions, perhaps: NDArray[np.bool_], blown: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """(M,): of the places that perhaps are empty, those at which all networks see a bare pin.

        Args:
            blown: (M,) places over which a lamp's image lies: all must see it plainly there.
        """
        pinned = np.zeros(len(perhaps), dtype=bool)
        looked = np.flatnonzero(perhaps)
        if looked.size:
            said = self._of_pins(asked, looked)
            pinned[looked] = np.where(blown[looked], all_plainly_see_pin(*said), all_see_pin(*said))
        return pinned

    def _claims(
        self, claimed: Places, found: Floats, glanced: Floats, asked: Opinions, seen: Surfaces
    ) -> tuple[Agreed, NDArray[np.bool_]]:
        """What is left of claims, and (K,) which of them a single picture does not say.

        Args:
            claimed: (K,) of the M places.
            seen: of these.
        """
        said = found[claimed]
        seats = np.array(self._columns)[said[:, 1:-1].argmax(axis=1)]
        outlines = self._answers(asked.outlines_of(claimed, seats))
        claims = one_plastic(agreed(said, outlines), said, outlines, seen)
        weak = claims.weak.copy()
        hardly = claims.chances[:, 1:-1].max(axis=1) < _PLAINLY_CLAIMED
        doubted = np.flatnonzero(weak | hardly)
        if doubted.size:
            bared = self._answers(asked.bared(claimed[doubted]))
            # A token that fell over its pin is like one that stands there to all but the last.
            loose = hardly[doubted] & (bared[:, -1] >= _LOOSE)
            owned = all_own(said[doubted], glanced[claimed[doubted]], outlines[doubted], bared)
            weak[doubted] = (weak[doubted] | loose) & ~owned
        return claims, weak

    def _disturbed(self, found: Floats, asked: Opinions) -> tuple[NDArray[np.bool_], Floats]:
        """(M,): places that seem empty, at whose pin something lies or hangs; (M,) `bare` of `Verdicts`."""
        disturbed, pins = np.zeros(len(found), dtype=bool), np.ones(len(found), np.float32)
        empty = np.flatnonzero(found[:, 0] >= HALF_EMPTY)
        pins[empty] = bare = asked.pins(empty)
        least = np.where(found[empty, 0] < _SURE_OF_BARE, _RATHER_DISTURBED, _DISTURBED)
        disturbed[empty] = bare < least
        rather = empty[bare < 1.0 - _PLAINLY_LOOSE]
        disturbed[rather] |= asked.bared(rather)[:, -1] >= _PLAINLY_LOOSE
        return disturbed, pins

    def _empties(
        self, found: Floats, glanced: Floats, asked: Opinions, doubted: NDArray[np.bool_]
    ) -> Emptiness:
        """Of what seems empty, and is doubted, what the other networks bear out, and deny."""
        looked = np.flatnonzero((found[:, 0] >= HALF_EMPTY) & doubted)
        every = Emptiness(*np.zeros((3, len(found)), dtype=bool))
        if looked.size:
            said = emptiness(found[looked], glanced[looked], self._answers(asked.outlines(looked)))
            every.borne_out[looked], every.denied[looked] = said.borne_out, said.denied
            every.pinless[looked] = said.pinless
        return every

    def by_outline(self, patches: Patches, cutter: Cutter, light: Light, places: Places) -> Verdicts:
        """Judge sites by outlines alone, in a picture whose colours lie; any claim is asked about."""
        now = seen_tones(patches, light.tones(places))
        chances = self._answers(self._model.outlines(features(now, cutter.lean[places])))
        most = np.minimum(chances, _BY_OUTLINE)
        most[:, -1] += 1.0 - most.sum(axis=1)
        doubtful = (chances.argmax(axis=1) > 0) & (chances[:, 1:-1].max(axis=1) < _OUTLINE_SAYS)
        seen = cutter.inside[places] & ~washed_out(now) & _uncovered(most) & ~doubtful
        return Verdicts(most, np.asarray(seen))

    def plain_tokens(
        self, patches: Patches, cutter: Cutter, light: Light, places: Places, *, closely: bool
    ) -> Floats:
        """(M,): the chance of the likeliest token in each patch, at a glance or by the larger network."""
        shown = features(self._as_taught(seen_tones(patches, light.tones(places))), cutter.lean[places])
        found = self._model.study(shown) if closely else self._model.glance(shown)[0]
        return np.asarray(self._answers(found)[:, 1:-1].max(axis=1), np.float32)

    def _as_taught(self, tones: Floats) -> Floats:
        """Tones with tokens of other colours in those that the network knows."""
        if self._retint is None:
            return tones
        known = np.isfinite(tones[:, 0, 0, 0])
        shown = tones.copy()
        shown[known] = self._retint(tones[known])
        return shown

    def _answers(self, found: Floats) -> Floats:
        """The networks' classes as this board's answers."""
        chances = np.column_stack([found[:, 0], found[:, self._columns]])
        # Seats that this board has no tokens of, and what covers a site, are both something else.
        other = np.maximum(1.0 - chances.sum(axis=1, keepdims=True), 1e-6)
        chances = np.concatenate([chances, other], axis=1)
        return np.asarray(chances / chances.sum(axis=1, keepdims=True), dtype=np.float32)


def _uncovered(chances: Floats) -> NDArray[np.bool_]:
    """(M,): sites over which nothing seems to lie."""
    best, last = chances.argmax(axis=1), chances.shape[1] - 1
    covered = (best == last) | ((best > 0) & (chances[:, last] > _MOST_COVERED))
    return np.asarray(~covered)


def washed_out(tones: Floats) -> NDArray[np.bool_]:
    """(M,): sites as pale as paper all over, pin, print or token: a lamp mirrors itself there.

    Args:
        tones: (M, 3, P, P) of the sites' patches.
    """
    least = tones[:, :, _PLACE, _PLACE].min(axis=1)
    return np.asarray((least < _PALEST).mean(axis=(1, 2)) < _LEAST_DARKER)


def blown_out(patches: Patches) -> NDArray[np.bool_]:
    """(M,): sites a good part of which is as bright as the camera can tell, as in a lamp's mirror image.

    Args:
        patches: (M, P, P, 3) bytes.
    """
    brightest = patches[:, _PLACE, _PLACE].min(axis=3) >= _BLINDING
    return np.asarray(brightest.mean(axis=(1, 2)) > _BLOWN_OUT)


def detector_for(
    layout: BoardLayout, play_mm: float, looks: TokenLooks | None = None
) -> Detector | LearntDetector:
    """The learned detector for tokens of the shapes it was taught, else the one by hue and outline.

    Args:
        looks: how this table's tokens look; None: as the board says.
    """
    if fits(layout):
        return LearntDetector(layout, looks or _declared(layout))
    return Detector(looks.on(layout) if looks is not None else layout, play_mm)


def _declared(layout: BoardLayout) -> TokenLooks:
    """The board's own word for its tokens' colours."""
    tokens = layout.tokens
    seats = {
        seat: TokenLook(rgb=rgb, footprint_mm=tokens.footprint_mm, shown_as=nearest_taught(seat, rgb))
        for seat, rgb in tokens.rgb.items()
        if seat in tokens.shapes
    }
    return TokenLooks(board=layout.map, seats=seats)
