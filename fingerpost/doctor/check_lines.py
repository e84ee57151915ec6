"""One thing that the doctor has looked at: it is well, it is amiss, or it could not be looked at."""

from dataclasses import dataclass

from tabletop import DeviceHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at. `ok`: None if it was not, and why is said.

    `what`: what was found; `advice`: what to do, empty when all is well.

    `fault`: what is amiss, by a name that stays: `hub.absent` (docs/doctor.md). `of`: what words that are
    spoken name of it, and lines that are printed hold already: the pin, whose ear, the cause.
    """

    name: str
    ok: bool | None
    what: str
    advice: str = ""
    fault: str = ""
    of: DeviceHealth | None = None


def well(name: str, what: str) -> Check:
    """A check with nothing amiss."""
    return Check(name=name, ok=True, what=what)


def unseen(name: str, what: str) -> Check:
    """A check that was not made; `what` says why."""
    return Check(name=name, ok=None, what=what)


def amiss(name: str, what: str, advice: str, fault: str, of: DeviceHealth | None = None) -> Check:
    """A check that found something to do."""
    return Check(name=name, ok=False, what=what, advice=advice, fault=fault, of=of)
